//! 费用查询. Every charge of every order, to find and to bill: of the orders its reader sees, and of the sides he may see.

mod bills;

use std::sync::LazyLock;

use charge::item::ServiceItem;
use charge::ledger::view_of;
use charge::line::{Charge, NORMAL, TABLE, code_of};
use charge::terms::SIDE;
use kernel::Msg;
use order::listed;
use order::{Lifecycle, visible_order};
use platform::access::Actor;
use platform::field::Field;
use platform::list::{Asks, Button, Column, Filter, ID, Join, ListPage, Match};
use platform::registry::{Node, Room};
use platform::scopes::SCOPES;
use platform::sea_query::{Condition, Expr, ExprTrait};
use platform::store::sql;
use settle::field::text;
use settle::making;
use trade::charge::Side;

const PATH: &str = "/css_charge_query";
const CODE: &str = "css_charge_query";
const EXPORT: &str = "css-chargeq-export";
/// 制账单 of chosen income.
const BILL: &str = "css-chargeq-bill";
/// 制对账单 of chosen cost.
const PAY: &str = "css-chargeq-pay";
/// Table of orders, and the name it is joined by.
pub(crate) const ORDER: &str = "freight_order";
/// Whatever is asked of charges begins with their side.
const ASK_SIDE: Msg = Msg::new("charge_query.side", "请选择应收或应付", "Choose receivable or payable.");

pub(crate) const KIND: Field = SIDE.column("kind");
const TYPE: Field = ServiceItem::SERVICE_TYPE;
const SCOPE: Field = Field::select(SCOPES, "业务范畴", "Scope").column("business_scope");
pub(crate) const ORDER_CODE: Field = listed::CODE;
pub(crate) const NUMBER: Field = listed::NUMBER;
pub(crate) const ORDER_UUID: Field = listed::UUID;
const CUSTOMER: Field = text("orderCoopName", "coop_name", "订单客户", "Customer of the order");
pub(crate) const ITEM: Field = text("serviceName", "service_name_cn", "服务项目", "Service item");
pub(crate) const COOP: Field = text("coopName", "coop_name", "收付款单位", "Partner");
const SALES: Field = text("salesName", "name_cn", "责任销售", "Sales");
const SERVICER: Field = text("servicerName", "name_cn", "责任客服", "Customer service");
pub(crate) const CREATOR: Field = text("creatorName", "name_cn", "录入人", "Entered by");
pub(crate) const CREATED: Field = Field::instant("录入时间", "Entered").column("created_at").wire("createTime");
const LOCKED: Field = Field::flag("已锁账", "Locked").column("locked").wire("locked");
pub(crate) const UNRECONCILED: Field =
    Field::decimal(3, "未对账", "Not reconciled").digits(2).column("unreconciled").wire("unreconciled");
/// Columns of cost alone.
const OF_COST: (&str, &[&str]) = ("kind", &["PAYABLE"]);

const JOINS: &[Join] = &[
    Join { table: ORDER, alias: ORDER, on: &[("order_id", "id")], by_org: true },
    Join { table: "service_item", alias: "item", on: &[("service_item_id", "id")], by_org: true },
    Join { table: "coop", alias: "coop", on: &[("coop_id", "id")], by_org: true },
    Join { table: "coop", alias: "customer", on: &[("freight_order.coop_id", "id")], by_org: true },
    Join { table: "app_user", alias: "sales", on: &[("freight_order.sales_id", "id")], by_org: true },
    Join { table: "app_user", alias: "servicer", on: &[("freight_order.servicer_id", "id")], by_org: true },
    Join { table: "app_user", alias: "creator", on: &[("created_by", "id")], by_org: true },
];

const COLUMNS: &[Column] = &[
    ID,
    Column::of(ORDER, ORDER_UUID).hidden(),
    Column::own(KIND).width(70).behind(),
    Column::of(ORDER, SCOPE).width(100),
    Column::of(ORDER, ORDER_CODE).link("/css_order_charge?o={orderUuid}").width(140),
    Column::of(ORDER, NUMBER).width(150).copy(),
    Column::of(ORDER, listed::CUSTOMER_NUMBER).width(120).behind(),
    Column::of(ORDER, listed::DATE).width(100),
    Column::of("customer", CUSTOMER).width(140),
    Column::of("item", TYPE).width(80).behind(),
    Column::of("item", ITEM).width(120),
    Column::of("coop", COOP).width(140),
    Column::own(Charge::BASIS).width(90),
    Column::own(Charge::PRICE).width(100),
    Column::own(Charge::QUANTITY).width(90),
    Column::own(Charge::CURRENCY_CODE).width(70),
    Column::own(Charge::AMOUNT).width(110),
    Column::own(Charge::EXCHANGE_RATE).width(80),
    Column::own(Charge::FUNCTIONAL).width(120).sum(),
    Column::own(Charge::TAX_RATE).width(70),
    Column::own(Charge::NOT_TAX).width(110),
    Column::own(Charge::TAX).width(90),
    Column::made(bills::BILL_LINK).unsorted().hidden(),
    Column::made(bills::BILL_NUM).unsorted().link("{*billLink}").width(150),
    Column::own(Charge::RECONCILED).unsorted().width(110).only(OF_COST.0, OF_COST.1),
    Column::expr(unreconciled, UNRECONCILED).unsorted().width(110).only(OF_COST.0, OF_COST.1),
    Column::own(Charge::FINANCIAL_DATE).width(100),
    Column::own(Charge::SOURCE).width(90),
    Column::own(Charge::NOTE).width(160).unsorted(),
    Column::of("sales", SALES).width(90).behind(),
    Column::of("servicer", SERVICER).width(90).behind(),
    Column::of("creator", CREATOR).width(90),
    Column::own(CREATED).width(160),
];

const FILTERS: &[Filter] = &[
    Filter::new("kind", Match::Equals, KIND).initially("RECEIVABLE").asks(ASK_SIDE),
    Filter::new("businessScope", Match::OneOf, SCOPE).columns(&[(ORDER, "business_scope")]),
    Filter::new("number", Match::Contains, NUMBER).columns(&[(ORDER, "biz_number"), (ORDER, "order_code")]),
    Filter::new("customerNumber", Match::Contains, listed::CUSTOMER_NUMBER).columns(&[(ORDER, "customer_number")]),
    Filter::new("coopId", Match::Equals, Charge::COOP_ID),
    Filter::new("orderCoopName", Match::Contains, CUSTOMER)
        .columns(&[("customer", "coop_name"), ("customer", "coop_code")]),
    Filter::new("serviceItemId", Match::OneOf, Charge::SERVICE_ITEM_ID),
    Filter::new("financialDate", Match::Range, Charge::FINANCIAL_DATE),
    Filter::new("bizDate", Match::Range, listed::DATE).columns(&[(ORDER, "biz_date")]),
    Filter::new("billed", Match::Parameters, bills::BILLED),
    Filter::new("locked", Match::Flag(locked), LOCKED),
    Filter::new("coopName", Match::Contains, COOP).columns(&[("coop", "coop_name"), ("coop", "coop_code")]).more(),
    Filter::new("category", Match::OneOf, TYPE).columns(&[("item", "service_type")]).more(),
    Filter::new("currency", Match::OneOf, Charge::CURRENCY_CODE).more(),
    Filter::new("amount", Match::Range, Charge::AMOUNT).more(),
    Filter::new("createTime", Match::Range, CREATED).more(),
    Filter::new("source", Match::OneOf, Charge::SOURCE).more(),
    Filter::new("creatorName", Match::Contains, CREATOR).columns(&[("creator", "name_cn")]).more(),
    Filter::new("salesName", Match::Contains, SALES).columns(&[("sales", "name_cn")]).more(),
    Filter::new("servicerName", Match::Contains, SERVICER).columns(&[("servicer", "name_cn")]).more(),
];

static BILL_ASKS: LazyLock<Asks> = LazyLock::new(|| Asks {
    fields: making::FIELDS.to_vec(),
    note: ("按订单和收款单位各生成一张账单", "One debit note of the chosen income for each order and partner."),
    ..Asks::default()
});

/// The page.
fn page() -> ListPage {
    static BUTTONS: LazyLock<[Button; 3]> = LazyLock::new(|| {
        let bill = Button::new(BILL, ("制账单", "Make debit notes"), "batch", "ask");
        let pay = Button::new(PAY, ("制对账单", "Make payments"), "batch", "call").asks(
            "将所选应付费用的未对账金额按供应商和币种各生成一张对账单，是否继续？",
            "Make a payment of what is left of the chosen cost, one for each supplier and currency?",
        );
        [
            Button::new(EXPORT, ("导出", "Export"), "toolbar", "export"),
            Button { asks: Some(&BILL_ASKS), ..bill.calls("POST /css/debitNote/billCharges") },
            pay.calls("POST /css/payment/batchSave"),
        ]
    });
    ListPage {
        joins: JOINS,
        columns: COLUMNS,
        filters: FILTERS,
        buttons: &*BUTTONS,
        export: EXPORT,
        visible: Some(visible),
        behind: Some(&bills::Bills),
        ..ListPage::new("css.charge-query.list", PATH, ("费用查询", "Charge list"), CODE, "/css/charge", TABLE)
    }
}

fn unreconciled() -> Expr {
    Expr::cust("charge.amount - charge.reconciled")
}

/// Orders that finance locked, and the others.
fn locked(_: &Actor, yes: bool) -> Condition {
    let locked = sql::of_eq(ORDER, "lifecycle", Lifecycle::Locked.code().to_owned());
    Condition::all().add(if yes { locked } else { locked.not() })
}

/// The sides a reader may see, of the orders he sees.
pub(crate) fn seen(actor: &Actor) -> Condition {
    let sides = Side::ALL.into_iter().filter(|side| actor.has(view_of(*side)));
    Condition::all()
        .add(sql::is_in(sql::of(TABLE, "kind"), sides.map(|side| code_of(side).to_owned())))
        .add(visible_order(actor))
}

fn visible(actor: &Actor) -> Condition {
    seen(actor).add(sql::of_eq(TABLE, "state", NORMAL.to_owned()))
}

/// Adds the page to the room.
pub(crate) fn add(room: &mut Room) {
    room.nodes.extend([
        Node::page(PATH, "/cssManager/charge", "费用查询", "Charge list", 10),
        Node::button(EXPORT, CODE, "导出", "Export", 10),
        Node::button(BILL, CODE, "制账单", "Make debit notes", 20),
        Node::button(PAY, CODE, "制对账单", "Make payments", 30),
    ]);
    room.lists.push(page());
}
