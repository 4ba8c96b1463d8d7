//! The page /ai_arrival_notice: the import orders of the days that are asked for, with how far their consignees know.

use ::order::listed::{pieces, weight};
use ::order::visible_order;
use kernel::{Day, day_after_days};
use platform::access::Actor;
use platform::field::Field;
use platform::list::{self, Button, Column, Filter, Join, ListPage, Match, RowView};
use platform::refusal::{Refusal, messages as common};
use platform::sea_query::{Condition, Expr, ExprTrait};
use platform::store::{Cell, Value, sql};

use super::notice::{CONFIRMED, Notice, SENT, STATES, UNTOLD};
use super::order::{self, TABLE, arrival_text, arrives, day_of, free_left};

/// Address of the page.
pub(crate) const PAGE: &str = "/ai_arrival_notice";
/// Beginning of its calls.
pub(crate) const BASE: &str = "/afbase/arrivalNotice";

const VERSION: Field = Field::int("版本", "Version").column("version").wire("version");
const UUID: Field = Field::text("订单", "Order").column("uuid").wire("orderUuid");
const CODE: Field = Field::text("订单号", "Order").column("order_code").wire("orderCode");
const NUMBER: Field = Field::text("运单号", "Waybill").wire("number");
const AWB: Field = Field::text("主单号", "MAWB").column("awb_number").wire("awbNumber");
const HAWB: Field = Field::text("分单号", "HAWB").column("hawb_number").wire("hawbNumber");
const COOP: Field = Field::text("客户", "Customer").column("coop_name").wire("coopName");
const FLIGHT: Field = Field::text("航班", "Flight").column("expect_flight").wire("flight");
const EXPECTED: Field = Field::day("预计到港", "Expected").column("expect_arrival").wire("expectArrival");
const ACTUAL: Field = Field::instant("实际到港", "Arrived").wire("actualArrival");
const ARRIVAL_DATE: Field = Field::day("到港日期", "Day of arrival");
const PIECES: Field = Field::int("件数", "Pieces").wire("pieces");
const ARRIVED_PIECES: Field = Field::int("到货件数", "Pieces arrived").wire("arrivedPieces");
const WEIGHT: Field = Field::decimal(3, "毛重", "Gross weight").wire("weight").digits(1).unit("KG");
const ARRIVED_WEIGHT: Field =
    Field::decimal(3, "到货毛重", "Weight arrived").wire("arrivedWeight").digits(1).unit("KG");
const TERMINAL: Field = Field::text("提货货站", "Terminal").column("name_cn").wire("terminal");
const RELEASED: Field = Field::instant("运抵时间", "At the site").wire("arriveTime");
const FREE_LEFT: Field = Field::int("剩余免仓天数", "Free days left").wire("freeDays");
const LATE: Field = Field::int("滞留天数", "Days held").wire("lateDays");
const LATE_AT_LEAST: Field = Field::int("滞留天数≥", "Days held ≥").range(0, 3_650);
const STATE: Field = Field::state(STATES, "状态", "State").wire("state");
const IS_STATE: Field = Field::select(STATES, "状态", "State");

fn number() -> Expr {
    Expr::cust(
        "CASE WHEN COALESCE(freight_order.hawb_number, '') = '' THEN freight_order.awb_number \
         WHEN COALESCE(freight_order.awb_number, '') = '' THEN freight_order.hawb_number \
         ELSE freight_order.awb_number || ' / ' || freight_order.hawb_number END",
    )
}

fn consignee() -> Expr {
    Expr::cust("COALESCE(notice.consignee, coop.coop_full_name, coop.coop_name)")
}

/// When customs knew the cargo at the supervised site.
fn released() -> Expr {
    Expr::cust(
        "(SELECT MIN(m.event_time) FROM manifest_event m WHERE m.org_id = freight_order.org_id \
         AND m.awb_number = freight_order.awb_number AND m.awb_round = freight_order.awb_round \
         AND m.kind = 'ARRIVE' \
         AND COALESCE(m.hawb_number, '') IN ('', COALESCE(freight_order.hawb_number, '')))",
    )
}

fn state() -> Expr {
    Expr::cust("COALESCE(notice.state, 'UNTOLD')")
}

fn arrival() -> Expr {
    Expr::cust(arrival_text())
}

/// Days of free storage, of the notice or as the company decided, behind the arrival; read by [`left`].
fn free() -> Expr {
    Expr::cust(format!(
        "{} || '/' || COALESCE(CAST(notice.free_days AS text), (SELECT s.value FROM org_setting s \
         WHERE s.org_id = freight_order.org_id AND s.setting_key = 'aiFreeStorageDays' AND s.business_scope = 'AI'))",
        arrival_text()
    ))
}

fn late(actor: &Actor, stored: &Value) -> Value {
    let text = String::from_value(stored).unwrap_or_default();
    let days = day_of(&text).map(|day| kernel::days_between(day, actor.now.day()));
    days.filter(|days| *days >= 0).into_value()
}

fn left(actor: &Actor, stored: &Value) -> Value {
    let text = String::from_value(stored).unwrap_or_default();
    let told = text.split_once('/').and_then(|(day, free)| Some((day_of(day)?, free.parse().ok()?)));
    told.and_then(|(day, free)| free_left(free, day, actor.now.day())).into_value()
}

fn late_at_least(actor: &Actor, text: &str) -> Result<Condition, Refusal> {
    let days: Option<i64> = text.trim().parse().ok();
    let days = days.filter(|days| (0..=3_650).contains(days));
    let days = days.ok_or(Refusal::BadRequest(common::BAD_PARAMETER.with(&[("name", "lateDays")])))?;
    let last: Day = day_after_days(actor.now.day(), -days);
    Ok(arrives(None, Some(last)))
}

fn in_state(_: &Actor, code: &str) -> Result<Condition, Refusal> {
    if STATES.iter().all(|known| known.value != code) {
        return Err(Refusal::BadRequest(common::BAD_PARAMETER.with(&[("name", "state")])));
    }
    Ok(Condition::all().add(state().eq(sql::value(code.to_owned()))))
}

fn visible(actor: &Actor) -> Condition {
    order::living().add(visible_order(actor))
}

/// The import orders the caller may see.
pub(crate) const LIST: ListPage = ListPage {
    joins: &[
        Join { table: "coop", alias: "coop", on: &[("coop_id", "id")], by_org: true },
        Join { table: "arrival_notice", alias: "notice", on: &[("id", "order_id")], by_org: true },
        Join { table: "warehouse", alias: "terminal", on: &[("notice.warehouse_id", "id")], by_org: true },
    ],
    follows: &["arrival_notice", "manifest_event"],
    columns: &[
        list::ID,
        Column::of("notice", VERSION).hidden(),
        Column::own(UUID).hidden(),
        Column::own(CODE).link("/ai_order_edit?o={orderUuid}").width(140),
        Column::expr(number, NUMBER).width(190).copy(),
        Column::expr(consignee, Notice::CONSIGNEE).width(180),
        Column::of("notice", Notice::CONTACT).width(90),
        Column::of("notice", Notice::PHONE).width(120),
        Column::own(FLIGHT).width(90),
        Column::own(EXPECTED).width(110),
        Column::expr(order::actual, ACTUAL).width(150),
        Column::expr(order::arrived_pieces, ARRIVED_PIECES).width(90),
        Column::expr(pieces, PIECES).width(80),
        Column::expr(order::arrived_weight, ARRIVED_WEIGHT).width(100),
        Column::expr(weight, WEIGHT).width(100),
        Column::of("terminal", TERMINAL).width(140),
        Column::expr(released, RELEASED).width(150),
        Column::expr(free, FREE_LEFT).read_as(left).unsorted().width(110),
        Column::expr(arrival, LATE).read_as(late).unsorted().width(90),
        Column::expr(state, STATE).width(90),
        Column::of("notice", Notice::SENT_AT).width(150),
        Column::of("notice", Notice::SENT_TO).width(180).unsorted(),
        Column::of("notice", Notice::CONFIRMED_AT.wire("confirmTime")).width(150).behind(),
        Column::of("notice", Notice::CONFIRMED_PERSON).width(100).behind(),
        Column::of("notice", Notice::CONFIRMED_WAY).width(90).behind(),
        Column::of("notice", Notice::MADE_AT).width(150).behind(),
        Column::of("coop", COOP).width(140).behind(),
    ],
    filters: &[
        Filter::new("awbNumber", Match::Contains, AWB).columns(&[(TABLE, "awb_number")]),
        Filter::new("hawbNumber", Match::Contains, HAWB).columns(&[(TABLE, "hawb_number")]),
        Filter::new("coopName", Match::Contains, COOP).columns(&[("coop", "coop_name"), ("coop", "coop_code")]),
        Filter::new("consignee", Match::Contains, Notice::CONSIGNEE)
            .columns(&[("notice", "consignee"), ("coop", "coop_full_name")])
            .one_mode(),
        Filter::new("arrivalDate", Match::Days(arrives), ARRIVAL_DATE).initially("today"),
        Filter::new("state", Match::Own(in_state), IS_STATE),
        Filter::new("lateDays", Match::Own(late_at_least), LATE_AT_LEAST).more(),
    ],
    buttons: &[
        Button::new("ai-notice-make", ("生成通知", "Make notice"), "row", "custom")
            .calls("POST /afbase/arrivalNotice/make"),
        Button::new("ai-notice-send", ("发送", "Send"), "row", "custom")
            .calls("POST /afbase/arrivalNotice/send")
            .when("state", &[UNTOLD, SENT]),
        Button::new("ai-notice-confirm", ("确认已通知", "Confirm as told"), "row", "custom")
            .calls("POST /afbase/arrivalNotice/confirm")
            .when("state", &[UNTOLD, SENT]),
    ],
    visible: Some(visible),
    decorate: Some(decorate),
    tabs: "state",
    ..ListPage::new("af.arrival-notice.list", PAGE, ("到货通知", "Arrival notices"), "ai_arrival_notice", BASE, TABLE)
};

fn decorate(actor: &Actor, row: &RowView<'_>, out: &mut String) {
    let text = |name: &str| String::from_value(row.value(name)).unwrap_or_default();
    let number = |name: &str| Option::<i64>::from_value(row.value(name)).unwrap_or_default();
    let in_part = number("arrivedPieces").is_some_and(|arrived| Some(arrived) < number("pieces"));
    out.push_str(if in_part { ",\"inPart\":true" } else { ",\"inPart\":false" });
    let codes: &[&str] = if text("state") == CONFIRMED {
        &["ai-notice-make"]
    } else if number("madeTime").is_some() {
        &["ai-notice-make", "ai-notice-send", "ai-notice-confirm"]
    } else {
        &["ai-notice-make", "ai-notice-confirm"]
    };
    list::write_can(actor, codes, out);
}
