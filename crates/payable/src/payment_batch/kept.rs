//! A file that was decided about, as it is kept: what waits for approval is made of it, and CASS knows by it what was billed.

use charge::chain::{IN_FORCE, PAYMENT, PROCESSING};
use kernel::{Day, Id, parse_day};
use platform::call::Tx;
use platform::refusal::Refusal;
use platform::sea_query::JoinType;
use platform::store::{Cell, Conn, Value, sql};
use serde::{Deserialize, Serialize};

use super::compare::{Deal, FileType};

/// Table of them, and what approvals call one.
pub(super) const TABLE: &str = "payment_upload";

/// A number that was decided about.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Row {
    pub code: String,
    pub orders: Vec<i64>,
    /// The same with the versions of their charges.
    pub seen: String,
    /// What the supplier wants beyond our rest.
    pub error: i64,
    pub deal: Deal,
}

/// A file with all that was decided.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Kept {
    pub file_type: FileType,
    pub coop: i64,
    pub currency: String,
    /// Items our costs are of; none: of all.
    pub items: Vec<i64>,
    pub period: Option<(String, String)>,
    date: String,
    pub rate: Option<i64>,
    pub supplier_bill: String,
    pub remark: String,
    /// Item of the lines that adjust our cost.
    pub adjust_item: Option<i64>,
    financial_date: String,
    /// Its user may change what is done.
    pub after_finish: bool,
    pub rows: Vec<Row>,
}

/// What is typed of it beside its rows.
pub(super) struct Dates {
    pub payment: Day,
    pub financial: Option<Day>,
}

impl Kept {
    /// Of what was asked for; its days and rows are added.
    pub fn dated(mut self, dates: &Dates) -> Self {
        self.date = kernel::show_day(dates.payment);
        self.financial_date = dates.financial.map(kernel::show_day).unwrap_or_default();
        self
    }

    /// Without days yet.
    pub fn new(file_type: FileType, coop: Id, currency: &str) -> Self {
        Self {
            file_type,
            coop: coop.0,
            currency: currency.to_owned(),
            items: Vec::new(),
            period: None,
            date: String::new(),
            rate: None,
            supplier_bill: String::new(),
            remark: String::new(),
            adjust_item: None,
            financial_date: String::new(),
            after_finish: false,
            rows: Vec::new(),
        }
    }

    pub fn date(&self) -> Result<Day, Refusal> {
        parse_day(&self.date).ok_or_else(|| Refusal::broken("an upload without a day"))
    }

    pub fn financial_date(&self) -> Option<Day> {
        parse_day(&self.financial_date)
    }

    /// Rows that are in the payment.
    pub fn taken(&self) -> impl Iterator<Item = (usize, &Row)> {
        self.rows.iter().enumerate().filter(|(_, row)| row.deal != Deal::Skip)
    }

    /// Whether our cost is adjusted.
    pub fn adjusts(&self) -> bool {
        self.taken().any(|(_, row)| row.deal == Deal::Supplier && row.error != 0)
    }

    /// Keeps it.
    pub fn insert(&self, tx: &mut Tx<'_>) -> Result<Id, Refusal> {
        let id = tx.new_id();
        let body = serde_json::to_string(self).map_err(|error| Refusal::broken(format!("an upload: {error}")))?;
        let (user, now) = (Value::Int(tx.actor.user_id.0), Value::Int(tx.now.millis()));
        let (from, to) = self.period.clone().unwrap_or_default();
        let cells = [
            ("id", Value::Int(id.0)),
            ("file_type", Value::Text(self.file_type.code().to_owned())),
            ("coop_id", Value::Int(self.coop)),
            ("currency_code", Value::Text(self.currency.clone())),
            ("period_from", from.into_value()),
            ("period_to", to.into_value()),
            ("body", Value::Text(body)),
            ("version", Value::Int(1)),
            ("created_by", user.clone()),
            ("created_at", now.clone()),
            ("updated_by", user),
            ("updated_at", now),
        ];
        tx.exec(&sql::insert(tx.org(), TABLE, &cells).into())?;
        Ok(id)
    }

    /// One that is kept.
    pub fn of(conn: &mut dyn Conn, org: i64, id: Id) -> Result<Self, Refusal> {
        let mut select = sql::from(org, TABLE);
        select.column("body").and_where(sql::eq("id", id));
        let body: String = conn.first(&select.into())?.ok_or(Refusal::NotFound)?.get(0)?;
        serde_json::from_str(&body).map_err(|error| Refusal::broken(format!("an upload: {error}")))
    }
}

/// Notes the payment an upload became.
pub(super) fn became(tx: &mut Tx<'_>, id: Id, payment: Id) -> Result<(), Refusal> {
    let cells = [("payment_id", Value::Int(payment.0)), ("updated_at", Value::Int(tx.now.millis()))];
    tx.exec(&sql::update(tx.org(), TABLE, &cells).and_where(sql::eq("id", id)).to_owned().into())?;
    Ok(())
}

/// The payment an upload became, with its number.
pub(super) fn payment_of(conn: &mut dyn Conn, org: i64, id: Id) -> Result<Option<(Id, String)>, Refusal> {
    let mut select = sql::from(org, TABLE);
    select
        .columns([(PAYMENT, "id"), (PAYMENT, "payment_num")])
        .join(JoinType::InnerJoin, PAYMENT, sql::same_org(PAYMENT, TABLE, "payment_id"))
        .and_where(sql::of_eq(TABLE, "id", id));
    conn.first(&select.into())?.map(|row| Ok((row.get(0)?, row.get(1)?))).transpose()
}

/// Holds the period of an airline until the transaction ends: of two files of one, the second finds the payment of the first.
pub(super) fn hold_period(tx: &mut Tx<'_>, kept: &Kept) -> Result<(), Refusal> {
    let Some((from, _)) = kept.period.as_ref().filter(|_| kept.file_type == FileType::Cass) else { return Ok(()) };
    tx.next_number(&format!("CASS-{}-{}", kept.coop, kept.currency), from).map(drop)
}

/// The number of the payment in force that an airline has in a period already.
pub(super) fn in_period(conn: &mut dyn Conn, org: i64, kept: &Kept) -> Result<Option<String>, Refusal> {
    let Some((from, _)) = kept.period.as_ref().filter(|_| kept.file_type == FileType::Cass) else { return Ok(None) };
    let mut select = sql::from(org, TABLE);
    select
        .column((PAYMENT, "payment_num"))
        .join(JoinType::InnerJoin, PAYMENT, sql::same_org(PAYMENT, TABLE, "payment_id"))
        .and_where(sql::of_eq(TABLE, "file_type", FileType::Cass.code()))
        .and_where(sql::of_eq(TABLE, "coop_id", kept.coop))
        .and_where(sql::of_eq(TABLE, "currency_code", kept.currency.clone()))
        .and_where(sql::of_eq(TABLE, "period_from", from.clone()))
        .and_where(sql::is_in(sql::of(PAYMENT, "state"), [IN_FORCE, PROCESSING].map(ToOwned::to_owned)))
        .limit(1);
    conn.first(&select.into())?.map(|row| Ok(row.get(0)?)).transpose()
}
