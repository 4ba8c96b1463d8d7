//! Sheets on which the company and a supplier agree on costs (prm.md /prm_cost_confirmation): their lines, what is to be done
//! about each, and the figures of a sheet, which are made anew of its lines.

use kernel::{Id, Instant};
use platform::access::{new_token, secret_hash};
use platform::call::Tx;
use platform::field::Choice;
use platform::refusal::Refusal;
use platform::store::{Cell, Conn, Row, Value, sql};
use serde_json::Value as Json;

use crate::compared::{self, Compared};
use crate::comparison::{Outcome, Tolerance};

/// Table of sheets, and what approvals and the log call one.
pub const TABLE: &str = "cost_confirmation";
/// Table of their lines.
pub const LINE: &str = "cost_confirmation_line";
/// 草稿.
pub const DRAFT: &str = "DRAFT";
/// 已发送.
pub const SENT: &str = "SENT";
/// 核对中.
pub const CHECKING: &str = "CHECKING";
/// 审批中.
pub const APPROVING: &str = "APPROVING";
/// 已确认.
pub const CONFIRMED: &str = "CONFIRMED";
/// 已作废.
pub const VOID: &str = "VOID";
/// Lines of a sheet.
pub const LINES_MAX: usize = 20_000;
/// How long a link works.
const LINK_MS: i64 = 30 * 24 * 60 * 60 * 1000;
/// States in which the supplier may still say something.
const IS_OPEN: [&str; 2] = [SENT, CHECKING];

/// 按我方.
pub const OURS: &str = "OURS";
/// 按对方.
pub const THEIRS: &str = "THEIRS";
/// 折中: an amount of its own.
pub const MIDDLE: &str = "MIDDLE";
/// 删除费用.
pub const REMOVE: &str = "REMOVE";
/// 补录.
pub const ADD: &str = "ADD";
/// 待查.
pub const OPEN: &str = "OPEN";

/// What may be done about a line.
pub const TREATMENTS: &[Choice] = &[
    Choice::new(OURS, "按我方", "As we say"),
    Choice::new(THEIRS, "按对方", "As they say"),
    Choice::new(MIDDLE, "折中", "An amount between"),
    Choice::new(REMOVE, "删除费用", "Remove the cost"),
    Choice::new(ADD, "补录", "Add the cost"),
    Choice::new(OPEN, "待查", "To be looked into"),
];
/// What came of the comparison of a line.
pub const RESULTS: &[Choice] = &[
    Choice::new(Outcome::Equal.code(), "一致", "Equal").tone("ready"),
    Choice::new(Outcome::Within.code(), "容差内", "Within tolerance").tone("info"),
    Choice::new(Outcome::Different.code(), "不符", "Different").tone("danger"),
    Choice::new(Outcome::OnlyOurs.code(), "仅我方", "Only ours").tone("warning"),
    Choice::new(Outcome::OnlyTheirs.code(), "仅对方", "Only theirs").tone("warning"),
];

/// A cost beside what its supplier wants for it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Line {
    /// Row; none of one that is not saved.
    pub id: Option<Id>,
    /// Its place.
    pub line: i64,
    /// The cost; none of what the supplier alone has.
    pub charge: Option<Id>,
    /// Its order.
    pub order: Option<Id>,
    /// Code of the order.
    pub order_code: String,
    /// Number it is called by: ours, or as the supplier wrote it.
    pub number: String,
    /// Business date.
    pub biz_date: String,
    /// Scope of the order.
    pub scope: String,
    /// From where to where.
    pub route: String,
    /// Service item.
    pub item: Option<Id>,
    /// What it is called, by us or by the supplier.
    pub service: String,
    /// Our amount.
    pub ours: Option<i64>,
    /// Theirs.
    pub theirs: Option<i64>,
    /// What came of both; empty before the supplier said anything.
    pub result: String,
    /// What is done about it.
    pub treatment: String,
    /// What was agreed on.
    pub agreed: Option<i64>,
    /// Why they differ.
    pub reason: String,
    /// Remark.
    pub remark: String,
    /// The cost as it was before it was confirmed, where it changed.
    pub before: String,
    /// The adjusting charge that made the difference on a locked order.
    pub adjusting: Option<Id>,
}

impl Compared for Line {
    const TABLE: &'static str = LINE;
    const OWNER: &'static str = "confirmation_id";
    const COLUMNS: &'static [&'static str] = &[
        "id",
        "line",
        "charge_id",
        "order_id",
        "order_code",
        "number",
        "biz_date",
        "business_scope",
        "route",
        "service_item_id",
        "service_name",
        "ours",
        "theirs",
        "result",
        "treatment",
        "agreed",
        "reason",
        "remark",
        "before_change",
        "adjusting_id",
    ];

    fn of(row: &Row) -> Result<Self, Refusal> {
        Ok(Self {
            id: row.get(0)?,
            line: row.get(1)?,
            charge: row.get(2)?,
            order: row.get(3)?,
            order_code: row.get(4)?,
            number: row.get(5)?,
            biz_date: row.get(6)?,
            scope: row.get(7)?,
            route: row.get(8)?,
            item: row.get(9)?,
            service: row.get(10)?,
            ours: row.get(11)?,
            theirs: row.get(12)?,
            result: row.get(13)?,
            treatment: row.get(14)?,
            agreed: row.get(15)?,
            reason: row.get(16)?,
            remark: row.get(17)?,
            before: row.get(18)?,
            adjusting: row.get(19)?,
        })
    }

    fn values(&self, id: Id) -> Vec<Value> {
        vec![
            id.into_value(),
            self.line.into_value(),
            self.charge.into_value(),
            self.order.into_value(),
            self.order_code.clone().into_value(),
            self.number.clone().into_value(),
            self.biz_date.clone().into_value(),
            self.scope.clone().into_value(),
            self.route.clone().into_value(),
            self.item.into_value(),
            self.service.clone().into_value(),
            self.ours.into_value(),
            self.theirs.into_value(),
            self.result.clone().into_value(),
            self.treatment.clone().into_value(),
            self.agreed.into_value(),
            self.reason.clone().into_value(),
            self.remark.clone().into_value(),
            self.before.clone().into_value(),
            self.adjusting.into_value(),
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

    /// What was agreed on less what is booked.
    pub fn change(&self) -> i64 {
        self.agreed.unwrap_or_default().saturating_sub(self.ours.unwrap_or_default())
    }

    /// Whether nothing is left to be said about it.
    pub fn is_treated(&self) -> bool {
        self.agreed.is_some()
    }

    /// Takes what the supplier wants; what was decided about another amount is decided anew.
    pub fn compare(&mut self, theirs: Option<i64>, tolerance: Tolerance) {
        let is_same = self.theirs == theirs && !self.result.is_empty();
        let result = Outcome::of(self.ours, theirs, tolerance);
        self.theirs = theirs;
        result.code().clone_into(&mut self.result);
        if is_same && !self.treatment.is_empty() {
            return;
        }
        self.treatment.clear();
        self.agreed = matches!(result, Outcome::Equal | Outcome::Within).then_some(self.ours).flatten();
    }
}

/// A sheet as the link of a mail finds it.
#[derive(Debug, Clone)]
pub struct Head {
    /// Company.
    pub org: i64,
    /// Row.
    pub id: Id,
    /// Number.
    pub code: String,
    /// Supplier.
    pub coop: Id,
    /// Currency.
    pub currency: String,
    /// State.
    pub state: String,
    /// What may differ.
    pub tolerance: Tolerance,
    /// First and last day of its costs.
    pub days: (String, String),
    /// What is booked.
    pub booked: i64,
    /// Until when its link works.
    pub until: Option<Instant>,
    /// Who looks after it.
    pub handler: Id,
}

impl Head {
    const COLUMNS: [&'static str; 13] = [
        "org_id",
        "id",
        "confirm_code",
        "coop_id",
        "currency_code",
        "state",
        "tolerance",
        "tolerance_percent",
        "from_date",
        "to_date",
        "booked",
        "link_until",
        "handler_id",
    ];

    fn of(row: &Row) -> Result<Self, Refusal> {
        let day = |place: usize| Ok::<_, Refusal>(row.get::<Option<String>>(place)?.unwrap_or_default());
        Ok(Self {
            org: row.get(0)?,
            id: row.get(1)?,
            code: row.get(2)?,
            coop: row.get(3)?,
            currency: row.get(4)?,
            state: row.get(5)?,
            tolerance: Tolerance { amount: row.get(6)?, percent: row.get(7)? },
            days: (day(8)?, day(9)?),
            booked: row.get(10)?,
            until: row.get(11)?,
            handler: row.get(12)?,
        })
    }

    /// One by the code of its link, held where it is to be answered.
    pub fn of_code(conn: &mut dyn Conn, code: &str, is_held: bool) -> Result<Option<Self>, Refusal> {
        let mut select = sql::from_global("cost_confirmation");
        select.columns(Self::COLUMNS).and_where(sql::eq("code_hash", secret_hash(code)));
        if is_held {
            select.lock_exclusive();
        }
        conn.first(&select.into())?.as_ref().map(Self::of).transpose()
    }

    /// Whether its supplier may say something at a moment: its days are not over, and nothing is confirmed or decided yet.
    pub fn is_open(&self, now: Instant) -> bool {
        IS_OPEN.contains(&self.state.as_str()) && self.until.is_some_and(|until| now < until)
    }
}

/// Holds a sheet in the version its user saw, so that an answer behind its link waits, or is not lost.
pub fn hold(tx: &mut Tx<'_>, (sheet, version): (Id, i64)) -> Result<(), Refusal> {
    let mut select = sql::from(tx.org(), TABLE);
    select.column("version").and_where(sql::eq("id", sheet)).lock_exclusive();
    let now: i64 = tx.first(&select.into())?.ok_or(Refusal::NotFound)?.get(0)?;
    if now == version { Ok(()) } else { Err(Refusal::Stale(Json::Null)) }
}

/// A new code behind which the supplier answers for 30 days; the one before works no more.
pub fn link(tx: &mut Tx<'_>, sheet: Id) -> Result<String, Refusal> {
    let (org, now, code) = (tx.org(), tx.now, new_token()?);
    let cells = [
        ("code_hash", Value::Bytes(secret_hash(&code))),
        ("link_until", now.plus_millis(LINK_MS).into_value()),
        ("sent_at", now.into_value()),
    ];
    tx.exec(&sql::update(org, TABLE, &cells).and_where(sql::eq("id", sheet)).to_owned().into())?;
    Ok(code)
}

/// The lines of a sheet, in their order.
pub fn lines(conn: &mut dyn Conn, org: i64, sheet: Id) -> Result<Vec<Line>, Refusal> {
    compared::lines(conn, org, sheet)
}

/// The lines of a sheet that is void hold their costs no more.
pub fn void(tx: &mut Tx<'_>, sheet: Id) -> Result<(), Refusal> {
    let mut update = sql::update(tx.org(), LINE, &[("is_void", Value::Bool(true))]);
    tx.exec(&update.and_where(sql::eq("confirmation_id", sheet)).to_owned().into())?;
    Ok(())
}

/// Makes the figures of a sheet anew of its lines.
pub fn restate(tx: &mut Tx<'_>, sheet: Id) -> Result<Vec<Line>, Refusal> {
    let org = tx.org();
    let lines = lines(tx, org, sheet)?;
    let count = |result: Outcome| {
        let all = lines.iter().filter(|line| line.result == result.code()).count();
        Value::Int(i64::try_from(all).unwrap_or(i64::MAX))
    };
    let sum = |of: fn(&Line) -> Option<i64>| lines.iter().filter_map(of).fold(0, i64::saturating_add);
    let is_compared = lines.iter().any(|line| !line.result.is_empty());
    let is_agreed = lines.iter().all(Line::is_treated);
    let cells = [
        ("line_count", Value::Int(i64::try_from(lines.len()).unwrap_or(i64::MAX))),
        ("booked", Value::Int(sum(|line| line.ours))),
        ("theirs", is_compared.then(|| sum(|line| line.theirs)).into_value()),
        ("agreed", is_agreed.then(|| sum(|line| line.agreed)).into_value()),
        ("equal_count", count(Outcome::Equal)),
        ("within_count", count(Outcome::Within)),
        ("different_count", count(Outcome::Different)),
        ("ours_count", count(Outcome::OnlyOurs)),
        ("theirs_count", count(Outcome::OnlyTheirs)),
    ];
    tx.exec(&sql::update(org, TABLE, &cells).and_where(sql::eq("id", sheet)).to_owned().into())?;
    Ok(lines)
}
