//! The loaded orders: realistic values, the same at every run, each known by its number alone.

use kernel::{Day, Instant, day_after_days, show_day};
use platform::access::secret_hash;
use platform::store::Value;

use crate::bills::Fate;
use crate::charges::{self, Charged};

/// A row: columns and values.
pub type Cells = Vec<(&'static str, Value)>;

/// Id of the first org.
pub const ORG_FIRST: i64 = 2;
/// Customers of an org.
pub const CUSTOMERS: i64 = 200;
/// People of an org.
pub const PEOPLE: i64 = 12;
/// Every so many orders one has a share link.
pub const SHARED_EVERY: u64 = 10;
const COUNTER_BITS: u32 = 22;
/// Every so many orders of the release before one goes by sea.
const SEA_EVERY: u64 = 4;
/// What an order is called and counted by, behind its key.
pub const BUSINESS: [&str; 7] = ["org_id", "id", "biz_number", "biz_date", "biz_carrier", "biz_quantity", "biz_teu"];
/// Ids kept for the rows of one order.
const IDS: u64 = 16;
const DAY_MS: i64 = 24 * 60 * 60 * 1000;

const ROUTES: [(&str, &str, &str, &str); 8] = [
    ("PVG", "FRA", "112", "CK225"),
    ("PVG", "LAX", "112", "CK247"),
    ("PEK", "FRA", "999", "CA1047"),
    ("CAN", "AMS", "784", "CZ451"),
    ("SZX", "SIN", "618", "SQ7875"),
    ("HKG", "LHR", "160", "CX2047"),
    ("PVG", "NRT", "205", "NH8516"),
    ("PVG", "DXB", "176", "EK9885"),
];
const GOODS: [(&str, &str, &str); 6] = [
    ("服装", "GARMENTS", "普货"),
    ("电子元件", "ELECTRONIC COMPONENTS", "普货"),
    ("汽车配件", "AUTO PARTS", "普货"),
    ("生鲜水果", "FRESH FRUIT", "鲜活"),
    ("药品", "PHARMACEUTICALS", "药品"),
    ("跨境电商货物", "E-COMMERCE GOODS", "快件"),
];
const NODES: [(&str, i64); 4] = [("订单创建", 10), ("舱位确认", 20), ("货物出重", 30), ("海关放行", 50)];

/// Numbers that look random and are the same at every run.
#[derive(Debug, Clone)]
pub struct Dice(pub u64);

impl Dice {
    /// The next number.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below a bound.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound.max(1)
    }

    fn int(&mut self, from: i64, to: i64) -> i64 {
        let span = u64::try_from(to - from + 1).unwrap_or(1);
        from + i64::try_from(self.below(span)).unwrap_or(0)
    }
}

/// How many orders over how many orgs, from when to when.
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    /// Orders.
    pub orders: u64,
    /// Orgs.
    pub orgs: u64,
    /// The first order's moment.
    pub begin: Instant,
    /// Milliseconds all orders are spread over: a year up to yesterday.
    pub span_ms: i64,
    /// Whether orders have charges.
    pub charged: bool,
    /// Whether these stand on bills and payments.
    pub billed: bool,
    /// Whether they are as the release had them whose orders did not store what they are called and counted by.
    pub unfilled: bool,
    /// Whether the first org has all of them but one in a hundred, which the last has.
    pub uneven: bool,
}

impl Plan {
    /// A year of orders that ends the day before `today`.
    pub fn new(orders: u64, orgs: u64, today: Day) -> Self {
        let begin = Instant::start_of(day_after_days(today, -365));
        Self {
            orders,
            orgs,
            begin,
            span_ms: 364 * DAY_MS,
            charged: false,
            billed: false,
            unfilled: false,
            uneven: false,
        }
    }

    /// The same with ten charges on each order.
    #[must_use]
    pub const fn with_charges(self) -> Self {
        Self { charged: true, ..self }
    }

    /// The same with what becomes of charges from the bill to the bank, and without what hangs on orders beside.
    #[must_use]
    pub const fn with_bills(self) -> Self {
        Self { billed: true, ..self.with_charges() }
    }

    /// The same as the release had them whose orders did not store what they are called and counted by; some go by sea.
    #[must_use]
    pub const fn unfilled(self) -> Self {
        Self { unfilled: true, ..self }
    }

    /// One company with nearly all of them and ten charges on each, and a small one beside it.
    #[must_use]
    pub const fn of_one_company(self) -> Self {
        Self { orgs: 2, uneven: true, ..self.with_charges() }
    }

    /// The day behind the last order's.
    pub fn today(&self) -> Day {
        day_after_days(self.begin.day(), 365)
    }

    /// Org of an order.
    pub fn org(&self, n: u64) -> i64 {
        let place = if self.uneven { u64::from(n % 100 == 99) } else { n % self.orgs };
        ORG_FIRST + int(place)
    }

    /// Its number within its org.
    fn number(&self, n: u64) -> u64 {
        if self.uneven { n } else { n / self.orgs }
    }

    /// When it was made.
    pub fn created(&self, n: u64) -> Instant {
        let share = i128::from(self.span_ms) * i128::from(n) / i128::from(self.orders.max(1));
        self.begin.plus_millis(i64::try_from(share).unwrap_or(self.span_ms))
    }

    /// Id of its row.
    pub fn id(&self, n: u64) -> i64 {
        row_id(self.created(n), n, 0)
    }
}

fn int(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn row_id(created: Instant, n: u64, place: u64) -> i64 {
    let low = n.wrapping_mul(IDS).wrapping_add(place) & ((1 << COUNTER_BITS) - 1);
    (created.millis() << COUNTER_BITS) | int(low)
}

/// Public name of an order.
pub fn uuid(n: u64) -> String {
    let mut dice = Dice(n.wrapping_mul(2));
    format!("{:016x}{:016x}", dice.next(), dice.next())
}

/// Code of its share link.
pub fn share_code(n: u64) -> String {
    format!("{}bench", uuid(n.wrapping_add(1 << 40)).get(..26).unwrap_or_default())
}

/// Row of a customer.
pub fn customer_id(org: i64, k: i64) -> i64 {
    org * 1_000_000 + k
}

/// Row of a person.
pub fn person_id(org: i64, k: i64) -> i64 {
    org * 1_000_000 + 500_000 + k
}

fn text(value: impl Into<String>) -> Value {
    Value::Text(value.into())
}

fn stamps(by: i64, at: Instant) -> Cells {
    vec![
        ("created_by", Value::Int(by)),
        ("created_at", Value::Int(at.millis())),
        ("updated_by", Value::Int(by)),
        ("updated_at", Value::Int(at.millis())),
    ]
}

/// A partner of an org.
pub fn coop(org: i64, k: i64, at: Instant) -> Cells {
    let mut cells = vec![
        ("org_id", Value::Int(org)),
        ("id", Value::Int(customer_id(org, k))),
        ("coop_code", text(format!("KH{k:03}"))),
        ("coop_type", text("客户")),
        ("coop_name", text(format!("客户{k:03}"))),
        ("coop_full_name", text(format!("客户{k:03}国际贸易有限公司"))),
        ("coop_state", text("生效")),
        ("list_mark", text("正常")),
        ("nation_code", text("CN")),
        ("scopes", text("AE,AI")),
        ("is_awb_source", Value::Bool(false)),
        ("is_default_source", Value::Bool(false)),
        ("sales_id", Value::Int(person_id(org, k % PEOPLE))),
        ("servicer_id", Value::Int(person_id(org, (k + 1) % PEOPLE))),
        ("version", Value::Int(1)),
    ];
    cells.extend(stamps(0, at));
    cells
}

/// Customers and people of an org.
pub fn base_rows(org: i64, dept: i64, at: Instant) -> Vec<(&'static str, Cells)> {
    let mut rows = Vec::new();
    for k in 0..PEOPLE {
        let mut cells = vec![
            ("org_id", Value::Int(org)),
            ("id", Value::Int(person_id(org, k))),
            ("login_id", Value::Int(person_id(org, k))),
            ("login_type", Value::Int(1)),
            ("login_name", text(format!("op{k:02}"))),
            ("name_cn", text(format!("操作{k:02}"))),
            ("dept_id", Value::Int(dept)),
            ("active", Value::Bool(true)),
            ("page_language", text("zh-CN")),
            ("version", Value::Int(1)),
        ];
        cells.extend(stamps(0, at));
        rows.push(("app_user", cells));
    }
    rows.extend((0..CUSTOMERS).map(|k| ("coop", coop(org, k, at))));
    rows
}

/// What one order is made of.
struct Order {
    n: u64,
    org: i64,
    id: i64,
    at: Instant,
    code: String,
    creator: i64,
    route: (&'static str, &'static str, &'static str, &'static str),
    departure: String,
    awb: Option<(i64, String)>,
    pieces: i64,
    weight: i64,
    volume: i64,
    lifecycle: &'static str,
    node: (&'static str, i64),
    /// What becomes of it, where orders have bills.
    fate: Option<Fate>,
}

fn pick<T: Copy>(list: &[T], place: u64) -> Option<T> {
    let length = u64::try_from(list.len()).ok()?;
    list.get(usize::try_from(place % length.max(1)).ok()?).copied()
}

impl Order {
    fn new(n: u64, org: i64, at: Instant, number: u64, prefix: &str) -> Self {
        let mut dice = Dice(n ^ 0x5eed);
        let route = pick(&ROUTES, dice.next()).unwrap_or(("PVG", "FRA", "112", "CK225"));
        let mut node = pick(&NODES, dice.next()).unwrap_or(("订单创建", 10));
        let lifecycle = match dice.below(100) {
            0..3 => "CANCELLED",
            3 => "CLOSED",
            4..50 => "LOCKED",
            _ => "OPEN",
        };
        let serial = number % 10_000_000;
        let awb = format!("{}-{serial:07}{}", route.2, serial % 7);
        let awb = (dice.below(10) > 0).then(|| (row_id(at, n, 6), awb));
        if awb.is_none() {
            node = ("订单创建", 10);
        }
        let pieces = dice.int(1, 200);
        let weight = dice.int(10, 5_000) * 1_000;
        let day = at.local().strftime("%y%m%d").to_string();
        Self {
            n,
            org,
            id: row_id(at, n, 0),
            at,
            code: format!("{prefix}-{day}{:04}", number % 10_000),
            creator: person_id(org, dice.int(0, PEOPLE - 1)),
            route,
            departure: show_day(day_after_days(at.day(), dice.int(1, 9))),
            awb,
            pieces,
            weight,
            volume: weight * dice.int(3, 9),
            lifecycle,
            node,
            fate: None,
        }
    }

    fn customer(&self) -> i64 {
        if let Some(owner) = self.fate.as_ref().and_then(|fate| fate.owner) {
            return owner;
        }
        let mut dice = Dice(self.n ^ 0xca46);
        dice.next();
        customer_id(self.org, dice.int(0, CUSTOMERS - 1))
    }

    fn charge_weight(&self) -> i64 {
        Ord::max(self.weight, self.volume / 6)
    }

    /// The day a locked order counts on.
    fn financial_date(&self) -> Option<&str> {
        (self.lifecycle == "LOCKED").then_some(self.departure.as_str())
    }

    fn charges(&self) -> Vec<(&'static str, Cells)> {
        charges::rows(&Charged {
            org: self.org,
            order: self.id,
            ids: (0..charges::LINES).map(|place| row_id(self.at, self.n, place)).collect(),
            by: self.creator,
            at: self.at,
            customer: self.customer(),
            weight: self.charge_weight(),
            day: self.financial_date(),
            fate: self.fate.as_ref(),
        })
    }

    fn part(&self, table_place: u64) -> Cells {
        vec![
            ("org_id", Value::Int(self.org)),
            ("id", Value::Int(row_id(self.at, self.n, table_place))),
            ("order_id", Value::Int(self.id)),
        ]
    }

    fn head(&self) -> Cells {
        let mut dice = Dice(self.n ^ 0xca46);
        let (goods, goods_en, kind) = pick(&GOODS, dice.next()).unwrap_or(("服装", "GARMENTS", "普货"));
        let customer = dice.int(0, CUSTOMERS - 1);
        let (from, to, _, flight) = self.route;
        let charge = self.charge_weight();
        let density = self.weight * 1_000_000 / self.volume.max(1);
        let weighed = self.node.1 >= 30;
        let measured = Ord::max(self.weight + self.weight / 50, charge);
        let actual = |value: i64| if weighed { Value::Int(value) } else { Value::Null };
        let dimensions = format!("100*60*50/{}", self.pieces);
        let mut cells = vec![
            ("org_id", Value::Int(self.org)),
            ("id", Value::Int(self.id)),
            ("uuid", text(uuid(self.n))),
            ("row_uuid", text(uuid(self.n.wrapping_add(1 << 41)))),
            ("order_code", text(self.code.clone())),
            ("business_scope", text("AE")),
            ("lifecycle", text(self.lifecycle)),
            ("node", text(self.node.0)),
            ("node_rank", Value::Int(self.node.1)),
            ("operation_finished", Value::Bool(self.lifecycle == "LOCKED")),
            ("financial_date", self.financial_date().map_or(Value::Null, text)),
            ("biz_number", self.awb.as_ref().map_or(Value::Null, |(_, number)| text(number.clone()))),
            ("biz_date", text(self.departure.clone())),
            ("biz_carrier", text(flight)),
            ("biz_quantity", Value::Int(if weighed { measured } else { charge })),
            ("income_recorded", Value::Int(dice.int(0, 2))),
            ("cost_recorded", Value::Int(dice.int(0, 2))),
            ("customer_number", text(self.code.clone())),
            ("internal_number", text(format!("NB{:08}", self.n))),
            ("business_product", text("代理制")),
            ("coop_id", Value::Int(self.customer())),
            ("sales_id", Value::Int(person_id(self.org, customer % PEOPLE))),
            ("servicer_id", Value::Int(person_id(self.org, (customer + 1) % PEOPLE))),
            ("operator_id", Value::Int(self.creator)),
            ("departure_station", text(from)),
            ("arrival_station", text(to)),
            ("expect_flight", text(flight)),
            ("expect_departure", text(self.departure.clone())),
            ("awb_id", self.awb.as_ref().map_or(Value::Null, |(id, _)| Value::Int(*id))),
            ("awb_number", self.awb.as_ref().map_or(Value::Null, |(_, number)| text(number.clone()))),
            ("hawb_count", Value::Int(0)),
            ("goods_name_cn", text(goods)),
            ("goods_name_en", text(goods_en)),
            ("goods_type", text(kind)),
            ("battery_type", text("不含电池")),
            ("package_type", text("纸箱（CTNS）")),
            ("plan_pieces", Value::Int(self.pieces)),
            ("plan_weight", Value::Int(self.weight)),
            ("plan_volume", Value::Int(self.volume)),
            ("plan_charge_weight", Value::Int(charge)),
            ("plan_charge_manual", Value::Bool(false)),
            ("plan_density", Value::Int(density)),
            ("plan_dimensions", text(dimensions)),
            ("confirm_pieces", actual(self.pieces)),
            ("confirm_weight", actual(self.weight + self.weight / 50)),
            ("confirm_volume", actual(self.volume)),
            ("confirm_charge_weight", actual(measured)),
            ("confirm_charge_manual", Value::Bool(false)),
            ("confirm_density", actual(density + density / 50)),
            ("flagged", Value::Bool(false)),
        ];
        cells.extend(stamps(self.creator, self.at));
        cells
    }

    fn air(&self) -> Cells {
        let flags = [
            ("is_celsius_require", false),
            ("is_consol", false),
            ("is_no_solid_wood", true),
            ("partial_shipment", false),
            ("pick_up", false),
            ("warehouse", true),
            ("outfield", false),
            ("customs", true),
            ("arrival_customs", false),
            ("delivery", false),
        ];
        let mut cells = vec![
            ("org_id", Value::Int(self.org)),
            ("id", Value::Int(self.id)),
            ("departure_warehouse", text("浦东货站")),
            ("receipt_date", text(show_day(self.at.day()))),
            ("hs_code", text("6204620000")),
            ("payment_method", text("PP")),
            ("currency_code", text("CNY")),
            ("order_remark", text("客户要求当天交单，破损须拍照")),
        ];
        cells.extend(flags.map(|(name, flag)| (name, Value::Bool(flag))));
        cells
    }

    fn parts(&self) -> Vec<(&'static str, Cells)> {
        let (from, to, _, flight) = self.route;
        let mut leg = self.part(1);
        leg.extend([
            ("leg_no", Value::Int(1)),
            ("from_station", text(from)),
            ("to_station", text(to)),
            ("carrier_code", text(flight.get(..2).unwrap_or_default())),
            ("flight_no", text(flight)),
            ("flight_date", text(self.departure.clone())),
        ]);
        let mut dimension = self.part(2);
        dimension.extend([
            ("hawb_id", Value::Int(0)),
            ("side", text("plan")),
            ("line", Value::Int(1)),
            ("length", Value::Int(1_000)),
            ("width", Value::Int(600)),
            ("height", Value::Int(500)),
            ("pieces", Value::Int(self.pieces)),
        ]);
        let mut service = self.part(3);
        service.extend([
            ("code", text("customs")),
            ("enabled", Value::Bool(true)),
            ("begin_date", text(show_day(self.at.day()))),
            ("body", text("{\"declaresType\":\"一般贸易\"}")),
        ]);
        let party = |place: u64, role: &str, name: &str, nation: &str, city: &str| {
            let mut cells = self.part(place);
            cells.extend([
                ("hawb_id", Value::Int(0)),
                ("role", text(role)),
                ("sc_name", text(format!("{name} {:03}", self.n % 997))),
                ("sc_address", text("88 INDUSTRIAL ROAD")),
                ("nation_code", text(nation)),
                ("city_name_en", text(city)),
                ("post_code", text("200120")),
                ("tel_number", text("86 21 50000000")),
            ]);
            cells
        };
        vec![
            ("order_leg", leg),
            ("order_dimension", dimension),
            ("order_service", service),
            ("order_party", party(4, "shipper", "SHIPPER TRADING CO LTD", "CN", "SHANGHAI")),
            ("order_party", party(5, "consignee", "CONSIGNEE GMBH", "DE", "FRANKFURT")),
        ]
    }

    /// Number, vessel, voyage and TEU of an order by sea.
    fn sea(&self) -> (String, &'static str, String, i64) {
        (format!("COSU{:010}", self.n), "COSCO SHIPPING ARIES", format!("{:03}W", self.n % 1_000), 200)
    }

    /// The order and its detail in the release before.
    fn unfilled(&self) -> Vec<(&'static str, Cells)> {
        let mut head = self.head();
        head.retain(|(name, _)| !name.starts_with("biz_"));
        if !self.n.is_multiple_of(SEA_EVERY) {
            return vec![("freight_order", head), ("order_air_detail", self.air())];
        }
        head.iter_mut().filter(|(name, _)| *name == "business_scope").for_each(|(_, scope)| *scope = text("SE"));
        let (number, ship, voyage, teu) = self.sea();
        let detail = vec![
            ("org_id", Value::Int(self.org)),
            ("id", Value::Int(self.id)),
            ("mlb_number", text(number)),
            ("ship_name", text(ship)),
            ("ship_voyage_number", text(voyage)),
            ("teu", Value::Int(teu)),
        ];
        vec![("freight_order", head), ("order_carriage_detail", detail)]
    }

    fn master(&self) -> Option<Cells> {
        let (id, number) = self.awb.as_ref()?;
        let (prefix, serial) = number.split_once('-')?;
        let mut cells = vec![
            ("org_id", Value::Int(self.org)),
            ("id", Value::Int(*id)),
            ("version", Value::Int(2)),
            ("awb_number", text(number.clone())),
            ("prefix", text(prefix)),
            ("serial", text(serial)),
            ("generation", Value::Int(1)),
            ("state", text("ALLOCATED")),
            ("source_type", text("自有")),
            ("source_coop_id", Value::Int(customer_id(self.org, 0))),
            ("kind", text("中性")),
            ("order_id", Value::Int(self.id)),
            ("order_codes", text(self.code.clone())),
            ("returned", Value::Bool(false)),
        ];
        cells.extend(stamps(self.creator, self.at));
        Some(cells)
    }

    fn log(&self) -> Cells {
        vec![
            ("org_id", Value::Int(self.org)),
            ("id", Value::Int(row_id(self.at, self.n, 7))),
            ("level", text("MIDDLE")),
            ("kind", text("新建")),
            ("page", text("/af_order_edit")),
            ("function", text("订单创建")),
            ("text", text("订单创建")),
            ("object_type", text("order")),
            ("object_id", Value::Int(self.id)),
            ("order_id", Value::Int(self.id)),
            ("object_number", text(self.code.clone())),
            ("operator_id", Value::Int(self.creator)),
            ("operator_name", text("操作员")),
            ("created_at", Value::Int(self.at.millis())),
        ]
    }

    fn events(&self) -> Vec<Cells> {
        let Some((_, number)) = self.awb.as_ref().filter(|_| self.node.1 >= 50) else { return Vec::new() };
        let steps =
            [("RCS", "收运", self.route.0, 1), ("DEP", "起飞", self.route.0, 2), ("ARR", "到达", self.route.1, 3)];
        let event = |(code, name, airport, days): (&str, &str, &str, i64)| {
            vec![
                ("org_id", Value::Int(self.org)),
                ("id", Value::Int(row_id(self.at, self.n, 8 + u64::try_from(days).unwrap_or(0)))),
                ("awb_number", text(number.clone())),
                ("code", text(code)),
                ("name", text(name)),
                ("airport", text(airport)),
                ("flight_no", text(self.route.3)),
                ("event_time", Value::Int(self.at.millis() + days * DAY_MS)),
                ("pieces", Value::Int(self.pieces)),
                ("weight", Value::Int(self.weight)),
                ("part", text("T")),
                ("source", text("报文FSU")),
                ("created_by", Value::Int(0)),
                ("created_at", Value::Int(self.at.millis() + days * DAY_MS)),
            ]
        };
        steps.into_iter().map(event).collect()
    }

    fn share(&self) -> Cells {
        vec![
            ("org_id", Value::Int(self.org)),
            ("id", Value::Int(row_id(self.at, self.n, 15))),
            ("kind", text("LINK")),
            ("order_id", Value::Int(self.id)),
            ("order_uuid", text(uuid(self.n))),
            ("code_hash", Value::Bytes(secret_hash(&share_code(self.n)))),
            ("validity", text("forever")),
            ("parts", text("order,track,manifest,files,photos,print")),
            ("state", text("ACTIVE")),
            ("views", Value::Int(0)),
            ("created_by", Value::Int(self.creator)),
            ("created_at", Value::Int(self.at.millis())),
        ]
    }
}

/// Whether a loaded order is being worked on.
pub fn is_open(plan: &Plan, n: u64) -> bool {
    Order::new(n, plan.org(n), plan.created(n), plan.number(n), "AE").lifecycle == "OPEN"
}

/// Row of a charge of a loaded order.
pub fn charge_id(plan: &Plan, n: u64, place: u64) -> i64 {
    row_id(plan.created(n), n, place)
}

/// An order with its charges, and what the bulk generator is told of it.
fn billed(plan: &Plan, n: u64) -> Vec<(&'static str, Cells)> {
    let mut order = Order::new(n, plan.org(n), plan.created(n), plan.number(n), "AE");
    let fate = Fate::of(plan, n);
    order.fate = Some(fate.clone());
    let mut rows = vec![("freight_order", order.head()), ("order_air_detail", order.air())];
    rows.extend(order.charges());
    rows.push(fate.row(n, (order.id, order.customer(), order.at, order.creator)));
    rows
}

/// Every row of a loaded order.
pub fn loaded(plan: &Plan, n: u64) -> Vec<(&'static str, Cells)> {
    if plan.billed {
        return billed(plan, n);
    }
    let order = Order::new(n, plan.org(n), plan.created(n), plan.number(n), "AE");
    let mut rows = if plan.unfilled {
        order.unfilled()
    } else {
        vec![("freight_order", order.head()), ("order_air_detail", order.air())]
    };
    rows.extend(order.parts());
    rows.extend(order.master().map(|cells| ("awb", cells)));
    rows.push(("operation_log", order.log()));
    rows.extend(order.events().into_iter().map(|cells| ("track_event", cells)));
    if n.is_multiple_of(SHARED_EVERY) {
        rows.push(("order_share", order.share()));
    }
    if plan.charged {
        rows.extend(order.charges());
    }
    rows
}

/// What the product stores of what an order of the release before is called and counted by, as [`BUSINESS`] names it.
pub fn business(plan: &Plan, n: u64) -> Vec<Value> {
    let order = Order::new(n, plan.org(n), plan.created(n), plan.number(n), "AE");
    let mut cells = Vec::new();
    if n.is_multiple_of(SEA_EVERY) {
        let (number, ship, voyage, teu) = order.sea();
        let carrier = format!("{ship}/{voyage}");
        cells.extend([("biz_number", text(number)), ("biz_carrier", text(carrier)), ("biz_teu", Value::Int(teu))]);
    }
    cells.extend(order.head());
    let of = |name: &str| cells.iter().find(|(own, _)| *own == name).map_or(Value::Null, |(_, value)| value.clone());
    BUSINESS.iter().map(|name| of(name)).collect()
}

/// The code an order bears.
pub fn code_of(plan: &Plan, n: u64) -> String {
    Order::new(n, plan.org(n), plan.created(n), plan.number(n), "AE").code
}

/// The rows a save of a new order writes: the order without a master number, its parts, its log line.
pub fn saved(n: u64, org: i64, at: Instant) -> Vec<(&'static str, Cells)> {
    let mut order = Order::new(n, org, at, n, "FL");
    order.code = format!("FL-{n}");
    order.awb = None;
    order.node = ("订单创建", 10);
    order.lifecycle = "OPEN";
    let mut rows = vec![("freight_order", order.head()), ("order_air_detail", order.air())];
    rows.extend(order.parts());
    rows.push(("operation_log", order.log()));
    rows
}
