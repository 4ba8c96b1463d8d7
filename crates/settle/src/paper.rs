//! Papers of documents that no template of the company describes: what a print call asks for, and the PDF it answers.

use kernel::{Id, Msg};
use platform::access::Actor;
use platform::call::{Answer, Call, Outcome};
use platform::field::Choice;
use platform::files::PDF;
use platform::log::{Level, LogEntry};
use platform::refusal::Refusal;
use platform::store::Conn;
use print::{Picture, Sheet, SheetColumn};
use serde::Deserialize;

/// Papers of one print.
pub const PAPERS_MAX: usize = 200;
/// Size of the words in points.
const SIZE: f32 = 9.0;
const ENGLISH: &str = "en";

const NONE: Msg = Msg::new("paper.none", "请选择要打印的数据", "Choose what to print.");
const TOO_MANY: Msg = Msg::new("paper.many", "一次最多打印{n}张", "At most {n} are printed at once.");

type Words = (&'static str, &'static str);

/// What print calls ask for.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Asked {
    /// The documents.
    pub ids: Vec<Id>,
    /// The language of the paper; that of the screen where none is named.
    #[serde(default)]
    pub language: String,
    /// PDF, or what else a call makes.
    #[serde(default)]
    pub format: String,
}

/// A document as its paper shows it.
pub struct Paper {
    /// Row.
    pub id: Id,
    /// Number.
    pub num: String,
    /// Labels with values, two in a line.
    pub facts: Vec<(Words, String)>,
    /// Headings of the table; figures stand at the right.
    pub columns: Vec<(Words, bool)>,
    /// Its rows.
    pub rows: Vec<Vec<String>>,
    /// Below the table.
    pub sums: Vec<(Words, String)>,
    /// Below that.
    pub remark: String,
}

/// What a page prints.
#[derive(Debug, Clone, Copy)]
pub struct Kind {
    /// Kind in the log, and the page it names.
    pub object: &'static str,
    /// See there.
    pub page: &'static str,
    /// What the log says was done.
    pub did: &'static str,
    /// The right it needs.
    pub view: &'static str,
    /// Above the paper.
    pub title: Words,
    /// The wide side is the lower one.
    pub landscape: bool,
}

/// The paper it is on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Size {
    /// A4.
    Whole,
    /// A5.
    Half,
}

/// Reads documents by their ids for their papers, in English or not; what an actor does not see is left out.
pub type Read = fn(&mut dyn Conn, &Actor, (&[Id], bool)) -> Result<Vec<Paper>, Refusal>;

/// What a value of a choice is called.
pub fn word_of(choices: &[Choice], value: &str, english: bool) -> String {
    let chosen = choices.iter().find(|one| one.value == value);
    chosen.map(|one| if english { one.en.to_owned() } else { one.zh.to_owned() }).unwrap_or_default()
}

/// Whether a paper is in English: as it was chosen, else as its reader's screen is.
pub fn is_english(chosen: &str, screen: &str) -> bool {
    if chosen.is_empty() { screen.starts_with(ENGLISH) } else { chosen == ENGLISH }
}

/// The code of the language of a paper.
pub const fn language(english: bool) -> &'static str {
    if english { ENGLISH } else { "zh" }
}

/// The name of a company above its papers.
pub fn sender(org: facts::Org, english: bool) -> String {
    if english && !org.name_en.is_empty() { org.name_en } else { org.name }
}

/// Prints documents as one PDF. Where one of them is not seen, nothing is printed.
pub fn print(call: &mut Call, kind: &Kind, read: Read) -> Outcome {
    print_on(call, (kind, Size::Whole), read)
}

/// The same on a paper of some size.
pub fn print_on(call: &mut Call, kind: (&Kind, Size), read: Read) -> Outcome {
    let asked: Asked = call.json()?;
    if asked.ids.is_empty() {
        return Err(Refusal::business(NONE));
    }
    if asked.ids.len() > PAPERS_MAX {
        return Err(Refusal::Business(TOO_MANY.with(&[("n", &PAPERS_MAX.to_string())])));
    }
    drawn_on(call, kind, &asked, read)
}

/// The same of a call whose ids were counted.
pub fn drawn(call: &mut Call, kind: &Kind, asked: &Asked, read: Read) -> Outcome {
    drawn_on(call, (kind, Size::Whole), asked, read)
}

fn drawn_on(call: &mut Call, (kind, size): (&Kind, Size), asked: &Asked, read: Read) -> Outcome {
    let english = is_english(&asked.language, call.language());
    let actor = call.actor()?.clone();
    actor.need(kind.view)?;
    let (papers, org) =
        call.read(|conn| Ok((read(conn, &actor, (&asked.ids, english))?, facts::org(conn, actor.org_id)?)))?;
    let first = papers.first().filter(|_| papers.len() == asked.ids.len()).ok_or(Refusal::NotFound)?;
    let name = if papers.len() == 1 { first.num.clone() } else { format!("{}_{}", first.num, papers.len()) };
    let sender = sender(org, english);
    let logo = template::company_logo(&call.app, actor.org_id)?;
    let one =
        |paper: &Paper| Sheet { small: size == Size::Half, ..sheet(paper, kind, (&sender, logo.clone()), english) };
    let sheets: Vec<Sheet> = papers.iter().map(one).collect();
    let bytes = print::sheets(&sheets).map_err(|error| Refusal::broken(format!("papers as PDF: {error}")))?;
    call.write(|tx| papers.iter().try_for_each(|paper| tx.log(entry(kind, (paper.id, &paper.num)))))?;
    Ok(Answer::File { name: format!("{name}.pdf"), mime: PDF.to_owned(), bytes, inline: true })
}

/// What the log tells of a print.
pub fn entry(kind: &Kind, (id, num): (Id, &str)) -> LogEntry {
    LogEntry::of(kind.object, id, num, kind.page).did("打印", kind.did).level(Level::Low)
}

fn sheet(paper: &Paper, kind: &Kind, (sender, logo): (&str, Option<Picture>), english: bool) -> Sheet {
    let word = |(zh, en): Words| if english { en.to_owned() } else { zh.to_owned() };
    let said = |pairs: &[(Words, String)]| -> Vec<(String, String)> {
        let pairs = pairs.iter().map(|(label, value)| (word(*label), value.clone()));
        // A word without English has none on an English paper.
        pairs.filter(|(label, _)| !label.is_empty()).collect()
    };
    let column = |(label, number): &(Words, bool)| SheetColumn { label: word(*label), number: *number };
    Sheet {
        landscape: kind.landscape,
        size: SIZE,
        sender: sender.to_owned(),
        title: word(kind.title),
        logo,
        facts: said(&paper.facts),
        columns: paper.columns.iter().map(column).collect(),
        rows: paper.rows.clone(),
        sums: said(&paper.sums),
        notes: vec![(word(("备注", "Remark")), paper.remark.clone())],
        ..Sheet::default()
    }
}
