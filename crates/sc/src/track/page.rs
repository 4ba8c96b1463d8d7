//! /sc_track 海铁陆跟踪: the events of every order of these scopes the caller may see.

use std::sync::LazyLock;

use kernel::Scope;
use order::visible_order;
use order::{CLASSIFIER, EventCode, carried, events_of};
use platform::access::Actor;
use platform::field::{Choice, Field};
use platform::list::{Button, Column, Filter, ID, Join, ListPage, Match};
use platform::sea_query::{Condition, Expr};
use platform::store::sql;

use super::apply::scopes;

const TABLE: &str = "order_event";
const SCOPES: &[Choice] = &[
    Choice::new("SE", "海运出口", "Sea export"),
    Choice::new("SI", "海运进口", "Sea import"),
    Choice::new("TE", "铁路出口", "Rail export"),
    Choice::new("TI", "铁路进口", "Rail import"),
    Choice::new("LC", "公路运输", "Road"),
    Choice::new("IO", "其他业务", "Other business"),
];
const SOURCES: &[Choice] = &[
    Choice::new("手工", "手工", "By hand"),
    Choice::new("报文CODECO", "报文CODECO", "CODECO message"),
    Choice::new("报文COARRI", "报文COARRI", "COARRI message"),
    Choice::new("报文IFTSTA", "报文IFTSTA", "IFTSTA message"),
    Choice::new("报文JSON", "报文JSON", "JSON events"),
    Choice::new("Excel", "Excel", "Excel"),
];

const JOINS: &[Join] = &[
    Join { table: "freight_order", alias: "freight_order", on: &[("order_id", "id")], by_org: true },
    Join { table: "order_carriage_detail", alias: "detail", on: &[("order_id", "id")], by_org: true },
    Join { table: "app_user", alias: "creator", on: &[("created_by", "id")], by_org: true },
];

const TIME: Field = Field::instant("时间", "Time").column("event_time").wire("eventTime");
const KIND: Field = Field::select(CLASSIFIER, "性质", "Kind").column("classifier").wire("classifier");
const SOURCE: Field = Field::select(SOURCES, "来源", "Source").column("source").wire("source");
const SCOPE: Field = Field::select(SCOPES, "业务", "Scope").column("business_scope").wire("businessScope");
const ODD: Field = Field::flag("顺序异常", "Out of order").column("out_of_order").wire("outOfOrder");
const BOX: Field = Field::text("箱号", "Container no.").column("container_no").wire("containerNo");
const PIECES: Field = Field::int("件数", "Pieces").column("pieces").wire("pieces");
const WEIGHT: Field = Field::decimal(3, "毛重", "Gross weight").digits(1).unit("KG").column("weight").wire("weight");
const CREATED: Field = Field::instant("录入时间", "Entered").column("created_at").wire("createTime");

const fn text(column: &'static str, zh: &'static str, en: &'static str) -> Field {
    Field::text(zh, en).column(column).wire(column)
}

const fn named(column: &'static str, wire: &'static str, zh: &'static str, en: &'static str) -> Field {
    Field::text(zh, en).column(column).wire(wire)
}

fn slug() -> Expr {
    order::page_slug("freight_order")
}

/// An event with the mode it is of: rails call some otherwise than ships do.
fn event_key() -> Expr {
    Expr::cust(
        "CASE WHEN freight_order.business_scope IN ('SE', 'SI') THEN 'sea.' \
         WHEN freight_order.business_scope IN ('TE', 'TI') THEN 'rail.' \
         WHEN freight_order.business_scope = 'LC' THEN 'road.' ELSE 'other.' END || order_event.code",
    )
}

/// The scopes that stand for their modes, with the word before their events.
const MODES: [(Scope, &str); 4] =
    [(Scope::Se, "sea."), (Scope::Te, "rail."), (Scope::Lc, "road."), (Scope::Io, "other.")];

fn event_keys() -> Vec<Choice> {
    let keyed = |prefix: &'static str| {
        move |event: &EventCode| Choice::new(String::leak(format!("{prefix}{}", event.code)), event.zh, event.en)
    };
    MODES.iter().flat_map(|(scope, prefix)| events_of(*scope).iter().map(keyed(prefix))).collect()
}

/// Each code once, by the first name it has.
fn codes() -> Vec<Choice> {
    let mut choices: Vec<Choice> = Vec::new();
    for event in carried().flat_map(|kind| events_of(kind.scope)) {
        if choices.iter().all(|known| known.value != event.code) {
            choices.push(Choice::new(event.code, event.zh, event.en));
        }
    }
    choices
}

/// Orders of the scopes the caller may open, as far as his level shows them.
fn visible(actor: &Actor) -> Condition {
    Condition::all()
        .add(sql::is_in(sql::of("freight_order", "business_scope"), scopes(actor)))
        .add(visible_order(actor))
}

/// The list, made once.
pub(super) fn list() -> ListPage {
    static LIST: LazyLock<ListPage> = LazyLock::new(make);
    LIST.clone()
}

fn make() -> ListPage {
    let event = Field::select(Vec::leak(event_keys()), "事件", "Event").wire("event").column("code");
    let code = Field::select(Vec::leak(codes()), "事件", "Event").column("code").wire("code");
    ListPage {
        joins: JOINS,
        columns: Vec::leak(columns(event)),
        filters: Vec::leak(filters(code)),
        buttons: BUTTONS,
        sort: "eventTime,desc",
        export: "sc-track-export",
        visible: Some(visible),
        ..ListPage::new(
            "sc.track.list",
            super::PAGE,
            ("海铁陆跟踪", "Sea, rail and road tracking"),
            "sc_track",
            "/sc/track",
            TABLE,
        )
    }
}

const BUTTONS: &[Button] = &[
    Button::new("sc-track-import", ("导入", "Import"), "primary", "custom").calls("POST /sc/track/import"),
    Button::new("sc-track-export", ("导出", "Export"), "toolbar", "export"),
];

fn columns(event: Field) -> Vec<Column> {
    vec![
        ID,
        Column::of("freight_order", named("uuid", "orderUuid", "订单", "Order")).hidden(),
        Column::expr(slug, named("business_scope", "slug", "业务", "Scope")).hidden(),
        Column::own(TIME).width(150),
        Column::expr(event_key, event).width(120),
        Column::own(KIND).width(70),
        Column::own(ODD).width(90),
        Column::of("freight_order", SCOPE).width(90),
        Column::of("freight_order", named("order_code", "orderCode", "订单号", "Order"))
            .link("/{slug}_order_edit?o={orderUuid}")
            .width(150),
        Column::of("detail", named("mlb_number", "mlbNumber", "主提单号", "MBL")).width(140).copy(),
        Column::own(BOX).width(130).copy(),
        Column::own(text("place", "地点", "Place")).width(100),
        Column::own(PIECES).width(70),
        Column::own(WEIGHT).width(90),
        Column::own(text("vessel", "船名", "Vessel")).width(120),
        Column::own(text("voyage", "航次", "Voyage")).width(80),
        Column::own(text("plate", "车牌", "Plate")).width(90),
        Column::own(text("remark", "备注", "Remark")).width(200).unsorted(),
        Column::own(SOURCE).width(110),
        Column::of("creator", named("name_cn", "creator", "录入人", "Entered by")).width(90),
        Column::own(CREATED).width(150),
    ]
}

fn filters(code: Field) -> Vec<Filter> {
    vec![
        Filter::new("number", Match::Many, named("order_code", "number", "单号", "Number")).columns(&[
            ("freight_order", "order_code"),
            ("detail", "mlb_number"),
            ("detail", "hlb_number"),
            ("detail", "booking_no"),
            ("detail", "rail_waybill_no"),
            ("detail", "train_no"),
            ("detail", "driver_number"),
            (TABLE, "container_no"),
            (TABLE, "plate"),
        ]),
        Filter::new("businessScope", Match::OneOf, SCOPE).columns(&[("freight_order", "business_scope")]),
        Filter::new("code", Match::OneOf, code),
        Filter::new("classifier", Match::OneOf, KIND),
        Filter::new("source", Match::OneOf, SOURCE),
        Filter::new("eventTime", Match::Range, TIME),
        Filter::new("place", Match::Contains, text("place", "地点", "Place")).more(),
        Filter::new("outOfOrder", Match::Bool, ODD).more(),
        Filter::new("createTime", Match::Range, CREATED).more(),
    ]
}
