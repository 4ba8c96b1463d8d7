//! Moves of a notice that the desk makes: 到货登记, 确认收货, 作废, and 标记已发.

use kernel::{Findings, Instant, Msg};
use platform::access::Access;
use platform::call::Tx;
use platform::field::Field;
use platform::flow::{Flow, Move, Step};
use platform::log::Level;
use platform::refusal::Refusal;
use platform::store::{Cell, Value};
use serde_json::json;

use super::page::{self, ARRIVED, AWAITED, BASE, Notice, PAGE, RECEIVED, SENT, TABLE, TRANSIT, UNSENT, VIEWED, VOID};
use super::queue;

/// The notice is in another state.
const WRONG_STATE: Msg =
    Msg::new("delivery.state", "送货通知{state}，不能进行此操作", "This can't be done: the notice is {state}.");
const AHEAD: Msg = Msg::new("delivery.ahead", "时间不能晚于现在", "The time can't lie ahead.");
const BEFORE: Msg =
    Msg::new("delivery.before", "到达时间不能早于出发时间", "The arrival can't be earlier than the departure.");

const REASON: Field =
    Field::long("作废原因", "Reason of voiding").wire("reason").column("void_reason").required().max(200);
const ARRIVE_TIME: Field = Field::instant("到达时间", "Arrived").wire("arriveTime").column("arrive_at").required();

const SEND: Access = Access::Code("af-notice-send");
const ARRIVE: Access = Access::Code("af-notice-arrive");

/// The moves of a notice; drivers and readers of the link move it as well.
pub(super) static FLOW: Flow<Notice> = Flow {
    seen: Some(page::need_seen),
    elsewhere: &[VIEWED, TRANSIT],
    moves: &[
        Move::new("mark_delivery_notice_sent", "{id}/sent", SEND, "标记已发", (&[UNSENT], SENT))
            .summary("A notice that was passed on another way than by mail")
            .does(sent),
        Move::new("register_delivery_arrival", "{id}/arrive", ARRIVE, "到货登记", (AWAITED, ARRIVED))
            .summary("The truck is at the door: it gets its queue number")
            .asks(&[Notice::PLATE_NO.required(), Notice::DRIVER_NAME, Notice::DRIVER_PHONE, ARRIVE_TIME])
            .does(arrive),
        Move::new("confirm_delivery_receipt", "{id}/receive", ARRIVE, "确认收货", (&[ARRIVED], RECEIVED))
            .summary("The cargo of a truck was taken over")
            .does(received),
        Move::new(
            "void_delivery_notice",
            "{id}/void",
            Access::Code("af-notice-void"),
            "作废",
            (&[UNSENT, SENT, VIEWED, TRANSIT, ARRIVED], VOID),
        )
        .summary("Ends a notice; its link says so")
        .asks(&[REASON])
        .level(Level::High),
    ],
    ..Flow::of((BASE, PAGE, TABLE), (Notice::STATE, Notice::NOTICE_CODE), WRONG_STATE)
};

fn sent(tx: &mut Tx<'_>, step: &mut Step<'_, Notice>) -> Result<(), Refusal> {
    step.set(Notice::SENT_AT, tx.now.into_value());
    Ok(())
}

fn received(tx: &mut Tx<'_>, step: &mut Step<'_, Notice>) -> Result<(), Refusal> {
    step.set(Notice::RECEIVED_AT, tx.now.into_value());
    Ok(())
}

fn arrive(tx: &mut Tx<'_>, step: &mut Step<'_, Notice>) -> Result<(), Refusal> {
    // A phone that is not typed again stays the one that is known.
    if *step.value(Notice::DRIVER_PHONE) == Value::Null {
        step.keep(Notice::DRIVER_PHONE);
    }
    let time = Option::<i64>::from_value(step.value(ARRIVE_TIME))?;
    arrived_when(step.document, time, tx.now, &mut step.findings);
    step.unless_clean()?;
    let warehouse = step.document.warehouse_id.ok_or_else(|| Refusal::broken("a notice without a warehouse"))?;
    let queue_no = queue::next(tx, warehouse)?;
    step.answer("queueNo", json!(queue_no));
    step.set(Notice::QUEUE_NO, queue_no.into_value());
    Ok(())
}

fn arrived_when(notice: &Notice, time: Option<i64>, now: Instant, findings: &mut Findings) {
    findings.error_if(time.is_some_and(|time| time > now.millis()), "arriveTime", AHEAD);
    let early = time.zip(notice.depart_at).is_some_and(|(time, left)| time < left);
    findings.error_if(early, "arriveTime", BEFORE);
}
