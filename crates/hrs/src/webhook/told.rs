//! What administrators are told of addresses that fail.

use kernel::show_second;
use message::{About, By, Told, Values, claim, send};
use platform::message::{DATE, MessageEvent, Mute, Placeholder, Receiver, SYSTEM, To};

use super::*;

const NAME: Placeholder = Placeholder::new("webhookName", "Webhook名称", "Webhook");
const REASON: Placeholder = Placeholder::new("reason", "原因", "Reason");
const ADMINS: To = To::Chosen { among: &[Receiver::Admin], first: &[Receiver::Admin] };

/// A message was given up.
const GIVEN_UP: MessageEvent = MessageEvent::new(
    "webhook.failed",
    SYSTEM,
    ("Webhook推送失败", "Webhook given up"),
    (
        "Webhook推送约一天内多次重试仍失败时，每次连续失败只通知一次",
        "When a message to a webhook failed for about a day; told once until the address works again",
    ),
)
.to(ADMINS)
.mutes(Mute::Mail)
.says(
    ("Webhook“{webhookName}”推送失败", "Webhook {webhookName} fails"),
    (
        "Webhook“{webhookName}”推送失败：{reason}。请检查接收地址，恢复后可在投递记录中重发",
        "Messages to webhook {webhookName} fail: {reason}. Check the address; they can be sent again from the deliveries.",
    ),
    &[NAME, REASON, DATE],
);

/// An address was switched off.
const SWITCHED_OFF: MessageEvent = MessageEvent::new(
    "webhook.stopped",
    SYSTEM,
    ("Webhook自动停用", "Webhook switched off"),
    (
        "Webhook连续多日失败或对方返回410，被系统停用时",
        "When a webhook failed for days, or answered 410, and was stopped",
    ),
)
.to(ADMINS)
.mutes(Mute::Mail)
.says(
    ("Webhook“{webhookName}”已停用", "Webhook {webhookName} was stopped"),
    (
        "Webhook“{webhookName}”已被系统停用：{reason}。期间的事件不再推送，处理后请重新启用",
        "Webhook {webhookName} was stopped: {reason}. Nothing is sent to it until you start it again.",
    ),
    &[NAME, REASON, DATE],
);

/// The events.
pub(super) const EVENTS: [&MessageEvent; 2] = [&GIVEN_UP, &SWITCHED_OFF];

/// An address, for a message about it.
pub(super) struct Of<'a> {
    /// Its row.
    pub(super) id: Id,
    /// What the company calls it.
    pub(super) name: &'a str,
}

fn told(of: &Of<'_>, reason: (&str, &str)) -> Told {
    Told {
        values: Values::default().with(NAME.name, of.name).with_each(REASON.name, reason),
        about: About { kind: "webhook", id: Some(of.id), number: of.name.to_owned(), url: PATH.to_owned() },
        ..Told::default()
    }
}

/// A message was given up: told once for each time an address fails without a break.
pub(super) fn given_up(
    conn: &mut dyn Conn,
    by: By<'_>,
    of: &Of<'_>,
    (since, reason): (kernel::Instant, (&str, &str)),
) -> Result<(), Refusal> {
    if claim(conn, by, &GIVEN_UP, (of.id, &show_second(since)))? {
        send(conn, by, &GIVEN_UP, &told(of, reason))?;
    }
    Ok(())
}

/// An address was switched off.
pub(super) fn switched_off(conn: &mut dyn Conn, by: By<'_>, of: &Of<'_>, reason: (&str, &str)) -> Result<(), Refusal> {
    send(conn, by, &SWITCHED_OFF, &told(of, reason)).map(drop)
}
