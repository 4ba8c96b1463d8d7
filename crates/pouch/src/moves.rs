//! Moves of a pouch: 草稿 → 已封袋 → 已交接 → 已签收, back to 草稿 before it is handed over, and 已作废.

use kernel::Msg;
use platform::access::Access;
use platform::attached;
use platform::call::{Call, Outcome, Tx};
use platform::field::Field;
use platform::flow::{Flow, Move, Step};
use platform::log::Level;
use platform::refusal::Refusal;
use platform::store::Cell;
use serde_json::json;

use crate::page::{self, DRAFT, HANDED, PAGE, Pouch, RECEIVED, SEALED, TABLE, VOID};
use crate::{SLIP, orders, proposal, rows};

const WRONG_STATE: Msg =
    Msg::new("pouch.state", "文件袋{state}，不能进行此操作", "This can't be done: the pouch is {state}.");
const AHEAD: Msg = Msg::new("pouch.ahead", "时间不能晚于现在", "The time can't lie ahead.");
const BEFORE_HAND: Msg =
    Msg::new("pouch.before_hand", "签收时间不能早于交接时间", "The receipt can't be earlier than the hand-over.");

const SEAL: Field = Pouch::SEAL_NO.required();
const HAND_TO: Field = Field::text("交接单位", "Handed to").wire("handTo").column("hand_to").required().max(60);
const HAND_PERSON: Field =
    Field::text("交接人", "Taken by").wire("handPerson").column("hand_person").required().max(40);
const HAND_TIME: Field = Field::instant("交接时间", "Handed over").wire("handTime").column("hand_at").required();
const RECEIVER: Field = Field::text("签收人", "Receiver").wire("receiver").column("received_by").required().max(40);
const RECEIVER_PHONE: Field =
    Field::text("签收人电话", "Receiver's phone").wire("receiverPhone").column("received_phone").max(30);
const RECEIVED_TIME: Field =
    Field::instant("签收时间", "Received").wire("receivedTime").column("received_at").required();
const RECEIVED_REMARK: Field =
    Field::text("签收备注", "Receiver's remark").wire("receivedRemark").column("received_remark").max(200);
const REASON: Field =
    Field::text("作废原因", "Reason of voiding").wire("reason").column("void_reason").required().max(200);

/// The moves of a pouch.
pub(crate) static FLOW: Flow<Pouch> = Flow {
    seen: Some(orders::need_seen),
    moves: &[
        Move::new("seal_cargo_pouch", "{id}/seal", Access::Code("af-pouch-seal"), "封袋", (&[DRAFT], SEALED))
            .summary("Seals a pouch; asks when a document is missing")
            .more(&["sealNo"])
            .does(seal),
        Move::new("unseal_cargo_pouch", "{id}/unseal", Access::Code("af-pouch-seal"), "拆封", (&[SEALED], DRAFT))
            .summary("Opens a sealed pouch again, before it is handed over"),
        Move::new("hand_cargo_pouch", "{id}/hand", Access::Code("af-pouch-hand"), "交接", (&[SEALED], HANDED))
            .summary("Hands a pouch to the carrier or the terminal, perhaps with a photo of the signed slip")
            .asks(&[HAND_TO, HAND_PERSON, HAND_TIME])
            .more(&["slip"])
            .does(hand),
        Move::new("receive_cargo_pouch", "{id}/receive", Access::Code("af-pouch-hand"), "签收", (&[HANDED], RECEIVED))
            .summary("Receipt at destination, told by other ways than the public page")
            .asks(&[RECEIVER, RECEIVER_PHONE, RECEIVED_TIME, RECEIVED_REMARK])
            .does(receive),
        Move::new("void_cargo_pouch", "{id}/void", Access::Code("af-pouch-void"), "作废", (&[DRAFT, SEALED], VOID))
            .summary("Ends a pouch and its link")
            .asks(&[REASON])
            .level(Level::High),
    ],
    ..Flow::of((page::BASE, PAGE, TABLE), (Pouch::STATE, Pouch::POUCH_NUMBER), WRONG_STATE)
};

/// With its number; asks when a document is missing.
fn seal(tx: &mut Tx<'_>, step: &mut Step<'_, Pouch>) -> Result<(), Refusal> {
    let (actor, org, pouch) = (tx.actor, tx.org(), step.document);
    let stored = json!(pouch.seal_no);
    let seal = SEAL.parse(step.body.get("sealNo").or(Some(&stored)), "sealNo", &mut step.findings);
    step.set(Pouch::SEAL_NO, seal);
    let held = rows::of(tx, org, step.id)?;
    let number = orders::master_of(tx, org, Some(step.id), &pouch.awb_number)?;
    let lacking = match proposal::master(tx, actor, &number)? {
        Some(master) => master.lacks(&pouch.awb_number, &held),
        None => Vec::new(),
    };
    if !lacking.is_empty() {
        step.findings.confirm(rows::MEMBER, proposal::question(&lacking));
    }
    let missing: String = proposal::words(&lacking, false).chars().take(1000).collect();
    step.set(Pouch::MISSING, missing.into_value());
    Ok(())
}

fn hand(tx: &mut Tx<'_>, step: &mut Step<'_, Pouch>) -> Result<(), Refusal> {
    let time = Option::<i64>::from_value(step.value(HAND_TIME))?;
    step.findings.error_if(time.is_some_and(|time| time > tx.now.millis()), "handTime", AHEAD);
    attached::check_in(tx, (SLIP, step.id), (step.body, "slip", 1), &mut step.findings)?;
    step.unless_clean()?;
    match attached::named_in(step.body, "slip") {
        Some(files) => attached::hang(tx, SLIP, step.id, &files),
        None => Ok(()),
    }
}

/// The agent told it otherwise than on the public page.
fn receive(tx: &mut Tx<'_>, step: &mut Step<'_, Pouch>) -> Result<(), Refusal> {
    let time = Option::<i64>::from_value(step.value(RECEIVED_TIME))?;
    step.findings.error_if(time.is_some_and(|time| time > tx.now.millis()), "receivedTime", AHEAD);
    let early = time.zip(step.document.hand_at).is_some_and(|(time, handed)| time < handed);
    step.findings.error_if(early, "receivedTime", BEFORE_HAND);
    Ok(())
}

/// Refuses to send the link of a pouch that is not closed yet, or void.
pub(crate) fn need_sendable(pouch: &Pouch) -> Result<(), Refusal> {
    FLOW.need(&pouch.state, &[SEALED, HANDED, RECEIVED])
}

/// GET slip/{id}: of a pouch the caller may see, or just uploaded by himself.
pub(crate) fn slip(call: &mut Call) -> Outcome {
    let (actor, id) = (call.actor()?.clone(), call.path_id("id")?);
    let found = call.read(|conn| {
        let found = attached::find(conn, actor.org_id, SLIP, id)?;
        if let Some((Some(pouch), _)) = &found {
            orders::need_seen(conn, &actor, *pouch)?;
        }
        Ok(found)
    })?;
    match found {
        Some((object, file)) if object.is_some() || file.is_of(&actor) => file.shown(call),
        _ => Err(Refusal::NotFound),
    }
}
