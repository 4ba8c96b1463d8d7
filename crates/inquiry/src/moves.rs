//! Moves of an inquiry: 草稿 → 待分配 → 询价中 → 已报价 → 已选定; 未成交, 已取消, and a copy of it.

use kernel::{Id, Msg};
use platform::access::Access;
use platform::call::{Answer, Call, Outcome, Tx};
use platform::document::Document;
use platform::field::Field;
use platform::flow::{Flow, Move, Step};
use platform::log::{Level, LogEntry};
use platform::refusal::Refusal;
use platform::store::{Cell, Conn, Value, sql};
use serde_json::json;

use crate::page::{
    self, ASKING, CANCELLED, DIMENSIONS, DRAFT, EXPIRED, Inquiry, LOST, OPEN, PAGE, QUOTED, SELECTED, TABLE,
    UNASSIGNED, own,
};
use crate::{buying, compare, rules, seen};

const WRONG_STATE: Msg =
    Msg::new("inquiry.state", "询价{state}，不能进行此操作", "This can't be done: the inquiry is {state}.");
const NO_BUYER: Msg = Msg::new("inquiry.buyer", "采购不存在或已停用", "There is no such active user.");

const REASON: Field =
    Field::dictionary(71, "未成交原因", "Reason").wire("reason").column("lost_reason").required().max(40);
const EXPLANATION: Field = Field::text("说明", "Explanation").wire("remark").column("lost_remark").max(200);
const BUYER: Field = Field::reference("user", "采购", "Buyer").wire("buyerId").column("buyer_id").required();

/// What the selling side does. The buyers do the rest, agents answer, and the night lets answers expire.
pub(crate) static SELLING: Flow<Inquiry> = Flow {
    seen: Some(seen::need_seen),
    elsewhere: &[ASKING, SELECTED, EXPIRED],
    moves: &[
        Move::new(
            "submit_order_inquiry",
            "{id}/submit",
            Access::Code("af-inquiry-edit"),
            "提交",
            (&[DRAFT], UNASSIGNED),
        )
        .summary("Hands an inquiry to the buyers")
        .or(&[QUOTED])
        .does(submit),
        Move::new(
            "cancel_order_inquiry",
            "{id}/cancel",
            Access::Code("af-inquiry-cancel"),
            "取消",
            (&[DRAFT, UNASSIGNED, ASKING, QUOTED, SELECTED, LOST, EXPIRED], CANCELLED),
        )
        .summary("Gives an inquiry up, before an order is made of it; its links end")
        .level(Level::High),
        Move::new("lose_order_inquiry", "{id}/lost", Access::Code("af-inquiry-lost"), "未成交", (OPEN, LOST))
            .summary("It came to nothing, and why")
            .asks(&[REASON, EXPLANATION]),
    ],
    ..Flow::of((page::BASE, PAGE, TABLE), (Inquiry::STATE, Inquiry::INQUIRY_CODE), WRONG_STATE)
};

/// What the buyers do, beside asking agents.
pub(crate) static BUYING: Flow<Inquiry> = Flow {
    seen: Some(seen::need_seen),
    elsewhere: &[UNASSIGNED, EXPIRED, CANCELLED],
    moves: &[
        Move::new(
            "assign_enquiry",
            "{id}/assign",
            Access::Code("af-enq-assign"),
            "分配",
            (&[UNASSIGNED, ASKING, QUOTED], ASKING),
        )
        .summary("Names the buyer of an inquiry; another may take it over later")
        .or(&[QUOTED])
        .asks(&[BUYER])
        .does(assign),
        Move::new("select_enquiry_quote", "{id}/select", Access::Code(compare::SELECT), "选定", (&[QUOTED], SELECTED))
            .summary("Chooses an answer; wants a reason when another is cheaper")
            .more(&["askedId", "reason"])
            .does(compare::select),
        Move::new("lose_enquiry", "{id}/lost", Access::Code("af-enq-lost"), "未成交", (OPEN, LOST))
            .summary("It came to nothing, and why")
            .asks(&[REASON, EXPLANATION]),
    ],
    ..Flow::of((buying::BASE, buying::PAGE, buying::KIND), (Inquiry::STATE, Inquiry::INQUIRY_CODE), WRONG_STATE)
};

/// 已报价 at once where the price platform has answered it already.
fn submit(tx: &mut Tx<'_>, step: &mut Step<'_, Inquiry>) -> Result<(), Refusal> {
    if step.document.answered > 0 {
        step.go_to(QUOTED);
    }
    step.set(Inquiry::SUBMITTED_AT, tx.now.into_value());
    Ok(())
}

/// What is quoted stays so.
fn assign(tx: &mut Tx<'_>, step: &mut Step<'_, Inquiry>) -> Result<(), Refusal> {
    let org = tx.org();
    if let Some(user) = Option::<Id>::from_value(step.value(BUYER))? {
        step.findings.error_if(facts::user(tx, org, user)?.is_none(), "buyerId", NO_BUYER);
    }
    if step.document.state == QUOTED {
        step.go_to(QUOTED);
    }
    Ok(())
}

/// POST {id}/copy: a new draft of the same cargo, sold by who copies. Answers its id.
pub(crate) fn copy(call: &mut Call) -> Outcome {
    let id = call.path_id("id")?;
    let data = call.write(|tx| {
        let (actor, org) = (tx.actor, tx.org());
        seen::need_seen(tx, actor, id)?;
        let source = own(tx, org, id)?;
        let mut select = sql::from(org, TABLE);
        select.columns(Inquiry::FIELDS.iter().map(|field| field.column)).and_where(sql::eq("id", id));
        let values = tx.first(&select.into())?.ok_or(Refusal::NotFound)?.0;
        let (new, code) = (tx.new_id(), rules::next_code(tx)?);
        let (stamp, user) = (tx.now.into_value(), actor.user_id.into_value());
        let mut cells: Vec<(&'static str, Value)> =
            Inquiry::FIELDS.iter().map(|field| field.column).zip(values).collect();
        let dept = facts::user(tx, org, actor.user_id)?.map(|(_, dept)| dept);
        for (column, value) in [
            ("inquiry_code", code.clone().into_value()),
            ("state", DRAFT.into_value()),
            ("sales_id", user.clone()),
            ("sales_dept_id", dept.into_value()),
            ("answer_by", rules::answer_by(tx.now).into_value()),
            ("round", Value::Int(1)),
            ("asked", Value::Int(0)),
            ("answered", Value::Int(0)),
            ("buyer_id", Value::Null),
            ("platform_no", Value::Null),
            ("submitted_at", Value::Null),
            ("lost_reason", Value::Null),
            ("lost_remark", Value::Null),
        ] {
            if let Some(cell) = cells.iter_mut().find(|(known, _)| *known == column) {
                cell.1 = value;
            }
        }
        cells.extend([("id", new.into_value()), ("version", Value::Int(1))]);
        cells.extend([("created_by", user.clone()), ("created_at", stamp.clone())]);
        cells.extend([("updated_by", user), ("updated_at", stamp)]);
        tx.exec(&sql::insert(org, TABLE, &cells).into())?;
        let sizes = DIMENSIONS.of(tx, org, id)?;
        DIMENSIONS.replace(tx, new, &sizes)?;
        let text = format!("复制自{}", source.inquiry_code);
        tx.log(LogEntry::of(TABLE, new, &code, PAGE).did("新建", "复制").text(text))?;
        Ok(json!({ "id": new, "version": 1, "inquiryCode": code, "state": DRAFT }))
    })?;
    Ok(Answer::Data(data))
}
