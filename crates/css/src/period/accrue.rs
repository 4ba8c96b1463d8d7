//! 期末暂估: what is locked up to the end of a month and not invoiced then, so that income and cost stand in the month of the lock
//! (css.md /css_period; 挂账依据 by invoice alone). Money passed on stays out, as it does of income and cost (css.md 0.4).

mod rest;

use std::collections::BTreeMap;

use book::accounts::{About, Accounts};
use book::part::{EXPENDITURE, PAYABLE, RECEIVABLE, REVENUE};
use book::posting::{Posting, Purse, entries};
use book::{ACCRUED, Entry};
use charge::figure::TOO_LARGE;
use charge::ledger::money_text;
use charge::rate;
use kernel::{Day, Id, Msg};
use platform::call::{Call, Outcome, Tx};
use platform::refusal::Refusal;
use platform::store::Conn;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json, json};
use trade::charge::{Currency, Side};

use super::run::{self, Kept};
use super::{data, month_asked};

const BY_LOCK: Msg =
    Msg::new("period.accrue.lock", "挂账依据为按锁账，无需期末暂估", "The company posts by lock: nothing is accrued.");
const NO_ROWS: Msg =
    Msg::new("period.accrue.none", "没有已锁账未开票的费用，无需暂估", "No locked charge is without its invoice.");

pub(super) use rest::count;

/// What of a locked charge is not invoiced, without its tax, in thousandths of the functional currency.
struct Rest {
    side: Side,
    order: Id,
    order_code: String,
    scope: String,
    coop: Id,
    coop_name: String,
    internal: bool,
    category: String,
    untaxed: i64,
}

/// What is accrued of an order and a partner.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Line {
    order_code: String,
    coop_name: String,
    income: i64,
    cost: i64,
}

/// The lines of a month, as a run keeps them.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
struct Accrued {
    lines: Vec<Line>,
}

impl Accrued {
    /// By order and partner.
    fn of(rests: &[Rest]) -> Result<Self, Refusal> {
        let mut lines: BTreeMap<(Id, Id), Line> = BTreeMap::new();
        for rest in rests {
            let line = lines.entry((rest.order, rest.coop)).or_insert_with(|| Line {
                order_code: rest.order_code.clone(),
                coop_name: rest.coop_name.clone(),
                income: 0,
                cost: 0,
            });
            let sum = match rest.side {
                Side::Receivable => &mut line.income,
                Side::Payable => &mut line.cost,
            };
            *sum = plus(*sum, rest.untaxed)?;
        }
        let mut lines: Vec<Line> = lines.into_values().filter(|line| line.income != 0 || line.cost != 0).collect();
        lines.sort_by(|one, other| (&one.order_code, &one.coop_name).cmp(&(&other.order_code, &other.coop_name)));
        Ok(Self { lines })
    }

    /// What its lines come to, in an order the names of partners have no part in: one may be called otherwise since.
    fn figures(&self) -> Vec<(&str, i64, i64)> {
        let mut figures: Vec<_> =
            self.lines.iter().map(|line| (line.order_code.as_str(), line.income, line.cost)).collect();
        figures.sort_unstable();
        figures
    }

    fn sums(&self) -> Result<(i64, i64), Refusal> {
        self.lines
            .iter()
            .try_fold((0, 0), |(income, cost), line| Ok((plus(income, line.income)?, plus(cost, line.cost)?)))
    }

    fn told(&self, own: Currency) -> Result<Map<String, Json>, Refusal> {
        let shown = |raw: i64| json!(money_text(raw, own));
        let row = |line: &Line| {
            json!({
                "orderCode": line.order_code, "coopName": line.coop_name,
                "income": shown(line.income), "cost": shown(line.cost),
            })
        };
        let (income, cost) = self.sums()?;
        let mut out = Map::new();
        out.insert("rows".to_owned(), self.lines.iter().map(row).collect());
        out.insert("income".to_owned(), shown(income));
        out.insert("cost".to_owned(), shown(cost));
        Ok(out)
    }
}

fn plus(one: i64, other: i64) -> Result<i64, Refusal> {
    one.checked_add(other).ok_or_else(|| Refusal::business(TOO_LARGE))
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Asked {
    month: String,
    #[serde(default, rename = "requestId")]
    _request_id: String,
}

fn need_by_invoice(conn: &mut dyn Conn, org: i64) -> Result<(), Refusal> {
    if book::rule(conn, org)?.by_invoice() { Ok(()) } else { Err(Refusal::business(BY_LOCK)) }
}

/// Whether what a run keeps is what it would come to now.
pub(super) fn holds(conn: &mut dyn Conn, org: i64, (last, body): (Day, &str)) -> Result<bool, Refusal> {
    let now = Accrued::of(&rest::of(conn, org, last)?)?;
    Ok(kept(body)?.figures() == now.figures())
}

fn kept(body: &str) -> Result<Accrued, Refusal> {
    serde_json::from_str(body).map_err(|fault| Refusal::broken(fault.to_string()))
}

/// POST /css/period/accrue/list: the run of the month, else what one would come to.
pub(super) fn list(call: &mut Call) -> Outcome {
    let asked: Asked = call.json()?;
    let first = month_asked(&asked.month)?;
    let actor = call.actor()?.clone();
    run::need_sight(&actor, ACCRUED)?;
    let org = actor.org_id;
    call.read(|conn| {
        let found = run::find(conn, org, (&asked.month, ACCRUED))?;
        let accrued = match &found {
            Some(run) => kept(&run.body)?,
            None => {
                need_by_invoice(conn, org)?;
                Accrued::of(&rest::of(conn, org, first.last_of_month())?)?
            }
        };
        let mut told = accrued.told(rate::functional(conn, org)?)?;
        told.append(&mut run::told(conn, org, found.as_ref())?);
        told.insert("month".to_owned(), json!(asked.month));
        Ok(Json::Object(told))
    })
    .and_then(data)
}

/// POST /css/period/accrue.
pub(super) fn make(call: &mut Call) -> Outcome {
    let asked: Asked = call.json()?;
    month_asked(&asked.month)?;
    run::need_sight(call.actor()?, ACCRUED)?;
    call.write(|tx| {
        let org = tx.org();
        let (last, _) = run::begin(tx, (&asked.month, ACCRUED))?;
        need_by_invoice(tx, org)?;
        let rests = rest::of(tx, org, last)?;
        let accrued = Accrued::of(&rests)?;
        if accrued.lines.is_empty() {
            return Err(Refusal::business(NO_ROWS));
        }
        let entries = posted(tx, (&asked.month, last), &rests)?;
        let (income, cost) = accrued.sums()?;
        let body = serde_json::to_string(&accrued).map_err(|fault| Refusal::broken(fault.to_string()))?;
        run::keep(tx, (&asked.month, ACCRUED), Kept { body, income, cost }, entries)?;
        Ok(json!({ "month": asked.month }))
    })
    .and_then(data)
}

/// The entries of a run: what partners owe and are owed is kept apart as 暂估.
fn posted(tx: &mut Tx<'_>, (month, last): (&str, Day), rests: &[Rest]) -> Result<Vec<Entry>, Refusal> {
    let org = tx.org();
    let accounts = Accounts::of(tx, org)?;
    let purse = Purse { own: rate::functional(tx, org)? };
    let of = |is_partner: bool| -> Vec<Posting> {
        rests.iter().map(|rest| posting((month, last), purse, rest, is_partner)).collect()
    };
    let partners = entries(ACCRUED, &accounts, &of(true))?;
    let partners = partners.into_iter().map(|entry| Entry { accrued: true, ..entry });
    let all = partners.chain(entries(ACCRUED, &accounts, &of(false))?);
    let (debits, credits): (Vec<_>, Vec<_>) = all.partition(|entry| entry.debit != 0);
    Ok(debits.into_iter().chain(credits).collect())
}

/// One side of a rest: what the partner owes or is owed, or the income or cost.
fn posting((month, last): (&str, Day), purse: Purse, rest: &Rest, is_partner: bool) -> Posting {
    let about = About { scope: rest.scope.clone(), category: rest.category.clone(), internal: rest.internal };
    let (part, debit) = match (rest.side, is_partner) {
        (Side::Receivable, true) => (&RECEIVABLE, true),
        (Side::Receivable, false) => (&REVENUE, false),
        (Side::Payable, true) => (&PAYABLE, false),
        (Side::Payable, false) => (&EXPENDITURE, true),
    };
    let mut posting = run::blank(month, last, Some(rest.coop));
    posting.amounts = vec![purse.own(part, debit, rest.untaxed, &about)];
    posting
}

/// POST /css/period/accrue/undo.
pub(super) fn undo(call: &mut Call) -> Outcome {
    let asked: Asked = call.json()?;
    month_asked(&asked.month)?;
    run::need_sight(call.actor()?, ACCRUED)?;
    call.write(|tx| {
        run::take_back(tx, (&asked.month, ACCRUED))?;
        Ok(json!({ "month": asked.month }))
    })
    .and_then(data)
}
