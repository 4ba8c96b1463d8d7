//! Bank accounts of partners that money goes to (catalogue prm.md, 开票与银行): one that was entered is reviewed by a second
//! user before it is paid to.

use kernel::{Findings, Id, Msg};
use platform::call::{Call, Tx};
use platform::field::Field;
use platform::flow::Filled;
use platform::log::{Level, LogEntry};
use platform::refusal::Refusal;
use platform::registry::{OFFERS_MAX, Offer, SelectAsk};
use platform::sea_query::{Expr, ExprTrait, JoinType, Order};
use platform::store::{Conn, Row, StoreError, Value, sql};
use serde_json::json;

use crate::payment_request::PATH;

const TABLE: &str = "coop_bank";
/// 待复核.
const PENDING: &str = "PENDING";
/// 已复核.
const REVIEWED: &str = "REVIEWED";

const NOT_REVIEWED: Msg =
    Msg::new("coop_bank.pending", "收款账户未复核", "The payee's bank account has not been reviewed.");
const IS_REVIEWED: Msg =
    Msg::new("coop_bank.reviewed", "收款账户已复核", "The payee's bank account is reviewed already.");
const SAME_USER: Msg = Msg::new(
    "coop_bank.same_user",
    "收款账户须由录入人以外的用户复核",
    "Somebody else than who entered the bank account reviews it.",
);
const NONE: Msg = Msg::new("coop_bank.none", "申请没有收款账户", "The request names no bank account.");
const TAKEN: Msg = Msg::new("coop_bank.taken", "收款账户已存在", "The partner has this bank account already.");

const COOP: Field = Field::reference("coop", "收款单位", "Payee").column("coop_id").required();
const NAME: Field = Field::text("收款户名", "Account name").column("account_name").required().max(120);
const BANK: Field = Field::text("开户行", "Bank").column("bank_name").required().max(120);
const NUMBER: Field = Field::upper("账号", "Account number").column("account_no").required().max(34);
const CURRENCY: Field = Field::code("currency", "币种", "Currency").column("currency_code").wire("currency").required();
const CNAPS: Field = Field::text("联行号", "CNAPS").column("cnaps").max(12);
const SWIFT: Field = Field::upper("SWIFT", "SWIFT").column("swift").max(11);
/// What is typed of a new one.
pub(crate) const ASKED: [Field; 7] = [COOP, NAME, BANK, NUMBER, CURRENCY, CNAPS, SWIFT];

/// An account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CoopBank {
    pub id: Id,
    pub coop: Id,
    pub holder: String,
    pub bank: String,
    pub number: String,
    pub currency: String,
    state: String,
    entered_by: Id,
}

/// An account by its id.
pub(crate) fn find(conn: &mut dyn Conn, org: i64, id: Id) -> Result<Option<CoopBank>, Refusal> {
    let mut select = sql::from(org, TABLE);
    select
        .columns(["id", "coop_id", "account_name", "bank_name", "account_no", "currency_code", "review_state"])
        .column("created_by")
        .and_where(sql::eq("id", id));
    let read = |row: Row| {
        Ok::<_, Refusal>(CoopBank {
            id: row.get(0)?,
            coop: row.get(1)?,
            holder: row.get(2)?,
            bank: row.get(3)?,
            number: row.get(4)?,
            currency: row.get(5)?,
            state: row.get(6)?,
            entered_by: row.get(7)?,
        })
    };
    conn.first(&select.into())?.map(read).transpose()
}

/// The account of a partner in a currency that was reviewed, where he has just one.
pub(crate) fn only_one(conn: &mut dyn Conn, org: i64, (coop, currency): (Id, &str)) -> Result<Option<Id>, Refusal> {
    let mut select = sql::from(org, TABLE);
    select
        .column("id")
        .and_where(sql::eq("coop_id", coop))
        .and_where(sql::eq("currency_code", currency.to_owned()))
        .and_where(sql::eq("review_state", REVIEWED.to_owned()))
        .limit(2);
    match conn.query(&select.into())?.as_slice() {
        [one] => Ok(Some(one.get(0)?)),
        _ => Ok(None),
    }
}

/// Finds, at no field, an account that nobody reviewed yet (css.md /css_payment_request).
pub(crate) fn need_reviewed(
    conn: &mut dyn Conn,
    org: i64,
    bank: Option<Id>,
    findings: &mut Findings,
) -> Result<(), Refusal> {
    let Some(bank) = bank else { return Ok(()) };
    let found = find(conn, org, bank)?;
    findings.error_if(found.is_none_or(|bank| bank.state != REVIEWED), "", NOT_REVIEWED);
    Ok(())
}

/// 新增收款账户: it waits to be reviewed.
pub(crate) fn make(tx: &mut Tx<'_>, filled: &mut Filled<'_>) -> Result<(), Refusal> {
    let (actor, org) = (tx.actor, tx.org());
    let coop: Id = filled.get(COOP)?;
    domain::coop::need_coop(tx, actor, coop)?;
    let (id, user, now) = (tx.new_id(), Value::Int(actor.user_id.0), Value::Int(tx.now.millis()));
    let mut cells: Vec<(&'static str, Value)> =
        ASKED.iter().map(|field| (field.column, filled.value(*field).clone())).collect();
    cells.extend([
        ("id", Value::Int(id.0)),
        ("review_state", Value::Text(PENDING.to_owned())),
        ("version", Value::Int(1)),
        ("created_by", user.clone()),
        ("created_at", now.clone()),
        ("updated_by", user),
        ("updated_at", now),
    ]);
    match tx.exec(&sql::insert(org, TABLE, &cells).into()) {
        Err(StoreError::Unique(_)) => {
            filled.findings.error(NUMBER.name(), TAKEN.text());
            return filled.unless_clean();
        }
        done => done?,
    };
    let number: String = filled.get(NUMBER)?;
    let name = facts::coop_name(tx, org, coop)?;
    let end = platform::field::tail(&number);
    let entry = LogEntry::of(TABLE, id, name, PATH).did("新建", "新增收款账户").level(Level::High);
    tx.log(entry.text(format!("新增收款账户{end}，待复核")))?;
    filled.answer("id", json!(id));
    Ok(())
}

/// 复核: by somebody else than who entered it.
pub(crate) fn review(tx: &mut Tx<'_>, bank: Option<Id>) -> Result<(), Refusal> {
    let org = tx.org();
    let id = bank.ok_or(Refusal::business(NONE))?;
    let bank = find(tx, org, id)?.ok_or(Refusal::business(NONE))?;
    if bank.state == REVIEWED {
        return Err(Refusal::business(IS_REVIEWED));
    }
    if bank.entered_by == tx.actor.user_id {
        return Err(Refusal::business(SAME_USER));
    }
    let cells = [
        ("review_state", Value::Text(REVIEWED.to_owned())),
        ("reviewer_id", Value::Int(tx.actor.user_id.0)),
        ("updated_by", Value::Int(tx.actor.user_id.0)),
        ("updated_at", Value::Int(tx.now.millis())),
    ];
    let mut update = sql::update(org, TABLE, &cells);
    update.value("version", Expr::cust("version + 1")).and_where(sql::eq("id", id));
    tx.exec(&update.into())?;
    let name = facts::coop_name(tx, org, bank.coop)?;
    let entry = LogEntry::of(TABLE, id, name, PATH).did("修改", "复核收款账户").level(Level::High);
    tx.log(entry.text(format!("复核收款账户{}", platform::field::tail(&bank.number))))
}

/// Answers the select `coopBank`: accounts of partners the caller sees, by partner, bank and number.
pub(crate) fn offers(call: &mut Call, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    let actor = call.actor()?.clone();
    let mut select = sql::from(actor.org_id, TABLE);
    select
        .columns(["id", "bank_name", "account_no", "currency_code", "review_state"].map(|column| (TABLE, column)))
        .column(("coop", "coop_name"))
        .join(JoinType::InnerJoin, "coop", sql::same_org("coop", TABLE, "coop_id"))
        .cond_where(domain::coop::visible_coop(&actor))
        .order_by(("coop", "coop_code"), Order::Asc)
        .order_by((TABLE, "id"), Order::Asc)
        .limit(OFFERS_MAX);
    if let Ok(id) = ask.value.parse::<i64>() {
        select.and_where(sql::of(TABLE, "id").eq(sql::value(id)));
    } else {
        let named = [("coop", "coop_name"), ("coop", "coop_code"), (TABLE, "account_no"), (TABLE, "bank_name")];
        select.cond_where(sql::any_of(
            named.into_iter().map(|(of, column)| sql::contains(sql::of(of, column), &ask.keyword)),
        ));
    }
    let english = call.language().starts_with("en");
    let rows = call.read(|conn| Ok(conn.query(&select.into())?))?;
    let offer = |row: &Row| {
        let (bank, number, currency): (String, String, String) = (row.get(1)?, row.get(2)?, row.get(3)?);
        let (state, coop): (String, String) = (row.get(4)?, row.get(5)?);
        let waits = match (state == PENDING, english) {
            (true, true) => " (not reviewed)",
            (true, false) => "（待复核）",
            (false, _) => "",
        };
        let label = format!("{coop} {bank} {} {currency}{waits}", platform::field::tail(&number));
        Ok(Offer { value: row.get::<Id>(0)?.to_string(), label, hint: coop })
    };
    rows.iter().map(offer).collect()
}
