//! Who sees which report, and what lists and views tell beside its row.

use std::collections::BTreeMap;

use account::{EXPENSES, Found};
use approval::flow::State;
use approval::pending::running_on;
use approval::store::{INSTANCE, RUNNING, TASK};
use charge::rate;
use platform::attached;
use platform::call::{Answer, Call, Outcome};
use platform::prelude::*;
use platform::registry::{OFFERS_MAX, Offer, SelectAsk};
use platform::sea_query::{Condition, Expr, ExprTrait, JoinType, Order};
use serde_json::{Map, Value as Json, json};
use settle::amounts::figure;
use settle::expense::{self, LINE, LOAN, PAID, Report, SOURCES, TABLE};
use trade::charge::capital::capital;
use trade::charge::{Currency, Money};

use super::moves::KIND;
use super::{ACCOUNTS, AUDIT, PAY, VIEWS, VOUCHER, VOUCHER_DATE};

/// Who audits and who pays sees all reports; others their own, and those they are or were asked to approve.
pub(super) fn visible(actor: &Actor) -> Condition {
    if actor.has(AUDIT) || actor.has(PAY) {
        return Condition::all();
    }
    Condition::any().add(own(actor)).add(asked(actor, false))
}

fn own(actor: &Actor) -> Expr {
    sql::of_eq(TABLE, "created_by", actor.user_id)
}

/// Reports an actor was asked to approve, or that wait for him.
fn asked(actor: &Actor, waits: bool) -> Expr {
    let mut found = sql::from(actor.org_id, TASK);
    found
        .column((INSTANCE, "ref_id"))
        .join(JoinType::InnerJoin, INSTANCE, sql::same_org(INSTANCE, TASK, "instance_id"))
        .and_where(sql::of_eq(TASK, "approver_id", actor.user_id))
        .and_where(sql::of(TASK, "started_at").is_not_null())
        .and_where(sql::of_eq(INSTANCE, "ref_type", KIND.to_owned()));
    if waits {
        found
            .and_where(sql::of_eq(TASK, "counts", true))
            .and_where(sql::of_eq(TASK, "status", State::Waiting.zh()))
            .and_where(sql::of_eq(INSTANCE, "status", RUNNING.to_owned()));
    }
    sql::of(TABLE, "id").in_subquery(found)
}

/// 我的 and 待我审批.
pub(super) fn of_view(actor: &Actor, view: &str) -> Result<Condition, Refusal> {
    let mine = VIEWS.first().is_some_and(|one| one.value == view);
    Ok(Condition::all().add(if mine { own(actor) } else { asked(actor, true) }))
}

/// Reports with an account some text names: of a line, of a 借款, or what it is paid from.
pub(super) fn of_account(actor: &Actor, text: &str) -> Result<Condition, Refusal> {
    let mut named = sql::from(actor.org_id, account::TABLE);
    let columns = ["code", "full_name"].map(|column| sql::contains(sql::of(account::TABLE, column), text));
    named.column("id").cond_where(sql::any_of(columns));
    let mut lines = sql::from(actor.org_id, LINE);
    lines.column("report_id").and_where(sql::of(LINE, "account_id").in_subquery(named.clone()));
    Ok(Condition::any()
        .add(sql::of(TABLE, "id").in_subquery(lines))
        .add(sql::of(TABLE, "account_id").in_subquery(named.clone()))
        .add(sql::of(TABLE, "bank_account_id").in_subquery(named)))
}

/// Who decides about a report now. The cross join keeps SQLite from beginning with all tasks of the company that wait.
pub(super) fn approvers() -> Expr {
    Expr::cust(format!(
        "(SELECT string_agg(u.name_cn, ',' ORDER BY u.name_cn) FROM {INSTANCE} a CROSS JOIN {TASK} t \
         JOIN app_user u ON u.org_id = t.org_id AND u.id = t.approver_id \
         WHERE a.org_id = {TABLE}.org_id AND a.ref_type = '{KIND}' AND a.ref_id = {TABLE}.id \
         AND a.status = '{RUNNING}' AND t.org_id = a.org_id AND t.instance_id = a.id AND t.counts AND t.status = '待审')"
    ))
}

/// Fills the columns of accounts and vouchers.
pub(super) fn fill(conn: &mut dyn Conn, actor: &Actor, rows: &mut [Cells<'_>]) -> Result<(), Refusal> {
    let ids: Vec<Id> = rows.iter().filter_map(|row| Id::from_value(row.value("id")).ok()).collect();
    let accounts = account_names(conn, actor.org_id, &ids)?;
    let vouchers = book::posted(conn, actor.org_id, TABLE, &ids)?;
    for row in rows {
        let Ok(id) = Id::from_value(row.value("id")) else { continue };
        row.set(&ACCOUNTS.name(), accounts.get(&id).cloned().unwrap_or_default().into_value());
        if let Some(stamp) = vouchers.get(&id) {
            row.set(&VOUCHER.name(), stamp.label().into_value());
            row.set(&VOUCHER_DATE.name(), stamp.date.clone().into_value());
        }
    }
    Ok(())
}

/// The accounts of reports by their names, each once.
pub(super) fn account_names(conn: &mut dyn Conn, org: i64, ids: &[Id]) -> Result<BTreeMap<Id, String>, Refusal> {
    let reports = expense::by_id(conn, org, ids)?;
    let lines = expense::lines(conn, org, ids)?;
    let of = |id: &Id| {
        let of_lines = lines.get(id).into_iter().flatten().filter_map(|line| line.account);
        of_lines.chain(reports.get(id).and_then(|report| report.account)).collect::<Vec<_>>()
    };
    let all: Vec<Id> = ids.iter().flat_map(of).collect();
    let found = account::by_id(conn, org, all)?;
    let named = |id: &Id| {
        let mut names: Vec<&str> = of(id).iter().filter_map(|one| Some(found.get(one)?.full_name.as_str())).collect();
        names.dedup();
        (*id, names.join(","))
    };
    Ok(ids.iter().map(named).collect())
}

/// The files that hang on a report.
pub(super) fn files(conn: &mut dyn Conn, actor: &Actor, id: Option<Id>) -> Result<Map<String, Json>, Refusal> {
    attached::begun(conn, actor.org_id, "expense_report_files", id)
}

/// What is decided about it stands in the view.
pub(super) fn more(conn: &mut dyn Conn, org: i64, id: Id, view: &mut Map<String, Json>) -> Result<(), Refusal> {
    let running = running_on(conn, org, (KIND, id))?.into_iter().next();
    view.insert("approving".to_owned(), running.map_or(Json::Null, |one| one.told(true)));
    Ok(())
}

/// An amount in capitals.
pub(super) fn capitals(conn: &mut dyn Conn, org: i64, (raw, own): (i64, Currency)) -> Result<String, Refusal> {
    let name = facts::currency_name(conn, org, own.code())?;
    Ok(Money::of_thousandths(raw, own).map(|money| capital(money, &name)).unwrap_or_default())
}

/// The view's figures, and who did what of it.
pub(super) fn told(conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<Told, Refusal> {
    let org = actor.org_id;
    let own = rate::functional(conn, org)?;
    let report = expense::find(conn, org, id)?;
    let mut told = Told::default()
        .line(("报销金额", "Amount"), format!("{} {}", own.code(), figure(report.amount, own)))
        .line(("大写", "In words"), capitals(conn, org, (report.amount, own))?);
    if report.loan.is_some() {
        told = told
            .line(("冲借款", "Against staff advance"), figure(report.loan_used, own))
            .line(("应付金额", "To pay"), figure(report.to_pay, own));
    }
    if report.kind == LOAN && report.state == PAID {
        told = told.line(("未还金额", "Open"), figure(report.amount - report.repaid, own));
    }
    let course = Course::of(conn, org, id)?;
    for (label, text) in [
        (("审批人", "Approved by"), course.approved),
        (("审核人", "Audited by"), course.audited),
        (("付款人", "Paid by"), course.paid),
    ] {
        if !text.is_empty() {
            told = told.line(label, text);
        }
    }
    let accounts = account_names(conn, org, &[id])?.remove(&id).unwrap_or_default();
    Ok(if accounts.is_empty() { told } else { told.line(("费用科目", "Expense accounts"), accounts) })
}

/// Who approved, audited and paid a report, with the moment.
#[derive(Debug, Default)]
pub(super) struct Course {
    pub applied: String,
    pub approved: String,
    pub audited: String,
    pub paid: String,
}

impl Course {
    /// Of a report.
    pub(super) fn of(conn: &mut dyn Conn, org: i64, id: Id) -> Result<Self, Refusal> {
        let mut select = sql::from(org, TABLE);
        select
            .columns(["created_by", "submitted_at", "approved_by", "approved_at", "audited_by", "audited_at"])
            .columns(["paid_by", "paid_at", "is_auto"])
            .and_where(sql::eq("id", id));
        let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
        let mut one = |who: usize| {
            let (user, at) = (row.get::<Option<Id>>(who)?, row.get::<Option<kernel::Instant>>(who + 1)?);
            let name = user.map(|user| facts::user_name(conn, org, user)).transpose()?.unwrap_or_default();
            Ok::<_, Refusal>([name, at.map(kernel::show_minute).unwrap_or_default()].join(" ").trim().to_owned())
        };
        let (applied, mut approved) = (one(0)?, one(2)?);
        let (audited, paid) = (one(4)?, one(6)?);
        if row.get::<bool>(8)? {
            approved.push_str(" 自动");
        }
        Ok(Self { applied, approved, audited, paid })
    }
}

/// Answers the select `openLoan`: paid 借款 of the caller that are not paid back.
pub(super) fn loans(call: &mut Call, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    let actor = call.actor()?.clone();
    let org = actor.org_id;
    let mut select = sql::from(org, TABLE);
    select.column("id").and_where(sql::eq("kind", LOAN.to_owned())).order_by("id", Order::Desc).limit(OFFERS_MAX);
    if let Ok(id) = ask.value.parse::<i64>() {
        select.and_where(sql::eq("id", id)).cond_where(visible(&actor));
    } else {
        select
            .and_where(sql::eq("created_by", actor.user_id))
            .and_where(sql::eq("state", PAID.to_owned()))
            .and_where(Expr::cust("amount > repaid"))
            .and_where(sql::contains(sql::col("report_num"), &ask.keyword));
    }
    call.read(|conn| {
        let own = rate::functional(conn, org)?;
        let ids: Vec<Id> = conn.query(&select.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?;
        let found = expense::by_id(conn, org, &ids)?;
        let offer = |report: &Report| Offer {
            value: report.id.to_string(),
            label: format!("{} {}", report.num, figure(report.amount - report.repaid, own)),
            hint: report.used_for.clone(),
        };
        Ok(found.values().rev().map(offer).collect())
    })
}

/// GET /css/expenseReport/subject: accounts of class 费用 and what is paid from.
pub(super) fn accounts(call: &mut Call) -> Outcome {
    let org = call.actor()?.org_id;
    let (expenses, sources) =
        call.read(|conn| Ok((account::leaves(conn, org, EXPENSES)?, account::leaves(conn, org, SOURCES)?)))?;
    let shown = |found: Vec<Found>| -> Vec<Json> {
        let one =
            |one: &Found| json!({ "id": one.id, "code": one.code, "name": one.full_name, "type": one.account_type });
        found.iter().map(one).collect()
    };
    Ok(Answer::Data(json!({ "expense": shown(expenses), "bank": shown(sources) })))
}
