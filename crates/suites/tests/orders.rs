//! Orders, partners and places of the fixture, written straight into the tables.

use kernel::{Instant, Volume, Weight};
use platform::store::{Cell, Conn, Value, sql};
use testkit::World;

pub const DEMO: i64 = 2;
pub const GYS001: i64 = 9001;
pub const KH001: i64 = 9002;
pub const KH002: i64 = 9003;
pub const E1: &str = "00000000000000000000000000000e01";
pub const E2: &str = "00000000000000000000000000000e02";
pub const E3: &str = "00000000000000000000000000000e03";
pub const HA001: i64 = 8001;
pub const HA002: i64 = 8002;

pub fn put(conn: &mut dyn Conn, org: i64, table: &'static str, cells: &[(&'static str, Value)]) {
    conn.exec(&sql::insert(org, table, cells).into()).unwrap_or_else(|error| panic!("{table}: {error}"));
}

fn now() -> i64 {
    Instant::parse(testkit::NOW).expect("a time").millis()
}

fn stamps(user: i64) -> [(&'static str, Value); 4] {
    [
        ("created_by", Value::Int(user)),
        ("created_at", Value::Int(now())),
        ("updated_by", Value::Int(user)),
        ("updated_at", Value::Int(now())),
    ]
}

fn kg(text: &str) -> Value {
    Weight::parse(text).expect("a weight").into_value()
}

fn cbm(text: &str) -> Value {
    Volume::parse(text).expect("a volume").into_value()
}

pub fn user_id(world: &World, login: &str) -> i64 {
    world.database(|_, conn| {
        let mut select = sql::from(DEMO, "app_user");
        select.column("id").and_where(sql::contains(sql::col("login_name"), login));
        conn.first(&select.into()).expect("reads").map_or(1, |row| row.get(0).expect("an id"))
    })
}

/// Carrier, airports and partners.
pub fn lay_base(world: &World) {
    world.database(|_, conn| {
        reference(conn);
        for (id, code, name) in [(GYS001, "GYS001", "供应商甲"), (KH001, "KH001", "客户甲"), (KH002, "KH002", "客户乙")]
        {
            coop(conn, id, code, name);
        }
    });
}

fn reference(conn: &mut dyn Conn) {
    let carrier = [
        ("id", Value::Int(7001)),
        ("carrier_code", "X9".into_value()),
        ("prefix", "990".into_value()),
        ("name_cn", "测试航空".into_value()),
        ("name_en", "TEST AIR".into_value()),
        ("divisor", Value::Int(6000)),
        ("round_step", "0.5".into_value()),
        ("active", Value::Bool(true)),
        ("version", Value::Int(1)),
    ];
    put(conn, 1, "carrier", &[carrier.as_slice(), &stamps(1)].concat());
    for (id, code, name, city, nation, zone) in [
        (7101, "PVG", "上海浦东", "Shanghai", "CN", "Asia/Shanghai"),
        (7102, "FRA", "法兰克福", "Frankfurt", "DE", "Europe/Berlin"),
        (7103, "PEK", "北京首都", "Beijing", "CN", "Asia/Shanghai"),
        (7104, "HKG", "香港", "Hong Kong", "HK", "Asia/Hong_Kong"),
        (7105, "LAX", "洛杉矶", "Los Angeles", "US", "America/Los_Angeles"),
    ] {
        let airport = [
            ("id", Value::Int(id)),
            ("ap_code", code.into_value()),
            ("name_cn", name.into_value()),
            ("name_en", code.into_value()),
            ("city_code", code.into_value()),
            ("city_name_en", city.into_value()),
            ("nation_code", nation.into_value()),
            ("time_zone", zone.into_value()),
            ("cargo_airport", Value::Bool(true)),
            ("active", Value::Bool(true)),
            ("version", Value::Int(1)),
        ];
        put(conn, 1, "airport", &[airport.as_slice(), &stamps(1)].concat());
    }
}

fn coop(conn: &mut dyn Conn, id: i64, code: &str, name: &str) {
    let cells = [
        ("id", Value::Int(id)),
        ("coop_code", code.into_value()),
        ("coop_type", "供应商".into_value()),
        ("coop_name", name.into_value()),
        ("coop_full_name", name.into_value()),
        ("coop_state", "生效".into_value()),
        ("list_mark", "普通".into_value()),
        ("nation_code", "CN".into_value()),
        ("is_awb_source", Value::Bool(id == GYS001)),
        ("is_default_source", Value::Bool(false)),
        ("version", Value::Int(1)),
    ];
    put(conn, DEMO, "coop", &[cells.as_slice(), &stamps(1)].concat());
}

struct Figures {
    id: i64,
    uuid: &'static str,
    code: &'static str,
    awb: &'static str,
    stations: [&'static str; 2],
    flight: [&'static str; 2],
    plan: [&'static str; 4],
    confirm: Option<[&'static str; 4]>,
    houses: i64,
}

/// Orders E1, E2 and E3 with legs, parties, sizes and houses.
pub fn lay_orders(world: &World) {
    let user = user_id(world, "op01");
    let orders = [
        Figures {
            id: 6001,
            uuid: E1,
            code: "AE-2607150001",
            awb: "990-12345675",
            stations: ["PVG", "FRA"],
            flight: ["X9101", "2026-07-18"],
            plan: ["12", "480", "3.6", "600"],
            confirm: Some(["12", "500", "3.95", "658.333"]),
            houses: 2,
        },
        Figures {
            id: 6002,
            uuid: E2,
            code: "AE-2607150002",
            awb: "",
            stations: ["PVG", "FRA"],
            flight: ["X9101", "2026-07-18"],
            plan: ["8", "300", "1.2", "300"],
            confirm: None,
            houses: 0,
        },
        Figures {
            id: 6003,
            uuid: E3,
            code: "AE-2607150003",
            awb: "990-12345686",
            stations: ["PEK", "LAX"],
            flight: ["X9201", "2026-07-17"],
            plan: ["20", "1000", "5", "1000"],
            confirm: None,
            houses: 0,
        },
    ];
    world.database(|_, conn| {
        for order in &orders {
            lay_order(conn, user, order);
        }
        for (place, (id, number, pieces, weight, volume)) in
            (1i64..).zip([(HA001, "HA001", 5, "200", "1.5"), (HA002, "HA002", 7, "280", "2.1")])
        {
            let mut cells = vec![
                ("id", Value::Int(id)),
                ("version", Value::Int(1)),
                ("order_id", Value::Int(6001)),
                ("awb_number", "990-12345675".into_value()),
                ("hawb_number", number.into_value()),
                ("pieces", Value::Int(pieces)),
                ("slac", Value::Int(pieces * 10)),
                ("weight", kg(weight)),
                ("volume", cbm(volume)),
                ("charge_weight", kg(weight)),
                ("departure_station", "PVG".into_value()),
                ("arrival_station", "FRA".into_value()),
                ("goods_name_en", "LED LAMPS".into_value()),
                ("hs_code", format!("85395{place}00").into_value()),
                ("payment_method", "PP".into_value()),
            ];
            cells.extend(stamps(user));
            put(conn, DEMO, "hawb", &cells);
        }
    });
}

fn lay_order(conn: &mut dyn Conn, user: i64, order: &Figures) {
    let mut cells = vec![
        ("id", Value::Int(order.id)),
        ("uuid", order.uuid.into_value()),
        ("row_uuid", order.uuid.into_value()),
        ("order_code", order.code.into_value()),
        ("business_scope", "AE".into_value()),
        ("lifecycle", "OPEN".into_value()),
        ("node", "订单创建".into_value()),
        ("node_rank", Value::Int(10)),
        ("operation_finished", Value::Bool(false)),
        ("income_recorded", Value::Int(0)),
        ("cost_recorded", Value::Int(0)),
        ("customer_number", order.code.into_value()),
        ("coop_id", Value::Int(KH001)),
        ("sales_id", Value::Int(user)),
        ("operator_id", Value::Int(user)),
        ("departure_station", order.stations[0].into_value()),
        ("arrival_station", order.stations[1].into_value()),
        ("expect_flight", order.flight[0].into_value()),
        ("expect_departure", order.flight[1].into_value()),
        ("awb_number", order.awb.into_value()),
        ("hawb_count", Value::Int(order.houses)),
        ("goods_name_cn", "灯具".into_value()),
        ("goods_name_en", "LED LAMPS".into_value()),
        ("goods_type", "普货".into_value()),
        ("battery_type", "不含电池".into_value()),
        ("package_type", "纸箱（CTNS）".into_value()),
        ("plan_pieces", Value::Int(order.plan[0].parse().expect("a number"))),
        ("plan_weight", kg(order.plan[1])),
        ("plan_volume", cbm(order.plan[2])),
        ("plan_charge_weight", kg(order.plan[3])),
        ("plan_charge_manual", Value::Bool(false)),
        ("confirm_charge_manual", Value::Bool(false)),
        ("flagged", Value::Bool(false)),
    ];
    if let Some([pieces, weight, volume, charge]) = order.confirm {
        cells.push(("confirm_pieces", Value::Int(pieces.parse().expect("a number"))));
        cells.push(("confirm_weight", kg(weight)));
        cells.push(("confirm_volume", cbm(volume)));
        cells.push(("confirm_charge_weight", kg(charge)));
    }
    let charged = order.confirm.map_or(order.plan[3], |confirm| confirm[3]);
    cells.extend([
        ("biz_number", Some(order.awb.to_owned()).filter(|number| !number.is_empty()).into_value()),
        ("biz_date", order.flight[1].into_value()),
        ("biz_carrier", order.flight[0].into_value()),
        ("biz_quantity", kg(charged)),
    ]);
    cells.extend(stamps(user));
    put(conn, DEMO, "freight_order", &cells);
    detail(conn, order.id);
    let legs: &[(&str, &str, &str, &str)] = if order.id == 6003 {
        &[("PEK", "HKG", "X9201", "2026-07-17"), ("HKG", "LAX", "X9301", "2026-07-18")]
    } else {
        &[("PVG", "FRA", "X9101", "2026-07-18")]
    };
    for (place, (from, to, flight, day)) in (1i64..).zip(legs) {
        put(
            conn,
            DEMO,
            "order_leg",
            &[
                ("id", Value::Int(order.id * 10 + place)),
                ("order_id", Value::Int(order.id)),
                ("leg_no", Value::Int(place)),
                ("from_station", (*from).into_value()),
                ("to_station", (*to).into_value()),
                ("carrier_code", "X9".into_value()),
                ("flight_no", (*flight).into_value()),
                ("flight_date", (*day).into_value()),
            ],
        );
    }
    for (place, (role, name)) in (1i64..).zip([("shipper", "DEMO SHIPPER CO. LTD"), ("consignee", "DEMO BUYER GMBH")]) {
        put(
            conn,
            DEMO,
            "order_party",
            &[
                ("id", Value::Int(order.id * 10 + place)),
                ("order_id", Value::Int(order.id)),
                ("hawb_id", Value::Int(0)),
                ("role", role.into_value()),
                ("sc_name", name.into_value()),
                ("sc_address", "1 SAMPLE ROAD".into_value()),
                ("nation_code", (if role == "shipper" { "CN" } else { "DE" }).into_value()),
                ("city_name_en", (if role == "shipper" { "SHANGHAI" } else { "FRANKFURT" }).into_value()),
                ("post_code", (if role == "shipper" { "200000" } else { "60549" }).into_value()),
                ("tel_number", "021-12345678".into_value()),
            ],
        );
    }
    let sizes: &[(&str, i64, i64, i64, i64, i64)] = if order.id == 6001 {
        &[("plan", 1, 1000, 600, 500, 12), ("confirm", 1, 1000, 600, 550, 11), ("confirm", 2, 800, 800, 500, 1)]
    } else {
        &[]
    };
    for (side, line, length, width, height, pieces) in sizes {
        put(
            conn,
            DEMO,
            "order_dimension",
            &[
                ("id", Value::Int(order.id * 100 + line + if *side == "plan" { 0 } else { 50 })),
                ("order_id", Value::Int(order.id)),
                ("hawb_id", Value::Int(0)),
                ("side", (*side).into_value()),
                ("line", Value::Int(*line)),
                ("length", Value::Int(*length)),
                ("width", Value::Int(*width)),
                ("height", Value::Int(*height)),
                ("pieces", Value::Int(*pieces)),
            ],
        );
    }
}

fn detail(conn: &mut dyn Conn, id: i64) {
    let mut cells = vec![
        ("id", Value::Int(id)),
        ("payment_method", "PP".into_value()),
        ("payment_method_other", "PP".into_value()),
    ];
    for name in [
        "is_celsius_require",
        "is_consol",
        "is_no_solid_wood",
        "partial_shipment",
        "pick_up",
        "customs",
        "arrival_customs",
        "delivery",
    ] {
        cells.push((name, Value::Bool(false)));
    }
    cells.push(("warehouse", Value::Bool(true)));
    cells.push(("outfield", Value::Bool(false)));
    put(conn, DEMO, "order_air_detail", &cells);
}

/// Every row of every table is as it was.
#[track_caller]
pub fn unchanged(world: &World, before: &[String]) {
    let after = world.contents(false);
    let new: Vec<&String> = after.iter().filter(|row| !before.contains(row)).collect();
    assert!(new.is_empty() && after.len() == before.len(), "{}: changed: {new:#?}", world.database);
}
