//! 锁账后调整. Finance corrects an order that is locked without opening it: a line of its own, signed, with its own day in an
//! open month, beside the line it corrects, which stays as it is.

mod entered;
mod offers;

use std::sync::LazyLock;

use charge::card::side_of;
use charge::finance;
use charge::ledger::{LogLine, view_of, write_told};
use charge::line::{AMOUNT_MAX, Charge, Line, TABLE, of_order};
use kernel::{Id, Scope, parse_day};
use order::store::{Saved, of_id};
use order::{need_visible, percentages, profile};
use orderdesk::costs::POSTED;
use platform::access::{Access, Actor};
use platform::call::{Call, Outcome, Tx};
use platform::field::Field;
use platform::list::{self, Asks, Button, Column, Filter, Join, ListPage, Match, RowView};
use platform::log::Level;
use platform::refusal::Refusal;
use platform::registry::{Node, Operation, Room};
use platform::sea_query::{Condition, ExprTrait};
use platform::store::{Conn, Value, sql};
use serde_json::json;

use crate::charge_query::{COOP, CREATED, CREATOR, ITEM, KIND, NUMBER, ORDER, ORDER_CODE, ORDER_UUID, seen};
use crate::order_charge::data;

pub(crate) const PATH: &str = "/css_charge_adjust";
const CODE: &str = "css_charge_adjust";
const ADD: &str = "css-adjust-add";
const UNDO: &str = "css-adjust-del";
const EXPORT: &str = "css-adjust-export";
/// What the log calls a correction.
const DID: &str = "锁账后调整";
const UNDID: &str = "撤销锁账调整";

const ORDER_ID: Field = Field::reference("lockedOrder", "订单（已锁账）", "Locked order").column("order_id").required();
const CORRECTS: Field = Field::reference("lockedCharge", "对应费用", "Line to correct").column("corrects_id");
const SERVICE: Field =
    Field::reference("serviceItem", "服务项目（空为对应费用的）", "Service item (none: of the line)")
        .column("service_item_id");
const PARTNER: Field =
    Field::reference("coop", "往来单位（空为对应费用的）", "Partner (none: of the line)").column("coop_id");
const CURRENCY: Field = Field::code("currency", "币种（空为对应费用的）", "Currency (none: of the line)")
    .column("currency_code")
    .wire("currency")
    .max(3);
const AMOUNT: Field = Field::decimal(3, "金额（可为负）", "Amount (may be negative)")
    .column("amount")
    .digits(2)
    .required()
    .range(-AMOUNT_MAX, AMOUNT_MAX);
const RATE: Field = Field::decimal(6, "汇率", "Rate").column("exchange_rate").digits(4).range(1, 999_999_000_000);
const TAX: Field = Field::dictionary(61, "税率", "Tax rate").column("tax_rate").max(20);
const DAY: Field = Field::day("财务日期", "Financial date").column("financial_date").required();
const REASON: Field = Field::long("原因", "Reason").column("reason").required().max(200);
/// What an adjustment is entered by.
const FORM: [Field; 11] = [ORDER_ID, KIND, CORRECTS, SERVICE, PARTNER, CURRENCY, AMOUNT, RATE, TAX, DAY, REASON];

const CORRECTED_ITEM: Field = Field::text("对应费用", "Corrects").column("service_name_cn").wire("correctsLine");
const CORRECTED_AMOUNT: Field =
    Field::decimal(3, "对应金额", "Amount corrected").digits(2).column("amount").wire("correctsAmount");

const JOINS: &[Join] = &[
    Join { table: ORDER, alias: ORDER, on: &[("order_id", "id")], by_org: true },
    Join { table: "service_item", alias: "item", on: &[("service_item_id", "id")], by_org: true },
    Join { table: "coop", alias: "coop", on: &[("coop_id", "id")], by_org: true },
    Join { table: "app_user", alias: "creator", on: &[("created_by", "id")], by_org: true },
    Join { table: TABLE, alias: "corrected", on: &[("corrects_id", "id")], by_org: true },
    Join { table: "service_item", alias: "corrected_item", on: &[("corrected.service_item_id", "id")], by_org: true },
];

const COLUMNS: &[Column] = &[
    list::ID,
    list::VERSION,
    Column::of(ORDER, ORDER_UUID).hidden(),
    Column::own(Charge::ADJUST_NO).width(140).copy(),
    Column::of(ORDER, ORDER_CODE).link("/css_order_charge?o={orderUuid}").width(140),
    Column::of(ORDER, NUMBER).width(150),
    Column::own(KIND).width(70),
    Column::of("item", ITEM).width(120),
    Column::of("coop", COOP).width(140),
    Column::own(Charge::CURRENCY_CODE).width(70),
    Column::own(Charge::AMOUNT).width(110),
    Column::own(Charge::FUNCTIONAL).width(120).sum(),
    Column::own(Charge::FINANCIAL_DATE).width(100),
    Column::of("corrected_item", CORRECTED_ITEM).width(120),
    Column::of("corrected", CORRECTED_AMOUNT).width(110),
    Column::own(Charge::REASON).width(200).unsorted(),
    Column::of("creator", CREATOR).width(90),
    Column::own(CREATED).width(160),
];

const FILTERS: &[Filter] = &[
    Filter::new("orderCode", Match::Contains, ORDER_CODE).columns(&[(ORDER, "order_code")]),
    Filter::new("bizNumber", Match::Contains, NUMBER).columns(&[(ORDER, "biz_number")]),
    Filter::new("coopName", Match::Contains, COOP).columns(&[("coop", "coop_name"), ("coop", "coop_code")]),
    Filter::new("kind", Match::OneOf, KIND),
    Filter::new("financialDate", Match::Range, Charge::FINANCIAL_DATE),
    Filter::new("creatorName", Match::Contains, CREATOR).columns(&[("creator", "name_cn")]),
];

static ASKS: LazyLock<Asks> = LazyLock::new(|| Asks {
    fields: FORM.to_vec(),
    note: ("填写对应费用时，服务项目、往来单位和币种可以不填", "What is left empty is taken from the line to correct."),
    ..Asks::default()
});

/// The list.
fn page() -> ListPage {
    static BUTTONS: LazyLock<[Button; 3]> = LazyLock::new(|| {
        let add = Button::new(ADD, ("新增调整", "Adjust"), "toolbar", "ask").calls("POST /css/chargeAdjust/save");
        [
            Button { asks: Some(&ASKS), ..add },
            Button::new(UNDO, ("撤销", "Withdraw"), "row", "call")
                .calls("DELETE /css/chargeAdjust/{id}")
                .asks("确认撤销该调整？", "Withdraw the adjustment?"),
            Button::new(EXPORT, ("导出", "Export"), "toolbar", "export"),
        ]
    });
    ListPage {
        joins: JOINS,
        columns: COLUMNS,
        filters: FILTERS,
        buttons: &*BUTTONS,
        sort: "adjustNum,desc",
        export: EXPORT,
        visible: Some(visible),
        decorate: Some(decorate),
        ..ListPage::new("css.charge-adjust.list", PATH, ("锁账后调整", "Adjusting charges"), CODE, BASE, TABLE)
    }
}

const BASE: &str = "/css/chargeAdjust";

/// What has the number of an adjustment; by a bound, which the index of the numbers knows.
fn visible(actor: &Actor) -> Condition {
    seen(actor).add(sql::of(TABLE, "adjust_no").gte(sql::value("AJ".to_owned())))
}

fn decorate(actor: &Actor, _: &RowView<'_>, out: &mut String) {
    list::write_can(actor, &[UNDO], out);
}

/// Adds the page to the room.
pub(crate) fn add(room: &mut Room) {
    room.nodes.push(Node::page(PATH, "/cssManager/charge", "锁账后调整", "Adjusting charges", 30));
    let buttons = [(ADD, "新增调整", "Adjust"), (UNDO, "撤销", "Withdraw"), (EXPORT, "导出", "Export")];
    for (place, (code, zh, en)) in (1i64..).zip(buttons) {
        room.nodes.push(Node::button(code, CODE, zh, en, place * 10));
    }
    room.lists.push(page());
    offers::add(room);
    let code = Access::Code;
    room.operations.extend([
        Operation::post("save_charge_adjustment", "/css/chargeAdjust/save", code(ADD), entered::save)
            .summary("A correcting charge of a locked order"),
        Operation::delete("undo_charge_adjustment", "/css/chargeAdjust/{id}", code(UNDO), undo)
            .summary("Takes a correcting charge back while its month is open"),
    ]);
}

/// The order of a row that the caller sees, with its charges held: what is read of it now stays until the transaction ends.
fn held(tx: &mut Tx<'_>, order: Id) -> Result<(Saved, Vec<Line>), Refusal> {
    let (actor, org) = (tx.actor, tx.org());
    need_visible(tx, actor, order)?;
    finance::hold(tx, order, None)?;
    let scope = scope_of(tx, org, order)?;
    let saved = of_id(tx, actor, profile(scope), order)?;
    let kept = of_order(tx, org, order)?;
    Ok((saved, kept))
}

fn scope_of(conn: &mut dyn Conn, org: i64, order: Id) -> Result<Scope, Refusal> {
    let mut select = sql::from(org, ORDER);
    select.column("business_scope").and_where(sql::eq("id", order));
    let scope: String = conn.first(&select.into())?.ok_or(Refusal::NotFound)?.get(0)?;
    Scope::from_code(&scope).ok_or_else(|| Refusal::broken("an order without a scope"))
}

/// DELETE /css/chargeAdjust/{id}: while the month of its day is open.
fn undo(call: &mut Call) -> Outcome {
    let id = call.path_id("id")?;
    call.write(|tx| {
        let (actor, org) = (tx.actor, tx.org());
        let mut select = sql::from(org, TABLE);
        select.columns(["order_id", "kind"]).and_where(sql::eq("id", id));
        select.and_where(sql::col("adjust_no").is_not_null());
        let row = tx.first(&select.into())?.ok_or(Refusal::NotFound)?;
        let side = side_of(&row.get::<String>(1)?);
        if !actor.has(view_of(side)) {
            return Err(Refusal::NotFound);
        }
        let (saved, kept) = held(tx, row.get(0)?)?;
        // Somebody may have been first.
        let line = kept.iter().find(|line| line.id == Some(id)).ok_or(Refusal::NotFound)?;
        if let Some(why) = line.billed_or_taken() {
            return Err(Refusal::business(why));
        }
        book::need_unposted_charges(tx, &[id], POSTED)?;
        charge::period::hold(tx, parse_day(&line.charge.financial_date))?;
        // An order that was opened meanwhile may lose, and its loss be decided about as it is.
        orderdesk::need_undecided(tx, org, saved.id)?;
        let mut left: Vec<Line> = kept.iter().filter(|line| line.id != Some(id)).cloned().collect();
        percentages(tx, &saved, (&mut left, &[side]))?;
        let text = format!("{UNDID} {}", line.charge.adjust_no);
        let told = LogLine { kind: "删除", did: UNDID, text: &text, level: Level::High };
        write_told(tx, (saved.id, &saved.code), (&kept, &left), &told)?;
        Ok(json!({ "id": id, "adjustNum": line.charge.adjust_no }))
    })
    .and_then(data)
}

/// A value of the form.
fn value_of(values: &[Value], field: Field) -> &Value {
    let place = FORM.iter().position(|known| known.column == field.column);
    place.and_then(|place| values.get(place)).unwrap_or(&Value::Null)
}
