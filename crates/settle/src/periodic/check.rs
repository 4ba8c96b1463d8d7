//! 客商对账 (catalogue prm.md /prm_coop_check): one check for each bill that went out, with our lines beside what the partner says,
//! and what was agreed on of each. What differs from the bill in the end becomes adjustments of it.

use std::collections::BTreeMap;

use kernel::{Id, Instant, Msg};
use platform::access::{new_token, secret_hash};
use platform::call::Tx;
use platform::field::Choice;
use platform::refusal::Refusal;
use platform::sea_query::{Expr, ExprTrait, Order};
use platform::store::{Cell, Conn, Row, Value, sql};
use serde_json::Value as Json;
use trade::charge::Money;
use trade::charge::share::share;

use super::bill::{self, CHECKING as BILL_CHECKING, DETAILS, LINES as BILL_LINES, UNCHECKED};
use crate::compared::{self, Compared};
use crate::comparison::{Outcome, Tolerance};

/// Its table.
pub const TABLE: &str = "bill_check";
/// Table of its lines.
pub const LINE: &str = "bill_check_line";

/// 待核对.
pub const WAITING: &str = bill::WAITING;
/// 核对中.
pub const CHECKING: &str = BILL_CHECKING;
/// 审批中.
pub const APPROVING: &str = "APPROVING";
/// 已确认.
pub const CONFIRMED: &str = bill::CONFIRMED;
/// 有异议.
pub const DISPUTED: &str = bill::DISPUTED;
/// States in which both sides may still say something; the bill is in one of them, too.
pub const IS_OPEN: [&str; 3] = [WAITING, CHECKING, DISPUTED];
/// States of a check.
pub const STATES: &[Choice] = &[
    Choice::new(WAITING, "待核对", "To be checked").tone("info"),
    Choice::new(CHECKING, "核对中", "Being checked").tone("warning"),
    Choice::new(APPROVING, "审批中", "Being decided").tone("warning"),
    Choice::new(CONFIRMED, "已确认", "Confirmed").tone("ready"),
    Choice::new(DISPUTED, "有异议", "Disputed").tone("danger"),
];

/// 认可我方.
pub const OURS: &str = "OURS";
/// 认可对方.
pub const THEIRS: &str = "THEIRS";
/// 折中: an amount of its own.
pub const MIDDLE: &str = "MIDDLE";
/// 待查.
pub const OPEN: &str = "OPEN";
/// What may be done about a line.
pub const TREATMENTS: &[Choice] = &[
    Choice::new(OURS, "认可我方", "As we say"),
    Choice::new(THEIRS, "认可对方", "As they say"),
    Choice::new(MIDDLE, "折中", "An amount between"),
    Choice::new(OPEN, "待查", "To be looked into"),
];

/// Rows of one statement that adds details.
const AT_ONCE: usize = 500;
/// How long a link works.
const LINK_MS: i64 = 30 * 24 * 60 * 60 * 1000;

/// A line of ours beside what the partner says of it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Line {
    /// Row; none of one that is not saved.
    pub id: Option<Id>,
    /// Its place.
    pub line: i64,
    /// What it is called by: an order, else what is charged, or as the partner wrote it.
    pub key: String,
    /// What the customer calls the order.
    pub customer_number: String,
    /// Its master, house or other number.
    pub biz_number: String,
    /// The line of the bill; none of what the partner alone has.
    pub bill_line: Option<Id>,
    /// The order.
    pub order: Option<Id>,
    /// What of the line it bears.
    pub share: Option<i64>,
    /// What is charged.
    pub item: Option<Id>,
    /// How much we counted.
    pub our_quantity: Option<i64>,
    /// Our amount.
    pub ours: Option<i64>,
    /// How much they counted.
    pub their_quantity: Option<i64>,
    /// Their amount.
    pub theirs: Option<i64>,
    /// What came of both; empty before they said anything.
    pub result: String,
    /// What is done about it.
    pub treatment: String,
    /// What was agreed on.
    pub agreed: Option<i64>,
    /// Why they differ.
    pub reason: String,
    /// Remark.
    pub remark: String,
}

impl Compared for Line {
    const TABLE: &'static str = LINE;
    const OWNER: &'static str = "check_id";
    const COLUMNS: &'static [&'static str] = &[
        "id",
        "line",
        "match_key",
        "customer_number",
        "biz_number",
        "bill_line_id",
        "order_id",
        "share",
        "service_item_id",
        "our_quantity",
        "ours",
        "their_quantity",
        "theirs",
        "result",
        "treatment",
        "agreed",
        "reason",
        "remark",
    ];

    fn of(row: &Row) -> Result<Self, Refusal> {
        Ok(Self {
            id: row.get(0)?,
            line: row.get(1)?,
            key: row.get(2)?,
            customer_number: row.get(3)?,
            biz_number: row.get(4)?,
            bill_line: row.get(5)?,
            order: row.get(6)?,
            share: row.get(7)?,
            item: row.get(8)?,
            our_quantity: row.get(9)?,
            ours: row.get(10)?,
            their_quantity: row.get(11)?,
            theirs: row.get(12)?,
            result: row.get(13)?,
            treatment: row.get(14)?,
            agreed: row.get(15)?,
            reason: row.get(16)?,
            remark: row.get(17)?,
        })
    }

    fn values(&self, id: Id) -> Vec<Value> {
        vec![
            id.into_value(),
            self.line.into_value(),
            self.key.clone().into_value(),
            self.customer_number.clone().into_value(),
            self.biz_number.clone().into_value(),
            self.bill_line.into_value(),
            self.order.into_value(),
            self.share.into_value(),
            self.item.into_value(),
            self.our_quantity.into_value(),
            self.ours.into_value(),
            self.their_quantity.into_value(),
            self.theirs.into_value(),
            self.result.clone().into_value(),
            self.treatment.clone().into_value(),
            self.agreed.into_value(),
            self.reason.clone().into_value(),
            self.remark.clone().into_value(),
        ]
    }

    fn id(&self) -> Option<Id> {
        self.id
    }
}

impl Line {
    /// Their amount less ours; none before they said anything.
    pub fn difference(&self) -> Option<i64> {
        if self.result.is_empty() {
            return None;
        }
        Some(self.theirs.unwrap_or_default().saturating_sub(self.ours.unwrap_or_default()))
    }

    /// What was agreed on less what the bill says.
    pub fn change(&self) -> i64 {
        self.agreed.unwrap_or_default().saturating_sub(self.ours.unwrap_or_default())
    }

    /// Whether both say the same, or nearly so.
    pub fn is_alike(&self) -> bool {
        [Outcome::Equal, Outcome::Within].iter().any(|one| one.code() == self.result)
    }

    /// Takes what the partner says; what was decided about another amount is decided anew.
    pub fn compare(&mut self, theirs: Option<i64>, tolerance: Tolerance) {
        let is_same = self.theirs == theirs && !self.result.is_empty();
        self.theirs = theirs;
        Outcome::of(self.ours, theirs, tolerance).code().clone_into(&mut self.result);
        if !is_same || self.treatment.is_empty() {
            self.treatment.clear();
            self.agreed = if self.is_alike() { self.ours } else { None };
        }
    }
}

/// The lines of a check, in their order.
pub fn lines(conn: &mut dyn Conn, org: i64, check: Id) -> Result<Vec<Line>, Refusal> {
    compared::lines(conn, org, check)
}

/// The check of a bill that goes out begins, anew where there was one before.
pub fn begin(tx: &mut Tx<'_>, bill: Id) -> Result<Id, Refusal> {
    drop_of(tx, bill)?;
    let (org, id) = (tx.org(), tx.new_id());
    let mut select = sql::from(org, bill::TABLE);
    select
        .columns(["bill_code", "coop_id", "side", "period", "currency_code", "amount"])
        .and_where(sql::eq("id", bill));
    let row = tx.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let currency: String = row.get(4)?;
    let lines = ours(tx, bill, &currency)?;
    let (user, now) = (Value::Int(tx.actor.user_id.0), Value::Int(tx.now.millis()));
    let cells = [
        ("id", id.into_value()),
        ("bill_id", bill.into_value()),
        ("bill_code", row.get::<String>(0)?.into_value()),
        ("coop_id", row.get::<Id>(1)?.into_value()),
        ("side", row.get::<String>(2)?.into_value()),
        ("period", row.get::<String>(3)?.into_value()),
        ("currency_code", currency.into_value()),
        ("state", WAITING.into_value()),
        ("result", UNCHECKED.into_value()),
        ("our_amount", row.get::<i64>(5)?.into_value()),
        ("tolerance_amount", Tolerance::USUAL.amount.into_value()),
        ("tolerance_percent", Tolerance::USUAL.percent.into_value()),
        ("line_count", i64::try_from(lines.len()).unwrap_or(i64::MAX).into_value()),
        ("handler_id", user.clone()),
        ("version", Value::Int(1)),
        ("created_by", user.clone()),
        ("created_at", now.clone()),
        ("updated_by", user),
        ("updated_at", now),
    ];
    tx.exec(&sql::insert(org, TABLE, &cells).into())?;
    compared::add(tx, id, &lines)?;
    Ok(id)
}

/// The check of a bill that was changed while it is disputed compares what the bill says now.
pub fn renew(tx: &mut Tx<'_>, bill: Id) -> Result<(), Refusal> {
    let org = tx.org();
    let mut select = sql::from(org, TABLE);
    select.columns(["id", "currency_code"]).and_where(sql::eq("bill_id", bill));
    let Some(row) = tx.first(&select.into())? else { return Ok(()) };
    let (id, currency): (Id, String) = (row.get(0)?, row.get(1)?);
    tx.exec(&sql::delete(org, LINE).and_where(sql::eq("check_id", id)).to_owned().into())?;
    let lines = ours(tx, bill, &currency)?;
    compared::add(tx, id, &lines)?;
    restate(tx, id).map(drop)
}

/// The lines of a bill as the check has them: a line for each order a line was counted of, else one for the line.
fn ours(tx: &mut Tx<'_>, bill: Id, currency: &str) -> Result<Vec<Line>, Refusal> {
    let org = tx.org();
    let currency = charge::rate::currency_of(currency)?;
    let mut select = sql::from(org, DETAILS);
    select
        .columns(["line_id", "order_id", "number", "customer_number", "biz_number", "quantity", "share"])
        .and_where(sql::eq("bill_id", bill))
        .order_by("line", Order::Asc)
        .order_by("id", Order::Asc);
    let mut details: BTreeMap<Id, Vec<Line>> = BTreeMap::new();
    for row in tx.query(&select.into())? {
        let line = Line {
            order: row.get(1)?,
            key: row.get(2)?,
            customer_number: row.get(3)?,
            biz_number: row.get(4)?,
            our_quantity: row.get(5)?,
            share: row.get(6)?,
            ..Line::default()
        };
        details.entry(row.get(0)?).or_default().push(line);
    }
    let mut select = sql::from(org, BILL_LINES);
    select
        .columns(["id", "service_item_id", "rule_name", "quantity", "amount", "reason"])
        .and_where(sql::eq("bill_id", bill))
        .order_by("line", Order::Asc);
    let mut made = Vec::new();
    for row in tx.query(&select.into())? {
        let (id, amount): (Id, i64) = (row.get(0)?, row.get(4)?);
        let own = details.remove(&id).unwrap_or_default();
        let weights: Vec<i64> = own.iter().map(|line| line.share.unwrap_or_default()).collect();
        let total = Money::of_thousandths(amount, currency);
        // Weights that come to nought say nothing of the amount.
        let shares = total.and_then(|total| share(total, &weights)).unwrap_or_default();
        let (rule, reason): (Option<String>, Option<String>) = (row.get(2)?, row.get(5)?);
        let whole = Line {
            key: rule.filter(|name| !name.is_empty()).or(reason).unwrap_or_default(),
            our_quantity: row.get(3)?,
            ours: Some(amount),
            ..Line::default()
        };
        let parts = own
            .into_iter()
            .zip(shares)
            .map(|(line, part)| Ok(Line { ours: Some(part.thousandths().map_err(|_| too_large())?), ..line }));
        let mut parts = parts.collect::<Result<Vec<_>, Refusal>>()?;
        if parts.is_empty() {
            parts.push(whole);
        }
        for line in parts {
            let place = i64::try_from(made.len()).unwrap_or(i64::MAX).saturating_add(1);
            made.push(Line { line: place, bill_line: Some(id), item: row.get(1)?, ..line });
        }
    }
    Ok(made)
}

fn too_large() -> Refusal {
    Refusal::business(charge::figure::TOO_LARGE)
}

/// A bill that does not go out after all is not checked.
pub fn drop_of(tx: &mut Tx<'_>, bill: Id) -> Result<(), Refusal> {
    let org = tx.org();
    let mut checks = sql::from(org, TABLE);
    checks.column("id").and_where(sql::eq("bill_id", bill));
    for row in tx.query(&checks.into())? {
        let id: Id = row.get(0)?;
        tx.exec(&sql::delete(org, LINE).and_where(sql::eq("check_id", id)).to_owned().into())?;
        tx.exec(&sql::delete(org, TABLE).and_where(sql::eq("id", id)).to_owned().into())?;
    }
    Ok(())
}

/// A new code behind which the partner answers for 30 days; the one before works no more. None where the bill is not checked.
pub fn link(tx: &mut Tx<'_>, bill: Id) -> Result<Option<String>, Refusal> {
    let (org, now, code) = (tx.org(), tx.now, new_token()?);
    let cells = [
        ("code_hash", Value::Bytes(secret_hash(&code))),
        ("link_until", now.plus_millis(LINK_MS).into_value()),
        ("sent_at", now.into_value()),
    ];
    let mut update = sql::update(org, TABLE, &cells);
    update.and_where(sql::eq("bill_id", bill));
    Ok((tx.exec(&update.into())? > 0).then_some(code))
}

/// A check as a link or a decision finds it.
#[derive(Debug, Clone)]
pub struct Head {
    /// Company.
    pub org: i64,
    /// Row.
    pub id: Id,
    /// Its bill.
    pub bill: Id,
    /// Number of the bill.
    pub code: String,
    /// Partner.
    pub coop: Id,
    /// Currency.
    pub currency: String,
    /// One of [`STATES`].
    pub state: String,
    /// What may differ.
    pub tolerance: Tolerance,
    /// Until when its link works.
    pub until: Option<Instant>,
    /// Who looks after it.
    pub handler: Id,
    /// Version.
    pub version: i64,
}

const HEAD: [&str; 12] = [
    "org_id",
    "id",
    "bill_id",
    "bill_code",
    "coop_id",
    "currency_code",
    "state",
    "tolerance_amount",
    "tolerance_percent",
    "link_until",
    "handler_id",
    "version",
];

impl Head {
    fn read(row: &Row) -> Result<Self, Refusal> {
        Ok(Self {
            org: row.get(0)?,
            id: row.get(1)?,
            bill: row.get(2)?,
            code: row.get(3)?,
            coop: row.get(4)?,
            currency: row.get(5)?,
            state: row.get(6)?,
            tolerance: Tolerance { amount: row.get(7)?, percent: row.get(8)? },
            until: row.get(9)?,
            handler: row.get(10)?,
            version: row.get(11)?,
        })
    }

    /// One by its row.
    pub fn of(conn: &mut dyn Conn, org: i64, id: Id) -> Result<Self, Refusal> {
        let mut select = sql::from(org, TABLE);
        select.columns(HEAD).and_where(sql::eq("id", id));
        Self::read(&conn.first(&select.into())?.ok_or(Refusal::NotFound)?)
    }

    /// One by the code of its link, held where it is to be answered.
    pub fn of_code(conn: &mut dyn Conn, code: &str, is_held: bool) -> Result<Option<Self>, Refusal> {
        let mut select = sql::from_global("bill_check");
        select.columns(HEAD).and_where(sql::eq("code_hash", secret_hash(code)));
        if is_held {
            select.lock_exclusive();
        }
        conn.first(&select.into())?.as_ref().map(Self::read).transpose()
    }

    /// Whether its partner may say something at a moment: its days are not over, and nothing is agreed or decided yet.
    pub fn is_open(&self, now: Instant) -> bool {
        let is_of_state = IS_OPEN.contains(&self.state.as_str());
        is_of_state && self.until.is_some_and(|until| now < until)
    }
}

/// Holds the bill of a check, and then the check in the version its user saw. Who writes both holds them in this order.
pub fn hold(tx: &mut Tx<'_>, (check, version): (Id, i64)) -> Result<(), Refusal> {
    let org = tx.org();
    let mut of = sql::from(org, TABLE);
    of.column("bill_id").and_where(sql::eq("id", check));
    let bill: Id = tx.first(&of.into())?.ok_or(Refusal::NotFound)?.get(0)?;
    bill::hold(tx, bill)?;
    let mut select = sql::from(org, TABLE);
    select.column("version").and_where(sql::eq("id", check)).lock_exclusive();
    let now: i64 = tx.first(&select.into())?.ok_or(Refusal::NotFound)?.get(0)?;
    if now == version { Ok(()) } else { Err(Refusal::Stale(Json::Null)) }
}

/// Writes something of a check that is no field of its form.
pub fn note(tx: &mut Tx<'_>, check: Id, cells: &[(&'static str, Value)]) -> Result<(), Refusal> {
    tx.exec(&sql::update(tx.org(), TABLE, cells).and_where(sql::eq("id", check)).to_owned().into())?;
    Ok(())
}

/// Makes the figures of a check anew of its lines.
pub fn restate(tx: &mut Tx<'_>, check: Id) -> Result<Vec<Line>, Refusal> {
    let org = tx.org();
    let lines = lines(tx, org, check)?;
    let count = |result: Outcome| {
        let all = lines.iter().filter(|line| line.result == result.code()).count();
        i64::try_from(all).unwrap_or(i64::MAX)
    };
    let sum = |of: fn(&Line) -> Option<i64>| lines.iter().filter_map(of).fold(0, i64::saturating_add);
    let apart = [Outcome::Different, Outcome::OnlyOurs, Outcome::OnlyTheirs].map(count);
    let is_compared = lines.iter().any(|line| !line.result.is_empty());
    let result = if !is_compared {
        UNCHECKED
    } else if apart.iter().all(|count| *count == 0) {
        bill::EQUAL
    } else {
        bill::DIFFERENT
    };
    let is_agreed = lines.iter().all(|line| line.agreed.is_some());
    let [different, only_ours, only_theirs] = apart;
    let cells = [
        ("line_count", i64::try_from(lines.len()).unwrap_or(i64::MAX).into_value()),
        ("our_amount", sum(|line| line.ours).into_value()),
        ("their_amount", is_compared.then(|| sum(|line| line.theirs)).into_value()),
        ("agreed", is_agreed.then(|| sum(|line| line.agreed)).into_value()),
        ("equal_lines", count(Outcome::Equal).into_value()),
        ("within_lines", count(Outcome::Within).into_value()),
        ("different_lines", different.into_value()),
        ("only_ours", only_ours.into_value()),
        ("only_theirs", only_theirs.into_value()),
        ("result", result.into_value()),
    ];
    note(tx, check, &cells)?;
    Ok(lines)
}

const WENT_ON: Msg = Msg::new(
    "bill_check.went_on",
    "账单已结算或已作废，不能继续对账",
    "The bill was settled or made void: its check is over.",
);

/// The bill of a check is in the same state, with the same result, and its version goes on. One that went on without its
/// check, as one that was settled meanwhile, stays what it is.
pub fn bill_follows(tx: &mut Tx<'_>, check: Id, state: &str) -> Result<(), Refusal> {
    let org = tx.org();
    let mut select = sql::from(org, TABLE);
    select.columns(["bill_id", "result"]).and_where(sql::eq("id", check));
    let row = tx.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let cells = [("state", state.to_owned().into_value()), ("check_state", row.get::<String>(1)?.into_value())];
    let mut update = sql::update(org, bill::TABLE, &cells);
    update
        .value("version", Expr::cust("version + 1"))
        .and_where(sql::eq("id", row.get::<Id>(0)?))
        .and_where(sql::is_in(sql::col("state"), IS_OPEN))
        .and_where(sql::col("settlement_id").is_null());
    if tx.exec(&update.into())? == 0 { Err(Refusal::business(WENT_ON)) } else { Ok(()) }
}

/// Makes the bill of a check what was agreed on: an adjustment for each of its lines that was agreed on otherwise, and one for
/// what the partner alone had.
pub fn adjust(tx: &mut Tx<'_>, check: &Head, lines: &[Line], why: &str) -> Result<(), Refusal> {
    let org = tx.org();
    let mut select = sql::from(org, BILL_LINES);
    select
        .columns(["id", "service_item_id", "tax_rate", "post_mode", "line", "rule_name"])
        .and_where(sql::eq("bill_id", check.bill))
        .order_by("line", Order::Asc);
    let rows = tx.query(&select.into())?;
    let mut place: i64 = rows.last().map_or(Ok(0), |row| row.get(4))?;
    for (count, row) in rows.iter().enumerate() {
        let id: Id = row.get(0)?;
        let is_of = |line: &&Line| line.bill_line == Some(id) || (count == 0 && line.bill_line.is_none());
        let own: Vec<&Line> = lines.iter().filter(is_of).filter(|line| line.change() != 0).collect();
        let change = own.iter().map(|line| line.change()).fold(0, i64::saturating_add);
        if change == 0 {
            continue;
        }
        place = place.saturating_add(1);
        let word: Option<String> = row.get(2)?;
        let word = word.unwrap_or_default();
        let (untaxed, tax) = bill::parts(change, &check.currency, &word)?;
        let reason = own.iter().map(|line| line.reason.as_str()).find(|reason| !reason.is_empty()).unwrap_or(why);
        let line = bill::Line {
            rule_name: row.get::<Option<String>>(5)?.unwrap_or_default(),
            tax_rate: word,
            tax,
            untaxed,
            adjusting: true,
            reason: reason.to_owned(),
            post_mode: row.get::<Option<String>>(3)?.unwrap_or_default(),
            ..bill::Line::of(row.get(1)?, change)
        };
        let made = bill::insert_line(tx, check.bill, place, &line)?;
        details(tx, (check.bill, made), &own)?;
    }
    bill::restate(tx, check.bill)
}

/// What an adjustment is of each order.
fn details(tx: &mut Tx<'_>, (bill, line): (Id, Id), own: &[&Line]) -> Result<(), Refusal> {
    const OF: [&str; 8] = ["id", "bill_id", "line_id", "line", "order_id", "number", "customer_number", "biz_number"];
    let columns: Vec<&'static str> = OF.into_iter().chain(["share"]).collect();
    let mut rows = Vec::new();
    for (place, one) in (1i64..).zip(own.iter().filter(|one| one.order.is_some())) {
        rows.push(vec![
            tx.new_id().into_value(),
            bill.into_value(),
            line.into_value(),
            place.into_value(),
            one.order.into_value(),
            one.key.clone().into_value(),
            one.customer_number.clone().into_value(),
            one.biz_number.clone().into_value(),
            one.change().into_value(),
        ]);
    }
    // What is of no order can't be told of some of them alone.
    if rows.len() == own.len() {
        for some in rows.chunks(AT_ONCE) {
            tx.exec(&sql::insert_many(tx.org(), DETAILS, &columns, some.to_vec()).into())?;
        }
    }
    Ok(())
}
