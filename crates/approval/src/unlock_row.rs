//! Applications to unlock as lists show them: what was asked, who decides, what came of it.

use order::{PAGE_CODES, code_of, visible_order};
use platform::access::Actor;
use platform::field::{Choice, Field};
use platform::list::{self, RowView};
use platform::scopes::SCOPES;
use platform::sea_query::{Expr, Query, SelectStatement};
use platform::store::{Value, sql};

/// Their table.
pub const TABLE: &str = "approval_instance";
const ORDER: &str = "freight_order";
const RUNNING: &str = "审批中";

/// States of an application as these lists call them.
const STATES: &[Choice] = &[
    Choice::new(RUNNING, "待审批", "Waiting").tone("warning"),
    Choice::new("已通过", "已通过", "Passed").tone("ready"),
    Choice::new("已驳回", "已拒绝", "Refused").tone("danger"),
    Choice::new("已撤回", "已撤回", "Withdrawn"),
    Choice::new("已终止", "已终止", "Ended"),
];

/// Number of the application.
pub const NUMBER: Field = Field::text("申请编号", "Application").column("instance_no").wire("applyCode");
/// The customer.
pub const CUSTOMER: Field = Field::text("客户名称", "Customer").column("coop_name");
/// Scope.
pub const SCOPE: Field = Field::select(SCOPES, "业务范畴", "Scope").column("business_scope").wire("scope");
/// State.
pub const STATE: Field = Field::state(STATES, "状态", "State").column("status").wire("state");
/// Who applied.
pub const APPLICANT: Field = Field::text("申请人", "Applicant").column("name_cn").wire("applicant");
/// When.
pub const APPLIED: Field = Field::instant("申请时间", "Applied").column("applied_at").wire("applyTime");

/// What was said by who refused.
pub fn remark() -> Expr {
    Expr::cust(
        "(SELECT t.comment FROM approval_task t WHERE t.org_id = approval_instance.org_id \
         AND t.instance_id = approval_instance.id AND t.status IN ('驳回', '自动驳回') \
         ORDER BY t.decided_at DESC LIMIT 1)",
    )
}

/// Orders of the scopes whose pages an actor holds, among those he sees.
pub fn orders(actor: &Actor) -> SelectStatement {
    let pages = kernel::Scope::all().filter(|scope| actor.has(code_of(PAGE_CODES, *scope)));
    let mut orders = Query::select();
    orders
        .column((ORDER, "id"))
        .from(ORDER)
        .and_where(sql::of_eq(ORDER, "org_id", actor.org_id))
        .and_where(sql::is_in(sql::of(ORDER, "business_scope"), pages.map(|scope| scope.code().to_owned())))
        .cond_where(visible_order(actor));
    orders
}

/// Its applicant takes back what nobody has decided on for good, by a button.
pub fn withdrawn_by(actor: &Actor, row: &RowView<'_>, button: &'static str, out: &mut String) {
    let own = *row.value("applicantId") == Value::Int(actor.user_id.0);
    let runs = *row.value("state") == Value::Text(RUNNING.to_owned());
    let can: Vec<&str> = (own && runs).then_some(button).into_iter().collect();
    list::write_can(actor, &can, out);
}
