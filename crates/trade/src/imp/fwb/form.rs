//! From a master waybill form to the FWB of it, and back from an element to its box.

use kernel::{Findings, Length, Msg};

use super::{Agent, Charge, Column, DestinationCharges, Detail, Fwb, Rate};
use crate::imp::boxes::{self, NOT_A_NUMBER, chunks, indexed, number, upper, wrapped};
use crate::imp::parts::FREE_TEXT_MAX;
use crate::imp::value::{Accounting, Customs, Issue, Movement, Office, Pay, Shipment, Values};
use crate::imp::written::Written;
use crate::waybill_form::{self, RateLine, Sums, WaybillForm, line_total};
use crate::waybill_number::{MASTER_WRONG, Mawb};

/// The first version whose parties have second lines.
const SECOND_LINES_SINCE: u8 = 17;
/// Words goods of a consolidation begin with.
const CONSOLIDATION: &str = "CONSOL";

#[rustfmt::skip]
const NO_FLIGHT_DATE: Msg = Msg::new("imp.flight.date", "缺少航班日期，报文中没有该航班", "Without its date the message leaves the flight out.");
#[rustfmt::skip]
const NOT_A_DATE: Msg = Msg::new("imp.date", "日期格式不正确，报文中没有该内容", "The date is malformed; the message leaves it out.");
#[rustfmt::skip]
const WHOLE_CENTIMETRES: Msg = Msg::new("imp.size", "报文中的尺寸为整厘米，已向上取整", "The message has whole centimetres; the sides are rounded up.");

/// What a message needs beside the form.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FormFacts {
    /// Version wanted, 16 or 17.
    pub version: u8,
    /// Who sends it.
    pub office: Option<Office>,
    /// Whether the master has houses: its goods are then a consolidation.
    pub consolidation: bool,
}

/// The message of a form; none without a master number. The findings say what of the form cannot be told;
/// what does not fit into the message is marked in what [`super::compose`] writes, see [`findings`].
pub fn of_form(form: &WaybillForm, sums: &Sums, facts: &FormFacts) -> (Option<Fwb>, Findings) {
    let mut found = Findings::new();
    let Some(awb) = Mawb::parse_strict(&form.awb_number) else {
        found.error("awbNumber", MASTER_WRONG.text());
        return (None, found);
    };
    let mut fwb = Fwb::new(facts.version, shipment(awb, form, sums));
    fwb.flights = flights(form, &mut found);
    fwb.routing = routing(form);
    let second_lines = facts.version >= SECOND_LINES_SINCE;
    fwb.shipper = boxes::address(&form.shipper, second_lines);
    fwb.consignee = boxes::address(&form.consignee, second_lines);
    fwb.notify = boxes::address_if_any(&form.notify, second_lines);
    fwb.agent = agent(form);
    fwb.requests = lines(&form.handling_information, FREE_TEXT_MAX);
    fwb.accounting = lines(&form.accounting_information, 34)
        .into_iter()
        .map(|text| Accounting { code: "GEN".to_owned(), text })
        .collect();
    fwb.values = values(form, &mut found);
    fwb.rates = form.lines.iter().enumerate().map(|(place, line)| rate(form, facts, place, line, &mut found)).collect();
    fwb.charges = charge_order(form).into_iter().filter_map(|place| charge(form, place)).collect();
    for (place, charge) in form.charges.iter().enumerate() {
        number::<kernel::Amount>(&mut found, &format!("charges.{place}.amount"), &charge.amount);
    }
    let collects = boxes::pay(&form.pay_method) == Some(Pay::Collect);
    fwb.prepaid = column(&sums.prepaid, !collects);
    fwb.collect = column(&sums.collect, collects);
    fwb.certification = upper(&form.shipper_signature);
    fwb.issue = issue(form, &mut found);
    fwb.information = wrapped(&upper(&form.osi), FREE_TEXT_MAX);
    fwb.destination = destination(form, sums, collects);
    fwb.office.clone_from(&facts.office);
    fwb.customs_origin = upper(&form.sci);
    fwb.handling = form.special_handling_codes.iter().map(|code| upper(code)).collect();
    fwb.reference = reference(form);
    fwb.customs = customs(form);
    (Some(fwb), found)
}

/// What of a written message does not fit, at the boxes of its form.
pub fn findings(form: &WaybillForm, fwb: &Fwb, written: &Written) -> Findings {
    written.findings(|path| field_of(form, fwb, path))
}

fn shipment(awb: Mawb, form: &WaybillForm, sums: &Sums) -> Shipment {
    let volumes: Vec<kernel::Volume> = form.lines.iter().filter_map(|line| line.volume.parse().ok()).collect();
    Shipment {
        awb,
        origin: upper(&form.departure_station),
        destination: upper(&form.arrival_station),
        pieces: sums.pieces,
        weight: Some(sums.gross_weight),
        volume: (!volumes.is_empty()).then(|| volumes.into_iter().sum()),
        density_group: None,
    }
}

fn flights(form: &WaybillForm, found: &mut Findings) -> Vec<Movement> {
    let mut flights = Vec::new();
    for (flight, date, field) in [
        (&form.flight_number, &form.flight_date, "flightDate"),
        (&form.flight_number2, &form.flight_date2, "flightDate2"),
    ] {
        if flight.trim().is_empty() {
            continue;
        }
        match kernel::parse_day(date) {
            Some(day) => flights.push(Movement { flight: flight_code(flight), day: day.day() }),
            None => found.warning(field, NO_FLIGHT_DATE.text()),
        }
    }
    flights
}

/// A flight number has three digits at least.
fn flight_code(flight: &str) -> String {
    let flight: String = upper(flight).chars().filter(|letter| *letter != ' ').collect();
    let (carrier, number) = flight.split_at_checked(2).unwrap_or((&flight, ""));
    let digits = number.chars().take_while(char::is_ascii_digit).count();
    let zeros = if digits == 0 { 0 } else { 3usize.saturating_sub(digits) };
    format!("{carrier}{}{number}", "0".repeat(zeros))
}

fn routing(form: &WaybillForm) -> Vec<(String, String)> {
    let legs = [(&form.to1, &form.by1), (&form.to2, &form.by2), (&form.to3, &form.by3)];
    legs.iter().map(|(to, by)| (upper(to), upper(by))).filter(|(to, by)| !to.is_empty() || !by.is_empty()).collect()
}

fn agent(form: &WaybillForm) -> Option<Agent> {
    let code = upper(&form.agent_iata_code);
    let (iata, cass) = code.split_at_checked(7).filter(|_| code.len() == 11).unwrap_or((&code, ""));
    let agent = Agent {
        account: upper(&form.account_no),
        iata: iata.to_owned(),
        cass: cass.to_owned(),
        name: upper(&form.issue_agent_name),
        place: upper(&form.issue_agent_city),
        participant: String::new(),
    };
    (agent != Agent::default()).then_some(agent)
}

/// Lines as typed, each in capital letters and in as many lines as it needs.
fn lines(text: &str, most: usize) -> Vec<String> {
    text.lines().flat_map(|line| wrapped(&upper(line), most)).collect()
}

fn values(form: &WaybillForm, found: &mut Findings) -> Values {
    let insurance = boxes::declared(found, "insuranceAmount", &form.insurance_amount, &["XXX", "NIL", ""]);
    Values {
        currency: upper(&form.currency),
        charge_code: upper(&form.chgs_code),
        weight_pay: boxes::pay(&form.pay_method),
        other_pay: boxes::pay(&form.pay_method_other),
        carriage: boxes::declared(found, "declaredValueOfCarriage", &form.declared_value_of_carriage, &["NVD", ""]),
        customs: boxes::declared(found, "declaredValueOfCustoms", &form.declared_value_of_customs, &["NCV", ""]),
        insurance,
    }
}

fn rate(form: &WaybillForm, facts: &FormFacts, place: usize, line: &RateLine, found: &mut Findings) -> Rate {
    let mut of_line = Findings::new();
    let mut rate = Rate {
        pieces: number(&mut of_line, "pieces", &line.pieces),
        weight: number(&mut of_line, "grossWeight", &line.gross_weight),
        class: upper(&line.rate_class),
        commodity: upper(&line.commodity_item_no),
        chargeable: number(&mut of_line, "chargeWeight", &line.charge_weight),
        rate: number(&mut of_line, "rateCharge", &line.rate_charge),
        total: number(&mut of_line, "total", &line.total).or_else(|| line_total(line, &form.currency)),
        ..Rate::default()
    };
    rate.details = goods(&line.goods_name_en, facts);
    rate.details.extend(line.hs_codes.iter().map(|code| Detail::Hs(upper(code))).filter(|hs| *hs != empty_hs()));
    if place == 0 {
        rate.details.extend(sizes(form, found));
    }
    rate.details.extend(number(&mut of_line, "volume", &line.volume).map(Detail::Volume));
    rate.details.extend(number(&mut of_line, "slac", &line.slac).map(Detail::Slac));
    found.absorb(&format!("lines.{place}"), of_line);
    rate
}

fn empty_hs() -> Detail {
    Detail::Hs(String::new())
}

fn goods(name: &str, facts: &FormFacts) -> Vec<Detail> {
    let name = upper(name);
    let consolidation = facts.consolidation || name.starts_with(CONSOLIDATION);
    let detail = if consolidation { Detail::Consolidation } else { Detail::Goods };
    chunks(&name, 20).into_iter().map(detail).collect()
}

/// The dimensions of the form, or that there are none.
fn sizes(form: &WaybillForm, found: &mut Findings) -> Vec<Detail> {
    if form.sizes.is_empty() {
        return vec![Detail::Dimensions { weight: None, sides: None, pieces: None }];
    }
    let mut details = Vec::new();
    for (place, size) in form.sizes.iter().enumerate() {
        let field = format!("sizes.{place}");
        let typed = [&size.length, &size.width, &size.height].map(|side| side.trim().parse::<Length>().ok());
        let [Some(length), Some(width), Some(height)] = typed else {
            let text = format!("{}*{}*{}", size.length, size.width, size.height);
            found.error(&field, NOT_A_NUMBER.with(&[("text", &text)]));
            continue;
        };
        let sides = [length, width, height].map(whole_centimetres);
        if sides != [length, width, height] {
            found.warning(&field, WHOLE_CENTIMETRES.text());
        }
        let pieces = number(found, &field, &size.pieces);
        details.push(Detail::Dimensions { weight: None, sides: Some(sides), pieces });
    }
    details
}

fn whole_centimetres(side: Length) -> Length {
    Length::from_raw(side.raw().saturating_add(9) / 10 * 10)
}

/// Which charges are told, in which order: those due the agent first, those without an amount not at all.
fn charge_order(form: &WaybillForm) -> Vec<usize> {
    let told = |place: &usize| charge(form, *place).is_some();
    let mut order: Vec<usize> = (0..form.charges.len()).filter(told).collect();
    order.sort_by_key(|place| form.charges.get(*place).is_some_and(|charge| charge.due != "A"));
    order
}

fn charge(form: &WaybillForm, place: usize) -> Option<Charge> {
    let charge = form.charges.get(place)?;
    let pay = if charge.pay.is_empty() { &form.pay_method_other } else { &charge.pay };
    Some(Charge {
        pay: boxes::pay(pay).unwrap_or_default(),
        code: upper(&charge.code),
        due: if charge.due == "A" { 'A' } else { 'C' },
        amount: charge.amount.trim().parse().ok()?,
    })
}

/// A column of sums; what is nothing is left out, but the weight charge of the column it is paid in.
fn column(sums: &waybill_form::Column, has_freight: bool) -> Option<Column> {
    if sums.total.is_zero() && !has_freight {
        return None;
    }
    let filled = |amount: kernel::Amount| (!amount.is_zero()).then_some(amount);
    Some(Column {
        weight: if has_freight { Some(sums.weight) } else { filled(sums.weight) },
        valuation: filled(sums.valuation),
        tax: filled(sums.tax),
        agent: filled(sums.due_agent),
        carrier: filled(sums.due_carrier),
        total: Some(sums.total),
    })
}

fn issue(form: &WaybillForm, found: &mut Findings) -> Option<Issue> {
    if form.executed_on.trim().is_empty() {
        return None;
    }
    let Some(date) = kernel::parse_day(&form.executed_on) else {
        found.error("executedOn", NOT_A_DATE.text());
        return None;
    };
    Some(Issue { date, place: upper(&form.place_of_issue), signature: upper(&form.issuer) })
}

fn destination(form: &WaybillForm, sums: &Sums, collects: bool) -> Option<DestinationCharges> {
    let currency = upper(&form.dest_currency);
    let any = collects || !sums.collect.total.is_zero();
    (any && !currency.is_empty() && !form.exchange_rate.trim().is_empty()).then(|| DestinationCharges {
        currency,
        rate: form.exchange_rate.trim().to_owned(),
        charges: sums.cc_in_dest_currency,
        at_destination: Some(form.charges_at_destination.trim().parse().unwrap_or_default()),
        total: sums.total_collect,
    })
}

fn reference(form: &WaybillForm) -> Option<(String, String)> {
    let parts = (upper(&form.reference_number), upper(&form.optional_shipping_info));
    (!parts.0.is_empty() || !parts.1.is_empty()).then_some(parts)
}

fn customs(form: &WaybillForm) -> Vec<Customs> {
    let parties = [(&form.shipper, "SHP"), (&form.consignee, "CNE"), (&form.notify, "NFY")];
    parties.into_iter().flat_map(|(party, part)| boxes::customs(party, part)).collect()
}

/// The box of the form an element of its message comes from; empty for none.
pub fn field_of(form: &WaybillForm, fwb: &Fwb, path: &str) -> String {
    for (name, address) in
        [("shipper", Some(&fwb.shipper)), ("consignee", Some(&fwb.consignee)), ("notify", fwb.notify.as_ref())]
    {
        if let (Some(element), Some(address)) =
            (path.strip_prefix(name).and_then(|rest| rest.strip_prefix('.')), address)
        {
            return format!("{name}.{}", boxes::party_box(address, element));
        }
    }
    if let Some((place, element)) = indexed(path, "rates") {
        return rate_box(fwb, place, element);
    }
    if let Some((place, element)) = indexed(path, "charges") {
        let place = charge_order(form).get(place).copied().unwrap_or_default();
        return format!("charges.{place}.{element}");
    }
    if let Some((place, element)) = indexed(path, "customs") {
        return fwb.customs.get(place).map(|told| boxes::customs_box(told, element)).unwrap_or_default();
    }
    if let Some((place, element)) = indexed(path, "flights") {
        let date_of = |flight: &str| upper(flight).is_empty();
        // The first flight told is the second of the form when the first box is empty.
        let second = place > 0 || date_of(&form.flight_number);
        let name = if element == "day" { "flightDate" } else { "flightNumber" };
        return format!("{name}{}", if second { "2" } else { "" });
    }
    if let Some((place, element)) = indexed(path, "routing") {
        return format!("{element}{}", place + 1);
    }
    single_box(path).to_owned()
}

fn single_box(path: &str) -> &'static str {
    let many = [
        ("requests.", "handlingInformation"),
        ("accounting.", "accountingInformation"),
        ("information.", "osi"),
        ("handling.", "specialHandlingCodes"),
        ("reference.more", "optionalShippingInfo"),
    ];
    if let Some((_, field)) = many.iter().find(|(prefix, _)| path.starts_with(prefix)) {
        return field;
    }
    match path {
        "shipment.awb" => "awbNumber",
        "shipment.origin" => "departureStation",
        "shipment.destination" => "arrivalStation",
        "shipment.pieces" => "lines.0.pieces",
        "shipment.weight" => "lines.0.grossWeight",
        "shipment.volume" => "lines.0.volume",
        "agent.account" => "accountNo",
        "agent.iata" | "agent.cass" => "agentIataCode",
        "agent.name" => "issueAgentName",
        "agent.place" => "issueAgentCity",
        "values.currency" => "currency",
        "values.chargeCode" => "chgsCode",
        "values.weightPay" => "payMethod",
        "values.otherPay" => "payMethodOther",
        "values.carriage" => "declaredValueOfCarriage",
        "values.customs" => "declaredValueOfCustoms",
        "values.insurance" => "insuranceAmount",
        "prepaid.weight" | "collect.weight" => "lines.0.total",
        "prepaid.valuation" | "collect.valuation" => "valuationCharge",
        "prepaid.tax" | "collect.tax" => "tax",
        "prepaid.agent" | "collect.agent" | "prepaid.carrier" | "collect.carrier" => "charges",
        "certification" => "shipperSignature",
        "issue.date" => "executedOn",
        "issue.place" => "placeOfIssue",
        "issue.signature" => "issuer",
        "destination.currency" => "destCurrency",
        "destination.rate" => "exchangeRate",
        "destination.atDestination" => "chargesAtDestination",
        "customsOrigin" => "sci",
        "reference.number" => "referenceNumber",
        _ => "",
    }
}

fn rate_box(fwb: &Fwb, place: usize, element: &str) -> String {
    let line = format!("lines.{place}");
    let of_line = |name: &str| format!("{line}.{name}");
    match element {
        "pieces" | "point" => of_line("pieces"),
        "weight" => of_line("grossWeight"),
        "class" => of_line("rateClass"),
        "commodity" => of_line("commodityItemNo"),
        "chargeable" => of_line("chargeWeight"),
        "rate" => of_line("rateCharge"),
        "total" => of_line("total"),
        other => {
            let below = other.strip_prefix("details.").and_then(|below| below.parse::<usize>().ok());
            let details = fwb.rates.get(place).map(|rate| rate.details.as_slice()).unwrap_or_default();
            detail_box(details, below.unwrap_or(usize::MAX), &of_line)
        }
    }
}

fn detail_box(details: &[Detail], place: usize, of_line: &dyn Fn(&str) -> String) -> String {
    let Some(detail) = details.get(place) else { return String::new() };
    let same = |other: &&Detail| std::mem::discriminant(*other) == std::mem::discriminant(detail);
    let before = details.iter().take(place).filter(same).count();
    match detail {
        Detail::Goods(_) | Detail::Consolidation(_) => of_line("goodsNameEn"),
        Detail::Hs(_) => of_line(&format!("hsCodes.{before}")),
        Detail::Volume(_) => of_line("volume"),
        Detail::Slac(_) => of_line("slac"),
        Detail::Dimensions { sides: Some(_), .. } => format!("sizes.{before}"),
        Detail::Dimensions { .. } => "sizes".to_owned(),
        _ => String::new(),
    }
}
