//! The lists of the scopes: one shape, with the numbers, places and dates of each.

use std::sync::LazyLock;

use kernel::{Mode, Scope};
use order::{Detail, Profile, carried, lifecycle_states, nodes};
use order::{
    EDIT_CODES, FORCE_STOP_CODES, Lifecycle, PAGE_CODES, SHARE_CODES, code_of, form_page, unless_hidden_by_lock,
    visible_order,
};
use platform::access::Actor;
use platform::field::{Choice, Field};
use platform::list::{Button, Column, Filter, Join, ListPage, Match, RowView, write_can};
use platform::refusal::Refusal;
use platform::sea_query::{Condition, Expr, ExprTrait};
use platform::store::{Value, sql};

use super::{TABLE, slug, titles};

const JOINS: &[Join] = &[
    Join { table: super::DETAIL, alias: "detail", on: &[("id", "id")], by_org: true },
    Join { table: "coop", alias: "coop", on: &[("coop_id", "id")], by_org: true },
    Join { table: "app_user", alias: "sales", on: &[("sales_id", "id")], by_org: true },
    Join { table: "app_user", alias: "servicer", on: &[("servicer_id", "id")], by_org: true },
    Join { table: "app_user", alias: "operator", on: &[("operator_id", "id")], by_org: true },
    Join { table: "app_user", alias: "creator", on: &[("created_by", "id")], by_org: true },
    Join { table: "warehouse", alias: "terminal", on: &[("detail.arrival_warehouse_id", "id")], by_org: true },
];

const ORDER_CODE: Field = Field::text("订单号", "Order").column("order_code");
const CREATED: Field = Field::instant("创建时间", "Created").column("created_at").wire("createTime");
const FINISHED: Field = Field::flag("操作完成", "Operations finished").column("operation_finished");
const BOXES: Field = Field::text("箱型箱量", "Boxes").column("container_text").wire("containerText");

/// Which orders a list shows: those its user sees, those it shows unless asked for more, and with closed ones or without.
/// A list names its rules by plain functions, so each scope has its own by its place.
struct Rows {
    visible: fn(&Actor) -> Condition,
    usual: fn() -> Condition,
    closed: fn(&Actor, bool) -> Condition,
}

const ROWS: [Rows; 7] = [rows::<0>(), rows::<1>(), rows::<2>(), rows::<3>(), rows::<4>(), rows::<5>(), rows::<6>()];

const fn rows<const PLACE: usize>() -> Rows {
    Rows { visible: visible::<PLACE>, usual: usual::<PLACE>, closed: with_closed::<PLACE> }
}

fn scope_at<const PLACE: usize>() -> Option<Scope> {
    carried().nth(PLACE).map(|kind| kind.scope)
}

fn visible<const PLACE: usize>(actor: &Actor) -> Condition {
    let scope = scope_at::<PLACE>().map_or("", Scope::code);
    Condition::all().add(sql::of_eq(TABLE, "business_scope", scope)).add(visible_order(actor))
}

/// Cancelled and closed orders are left out, and those locked by finance where the org decided so.
fn usual<const PLACE: usize>() -> Condition {
    let living = Condition::all().add(sql::is_in(sql::of(TABLE, "lifecycle"), ["OPEN", "LOCKED"].map(str::to_owned)));
    match scope_at::<PLACE>() {
        Some(scope) => living.add(unless_hidden_by_lock(scope)),
        None => living,
    }
}

fn with_closed<const PLACE: usize>(_: &Actor, with: bool) -> Condition {
    if with { Condition::all() } else { usual::<PLACE>() }
}

/// The lists in the order of the scopes, made once.
pub(crate) fn all() -> Vec<ListPage> {
    static LISTS: LazyLock<Vec<ListPage>> =
        LazyLock::new(|| carried().zip(&ROWS).map(|(kind, rows)| list(kind, rows)).collect());
    LISTS.clone()
}

fn status() -> Expr {
    Expr::cust(
        "CASE freight_order.lifecycle WHEN 'OPEN' THEN freight_order.node WHEN 'LOCKED' THEN '财务锁账' \
         WHEN 'CANCELLED' THEN '已取消' WHEN 'CLOSED' THEN '强制关闭' ELSE '草稿' END",
    )
}

/// Lifecycles whose word stands in the place of the node.
const STATES: [Lifecycle; 4] = [Lifecycle::Draft, Lifecycle::Locked, Lifecycle::Cancelled, Lifecycle::Closed];

/// Orders that show a word as their state: a node as long as they are open, else their lifecycle.
fn in_state(_: &Actor, word: &str) -> Result<Condition, Refusal> {
    let of = |lifecycle: Lifecycle| sql::of_eq(TABLE, "lifecycle", lifecycle.code().to_owned());
    let ended = STATES.into_iter().find(|state| state.zh() == word);
    let at_node = || of(Lifecycle::Open).and(sql::of_eq(TABLE, "node", word.to_owned()));
    Ok(Condition::all().add(ended.map_or_else(at_node, of)))
}

/// Node or lifecycle as one tag.
fn status_field(scope: Scope) -> Field {
    let tone = |rank: i64| match rank {
        ..20 => "neutral",
        20..50 => "info",
        50..80 => "ready",
        _ => "done",
    };
    let nodes = nodes(scope).iter().map(|node| Choice::new(node.zh, node.zh, node.en).tone(tone(node.rank)));
    let choices: Vec<Choice> = nodes.chain(lifecycle_states()).collect();
    Field::state(Vec::leak(choices), "操作节点", "Status").wire("orderStatus").column("node")
}

fn list(kind: &'static Profile, rows: &'static Rows) -> ListPage {
    let slug = slug(kind.scope);
    let code = code_of(PAGE_CODES, kind.scope);
    let text = |text: String| -> &'static str { String::leak(text) };
    let edit = text(format!("{}?o={{orderUuid}}", form_page(kind.scope)));
    let status = status_field(kind.scope);
    ListPage {
        joins: JOINS,
        columns: Vec::leak(columns(kind, status, edit)),
        filters: Vec::leak(filters(kind, status, rows)),
        buttons: Vec::leak(buttons(kind.scope, edit)),
        export: text(format!("{slug}-order-export")),
        visible: Some(rows.visible),
        unless: Some((&["closed", "node"], rows.usual)),
        decorate: Some(decorate),
        edit_link: edit,
        form: text(format!("sc.{slug}-order.form")),
        ..ListPage::new(
            text(format!("sc.{slug}-order.list")),
            text(format!("/{code}")),
            titles(kind.scope).1,
            code,
            text(format!("/sc/order/{slug}")),
            TABLE,
        )
    }
}

const fn named(wire: &'static str, column: &'static str, zh: &'static str, en: &'static str) -> Field {
    Field::text(zh, en).column(column).wire(wire)
}

/// A field of the form under its label there, as a column.
fn own(kind: &Profile, column: &str) -> Option<Column> {
    kind.head.iter().find(|field| field.column == column).map(|field| Column::own(*field))
}

fn detail(kind: &Profile, field: Field) -> Option<Column> {
    kind.detail.iter().find(|own| own.column == field.column).map(|own| Column::of("detail", *own))
}

fn columns(kind: &Profile, status: Field, edit: &'static str) -> Vec<Column> {
    let mut all = Vec::new();
    all.extend(own(kind, "awb_number").map(Column::copy));
    all.extend(own(kind, "hawb_number"));
    all.extend(detail(kind, Detail::MLB_NUMBER).map(Column::copy));
    all.extend(detail(kind, Detail::HLB_NUMBER));
    all.extend(detail(kind, Detail::RAIL_WAYBILL_NO).map(Column::copy));
    all.push(Column::own(ORDER_CODE).link(edit).width(140));
    all.push(Column::expr(self::status, status).width(100));
    all.push(Column::of("coop", named("coopName", "coop_name", "客户", "Customer")));
    for field in [Detail::SERVICE_TYPE, Detail::SERVICE_CONTENT, Detail::BUSINESS_DATE, Detail::SHIP_NAME] {
        all.extend(detail(kind, field));
    }
    for field in [Detail::SHIP_VOYAGE_NUMBER, Detail::TRAIN_NO, Detail::START_DATE, Detail::FINISH_DATE] {
        all.extend(detail(kind, field));
    }
    for column in ["expect_flight", "expect_departure", "expect_arrival", "departure_station", "arrival_station"] {
        all.extend(own(kind, column));
    }
    for field in [Detail::BORDER_STATION, Detail::CONTAINER_METHOD] {
        all.extend(detail(kind, field));
    }
    if kind.boxes() {
        all.push(Column::of("detail", BOXES));
        all.push(Column::of("detail", Detail::TEU).sum());
    }
    for side in ["plan", "confirm"] {
        for figure in ["pieces", "weight", "volume", "charge_weight"] {
            all.extend(own(kind, &format!("{side}_{figure}")).map(Column::sum));
        }
    }
    for field in [Detail::DRIVER_NUMBER, Detail::DRIVER_NAME, Detail::DRIVER_TEL, Detail::BOOKING_NO] {
        let wide = kind.stops();
        all.extend(detail(kind, field).map(|column| if wide { column } else { column.behind() }));
    }
    for column in ["goods_name_cn", "goods_type", "business_product", "customer_number", "internal_number"] {
        all.extend(own(kind, column).map(Column::behind));
    }
    for field in [
        Detail::CUSTOMS_STATUS_CODE,
        Detail::CONTRACT_NUMBER,
        Detail::BILLING_TYPE,
        Detail::ACTUAL_DEPARTURE,
        Detail::ACTUAL_ARRIVAL,
    ] {
        all.extend(detail(kind, field).map(Column::behind));
    }
    if detail(kind, Detail::ARRIVAL_WAREHOUSE_ID).is_some() {
        let (zh, en) = (Detail::ARRIVAL_WAREHOUSE_ID.zh, Detail::ARRIVAL_WAREHOUSE_ID.en);
        all.push(Column::of("terminal", named("arrivalWarehouseName", "name_cn", zh, en)).behind());
    }
    all.extend(ending());
    all
}

/// What every list ends with.
fn ending() -> [Column; 11] {
    [
        Column::of("sales", named("salesName", "name_cn", "责任销售", "Sales")).behind(),
        Column::of("servicer", named("servicerName", "name_cn", "责任客服", "Customer service")).behind(),
        Column::of("operator", named("operatorName", "name_cn", "责任操作", "Operator")).behind(),
        Column::of("creator", named("creatorName", "name_cn", "创建人", "Created by")).behind(),
        Column::own(CREATED).behind(),
        Column::of("detail", Detail::ORDER_REMARK).behind().unsorted(),
        Column::own(Field::reference("order", "编号", "Id").column("id")).hidden().unsorted(),
        Column::own(named("orderUuid", "uuid", "标识", "Name")).hidden().unsorted(),
        Column::own(named("rowUuid", "row_uuid", "版本", "Version")).hidden().unsorted(),
        Column::own(named("lifecycle", "lifecycle", "状态", "Lifecycle")).hidden().unsorted(),
        Column::own(FINISHED).hidden().unsorted(),
    ]
}

fn filters(kind: &'static Profile, status: Field, rows: &Rows) -> Vec<Filter> {
    let find = |field: Field| kind.detail.iter().find(|own| own.column == field.column).copied();
    let mut all = Vec::new();
    match kind.scope.mode() {
        Mode::Air => all.push(
            Filter::new("number", Match::Contains, Field::text("运单号", "Waybill"))
                .columns(&[(TABLE, "awb_number"), (TABLE, "hawb_number")]),
        ),
        Mode::Sea => all.push(
            Filter::new("number", Match::Contains, Field::text("主/分提单号", "Bill"))
                .columns(&[("detail", "mlb_number"), ("detail", "hlb_number")]),
        ),
        Mode::Rail => all.push(
            Filter::new("number", Match::Contains, Field::text("运单号", "Rail waybill"))
                .columns(&[("detail", "rail_waybill_no")]),
        ),
        Mode::Road | Mode::Other => {}
    }
    all.push(Filter::new("orderCode", Match::Many, ORDER_CODE));
    all.push(
        Filter::new("coopName", Match::Contains, Field::text("客户", "Customer"))
            .columns(&[("coop", "coop_name"), ("coop", "coop_code")]),
    );
    let stations = [("departureStation", "departure_station"), ("arrivalStation", "arrival_station")];
    let days = [("expectDeparture", "expect_departure"), ("expectArrival", "expect_arrival")];
    let head = |column: &str| kind.head.iter().find(|field| field.column == column).copied();
    let optional = |field: Field| Field { required: false, ..field };
    for (name, column) in stations {
        all.extend(head(column).map(|field| Filter::new(name, Match::OneOf, optional(field))));
    }
    for (name, column) in days {
        all.extend(head(column).map(|field| Filter::new(name, Match::Range, optional(field))));
    }
    all.extend(find(Detail::SERVICE_TYPE).map(|field| of_detail("serviceType", Match::OneOf, field, SERVICE_TYPE)));
    all.extend(find(Detail::BUSINESS_DATE).map(|field| of_detail("businessDate", Match::Range, field, BUSINESS_DATE)));
    all.extend(find(Detail::SHIP_NAME).map(|field| of_detail("shipName", Match::Contains, field, SHIP_NAME)));
    all.extend(find(Detail::SHIP_VOYAGE_NUMBER).map(|field| of_detail("voyage", Match::Contains, field, VOYAGE)));
    all.extend(find(Detail::TRAIN_NO).map(|field| of_detail("trainNo", Match::Contains, field, TRAIN)));
    all.extend(
        find(Detail::DRIVER_NUMBER).map(|field| of_detail("driverNumber", Match::Contains, field, PLATE).more()),
    );
    all.extend(
        find(Detail::ARRIVAL_WAREHOUSE_ID)
            .map(|field| of_detail("arrivalWarehouseId", Match::Equals, field, TERMINAL).more()),
    );
    all.extend(
        find(Detail::CUSTOMS_STATUS_CODE)
            .map(|field| of_detail("customsStatusCode", Match::OneOf, field, CUSTOMS).more()),
    );
    all.push(Filter::new("node", Match::Own(in_state), status));
    all.push(Filter::new("createTime", Match::Range, CREATED).more());
    for (name, column) in [("customerNumber", "customer_number"), ("internalNumber", "internal_number")] {
        all.extend(head(column).map(|field| Filter::new(name, Match::Contains, field).more()));
    }
    all.push(
        Filter::new("salesName", Match::Contains, Field::text("责任销售", "Sales"))
            .columns(&[("sales", "name_cn")])
            .more(),
    );
    all.push(Filter::new("flagged", Match::Bool, Field::flag("件重异常", "Figures differ").column("flagged")).more());
    all.push(Filter::new("closed", Match::Flag(rows.closed), Field::flag("含已关闭", "With closed ones")).more());
    all
}

type Places = &'static [(&'static str, &'static str)];
const SERVICE_TYPE: Places = &[("detail", "service_type")];
const BUSINESS_DATE: Places = &[("detail", "business_date")];
const SHIP_NAME: Places = &[("detail", "ship_name")];
const VOYAGE: Places = &[("detail", "ship_voyage_number")];
const TRAIN: Places = &[("detail", "train_no")];
const TERMINAL: Places = &[("detail", "arrival_warehouse_id")];
const CUSTOMS: Places = &[("detail", "customs_status_code")];
const PLATE: Places = &[("detail", "driver_number")];

fn of_detail(name: &'static str, how: Match, field: Field, columns: Places) -> Filter {
    Filter::new(name, how, Field { required: false, ..field }).columns(columns)
}

fn buttons(scope: Scope, edit: &'static str) -> Vec<Button> {
    let slug = slug(scope);
    let code = |suffix: &str| -> &'static str { String::leak(format!("{slug}-order-{suffix}")) };
    vec![
        Button::new(code("add"), ("新建", "New"), "primary", "link").calls(form_page(scope)),
        Button::new(code("export"), ("导出", "Export"), "toolbar", "export"),
        Button::new(code("edit"), ("编辑", "Edit"), "row", "link").calls(edit),
        Button::new(code("share"), ("分享", "Share"), "row", "link").calls("/orderShareQrcodeTrack?o={orderUuid}"),
        Button::new(code_of(FORCE_STOP_CODES, scope), ("强制关闭", "Close for good"), "row", "custom"),
    ]
}

/// The buttons of a row: a locked or closed order is opened read-only by the link of its code.
fn decorate(actor: &Actor, row: &RowView<'_>, out: &mut String) {
    let code = match row.value("orderCode") {
        Value::Text(code) => code.get(..2).and_then(Scope::from_code),
        _ => None,
    };
    let Some(scope) = code else { return };
    let open = matches!(row.value("lifecycle"), Value::Text(state) if state == "OPEN" || state == "DRAFT");
    let (edit, share) = (code_of(EDIT_CODES, scope), code_of(SHARE_CODES, scope));
    let stop = code_of(FORCE_STOP_CODES, scope);
    let codes: &[&str] = if open { &[edit, share, stop] } else { &[share] };
    write_can(actor, codes, out);
}
