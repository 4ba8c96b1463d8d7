//! 待确认费用: costs that stand on no sheet. Some are confirmed as they are, or go back to who entered them.

use std::collections::{BTreeMap, BTreeSet};

use charge::ledger::{COST_VIEW, entry};
use charge::line::Charge;
use charge::{confirmed, finance};
use message::{About, By, Told as Message, Values};
use order::listed;
use order::store::TABLE as ORDER;
use platform::message::{MessageEvent, Placeholder, To};
use platform::prelude::*;
use platform::sea_query::{Condition, Expr};
use settle::field::text;
use settle::ways;
use trade::charge::Side;

use super::own::{Cost, waiting};
use super::{CONFIRM, MAKE, PATH, SUPPLIER, TABS, make};

const DID: &str = "成本确认";
const SENT_BACK: &str = "成本退回";

const ITEM_NAME: Field = text("serviceName", "service_name_cn", "服务项目", "Service item");
const CREATOR: Field = text("creatorName", "name_cn", "录入人", "Entered by");
const SCOPE: Field = Field::select(SCOPES, "业务范畴", "Scope").column("business_scope");
const NO_REASON: Msg = Msg::new("cost_pending.reason", "请输入退回原因", "Say why it goes back.");
const REASON: Field = Field::text("退回原因", "Reason").column("reason").max(200).asks(NO_REASON);

const ORDER_CODE: Placeholder = Placeholder::new("orderCode", "订单号", "Order");
const SERVICE: Placeholder = Placeholder::new("serviceName", "服务项目", "Service item");
const WHY: Placeholder = Placeholder::new("reason", "退回原因", "Reason");

/// Who entered a cost is told that it came back.
pub(super) static RETURNED: MessageEvent = MessageEvent::new(
    "cost.returned",
    "客商",
    ("成本退回", "Cost sent back"),
    ("待确认费用被退回时", "When a cost that waits to be confirmed is sent back"),
)
.to(To::Concerned("录入人", "Who entered it"))
.says(
    ("成本已退回：{orderCode}", "A cost was sent back: {orderCode}"),
    (
        "订单{orderCode}的{serviceName}成本已退回：{reason}",
        "The cost {serviceName} of order {orderCode} was sent back: {reason}",
    ),
    &[ORDER_CODE, SERVICE, WHY],
);

/// The tab.
pub static PAGE: LazyLock<Page<Charge>> = LazyLock::new(|| {
    let door = (PATH, "/prmManager/bill", 50);
    Page::of("prm.cost-pending", ("待确认费用", "Costs to be confirmed"), door, Charge::AMOUNT)
        .calls("/prm/costCandidate", "cost_candidate")
        .tab()
        .beside(TABS)
        .joins(&[
            Join { table: ORDER, alias: ORDER, on: &[("order_id", "id")], by_org: true },
            Join { table: "service_item", alias: "item", on: &[("service_item_id", "id")], by_org: true },
            Join { table: "coop", alias: "supplier", on: &[("coop_id", "id")], by_org: true },
            Join { table: "app_user", alias: "creator", on: &[("created_by", "id")], by_org: true },
        ])
        .columns(&[
            Column::of(ORDER, listed::UUID).unsorted().hidden(),
            Column::of(ORDER, listed::CODE).unsorted().link("/css_order_charge?o={orderUuid}").width(140),
            Column::of(ORDER, listed::NUMBER).unsorted().width(150).copy(),
            Column::of(ORDER, SCOPE).unsorted().width(90),
            Column::of(ORDER, listed::DATE).unsorted().width(100),
            Column::of("supplier", SUPPLIER).unsorted().width(150),
            Column::of("item", ITEM_NAME).unsorted().width(120),
            Column::own(Charge::CURRENCY_CODE).unsorted().width(70),
            Column::own(Charge::PRICE).unsorted().width(100).needs(COST_VIEW),
            Column::own(Charge::QUANTITY).unsorted().width(90),
            Column::own(Charge::AMOUNT).unsorted().width(110).needs(COST_VIEW),
            Column::own(Charge::COST_REJECTED).unsorted().width(160),
            Column::of("creator", CREATOR).unsorted().width(90),
        ])
        .filters(&[
            Filter::new("coopId", Match::Equals, Charge::COOP_ID),
            Filter::new("businessScope", Match::Own(of_scopes), SCOPE),
            Filter::new("number", Match::Contains, listed::NUMBER)
                .columns(&[(ORDER, "biz_number"), (ORDER, "order_code")]),
            Filter::new("bizDate", Match::Range, listed::DATE)
                .columns(&[(ORDER, "biz_date")])
                .searched(ways::waiting_of_days),
            Filter::new("serviceItemId", Match::OneOf, Charge::SERVICE_ITEM_ID),
            Filter::new("coopName", Match::Contains, SUPPLIER)
                .columns(&[("supplier", "coop_name"), ("supplier", "coop_code")])
                .searched(ways::waiting_of_supplier)
                .more(),
        ])
        .visible(waiting)
        .action(
            Action::tool(CONFIRM, ("确认", "Confirm"), confirm)
                .verb("confirmCharges")
                .for_many()
                .note("确认后费用不能修改", "The chosen costs can't be changed then."),
        )
        .action(
            Action::tool("prm-cost-reject", ("退回", "Send back"), reject)
                .verb("rejectCharges")
                .for_many()
                .asks(&[REASON]),
        )
        .action(
            Action::tool(MAKE, ("生成确认单", "Make sheets"), make::of_ticked)
                .verb("make")
                .for_many()
                .note("按供应商和币种各生成一张确认单", "A sheet is made for each supplier and currency."),
        )
});

/// Costs of orders of scopes, with commas between. The order of each cost is looked up by its row: the index of scopes would
/// find all orders of a scope for each.
fn of_scopes(_: &Actor, codes: &str) -> Result<Condition, Refusal> {
    let codes = codes.split(',').map(|code| code.trim().to_owned());
    Ok(Condition::all().add(sql::is_in(Expr::cust("freight_order.business_scope || ''"), codes)))
}

/// Costs are confirmed as they are.
fn confirm(tx: &mut Tx<'_>, filled: &mut Filled<'_>) -> Result<(), Refusal> {
    let costs = make::ticked(tx, filled)?;
    let ids: Vec<Id> = costs.iter().map(|cost| cost.id).collect();
    confirmed::confirm(tx, &ids)?;
    went_on(tx, &costs, DID, &|cost| cost.service.clone())
}

/// Costs go back to who entered them, who is told.
fn reject(tx: &mut Tx<'_>, filled: &mut Filled<'_>) -> Result<(), Refusal> {
    let reason: String = filled.get(REASON)?;
    let costs = make::ticked(tx, filled)?;
    let ids: Vec<Id> = costs.iter().map(|cost| cost.id).collect();
    confirmed::reject(tx, &ids, &reason)?;
    for cost in &costs {
        let told = Message {
            to: cost.created_by.into_iter().collect(),
            values: Values::default()
                .with("orderCode", &cost.order_code)
                .with("serviceName", &cost.service)
                .with("reason", &reason),
            about: About {
                kind: charge::ledger::COST_LOG,
                id: Some(cost.order),
                number: cost.order_code.clone(),
                url: format!("{}?orderCode={}", charge::ledger::PAGE, cost.order_code),
            },
            ..Message::default()
        };
        let by = By::actor(tx);
        message::send(tx, by, &RETURNED, &told)?;
    }
    went_on(tx, &costs, SENT_BACK, &|cost| format!("{}：{reason}", cost.service))
}

/// The charges of the orders are others from now on, and their logs say so.
fn went_on(tx: &mut Tx<'_>, costs: &[Cost], did: &'static str, words: &dyn Fn(&Cost) -> String) -> Result<(), Refusal> {
    let mut by_order: BTreeMap<(Id, &str), Vec<String>> = BTreeMap::new();
    for cost in costs {
        by_order.entry((cost.order, &cost.order_code)).or_default().push(words(cost));
    }
    let orders: BTreeSet<Id> = by_order.keys().map(|(order, _)| *order).collect();
    finance::count_on(tx, &orders)?;
    for (about, services) in by_order {
        let text = format!("{did}：{}", services.join("、"));
        tx.log(entry(Side::Payable, about).did("修改", did).level(Level::Middle).text(text))?;
    }
    Ok(())
}
