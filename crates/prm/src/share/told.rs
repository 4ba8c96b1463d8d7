//! Whom a share is told to: the administrators of the company it is shared with, and who shared it.

use message::{About, By, Told, Values};
use platform::call::Tx;
use platform::message::{MessageEvent, Placeholder, Receiver, To};
use platform::refusal::Refusal;

use super::{OPENED, PAGE, Share, TABLE};

/// Another company shares a partner.
pub(super) const RECEIVED: MessageEvent = MessageEvent::new(
    "prm.share_received",
    "客商",
    ("收到客商共享", "Another company shares a partner"),
    ("其他公司向本公司共享客商时", "When another company of this deployment shares a partner with yours"),
)
.to(To::Chosen { among: &[Receiver::Admin], first: &[Receiver::Admin] })
.says(
    ("{orgName}共享了{coopName}", "{orgName} shares {coopName}"),
    ("客商共享{number}待接收", "The shared partner {number} waits to be accepted."),
    &[
        Placeholder::new("orgName", "发起公司", "Company"),
        Placeholder::new("coopName", "客商", "Partner"),
        Placeholder::new("number", "编号", "No."),
    ],
);

/// The other company has answered.
pub(super) const ANSWERED: MessageEvent = MessageEvent::new(
    "prm.share_answered",
    "客商",
    ("客商共享已处理", "A shared partner was answered"),
    ("对方公司接收或拒绝共享的客商时", "When the other company accepts or refuses a partner that was shared"),
)
.to(To::Concerned("共享人", "Who shared it"))
.says(
    ("{orgName}{answer}{coopName}", "{orgName} has {answer} {coopName}"),
    ("客商共享{number}：{answer}", "The shared partner {number} was {answer}."),
    &[
        Placeholder::new("orgName", "对方公司", "Company"),
        Placeholder::new("coopName", "客商", "Partner"),
        Placeholder::new("number", "编号", "No."),
        Placeholder::new("answer", "结果", "Answer"),
    ],
);

fn values(share: &Share) -> Values {
    Values::default()
        .with("orgName", share.peer_name.clone())
        .with("coopName", share.coop_name.clone())
        .with("number", share.no.clone())
}

/// Tells the company it is shared with. The message names no code: its readers open it by their right to the page.
pub(super) fn received(tx: &mut Tx<'_>, share: &Share) -> Result<(), Refusal> {
    let told = Told {
        values: values(share),
        about: About {
            kind: TABLE,
            id: Some(share.id),
            number: share.no.clone(),
            url: format!("{OPENED}?shareId={}", share.uuid),
        },
        ..Told::default()
    };
    let by = By::product(tx.app, share.org);
    message::send(tx, by, &RECEIVED, &told).map(drop)
}

/// Tells who shared it; `answer` in Chinese and English.
pub(super) fn answered(tx: &mut Tx<'_>, share: &Share, answer: (&str, &str)) -> Result<(), Refusal> {
    let told = Told {
        to: vec![share.creator],
        values: values(share).with_each("answer", answer),
        about: About {
            kind: TABLE,
            id: Some(share.id),
            number: share.no.clone(),
            url: format!("{PAGE}?keyword={}", share.no),
        },
        ..Told::default()
    };
    let by = By::product(tx.app, share.org);
    message::send(tx, by, &ANSWERED, &told).map(drop)
}
