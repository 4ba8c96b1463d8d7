//! Lists of partners as files: columns are found by their headings, which are remembered for each partner. Sheets of costs and
//! checks of bills read them alike.

use kernel::parse_scaled;
use platform::attached;
use platform::import::messages::NO_ROWS;
use platform::import::{CellRow, cell_number, read_cells};
use platform::prelude::*;
use platform::sea_query::OnConflict;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json, json};
use trade::charge::{Currency, Money};

/// Table of remembered headings.
const MAPPINGS: &str = "file_mapping";
/// Rows of a file.
const ROWS_MAX: usize = 20_000;
/// Rows within which the headings stand.
const HEAD_WITHIN: usize = 20;
/// Faults of a file that are told.
const TOLD_MAX: usize = 20;

const HEAD_ROW: Field =
    Field::int("表头行（空为自动）", "Row of the headings (none: found)").column("head_row").range(1, 1_000);
const NUMBER: Field = Field::text("单号列", "Column of the number").column("number_heading").max(60);
const SERVICE: Field = Field::text("费用项目列", "Column of the service").column("service_heading").max(60);
const AMOUNT: Field = Field::text("金额列", "Column of the amount").column("amount_heading").max(60);
const QUANTITY: Field = Field::text("数量列", "Column of the quantity").column("quantity_heading").max(60);
const KEY: Field = Field::text("自定核对键列", "Column of another key").column("key_heading").max(60);
/// What is asked for beside a file of charges.
pub(crate) const OF_CHARGES: [Field; 4] = [HEAD_ROW, NUMBER, SERVICE, AMOUNT];
/// What is asked for beside a file that a bill is checked with.
pub(crate) const OF_BILL: [Field; 6] = [HEAD_ROW, NUMBER, KEY, SERVICE, QUANTITY, AMOUNT];

/// Usual headings.
const NUMBERS: &[&str] =
    &["单号", "主单号", "分单号", "提单号", "运单号", "账单号", "订单号", "AWB", "MAWB", "HAWB", "BL", "NUMBER"];
const SERVICES: &[&str] = &["服务项目", "费用项目", "费用名称", "费用", "项目", "SERVICE", "CHARGE"];
const AMOUNTS: &[&str] = &["金额", "含税金额", "总金额", "价税合计", "AMOUNT", "TOTAL"];
const QUANTITIES: &[&str] = &["数量", "计费重量", "重量", "QUANTITY", "QTY", "WEIGHT"];

const NO_COLUMN: Msg = Msg::new(
    "their_list.column",
    "文件中没有此列，表头有：{headings}",
    "The file has no such column; its headings: {headings}",
);
const NO_NUMBER: Msg = Msg::new("their_list.number", "第{n}行单号不能为空", "Row {n}: the number is missing.");
const BAD_AMOUNT: Msg = Msg::new("their_list.amount", "第{n}行金额格式有误", "Row {n}: this is no amount.");

/// A row of the partner.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Said {
    /// What it calls the order.
    pub number: String,
    /// What it calls it otherwise.
    pub key: String,
    /// What is charged.
    pub service: String,
    /// How much was counted.
    pub quantity: Option<i64>,
    /// The amount.
    pub amount: i64,
}

/// The headings of a partner's files.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Mapping {
    head_row: Option<i64>,
    number: String,
    service: String,
    amount: String,
    quantity: String,
    key: String,
}

/// Where files of a kind belong: what their headings are remembered by, the files of the call, and its member.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Place {
    pub kind: &'static str,
    pub files: &'static str,
    pub member: &'static str,
}

impl Mapping {
    /// The headings a partner's files were read with last.
    fn remembered(conn: &mut dyn Conn, org: i64, (kind, coop): (&'static str, Id)) -> Result<Self, Refusal> {
        let mut select = sql::from(org, MAPPINGS);
        select.column("mapping").and_where(sql::eq("kind", kind)).and_where(sql::eq("of_id", coop));
        let stored: Option<String> = conn.first(&select.into())?.map(|row| row.get(0)).transpose()?;
        Ok(stored.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default())
    }

    fn remember(&self, tx: &mut Tx<'_>, (kind, coop): (&'static str, Id)) -> Result<(), Refusal> {
        let text = serde_json::to_string(self).map_err(|error| Refusal::broken(format!("a mapping: {error}")))?;
        let cells = [
            ("kind", kind.into_value()),
            ("of_id", coop.into_value()),
            ("mapping", text.into_value()),
            ("updated_by", tx.actor.user_id.into_value()),
            ("updated_at", Value::Int(tx.now.millis())),
        ];
        let mut insert = sql::insert(tx.org(), MAPPINGS, &cells);
        let on = OnConflict::columns(["org_id", "kind", "of_id"]);
        insert.on_conflict({ on }.update_columns(["mapping", "updated_by", "updated_at"]).to_owned());
        tx.exec(&insert.into())?;
        Ok(())
    }
}

/// Where the columns stand among the headings.
struct Places {
    number: usize,
    service: Option<usize>,
    amount: usize,
    quantity: Option<usize>,
    key: Option<usize>,
}

/// What a dialog begins with: the headings as they were.
pub(crate) fn first(
    conn: &mut dyn Conn,
    org: i64,
    of: (&'static str, Id),
    asked: &[Field],
) -> Result<Map<String, Json>, Refusal> {
    let mapping = Mapping::remembered(conn, org, of)?;
    let members = [
        (HEAD_ROW, json!(mapping.head_row)),
        (NUMBER, json!(mapping.number)),
        (SERVICE, json!(mapping.service)),
        (AMOUNT, json!(mapping.amount)),
        (QUANTITY, json!(mapping.quantity)),
        (KEY, json!(mapping.key)),
    ];
    let is_asked = |field: &Field| asked.iter().any(|one| one.column == field.column);
    Ok(members.into_iter().filter(|(field, _)| is_asked(field)).map(|(field, value)| (field.name(), value)).collect())
}

/// Reads the file a body names, and remembers its headings; what is wrong is found at its place, and there are no rows then.
pub(crate) fn read(
    tx: &mut Tx<'_>,
    filled: &mut Filled<'_>,
    place: Place,
    (coop, currency): (Id, Currency),
) -> Result<Vec<Said>, Refusal> {
    let (org, app) = (tx.org(), tx.app);
    let named = attached::named_in(filled.body, place.member).unwrap_or_default();
    let file = named.first().ok_or(Refusal::business(NO_ROWS))?;
    let (_, file) = attached::find(tx, org, place.files, *file)?.ok_or(Refusal::NotFound)?;
    let rows = read_cells(file.name(), &file.bytes(app)?, ROWS_MAX)?;
    let mapping = Mapping {
        head_row: filled.get(HEAD_ROW)?,
        number: filled.get(NUMBER)?,
        service: filled.get(SERVICE)?,
        amount: filled.get(AMOUNT)?,
        quantity: filled.get(QUANTITY)?,
        key: filled.get(KEY)?,
    };
    let head = head(&rows, &mapping).ok_or(Refusal::business(NO_ROWS))?;
    let Some(places) = places(head, &mapping, &mut filled.findings) else { return Ok(Vec::new()) };
    let fits = |raw: i64| Money::of_thousandths(raw, currency).is_ok();
    let said = said(&rows, (head, &places), fits, (place.member, &mut filled.findings));
    filled.unless_clean()?;
    if said.is_empty() {
        return Err(Refusal::business(NO_ROWS));
    }
    mapping.remember(tx, (place.kind, coop))?;
    Ok(said)
}

/// The row of the headings: the one that is named, else the first with a number and an amount, else the one with most cells.
fn head<'a>(rows: &'a [CellRow], mapping: &Mapping) -> Option<&'a CellRow> {
    if let Some(number) = mapping.head_row {
        return rows.iter().find(|row| i64::from(row.number) == number);
    }
    let has = |row: &CellRow| {
        place(&row.cells, &mapping.number, NUMBERS).is_some() && place(&row.cells, &mapping.amount, AMOUNTS).is_some()
    };
    let filled = |row: &&CellRow| row.cells.iter().filter(|cell| !cell.is_empty()).count();
    let first = rows.iter().take(HEAD_WITHIN).find(|row| has(row));
    first.or_else(|| rows.iter().take(HEAD_WITHIN).rev().max_by_key(filled))
}

/// Where a heading stands: the one that was typed, else a usual one.
fn place(headings: &[String], typed: &str, usual: &[&str]) -> Option<usize> {
    let at = |wanted: &str| headings.iter().position(|heading| folded(heading) == folded(wanted));
    if typed.is_empty() { usual.iter().find_map(|name| at(name)) } else { at(typed) }
}

/// The places of the columns; what is missing is found at its field. A number or another key must be there.
fn places(head: &CellRow, mapping: &Mapping, findings: &mut Findings) -> Option<Places> {
    let key = if mapping.key.is_empty() { None } else { place(&head.cells, &mapping.key, &[]) };
    let number = place(&head.cells, &mapping.number, NUMBERS);
    let number = if mapping.number.is_empty() { number.or(key) } else { number };
    let service = place(&head.cells, &mapping.service, SERVICES);
    let amount = place(&head.cells, &mapping.amount, AMOUNTS);
    let quantity = place(&head.cells, &mapping.quantity, QUANTITIES);
    let headings: Vec<&str> = head.cells.iter().map(String::as_str).filter(|cell| !cell.is_empty()).collect();
    let missing = [
        (number.is_none(), NUMBER),
        (key.is_none() && !mapping.key.is_empty(), KEY),
        (service.is_none() && !mapping.service.is_empty(), SERVICE),
        (quantity.is_none() && !mapping.quantity.is_empty(), QUANTITY),
        (amount.is_none(), AMOUNT),
    ];
    for (_, field) in missing.into_iter().filter(|(missing, _)| *missing) {
        findings.error(field.name(), NO_COLUMN.with(&[("headings", &headings.join("、"))]));
    }
    if findings.has_errors() { None } else { Some(Places { number: number?, service, amount: amount?, quantity, key }) }
}

/// The rows below the headings; what is wrong with any is told at the file.
fn said(
    rows: &[CellRow],
    (head, places): (&CellRow, &Places),
    fits: impl Fn(i64) -> bool,
    (member, findings): (&str, &mut Findings),
) -> Vec<Said> {
    let mut all = Vec::new();
    let mut wrong = 0;
    for row in rows.iter().filter(|row| row.number > head.number) {
        let text = |place: usize| row.cells.get(place).map_or("", |cell| cell.trim());
        let other = |place: Option<usize>| place.map(text).unwrap_or_default().to_owned();
        let (number, amount) = (text(places.number), text(places.amount));
        if number.is_empty() && amount.is_empty() {
            continue;
        }
        let raw = parse_scaled(&cell_number(amount), 3).ok().filter(|raw| fits(*raw));
        let n = row.number.to_string();
        match raw {
            Some(amount) if !number.is_empty() => all.push(Said {
                number: number.to_owned(),
                key: other(places.key),
                service: other(places.service),
                quantity: parse_scaled(&cell_number(&other(places.quantity)), 3).ok(),
                amount,
            }),
            _ if wrong >= TOLD_MAX => {}
            Some(_) => findings.error(member, NO_NUMBER.with(&[("n", &n)])),
            None => findings.error(member, BAD_AMOUNT.with(&[("n", &n)])),
        }
        wrong = findings.items.len();
    }
    all
}

/// As names and headings are compared.
pub(crate) fn folded(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_whitespace() && *letter != '*').collect::<String>().to_uppercase()
}
