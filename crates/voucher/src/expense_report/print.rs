//! 打印: the form that is kept with the slips, A5 landscape.

use std::collections::BTreeMap;

use charge::rate;
use platform::prelude::*;
use platform::sea_query::{JoinType, Order};
use platform::store::Row;
use settle::amounts::figure;
use settle::expense::{self, LOAN, OBJECT, Report, TABLE};
use settle::paper::{Kind, Paper};
use trade::charge::Currency;

use super::look::{Course, account_names, capitals, visible};
use super::{CODE, METHODS, MODES, PATH};

pub(super) const PAPER: Kind = Kind {
    object: OBJECT,
    page: PATH,
    did: "打印",
    view: CODE,
    title: ("费用报销单", "EXPENSE REPORT"),
    landscape: true,
};

/// What only its row holds.
struct Shown {
    date: String,
    method: String,
    remark: String,
    dept: String,
    bank: String,
}

fn shown(conn: &mut dyn Conn, actor: &Actor, ids: &[Id]) -> Result<BTreeMap<Id, Shown>, Refusal> {
    let mut select = sql::from(actor.org_id, TABLE);
    select
        .columns(["id", "report_date", "payment_method", "remark"].map(|column| (TABLE, column)))
        .columns([("dept", "name"), ("bank", "full_name")])
        .join(JoinType::LeftJoin, "dept", sql::same_org("dept", TABLE, "dept_id"))
        .join_as(JoinType::LeftJoin, account::TABLE, "bank", sql::same_org("bank", TABLE, "bank_account_id"))
        .and_where(sql::is_in(sql::of(TABLE, "id"), ids.iter().copied()))
        .cond_where(visible(actor))
        .order_by((TABLE, "id"), Order::Asc);
    let one = |row: &Row| {
        let text = |place: usize| Ok::<_, Refusal>(row.get::<Option<String>>(place)?.unwrap_or_default());
        let shown = Shown { date: text(1)?, method: text(2)?, remark: text(3)?, dept: text(4)?, bank: text(5)? };
        Ok((row.get(0)?, shown))
    };
    conn.query(&select.into())?.iter().map(one).collect()
}

/// What reports print.
pub(super) fn papers(conn: &mut dyn Conn, actor: &Actor, (ids, english): (&[Id], bool)) -> Result<Vec<Paper>, Refusal> {
    let org = actor.org_id;
    let own = rate::functional(conn, org)?;
    let mut shown = shown(conn, actor, ids)?;
    let accounts = account_names(conn, org, ids)?;
    let reports = expense::by_id(conn, org, ids)?;
    let mut papers = Vec::new();
    for report in reports.into_values() {
        let Some(row) = shown.remove(&report.id) else { continue };
        let account = accounts.get(&report.id).cloned().unwrap_or_default();
        papers.push(paper(conn, (org, own, english), (report, row, account))?);
    }
    Ok(papers)
}

/// The choices of a field, the chosen one ticked.
fn ticked(choices: &[Choice], chosen: &str, english: bool) -> String {
    let one = |choice: &Choice| {
        let mark = if choice.value == chosen { "√" } else { "□" };
        format!("{mark}{}", if english { choice.en } else { choice.zh })
    };
    choices.iter().map(one).collect::<Vec<_>>().join("  ")
}

fn paper(
    conn: &mut dyn Conn,
    (org, own, english): (i64, Currency, bool),
    (report, row, account): (Report, Shown, String),
) -> Result<Paper, Refusal> {
    let course = Course::of(conn, org, report.id)?;
    let lines = expense::lines_of(conn, org, report.id)?;
    let line = |line: &expense::Line| {
        vec![line.expense_type.clone(), line.purpose.clone(), figure(line.tax, own), figure(line.amount, own)]
    };
    let whole = format!("{} {}", own.code(), figure(report.amount, own));
    let mut sums =
        vec![(("金额小写", "Amount"), whole), (("金额大写", "In words"), capitals(conn, org, (report.amount, own))?)];
    if report.loan.is_some() {
        sums.push((("冲借款", "Against staff advance"), figure(report.loan_used, own)));
        sums.push((("应付金额", "To pay"), figure(report.to_pay, own)));
    }
    let kind = if report.kind == LOAN { ("借款", "Staff advance") } else { ("报销", "Expenses") };
    Ok(Paper {
        id: report.id,
        num: report.num.clone(),
        facts: vec![
            (("报销单号", "Number"), report.num),
            (("类型", "Type"), if english { kind.1 } else { kind.0 }.to_owned()),
            (("日期", "Date"), row.date),
            (("部门", "Department"), row.dept),
            (("用途", "Use"), report.used_for),
            (("附件张数", "Slips"), report.attached.to_string()),
            (("付款方式", "Paid by"), ticked(METHODS, &row.method, english)),
            (("报销性质", "Paid to"), ticked(MODES, &report.mode, english)),
            (("申请人", "Applicant"), course.applied),
            (("审批人", "Approved by"), course.approved),
            (("审核人", "Audited by"), course.audited),
            (("费用科目", "Account"), account),
            (("银行科目", "Paid from"), row.bank),
            (("会计", "Accountant"), String::new()),
            (("出纳", "Cashier"), course.paid),
        ],
        columns: vec![
            (("费用类别", "Type"), false),
            (("用途", "Use"), false),
            (("税额", "Tax"), true),
            (("金额", "Amount"), true),
        ],
        rows: lines.iter().map(line).collect(),
        sums,
        remark: row.remark,
    })
}
