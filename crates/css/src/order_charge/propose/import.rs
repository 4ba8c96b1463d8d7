//! 导入: charges of an order from a workbook. Nothing is saved: rows that pass are told as lines, which the grids of the page take
//! over when their user agrees; of every other row is told all that stands against it.

use std::collections::{BTreeMap, BTreeSet};

use charge::entry::{self, Typed};
use charge::line::{self, Charge, LINES_MAX, Line, Source, code_of, member_of};
use charge::terms::{CARRIES, SIDES, meanings};
use kernel::{Findings, Instant, Text};
use order::store::Saved;
use platform::access::Actor;
use platform::call::{Answer, Call, Outcome};
use platform::field::{Field, Kind};
use platform::import::messages::WRONG_TYPE;
use platform::import::{TableRow, blank_table, cell_number, read_table};
use platform::refusal::Refusal;
use platform::store::Conn;
use serde_json::{Map, Value as Json, json};
use trade::charge::Side;

use super::super::edit::{Desk, may_after, undecided};
use super::super::told::{amount_of, closed};
use super::super::{MIME, data, errors, found, found_at};
use crate::named::{self, Named, chosen, tax_of};

/// A column whose cells may be left to the item.
const fn optional(field: Field) -> Field {
    Field { required: false, initial: "", ..field }
}

const KIND: Field = Field::select(SIDES, "应收/应付", "Side").column("kind").required();
/// The columns of the workbook: the side, and those of the grids that are typed.
const COLUMNS: &[Field] = &[
    KIND,
    Charge::SERVICE_ITEM_ID,
    optional(Charge::COOP_ID),
    optional(Charge::BASIS),
    Charge::CONTAINER_TYPE,
    optional(Charge::CURRENCY_CODE),
    optional(Charge::PRICE),
    Charge::QUANTITY,
    Charge::AMOUNT,
    Charge::EXCHANGE_RATE,
    optional(Charge::TAX_RATE),
    Charge::NOTE,
    Charge::AMOUNT_MIN,
    Charge::AMOUNT_MAX,
    Charge::DIGITS,
    optional(Charge::CARRY),
    Charge::INNER_NOTE,
];
/// Other headings of the same.
const ALSO: &[Field] = &[
    Field::text("应收应付", "Receivable or payable").column("kind"),
    Field::text("收付", "Receivable/payable").column("kind"),
];

/// GET /css/charge/import/template.
pub(crate) fn blank(call: &mut Call) -> Outcome {
    let english = call.language().starts_with("en");
    let name = if english { "Order charges_import template.xlsx" } else { "费用_导入模板.xlsx" };
    let bytes = blank_table(COLUMNS, call.language())?;
    Ok(Answer::File { name: name.to_owned(), mime: MIME.to_owned(), bytes, inline: false })
}

/// POST /css/charge/import?orderUuid, with the file.
pub(crate) fn import(call: &mut Call) -> Outcome {
    let who = (call.actor()?, call.now(), call.language());
    let uuid = call.query("orderUuid");
    // Who may not see the order is told that, whatever his file holds.
    call.read(|conn| found(conn, who.0, uuid).map(drop))?;
    let part = call.asked.parts.iter().find(|part| !part.file_name.is_empty());
    let part = part.ok_or(Refusal::business(WRONG_TYPE))?;
    let rows = read_table(&part.file_name, &part.bytes, &[COLUMNS, ALSO].concat(), LINES_MAX)?;
    call.read(|conn| {
        let saved = found(conn, who.0, uuid)?;
        look(conn, who, &saved, &rows)
    })
    .map(Json::Object)
    .and_then(data)
}

/// A row that is read, and the line it makes.
struct Fresh<'a> {
    row: &'a TableRow,
    line: Line,
}

/// A row that is refused, with all the reasons.
type Bad<'a> = (&'a TableRow, Vec<Text>);

/// The rows of a file as lines of an order, none of which is saved.
fn look(
    conn: &mut dyn Conn,
    (actor, now, language): (&Actor, Instant, &str),
    saved: &Saved,
    rows: &[TableRow],
) -> Result<Map<String, Json>, Refusal> {
    let org = actor.org_id;
    let kept = line::of_order(conn, org, saved.id)?;
    let words = Words::of(conn, actor, saved, rows)?;
    let (mut fresh, mut bad): (Vec<Fresh<'_>>, Vec<Bad<'_>>) = (Vec::new(), Vec::new());
    for row in rows {
        match words.line(actor, row)? {
            Ok(line) => fresh.push(Fresh { row, line }),
            Err(why) => bad.push((row, why)),
        }
    }
    let all: Vec<Line> = kept.iter().chain(fresh.iter().map(|one| &one.line)).cloned().collect();
    let desk = Desk::of(conn, (actor, now, language), saved, &all)?;
    let good = passed((&desk, &kept), fresh, actor.has("css-rate-edit"), &mut bad);
    let lines: Vec<Line> = good.iter().map(|one| one.line.clone()).collect();
    let mut out = desk.told(conn, org, saved, &lines)?;
    // The grids hold more than these rows.
    out.remove("totals");
    let good = good.iter().map(|one| (one.row.number, told_good(one, &desk)));
    let bad = bad.iter().map(|one| (one.0.number, told_bad(one)));
    let result: BTreeMap<u32, Json> = good.chain(bad).collect();
    out.insert("result".to_owned(), result.into_values().collect());
    Ok(out)
}

/// Makes every figure of the lines over those the order has, and leaves out what does not pass, until the rest does.
fn passed<'a>(
    (desk, kept): (&Desk, &[Line]),
    mut fresh: Vec<Fresh<'a>>,
    may_rate: bool,
    bad: &mut Vec<Bad<'a>>,
) -> Vec<Fresh<'a>> {
    let checked = |fresh: &[Fresh<'_>]| {
        let typed = fresh.iter().enumerate().map(|(place, one)| Typed { line: one.line.clone(), place: Some(place) });
        let mut all = entry::merged(kept, typed.collect(), &BTreeSet::new());
        let mut findings = Findings::new();
        entry::check(&mut all, kept, (&desk.subject, &desk.known), may_rate, &mut findings);
        all.retain(|one| one.place.is_some());
        (all, findings)
    };
    let (made, _) = checked(&fresh);
    typed_over(&mut fresh, &made);
    loop {
        let (made, findings) = checked(&fresh);
        if fresh.is_empty() || !findings.has_errors() {
            for (one, made) in fresh.iter_mut().zip(made) {
                one.line = made.line;
            }
            return fresh;
        }
        // What stands at no row is of all of them.
        let of_all = errors(&found_at(&findings, None));
        let mut left = Vec::new();
        for (place, one) in fresh.into_iter().enumerate() {
            let mut why = errors(&found_at(&findings, Some(place)));
            why.extend(of_all.iter().cloned());
            if why.is_empty() { left.push(one) } else { bad.push((one.row, why)) }
        }
        fresh = left;
    }
}

/// An amount counts that stands beside a price and is not what that makes: as in the grids, it was typed over it.
fn typed_over(fresh: &mut [Fresh<'_>], made: &[Typed]) {
    for (one, made) in fresh.iter_mut().zip(made) {
        let charge = &mut one.line.charge;
        charge.amount_fixed |=
            charge.price.is_some() && charge.amount.is_some() && charge.amount != made.line.charge.amount;
    }
}

/// A row that passes, as the result tells it.
fn told_good(Fresh { row, line }: &Fresh<'_>, desk: &Desk) -> Json {
    json!({
        "number": row.number, "kind": code_of(line.side), "serviceName": desk.reader.item(line, &desk.known),
        "coopName": desk.known.coop(line).map_or("", |coop| coop.name.as_str()), "state": "new",
        "amount": amount_of(line), "why": null,
    })
}

/// One that does not, as it was written.
fn told_bad((row, why): &Bad<'_>) -> Json {
    let side = named::side_of(KIND, text(row, KIND)).ok().flatten();
    let say = |of: fn(&Text) -> &str, comma| why.iter().map(of).collect::<Vec<_>>().join(comma);
    json!({
        "number": row.number, "kind": side.map_or("", code_of), "serviceName": text(row, Charge::SERVICE_ITEM_ID),
        "coopName": text(row, Charge::COOP_ID), "state": "bad", "amount": null,
        "why": { "zh": say(|text| text.zh.as_str(), "；"), "en": say(|text| text.en.as_str(), "; ") },
    })
}

fn text(row: &TableRow, field: Field) -> &str {
    row.texts.get(&field.name()).and_then(Json::as_str).map_or("", str::trim)
}

/// What the cells of a file mean for an order.
struct Words {
    scope: &'static str,
    names: Named,
    bases: BTreeMap<String, String>,
    taxes: BTreeMap<String, String>,
    /// Why each side takes no lines.
    shut: [Option<Text>; 2],
}

impl Words {
    fn of(conn: &mut dyn Conn, actor: &Actor, saved: &Saved, rows: &[TableRow]) -> Result<Self, Refusal> {
        let (org, scope) = (actor.org_id, saved.profile.scope.code());
        let coops = rows.iter().map(|row| text(row, Charge::COOP_ID)).filter(|name| !name.is_empty());
        let undecided = undecided(conn, org, saved.id)?;
        let shut = |side| closed(saved, side, may_after(actor)).or_else(|| undecided.clone());
        Ok(Self {
            scope,
            names: Named::of(conn, org, &BTreeSet::from([scope]), coops)?,
            bases: meanings(conn, org, Charge::BASIS)?,
            taxes: meanings(conn, org, Charge::TAX_RATE)?,
            shut: Side::ALL.map(shut),
        })
    }

    /// A row as a new line; else all that is wrong with its cells, and what stands against its side.
    fn line(&self, actor: &Actor, row: &TableRow) -> Result<Result<Line, Vec<Text>>, Refusal> {
        let missing = COLUMNS.iter().filter(|field| field.required && text(row, **field).is_empty());
        let mut wrong: Vec<Text> = missing.map(Field::asked_for).collect();
        let side = named::side_of(KIND, text(row, KIND)).unwrap_or_else(|why| {
            wrong.push(why);
            None
        });
        wrong.extend(side.and_then(|side| named::hidden(actor, side).or_else(|| self.shut(side))));
        let mut members = Map::new();
        for field in COLUMNS.iter().filter(|field| field.column != KIND.column && !text(row, **field).is_empty()) {
            match self.member(field, text(row, *field)) {
                Ok(text) => drop(members.insert(field.name(), json!(text))),
                Err(why) => wrong.push(why),
            }
        }
        // Cells are read as a save reads them, on either side.
        let side = side.unwrap_or(Side::Receivable);
        let body = Map::from_iter([(member_of(side).to_owned(), json!([members]))]);
        let mut findings = Findings::new();
        let typed = entry::read_side(&body, side, &[], &mut findings)?;
        wrong.extend(errors(&findings));
        let line = typed.into_iter().next().map(|one| one.line).filter(|_| wrong.is_empty());
        Ok(line.ok_or(wrong).map(|mut line| {
            Source::Imported.code().clone_into(&mut line.charge.source);
            line
        }))
    }

    fn shut(&self, side: Side) -> Option<Text> {
        let [income, cost] = &self.shut;
        if side == Side::Receivable { income.clone() } else { cost.clone() }
    }

    /// A cell as the member of a row.
    fn member(&self, field: &Field, text: &str) -> Result<String, Text> {
        let of =
            |words: &BTreeMap<String, String>, text: String| words.get(&text.to_lowercase()).cloned().unwrap_or(text);
        Ok(match field.column {
            column if column == Charge::SERVICE_ITEM_ID.column => self.names.item(self.scope, text)?.to_string(),
            column if column == Charge::COOP_ID.column => self.names.coop(text)?.to_string(),
            column if column == Charge::BASIS.column => of(&self.bases, text.to_owned()),
            column if column == Charge::TAX_RATE.column => of(&self.taxes, tax_of(text)),
            column if column == Charge::CARRY.column => chosen(CARRIES, text).unwrap_or(text).to_owned(),
            _ if matches!(field.kind, Kind::Int | Kind::Decimal(_)) => cell_number(text),
            _ => text.to_owned(),
        })
    }
}
