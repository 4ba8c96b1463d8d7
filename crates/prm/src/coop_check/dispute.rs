//! 登记异议: the partner does not agree, and says why; who is responsible for the agreement is told.

use agreement::TABLE as AGREEMENT;
use message::{About, By, Told as Message, Values};
use platform::message::{MessageEvent, Placeholder, To};
use platform::prelude::*;
use platform::sea_query::JoinType;
use settle::periodic::bill::TABLE as BILL;
use settle::periodic::check::{self, DISPUTED, TABLE};

use super::{BillCheck, PATH};

const NUMBER: Placeholder = Placeholder::new("billCode", "账单号", "Bill");
const COOP: Placeholder = Placeholder::new("coopName", "客商", "Partner");
const WHY: Placeholder = Placeholder::new("reason", "异议说明", "What is wrong");

/// Who is responsible for the agreement is told of a dispute.
pub(super) static TOLD: MessageEvent = MessageEvent::new(
    "bill_check.disputed",
    "客商",
    ("账单有异议", "Bill disputed"),
    ("客商账单登记异议时", "When a dispute of a partner's bill is recorded"),
)
.to(To::Concerned("协议负责人", "Owner of the agreement"))
.says(
    ("账单{billCode}有异议", "Bill {billCode} is disputed"),
    ("{coopName}对账单{billCode}有异议：{reason}", "{coopName} disputes bill {billCode}: {reason}"),
    &[NUMBER, COOP, WHY],
);

/// → 有异议, of the bill, too.
pub(super) fn record(tx: &mut Tx<'_>, step: &mut Step<'_, BillCheck>) -> Result<(), Refusal> {
    check::hold(tx, (step.id, step.version()))?;
    let (org, own) = (tx.org(), step.document);
    let why: String = step.get(BillCheck::DISPUTE)?;
    check::bill_follows(tx, step.id, DISPUTED)?;
    let mut owner = sql::from(org, TABLE);
    owner
        .column((AGREEMENT, "transactor_id"))
        .join(JoinType::InnerJoin, BILL, sql::same_org(BILL, TABLE, "bill_id"))
        .join(JoinType::InnerJoin, AGREEMENT, sql::same_org(AGREEMENT, BILL, "agreement_id"))
        .and_where(sql::of_eq(TABLE, "id", step.id));
    let owner: Option<Id> = tx.first(&owner.into())?.map(|row| row.get(0)).transpose()?.flatten();
    let told = Message {
        to: vec![owner.unwrap_or(own.handler_id)],
        values: Values::default()
            .with("billCode", &own.bill_code)
            .with("coopName", facts::coop_name(tx, org, own.coop_id)?)
            .with("reason", &why),
        about: About {
            kind: TABLE,
            id: Some(step.id),
            number: own.bill_code.clone(),
            url: format!("{PATH}?billCode={}", own.bill_code),
        },
        ..Message::default()
    };
    let by = By::actor(tx);
    message::send(tx, by, &TOLD, &told).map(drop)
}
