//! 发送: a notice goes out by mail. 未通知, 已发送 → 已发送.

use kernel::Msg;
use mail::{Written, contacts};
use platform::call::{Answer, Call, Outcome};
use platform::refusal::Refusal;
use platform::store::Cell;
use serde::Deserialize;
use serde_json::json;

use super::draw::{self, Said};
use super::make;
use super::notice::{self, ENGLISH, Notice, SENT, UNTOLD};
use super::order::{self, ImportOrder};
use crate::mailing::{self, Paper};

/// Characters of the addresses that are kept.
const SENT_TO_MAX: usize = 1000;

const NOT_MADE: Msg = Msg::new("arrival.not_made", "请先生成到货通知", "Please make the notice first.");

fn made(kept: Option<notice::Kept>) -> Result<notice::Kept, Refusal> {
    kept.filter(|kept| kept.notice.is_made()).ok_or_else(|| Refusal::business(NOT_MADE))
}

/// Subject and text, in the language of the paper.
fn proposed(order: &ImportOrder, notice: &Notice) -> (String, String) {
    let (number, route, flight) = (order.number(), order.route(), &order.flight);
    let figures = format!("{} PCS / {} KG / {} CBM", order.pieces, order.weight.show(1), order.volume.show(3));
    if notice.language == ENGLISH {
        return (
            format!("Arrival notice {number} {route}"),
            format!(
                "Dear consignee,\nYour cargo {number} ({route}, {flight}, {figures}) has arrived.\n\
                 Please find attached the arrival notice with what to bring for collection."
            ),
        );
    }
    (
        format!("到货通知 {number} {route}"),
        format!(
            "您好，\n贵司货物{number}（{route}，{flight}，{figures}）已到港。\n附件为到货通知，请按所列文件办理提货。"
        ),
    )
}

/// GET mail/{orderId}: what the dialog begins with.
pub(crate) fn draft(call: &mut Call) -> Outcome {
    let (actor, id) = (call.actor()?, call.path_id("orderId")?);
    let data = call.read(|conn| {
        let order = order::of_id(conn, actor, id)?;
        order.need_alive()?;
        let kept = made(notice::of_order(conn, actor.org_id, order.id)?)?;
        let (subject, content) = proposed(&order, &kept.notice);
        let to = contacts(conn, actor.org_id, order.coop)?;
        Ok(json!({ "to": to, "subject": subject, "content": content, "version": kept.version }))
    })?;
    Ok(Answer::Data(data))
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Order {
    order_id: String,
    #[serde(flatten)]
    mail: Written,
}

/// POST send {orderId, version, to, cc, subject, content}: the notice as PDF is attached.
pub(crate) fn send(call: &mut Call) -> Outcome {
    let Order { order_id, mail } = call.json()?;
    mail.check()?;
    let (actor, language) = (call.actor()?.clone(), call.language().to_owned());
    let org = actor.org_id;
    let (read, said) = call.read(|conn| {
        let order = order::named(conn, &actor, &order_id)?;
        order.need_alive()?;
        let kept = made(notice::of_order(conn, org, order.id)?)?;
        let terminal = make::terminal(conn, org, kept.notice.warehouse_id)?;
        Ok((draw::read(conn, org, order, terminal)?, Said::from(&kept.notice)))
    })?;
    let drawn = draw::drawn(&read, &said, template::company_logo(&call.app, org)?)?;
    let number = read.order.number();
    let paper = Paper::keep(&call.app, org, (&drawn.name, &drawn.bytes), &number)?;
    let data = call.write(|tx| {
        let kept = notice::take(tx, &read.order, mail.version)?;
        kept.notice.need_state(&[UNTOLD, SENT])?;
        let (mail_id, to) = mailing::post(tx, &mail, &language, &paper)?;
        let sent_to: String = to.chars().take(SENT_TO_MAX).collect();
        let cells = [("state", SENT.into_value()), ("sent_at", tx.now.into_value()), ("sent_to", sent_to.into_value())];
        notice::write(tx, &kept, &cells)?;
        tx.log(notice::entry(&read.order).did("修改", "发送到货通知").text(format!("发送邮件：{to}")))?;
        Ok(json!({ "mailId": mail_id, "version": kept.version, "state": SENT }))
    })?;
    call.app.jobs.ring();
    Ok(Answer::Data(data))
}
