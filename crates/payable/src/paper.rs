//! Papers of the cashier: what a print call asks for, and the PDF it answers.

use charge::ledger::COST_VIEW;
use kernel::{Id, Msg};
use platform::access::Actor;
use platform::call::{Answer, Call, Outcome};
use platform::log::{Level, LogEntry};
use platform::refusal::{Refusal, messages};
use platform::store::Conn;
use print::{Picture, Sheet, SheetColumn};
use serde::Deserialize;

const PDF: &str = "application/pdf";
/// Papers of one print.
const PAPERS_MAX: usize = 200;
/// Size of the words in points.
const SIZE: f32 = 9.0;

const NONE: Msg = Msg::new("paper.none", "请选择要打印的数据", "Choose what to print.");
const TOO_MANY: Msg = Msg::new("paper.many", "一次最多打印{n}张", "At most {n} are printed at once.");

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Asked {
    ids: Vec<String>,
    #[serde(default)]
    language: String,
    /// Every print call may name one; there is the PDF alone.
    #[serde(default, rename = "format")]
    _format: String,
}

/// A document as its paper shows it.
pub(crate) struct Paper {
    pub id: Id,
    pub num: String,
    /// Labels with values, two in a line.
    pub facts: Vec<(Words, String)>,
    /// Headings of the table; figures stand at the right.
    pub columns: Vec<(Words, bool)>,
    pub rows: Vec<Vec<String>>,
    pub sums: Vec<(Words, String)>,
    pub remark: String,
}

type Words = (&'static str, &'static str);

/// What a room prints: kind in the log, its page, and its title.
pub(crate) struct Kind {
    pub object: &'static str,
    pub page: &'static str,
    pub title: Words,
}

/// Prints documents that `read` finds by their ids; it leaves out what the caller does not see, and nothing is printed then.
pub(crate) fn print(
    call: &mut Call,
    kind: &Kind,
    read: fn(&mut dyn Conn, &Actor, &[Id]) -> Result<Vec<Paper>, Refusal>,
) -> Outcome {
    let asked: Asked = call.json()?;
    let bad = || Refusal::BadRequest(messages::BAD_PARAMETER.with(&[("name", "ids")]));
    let ids: Vec<Id> = asked.ids.iter().map(|id| id.parse().map(Id).map_err(|_| bad())).collect::<Result<_, _>>()?;
    if ids.is_empty() {
        return Err(Refusal::business(NONE));
    }
    if ids.len() > PAPERS_MAX {
        return Err(Refusal::Business(TOO_MANY.with(&[("n", &PAPERS_MAX.to_string())])));
    }
    let english = asked.language == "en";
    let actor = call.actor()?.clone();
    actor.need(COST_VIEW)?;
    let (papers, org) = call.read(|conn| Ok((read(conn, &actor, &ids)?, facts::org(conn, actor.org_id)?)))?;
    if papers.len() != ids.len() {
        return Err(Refusal::NotFound);
    }
    let sender = if english && !org.name_en.is_empty() { org.name_en } else { org.name };
    let logo = template::company_logo(&call.app, actor.org_id)?;
    let sheets: Vec<Sheet> =
        papers.iter().map(|paper| sheet(paper, kind.title, (&sender, logo.clone()), english)).collect();
    let bytes = print::sheets(&sheets).map_err(|error| Refusal::broken(format!("papers as PDF: {error}")))?;
    let name = papers.first().map(|paper| paper.num.clone()).unwrap_or_default();
    call.write(|tx| {
        papers.iter().try_for_each(|paper| {
            let entry = LogEntry::of(kind.object, paper.id, &paper.num, kind.page).did("打印", "打印");
            tx.log(entry.level(Level::Low))
        })
    })?;
    Ok(Answer::File { name: format!("{name}.pdf"), mime: PDF.to_owned(), bytes, inline: true })
}

fn sheet(paper: &Paper, title: Words, (sender, logo): (&str, Option<Picture>), english: bool) -> Sheet {
    let word = |(zh, en): Words| if english { en.to_owned() } else { zh.to_owned() };
    let said = |pairs: &[(Words, String)]| -> Vec<(String, String)> {
        pairs.iter().map(|(label, value)| (word(*label), value.clone())).collect()
    };
    Sheet {
        size: SIZE,
        sender: sender.to_owned(),
        title: word(title),
        logo,
        facts: said(&paper.facts),
        columns: paper
            .columns
            .iter()
            .map(|(label, number)| SheetColumn { label: word(*label), number: *number })
            .collect(),
        rows: paper.rows.clone(),
        sums: said(&paper.sums),
        notes: vec![(word(("备注", "Remark")), paper.remark.clone())],
        ..Sheet::default()
    }
}
