//! 解锁申请. Applications to unlock orders of every scope: what was asked, who decides, what came of it.

use approval::unlock::{KIND, event};
use approval::unlock_row::{APPLICANT, APPLIED, CUSTOMER, NUMBER, SCOPE, STATE, TABLE, orders, remark, withdrawn_by};
use kernel::Scope;
use order::page_slug;
use platform::access::{Access, Actor};
use platform::call::{Answer, Call, Outcome};
use platform::field::Field;
use platform::list::{self, Button, Column, Filter, Join, ListPage, Match, RowView};
use platform::registry::{Node, Operation, Room};
use platform::sea_query::{Condition, Expr, ExprTrait};
use platform::store::sql;

use super::store::TABLE as ORDER;

const CODE: &str = "af_unlock_apply";
const WITHDRAW: &str = "af-unlock-withdraw";

const ORDER_CODE: Field = Field::text("订单编号", "Order").column("ref_no").wire("orderCode");

/// The applications about orders the caller sees, and his own.
const LIST: ListPage = ListPage {
    joins: &[
        Join { table: "coop", alias: "partner", on: &[("coop_id", "id")], by_org: true },
        Join { table: "app_user", alias: "person", on: &[("applicant_id", "id")], by_org: true },
        Join { table: ORDER, alias: "subject", on: &[("ref_id", "id")], by_org: true },
    ],
    columns: &[
        list::ID,
        Column::own(NUMBER).width(150).copy(),
        Column::of("partner", Field::text("客户编码", "Customer code").column("coop_code")).width(100),
        Column::of("partner", CUSTOMER).width(150),
        Column::own(ORDER_CODE).width(150).link("/{slug}_order_edit?o={orderUuid}"),
        Column::own(SCOPE).width(80),
        Column::own(Field::text("申请内容", "Content").column("content")).width(240),
        Column::own(Field::text("原因", "Reason").column("reason")).width(180),
        Column::own(STATE).width(90),
        Column::expr(approval::current_approvers, Field::text("当前审批人", "Approvers").wire("currentApprover"))
            .width(120)
            .unsorted(),
        Column::of("person", APPLICANT).width(90),
        Column::own(APPLIED).width(160),
        Column::own(Field::instant("完成时间", "Finished").column("finished_at").wire("doneTime")).width(160),
        Column::expr(remark, Field::text("备注", "Remark").wire("remark")).width(180).unsorted(),
        Column::expr(slug, Field::text("业务", "Business").wire("slug")).hidden(),
        Column::of("subject", Field::text("订单", "Order").column("uuid").wire("orderUuid")).hidden(),
        Column::own(Field::reference("user", "申请人", "Applicant").column("applicant_id")).hidden(),
    ],
    filters: &[
        Filter::new("coopName", Match::Contains, CUSTOMER)
            .columns(&[("partner", "coop_code"), ("partner", "coop_name")]),
        Filter::new("orderCode", Match::Contains, ORDER_CODE),
        Filter::new("scope", Match::OneOf, SCOPE),
        Filter::new("state", Match::OneOf, STATE),
        Filter::new("applicant", Match::Contains, APPLICANT).columns(&[("person", "name_cn")]),
        Filter::new("applyTime", Match::Range, APPLIED),
    ],
    buttons: &[Button::new(WITHDRAW, ("撤回", "Withdraw"), "row", "call")
        .calls("POST /afbase/unlockApply/withdraw/{id}")
        .asks("撤回后需重新申请，是否继续？", "You would have to apply again. Withdraw?")],
    visible: Some(visible),
    decorate: Some(decorate),
    ..ListPage::new(
        "af.unlock-apply.list",
        "/af_unlock_apply",
        ("解锁申请", "Unlock applications"),
        CODE,
        "/afbase/unlockApply",
        TABLE,
    )
};

fn slug() -> Expr {
    page_slug(TABLE)
}

fn visible(actor: &Actor) -> Condition {
    let own = sql::of_eq(TABLE, "applicant_id", actor.user_id);
    Condition::all()
        .add(sql::is_in(sql::of(TABLE, "event_id"), Scope::all().map(event)))
        .add(sql::of_eq(TABLE, "ref_type", KIND.to_owned()))
        .add(own.or(sql::of(TABLE, "ref_id").in_subquery(orders(actor))))
}

/// Its applicant takes back what nobody has decided on for good.
fn decorate(actor: &Actor, row: &RowView<'_>, out: &mut String) {
    withdrawn_by(actor, row, WITHDRAW, out);
}

/// Adds the page to the room.
pub fn add(room: &mut Room) {
    room.nodes.extend([
        Node::page("/af_unlock_apply", "/afManager/lock", "解锁申请", "Unlock applications", 40),
        Node::button(WITHDRAW, CODE, "撤回", "Withdraw", 10),
    ]);
    room.lists.push(LIST);
    room.operations.push(
        Operation::post("withdraw_unlock", "/afbase/unlockApply/withdraw/{id}", Access::Code(WITHDRAW), withdraw)
            .summary("The applicant takes an application to unlock back"),
    );
}

fn withdraw(call: &mut Call) -> Outcome {
    let id = call.path_id("id")?;
    call.write(|tx| approval::withdraw(tx, id)).map(Answer::Data)
}
