//! What debit notes and statements do alike: they are printed, go to their customers by mail, are answered by them behind a link,
//! and tell of all that.

mod link;
pub(crate) mod look;
mod outside;
mod print;
mod send;

use charge::chain::{IN_FORCE, PROCESSING};
use charge::ledger::INCOME_VIEW;
use kernel::{Id, Msg, Text};
use platform::access::Actor;
use platform::bulk;
use platform::call::Tx;
use platform::refusal::{Refusal, messages};
use platform::registry::Room;
use platform::sea_query::{Order, SelectStatement};
use platform::store::{Conn, Row, Value, sql};
use serde_json::Value as Json;
use settle::paper::{PAPERS_MAX, is_english};
use template::{Cell, Format};

pub(crate) use print::{print, seals};
pub(crate) use send::{draft, send};

use crate::paper::Read;

const NONE: Msg = Msg::new("bill.none", "请选择{bills}", "Choose {bills}.");
const TOO_MANY: Msg = Msg::new("bill.many", "一次最多打印{n}张{bills}", "At most {n} {bills} are printed at once.");
const IS_VOID: Msg = Msg::new("bill.void", "{bills}{n}已作废", "{n} is void.");

/// Rows of a bill that its customer reads on the page of a link; all of them stand on the paper.
pub(crate) const ROWS_SHOWN: usize = 200;

/// A kind of bill.
pub(crate) struct Kind {
    /// Its table.
    pub table: &'static str,
    /// The column of its number there.
    pub number: &'static str,
    /// What the log calls it.
    pub object: &'static str,
    /// Its page.
    pub page: &'static str,
    /// What it is called, as the templates call it too.
    pub document: &'static str,
    /// The papers that sign on it: the document alone.
    pub papers: &'static [&'static [&'static str]],
    /// One and several of it in English.
    pub english: (&'static str, &'static str),
    /// Codes of the layouts there are; the first where none is named.
    pub layouts: &'static [&'static str],
    /// Rows of its table that an actor sees.
    pub seen: fn(&Actor) -> SelectStatement,
    /// Refuses while somebody decides about one.
    pub undecided: fn(&mut dyn Conn, i64, Id) -> Result<(), Refusal>,
    /// Reads one its caller sees for its paper.
    pub read: fn(&mut dyn Conn, &Actor, Id, &Made) -> Result<Read, Refusal>,
    /// A workbook of its own; none where the template of the company is filled in.
    pub book: fn(&Read, &Made) -> Result<Option<Vec<u8>>, Refusal>,
    /// How it goes out.
    pub mail: Mailed,
    /// How its customer answers it.
    pub asked: Asked,
}

/// How customers answer a kind of bill behind the link of a mail.
pub(crate) struct Asked {
    /// The filter of its page that finds it by its number.
    pub filter: &'static str,
    /// Whether an actor sees all of one: of another no link goes out.
    pub whole: fn(&mut dyn Conn, &Actor, Id) -> Result<bool, Refusal>,
    /// What one tells its customer.
    pub shown: fn(&mut dyn Conn, i64, Id) -> Result<Shown, Refusal>,
    /// Holds what an answer changes, orders first.
    pub hold: fn(&mut Tx<'_>, Id) -> Result<(), Refusal>,
    /// The column of when the customer answered.
    pub when: &'static str,
    /// Does what follows from an answer, which agrees or not; tells when it was given, as that column has it.
    pub answered: fn(&mut Tx<'_>, Id, bool) -> Result<Value, Refusal>,
}

/// What a bill tells its customer behind a link.
pub(crate) struct Shown {
    /// As the page gets it.
    pub bill: Json,
    /// All that its paper says: where it differs, the bill is another one.
    pub figures: String,
}

/// How a kind of bill goes out.
pub(crate) struct Mailed {
    /// What the mails of a bill are kept by.
    pub of: &'static str,
    /// Kind of mail.
    pub kind: mail::Kind,
    /// Colleagues who get copies.
    pub copies: mail::Copies,
    /// Above the bills.
    pub begins: (&'static str, &'static str),
    /// What a draft tells the number of bills as.
    pub counted: &'static str,
    /// What the text of a mail says of bills.
    pub lines: fn(&mut dyn Conn, &Actor, (&[Id], bool)) -> Result<Vec<Line>, Refusal>,
}

/// A bill in the text of a mail.
pub(crate) struct Line {
    pub id: Id,
    pub coop: Id,
    pub num: String,
    pub said: String,
}

/// How bills are made.
#[derive(Debug, Clone)]
pub(crate) struct Made {
    /// Code of a layout.
    pub layout: String,
    pub english: bool,
    pub format: Format,
}

impl Made {
    /// The cell of the template of a document.
    pub(crate) fn cell(&self, scope: &str, document: &str) -> Result<Cell, Refusal> {
        let cell = Cell::of(scope, document, settle::paper::language(self.english), self.format);
        cell.ok_or_else(|| Refusal::broken(format!("no paper {document} of {scope}")))
    }
}

/// Adds the calls of customers to the room.
pub(crate) fn add(room: &mut Room) {
    room.operations.extend(outside::operations());
    room.messages.push(&outside::TOLD);
}

fn bad(name: &str) -> Refusal {
    Refusal::BadRequest(messages::BAD_PARAMETER.with(&[("name", name)]))
}

impl Kind {
    /// A message about bills of this kind.
    fn said(&self, message: Msg, name: &str) -> Text {
        let n = ("n", name);
        message.with_each(&[n, ("bills", self.document)], &[n, ("bills", self.english.1)])
    }

    /// How bills are asked for: language, PDF or a workbook, and layout.
    fn made(&self, (language, format, layout): (&str, &str, &str), screen: &str) -> Result<Made, Refusal> {
        let format = match format {
            "" | "PDF" => Format::Pdf,
            "EXCEL" => Format::Excel,
            _ => return Err(bad("format")),
        };
        let first = self.layouts.first().copied().unwrap_or_default();
        let layout = if layout.is_empty() { first } else { layout };
        if !layout.is_empty() && !self.layouts.contains(&layout) {
            return Err(bad("layout"));
        }
        Ok(Made { layout: layout.to_owned(), english: is_english(language, screen), format })
    }

    /// Bills by their ids, each of which the caller sees; refused as not there where one is not. Columns are those of the
    /// table.
    pub(crate) fn rows(
        &self,
        conn: &mut dyn Conn,
        actor: &Actor,
        (ids, columns): (&[Id], &[&'static str]),
    ) -> Result<Vec<Row>, Refusal> {
        let mut select = (self.seen)(actor);
        select
            .columns(columns.iter().map(|column| (self.table, *column)))
            .and_where(sql::is_in(sql::of(self.table, "id"), ids.iter().copied()))
            .order_by((self.table, "id"), Order::Asc);
        let rows = conn.query(&select.into())?;
        if rows.len() == ids.len() { Ok(rows) } else { Err(Refusal::NotFound) }
    }

    /// Bills that may go out, each once and in the order they were named: so many at most, and none that is void.
    fn named(&self, conn: &mut dyn Conn, actor: &Actor, ids: &[Id]) -> Result<Vec<Id>, Refusal> {
        actor.need(INCOME_VIEW)?;
        let mut once: Vec<Id> = Vec::new();
        for id in ids {
            if !once.contains(id) {
                once.push(*id);
            }
        }
        if once.is_empty() {
            return Err(Refusal::Business(self.said(NONE, "")));
        }
        if once.len() > PAPERS_MAX {
            return Err(Refusal::Business(self.said(TOO_MANY, &PAPERS_MAX.to_string())));
        }
        for row in self.rows(conn, actor, (&once, &["state", self.number]))? {
            let (state, num): (String, String) = (row.get(0)?, row.get(1)?);
            if state == PROCESSING {
                return Err(Refusal::Business(bulk::busy(&num)));
            }
            if state != IN_FORCE {
                return Err(Refusal::Business(self.said(IS_VOID, &num)));
            }
        }
        Ok(once)
    }

    /// Reads bills that may go out.
    fn reads(&self, conn: &mut dyn Conn, actor: &Actor, (ids, made): (&[Id], &Made)) -> Result<Vec<Read>, Refusal> {
        ids.iter().map(|id| (self.read)(conn, actor, *id, made)).collect()
    }

    /// Holds bills until the transaction ends.
    fn hold(&self, tx: &mut Tx<'_>, ids: &[Id]) -> Result<(), Refusal> {
        let mut select = sql::from(tx.org(), self.table);
        select.column("id").and_where(sql::is_in(sql::col("id"), ids.iter().copied()));
        select.order_by("id", Order::Asc).lock_exclusive();
        tx.query(&select.into())?;
        Ok(())
    }
}

/// A customer, by his English name where the paper is English and there is one.
pub(crate) fn customer([full, ename]: [String; 2], english: bool) -> String {
    if english && !ename.is_empty() { ename } else { full }
}
