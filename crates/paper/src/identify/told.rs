//! Who declared certificates is told what the terminal answered.

use kernel::Id;
use message::{About, By, Told, Values};
use platform::call::Tx;
use platform::message::{MessageEvent, ORDER, Placeholder, To};
use platform::refusal::Refusal;
use platform::store::{Conn, sql};

use super::page::{PAGE, TABLE};
use crate::order::Order;

/// The terminal has answered.
pub(crate) const EVENT: MessageEvent = MessageEvent::new(
    "paper.identify",
    ORDER,
    ("鉴定证书审核结果", "Audit of appraisal certificates"),
    ("货站审核鉴定证书后", "When the terminal has audited certificates"),
)
.to(To::Concerned("申报人", "Who declared them"))
.says(
    ("{number}鉴定证书{result}", "Certificates of {number}: {result}"),
    ("{number}的鉴定证书审核{result} {remark}", "The certificates of {number} were audited: {result} {remark}"),
    &[
        Placeholder::new("number", "主单号", "MAWB"),
        Placeholder::new("result", "审核结果", "Result"),
        Placeholder::new("remark", "审核意见", "Remark"),
    ],
);

/// Tells who declared them.
pub(crate) fn declarer(
    tx: &mut Tx<'_>,
    id: Id,
    order: &Order,
    (zh, en): (&str, &str),
    remark: &str,
) -> Result<(), Refusal> {
    let mut select = sql::from(tx.org(), TABLE);
    select.column("declared_by").and_where(sql::eq("id", id));
    let Some(declarer) = tx.first(&select.into())?.unwrap_or_default().get::<Option<Id>>(0)? else { return Ok(()) };
    let told = Told {
        to: vec![declarer],
        values: Values::default().with("number", order.number()).with_each("result", (zh, en)).with("remark", remark),
        about: About {
            kind: TABLE,
            id: Some(id),
            number: order.number().to_owned(),
            url: format!("{PAGE}?awbNumber={}", order.awb_number),
        },
        ..Told::default()
    };
    let by = By::product(tx.app, tx.org());
    message::send(tx, by, &EVENT, &told).map(drop)
}
