//! CASS: what airlines bill by, half a month each. Which column of their file says what is mapped once for each supplier.

use std::collections::{BTreeMap, BTreeSet};

use kernel::{Day, Id, Msg, Text, parse_day, parse_scaled, show_day};
use platform::call::Tx;
use platform::import::{CellRow, cell_number};
use platform::refusal::Refusal;
use platform::sea_query::OnConflict;
use platform::store::{Conn, Value, sql};
use serde::{Deserialize, Serialize};

use super::compare::Billed;
use super::file::{bad_amount, folded, refused};

/// Table of mappings.
const TABLE: &str = "file_mapping";
/// The kind of these.
const KIND: &str = "CASS";
/// Rows within which the headings stand.
const HEAD_WITHIN: usize = 20;

const HALF_MONTH: Msg = Msg::new(
    "payment_batch.half_month",
    "CASS账期须为半个月（1日至15日，或16日至月末）",
    "A period of CASS is half a month: the 1st to the 15th, or the 16th to the last day.",
);
const OTHER_NET: Msg =
    Msg::new("payment_batch.net", "第{n}行净额与明细不符", "Row {n}: the net amount is not the sum of its parts.");
const OTHER_DOCUMENT: Msg = Msg::new(
    "payment_batch.document",
    "第{n}行单证类型有误，可填AWB、CCA、DCM",
    "Row {n}: the kind of document is AWB, CCA or DCM.",
);
const NO_NUMBER: Msg = Msg::new("payment_batch.awb", "第{n}行主单号不能为空", "Row {n}: the master is missing.");

/// A column of such a file: key, label, English label, whether it counts below nought.
const AMOUNTS: [(&str, &str, &str, bool); 7] = [
    ("freight", "运费", "Freight", false),
    ("valuation", "声明价值费", "Valuation charge", false),
    ("agent", "代理费用", "Charges due agent", false),
    ("carrier", "承运人费用", "Charges due carrier", false),
    ("tax", "税", "Tax", false),
    ("commission", "佣金", "Commission", true),
    ("discount", "折扣", "Discount", true),
];
const NUMBER: (&str, &str) = ("主单号", "AWB");
const NET: (&str, &str) = ("净额", "Net");
const DOCUMENT: (&str, &str) = ("单证类型", "Document");
/// Documents that correct what was billed before.
const CORRECTIONS: [&str; 2] = ["CCA", "DCM"];
const BILL: &str = "AWB";

/// The heading of an amount, and the item it is our cost of.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub(super) struct Mapped {
    heading: String,
    item_id: String,
}

/// Which column says what, by headings.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub(super) struct Mapping {
    number: String,
    net: String,
    document: String,
    amounts: BTreeMap<String, Mapped>,
}

impl Mapping {
    /// Whether the file has what the mapping names, and the mapping what is needed.
    pub fn fits(&self, headings: &[String]) -> bool {
        let has = |heading: &str| place(headings, heading).is_some();
        let mapped = self.amounts.values().filter(|mapped| !mapped.heading.is_empty());
        has(&self.number)
            && has(&self.net)
            && (self.document.is_empty() || has(&self.document))
            && mapped.clone().next().is_some()
            && mapped.clone().all(|mapped| has(&mapped.heading) && mapped.item_id.parse::<i64>().is_ok())
    }

    /// A first guess: headings that are called as the columns are.
    pub fn guess(headings: &[String]) -> Self {
        let called = |(zh, en): (&str, &str)| {
            let found = headings.iter().find(|heading| [zh, en].iter().any(|name| folded(name) == folded(heading)));
            found.cloned().unwrap_or_default()
        };
        let amount = |(key, zh, en, _): (&str, &str, &str, bool)| {
            let heading = called((zh, en));
            (!heading.is_empty()).then(|| (key.to_owned(), Mapped { heading, item_id: String::new() }))
        };
        Self {
            number: called(NUMBER),
            net: called(NET),
            document: called(DOCUMENT),
            amounts: AMOUNTS.into_iter().filter_map(amount).collect(),
        }
    }

    /// The items its amounts are our costs of.
    pub fn items(&self) -> Vec<String> {
        let ids: BTreeSet<&str> =
            self.amounts.values().filter(|one| !one.heading.is_empty()).map(|one| one.item_id.as_str()).collect();
        ids.into_iter().filter(|id| !id.is_empty()).map(ToOwned::to_owned).collect()
    }

    /// The mapping a supplier's files were read with last.
    pub fn remembered(conn: &mut dyn Conn, org: i64, coop: Id) -> Result<Option<Self>, Refusal> {
        let mut select = sql::from(org, TABLE);
        select.column("mapping").and_where(sql::eq("kind", KIND)).and_where(sql::eq("of_id", coop));
        let stored: Option<String> = conn.first(&select.into())?.map(|row| row.get(0)).transpose()?;
        Ok(stored.and_then(|text| serde_json::from_str(&text).ok()))
    }

    /// Remembers it.
    pub fn remember(&self, tx: &mut Tx<'_>, coop: Id) -> Result<(), Refusal> {
        let text = serde_json::to_string(self).map_err(|error| Refusal::broken(format!("a mapping: {error}")))?;
        let cells = [
            ("kind", Value::Text(KIND.to_owned())),
            ("of_id", Value::Int(coop.0)),
            ("mapping", Value::Text(text)),
            ("updated_by", Value::Int(tx.actor.user_id.0)),
            ("updated_at", Value::Int(tx.now.millis())),
        ];
        let mut insert = sql::insert(tx.org(), TABLE, &cells);
        let on = OnConflict::columns(["org_id", "kind", "of_id"]);
        insert.on_conflict({ on }.update_columns(["mapping", "updated_by", "updated_at"]).to_owned());
        tx.exec(&insert.into())?;
        Ok(())
    }
}

fn place(headings: &[String], heading: &str) -> Option<usize> {
    let wanted = folded(heading);
    headings.iter().position(|one| !wanted.is_empty() && folded(one) == wanted)
}

/// The row of headings: that the mapping fits, else the one with most cells.
pub(super) fn head<'a>(rows: &'a [CellRow], mapping: Option<&Mapping>) -> Option<&'a CellRow> {
    let first = || rows.iter().take(HEAD_WITHIN);
    let fitting = mapping.and_then(|mapping| first().find(|row| mapping.fits(&row.cells)));
    let filled = |row: &&CellRow| row.cells.iter().filter(|cell| !cell.is_empty()).count();
    // Of equals the first: max_by_key would take the last.
    fitting.or_else(|| rows.iter().take(HEAD_WITHIN).rev().max_by_key(filled))
}

/// The rows below the headings; all that is wrong is told at once.
pub(super) fn rows(
    all: &[CellRow],
    (head, mapping): (&CellRow, &Mapping),
    fits: impl Fn(i64) -> bool,
) -> Result<Vec<Billed>, Refusal> {
    let at = |heading: &str| place(&head.cells, heading);
    let amounts: Vec<(usize, bool)> = AMOUNTS
        .iter()
        .filter_map(|(key, _, _, below)| Some((at(&mapping.amounts.get(*key)?.heading)?, *below)))
        .collect();
    let (number, net, document) = (at(&mapping.number), at(&mapping.net), at(&mapping.document));
    let (mut rows, mut wrong) = (Vec::new(), Vec::new());
    for row in all.iter().filter(|row| row.number > head.number) {
        let text = |place: Option<usize>| place.and_then(|place| row.cells.get(place)).map_or("", |cell| cell.trim());
        if text(number).is_empty() && text(net).is_empty() {
            continue;
        }
        match read(row.number, (text(number), text(net), text(document)), (&amounts, &row.cells), &fits) {
            Ok(billed) => rows.push(billed),
            Err(why) => wrong.push(why),
        }
    }
    if wrong.is_empty() { Ok(rows) } else { Err(refused(&wrong)) }
}

fn read(
    line: u32,
    (number, net, document): (&str, &str, &str),
    (amounts, cells): (&[(usize, bool)], &[String]),
    fits: &impl Fn(i64) -> bool,
) -> Result<Billed, Text> {
    let n = line.to_string();
    let figure = |text: &str| {
        let read = if text.is_empty() { Ok(0) } else { parse_scaled(&cell_number(text), 3) };
        read.ok().filter(|raw| fits(*raw)).ok_or_else(|| bad_amount(line))
    };
    if number.is_empty() {
        return Err(NO_NUMBER.with(&[("n", &n)]));
    }
    let document = if document.is_empty() { BILL.to_owned() } else { document.to_uppercase() };
    let correction = CORRECTIONS.contains(&document.as_str());
    if document != BILL && !correction {
        return Err(OTHER_DOCUMENT.with(&[("n", &n)]));
    }
    let amount = figure(net)?;
    // Files write what is given back with its sign or without.
    let (mut signed, mut below_nought) = (0i64, 0i64);
    for (place, below) in amounts {
        let raw = figure(cells.get(*place).map_or("", |cell| cell.trim()))?;
        signed = signed.saturating_add(raw);
        below_nought = below_nought.saturating_add(if *below { -raw } else { raw });
    }
    if amount != signed && amount != below_nought {
        return Err(OTHER_NET.with(&[("n", &n)]));
    }
    Ok(Billed { code: number.to_owned(), amount, correction })
}

/// A period of half a month.
pub(super) fn period(from: &str, to: &str) -> Result<(String, String), Refusal> {
    const SECOND_HALF: i8 = 16;
    let is_half = |first: Day, last: Day| {
        let ends = if first.day() == 1 { last.day() == SECOND_HALF - 1 } else { last == first.last_of_month() };
        (first.year(), first.month()) == (last.year(), last.month())
            && (first.day() == 1 || first.day() == SECOND_HALF)
            && ends
    };
    match (parse_day(from), parse_day(to)) {
        (Some(first), Some(last)) if is_half(first, last) => Ok((show_day(first), show_day(last))),
        _ => Err(Refusal::field("periodFrom", HALF_MONTH.text())),
    }
}
