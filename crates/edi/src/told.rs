//! What users are told of messages: theirs was rejected, or could not be sent.

use kernel::Id;
use message::{About, By, Told, Values};
use platform::call::App;
use platform::message::{MessageEvent, ORDER, Placeholder, To};
use platform::refusal::Refusal;
use platform::store::Conn;

use crate::page::{Message, PAGE, TABLE};

const PLACEHOLDERS: &[Placeholder] = &[
    Placeholder::new("type", "报文类型", "Type of message"),
    Placeholder::new("number", "运单号", "Waybill number"),
    Placeholder::new("reason", "原因", "Reason"),
];

/// The carrier has rejected a message.
pub(crate) const REJECTED: MessageEvent = MessageEvent::new(
    "edi.rejected",
    ORDER,
    ("电子报文被拒", "An electronic message was rejected"),
    ("航司以FNA或XFNM拒收已发送的报文时", "When a carrier rejects a message with an FNA or XFNM"),
)
.to(To::Concerned("报文发送人", "Who sent the message"))
.says(
    ("{type} {number}被拒", "{type} {number} was rejected"),
    ("{type} {number}被航司拒收：{reason}", "The carrier rejected {type} {number}: {reason}"),
    PLACEHOLDERS,
);

/// A message could not be sent.
pub(crate) const FAILED: MessageEvent = MessageEvent::new(
    "edi.failed",
    ORDER,
    ("电子报文发送失败", "An electronic message could not be sent"),
    ("报文发送失败且不再重试时", "When the attempts to send a message are given up"),
)
.to(To::Concerned("报文发送人", "Who sent the message"))
.says(
    ("{type} {number}发送失败", "{type} {number} was not sent"),
    ("{type} {number}发送失败：{reason}", "{type} {number} could not be sent: {reason}"),
    PLACEHOLDERS,
);

/// Tells the sender of a message.
pub(crate) fn sender(
    conn: &mut dyn Conn,
    (app, org): (&App, i64),
    event: &MessageEvent,
    (id, message): (Id, &Message),
    (zh, en): (&str, &str),
) -> Result<(), Refusal> {
    let Some(sender) = message.sender_id else { return Ok(()) };
    let number = if message.hawb_number.is_empty() { &message.awb_number } else { &message.hawb_number };
    let told = Told {
        to: vec![sender],
        values: Values::default()
            .with("type", message.kind.clone())
            .with("number", number.clone())
            .with_each("reason", (zh, en)),
        about: About {
            kind: TABLE,
            id: Some(id),
            number: message.message_no.clone(),
            url: format!("{PAGE}?awbNumber={}", message.awb_number),
        },
        ..Told::default()
    };
    message::send(conn, By::product(app, org), event, &told).map(drop)
}
