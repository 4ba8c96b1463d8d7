//! What is decided about applications (event 111) and red invoices (event 112, css.md 0.13): without a setting both are done at
//! once.

use approval::rule::{Fact, Facts};
use approval::{Application, words};
use platform::prelude::*;
use platform::registry::{Approved, Effect};
use settle::application::{self, VALID, Wanted};
use settle::invoice;
use settle::invoicing::{self, Invoice};
use trade::charge::Side;

use super::PATH;

const APPLIED: i64 = 111;
const TAKEN_BACK: i64 = 112;
/// Kinds of object of their applications.
const OF_APPLICATION: &str = "INVOICE_APPLICATION";
const OF_RED: &str = "RED_INVOICE";
/// What a decision does.
pub(super) const EFFECTS: [Effect; 2] = [
    Effect { event: APPLIED, kind: OF_APPLICATION, work: applied },
    Effect { event: TAKEN_BACK, kind: OF_RED, work: taken_back },
];
/// What becomes of what was decided against.
pub(super) const SETBACKS: [Effect; 2] = [
    Effect { event: APPLIED, kind: OF_APPLICATION, work: dropped },
    Effect { event: TAKEN_BACK, kind: OF_RED, work: kept },
];

const CONTENT: Msg = Msg::new(
    "application.content",
    "{coopName}申请开票{amount}（本位币）",
    "{coopName}: invoices of {amount} are applied for (functional currency)",
);
const RED_CONTENT: Msg =
    Msg::new("income_invoice.content", "{coopName}发票{n}红冲", "{coopName}: invoice {n} is to be taken back");

/// Applies for the decision about an application; answers its number, empty where none was needed.
pub(super) fn apply(tx: &mut Tx<'_>, (id, num): (Id, &str), wanted: &Wanted, worth: i64) -> Result<String, Refusal> {
    let org = tx.org();
    let name = facts::coop_name(tx, org, wanted.coop)?;
    let own = charge::rate::functional(tx, org)?;
    let amount = charge::ledger::money_text(worth, own);
    let content = CONTENT.with(&[("coopName", name.as_str()), ("amount", &amount)]).zh;
    let asked = application((APPLIED, OF_APPLICATION), (id, num, &wanted.scope), (wanted.coop, worth), content);
    let url = format!("{PATH}?number={num}");
    Ok(approval::submit(tx, &Application { url, reason: wanted.remark.clone(), ..asked })?.no)
}

/// Applies for the decision about a red invoice.
pub(super) fn take_back(
    tx: &mut Tx<'_>,
    (id, num): (Id, &str),
    original: &Invoice,
    (worth, reason): (i64, &str),
) -> Result<String, Refusal> {
    let org = tx.org();
    let name = facts::coop_name(tx, org, original.coop)?;
    let content = RED_CONTENT.with(&[("coopName", name.as_str()), ("n", &original.num)]).zh;
    let asked = application((TAKEN_BACK, OF_RED), (id, num, ""), (original.coop, worth), content);
    let url = format!("{PATH}?invoiceNum={}", original.num);
    Ok(approval::submit(tx, &Application { url, reason: reason.to_owned(), ..asked })?.no)
}

fn application(
    (event, kind): (i64, &'static str),
    (object, number, scope): (Id, &str, &str),
    (coop, worth): (Id, i64),
    content: String,
) -> Application {
    /// Thousandths of the tables, in hundredths of facts.
    const TENTH: i64 = 10;
    let facts: Facts = [("amount".to_owned(), Fact::Number(worth / TENTH))].into_iter().collect();
    Application {
        event,
        kind,
        object,
        number: number.to_owned(),
        internal_number: String::new(),
        url: String::new(),
        scope: scope.to_owned(),
        coop: Some(coop),
        sales: None,
        servicer: None,
        facts,
        content,
        reason: String::new(),
        without: None,
        running: words::RUNNING,
    }
}

/// The invoice may be issued; what needed no decision the page tells in the log.
fn applied(tx: &mut Tx<'_>, approved: &Approved) -> Result<(), Refusal> {
    application::set_state(tx, approved.object, VALID)?;
    if approved.approval.is_empty() {
        return Ok(());
    }
    let entry = LogEntry::of(application::OBJECT, approved.object, &approved.number, PATH);
    tx.log(entry.did("修改", "开票申请通过").text(format!("审批{}通过", approved.approval)))
}

fn dropped(tx: &mut Tx<'_>, approved: &Approved) -> Result<(), Refusal> {
    let held = application::held(tx, approved.object)?;
    application::cancel(tx, &held)?;
    let entry = LogEntry::of(application::OBJECT, approved.object, &held.application.num, PATH);
    tx.log(entry.did("修改", "开票申请未通过").text(format!("审批{}未通过", approved.approval)))
}

/// The red invoice takes back what its original covers.
fn taken_back(tx: &mut Tx<'_>, approved: &Approved) -> Result<(), Refusal> {
    let red = invoicing::held(tx, Side::Receivable, approved.object)?;
    invoicing::take_back(tx, &red)?;
    if let Some(application) = red.application {
        application::restate(tx, application)?;
    }
    let entry = LogEntry::of(invoice::TABLE, red.id, &red.num, PATH).did("新建", "红冲").level(Level::High);
    tx.log(entry.text(approved.reason.clone()))
}

fn kept(tx: &mut Tx<'_>, approved: &Approved) -> Result<(), Refusal> {
    let red = invoicing::held(tx, Side::Receivable, approved.object)?;
    invoicing::drop_red(tx, &red)?;
    let entry = LogEntry::of(invoice::TABLE, red.id, &red.num, PATH).did("修改", "红冲未通过");
    tx.log(entry.text(format!("审批{}未通过", approved.approval)))
}
