//! 付款核销 (css.md /css_cost_writeoff). The cashier sets money paid against payments.

mod look;
mod seen;
mod targets;
mod write;

pub(crate) use write::save_one;

use charge::ledger::COST_VIEW;
use kernel::Id;
use platform::access::Access;
use platform::call::{Answer, Call, Outcome};
use platform::prelude::*;
use platform::registry::{OFFERS_MAX, Offer, Operation, Room, SelectAsk};
use platform::sea_query::{ExprTrait, JoinType, Order};
use platform::store::Row;
use serde::Deserialize;
use serde_json::{Value as Json, json};
use settle::field::{HAS_VOUCHER, VOUCHER_COLUMNS, VOUCHER_JOINS, has_voucher, money, own_money, text};
use settle::write_off::{COST_METHODS, OBJECT, REVERSED, STATES, VALID};
use settle::{advance, paper, scope, ways};

use crate::payment_request::of_own_order;

/// Its page.
const PATH: &str = "/css_cost_writeoff";
const BASE: &str = "/css/costWriteoff";
/// The side of cost.
const PAYABLE: &str = "PAYABLE";
/// Settling, here and with invoices as they are registered.
pub(crate) const ADD: &str = "css-pw-add";
const PRINT: &str = "css-pw-print";

const WRONG_STATE: Msg = Msg::new(
    "cost_writeoff.state",
    "核销单{state}，不能执行此操作",
    "A write-off that is {state} can't be treated like this.",
);

document! {
    /// A write-off of cost as its view shows it; its amounts are shown with its lines, to who may see them.
    pub struct CostWriteOff in "write_off" {
        --- "main" ("付款核销", "Write-off of cost");
        /// Number.
        write_off_num: String = Field::text("核销单号", "Number").wire("writeoffNum").read_only(),
        /// Scope of its orders.
        business_scope: String = Field::select(scope::CHOICES, "业务范畴", "Scope").read_only(),
        /// Whose payments.
        coop_id: Id = Field::reference("coop", "供应商", "Supplier").read_only(),
        /// Its date.
        write_off_date: String = Field::day("核销日期", "Date").wire("writeoffDate").read_only(),
        /// How it was settled.
        method: String = Field::select(COST_METHODS, "方式", "Method").read_only(),
        /// The account that paid.
        account_id: Option<Id> = Field::reference("financialAccount", "付款账户", "Account").read_only(),
        /// Remark.
        remark: String = Field::long("备注", "Remark").max(200).wire("writeoffRemark").read_only(),
        /// In force or not.
        state: String = Field::state(STATES, "状态", "State").initially("\"VALID\"").read_only(),
        /// Why it was undone.
        reverse_reason: String = Field::text("撤销原因", "Why reversed").max(200).required().read_only(),
    }
}

const SUPPLIER: Field = text("customerName", "coop_name", "供应商", "Supplier");
const PAYMENT_NUM: Field = text("paymentNum", "payment_num", "对账编号", "Payments");
const NUMBERS: Field = text("awbNumberOrOrderCode", "biz_number", "单号", "Numbers");
const PAYMENT_AMOUNT: Field = text("amountPayment", "amount_payment", "对账金额", "Amount of payments");
const AMOUNT: Field = text("amountWriteoff", "amount_writeoff", "本次核销金额", "Settled");
const CURRENCY: Field = Field::code("currency", "付款币种", "Currency paid").column("currency_code").wire("currency");
const MONEY: Field = own_money("付款金额", "Paid", "money", "moneyAmount");
const CARRYING: Field = money("核销金额（本币）", "Settled (functional)", "carrying", "functional");
const MONEY_FUNCTIONAL: Field = money("付款金额（本币）", "Paid (functional)", "money_functional", "moneyFunctional");
const DIFF: Field = money("汇兑损益", "Exchange gain", "exchange_diff", "exchangeDiff");
const ACCOUNT_CODE: Field = text("financialAccountCode", "code", "科目代码", "Account code");
const ACCOUNT_NAME: Field = text("financialAccountName", "full_name", "科目名称", "Account");
const REQUEST_NUM: Field = text("requestNum", "request_num", "付款申请", "Request");
const CREATOR: Field = text("creatorName", "name_cn", "核销人", "Made by");
const CREATED: Field = Field::instant("核销时间", "Made").column("created_at").wire("createTime");

const JOINS: &[Join] = &[
    Join { table: "coop", alias: "supplier", on: &[("coop_id", "id")], by_org: true },
    Join { table: "financial_account", alias: "account", on: &[("account_id", "id")], by_org: true },
    Join { table: "payment_request", alias: "request", on: &[("request_id", "id")], by_org: true },
    Join { table: "app_user", alias: "creator", on: &[("created_by", "id")], by_org: true },
];

const COLUMNS: &[Column] = &[
    Column::own(CostWriteOff::WRITE_OFF_NUM).width(160).copy(),
    Column::own(CostWriteOff::WRITE_OFF_DATE).width(110),
    Column::own(CostWriteOff::STATE).unsorted().width(80),
    Column::of("supplier", SUPPLIER).unsorted().width(150),
    Column::made(PAYMENT_NUM).unsorted().width(160),
    Column::made(NUMBERS).unsorted().width(140),
    Column::made(PAYMENT_AMOUNT).unsorted().width(140).needs(COST_VIEW),
    Column::made(AMOUNT).unsorted().width(140).needs(COST_VIEW),
    Column::own(CARRYING).unsorted().width(130).needs(COST_VIEW).sum(),
    Column::own(CURRENCY).unsorted().width(80),
    Column::own(MONEY).unsorted().width(130).needs(COST_VIEW),
    Column::own(MONEY_FUNCTIONAL).unsorted().width(130).needs(COST_VIEW).sum(),
    Column::own(DIFF).unsorted().width(110).needs(COST_VIEW).sum(),
    Column::own(CostWriteOff::METHOD).unsorted().width(90),
    Column::of("account", ACCOUNT_CODE).unsorted().width(100),
    Column::of("account", ACCOUNT_NAME).unsorted().width(160),
    Column::of("request", REQUEST_NUM).unsorted().width(160),
    Column::own(CostWriteOff::BUSINESS_SCOPE).unsorted().width(90).behind(),
    Column::own(CostWriteOff::REMARK).unsorted().width(160),
    Column::of("creator", CREATOR).unsorted().width(90),
    Column::own(CREATED).unsorted().width(160),
];

const FILTERS: &[Filter] = &[
    Filter::new("businessScope", Match::OneOf, CostWriteOff::BUSINESS_SCOPE),
    Filter::new("writeoffNum", Match::Contains, CostWriteOff::WRITE_OFF_NUM),
    Filter::new("writeoffDate", Match::Range, CostWriteOff::WRITE_OFF_DATE),
    Filter::new("customerName", Match::Contains, SUPPLIER)
        .columns(&[("supplier", "coop_name"), ("supplier", "coop_code")]),
    Filter::new("paymentNum", Match::Own(look::of_payment), PAYMENT_NUM).searched(ways::paid_of_payment),
    Filter::new("number", Match::Own(look::of_number), NUMBERS).searched(ways::paid_of_order),
    Filter::new("method", Match::OneOf, CostWriteOff::METHOD),
    Filter::new("state", Match::OneOf, CostWriteOff::STATE),
    Filter::new("requestNum", Match::Contains, REQUEST_NUM).columns(&[("request", "request_num")]).more(),
    Filter::new("accountId", Match::Equals, CostWriteOff::ACCOUNT_ID).more(),
    Filter::new("currency", Match::OneOf, CURRENCY).more(),
    Filter::new("creatorName", Match::Contains, CREATOR).columns(&[("creator", "name_cn")]).more(),
    Filter::new("createTime", Match::Range, CREATED).more(),
];

/// The page.
pub(crate) static PAGE: LazyLock<Page<CostWriteOff>> = LazyLock::new(|| {
    let door = (PATH, "/cssManager/cost", 40);
    Page::of("payable.cost-writeoff", ("付款核销", "Cost write-off"), door, CostWriteOff::WRITE_OFF_NUM)
        .calls(BASE, "cost_write_off")
        .one("付款核销", "Write-off of cost")
        .states(CostWriteOff::STATE, WRONG_STATE)
        .visible(seen::visible)
        .joins(JOINS)
        .follows(&["write_off_line"])
        .joins(VOUCHER_JOINS)
        .columns(COLUMNS)
        .columns(VOUCHER_COLUMNS)
        .filters(FILTERS)
        .filters(&[Filter::new("voucher", Match::Flag(has_voucher::<CostWriteOff>), HAS_VOUCHER).more()])
        .fills(look::fill)
        .tells(look::told)
        .action(
            Action::tool(ADD, ("新增核销", "New write-off"), write::make)
                .verb("save")
                .asks(&write::ASKED)
                .lines(write::LINES)
                .note("本次核销金额留空的明细不核销", "A detail without an amount is not settled.")
                .first_by(write::FOLLOWED, write::first),
        )
        .action(
            Action::moves("css-pw-reverse", ("撤销核销", "Reverse"), &[VALID], REVERSED)
                .or(&[VALID])
                .asks(&[write::REASON])
                .note(
                    "撤销后未核销金额恢复，付款申请恢复待付款",
                    "What it settled is open again, its request is to be paid.",
                )
                .danger()
                .level(Level::High)
                .does(write::reverse)
                .rewrites(),
        )
        .action(Action::own(PRINT, ("打印", "Print")).for_many())
        .action(Action::export("css-pw-export"))
});

const PAPER: paper::Kind = paper::Kind {
    object: OBJECT,
    page: PATH,
    did: "打印",
    view: COST_VIEW,
    title: ("付款核销单", "WRITE-OFF OF COST"),
    landscape: false,
};

/// Adds the page to the room.
pub(crate) fn add(room: &mut Room) {
    room.page(&PAGE);
    room.effects.push(write::EFFECT);
    room.selects.push(("openDetail", targets::offers));
    room.selects.push(("paidAdvance", advances));
    room.select_uses.extend(["openDetail", "paidAdvance"].map(|select| (select, Access::Code(ADD))));
    room.operations.extend([
        Operation::post("list_cost_writeoff_targets", &format!("{BASE}/targets"), Access::Code(ADD), of_supplier)
            .reads()
            .summary("What is open of a supplier's payments, line by line, the oldest first"),
        Operation::post("print_cost_write_offs", &format!("{BASE}/paper"), Access::Code(PRINT), |call: &mut Call| {
            paper::print(call, &PAPER, look::papers)
        })
        .summary("Write-offs of cost as a PDF"),
    ]);
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Asked {
    coop_id: String,
    #[serde(default)]
    currency: String,
    /// An amount that is spread over what is open, the oldest first.
    #[serde(default)]
    amount: String,
}

/// POST /css/costWriteoff/targets.
fn of_supplier(call: &mut Call) -> Outcome {
    let asked: Asked = call.json()?;
    let actor = call.actor()?.clone();
    actor.need(COST_VIEW)?;
    let coop = asked.coop_id.parse().map(Id).map_err(|_| Refusal::NotFound)?;
    let found = call.read(|conn| targets::of_coop(conn, &actor, (coop, &asked.currency)))?;
    let rests: Vec<i64> = found.iter().map(targets::Open::rest).collect();
    let amount = kernel::parse_scaled(&asked.amount, 3).unwrap_or_default();
    let spread = settle::target::fifo(amount, &rests);
    let figure = |raw: i64| kernel::format_scaled(raw, 3, 2);
    let row = |(one, now): (&targets::Open, i64)| {
        json!({
            "rowId": one.id, "paymentId": one.payment, "paymentNum": one.payment_num, "coopId": one.coop,
            "bizNumber": one.number, "bizDate": one.biz_date, "serviceName": one.item, "currency": one.currency,
            "amount": figure(one.amount), "settled": figure(one.settled), "open": figure(one.rest()), "now": figure(now),
        })
    };
    let rows: Vec<Json> = found.iter().zip(spread).map(row).collect();
    Ok(Answer::Data(json!(rows)))
}

/// Answers the select `paidAdvance`: advances and deposits that were paid and are not used up, but those for orders that are
/// hidden.
fn advances(call: &mut Call, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    let actor = call.actor()?.clone();
    if !actor.has(COST_VIEW) {
        return Ok(Vec::new());
    }
    let paid = [advance::OUT, advance::DEPOSIT_OUT].map(ToOwned::to_owned);
    let mut select = sql::from(actor.org_id, advance::TABLE);
    select
        .columns(["id", "advance_num", "currency_code", "open_amount"].map(|column| (advance::TABLE, column)))
        .column(("coop", "coop_name"))
        .join(JoinType::InnerJoin, "coop", sql::same_org("coop", advance::TABLE, "coop_id"))
        .and_where(sql::is_in(sql::of(advance::TABLE, "kind"), paid))
        .cond_where(of_own_order(&actor))
        .order_by((advance::TABLE, "id"), Order::Asc)
        .limit(OFFERS_MAX);
    if let Ok(id) = ask.value.parse::<i64>() {
        select.and_where(sql::of_eq(advance::TABLE, "id", id));
    } else {
        let named = [(advance::TABLE, "advance_num"), ("coop", "coop_name")];
        select.and_where(sql::of(advance::TABLE, "open_amount").ne(sql::value(0i64))).cond_where(sql::any_of(
            named.into_iter().map(|(of, column)| sql::contains(sql::of(of, column), &ask.keyword)),
        ));
    }
    let offer = |row: &Row| {
        let (num, code, open): (String, String, i64) = (row.get(1)?, row.get(2)?, row.get(3)?);
        let currency = charge::rate::currency_of(&code)?;
        let shown = kernel::grouped(&charge::ledger::money_text(open, currency));
        Ok(Offer { value: row.get::<Id>(0)?.to_string(), label: format!("{num} {code} {shown}"), hint: row.get(4)? })
    };
    call.read(|conn| conn.query(&select.into())?.iter().map(offer).collect())
}
