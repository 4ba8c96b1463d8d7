//! 确认已通知: when who was told of an arrival, and how. 未通知, 已发送 → 已确认.

use kernel::{Findings, Instant, Msg};
use platform::call::{Answer, Call, Outcome};
use platform::field::Field;
use platform::refusal::Refusal;
use platform::store::Cell;
use serde_json::json;

use super::notice::{self, CONFIRMED, Notice, SENT, UNTOLD};
use super::order;
use crate::body::Body;

const FUTURE: Msg = Msg::new("arrival.future", "通知时间不能晚于当前时间", "Nobody was told in the future.");

static FIELDS: [Field; 4] =
    [Notice::CONFIRMED_AT, Notice::CONFIRMED_PERSON, Notice::CONFIRMED_WAY, Notice::CONFIRMED_REMARK];

/// POST confirm {orderId, version, time, person, way, confirmRemark}; whoever was called needs no paper before.
pub(crate) fn confirm(call: &mut Call) -> Outcome {
    let mut findings = Findings::new();
    let asked = Body::of(call, &FIELDS, &["orderId"], &mut findings)?;
    let time: Option<Instant> = asked.get(Notice::CONFIRMED_AT)?;
    findings.error_if(time.is_some_and(|time| time > call.now()), "time", FUTURE);
    let data = call.write(|tx| {
        let actor = tx.actor;
        let order = order::named(tx, actor, asked.text("orderId"))?;
        order.need_alive()?;
        Refusal::unless_clean(&findings, &asked.confirmed)?;
        let kept = notice::take(tx, &order, asked.version)?;
        kept.notice.need_state(&[UNTOLD, SENT])?;
        let mut cells = vec![("state", CONFIRMED.into_value()), ("confirmed_by", actor.user_id.into_value())];
        cells.extend(asked.cells());
        let changes = notice::write(tx, &kept, &cells)?;
        tx.log(notice::entry(&order).did("修改", "确认已通知").changes(changes))?;
        Ok(json!({ "version": kept.version, "state": CONFIRMED }))
    })?;
    Ok(Answer::Data(data))
}
