//! The tests of every room through the front door, on both databases. Each room's lie beside it, in `tests/`; here they
//! become one program.
#![allow(missing_docs, reason = "tests say what they prove in their names")]

#[cfg(any(
    feature = "awb",
    feature = "edi",
    feature = "inquiry",
    feature = "paper",
    feature = "pouch",
    feature = "track",
    feature = "weighing"
))]
#[allow(dead_code, clippy::expect_used, reason = "each room takes what it needs")]
mod orders;

#[cfg(feature = "af")]
#[path = "../../af/tests/suite.rs"]
mod af;
#[cfg(feature = "assistant")]
#[path = "../../assistant/tests/suite.rs"]
mod assistant;
#[cfg(feature = "awb")]
#[path = "../../awb/tests/suite.rs"]
mod awb;
#[cfg(feature = "base")]
#[path = "../../base/tests/suite.rs"]
mod base;
#[cfg(feature = "bill")]
#[path = "../../bill/tests/suite.rs"]
mod bill;
#[cfg(feature = "chat")]
#[path = "../../chat/tests/suite.rs"]
mod chat;
#[cfg(feature = "css")]
#[path = "../../css/tests/suite.rs"]
mod css;
#[cfg(feature = "edi")]
#[path = "../../edi/tests/suite.rs"]
mod edi;
mod example;
#[cfg(feature = "feedback")]
#[path = "../../feedback/tests/suite.rs"]
mod feedback;
#[cfg(feature = "hrs")]
#[path = "../../hrs/tests/suite.rs"]
mod hrs;
#[cfg(feature = "inquiry")]
#[path = "../../inquiry/tests/suite.rs"]
mod inquiry;
#[cfg(feature = "interface")]
#[path = "../../interface/tests/suite.rs"]
mod interface;
#[cfg(feature = "mail")]
#[path = "../../mail/tests/suite.rs"]
mod mail;
#[cfg(feature = "message")]
#[path = "../../message/tests/suite.rs"]
mod message;
#[cfg(feature = "operate")]
#[path = "../../operate/tests/suite.rs"]
mod operate;
#[cfg(feature = "paper")]
#[path = "../../paper/tests/suite.rs"]
mod paper;
#[cfg(feature = "payable")]
#[path = "../../payable/tests/suite.rs"]
mod payable;
#[cfg(feature = "pouch")]
#[path = "../../pouch/tests/suite.rs"]
mod pouch;
#[cfg(feature = "prm")]
#[path = "../../prm/tests/suite.rs"]
mod prm;
#[cfg(feature = "publish")]
#[path = "../../publish/tests/suite.rs"]
mod publish;
#[cfg(feature = "receivable")]
#[path = "../../receivable/tests/suite.rs"]
mod receivable;
#[cfg(feature = "sc")]
#[path = "../../sc/tests/suite.rs"]
mod sc;
#[cfg(feature = "template")]
#[path = "../../template/tests/suite.rs"]
mod template;
#[cfg(feature = "track")]
#[path = "../../track/tests/suite.rs"]
mod track;
#[cfg(feature = "voucher")]
#[path = "../../voucher/tests/suite.rs"]
mod voucher;
#[cfg(feature = "weighing")]
#[path = "../../weighing/tests/suite.rs"]
mod weighing;
