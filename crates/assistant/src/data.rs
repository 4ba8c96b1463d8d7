//! Questions about the caller's own data: rules recognise them, and the product's own list calls answer, made in his name.
//! What he may not see is answered like what is not there.

mod few;
mod number;
mod orders;
mod partner;
mod profit;
mod settle;
mod stock;

use kernel::Day;
use platform::call::Call;
use platform::refusal::Refusal;

use crate::question::Reference;
use crate::search::without_asking;

/// What came of a question about data.
pub(crate) enum Found {
    /// No rule knows it: the texts may.
    NotData,
    /// It asks for something that is not there, or not for him.
    Nothing,
    /// The answer.
    Told(Told),
}

/// An answer, and where it stands.
#[derive(Debug)]
pub(crate) struct Told {
    pub(crate) text: String,
    pub(crate) references: Vec<Reference>,
}

impl Told {
    fn found(text: String, references: Vec<(String, String)>) -> Found {
        let references = references.into_iter().map(|(title, url)| Reference { title, url }).collect();
        Found::Told(Self { text, references })
    }
}

/// A question as the rules look at it.
pub(super) struct Asked {
    /// In small letters.
    text: String,
    today: Day,
}

/// Names of one question that are looked for.
const NAMES_MAX: usize = 4;

type Rule = fn(&Call, &Asked) -> Result<Found, Refusal>;

const RULES: [Rule; 13] = [
    profit::find,
    settle::unclaimed,
    settle::paid,
    number::find,
    orders::waiting,
    stock::find,
    partner::owes,
    partner::credit,
    partner::about,
    few::rate,
    few::tasks,
    few::code,
    orders::of_days,
];

/// Words that ask for a way or a place in the product, not for data.
const WAY: &[&str] = &[
    "怎么",
    "如何",
    "怎样",
    "咋",
    "为什么",
    "为啥",
    "步骤",
    "哪里",
    "在哪",
    "哪儿",
    "能不能",
    "可不可以",
    "意思",
    "含义",
    "什么叫",
    "区别",
    "流程",
    "how ",
];

/// Answers by the first rule that knows the question; where it asks for a way only numbers are looked up.
pub(crate) fn find(call: &Call, question: &str) -> Result<Found, Refusal> {
    let asked = Asked { text: question.to_lowercase(), today: call.now().day() };
    let rules: &[Rule] = if asked.says(WAY) { &[number::find] } else { &RULES };
    for rule in rules {
        match rule(call, &asked)? {
            Found::NotData => {}
            found => return Ok(found),
        }
    }
    Ok(Found::NotData)
}

impl Asked {
    fn says(&self, words: &[&str]) -> bool {
        words.iter().any(|word| self.text.contains(word))
    }

    /// Whether it asks what the company itself owes: 我们还欠….
    fn we_owe(&self) -> bool {
        self.text.split_once('欠').is_some_and(|(head, _)| {
            let head = head.trim_end_matches(['还', '现', '在', '一', '共', '总', '目', '前', '都']);
            ["我们", "我司", "我方", "咱们", "我"].iter().any(|who| head.ends_with(who))
        })
    }

    /// What may be names in it: runs of letters between the words it asks with and some others, the longest first.
    fn names(&self, without: &[&str]) -> Vec<String> {
        let text = without.iter().fold(self.text.clone(), |text, word| text.replace(word, " "));
        let kept = without_asking(&text);
        let runs = kept.split(|letter: char| !letter.is_alphanumeric() && letter != '-');
        // A number is no name, unless it has the letters of one of a paper.
        let is_name = |run: &&str| run.chars().count() > 1 && run.chars().any(char::is_alphabetic);
        let mut names: Vec<String> = runs.filter(is_name).map(str::to_owned).collect();
        names.sort_by_key(|name| std::cmp::Reverse(name.chars().count()));
        names.truncate(NAMES_MAX);
        names
    }

    /// Runs of letters and digits: codes, prefixes, numbers.
    fn codes(&self) -> Vec<String> {
        self.text
            .split(|letter: char| !letter.is_ascii_alphanumeric())
            .filter(|word| !word.is_empty())
            .map(str::to_uppercase)
            .collect()
    }
}

/// Parts of a line that are not empty, a blank between.
fn joined(parts: &[String]) -> String {
    parts.iter().filter(|part| !part.is_empty()).map(String::as_str).collect::<Vec<_>>().join(" ")
}

/// A figure with what it is called; nothing where there is none.
fn named(name: &str, value: &str) -> String {
    if value.is_empty() { String::new() } else { format!("{name}{value}") }
}
