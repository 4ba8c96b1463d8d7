//! The figures of partners as they were last reckoned, and the locks that follow of them (catalogue prm.md 1.6 and 1.7). It may be
//! done as often as one likes: what did not change writes the same again and moves nothing.

use std::collections::{BTreeMap, BTreeSet};

use agreement::{Agreed, agreed};
use charge::rate::{self, Table};
use kernel::{Day, Id, Instant, Scope, Text, show_day};
use platform::call::Tx;
use platform::log::{Level, LogEntry};
use platform::refusal::Refusal;
use platform::sea_query::{OnConflict, Order};
use platform::setting;
use platform::store::{Cell, Conn, Row, Value, sql};
use trade::charge::exchange::Kind;
use trade::charge::{Currency, Money, Side};

use crate::change::{self, Change};
use crate::figures::{self, Figures};
use crate::gate::{Gate, Outcome, Trigger};
use crate::lock::{self, Lock, SYSTEM};
use crate::open::{NET, Open, of_coops};
use crate::pool::{self, Pool};
use crate::rating::{self, Norms};
use crate::rule::{self, Matrix, OVERDUE_LEAST, WARNS_FROM};
use crate::words::{self, Why};

/// Its table.
pub const TABLE: &str = "coop_credit";
/// The limit is what agreements say.
pub const AGREED: &str = "AGREED";
/// The company set one.
pub const OWN: &str = "OWN";
/// Nothing is controlled.
pub const NONE: &str = "NONE";
/// Types of partners that are customers.
pub const CUSTOMERS: [&str; 2] = ["客户", "互为代理"];
const EFFECTIVE: &str = "生效";
const WHITE_LIST: &str = "白名单";
/// An agreement whose limit is for its own scopes alone.
const OWN_SCOPES: &str = "OWN";
const PERCENT: i64 = 100;

/// What the company decided about a partner's credit, and what was reckoned last.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Credit {
    /// Whether there is a row.
    pub is_there: bool,
    /// [`AGREED`], [`OWN`] or [`NONE`].
    pub limit_kind: String,
    /// The limit that was set.
    pub own_limit: Option<i64>,
    /// By how much it may be passed, in hundredths of a percent, where that was set.
    pub own_over: Option<i64>,
    /// Days of grace, where they were set.
    pub own_grace: Option<i64>,
    /// What is added for a time.
    pub temp_limit: Option<i64>,
    /// Its last day.
    pub temp_until: Option<String>,
    /// Last day on the white list.
    pub white_until: Option<String>,
    /// Why it stands on the black list.
    pub black_reason: String,
    /// The limit of the day it was reckoned.
    pub limit: Option<i64>,
    /// Without what is added for a time.
    pub base: Option<i64>,
    /// By how much it may be passed.
    pub over_percent: i64,
    /// Days of grace.
    pub grace_days: i64,
    /// What counts against it.
    pub exposure: i64,
    /// Of that what other companies of the group are owed.
    pub pooled: i64,
    /// What is beyond it.
    pub over_amount: i64,
    /// Past its due day.
    pub overdue: i64,
    /// For how long at most.
    pub overdue_days: i64,
    /// Enough is late to count.
    pub is_late: bool,
    /// How much of the limit is used.
    pub usage: Option<i64>,
}

const COLUMNS: [&str; 20] = [
    "id",
    "limit_kind",
    "own_limit",
    "own_over",
    "own_grace",
    "temp_limit",
    "temp_until",
    "white_until",
    "black_reason",
    "effective_limit",
    "base_limit",
    "over_percent",
    "grace_days",
    "exposure",
    "over_amount",
    "overdue_amount",
    "overdue_days",
    "late_amount",
    "usage_rate",
    "pooled",
];

fn credit_of(row: &Row) -> Result<Credit, Refusal> {
    Ok(Credit {
        is_there: true,
        limit_kind: row.get(1)?,
        own_limit: row.get(2)?,
        own_over: row.get(3)?,
        own_grace: row.get(4)?,
        temp_limit: row.get(5)?,
        temp_until: row.get(6)?,
        white_until: row.get(7)?,
        black_reason: row.get(8)?,
        limit: row.get(9)?,
        base: row.get(10)?,
        over_percent: row.get::<Option<i64>>(11)?.unwrap_or_default(),
        grace_days: row.get::<Option<i64>>(12)?.unwrap_or_default(),
        exposure: row.get(13)?,
        over_amount: row.get(14)?,
        overdue: row.get(15)?,
        overdue_days: row.get(16)?,
        is_late: row.get::<i64>(17)? != 0,
        usage: row.get(18)?,
        pooled: row.get(19)?,
    })
}

/// The row of a partner; one that was never reckoned owes nothing.
pub fn stored(conn: &mut dyn Conn, org: i64, coop: Id) -> Result<Credit, Refusal> {
    Ok(stored_of(conn, org, &[coop])?.remove(&coop).unwrap_or_default())
}

fn stored_of(conn: &mut dyn Conn, org: i64, coops: &[Id]) -> Result<BTreeMap<Id, Credit>, Refusal> {
    let mut select = sql::from(org, TABLE);
    select.columns(COLUMNS).and_where(sql::is_in(sql::col("id"), coops.iter().copied()));
    conn.query(&select.into())?.iter().map(|row| Ok((row.get(0)?, credit_of(row)?))).collect()
}

/// What reckoning changed that people are told of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moved {
    /// Whose.
    pub coop: Id,
    /// Its code.
    pub code: String,
    /// Its name.
    pub name: String,
    /// Who looks after it, and who sells to it.
    pub people: Vec<Id>,
    /// What happened.
    pub what: What,
    /// Figures behind it.
    pub detail: Option<Text>,
}

/// What happened to a partner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What {
    /// Its business in a scope was locked.
    Locked(Scope),
    /// It was opened.
    Opened(Scope),
    /// So much of its limit is used, in hundredths of a percent.
    Used(i64),
}

/// A partner as it is read.
struct Partner {
    id: Id,
    code: String,
    name: String,
    is_customer: bool,
    is_effective: bool,
    mark: String,
    people: Vec<Id>,
    scopes: BTreeSet<String>,
}

/// What limits of a company are read with.
struct Means {
    today: Day,
    now: Instant,
    own: Currency,
    rates: Option<Table>,
}

/// All that partners are reckoned with, read at once.
struct Around {
    means: Means,
    least: i64,
    net: bool,
    warns_from: i64,
    norms: Option<Norms>,
    open: BTreeMap<Id, Open>,
    agreed: BTreeMap<Id, Vec<Agreed>>,
    credit: BTreeMap<Id, Credit>,
    matrices: BTreeMap<Id, Matrix>,
    locks: BTreeMap<Id, Vec<Lock>>,
    pools: BTreeMap<Id, Shared>,
}

/// What a partner shares with others of the group.
struct Shared {
    pool: Pool,
    /// What the others owe.
    others: i64,
    /// The limit of the source, where that is another.
    limit: Option<Limit>,
}

/// Reckons partners anew, their ratings too where that is asked for, and locks or opens what follows. The caller tells people
/// what moved.
pub fn reckon(tx: &mut Tx<'_>, coops: &[Id], rates: bool) -> Result<Vec<Moved>, Refusal> {
    let org = tx.org();
    tx.no_log_line();
    hold(tx, coops)?;
    let partners = partners(tx, org, coops)?;
    let around = around(tx, coops, rates)?;
    let mut moved = Vec::new();
    for partner in &partners {
        let known = around.credit.get(&partner.id).cloned().unwrap_or_default();
        let open = around.open.get(&partner.id).cloned().unwrap_or_default();
        if !partner.is_customer && !known.is_there && open == Open::default() {
            continue;
        }
        one(tx, partner, &around, (&known, &open), &mut moved)?;
    }
    Ok(moved)
}

/// Rows of credit stay until the transaction ends, so that two who reckon follow each other.
fn hold(tx: &mut Tx<'_>, coops: &[Id]) -> Result<(), Refusal> {
    let mut select = sql::from(tx.org(), TABLE);
    select
        .column("id")
        .and_where(sql::is_in(sql::col("id"), coops.iter().copied()))
        .order_by("id", Order::Asc)
        .lock_exclusive();
    tx.query(&select.into())?;
    Ok(())
}

fn partners(conn: &mut dyn Conn, org: i64, coops: &[Id]) -> Result<Vec<Partner>, Refusal> {
    let mut select = sql::from(org, "coop");
    select
        .columns(["id", "coop_code", "coop_name", "coop_type", "coop_state", "list_mark", "transactor_id", "sales_id"])
        .and_where(sql::is_in(sql::col("id"), coops.iter().copied()))
        .order_by("id", Order::Asc);
    let rows = conn.query(&select.into())?;
    let mut types = sql::from(org, "coop_sub_type");
    types.distinct().columns(["coop_id", "scope"]).and_where(sql::is_in(sql::col("coop_id"), coops.iter().copied()));
    let mut scopes: BTreeMap<Id, BTreeSet<String>> = BTreeMap::new();
    for row in conn.query(&types.into())? {
        scopes.entry(row.get(0)?).or_default().insert(row.get(1)?);
    }
    rows.iter()
        .map(|row| {
            let id: Id = row.get(0)?;
            let (kind, state): (String, String) = (row.get(3)?, row.get(4)?);
            let people: BTreeSet<Id> =
                [row.get::<Option<Id>>(6)?, row.get::<Option<Id>>(7)?].into_iter().flatten().collect();
            Ok(Partner {
                id,
                code: row.get(1)?,
                name: row.get(2)?,
                is_customer: CUSTOMERS.contains(&kind.as_str()),
                is_effective: state == EFFECTIVE,
                mark: row.get(5)?,
                people: people.into_iter().collect(),
                scopes: scopes.remove(&id).unwrap_or_default(),
            })
        })
        .collect()
}

fn around(tx: &mut Tx<'_>, coops: &[Id], rates: bool) -> Result<Around, Refusal> {
    let (org, now) = (tx.org(), tx.now);
    let agreed = agreed(tx, org, coops.iter().copied())?;
    Ok(Around {
        means: Means::of(tx, (org, now), agreed.values().flatten())?,
        least: setting::value(tx, org, &OVERDUE_LEAST, None)?,
        net: setting::value(tx, org, &NET, None)?,
        warns_from: setting::value::<i64>(tx, org, &WARNS_FROM, None)? * PERCENT,
        norms: if rates { Some(Norms::of(tx, org)?) } else { None },
        open: of_coops(tx, org, coops)?,
        agreed,
        credit: stored_of(tx, org, coops)?,
        matrices: rule::of_coops(tx, org, coops)?,
        locks: lock::of_coops(tx, org, coops)?,
        pools: shared(tx, org, coops)?,
    })
}

/// What partners share with others of the group.
fn shared(tx: &mut Tx<'_>, org: i64, coops: &[Id]) -> Result<BTreeMap<Id, Shared>, Refusal> {
    let now = tx.now;
    let mut all = BTreeMap::new();
    for (coop, pool) in pool::of_coops(tx, org, coops)? {
        let mut others = 0i64;
        for member in pool.others(org, coop) {
            others = others.saturating_add(pool::exposure(tx, member, now.day())?);
        }
        let source = (pool.source.org, pool.source.coop);
        let limit = if source == (org, coop) { None } else { Some(limit_of_source(tx, source, now)?) };
        all.insert(coop, Shared { pool, others, limit });
    }
    Ok(all)
}

/// The limit of the source of a pool, by what its own company decided and agreed on.
fn limit_of_source(conn: &mut dyn Conn, (org, coop): (i64, Id), now: Instant) -> Result<Limit, Refusal> {
    let agreed = agreed(conn, org, [coop])?.remove(&coop).unwrap_or_default();
    let means = Means::of(conn, (org, now), &agreed)?;
    let known = stored(conn, org, coop)?;
    Ok(Limit::of(&known, &means.terms(&agreed), means.today))
}

/// What agreements that hold say of a partner's credit.
#[derive(Default)]
struct Terms {
    text: String,
    days: i64,
    holds: bool,
    limit: Option<i64>,
    over_percent: i64,
    grace: i64,
    /// Limits of scopes of their own: the scopes, the limit, by how much it may be passed.
    apart: Vec<(Vec<String>, i64, i64)>,
}

/// The limit of a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Limit {
    /// Without what is added for a time.
    base: Option<i64>,
    /// What is.
    added: Option<i64>,
    /// Both; none where it is not controlled.
    whole: Option<i64>,
    /// By how much it may be passed.
    over_percent: i64,
}

impl Limit {
    fn of(known: &Credit, terms: &Terms, today: Day) -> Self {
        let base = match known.limit_kind.as_str() {
            OWN => known.own_limit,
            NONE => None,
            _ => terms.limit,
        };
        let day = show_day(today);
        let added = known.temp_limit.filter(|_| known.temp_until.as_deref().is_some_and(|until| until >= day.as_str()));
        Self {
            base,
            added,
            whole: figures::effective(base, added.unwrap_or_default()),
            over_percent: known.own_over.unwrap_or(terms.over_percent),
        }
    }
}

impl Means {
    fn of<'a>(
        conn: &mut dyn Conn,
        (org, now): (i64, Instant),
        agreed: impl IntoIterator<Item = &'a Agreed>,
    ) -> Result<Self, Refusal> {
        let own = rate::functional(conn, org)?;
        let foreign = agreed.into_iter().any(|one| one.agreement.currency_code != own.code());
        let rates = if foreign { Some(Table::holding(conn, org, now)?) } else { None };
        Ok(Self { today: now.day(), now, own, rates })
    }

    fn terms(&self, agreed: &[Agreed]) -> Terms {
        let mut terms = Terms::default();
        let holds = |one: &&Agreed| {
            let side =
                one.agreement.side == agreement::BOTH || one.agreement.side == agreement::code_of(Side::Receivable);
            side && one.from <= self.today && self.today <= one.to
        };
        for one in agreed.iter().filter(holds) {
            let own = &one.agreement;
            terms.holds = true;
            terms.text.clone_from(&own.settle_text);
            terms.days = one.terms.method.equivalent_days();
            terms.grace = terms.grace.max(own.grace_days);
            let over = own.over_percent.unwrap_or_default();
            let Some(limit) = own.credit_limit.and_then(|limit| self.in_own(limit, &own.currency_code)) else {
                continue;
            };
            if own.limit_scope == OWN_SCOPES {
                let scopes = own.scope_codes().map(ToOwned::to_owned).collect();
                terms.apart.push((scopes, limit, over));
            } else if terms.limit.is_none_or(|known| known < limit) {
                terms.limit = Some(limit);
                terms.over_percent = over;
            }
        }
        terms
    }

    /// A limit in the functional currency, by the rate of the day.
    fn in_own(&self, limit: i64, code: &str) -> Option<i64> {
        if code == self.own.code() {
            return Some(limit);
        }
        let money = Money::of_thousandths(limit, Currency::named(code)?).ok()?;
        let converted = self.rates.as_ref()?.convert(money, self.own, Kind::General, self.now).ok()?;
        converted.amount.thousandths().ok()
    }
}

fn one(
    tx: &mut Tx<'_>,
    partner: &Partner,
    around: &Around,
    (known, open): (&Credit, &Open),
    moved: &mut Vec<Moved>,
) -> Result<(), Refusal> {
    let means = &around.means;
    let terms = means.terms(around.agreed.get(&partner.id).map(Vec::as_slice).unwrap_or_default());
    let grace = known.own_grace.unwrap_or(terms.grace);
    let owed = open.figures(means.today, grace);
    let shared = around.pools.get(&partner.id);
    let limit = shared.and_then(|shared| shared.limit).unwrap_or_else(|| Limit::of(known, &terms, means.today));
    let alone = owed.exposure(around.net);
    let exposure = alone.saturating_add(shared.map_or(0, |shared| shared.others));
    let over = figures::beyond(exposure, limit.whole, limit.over_percent);
    let apart: Vec<(&[String], i64)> = terms
        .apart
        .iter()
        .map(|(scopes, limit, over)| {
            let codes: Vec<&str> = scopes.iter().map(String::as_str).collect();
            let used = open.figures_of(&codes, means.today).exposure(false);
            (scopes.as_slice(), figures::beyond(used, Some(*limit), *over))
        })
        .collect();
    let most = apart.iter().map(|(_, over)| *over).chain([over]).max().unwrap_or_default();
    let usage = figures::usage(exposure, limit.whole);
    let late = if owed.late >= around.least && owed.late > 0 { owed.late } else { 0 };
    let figures = Snapshot { owed: &owed, limit, shared, grace, exposure, usage, over: most, late };
    write(tx, partner, around, (known, &terms, &figures))?;
    if let Some(shared) = shared {
        tell_others(tx, (partner.id, &shared.pool), known, (alone, limit))?;
    }
    let why = Why { limit: limit.whole, exposure, over: most, overdue: owed.overdue, days: owed.overdue_days };
    if let Some(used) = usage.filter(|used| *used >= around.warns_from)
        && known.is_there
        && known.usage.is_none_or(|was| was < around.warns_from)
    {
        moved.push(told(partner, What::Used(used), words::detail(&why, means.own)));
    }
    let day = show_day(means.today);
    let white = partner.mark == WHITE_LIST && known.white_until.as_deref().is_none_or(|until| until >= day.as_str());
    let wanted =
        Closes { may: partner.is_customer && partner.is_effective && !white, late: late > 0, over, apart: &apart, why };
    locks(tx, partner, around, &wanted, moved)
}

/// Where what a partner adds to a pool has changed, or the limit it lends, the others are reckoned anew.
fn tell_others(
    tx: &mut Tx<'_>,
    (coop, pool): (Id, &Pool),
    known: &Credit,
    (alone, limit): (i64, Limit),
) -> Result<(), Refusal> {
    let org = tx.org();
    let before = (known.limit, known.base, known.over_percent);
    let lends = pool.is_source(org, coop) && before != (limit.whole, limit.base, limit.over_percent);
    if alone == known.exposure.saturating_sub(known.pooled) && !lends {
        return Ok(());
    }
    pool::due(tx, pool.others(org, coop))
}

/// Figures that are kept.
struct Snapshot<'a> {
    owed: &'a Figures,
    limit: Limit,
    shared: Option<&'a Shared>,
    grace: i64,
    exposure: i64,
    usage: Option<i64>,
    over: i64,
    late: i64,
}

fn write(
    tx: &mut Tx<'_>,
    partner: &Partner,
    around: &Around,
    (known, terms, of): (&Credit, &Terms, &Snapshot<'_>),
) -> Result<(), Refusal> {
    let org = tx.org();
    let last = last_receipt(tx, org, partner.id)?;
    let (receipt, amount) = last.map_or((None, None), |(day, amount)| (Some(day), Some(amount)));
    let mut cells = vec![
        ("settle_text", terms.text.clone().into_value()),
        ("equivalent_days", Value::Int(terms.days)),
        ("has_agreement", Value::Bool(terms.holds)),
        ("base_limit", of.limit.base.into_value()),
        ("temp_active", Value::Bool(of.limit.added.is_some())),
        ("effective_limit", of.limit.whole.into_value()),
        ("over_percent", Value::Int(of.limit.over_percent)),
        ("grace_days", Value::Int(of.grace)),
        ("billed_open", Value::Int(of.owed.billed)),
        ("unbilled", Value::Int(of.owed.unbilled)),
        ("prepaid", Value::Int(of.owed.prepaid)),
        ("exposure", Value::Int(of.exposure)),
        ("pooled", Value::Int(of.shared.map_or(0, |shared| shared.others))),
        ("pool_text", of.shared.map(|shared| shared.pool.companies(org, partner.id)).into_value()),
        ("headroom", of.limit.whole.map(|limit| limit.saturating_sub(of.exposure)).into_value()),
        ("usage_rate", of.usage.into_value()),
        ("overdue_amount", Value::Int(of.owed.overdue)),
        ("overdue_days", Value::Int(of.owed.overdue_days)),
        ("late_amount", Value::Int(of.late)),
        ("over_amount", Value::Int(of.over)),
        ("not_due", Value::Int(of.owed.not_due())),
        ("last_receipt", receipt.into_value()),
        ("last_receipt_amount", amount.into_value()),
        ("computed_at", around.means.now.into_value()),
    ];
    if let Some(norms) = &around.norms {
        let rating = rating::of(tx, (org, partner.id), norms, (around.means.now, of.owed, terms.days))?;
        cells.extend([
            ("score", Value::Int(rating.score)),
            ("credit_level", rating.grade.into_value()),
            ("proposed_limit", Value::Int(rating.proposed)),
        ]);
    }
    if known.is_there {
        let mut update = sql::update(org, TABLE, &cells);
        update.and_where(sql::eq("id", partner.id));
        tx.exec(&update.into())?;
        return Ok(());
    }
    insert(tx, partner.id, cells)
}

/// A row for a partner that has none.
fn insert(tx: &mut Tx<'_>, coop: Id, mut cells: Vec<(&'static str, Value)>) -> Result<(), Refusal> {
    let mut select = sql::from(tx.org(), "coop");
    select.column("coop_code").and_where(sql::eq("id", coop));
    let code: String = tx.first(&select.into())?.ok_or(Refusal::NotFound)?.get(0)?;
    let (user, now) = (tx.actor.user_id.into_value(), tx.now.into_value());
    cells.extend([
        ("coop_code", code.into_value()),
        ("id", coop.into_value()),
        ("coop_id", coop.into_value()),
        ("limit_kind", AGREED.into_value()),
        ("version", Value::Int(1)),
        ("created_by", user.clone()),
        ("created_at", now.clone()),
        ("updated_by", user),
        ("updated_at", now),
    ]);
    let mut insert = sql::insert(tx.org(), TABLE, &cells);
    // Who reckons the same partner at the same moment wrote the same.
    insert.on_conflict(OnConflict::columns(["org_id", "id"]).do_nothing().to_owned());
    tx.exec(&insert.into())?;
    Ok(())
}

/// Makes sure that a partner has a row, so that what was decided about it can be written.
pub fn need_row(tx: &mut Tx<'_>, coop: Id) -> Result<Credit, Refusal> {
    let org = tx.org();
    let known = stored(tx, org, coop)?;
    if !known.is_there {
        insert(tx, coop, Vec::new())?;
    }
    Ok(known)
}

/// Holds the row of credit of a partner until the transaction ends: who locks by hand and who reckons follow each other.
pub fn hold_row(tx: &mut Tx<'_>, coop: Id) -> Result<(), Refusal> {
    need_row(tx, coop)?;
    hold(tx, &[coop])
}

/// Writes what was decided about a partner's credit; its version stays, which is the page's to raise.
pub fn decide(tx: &mut Tx<'_>, coop: Id, cells: &[(&'static str, Value)]) -> Result<(), Refusal> {
    need_row(tx, coop)?;
    let mut update = sql::update(tx.org(), TABLE, cells);
    update.and_where(sql::eq("id", coop));
    tx.exec(&update.into())?;
    Ok(())
}

fn last_receipt(conn: &mut dyn Conn, org: i64, coop: Id) -> Result<Option<(String, i64)>, Refusal> {
    let mut select = sql::from(org, "receipt");
    select
        .columns(["receipt_date", "functional"])
        .and_where(sql::eq("coop_id", coop))
        .order_by("receipt_date", Order::Desc)
        .order_by("id", Order::Desc)
        .limit(1);
    conn.first(&select.into())?.map(|row| Ok((row.get(0)?, row.get(1)?))).transpose()
}

/// What closes scopes.
struct Closes<'a> {
    may: bool,
    late: bool,
    over: i64,
    apart: &'a [(&'a [String], i64)],
    why: Why,
}

impl Closes<'_> {
    /// Whether a scope is to be locked, and by what: a scope with a limit of its own goes by that one.
    fn of(&self, scope: &str, matrix: &Matrix) -> Option<String> {
        let locks = |trigger| matrix.at(trigger, Gate::Order) == Outcome::Locked;
        let own = self.apart.iter().find(|(scopes, _)| scopes.iter().any(|code| code == scope));
        let over = own.map_or(self.over, |(_, over)| *over) > 0 && locks(Trigger::Over);
        let late = self.late && locks(Trigger::Overdue);
        let names: Vec<&str> =
            [(late, "逾期"), (over, "超额")].into_iter().filter(|(holds, _)| *holds).map(|(_, name)| name).collect();
        (self.may && !names.is_empty()).then(|| names.join("、"))
    }
}

/// Locks what is to be locked and opens what is not, where nobody decided about it by hand.
fn locks(
    tx: &mut Tx<'_>,
    partner: &Partner,
    around: &Around,
    wanted: &Closes<'_>,
    moved: &mut Vec<Moved>,
) -> Result<(), Refusal> {
    let none = Vec::new();
    let held = around.locks.get(&partner.id).unwrap_or(&none);
    let matrix = around.matrices.get(&partner.id).cloned().unwrap_or_default();
    let detail = words::detail(&wanted.why, around.means.own);
    let said = detail.as_ref().map(|text| text.zh.clone()).unwrap_or_default();
    let scopes = Scope::all()
        .filter(|scope| partner.scopes.contains(scope.code()) || held.iter().any(|lock| lock.scope == scope.code()));
    let mut changed = Vec::new();
    for scope in scopes {
        let was = held.iter().find(|lock| lock.scope == scope.code());
        let closes = wanted.of(scope.code(), &matrix).filter(|_| partner.scopes.contains(scope.code()));
        match (was.map(|lock| lock.state.as_str()), closes) {
            (None | Some(SYSTEM), Some(reason)) => {
                let is_same = was.is_some_and(|was| was.detail == said && was.reason == reason);
                if is_same {
                    continue;
                }
                let next = lock::Wanted {
                    state: SYSTEM,
                    reason,
                    detail: said.clone(),
                    figures: [wanted.why.overdue, wanted.why.days, wanted.why.over],
                    since: was.and_then(|was| was.since).or(Some(around.means.now)),
                    by_product: true,
                    ..lock::Wanted::default()
                };
                lock::set(tx, (partner.id, scope.code()), was, &next)?;
                changed.push((scope, was.is_none(), next.reason));
            }
            (Some(SYSTEM), None) => {
                lock::forget(tx, partner.id, &[scope.code()])?;
                changed.push((scope, true, String::new()));
            }
            _ => {}
        }
    }
    if changed.is_empty() {
        return lock::shown_in_credit(tx, partner.id, held);
    }
    for (scope, _, reason) in changed.iter().filter(|(_, is_new, _)| *is_new) {
        let closed = !reason.is_empty();
        let (old, new) = if closed { ("正常", "系统锁定") } else { ("系统锁定", "正常") };
        let change = Change {
            kind: change::LOCK,
            scope: scope.code().to_owned(),
            old: old.to_owned(),
            new: new.to_owned(),
            reason: reason.clone(),
            by_product: true,
            ..Change::default()
        };
        change::record(tx, partner.id, &change)?;
        let entry =
            LogEntry::of("coop", partner.id, &partner.code, "/prm_coop").did("修改", "系统锁定").level(Level::High);
        tx.log(entry.text(format!("{} {old} -> {new}：{}", scope.code(), if closed { &said } else { reason })))?;
        let what = if closed { What::Locked(*scope) } else { What::Opened(*scope) };
        moved.push(told(partner, what, detail.clone()));
    }
    lock::show(tx, partner.id)
}

fn told(partner: &Partner, what: What, detail: Option<Text>) -> Moved {
    Moved {
        coop: partner.id,
        code: partner.code.clone(),
        name: partner.name.clone(),
        people: partner.people.clone(),
        what,
        detail,
    }
}

/// The next partners of a company behind one, which may owe something: for the night.
pub fn behind(conn: &mut dyn Conn, org: i64, last: Id, most: u64) -> Result<Vec<Id>, Refusal> {
    let mut select = sql::from(org, "coop");
    select
        .column("id")
        .and_where(platform::sea_query::ExprTrait::gt(sql::col("id"), sql::value(last)))
        .order_by("id", Order::Asc)
        .limit(most);
    Ok(conn.query(&select.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?)
}
