//! The form of a write-off, wherever it is opened: whose, from what, and how much of which target.

use std::collections::{BTreeMap, BTreeSet};

use charge::chain::{NOTE, NOTE_ROW, PAYMENT};
use charge::ledger::view_of;
use kernel::{Day, parse_day, show_day};
use order::store::TABLE as ORDER;
use order::visible_order;
use platform::page::Chosen;
use platform::prelude::*;
use platform::sea_query::{Expr, JoinType};
use serde_json::{Map, Value as Json, json};
use settle::write_off::{self, ACCOUNT, ADVANCE, BAD_DEBT, Of, RECEIPT, SMALL, Source, Target, Wanted, Written};
use settle::{advance, receipt, target};
use trade::charge::Side;

use super::decide;
use super::targets::{self, LEVELS, ON_INVOICE, ON_NOTE, ON_STATED, ON_STATEMENT, Open};

const PAYER: Msg = Msg::new(
    "write_off.payer",
    "付款方与收款客户不一致，是否继续？",
    "The payer is another partner than the customer. Continue?",
);
const NO_SOURCE: Msg = Msg::new("write_off.source", "请选择{what}", "Choose {what}.");
const NO_TARGET: Msg = Msg::new("write_off.target", "核销对象不存在", "What is to be settled is not there.");
const HIDDEN: Msg = Msg::new("write_off.hidden", "含{n}张无权限订单", "{n} of the orders are not yours to see.");

/// Methods one chooses; 对冲 is made by its own page.
const METHODS: &[Choice] = &[
    Choice::new(RECEIPT, "收款", "Receipt"),
    Choice::new(ADVANCE, "预收", "Advance"),
    Choice::new(ACCOUNT, "现金/银行", "Cash or bank"),
    Choice::new(BAD_DEBT, "坏账", "Bad debt"),
    Choice::new(SMALL, "尾差", "Small difference"),
];
/// Accounts a write-off may name (css.md /css_income_writeoff).
pub(crate) const DIRECT: &str = "financialAccount?role=CASH,BANK,NOTE,OTHER";

const BY_RECEIPT: When = When::Is(&METHOD, RECEIPT);
const BY_ADVANCE: When = When::Is(&METHOD, ADVANCE);
const BY_ACCOUNT: When = When::Is(&METHOD, ACCOUNT);
const BY_MONEY: When = When::OneOf(&METHOD, &[RECEIPT, ADVANCE, ACCOUNT]);

// The form is opened on rows of several tables: its columns are of none of them, so that nothing of the row is written.
pub(crate) const COOP: Field =
    Field::reference("coop", "收款客户", "Customer").column("settle_coop").wire("coopId").required();
const PARTNER: Field = Field { zh: "往来单位", en: "Partner", ..COOP };
const METHOD: Field =
    Field::select(METHODS, "方式", "Method").column("settle_method").wire("method").required().initially("\"RECEIPT\"");
const BY: Field = Field::reference("openReceipt", "收款单", "Receipt")
    .column("settle_receipt")
    .wire("receiptId")
    .shown_when(&BY_RECEIPT);
const OF_ADVANCE: Field = Field::reference("openAdvance", "预收单", "Advance")
    .column("settle_advance")
    .wire("advanceId")
    .shown_when(&BY_ADVANCE);
const OF_ACCOUNT: Field =
    Field::reference(DIRECT, "收款科目", "Account").column("settle_account").wire("accountId").shown_when(&BY_ACCOUNT);
pub(crate) const DATE: Field = Field::day("核销日期", "Date").column("settle_date").wire("date").required();
const CURRENCY: Field = Field::text("收款币种", "Currency").column("settle_currency").wire("moneyCurrency").read_only();
const MONEY: Field = Field::decimal(3, "收款金额（空为核销合计）", "Money (none: as settled)")
    .digits(2)
    .in_currency("moneyCurrency")
    .column("settle_money")
    .wire("money")
    .range(-receipt::AMOUNT_MAX, receipt::AMOUNT_MAX);
const RATE: Field = Field::decimal(6, "汇率（空为当日通用）", "Rate (none: of the day)")
    .digits(4)
    .column("settle_rate")
    .wire("exchangeRate")
    .range(1, 999_999_000_000)
    .shown_when(&BY_ACCOUNT);
const FEE: Field = Field::decimal(3, "手续费", "Bank fee")
    .digits(2)
    .in_currency("moneyCurrency")
    .column("settle_fee")
    .wire("fee")
    .range(0, receipt::AMOUNT_MAX)
    .shown_when(&BY_ACCOUNT);
const SMALL_PART: Field = Field::decimal(3, "尾差", "Small difference")
    .digits(2)
    .in_currency("moneyCurrency")
    .column("settle_small")
    .wire("small")
    .range(-receipt::AMOUNT_MAX, receipt::AMOUNT_MAX);
const NUMBER: Field = Field::text("查找单号", "Find a number").column("settle_number").wire("keyword").max(60);
const REMARK: Field = Field::long("备注", "Remark").column("settle_remark").wire("remark").max(200);

/// What is asked for where nothing is known.
pub(crate) const FIELDS: &[Field] = &[
    COOP,
    METHOD,
    BY,
    OF_ADVANCE,
    OF_ACCOUNT,
    DATE,
    CURRENCY,
    MONEY.shown_when(&BY_MONEY),
    RATE,
    FEE,
    SMALL_PART.shown_when(&BY_MONEY),
    NUMBER,
    REMARK,
];
/// What is asked for where the source is known.
pub(crate) const OF_SOURCE: &[Field] = &[PARTNER, DATE, CURRENCY, MONEY, SMALL_PART, NUMBER, REMARK];
/// What the targets follow.
pub(crate) const FOLLOWED: &[Field] = &[COOP, METHOD, BY, OF_ADVANCE, OF_ACCOUNT, MONEY, NUMBER];
/// The same where the source is known.
pub(crate) const FOLLOWED_OF_SOURCE: &[Field] = &[COOP, MONEY, NUMBER];

pub(crate) const LEVEL: Field = Field::select(LEVELS, "类型", "Level").column("level").read_only();
pub(crate) const TARGET_NUM: Field = Field::text("编号", "Number").column("number").read_only().max(60);
pub(crate) const BIZ_NUMBER: Field =
    Field::text("单号", "Number of the order").column("biz_number").read_only().max(120);
pub(crate) const BIZ_DATE: Field = Field::day("业务日期", "Business date").column("biz_date").read_only();
pub(crate) const DUE: Field = Field::day("到期日", "Due date").column("due_date").read_only();
pub(crate) const OF_CURRENCY: Field = Field::text("币种", "Currency").column("currency").read_only().max(3);
pub(crate) const BILLED: Field =
    Field::decimal(3, "金额", "Amount").digits(2).in_currency("currency").column("bill_amount").read_only();
pub(crate) const OPEN: Field =
    Field::decimal(3, "未核销", "Open").digits(2).in_currency("currency").column("open").read_only();
pub(crate) const SETTLED: Field = Field::decimal(3, "本次核销", "Settled now")
    .digits(2)
    .in_currency("currency")
    .column("amount")
    .range(-receipt::AMOUNT_MAX, receipt::AMOUNT_MAX);
const CONVERTED: Field = Field::decimal(3, "折算收款金额", "In the currency of the money")
    .digits(2)
    .column("money")
    .range(-receipt::AMOUNT_MAX, receipt::AMOUNT_MAX);

/// Targets with what is settled of each; those left empty are left alone.
pub(crate) const TARGETS: Rows = Rows {
    member: "targets",
    title: ("核销对象", "Targets"),
    behind: "",
    table: "",
    parent: "",
    fields: &[LEVEL, TARGET_NUM, BIZ_NUMBER, BIZ_DATE, DUE, OF_CURRENCY, BILLED, OPEN, SETTLED, CONVERTED],
    most: 300,
    sheet: true,
};

/// What the form is opened about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum About {
    /// Nothing is known.
    Nothing,
    /// A note.
    Note(Id),
    /// A statement.
    Statement(Id),
    /// An invoice.
    Invoice(Id),
    /// A receipt, which gives the money.
    Receipt(Id),
    /// An advance, which gives the money.
    Advance(Id),
}

impl About {
    /// Table and column of the partner it is of.
    fn place(self) -> Option<(&'static str, Id)> {
        match self {
            Self::Nothing => None,
            Self::Note(id) => Some((NOTE, id)),
            Self::Statement(id) => Some((settle::note::STATEMENT, id)),
            Self::Invoice(id) => Some((settle::invoice::TABLE, id)),
            Self::Receipt(id) => Some((receipt::TABLE, id)),
            Self::Advance(id) => Some((advance::TABLE, id)),
        }
    }

    fn names(self, one: &Open) -> bool {
        match (self, &one.of) {
            (Self::Note(id), Of::Note { note, .. }) => *note == id,
            (Self::Statement(id), Of::Statement { statement, .. }) => *statement == id,
            (Self::Invoice(id), Of::Invoice { invoice, .. }) => *invoice == id,
            _ => false,
        }
    }
}

/// What the form begins with, and what follows from what was chosen: the targets of the customer, the money spread over them.
pub(crate) fn first(
    conn: &mut dyn Conn,
    actor: &Actor,
    about: About,
    chosen: &Chosen,
) -> Result<Map<String, Json>, Refusal> {
    let side = side_of(conn, actor.org_id, about)?;
    actor.need(view_of(side))?;
    let mut out = Map::new();
    let source = source_of(about, chosen)?;
    need_source(conn, actor, source.as_ref())?;
    let money = money_of(conn, actor.org_id, &source)?;
    let typed: Option<i64> = chosen.get(MONEY)?;
    let begins = chosen.get::<Option<Id>>(COOP)?.is_none();
    let known = match chosen.get::<Option<Id>>(COOP)? {
        Some(coop) => Some(coop),
        None => partner_of(conn, actor.org_id, about)?.or(money.as_ref().and_then(|money| money.coop)),
    };
    if let Some(coop) = known.filter(|_| begins) {
        out.insert("coopId".to_owned(), json!(coop));
        out.insert("coopName".to_owned(), json!(facts::coop_name(conn, actor.org_id, coop)?));
    }
    if chosen.get::<Option<String>>(METHOD)?.is_none() && begins {
        out.insert("date".to_owned(), json!(show_day(actor.now.day())));
    }
    let currency = money.as_ref().map(|money| money.currency.clone()).unwrap_or_default();
    out.insert(CURRENCY.name(), json!(currency));
    let mut open = match known {
        Some(coop) if side == Side::Payable => targets::payments(conn, actor, coop)?,
        Some(coop) => targets::open(conn, actor, coop)?,
        None => Vec::new(),
    };
    if let Some(number) = chosen.get::<Option<String>>(NUMBER)? {
        let meant = |one: &Open| {
            one.number.contains(&number) || one.orders.iter().any(|(of_order, _)| of_order.contains(&number))
        };
        open.retain(meant);
    }
    // What the form is about stands above the others.
    open.sort_by_key(|one| !about.names(one));
    open.truncate(TARGETS.most);
    let amount = typed.or(money.as_ref().and_then(|money| money.open));
    let settled = settled(&open, about, (&currency, amount));
    out.insert(TARGETS.member.to_owned(), shown(&TARGETS, &open, &settled));
    Ok(out)
}

/// What the form settles: income, but of an advance that was paid cost.
fn side_of(conn: &mut dyn Conn, org: i64, about: About) -> Result<Side, Refusal> {
    let About::Advance(id) = about else { return Ok(Side::Receivable) };
    let mut select = sql::from(org, advance::TABLE);
    select.column("kind").and_where(sql::eq("id", id));
    let kind: String = conn.first(&select.into())?.ok_or(Refusal::NotFound)?.get(0)?;
    Ok(if advance::is_received(&kind) { Side::Receivable } else { Side::Payable })
}

/// Where the money comes from, as far as it is chosen.
fn source_of(about: About, chosen: &Chosen) -> Result<Option<Source>, Refusal> {
    let method: Option<String> = chosen.get(METHOD)?;
    Ok(match (about, method.as_deref()) {
        (About::Receipt(id), _) => Some(Source::Receipt(id)),
        (About::Advance(id), _) => Some(Source::Advance(id)),
        (_, Some(RECEIPT)) => chosen.get::<Option<Id>>(BY)?.map(Source::Receipt),
        (_, Some(ADVANCE)) => chosen.get::<Option<Id>>(OF_ADVANCE)?.map(Source::Advance),
        (_, Some(ACCOUNT)) => {
            chosen.get::<Option<Id>>(OF_ACCOUNT)?.map(|account| Source::Account { account, rate: None })
        }
        _ => None,
    })
}

/// Refuses money that is hidden from its user: an advance of an order he does not see, or of the other side.
fn need_source(conn: &mut dyn Conn, actor: &Actor, source: Option<&Source>) -> Result<(), Refusal> {
    match source {
        Some(Source::Advance(id)) => crate::advance::need_seen(conn, actor, *id),
        _ => Ok(()),
    }
}

/// What is known of the money of a source.
struct Known {
    currency: String,
    open: Option<i64>,
    coop: Option<Id>,
}

fn money_of(conn: &mut dyn Conn, org: i64, source: &Option<Source>) -> Result<Option<Known>, Refusal> {
    let (table, id) = match source {
        Some(Source::Receipt(id)) => (receipt::TABLE, *id),
        Some(Source::Advance(id)) => (advance::TABLE, *id),
        Some(Source::Account { account, .. }) => {
            let found = account::find(conn, org, *account)?;
            let own = charge::rate::functional(conn, org)?;
            let currency = found.map(|found| found.currency_code).filter(|code| !code.is_empty());
            let currency = currency.unwrap_or_else(|| own.code().to_owned());
            return Ok(Some(Known { currency, open: None, coop: None }));
        }
        _ => return Ok(None),
    };
    let mut select = sql::from(org, table);
    select.columns(["currency_code", "open_amount", "coop_id"]).and_where(sql::eq("id", id));
    let row = conn.first(&select.into())?;
    row.map(|row| Ok(Known { currency: row.get(0)?, open: Some(row.get(1)?), coop: row.get(2)? })).transpose()
}

fn partner_of(conn: &mut dyn Conn, org: i64, about: About) -> Result<Option<Id>, Refusal> {
    let Some((table, id)) = about.place() else { return Ok(None) };
    let mut select = sql::from(org, table);
    select.column("coop_id").and_where(sql::eq("id", id));
    Ok(conn.first(&select.into())?.map(|row| row.get(0)).transpose()?.flatten())
}

/// 自动分配: the money over the targets of its currency; without money all of what the form is about.
fn settled(open: &[Open], about: About, (currency, amount): (&str, Option<i64>)) -> Vec<Option<i64>> {
    let Some(amount) = amount else {
        return open.iter().map(|one| about.names(one).then_some(one.open)).collect();
    };
    let rests: Vec<i64> = open.iter().map(|one| if one.currency == currency { one.open } else { 0 }).collect();
    target::fifo(amount, &rests).into_iter().map(|part| Some(part).filter(|part| *part != 0)).collect()
}

/// Targets as a form shows them, each with what is settled of it; its last fields may be fewer.
pub(crate) fn shown(sheet: &Rows, open: &[Open], settled: &[Option<i64>]) -> Json {
    let text = |text: &str| if text.is_empty() { Value::Null } else { Value::Text(text.to_owned()) };
    let row = |(one, settled): (&Open, &Option<i64>)| {
        let mut cells = vec![
            text(one.level),
            text(&one.number),
            text(&one.biz_number()),
            one.biz_date().map_or(Value::Null, Value::Text),
            text(&one.due),
            text(&one.currency),
            Value::Int(one.amount),
            Value::Int(one.open),
            settled.map_or(Value::Null, Value::Int),
        ];
        cells.resize(sheet.fields.len(), Value::Null);
        cells
    };
    let rows: Vec<_> = open.iter().zip(settled).map(row).collect();
    let mut told = sheet.shown(&rows);
    for (row, one) in told.as_array_mut().into_iter().flatten().zip(open) {
        if let Some(row) = row.as_object_mut() {
            row.insert("id".to_owned(), json!(one.key));
        }
    }
    told
}

/// Writes what the form asks for; 坏账 is applied for. Findings stand at their fields. What was written goes into the answer.
pub(crate) fn save(tx: &mut Tx<'_>, filled: &mut Filled<'_>, about: About) -> Result<Option<Written>, Refusal> {
    let (org, actor) = (tx.org(), tx.actor);
    let side = side_of(tx, org, about)?;
    actor.need(view_of(side))?;
    let wanted = wanted(tx, filled, (about, side))?;
    filled.unless_clean()?;
    let Some((wanted, places)) = wanted else { return Ok(None) };
    let orders = target::orders(tx, org, side, &wanted.targets)?;
    need_seen(tx, actor, orders)?;
    need_source(tx, actor, Some(&wanted.source))?;
    if payer(tx, org, &wanted.source)?.is_some_and(|payer| payer != wanted.coop) {
        filled.findings.confirm("coopId", PAYER.text());
    }
    filled.unless_clean()?;
    if wanted.source == Source::BadDebt {
        let done = decide::bad_debt(tx, &wanted).map_err(|refusal| at_places(refusal, TARGETS.member, &places))?;
        filled.answer("instanceNo", json!(done.no));
        return Ok(None);
    }
    let written = write(tx, &wanted).map_err(|refusal| at_places(refusal, TARGETS.member, &places))?;
    filled.answer("writeoffNum", json!(written.num));
    filled.answer("writeoffId", json!(written.id));
    Ok(Some(written))
}

/// Writes a write-off and its log line.
pub(crate) fn write(tx: &mut Tx<'_>, wanted: &Wanted) -> Result<Written, Refusal> {
    let written = write_off::save(tx, wanted)?;
    // Its figures stand in the document: who may not see income may read the log.
    let text = format!("新增核销 {}", written.num);
    let entry = LogEntry::of(write_off::OBJECT, written.id, &written.num, super::PATH).did("新建", "新增核销");
    tx.log(entry.level(Level::High).text(text))?;
    Ok(written)
}

/// Refuses what is about orders its user does not see.
pub(crate) fn need_seen(
    conn: &mut dyn Conn,
    actor: &Actor,
    orders: impl IntoIterator<Item = Id>,
) -> Result<(), Refusal> {
    let orders: Vec<Id> = orders.into_iter().collect();
    if visible_order(actor).is_empty() {
        return Ok(());
    }
    let mut select = sql::from(actor.org_id, ORDER);
    select
        .expr(Expr::cust("COUNT(*)"))
        .and_where(sql::is_in(sql::of(ORDER, "id"), orders.iter().copied()))
        .cond_where(visible_order(actor));
    let seen: i64 = conn.first(&select.into())?.unwrap_or_default().get(0)?;
    let hidden = i64::try_from(orders.len()).unwrap_or(i64::MAX) - seen;
    if hidden == 0 { Ok(()) } else { Err(Refusal::Business(HIDDEN.with(&[("n", &hidden.to_string())]))) }
}

/// Whose the money is.
fn payer(conn: &mut dyn Conn, org: i64, source: &Source) -> Result<Option<Id>, Refusal> {
    let known = match source {
        Source::Receipt(_) | Source::Advance(_) => money_of(conn, org, &Some(source.clone()))?,
        _ => None,
    };
    Ok(known.and_then(|known| known.coop))
}

/// What is asked for, and where each target stands in the form; none where something is missing.
fn wanted(
    tx: &mut Tx<'_>,
    filled: &mut Filled<'_>,
    (about, side): (About, Side),
) -> Result<Option<(Wanted, Vec<usize>)>, Refusal> {
    let source = asked_source(filled, about)?;
    let (coop, date) = (filled.get::<Option<Id>>(COOP)?, filled.get::<Option<String>>(DATE)?);
    let day: Option<Day> = date.as_deref().and_then(parse_day);
    let (targets, places) = asked_targets(tx, filled, &TARGETS)?;
    let ((Some(coop), Some(date)), Some(source)) = ((coop, day), source) else { return Ok(None) };
    let own = !matches!(source, Source::BadDebt | Source::Small);
    let direct = matches!(source, Source::Account { .. });
    let wanted = Wanted {
        side,
        coop,
        date,
        source,
        money: filled.get::<Option<i64>>(MONEY)?.filter(|_| own),
        fee: filled.get::<Option<i64>>(FEE)?.filter(|_| direct).unwrap_or_default(),
        small: filled.get::<Option<i64>>(SMALL_PART)?.filter(|_| own).unwrap_or_default(),
        request: None,
        remark: filled.get::<Option<String>>(REMARK)?.unwrap_or_default(),
        targets,
    };
    Ok(Some((wanted, places)))
}

/// Where the money comes from; a method without its source is found at that.
fn asked_source(filled: &mut Filled<'_>, about: About) -> Result<Option<Source>, Refusal> {
    match about {
        About::Receipt(id) => return Ok(Some(Source::Receipt(id))),
        About::Advance(id) => return Ok(Some(Source::Advance(id))),
        _ => {}
    }
    let method: Option<String> = filled.get(METHOD)?;
    let need = |filled: &mut Filled<'_>, field: Field| -> Result<Option<Id>, Refusal> {
        let id: Option<Id> = filled.get(field)?;
        if id.is_none() {
            let text = NO_SOURCE.with_each(&[("what", field.zh)], &[("what", field.en)]);
            filled.findings.error(field.name(), text);
        }
        Ok(id)
    };
    Ok(match method.as_deref() {
        Some(RECEIPT) => need(filled, BY)?.map(Source::Receipt),
        Some(ADVANCE) => need(filled, OF_ADVANCE)?.map(Source::Advance),
        Some(ACCOUNT) => {
            let rate = filled.get::<Option<i64>>(RATE)?;
            need(filled, OF_ACCOUNT)?.map(|account| Source::Account { account, rate })
        }
        Some(BAD_DEBT) => Some(Source::BadDebt),
        Some(SMALL) => Some(Source::Small),
        _ => None,
    })
}

/// The targets with an amount, and where each stands in the form.
pub(crate) fn asked_targets(
    tx: &mut Tx<'_>,
    filled: &mut Filled<'_>,
    sheet: &Rows,
) -> Result<(Vec<Target>, Vec<usize>), Refusal> {
    let org = tx.org();
    let bodies = filled.body.get(sheet.member).and_then(Json::as_array).cloned().unwrap_or_default();
    let id = |row: &Json| row.get("id").and_then(Json::as_str).and_then(|id| id.parse().ok()).map(Id);
    let mut asked = Vec::new();
    for (place, (row, body)) in filled.rows(sheet.member).iter().zip(&bodies).enumerate() {
        let [level, _, _, _, _, currency, _, _, amount, converted @ ..] = row.as_slice() else { continue };
        let Some(amount) = Option::<i64>::from_value(amount)? else { continue };
        let text = |value: &Value| Option::<String>::from_value(value).map(Option::unwrap_or_default);
        let money = converted.first().map(Option::<i64>::from_value).transpose()?.flatten();
        asked.push((place, id(body), text(level)?, text(currency)?, amount, money));
    }
    let named = Named::of(tx, org, asked.iter().filter_map(|(_, id, ..)| *id).collect())?;
    let (mut targets, mut places) = (Vec::new(), Vec::new());
    for (place, id, level, currency, amount, money) in asked {
        match id.and_then(|id| named.of_row(id, &level, currency)) {
            Some(of) => {
                targets.push(Target { of, amount, money });
                places.push(place);
            }
            None => filled.findings.error(format!("{}.{place}.amount", sheet.member), NO_TARGET.text()),
        }
    }
    Ok((targets, places))
}

/// What the ids of targets are of.
struct Named {
    /// Rows of notes: the note, its currency, its statement.
    rows: BTreeMap<Id, (Id, String, Option<Id>)>,
    notes: BTreeSet<Id>,
    statements: BTreeSet<Id>,
    invoices: BTreeSet<Id>,
    payments: BTreeSet<Id>,
}

impl Named {
    fn of(conn: &mut dyn Conn, org: i64, ids: Vec<Id>) -> Result<Self, Refusal> {
        let mut rows = sql::from(org, NOTE_ROW);
        rows.column((NOTE_ROW, "id"))
            .column((NOTE_ROW, "note_id"))
            .column((NOTE_ROW, "currency_code"))
            .column((NOTE, "statement_id"))
            .join(JoinType::InnerJoin, NOTE, sql::same_org(NOTE, NOTE_ROW, "note_id"))
            .and_where(sql::is_in(sql::of(NOTE_ROW, "id"), ids.iter().copied()));
        let rows = conn.query(&rows.into())?;
        let rows = rows.iter().map(|row| Ok((row.get(0)?, (row.get(1)?, row.get(2)?, row.get(3)?))));
        let rows = rows.collect::<Result<_, Refusal>>()?;
        let mut in_table = |table: &'static str| -> Result<BTreeSet<Id>, Refusal> {
            let mut select = sql::from(org, table);
            select.column("id").and_where(sql::is_in(sql::col("id"), ids.iter().copied()));
            Ok(conn.query(&select.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?)
        };
        Ok(Self {
            rows,
            notes: in_table(NOTE)?,
            statements: in_table(settle::note::STATEMENT)?,
            invoices: in_table(settle::invoice::TABLE)?,
            payments: in_table(PAYMENT)?,
        })
    }

    /// A row of a note is settled where the note stands, unless its level is named; a note and a statement are named with the
    /// currency.
    fn of_row(&self, id: Id, level: &str, currency: String) -> Option<Of> {
        if self.payments.contains(&id) {
            return Some(Of::Payment(id));
        }
        if self.invoices.contains(&id) {
            return Some(Of::Invoice { invoice: id, note: None });
        }
        if self.statements.contains(&id) {
            return Some(Of::Statement { statement: id, currency, note: None });
        }
        if self.notes.contains(&id) {
            return Some(Of::Note { note: id, currency });
        }
        let (note, currency, statement) = self.rows.get(&id)?.clone();
        match (level, statement) {
            (ON_INVOICE, _) => None,
            (ON_STATED, Some(statement)) => Some(Of::Statement { statement, currency, note: Some(note) }),
            (ON_STATEMENT | "", Some(statement)) => Some(Of::Statement { statement, currency, note: None }),
            (ON_NOTE | "", _) => Some(Of::Note { note, currency }),
            _ => None,
        }
    }
}

/// Findings at the rows of the form; those left empty are no targets.
pub(crate) fn at_places(refusal: Refusal, member: &str, places: &[usize]) -> Refusal {
    let Refusal::Findings(found) = refusal else { return refusal };
    let mut moved = Findings::new();
    for finding in found.items {
        let parts: Vec<&str> = finding.field.splitn(3, '.').collect();
        let field = match parts.as_slice() {
            [of, place, rest] if *of == member => {
                let own = place.parse::<usize>().ok().and_then(|place| places.get(place));
                own.map_or_else(|| finding.field.clone(), |own| format!("{member}.{own}.{rest}"))
            }
            _ => finding.field.clone(),
        };
        moved.error(field, finding.text);
    }
    Refusal::Findings(moved)
}
