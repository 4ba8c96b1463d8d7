//! 待结算: bills that went out and are not charges yet. Confirmed ones become charges.

use domain::coop::visible_coop;
use platform::prelude::*;
use platform::sea_query::{Condition, ExprTrait};
use settle::periodic::bill::{CHECKING, CONFIRMED, DISPUTED, TABLE, WAITING};

use super::{MAKE, PATH, TABS, make};
use crate::coop_bill::CoopBill;

const COOP_CODE: Field = Field::text("代码", "Code").column("coop_code");
const COOP_NAME: Field = Field::text("客商", "Partner").column("coop_name");
const AGREEMENT: Field = Field::text("协议编号", "Agreement").column("agreement_code");
const AMOUNT: Field = Field::decimal(3, "含税金额", "Amount").digits(2).column("amount");
const FUNCTIONAL: Field =
    Field::decimal(3, "本币", "Functional").digits(2).column("functional").wire("functionalAmount");
/// Those that can be settled come first.
const STATE: Field = CoopBill::STATE;

/// The tab.
pub static PAGE: LazyLock<Page<CoopBill>> = LazyLock::new(|| {
    let door = (PATH, "/prmManager/bill", 40);
    Page::of("prm.coop-settle-pending", ("待结算", "To be settled"), door, CoopBill::BILL_CODE)
        .calls("/prm/coopSettlePending", "coop_settle_pending")
        .tab()
        .beside(TABS)
        .joins(&[Join { table: "coop", alias: "coop", on: &[("coop_id", "id")], by_org: true }])
        .columns(&[
            Column::own(CoopBill::BILL_CODE).width(130).link("/prm_coop_bill?billCode={billCode}").unsorted(),
            Column::own(STATE).width(90).unsorted(),
            Column::of("coop", COOP_CODE).width(90).unsorted(),
            Column::of("coop", COOP_NAME).width(150).unsorted(),
            Column::own(AGREEMENT).width(130).unsorted(),
            Column::own(CoopBill::SIDE).width(80).unsorted(),
            Column::own(CoopBill::PERIOD).width(90).unsorted(),
            Column::own(AMOUNT).width(120).unsorted(),
            Column::own(CoopBill::CURRENCY_CODE).width(70).unsorted(),
            Column::own(FUNCTIONAL).width(120).unsorted(),
            Column::own(CoopBill::ISSUE_DATE).width(110).unsorted(),
            Column::own(CoopBill::DUE_DATE).width(110).unsorted(),
            Column::own(CoopBill::CHECK_STATE).width(90).unsorted(),
        ])
        .filters(&[
            Filter::new("coopName", Match::Contains, COOP_NAME)
                .columns(&[("coop", "coop_name"), ("coop", "coop_code")]),
            Filter::new("billCode", Match::Contains, CoopBill::BILL_CODE),
            Filter::new("side", Match::OneOf, CoopBill::SIDE),
            Filter::new("period", Match::Equals, CoopBill::PERIOD),
            Filter::new("state", Match::OneOf, STATE),
            Filter::new("dueDate", Match::Range, CoopBill::DUE_DATE).more(),
            Filter::new("currency", Match::OneOf, CoopBill::CURRENCY_CODE).more(),
        ])
        .visible(unsettled)
        .action(
            Action::tool(MAKE, ("生成结算", "Settle"), make::make)
                .verb("make")
                .for_many()
                .asks(&make::FIELDS)
                .note(
                    "同一客商、收付方向和币种的已确认账单生成一张结算单；落账方式留空时按条款",
                    "Confirmed bills of one partner, side and currency become one settlement. Without a way of posting, each \
                     rule says its own.",
                )
                .level(Level::High),
        )
});

/// Bills that went out and are not settled.
fn unsettled(actor: &Actor) -> Condition {
    let states = [WAITING, CHECKING, CONFIRMED, DISPUTED].map(ToOwned::to_owned);
    Condition::all()
        .add(sql::is_in(sql::of(TABLE, "state"), states))
        .add(sql::of(TABLE, "settlement_id").is_null())
        .add(visible_coop(actor))
}
