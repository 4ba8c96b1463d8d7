//! 解锁申请 of every scope: of orders, and of customers locked for one. The rows are those of /af_unlock_apply, with what the
//! setting and the event are.

use approval::unlock::{CUSTOMER_KIND, KIND, event};
use approval::unlock_row::{APPLICANT, APPLIED, CUSTOMER, NUMBER, SCOPE, STATE, TABLE, orders, remark, withdrawn_by};
use domain::coop::visible_coop;
use kernel::Scope;
use platform::access::{Access, Actor};
use platform::call::{Answer, Call, Outcome};
use platform::field::Field;
use platform::list::{self, Button, Column, Filter, Join, ListPage, Match, RowView};
use platform::registry::{Node, Operation, Room};
use platform::sea_query::{Condition, ExprTrait};
use platform::store::sql;

/// Key of the list.
pub(super) const KEY: &str = "prm.unlock-apply.list";
const WITHDRAW: &str = "prm-unlock-withdraw";

const ORDER_CODE: Field = Field::text("单号", "Number").column("ref_no").wire("orderCode");

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

fn visible(actor: &Actor) -> Condition {
    let of_order = Condition::all()
        .add(sql::of_eq(TABLE, "ref_type", KIND.to_owned()))
        .add(sql::of(TABLE, "ref_id").in_subquery(orders(actor)));
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
    withdrawn_by(actor, row, WITHDRAW, out);
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
