//! What differs by scope, in one table: the words, the fields of each section, the places, the charge unit.

use std::sync::LazyLock;

use kernel::{Mode, Scope};
use platform::document::Section;
use platform::field::{Choice, Field};

use crate::air::{self, Air, SERVICES, ServiceDecl};
use crate::carriage::{Detail, Head, Services};
use crate::charge_unit::ChargeUnit;
use crate::check::{AIR_RULES, BOX_RULES, CARRIED_RULES, ROAD_RULES, Rule};
use crate::choices::*;
use crate::moves::{Guard, cancel_guards, finish_guards, split_guards};
use crate::part::Part;
use crate::parts::{BOXES, CONFIRM_DIMENSIONS, LEGS, PLAN_BOXES, PLAN_DIMENSIONS, STOPS};
use crate::place::PlaceKind;
use crate::store::CARRIAGE_DETAIL;

/// Sections of cargo and routing; what is done, where nothing travels.
const FIXED: [&str; 3] = ["routing", "service", "cargo"];

/// A scope as its pages declare it.
#[derive(Debug, Clone)]
pub struct Profile {
    /// Scope.
    pub scope: Scope,
    /// The sections of its form.
    pub sections: Vec<Section>,
    /// Fields of the shared row.
    pub head: Vec<Field>,
    /// Fields of the detail.
    pub detail: Vec<Field>,
    /// Table of the detail.
    pub detail_table: &'static str,
    /// Services that are told as fields of the order.
    pub flags: Vec<Field>,
    /// Services with a form of their own.
    pub services: &'static [ServiceDecl],
    /// Rows below an order.
    pub parts: &'static [&'static Part],
    /// Whether orders name shipper, consignee and notify, and contacts of the customer.
    pub parties: bool,
    /// What its stations are.
    pub places: PlaceKind,
    /// What it is charged by.
    pub unit: ChargeUnit,
    /// Rules of the scope beside those of every order.
    pub(crate) rules: &'static [&'static [Rule]],
    /// What stands against cancelling an order.
    pub(crate) cancel: &'static [Guard],
    /// What stands against splitting one.
    pub(crate) split: &'static [Guard],
    /// What must be done before operations are finished.
    pub(crate) finish: &'static [Guard],
    /// Whether finishing is offered before that, to tell what is missing.
    pub(crate) finish_tells: bool,
    /// Reasons a cancellation may have; the last needs a remark.
    pub reasons: &'static [&'static str],
}

impl Profile {
    /// Whether it has rows of a part.
    pub fn has(&self, part: &Part) -> bool {
        self.parts.iter().any(|own| own.member == part.member)
    }

    /// Whether its orders take a master number of the stock.
    pub fn takes_masters(&self) -> bool {
        self.scope == Scope::Ae
    }

    /// Whether its orders are split: what travels nowhere is not.
    pub fn splits(&self) -> bool {
        self.scope != Scope::Io
    }

    /// Whether its boxes should be back before operations are finished.
    pub fn returns_boxes(&self) -> bool {
        self.scope == Scope::Si
    }

    /// Whether its cargo goes in boxes.
    pub fn boxes(&self) -> bool {
        self.has(&BOXES)
    }

    /// Whether its trucks stop.
    pub fn stops(&self) -> bool {
        self.has(&STOPS)
    }

    /// Whether finished operations fix a field: it stands in a section of cargo or routing.
    pub fn fixed(&self, column: &str) -> bool {
        let of = |key: &str| {
            let own = self.sections.iter().filter(move |section| section.key == key);
            own.flat_map(|section| section.fields).any(|field| field.column == column)
        };
        // Beside the cargo's figures air export tells what is charged of them, which stays open.
        let figure = column.starts_with("plan_") || column.starts_with("confirm_");
        FIXED.iter().any(|key| of(key)) || (of("figures") && figure)
    }

    /// Whether cargo leaves the country.
    pub fn export(&self) -> bool {
        matches!(self.scope, Scope::Ae | Scope::Se | Scope::Te)
    }

    /// Fields of the order itself, in the order of the form.
    pub fn fields(&self) -> impl Iterator<Item = &Field> {
        self.sections.iter().flat_map(|section| section.fields)
    }
}

/// One of a kind for each scope.
#[derive(Debug)]
pub struct ByScope<T>([T; 8]);

impl<T> ByScope<T> {
    /// Made by a function of the scope.
    pub fn new(make: impl FnMut(Scope) -> T) -> Self {
        use Scope::{Ae, Ai, Io, Lc, Se, Si, Te, Ti};
        Self([Ae, Ai, Se, Si, Te, Ti, Lc, Io].map(make))
    }

    /// That of a scope.
    pub fn of(&self, scope: Scope) -> &T {
        let [ae, ai, se, si, te, ti, lc, io] = &self.0;
        match scope {
            Scope::Ae => ae,
            Scope::Ai => ai,
            Scope::Se => se,
            Scope::Si => si,
            Scope::Te => te,
            Scope::Ti => ti,
            Scope::Lc => lc,
            Scope::Io => io,
        }
    }
}

/// The profile of a scope.
pub fn profile(scope: Scope) -> &'static Profile {
    static ALL: LazyLock<ByScope<Profile>> = LazyLock::new(|| ByScope::new(made));
    ALL.of(scope)
}

/// The scopes beside air export, whose orders have their calls by the name of the scope.
pub fn carried() -> impl Iterator<Item = &'static Profile> {
    Scope::all().filter(|scope| *scope != Scope::Ae).map(profile)
}

/// The profile of a scope beside air export.
pub fn carried_of(scope: Scope) -> Option<&'static Profile> {
    carried().find(|profile| profile.scope == scope)
}

const fn select(field: Field, choices: &'static [Choice]) -> Field {
    let mut field = field;
    field.kind = platform::field::Kind::Select;
    field.choices = choices;
    field
}

const fn named(field: Field, zh: &'static str, en: &'static str) -> Field {
    let mut field = field;
    field.zh = zh;
    field.en = en;
    field
}

const fn place(field: Field, select: &'static str, zh: &'static str, en: &'static str) -> Field {
    let mut field = named(field, zh, en);
    field.kind = platform::field::Kind::Code(select);
    field
}

/// The sections of the scopes beside air export.
fn sections(scope: Scope) -> Vec<Section> {
    let mut sections = vec![
        section("header", ("基本信息", "Header"), header(scope)),
        section("parties", ("相关方", "Parties"), parties(scope)),
    ];
    let (key, title) = match scope.mode() {
        Mode::Other => ("service", ("其他业务", "Other business")),
        Mode::Road => ("routing", ("线路与车辆", "Route and vehicle")),
        _ => ("routing", ("航程", "Routing")),
    };
    sections.push(section(key, title, routing(scope)));
    if matches!(scope, Scope::Se | Scope::Te) {
        sections.push(section("cutoffs", ("截点与送货", "Cut-offs and delivery"), cutoffs(scope)));
    }
    sections.push(section("cargo", ("货物", "Cargo"), goods(scope)));
    sections.push(section("figures", ("预报/实际", "Planned and actual"), figures(scope)));
    if scope != Scope::Io {
        sections.push(section("services", ("服务", "Services"), services(scope)));
    }
    sections.push(section("remarks", ("备注", "Remarks"), vec![Detail::ORDER_REMARK, Detail::OPERATION_REMARK]));
    sections
}

fn made(scope: Scope) -> Profile {
    if scope == Scope::Ae {
        return Profile {
            scope,
            sections: air::sections(),
            head: air::Head::FIELDS.to_vec(),
            detail: Air::FIELDS.to_vec(),
            detail_table: "order_air_detail",
            flags: Vec::new(),
            services: SERVICES,
            parts: &[&LEGS, &PLAN_DIMENSIONS, &CONFIRM_DIMENSIONS],
            parties: true,
            places: PlaceKind::Airport,
            unit: ChargeUnit::Kilograms,
            rules: &[AIR_RULES],
            cancel: cancel_guards(scope),
            split: split_guards(scope),
            finish: finish_guards(scope),
            finish_tells: false,
            reasons: AIR_REASONS,
        };
    }
    let sections = sections(scope);
    let all: Vec<Field> = sections.iter().flat_map(|section| section.fields.iter().copied()).collect();
    let of = |table: &[Field]| -> Vec<Field> {
        all.iter().filter(|field| table.iter().any(|known| known.column == field.column)).copied().collect()
    };
    let (parts, rules): (&[&Part], &[&[Rule]]) = match scope.mode() {
        Mode::Sea | Mode::Rail => (&[&PLAN_BOXES, &BOXES], &[CARRIED_RULES, BOX_RULES]),
        Mode::Road => (&[&STOPS], &[CARRIED_RULES, ROAD_RULES]),
        Mode::Air | Mode::Other => (&[], &[CARRIED_RULES]),
    };
    Profile {
        scope,
        head: of(Head::FIELDS),
        detail: of(Detail::FIELDS),
        detail_table: CARRIAGE_DETAIL,
        flags: of(Services::FIELDS),
        services: &[],
        parts,
        parties: false,
        sections,
        places: places(scope),
        unit: unit(scope),
        rules,
        cancel: cancel_guards(scope),
        split: split_guards(scope),
        finish: finish_guards(scope),
        finish_tells: true,
        reasons: REASONS,
    }
}

/// Sections are made once and live as long as the program.
fn section(key: &'static str, title: (&'static str, &'static str), fields: Vec<Field>) -> Section {
    Section { key, title, fields: Vec::leak(fields) }
}

fn places(scope: Scope) -> PlaceKind {
    match scope.mode() {
        Mode::Air => PlaceKind::Airport,
        Mode::Sea => PlaceKind::Port,
        Mode::Rail => PlaceKind::Rail,
        Mode::Road => PlaceKind::City,
        Mode::Other => PlaceKind::None,
    }
}

fn unit(scope: Scope) -> ChargeUnit {
    match scope.mode() {
        Mode::Sea | Mode::Rail => ChargeUnit::Tons,
        Mode::Road | Mode::Air | Mode::Other => ChargeUnit::Kilograms,
    }
}

fn header(scope: Scope) -> Vec<Field> {
    let product = |choices| select(Head::BUSINESS_PRODUCT, choices).required();
    let mut fields = vec![Head::CUSTOMER_NUMBER, Head::INTERNAL_NUMBER];
    match scope {
        Scope::Ai => fields.push(product(PRODUCT_AI)),
        Scope::Se => fields.push(product(PRODUCT_SE)),
        Scope::Si => fields.push(product(PRODUCT_SI)),
        Scope::Te | Scope::Ti => fields.push(product(PRODUCT_RAIL)),
        Scope::Lc => fields.extend([product(PRODUCT_LC), Detail::SHIPPING_METHOD]),
        Scope::Io | Scope::Ae => {}
    }
    let flow = |choices| select(Detail::CARGO_FLOW_TYPE, choices);
    match scope.mode() {
        Mode::Air => fields.extend([Detail::CONTRACT_NUMBER, flow(FLOW_IMPORT)]),
        Mode::Sea => fields.extend([
            Detail::CONTAINER_METHOD,
            Detail::BILLING_TYPE,
            flow(if scope == Scope::Se { FLOW_SE } else { FLOW_IMPORT }),
            Detail::TRADE_TERM,
            Detail::SERVICE_TERM,
            Detail::CONTRACT_NUMBER,
            Detail::SERVICE_CONTRACT_NO,
            Detail::CARGO_SOURCE,
        ]),
        Mode::Rail => fields.extend([
            Detail::CONTAINER_METHOD,
            select(Detail::BILLING_TYPE, BILLING_RAIL).initially("\"国际货协运单SMGS\""),
            flow(FLOW_RAIL),
            Detail::TRADE_TERM,
            select(Detail::SERVICE_TERM, SERVICE_TERM_RAIL),
            Detail::CONTRACT_NUMBER,
            Detail::CARGO_SOURCE,
        ]),
        Mode::Road | Mode::Other => fields.push(Detail::CONTRACT_NUMBER),
    }
    fields
}

fn parties(scope: Scope) -> Vec<Field> {
    let mut fields = vec![Head::COOP_ID, Head::SALES_ID, Head::SERVICER_ID, Head::OPERATOR_ID, Head::WORKGROUP_ID];
    match scope {
        Scope::Se | Scope::Si => {
            fields.extend([Detail::SHIP_COMPANY_ID, Detail::BOOKING_AGENT_ID, Detail::OVERSEAS_AGENT_ID]);
        }
        Scope::Te | Scope::Ti => fields.extend([Detail::RAIL_OPERATOR_ID, Detail::OVERSEAS_AGENT_ID]),
        Scope::Ai => fields.push(Detail::OVERSEAS_AGENT_ID),
        Scope::Ae | Scope::Lc | Scope::Io => {}
    }
    if scope != Scope::Io {
        fields.push(Detail::TRUCKER_ID);
    }
    fields
}

fn routing(scope: Scope) -> Vec<Field> {
    let stations = |select, words: [(&'static str, &'static str); 4]| {
        let [from, via, via2, to] = words;
        [
            place(Head::DEPARTURE_STATION, select, from.0, from.1).required(),
            place(Head::TRANSIT1, select, via.0, via.1),
            place(Head::TRANSIT2, select, via2.0, via2.1),
            place(Head::ARRIVAL_STATION, select, to.0, to.1).required(),
        ]
    };
    let mut fields = Vec::new();
    match scope.mode() {
        Mode::Air => {
            fields.extend(stations(
                "airport",
                [("始发港", "Departure"), ("中转港1", "Transit 1"), ("中转港2", "Transit 2"), ("目的港", "Arrival")],
            ));
            fields.extend([Head::EXPECT_FLIGHT, named(Head::EXPECT_DEPARTURE, "航班日期", "Flight date")]);
            fields.extend([Head::EXPECT_ARRIVAL.required(), Head::AWB_NUMBER, Head::HAWB_NUMBER]);
            fields.push(Detail::ARRIVAL_WAREHOUSE_ID);
        }
        Mode::Sea => fields.extend(sea(
            scope,
            stations(
                "place?role=PORT",
                [
                    ("装货港", "Port of loading"),
                    ("中转港1", "Transit 1"),
                    ("中转港2", "Transit 2"),
                    ("卸货港", "Port of discharge"),
                ],
            ),
        )),
        Mode::Rail => fields.extend(rail(
            scope,
            stations(
                "place?role=RAIL",
                [("发站", "From station"), ("途经站", "Via"), ("途经站2", "Via 2"), ("到站", "To station")],
            ),
        )),
        Mode::Road => {
            let [from, _, _, to] =
                stations("place?role=CITY", [("起运地", "From"), ("", ""), ("", ""), ("目的地", "To")]);
            fields.extend([
                from,
                to,
                named(Head::EXPECT_DEPARTURE, "计划提货日", "Planned pick-up").required(),
                named(Head::EXPECT_ARRIVAL, "计划送达日", "Planned delivery"),
                Detail::VEHICLE_TYPE,
                Detail::DISTANCE,
                Detail::DRIVER_NUMBER,
                Detail::DRIVER_NAME,
                Detail::DRIVER_TEL,
                Detail::REF_ORDER_CODE,
            ]);
        }
        Mode::Other => fields.extend([
            Detail::SERVICE_TYPE,
            Detail::BUSINESS_DATE,
            Detail::START_DATE,
            Detail::FINISH_DATE,
            Detail::QUANTITY,
            Detail::UNIT,
            Detail::REF_ORDER_CODE,
            Detail::SERVICE_CONTENT,
        ]),
    }
    fields
}

fn sea(scope: Scope, stations: [Field; 4]) -> Vec<Field> {
    let export = scope == Scope::Se;
    let needed = |field: Field, wanted: bool| if wanted { field.required() } else { field };
    let mut fields = stations.to_vec();
    fields.extend([
        Detail::SHIP_NAME,
        Detail::SHIP_VOYAGE_NUMBER,
        needed(named(Head::EXPECT_DEPARTURE, "离港日期 ETD", "ETD"), export),
        needed(named(Head::EXPECT_ARRIVAL, "到港日期 ETA", "ETA"), !export),
        named(Detail::ACTUAL_DEPARTURE, "实际离港 ATD", "ATD"),
        named(Detail::ACTUAL_ARRIVAL, "实际到港 ATA", "ATA"),
        Detail::MLB_NUMBER,
        Detail::HLB_NUMBER,
    ]);
    if export {
        fields.extend([Detail::BOOKING_NO, Detail::RECEIPT_PLACE, Detail::DELIVERY_PLACE]);
    } else {
        fields.extend([Detail::MANIFEST_NO, Detail::FREE_DAYS, Detail::INLAND_TRANSPORT]);
    }
    fields.extend([Detail::TERMINAL, Detail::TEU]);
    fields
}

fn rail(scope: Scope, stations: [Field; 4]) -> Vec<Field> {
    let export = scope == Scope::Te;
    let mut fields = stations.to_vec();
    fields.extend([
        Detail::BORDER_STATION,
        Detail::BORDER_STATION2,
        Detail::PRODUCT_NAME,
        Detail::TRAIN_NO,
        Detail::PLAN_NO,
        Detail::RAIL_WAYBILL_NO,
        named(Head::EXPECT_DEPARTURE, "发车日期", "Train leaves").required(),
        named(Head::EXPECT_ARRIVAL, "预计到达", "Expected arrival"),
        named(Detail::ACTUAL_DEPARTURE, "实际发车", "Left at"),
        Detail::BORDER_ARRIVAL,
        Detail::BORDER_DEPARTURE,
        named(Detail::ACTUAL_ARRIVAL, "实际到达", "Arrived at"),
        Detail::BOX_OWNER,
    ]);
    if !export {
        fields.extend([Detail::RETURN_STATION, Detail::FREE_DAYS, Detail::INLAND_TRANSPORT]);
    }
    fields.push(Detail::TEU);
    fields
}

fn cutoffs(scope: Scope) -> Vec<Field> {
    let yard = |field: Field| {
        let mut field = field;
        if scope == Scope::Te {
            field.kind = platform::field::Kind::Reference("yard?role=RAIL");
        }
        field
    };
    let mut fields = vec![Detail::CY_OPEN_TIME, Detail::SI_CUTOFF];
    if scope == Scope::Se {
        fields.push(Detail::VGM_CUTOFF);
    }
    let cutoff =
        if scope == Scope::Te { named(Detail::CY_CUTOFF, "截站", "Station cut-off") } else { Detail::CY_CUTOFF };
    fields.extend([
        cutoff,
        Detail::CUSTOMS_CUTOFF,
        yard(Detail::GATE_YARD_ID),
        yard(Detail::ENTRY_YARD_ID),
        Detail::ENTRY_NO,
        Detail::ENTRY_CUTOFF,
        Detail::DRIVER_NUMBER,
        Detail::DRIVER_NAME,
        Detail::DRIVER_TEL,
    ]);
    fields
}

fn goods(scope: Scope) -> Vec<Field> {
    let types = if scope == Scope::Ai { GOODS_TYPE } else { GOODS_TYPE_BOX };
    let kind = select(Head::GOODS_TYPE, types).initially("\"普货\"");
    if scope == Scope::Io {
        let (name, package) = (Field { required: false, ..Head::GOODS_NAME_CN }, Head::PACKAGE_TYPE);
        return vec![name, Head::GOODS_NAME_EN, kind, Field { required: false, initial: "", ..package }];
    }
    let mut fields = vec![Head::GOODS_NAME_CN, Head::GOODS_NAME_EN, kind.required(), Head::PACKAGE_TYPE];
    // Goods that stay in the country are in no customs status.
    if scope != Scope::Lc {
        fields.push(Detail::CUSTOMS_STATUS_CODE);
    }
    fields
}

fn figures(scope: Scope) -> Vec<Field> {
    let plan = [Head::PLAN_PIECES, Head::PLAN_WEIGHT, Head::PLAN_VOLUME];
    let plan = if scope == Scope::Io { plan } else { plan.map(Field::required) };
    let charged = |field: Field, zh, en| match unit(scope) {
        ChargeUnit::Tons => field,
        ChargeUnit::Kilograms => named(field, zh, en).digits(2).unit("KG"),
    };
    let mut fields = plan.to_vec();
    fields.extend([
        charged(Head::PLAN_CHARGE_WEIGHT, "预报计费重量", "Planned charge weight"),
        Head::CONFIRM_PIECES,
        Head::CONFIRM_WEIGHT,
        Head::CONFIRM_VOLUME,
        charged(Head::CONFIRM_CHARGE_WEIGHT, "实际计费重量", "Actual charge weight"),
    ]);
    fields
}

fn services(scope: Scope) -> Vec<Field> {
    if scope == Scope::Lc {
        return vec![Detail::SIGN_DATE];
    }
    let mut fields = Services::FIELDS.to_vec();
    if !matches!(scope, Scope::Se) {
        fields.push(Detail::SIGN_DATE);
    }
    fields
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_of_a_scope_stands_in_one_section_and_one_table() {
        for kind in Scope::all().map(profile) {
            let mut columns: Vec<&str> =
                kind.sections.iter().flat_map(|section| section.fields).map(|field| field.column).collect();
            let all = columns.len();
            columns.sort_unstable();
            columns.dedup();
            assert_eq!(columns.len(), all, "{:?}", kind.scope);
            assert_eq!(kind.head.len() + kind.detail.len() + kind.flags.len(), all, "{:?}", kind.scope);
            for section in &kind.sections {
                let mut labels: Vec<&str> = section.fields.iter().map(|field| field.zh).collect();
                labels.sort_unstable();
                labels.dedup();
                assert_eq!(labels.len(), section.fields.len(), "{:?} {}", kind.scope, section.key);
            }
        }
    }
}
