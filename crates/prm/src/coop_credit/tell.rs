//! Whom the product tells that business was locked, opened, or comes near its limit.

use credit::Moved;
use credit::reckon::What;
use message::{About, By, Told, Values, send};
use platform::message::{MessageEvent, Placeholder, To};
use platform::prelude::*;

use super::PATH;

const KIND: &str = "客商";
const PEOPLE: To = To::Concerned("负责人与责任销售", "Owner and sales");
const COOP: Placeholder = Placeholder::new("coopName", "客商", "Partner");
const SCOPE: Placeholder = Placeholder::new("scope", "业务范畴", "Scope");
const DETAIL: Placeholder = Placeholder::new("detail", "说明", "Detail");
const USED: Placeholder = Placeholder::new("usage", "使用率", "Usage");

/// What people are told.
pub(super) static MESSAGES: [&MessageEvent; 3] = [&LOCKED, &OPENED, &NEAR];

static LOCKED: MessageEvent = MessageEvent::new(
    "credit.locked",
    KIND,
    ("客户业务系统锁定", "Business locked"),
    ("客户因逾期或超额被系统锁定时", "When the business of a customer is locked by what it owes"),
)
.to(PEOPLE)
.says(
    ("{coopName}{scope}业务已锁定", "{scope} of {coopName} is locked"),
    ("{coopName}{scope}业务已被系统锁定：{detail}", "Business of {coopName} is locked for {scope}: {detail}"),
    &[COOP, SCOPE, DETAIL],
);

static OPENED: MessageEvent = MessageEvent::new(
    "credit.opened",
    KIND,
    ("客户业务解除锁定", "Business opened"),
    ("系统锁定解除时", "When nothing locks the business of a customer any more"),
)
.to(PEOPLE)
.says(
    ("{coopName}{scope}业务已解除锁定", "{scope} of {coopName} is open"),
    ("{coopName}{scope}业务已解除系统锁定", "Business of {coopName} is open again for {scope}."),
    &[COOP, SCOPE],
);

static NEAR: MessageEvent = MessageEvent::new(
    "credit.near",
    KIND,
    ("信用额度预警", "Near the credit limit"),
    ("客户额度使用率达到预警值时", "When a customer uses so much of its limit as is warned of"),
)
.to(PEOPLE)
.says(
    ("{coopName}额度使用率{usage}%", "{coopName} uses {usage}% of its limit"),
    ("{coopName}的信用额度使用率已达{usage}%", "{coopName} uses {usage}% of its credit limit."),
    &[COOP, USED],
);

/// Tells people what reckoning moved.
pub(crate) fn moved(tx: &mut Tx<'_>, moved: &[Moved]) -> Result<(), Refusal> {
    for one in moved {
        let values = Values::default().with("coopName", one.name.clone());
        let (event, values) = match one.what {
            What::Locked(scope) => {
                let detail = one.detail.as_ref().map(|text| text.zh.clone()).unwrap_or_default();
                (&LOCKED, values.with("scope", scope.zh()).with("detail", detail))
            }
            What::Opened(scope) => (&OPENED, values.with("scope", scope.zh())),
            What::Used(usage) => (&NEAR, values.with("usage", kernel::format_scaled(usage, 2, 2))),
        };
        let told = Told {
            to: one.people.clone(),
            values,
            about: About {
                kind: "coop",
                id: Some(one.coop),
                number: one.code.clone(),
                url: format!("{PATH}?coopName={}", one.code),
            },
            ..Told::default()
        };
        let by = By::product(tx.app, tx.org());
        send(tx, by, event, &told)?;
    }
    Ok(())
}
