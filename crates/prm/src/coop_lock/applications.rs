//! 解锁申请 of every scope: of orders, and of customers locked for one. The rows are those of /af_unlock_apply, with what the
//! setting and the event are.

use approval::unlock::{CUSTOMER_KIND, KIND, event};
use domain::coop::visible_coop;
use kernel::Scope;
use order::{PAGE_CODES, code_of, visible_order};
use platform::access::{Access, Actor};
use platform::call::{Answer, Call, Outcome};
use platform::field::{Choice, Field};
use platform::list::{self, Button, Column, Filter, Join, ListPage, Match, RowView};
use platform::registry::{Node, Operation, Room};
use platform::scopes::SCOPES;
use platform::sea_query::{Condition, Expr, ExprTrait, Query};
use platform::store::{Value, sql};

/// Key of the list.
pub(super) const KEY: &str = "prm.unlock-apply.list";
const TABLE: &str = "approval_instance";
const ORDER: &str = "freight_order";
const WITHDRAW: &str = "prm-unlock-withdraw";
const RUNNING: &str = "审批中";

/// States of an application as this page calls them.
const STATES: &[Choice] = &[
    Choice::new(RUNNING, "待审批", "Waiting").tone("warning"),
    Choice::new("已通过", "已通过", "Passed").tone("ready"),
    Choice::new("已驳回", "已拒绝", "Refused").tone("danger"),
    Choice::new("已撤回", "已撤回", "Withdrawn"),
    Choice::new("已终止", "已终止", "Ended"),
];

const NUMBER: Field = Field::text("申请编号", "Application").column("instance_no").wire("applyCode");
const CUSTOMER: Field = Field::text("客户名称", "Customer").column("coop_name");
const ORDER_CODE: Field = Field::text("单号", "Number").column("ref_no").wire("orderCode");
const SCOPE: Field = Field::select(SCOPES, "业务范畴", "Scope").column("business_scope").wire("scope");
const STATE: Field = Field::state(STATES, "状态", "State").column("status").wire("state");
const APPLICANT: Field = Field::text("申请人", "Applicant").column("name_cn").wire("applicant");
const APPLIED: Field = Field::instant("申请时间", "Applied").column("applied_at").wire("applyTime");

/// The applications about partners and orders the caller sees, and his own.
const LIST: ListPage = ListPage {
    joins: &[
        Join { table: "coop", alias: "coop", on: &[("coop_id", "id")], by_org: true },
        Join { table: "app_user", alias: "person", on: &[("applicant_id", "id")], by_org: true },
    ],
    columns: &[
        list::ID,
        Column::own(NUMBER).width(150).copy(),
        Column::of("coop", Field::text("客户编码", "Customer code").column("coop_code")).unsorted().width(100),
        Column::of("coop", CUSTOMER).unsorted().width(150),
        Column::own(ORDER_CODE).unsorted().width(150),
        Column::own(SCOPE).unsorted().width(80),
        Column::own(Field::int("事项", "Event").column("event_id")).unsorted().width(70),
        Column::own(Field::reference("user", "审批设置", "Setting").column("setting_id")).unsorted().hidden(),
        Column::own(Field::text("申请内容", "Content").column("content")).unsorted().width(240),
        Column::own(Field::text("原因", "Reason").column("reason")).unsorted().width(180),
        Column::own(STATE).unsorted().width(90),
        Column::expr(approval::current_approvers, Field::text("当前审批人", "Approvers").wire("currentApprover"))
            .width(120)
            .unsorted(),
        Column::of("person", APPLICANT).unsorted().width(90),
        Column::own(APPLIED).width(160),
        Column::own(Field::instant("完成时间", "Finished").column("finished_at").wire("doneTime"))
            .unsorted()
            .width(160),
        Column::expr(remark, Field::text("备注", "Remark").wire("remark")).width(180).unsorted(),
        Column::own(Field::reference("user", "申请人", "Applicant").column("applicant_id")).unsorted().hidden(),
    ],
    filters: &[
        Filter::new("coopName", Match::Contains, CUSTOMER).columns(&[("coop", "coop_code"), ("coop", "coop_name")]),
        Filter::new("orderCode", Match::Contains, ORDER_CODE),
        Filter::new("scope", Match::OneOf, SCOPE),
        Filter::new("state", Match::OneOf, STATE),
        Filter::new("applicant", Match::Contains, APPLICANT).columns(&[("person", "name_cn")]),
        Filter::new("applyTime", Match::Range, APPLIED),
    ],
    buttons: &[
        Button::new(WITHDRAW, ("撤回", "Withdraw"), "row", "call")
            .calls("POST /prm/ics/approval/unlock/withdraw/{id}")
            .asks("撤回后需重新申请，是否继续？", "You would have to apply again. Withdraw?"),
        Button::new("prm-lock-export", ("导出", "Export"), "toolbar", "export"),
    ],
    export: "prm-lock-export",
    beside: &["prm.coop-lock.list", KEY],
    visible: Some(visible),
    decorate: Some(decorate),
    ..ListPage::new(
        KEY,
        "/prm_coop_lock",
        ("解锁申请", "Unlock applications"),
        "prm_coop_lock",
        "/prm/ics/approval/unlock",
        TABLE,
    )
};

/// What was said by who refused.
fn remark() -> Expr {
    Expr::cust(
        "(SELECT t.comment FROM approval_task t WHERE t.org_id = approval_instance.org_id \
         AND t.instance_id = approval_instance.id AND t.status IN ('驳回', '自动驳回') \
         ORDER BY t.decided_at DESC LIMIT 1)",
    )
}

fn visible(actor: &Actor) -> Condition {
    let pages = Scope::all().filter(|scope| actor.has(code_of(PAGE_CODES, *scope)));
    let mut orders = Query::select();
    orders.column((ORDER, "id")).from(ORDER).and_where(sql::of_eq(ORDER, "org_id", actor.org_id));
    orders
        .and_where(sql::is_in(sql::of(ORDER, "business_scope"), pages.map(|scope| scope.code().to_owned())))
        .cond_where(visible_order(actor));
    let of_order = Condition::all()
        .add(sql::of_eq(TABLE, "ref_type", KIND.to_owned()))
        .add(sql::of(TABLE, "ref_id").in_subquery(orders));
    let of_coop =
        Condition::all().add(sql::of_eq(TABLE, "ref_type", CUSTOMER_KIND.to_owned())).add(visible_coop(actor));
    let seen = Condition::any().add(of_order).add(of_coop).add(sql::of_eq(TABLE, "applicant_id", actor.user_id));
    Condition::all()
        .add(sql::is_in(sql::of(TABLE, "event_id"), Scope::all().map(event)))
        .add(sql::is_in(sql::of(TABLE, "ref_type"), [KIND, CUSTOMER_KIND]))
        .add(seen)
}

/// Its applicant takes back what nobody has decided on for good.
fn decorate(actor: &Actor, row: &RowView<'_>, out: &mut String) {
    let own = *row.value("applicantId") == Value::Int(actor.user_id.0);
    let runs = *row.value("state") == Value::Text(RUNNING.to_owned());
    list::write_can(actor, if own && runs { &[WITHDRAW] } else { &[] }, out);
}

/// Adds the list to the page.
pub(super) fn add(room: &mut Room) {
    room.nodes.push(Node::button(WITHDRAW, "prm_coop_lock", "撤回", "Withdraw", 60));
    room.lists.push(LIST);
    room.operations.push(
        Operation::post(
            "withdraw_unlock_application",
            "/prm/ics/approval/unlock/withdraw/{id}",
            Access::Code(WITHDRAW),
            withdraw,
        )
        .summary("The applicant takes an application to unlock back"),
    );
}

fn withdraw(call: &mut Call) -> Outcome {
    let id = call.path_id("id")?;
    call.write(|tx| approval::withdraw(tx, id)).map(Answer::Data)
}
