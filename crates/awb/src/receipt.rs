//! /af_awb_receipt 领单登记: numbers received from airlines and partners enter the stock.

use kernel::{Findings, Id, Instant, Msg, Text, day_after_days, show_day};
use platform::call::{Answer, Call, Outcome, Tx};
use platform::field::{Choice, Field};
use platform::list::{Button, Column, Filter, Join, ListPage, Match};
use platform::log::LogEntry;
use platform::refusal::{Refusal, messages as common};
use platform::store::{Cell, Conn, Value, sql};
use sea_query::Expr;
use serde_json::{Map, Value as Json, json};
use stock::blacklist::Entry;
use stock::{By, State};

use crate::stock_list::SOURCES;

/// Most numbers of one receipt.
const COUNT_MAX: usize = 1000;
/// Rows of one insert; small enough for the parameter limits of both databases.
const CHUNK: usize = 50;
/// A number may be registered again so many days after its last registration.
const AGAIN_AFTER_DAYS: i64 = 365;

/// Messages of receipts.
pub mod messages {
    use super::Msg;

    /// The number is in the stock.
    pub const EXISTS: Msg = Msg::new("awb.exists", "{n}已存在，不能登记", "{n} is already registered.");
    /// The number was registered more than a year ago.
    pub const EXISTED: Msg =
        Msg::new("awb.existed", "{n}一年前已登记，是否继续？", "{n} was registered more than a year ago. Continue?");
    /// A pasted text is no number.
    pub const WRONG: Msg = Msg::new("awb.wrong_number", "单号格式不正确：{n}", "Wrong number: {n}");
    /// A pasted number stands there twice.
    pub const TWICE: Msg = Msg::new("awb.twice", "{n}重复", "{n} occurs twice.");
    /// A pasted number of another airline.
    pub const OTHER_PREFIX: Msg =
        Msg::new("awb.other_prefix", "{n}与航司前缀{prefix}不一致", "{n} does not have the prefix {prefix}.");
    /// Too many.
    pub const TOO_MANY: Msg =
        Msg::new("awb.too_many", "一次最多登记{n}个主单号", "At most {n} numbers can be registered at once.");
    /// No such partner.
    pub const NO_SOURCE: Msg = Msg::new("awb.no_source", "运单来源不存在", "There is no such source.");
    /// May be registered.
    pub const FREE: Msg = Msg::new("awb.free", "可登记", "Can be registered");
    /// The number is on the blacklist, as its entry says.
    pub const BLACKLISTED: Msg = Msg::new("awb.receipt_blacklisted", "{n}：{why}", "{n}: {why}");
    /// Was registered.
    pub const OLD: Msg = Msg::new("awb.old", "一年前已登记", "Registered more than a year ago");
}

/// Paper of the numbers.
pub const KINDS: &[Choice] = &[
    Choice::new("中性", "中性", "Neutral"),
    Choice::new("纸质套打", "纸质套打", "Pre-printed"),
    Choice::new("电子", "电子", "Electronic"),
];

fn three_digits(text: &str) -> bool {
    text.len() == 3 && text.bytes().all(|b| b.is_ascii_digit())
}

const PREFIX_FORM: Msg = Msg::new("awb.prefix_form", "航司前缀须为3位数字", "The prefix must be 3 digits.");

const PREFIX: Field =
    Field::text("航司前缀", "Prefix").column("prefix").required().max(3).pattern(r"^\d{3}$", three_digits, PREFIX_FORM);
const STATION: Field = Field::code("airport", "始发港", "Origin").column("departure_station").max(3);
const SOURCE_TYPE: Field =
    Field::select(SOURCES, "运单所属", "Belongs to").column("source_type").wire("awbFromType").required();
const SOURCE: Field =
    Field::reference("coop?role=awbSource", "运单来源", "Source").column("source_coop_id").wire("awbFromId").required();
const RECEIVED: Field = Field::day("领单日期", "Received on").column("receive_date").required();
const COUNT: Field = Field::int("数量", "Quantity").column("quantity").wire("count").range(1, 1000);
const START: Field = Field::text("起始号", "First number").wire("start").max(8);
const NUMBERS: Field = Field::long("主单号", "Numbers").wire("numbers").max(20_000);
const KIND: Field = Field::select(KINDS, "类型", "Kind").column("kind").initially("\"中性\"");
const UNIT_COST: Field = Field::decimal(2, "单价", "Unit cost").column("unit_cost").range(0, 9_999_999_999);
const EXPIRE: Field = Field::day("有效期至", "Valid until").column("expire_date");
const REMARK: Field = Field::long("备注", "Remark").column("remark").max(300);

fn left() -> Expr {
    Expr::cust(
        "(SELECT COUNT(*) FROM awb n WHERE n.org_id = awb_receipt.org_id AND n.receipt_id = awb_receipt.id \
         AND n.state IN ('UNUSED', 'RESERVED', 'LOCKED'))",
    )
}

fn used() -> Expr {
    Expr::cust(
        "(SELECT COUNT(*) FROM awb n WHERE n.org_id = awb_receipt.org_id AND n.receipt_id = awb_receipt.id \
         AND n.state IN ('ALLOCATED', 'USED', 'VOID'))",
    )
}

/// The list.
pub const LIST: ListPage = ListPage {
    joins: &[
        Join { table: "coop", alias: "source", on: &[("source_coop_id", "id")], by_org: true },
        Join { table: "app_user", alias: "creator", on: &[("created_by", "id")], by_org: true },
    ],
    columns: &[
        Column::own(Field::reference("awbReceipt", "编号", "Id").column("id")).hidden(),
        Column::own(Field::text("领单批次", "Receipt").column("code").wire("receiptCode"))
            .link("/af_awb?receiptCode={receiptCode}&awbStatus="),
        Column::own(Field::code("carrier", "航司", "Carrier").column("carrier_code")),
        Column::own(PREFIX),
        Column::of("source", Field::text("运单来源", "Source").column("coop_name").wire("awbFromName")),
        Column::own(SOURCE_TYPE).behind(),
        Column::own(STATION),
        Column::own(RECEIVED),
        Column::own(COUNT),
        Column::own(Field::text("起始号", "First number").column("first_number")),
        Column::own(Field::text("截止号", "Last number").column("last_number")),
        Column::expr(used, Field::int("已用", "Used").wire("used")).unsorted(),
        Column::expr(left, Field::int("剩余", "Left").wire("left")).unsorted(),
        Column::own(UNIT_COST),
        Column::own(Field::decimal(2, "金额", "Amount").column("amount")),
        Column::own(KIND).behind(),
        Column::own(EXPIRE),
        Column::own(REMARK),
        Column::of("creator", Field::text("创建人", "Created by").column("name_cn").wire("creator")),
        Column::own(Field::instant("创建时间", "Created at").column("created_at").wire("createTime")),
    ],
    filters: &[
        Filter::new("receiptCode", Match::Contains, Field::text("领单批次", "Receipt").column("code")),
        Filter::new("carrier", Match::Equals, Field::code("carrier", "航司", "Carrier").column("carrier_code")),
        Filter::new("source", Match::Contains, Field::text("运单来源", "Source").column("coop_name"))
            .columns(&[("source", "coop_name"), ("source", "coop_code")]),
        Filter::new("receiveDate", Match::Range, RECEIVED),
    ],
    buttons: &[Button::new("af-awb-add", ("领单登记", "Register numbers"), "primary", "custom")
        .calls("POST /afbase/awb/saveReceipt")],
    ..ListPage::new(
        "af.awb-receipt.list",
        "/af_awb_receipt",
        ("领单登记", "Receipt of waybill numbers"),
        "af_awb_receipt",
        "/afbase/awbReceipt",
        "awb_receipt",
    )
};

/// What a number of a receipt meets in the stock.
enum Met {
    Free,
    Blacklisted(Entry),
    Exists,
    Old { generation: i64 },
}

/// A receipt as typed, read field by field.
struct Draft {
    prefix: String,
    cells: Vec<(&'static str, Value)>,
    kind: String,
    source_type: Value,
    source: Option<Id>,
    station: Value,
    expire: Value,
    unit_cost: Option<i64>,
    numbers: Vec<String>,
}

const KNOWN: [&str; 13] = [
    "prefix",
    "departureStation",
    "awbFromType",
    "awbFromId",
    "receiveDate",
    "start",
    "count",
    "numbers",
    "kind",
    "unitCost",
    "expireDate",
    "remark",
    "confirmed",
];

fn body(call: &Call) -> Result<Map<String, Json>, Refusal> {
    let body: Map<String, Json> = call.json()?;
    match body.keys().find(|name| !KNOWN.contains(&name.as_str())) {
        Some(name) => Err(Refusal::BadRequest(common::UNKNOWN_FIELD.with(&[("field", name)]))),
        None => Ok(body),
    }
}

fn field(body: &Map<String, Json>, field: &Field, findings: &mut Findings) -> Value {
    let name = field.name();
    field.parse(body.get(&name), &name, findings)
}

fn text(value: &Value) -> String {
    match value {
        Value::Text(text) => text.clone(),
        _ => String::new(),
    }
}

fn int(value: &Value) -> Option<i64> {
    match value {
        Value::Int(number) => Some(*number),
        _ => None,
    }
}

/// The numbers a body names: a range, or a pasted list.
fn numbers_of(body: &Map<String, Json>, prefix: &str, findings: &mut Findings) -> Vec<String> {
    let pasted = text(&field(body, &NUMBERS, findings));
    if !pasted.trim().is_empty() {
        return pasted_numbers(&pasted, prefix, findings);
    }
    let count = field(body, &Field { required: true, ..COUNT }, findings);
    let start = field(body, &Field { required: true, ..START }, findings);
    let (Some(count), start) = (int(&count).and_then(|n| u32::try_from(n).ok()), text(&start)) else {
        return Vec::new();
    };
    if start.is_empty() || prefix.is_empty() {
        return Vec::new();
    }
    match trade::waybill_number::range(prefix, &start, count) {
        Ok(numbers) => numbers.iter().map(ToString::to_string).collect(),
        Err(message) => {
            let place = if message == trade::waybill_number::RANGE_COUNT { "count" } else { "start" };
            findings.error(place, message.text());
            Vec::new()
        }
    }
}

/// Reads a pasted list: blanks and dashes inside a number do not count.
fn pasted_numbers(pasted: &str, prefix: &str, findings: &mut Findings) -> Vec<String> {
    let mut numbers: Vec<String> = Vec::new();
    let pieces = pasted.split(['\n', '\r', ',', '，', ';', '；', '、', '\t']).map(str::trim).filter(|p| !p.is_empty());
    for piece in pieces {
        let digits: String = piece.chars().filter(|c| !c.is_whitespace() && *c != '-').collect();
        let whole = if digits.len() == 8 { format!("{prefix}{digits}") } else { digits };
        match stock::mend(&whole) {
            None => findings.error("numbers", messages::WRONG.with(&[("n", piece)])),
            Some(number) if !prefix.is_empty() && !number.starts_with(prefix) => {
                findings.error("numbers", messages::OTHER_PREFIX.with(&[("n", &number), ("prefix", prefix)]));
            }
            Some(number) if numbers.contains(&number) => {
                findings.error("numbers", messages::TWICE.with(&[("n", &number)]));
            }
            Some(number) => numbers.push(number),
        }
        if numbers.len() > COUNT_MAX {
            findings.error("numbers", messages::TOO_MANY.with(&[("n", &COUNT_MAX.to_string())]));
            return Vec::new();
        }
    }
    numbers
}

fn draft(body: &Map<String, Json>, findings: &mut Findings) -> Draft {
    let prefix = text(&field(body, &PREFIX, findings));
    let station = field(body, &STATION, findings);
    let source_type = field(body, &SOURCE_TYPE, findings);
    let source = field(body, &SOURCE, findings);
    let received = field(body, &RECEIVED, findings);
    let numbers = numbers_of(body, &prefix, findings);
    let kind = field(body, &KIND, findings);
    let kind = if kind == Value::Null { Value::Text("中性".to_owned()) } else { kind };
    let unit_cost = field(body, &UNIT_COST, findings);
    let expire = field(body, &EXPIRE, findings);
    let remark = field(body, &REMARK, findings);
    Draft {
        kind: text(&kind),
        source_type: source_type.clone(),
        source: int(&source).map(Id),
        station: station.clone(),
        expire: expire.clone(),
        unit_cost: int(&unit_cost),
        cells: vec![
            ("prefix", Value::Text(prefix.clone())),
            ("departure_station", station),
            ("source_type", source_type),
            ("source_coop_id", source),
            ("receive_date", received),
            ("kind", kind),
            ("unit_cost", unit_cost),
            ("expire_date", expire),
            ("remark", remark),
        ],
        prefix,
        numbers,
    }
}

fn met(conn: &mut dyn Conn, org: i64, now: Instant, number: &str) -> Result<Met, Refusal> {
    if let Some(entry) = stock::blacklist::hit(conn, org, number, &show_day(now.day()))? {
        return Ok(Met::Blacklisted(entry));
    }
    let Some(row) = stock::find(conn, org, number)? else { return Ok(Met::Free) };
    let again = Instant::start_of(day_after_days(row.created_at.day(), AGAIN_AFTER_DAYS));
    let old = now >= again && matches!(row.state, State::Used | State::Void);
    Ok(if old { Met::Old { generation: row.generation } } else { Met::Exists })
}

/// 生成: what the numbers of a receipt would be and what each meets; writes nothing.
pub fn preview(call: &mut Call) -> Outcome {
    let body = body(call)?;
    let (org, now) = (call.actor()?.org_id, call.now());
    let language = call.language().to_owned();
    let mut findings = Findings::new();
    let prefix = text(&field(&body, &PREFIX, &mut findings));
    let numbers = numbers_of(&body, &prefix, &mut findings);
    let rows = call.read(|conn| {
        check_carrier(conn, org, &prefix, &mut findings)?;
        Refusal::unless_clean(&findings, &[])?;
        let mut rows = Vec::new();
        for (place, number) in numbers.iter().enumerate() {
            let (level, message) = match met(conn, org, now, number)? {
                Met::Free => ("ready", messages::FREE.text()),
                Met::Blacklisted(entry) => ("danger", entry.text()),
                Met::Exists => ("danger", messages::EXISTS.with(&[("n", number)])),
                Met::Old { .. } => ("warning", messages::OLD.text()),
            };
            rows.push(json!({
                "no": place + 1,
                "awbNumber": number,
                "level": level,
                "result": message.in_language(&language),
            }));
        }
        Ok(rows)
    })?;
    Ok(Answer::Data(json!(rows)))
}

fn check_carrier(
    conn: &mut dyn Conn,
    org: i64,
    prefix: &str,
    findings: &mut Findings,
) -> Result<Option<String>, Refusal> {
    if prefix.is_empty() || findings.at("prefix").next().is_some() {
        return Ok(None);
    }
    let carrier = stock::lookup::carrier_of_prefix(conn, org, prefix)?;
    if carrier.is_none() {
        findings.error("prefix", stock::messages::NO_CARRIER.with(&[("prefix", prefix)]));
    }
    Ok(carrier)
}

/// 保存: the receipt and its numbers, all or none.
pub fn save(call: &mut Call) -> Outcome {
    let body = body(call)?;
    let confirmed = crate::confirmed(&body);
    let saved = call.write(|tx| {
        let mut findings = Findings::new();
        let draft = draft(&body, &mut findings);
        let org = tx.org();
        let carrier = check_carrier(tx, org, &draft.prefix, &mut findings)?;
        if let Some(source) = draft.source
            && !stock::lookup::is_source(tx, org, source)?
        {
            findings.error("awbFromId", messages::NO_SOURCE.text());
        }
        let generations = generations(tx, &draft.numbers, &mut findings)?;
        Refusal::unless_clean(&findings, &confirmed)?;
        write(tx, &draft, carrier.as_deref().unwrap_or_default(), &generations)
    });
    match saved {
        // Somebody registered one of the numbers between the look and the writing.
        Err(Refusal::Unique(_)) => Err(Refusal::Stale(Json::Null)),
        other => other.map(Answer::Data),
    }
}

/// The generation each number gets; what is in the way goes into the findings.
fn generations(tx: &mut Tx<'_>, numbers: &[String], findings: &mut Findings) -> Result<Vec<i64>, Refusal> {
    let (org, now) = (tx.org(), tx.now);
    let mut generations = Vec::with_capacity(numbers.len());
    let mut old = Vec::new();
    for number in numbers {
        generations.push(match met(tx, org, now, number)? {
            Met::Free => 1,
            Met::Blacklisted(entry) => {
                let Text { zh, en, .. } = entry.text();
                let told = |why| [("n", number.as_str()), ("why", why)];
                findings.error("numbers", messages::BLACKLISTED.with_each(&told(&zh), &told(&en)));
                0
            }
            Met::Exists => {
                findings.error("numbers", messages::EXISTS.with(&[("n", number)]));
                0
            }
            Met::Old { generation } => {
                old.push(number.as_str());
                generation + 1
            }
        });
    }
    if !old.is_empty() {
        findings.confirm("numbers", messages::EXISTED.with(&[("n", &old.join("、"))]));
    }
    Ok(generations)
}

fn write(tx: &mut Tx<'_>, draft: &Draft, carrier: &str, generations: &[i64]) -> Result<Json, Refusal> {
    let by = By::tx(tx);
    let period = tx.now.day().strftime("%y%m%d").to_string();
    let code = format!("LD-{period}{:04}", tx.next_number("awb_receipt", &period)?);
    let id = tx.new_id();
    let count = i64::try_from(draft.numbers.len()).unwrap_or(i64::MAX);
    let first = draft.numbers.first().cloned().unwrap_or_default();
    let last = draft.numbers.last().cloned().unwrap_or_default();
    let mut cells = draft.cells.clone();
    cells.extend([
        ("id", id.into_value()),
        ("code", code.as_str().into_value()),
        ("carrier_code", carrier.into_value()),
        ("quantity", Value::Int(count)),
        ("first_number", first.as_str().into_value()),
        ("last_number", last.as_str().into_value()),
        ("amount", draft.unit_cost.map(|cost| cost.saturating_mul(count)).into_value()),
        ("created_by", by.user_id.into_value()),
        ("created_at", by.now.into_value()),
    ]);
    tx.exec(&sql::insert(by.org, "awb_receipt", &cells).into())?;
    let rows: Vec<(&String, &i64)> = draft.numbers.iter().zip(generations).collect();
    for chunk in rows.chunks(CHUNK) {
        insert_numbers(tx, &by, draft, (id, &code, carrier), chunk)?;
    }
    tx.log(
        LogEntry::of("awbReceipt", id, &code, "/af_awb_receipt")
            .did("新建", "领单登记")
            .text(format!("{code} {first} – {last} {count}")),
    )?;
    Ok(json!({ "receiptId": id, "receiptCode": code, "count": count, "firstNumber": first, "lastNumber": last }))
}

fn insert_numbers(
    tx: &mut Tx<'_>,
    by: &By<'_>,
    draft: &Draft,
    (receipt, code, carrier): (Id, &str, &str),
    numbers: &[(&String, &i64)],
) -> Result<(), Refusal> {
    let mut rows: Option<sea_query::InsertStatement> = None;
    let mut lines: Option<sea_query::InsertStatement> = None;
    let again: Vec<&str> = numbers.iter().filter(|(_, round)| **round > 1).map(|(number, _)| number.as_str()).collect();
    if !again.is_empty() {
        facts::master::begin_anew(tx, by.org, &again)?;
    }
    for (number, generation) in numbers {
        let id = by.mint.next(by.now);
        let (prefix, serial) = number.split_once('-').unwrap_or_default();
        let cells = [
            ("id", id.into_value()),
            ("version", Value::Int(1)),
            ("awb_number", number.as_str().into_value()),
            ("prefix", prefix.into_value()),
            ("serial", serial.into_value()),
            ("generation", Value::Int(**generation)),
            ("carrier_code", carrier.into_value()),
            ("state", State::Unused.code().into_value()),
            ("source_type", draft.source_type.clone()),
            ("source_coop_id", draft.source.into_value()),
            ("departure_station", draft.station.clone()),
            ("kind", draft.kind.as_str().into_value()),
            ("receipt_id", receipt.into_value()),
            ("receipt_code", code.into_value()),
            ("returned", Value::Bool(false)),
            ("expire_date", draft.expire.clone()),
            ("created_by", by.user_id.into_value()),
            ("created_at", by.now.into_value()),
            ("updated_by", by.user_id.into_value()),
            ("updated_at", by.now.into_value()),
        ];
        add_row(&mut rows, by.org, "awb", &cells);
        let line = [
            ("id", by.mint.next(by.now).into_value()),
            ("awb_id", id.into_value()),
            ("action", "领单登记".into_value()),
            ("text", code.into_value()),
            ("operator_id", by.user_id.into_value()),
            ("operator_name", Value::Text(by.name.clone())),
            ("created_at", by.now.into_value()),
        ];
        add_row(&mut lines, by.org, "awb_log", &line);
    }
    for statement in [rows, lines].into_iter().flatten() {
        tx.exec(&statement.into())?;
    }
    Ok(())
}

/// Adds a row to a statement, or begins one.
fn add_row(
    statement: &mut Option<sea_query::InsertStatement>,
    org: i64,
    table: &'static str,
    cells: &[(&'static str, Value)],
) {
    match statement {
        None => *statement = Some(sql::insert(org, table, cells)),
        Some(started) => {
            let org = std::iter::once(sql::value(org));
            started.values_panic(org.chain(cells.iter().map(|(_, cell)| sql::value(cell.clone()))));
        }
    }
}
