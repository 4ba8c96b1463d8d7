//! 打印: which copies of a bill, on which paper, and what is asked before originals leave the printer.

use facts::sign::{self, BILL_OF_LADING, TEXT, Wanted};
use kernel::{Id, Scope};
use platform::call::{Answer, Call, Outcome, Tx};
use platform::log::{About, Level};
use platform::refusal::{Refusal, messages as common};
use print::{BillCopy, BillPaper, bill as draw};
use serde::Deserialize;
use serde_json::{Value as Json, json};
use template::{Printed, Seals};
use trade::bill::{Kind, ORIGINAL, SEAWAY, TELEX};
use waybill::download::prepare;

use crate::messages as m;
use crate::order;
use crate::store::{self, Bill};

/// Tenths of a millimetre pre-printed paper may be off.
const OFFSET_MAX: i64 = 200;
/// Longest reason.
const REASON_MAX: usize = 200;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Asked {
    bl_print_type: String,
    order_uuid: String,
    bl_id: Id,
    #[serde(default)]
    print_type: Option<String>,
    #[serde(default)]
    copies: Vec<What>,
    #[serde(default)]
    show_charge: Option<bool>,
    #[serde(default)]
    offset_x: Option<Json>,
    #[serde(default)]
    offset_y: Option<Json>,
    #[serde(default)]
    reason: String,
    /// Seals and signatures by their templates; without it the default ones.
    #[serde(default)]
    seal_ids: Option<Vec<Id>>,
}

/// Bills are written in English.
const LANGUAGE: &str = "en";
/// The paper as templates name it.
const DOCUMENTS: &[&str] = &[BILL_OF_LADING];
const PAPERS: &[&[&str]] = &[DOCUMENTS];

/// What is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
enum What {
    Original,
    Copy,
    Surrendered,
    Seaway,
    Draft,
}

/// In the order of the set.
const SET: [What; 5] = [What::Original, What::Seaway, What::Surrendered, What::Copy, What::Draft];

/// The bills of a kind that a print names. The carrier's own bears a seal of ours only by hand, as its agent's.
fn printed(print: &str) -> Result<Printed, Refusal> {
    let defaults = match print {
        "PRINT_HBL" => true,
        "PRINT_MBL" => false,
        _ => return Err(Refusal::BadRequest(common::BAD_PARAMETER.with(&[("name", "blPrintType")]))),
    };
    Ok(Printed { scope: Scope::Se.code(), papers: PAPERS, language: LANGUAGE, defaults })
}

/// GET seals: what there is to put on bills of a kind.
pub(crate) fn seals(call: &mut Call) -> Outcome {
    let (actor, printed) = (call.actor()?, printed(call.query("blPrintType"))?);
    let data = call.read(|conn| template::offered_seals(conn, actor, printed))?;
    Ok(Answer::Data(data))
}

/// POST downloadBL: draws the PDF; the answer is an address that works once.
pub(crate) fn print(call: &mut Call) -> Outcome {
    let asked: Asked = call.json()?;
    let mut paper = paper(&asked)?;
    let (org, now) = (call.actor()?.org_id, call.now());
    // A master bill is the carrier's: its logo is not ours to print.
    if asked.bl_print_type == "PRINT_HBL" {
        paper.logo = template::company_logo(&call.app, org)?;
    }
    let seals = Seals::chosen(call, printed(&asked.bl_print_type)?, asked.seal_ids.as_deref())?;
    paper.seals = seals.on(DOCUMENTS);
    let bill = call.write(|tx| {
        let actor = tx.actor;
        let bill = store::find(tx, actor, asked.bl_id)?;
        let order = order::of_id(tx, actor, bill.order_id)?;
        if order.uuid != asked.order_uuid || asked.bl_print_type != format!("PRINT_{}", bill.kind.code()) {
            return Err(Refusal::NotFound);
        }
        let wanted = wanted(&bill, &asked.copies);
        count(tx, &bill, &wanted, &asked.reason)?;
        paper.copies = copies(&bill, &wanted);
        paper.carrier = bill.form.carrier_name.clone();
        let (text, template) = sign_text(tx, &bill)?.unzip();
        paper.sign_text = text.unwrap_or_default();
        let named = format!("提单 {}", shown(&bill));
        let used = seals.note(tx, DOCUMENTS, (&named, About::orders([bill.order_id])), crate::PAGE)?;
        sign::count_uses(tx, org, template.into_iter().chain(used))?;
        Ok(bill)
    })?;
    // Drawn outside of any transaction: it takes a while for many copies.
    let bytes =
        draw(&bill.form, &paper).map_err(|error| Refusal::broken(format!("a bill of lading as PDF: {error}")))?;
    // Slashes of a number are none of a file name.
    let file = waybill::prepared(&format!("BL_{}", shown(&bill).replace('/', "-")), now, bytes);
    let path = call.app.system_write(|conn| prepare(conn, org, now, file))?;
    Ok(seals.answer(json!(path), DOCUMENTS))
}

/// Its number, if it has one.
fn shown(bill: &Bill) -> &str {
    if bill.number.is_empty() { "DRAFT" } else { &bill.number }
}

/// Refuses what may not be printed of a bill; else counts the print and notes it.
fn count(tx: &mut Tx<'_>, bill: &Bill, wanted: &[What], reason: &str) -> Result<(), Refusal> {
    let reason: String = reason.trim().chars().take(REASON_MAX).collect();
    let again = allow(tx, bill, wanted, &reason)?;
    let originals = wanted.contains(&What::Original);
    store::count_print(tx, bill.id, originals)?;
    let (function, level) = match (again, originals) {
        (true, _) => ("重打正本", Level::High),
        (false, true) => ("打印正本", Level::Middle),
        (false, false) => ("打印", Level::Low),
    };
    tx.log(bill.log().did("打印", function).level(level).text(reason))
}

fn paper(asked: &Asked) -> Result<BillPaper, Refusal> {
    let bad = |name: &str| Refusal::BadRequest(common::BAD_PARAMETER.with(&[("name", name)]));
    let overprint = match asked.print_type.as_deref().unwrap_or("2") {
        "1" => true,
        "2" => false,
        _ => return Err(bad("printType")),
    };
    let offset = |given: &Option<Json>, name: &str| -> Result<i64, Refusal> {
        let text = match given {
            None | Some(Json::Null) => return Ok(0),
            Some(Json::Number(number)) => number.to_string(),
            Some(Json::String(text)) => text.trim().to_owned(),
            Some(_) => return Err(bad(name)),
        };
        let tenths = kernel::parse_scaled(if text.is_empty() { "0" } else { &text }, 1).map_err(|_| bad(name))?;
        if (-OFFSET_MAX..=OFFSET_MAX).contains(&tenths) { Ok(tenths) } else { Err(bad(name)) }
    };
    let (offset_x, offset_y) = (offset(&asked.offset_x, "offsetX")?, offset(&asked.offset_y, "offsetY")?);
    Ok(BillPaper {
        overprint,
        // Only what is laid over a printed form is moved.
        offset_x: if overprint { offset_x } else { 0 },
        offset_y: if overprint { offset_y } else { 0 },
        show_charge: asked.show_charge.unwrap_or(true),
        ..BillPaper::default()
    })
}

/// What is asked for, in the order of the set; without a word what the bill is made for.
fn wanted(bill: &Bill, asked: &[What]) -> Vec<What> {
    let usual = match bill.form.issue_type.as_str() {
        _ if !bill.done() => What::Draft,
        SEAWAY => What::Seaway,
        TELEX => What::Copy,
        _ => What::Original,
    };
    let asked = if asked.is_empty() { &[usual][..] } else { asked };
    SET.into_iter().filter(|what| asked.contains(what)).collect()
}

/// Refuses what may not be printed of a bill; answers whether originals are printed once more.
fn allow(tx: &Tx<'_>, bill: &Bill, wanted: &[What], reason: &str) -> Result<bool, Refusal> {
    let issue = bill.form.issue_type.as_str();
    let refuse = |when: bool, message| if when { Err(Refusal::business(message)) } else { Ok(()) };
    if wanted.contains(&What::Copy) {
        refuse(matches!(bill.form.copies.as_str(), "" | "0"), m::NO_COPIES)?;
    }
    if wanted.contains(&What::Seaway) {
        refuse(issue != SEAWAY, m::NOT_SEAWAY)?;
        refuse(!bill.done(), m::SEAWAY_EARLY)?;
    }
    if wanted.contains(&What::Surrendered) {
        refuse(issue != TELEX || bill.custody != store::RELEASED, m::NOT_SURRENDERED)?;
    }
    if !wanted.contains(&What::Original) {
        return Ok(false);
    }
    refuse(!bill.done(), m::ORIGINALS_EARLY)?;
    refuse(issue != ORIGINAL, m::NO_ORIGINALS)?;
    let in_hand = matches!(bill.custody.as_str(), store::UNSIGNED | store::SIGNED);
    refuse(bill.kind == Kind::Hbl && !in_hand, m::CUSTODY)?;
    if bill.original_prints == 0 {
        return Ok(false);
    }
    refuse(!tx.actor.has("se-bl-reprint"), m::REPRINT)?;
    if reason.is_empty() { Err(Refusal::field("reason", m::REPRINT_REASON.text())) } else { Ok(true) }
}

/// The pages: each original with its number, each copy, each with the mark of what it is.
fn copies(bill: &Bill, wanted: &[What]) -> Vec<BillCopy> {
    let count = |text: &str| text.parse::<u32>().unwrap_or_default();
    let originals = count(&bill.form.originals);
    let mark = |own: &str| if bill.done() { own.to_owned() } else { "DRAFT".to_owned() };
    let one = |words: &str, own: &str| BillCopy { words: words.to_owned(), mark: mark(own) };
    let pages = |what: &What| match what {
        What::Original => {
            (1..=originals).map(|page| one(&format!("ORIGINAL {page}/{originals}"), "")).collect::<Vec<_>>()
        }
        What::Copy => (0..count(&bill.form.copies)).map(|_| one("COPY NON-NEGOTIABLE", "NON-NEGOTIABLE")).collect(),
        What::Surrendered => vec![one("SURRENDERED", "SURRENDERED")],
        What::Seaway => vec![one("SEA WAYBILL", "")],
        What::Draft => vec![one("DRAFT", "DRAFT")],
    };
    wanted.iter().flat_map(pages).collect()
}

/// The company's text above the signature of its house bills, and its template.
fn sign_text(tx: &mut Tx<'_>, bill: &Bill) -> Result<Option<(String, Id)>, Refusal> {
    if bill.kind == Kind::Mbl {
        return Ok(None);
    }
    let (actor, org, day) = (tx.actor, tx.org(), tx.now.day());
    let scope = Scope::Se.code();
    let wanted = Wanted { kind: TEXT, scope, document: BILL_OF_LADING, language: LANGUAGE, user: actor.user_id };
    let Some(template) = sign::find(tx, org, &wanted)? else { return Ok(None) };
    let values = sign::values(tx, (org, actor.user_id), day, &bill.form.place_of_issue)?;
    Ok(Some((sign::fill(&template.text, &values), template.id)))
}
