//! Questions about the caller's own data: rules recognise them, and the product's own list calls answer, made in his name.
//! What he may not see is answered like what is not there.

mod few;
mod number;
mod orders;
mod partner;
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

type Rule = fn(&Call, &Asked) -> Result<Found, Refusal>;

const RULES: [Rule; 10] = [
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

/// Answers by the first rule that knows the question. "怎么" and "如何" ask for a way, not for data.
pub(crate) fn find(call: &Call, question: &str) -> Result<Found, Refusal> {
    let asked = Asked { text: question.to_lowercase(), today: call.now().day() };
    let way = asked.says(&["怎么", "如何", "怎样", "咋", "为什么", "为啥", "步骤", "how "]);
    for rule in RULES.iter().take(if way { 1 } else { RULES.len() }) {
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

    /// What is left of the question without some words and without those it asks with: the name in it.
    fn name(&self, without: &[&str]) -> String {
        let mut text = self.text.clone();
        for word in without {
            text = text.replace(word, " ");
        }
        let kept = without_asking(&text);
        let name: String = kept.chars().filter(|letter| letter.is_alphanumeric() || *letter == '-').collect();
        name
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
