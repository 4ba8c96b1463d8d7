//! Rules of the boxes. One implementation for the form, the print and the messages.

mod charge;
mod money;

use kernel::{Findings, Msg, Price, Text, Volume, Weight};

use super::{Kind, RateLine, Size, WaybillForm, limits, sums};
use crate::address;
use crate::cargo::{self, Dimension};
use crate::waybill_number::{self, Mawb};

/// How much of the form must be there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Completeness {
    /// Empty boxes are allowed, wrong ones are not.
    Draft,
    /// Every box the paper needs.
    Final,
}

/// Most letters that are named of those no message has.
const LETTERS_TOLD: usize = 20;

/// What the rules say.
#[rustfmt::skip]
pub mod messages {
    use kernel::Msg;

    /// A box the paper needs is empty.
    pub const REQUIRED: Msg = Msg::new("awb.required", "请填写{field}", "Please fill in {field}.");
    /// Departure.
    pub const DEPARTURE: Msg = Msg::new("awb.departure", "始发站最多3位字母", "The departure station has at most 3 letters.");
    /// Arrival.
    pub const ARRIVAL: Msg = Msg::new("awb.arrival", "目的站须为3位字母", "The arrival station is exactly 3 letters.");
    /// Carrier.
    pub const CARRIER: Msg = Msg::new("awb.carrier", "承运人须为2位字母或数字", "The carrier is exactly 2 letters or digits.");
    /// Agent name.
    pub const AGENT_NAME: Msg = Msg::new("awb.agent.name", "代理名称最多35个字符", "The agent's name has at most 35 characters.");
    /// Agent city.
    pub const AGENT_CITY: Msg = Msg::new("awb.agent.city", "代理城市最多17个字符", "The agent's city has at most 17 characters.");
    /// Agent IATA code.
    pub const AGENT_IATA: Msg = Msg::new("awb.agent.iata", "代理人IATA代码须为7位或11位数字", "The agent's IATA code is 7 or 11 digits.");
    /// Agent account.
    pub const ACCOUNT: Msg = Msg::new("awb.account", "账号只能包含字母、数字、空格、点和横线", "The account number has letters, digits, blanks, full stops and hyphens only.");
    /// Agent account too long.
    pub const ACCOUNT_LONG: Msg = Msg::new("awb.account.long", "代理账号最多14个字符", "The account number has at most 14 characters.");
    /// Routing.
    pub const ROUTING: Msg = Msg::new("awb.routing", "航程不完整", "The routing is incomplete.");
    /// Flight.
    pub const FLIGHT: Msg = Msg::new("awb.flight", "航班号只能包含字母和数字，最多20位", "The flight has letters and digits only, 20 at most.");
    /// Flight date.
    pub const FLIGHT_DATE: Msg = Msg::new("awb.flight.date", "航班日期格式不正确", "The flight date is malformed.");
    /// Accounting information.
    pub const ACCOUNTING: Msg = Msg::new("awb.accounting", "财务信息只能包含字母、数字、空格、点、横线和换行", "Accounting information has letters, digits, blanks, full stops, hyphens and line breaks only.");
    /// Accounting information too long.
    pub const ACCOUNTING_LONG: Msg = Msg::new("awb.accounting.long", "财务信息最多6行，每行34个字符", "Accounting information has at most 6 lines of 34 characters.");
    /// Handling information.
    pub const HANDLING: Msg = Msg::new("awb.handling", "操作信息只能包含字母、数字、空格、点、横线和换行", "Handling information has letters, digits, blanks, full stops, hyphens and line breaks only.");
    /// Handling codes.
    pub const HANDLING_CODES: Msg = Msg::new("awb.handling.codes", "特殊操作代码须为3位字母，最多9个", "Special handling codes are 3 letters, 9 at most.");
    /// Customs status.
    pub const SCI: Msg = Msg::new("awb.sci", "海关状态码最多2位字母或数字", "The customs status has at most 2 letters or digits.");
    /// Currency of a master.
    pub const CURRENCY: Msg = Msg::new("awb.currency", "币种须为3位字母", "The currency is 3 letters.");
    /// Currency of a house.
    pub const CURRENCY_HOUSE: Msg = Msg::new("awb.currency.house", "币种须为3位", "The currency has 3 characters.");
    /// Charges code.
    pub const CHGS: Msg = Msg::new("awb.chgs", "费用代码须为PP、PX、PZ、CC、CZ或NC", "The charges code is PP, PX, PZ, CC, CZ or NC.");
    /// Payment.
    pub const PAY: Msg = Msg::new("awb.pay", "付款方式须为PP或CC", "The payment is PP or CC.");
    /// Declared value for carriage.
    pub const CARRIAGE: Msg = Msg::new("awb.carriage", "运输声明价值须为NVD、N.V.D或不超过12位的数字", "The declared value for carriage is NVD, N.V.D or a number of at most 12 characters.");
    /// Declared value for customs.
    pub const CUSTOMS: Msg = Msg::new("awb.customs", "海关声明价值须为NCV、N.C.V或不超过12位的数字", "The declared value for customs is NCV, N.C.V or a number of at most 12 characters.");
    /// Insurance value.
    pub const INSURANCE_VALUE: Msg = Msg::new("awb.insurance.value", "保险价值须为NIL、N.I.L或不超过11位的数字", "The insurance value is NIL, N.I.L or a number of at most 11 characters.");
    /// Insurance amount.
    pub const INSURANCE_AMOUNT: Msg = Msg::new("awb.insurance.amount", "保险金额须为XXX或不超过11位的数字", "The insurance amount is XXX or a number of at most 11 characters.");
    /// Other service information.
    pub const OSI: Msg = Msg::new("awb.osi", "其他服务信息最多195个字符", "Other service information has at most 195 characters.");
    /// Pieces of a line.
    pub const PIECES: Msg = Msg::new("awb.pieces", "件数须为数字，最多5位", "Pieces are digits, 5 at most.");
    /// Pieces of a house.
    pub const PIECES_HOUSE: Msg = Msg::new("awb.pieces.house", "件数须为数字，最多9位", "Pieces are digits, 9 at most.");
    /// SLAC.
    pub const SLAC: Msg = Msg::new("awb.slac", "SLAC须为数字，最多5位", "SLAC is digits, 5 at most.");
    /// SLAC under the pieces.
    pub const SLAC_SMALL: Msg = Msg::new("awb.slac.small", "SLAC小于件数", "SLAC is less than the pieces.");
    /// Gross weight.
    pub const GROSS: Msg = Msg::new("awb.gross", "毛重最多2位小数，总长度不超过7位", "Gross weight has at most 2 decimals and 7 characters.");
    /// Chargeable weight.
    pub const CHARGE: Msg = Msg::new("awb.charge", "计费重量最多2位小数，总长度不超过7位", "Chargeable weight has at most 2 decimals and 7 characters.");
    /// Chargeable under gross.
    pub const CHARGE_SMALL: Msg = Msg::new("awb.charge.small", "计费重量不能小于毛重", "The chargeable weight can't be less than the gross weight.");
    /// Rate class.
    pub const CLASS: Msg = Msg::new("awb.class", "运价等级不正确", "The rate class is not valid.");
    /// Commodity item.
    pub const COMMODITY: Msg = Msg::new("awb.commodity", "商品代号与运价等级不符", "The commodity item does not fit the rate class.");
    /// Rate.
    pub const RATE: Msg = Msg::new("awb.rate", "费率最多2位小数，总长度不超过8位", "The rate has at most 2 decimals and 8 characters.");
    /// Total.
    pub const TOTAL: Msg = Msg::new("awb.total", "运费总额最多2位小数，总长度不超过12位", "The total has at most 2 decimals and 12 characters.");
    /// Total does not follow from rate and weight.
    pub const TOTAL_DIFFERS: Msg = Msg::new("awb.total.differs", "运费{total}与计算值{expected}不一致", "The total {total} differs from the computed {expected}.");
    /// Volume.
    pub const VOLUME: Msg = Msg::new("awb.volume", "体积最多3位小数，总长度不超过9位", "Volume has at most 3 decimals and 9 characters.");
    /// Goods.
    pub const GOODS: Msg = Msg::new("awb.goods", "英文品名最多80个字符", "The goods name has at most 80 characters.");
    /// HS codes.
    pub const HS: Msg = Msg::new("awb.hs", "HS编码须为6-18位字母或数字", "An HS code is 6 to 18 letters or digits.");
    /// Too many HS codes.
    pub const HS_MANY: Msg = Msg::new("awb.hs.many", "HS编码最多9个", "There are at most 9 HS codes.");
    /// Weight unit.
    pub const UNIT: Msg = Msg::new("awb.unit", "重量单位须为K", "The weight unit is K.");
    /// No rate line.
    pub const NO_LINE: Msg = Msg::new("awb.lines.none", "请填写运价行", "Please fill in a rate line.");
    /// Too many rate lines.
    pub const LINES: Msg = Msg::new("awb.lines.many", "运价行最多12行", "There are at most 12 rate lines.");
    /// Pieces of the sizes.
    pub const SIZE_PIECES: Msg = Msg::new("awb.sizes.pieces", "尺寸件数{a}与件数{b}不一致", "The sizes have {a} pieces, the waybill {b}.");
    /// A size.
    pub const SIZE: Msg = Msg::new("awb.size", "尺寸格式不正确", "The dimensions are malformed.");
    /// Code of a charge.
    pub const CHARGE_CODE: Msg = Msg::new("awb.charge.code", "杂费代码为2位字母", "The code of a charge is 2 letters.");
    /// Entitlement of a charge.
    pub const CHARGE_DUE: Msg = Msg::new("awb.charge.due", "杂费归属须为A或C", "A charge is due to A (agent) or C (carrier).");
    /// Amount of a charge.
    pub const CHARGE_AMOUNT: Msg = Msg::new("awb.charge.amount", "杂费金额最多2位小数，总长度不超过12位", "The amount has at most 2 decimals and 12 characters.");
    /// Amount of a charge that is not what its rate comes to.
    pub const CHARGE_DIFFERS: Msg = Msg::new("awb.charge.differs", "杂费金额{amount}与费率×数量{expected}不一致（手工，或按最低、最高收费）", "The amount {amount} is not rate times quantity, {expected}: typed by hand, or a least or greatest charge.");
    /// An amount finer than its currency.
    pub const FINE: Msg = Msg::new("awb.amount.fine", "{currency}没有小数，金额{amount}须为整数", "{currency} has no decimals: {amount} is to be a whole amount.");
    /// Valuation or tax.
    pub const SUM_AMOUNT: Msg = Msg::new("awb.sum.amount", "金额最多2位小数，总长度不超过12位", "The amount has at most 2 decimals and 12 characters.");
    /// Exchange rate.
    pub const EXCHANGE: Msg = Msg::new("awb.exchange", "汇率最多6位小数", "The exchange rate has at most 6 decimals.");
    /// Date of execution.
    pub const EXECUTED: Msg = Msg::new("awb.executed", "签发日期格式不正确", "The date of execution is malformed.");
    /// Place of issue.
    pub const PLACE: Msg = Msg::new("awb.place", "签发地最多17个字符", "The place of issue has at most 17 characters.");
    /// Issuer.
    pub const ISSUER: Msg = Msg::new("awb.issuer", "签发人最多20个字符", "The issuer has at most 20 characters.");
    /// Party code.
    pub const PARTY_CODE: Msg = Msg::new("awb.party.code", "收发货人代码最多35个字符", "The party code has at most 35 characters.");
    /// Reference number.
    pub const REFERENCE: Msg = Msg::new("awb.reference", "参考号最多15个字符", "The reference number has at most 15 characters.");
    /// Optional shipping information.
    pub const OPTIONAL: Msg = Msg::new("awb.optional", "可选运输信息最多12个字符", "Optional shipping information has at most 12 characters.");
    /// Letters that messages have not.
    pub const LETTERS: Msg = Msg::new("awb.letters", "“{text}”无法在运单报文中发送，报文只能包含字母、数字、空格、点和横线", "“{text}” can't be sent in messages: letters, digits, blanks, full stops and hyphens only.");
    /// Chargeable under gross, of the lines of load units together.
    pub const UNITS_SMALL: Msg = Msg::new("awb.charge.units", "集装器各行计费重量合计不能小于毛重合计", "The chargeable weights of load units come to less than their gross weights.");
    /// Address lines.
    pub const ADDRESS_LINES: Msg = Msg::new("awb.address.lines", "地址超过3行，每行35个字符", "The address takes more than 3 lines of 35 characters.");
}
use messages as m;

/// Checks a form: everything at once, each finding at its box.
pub fn check(form: &WaybillForm, completeness: Completeness) -> Findings {
    let mut found = Findings::new();
    let is_final = completeness == Completeness::Final;
    check_numbers(form, is_final, &mut found);
    check_parties(form, is_final, &mut found);
    check_agent(form, &mut found);
    check_routing(form, is_final, &mut found);
    check_values(form, &mut found);
    check_handling(form, &mut found);
    if is_final {
        check_required(form, &mut found);
    }
    for (place, line) in form.lines.iter().enumerate() {
        found.absorb(&format!("lines.{place}"), check_line(line, form, is_final));
    }
    found.error_if(form.lines.len() > limits::LINES, "lines", m::LINES);
    check_line_totals(form, is_final, &mut found);
    check_sizes(form, &mut found);
    check_letters(form, &mut found);
    for (place, charge) in form.charges.iter().enumerate() {
        found.absorb(&format!("charges.{place}"), charge::check(form, charge, is_final));
    }
    check_ends(form, &mut found);
    money::check(form, is_final, &mut found);
    found
}

pub(crate) fn letters(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_alphabetic())
}

pub(crate) fn letters_or_digits(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_alphanumeric())
}

pub(crate) fn digits(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_digit())
}

/// A plain decimal of so many decimals and characters at most, the point included.
pub(crate) fn decimal(text: &str, decimals: usize, length_max: usize) -> bool {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    text.len() <= length_max
        && !whole.is_empty()
        && digits(whole)
        && digits(fraction)
        && fraction.len() <= decimals
        && !text.ends_with('.')
}

/// An empty box passes; a filled one must fit.
pub(crate) fn fits(found: &mut Findings, field: &str, text: &str, sound: bool, message: Msg) {
    found.error_if(!text.is_empty() && !sound, field, message);
}

pub(crate) fn at_most(found: &mut Findings, field: &str, text: &str, most: usize, message: Msg) {
    found.error_if(text.chars().count() > most, field, message);
}

fn required(zh: &str, en: &str) -> Text {
    m::REQUIRED.with_each(&[("field", zh)], &[("field", en)])
}

fn check_numbers(form: &WaybillForm, is_final: bool, found: &mut Findings) {
    // The master number is asked for in drafts too (spec): a form belongs to one.
    let house_without = form.kind == Kind::House && form.awb_number.is_empty() && !is_final;
    let sound = house_without || Mawb::parse_strict(&form.awb_number).is_some();
    found.error_if(!sound, "awbNumber", waybill_number::MASTER_WRONG);
    if form.kind == Kind::House {
        let text = form.hawb_number.as_str();
        let needed = is_final && text.is_empty();
        let wrong = !text.is_empty() && !waybill_number::house_fits(text, waybill_number::HOUSE_LENGTH_MAX);
        found.error_if(needed || wrong, "hawbNumber", waybill_number::HOUSE_WRONG);
    }
    let departure = form.departure_station.as_str();
    fits(found, "departureStation", departure, departure.len() <= 3 && letters(departure), m::DEPARTURE);
    let arrival = form.arrival_station.as_str();
    fits(found, "arrivalStation", arrival, arrival.len() == 3 && letters(arrival), m::ARRIVAL);
    let carrier = form.airline_code.as_str();
    fits(found, "airlineCode", carrier, carrier.len() == 2 && letters_or_digits(carrier), m::CARRIER);
}

fn check_parties(form: &WaybillForm, is_final: bool, found: &mut Findings) {
    for (name, party, needed) in [
        ("shipper", &form.shipper, is_final),
        ("consignee", &form.consignee, is_final),
        ("notify", &form.notify, false),
    ] {
        if !needed && address::is_empty(party) {
            continue;
        }
        found.absorb(name, address::check(party, needed));
        if party.sc_address.len().div_ceil(35) > 3 {
            found.warning(format!("{name}.scAddress"), m::ADDRESS_LINES.text());
        }
    }
}

fn check_agent(form: &WaybillForm, found: &mut Findings) {
    at_most(found, "issueAgentName", &form.issue_agent_name, 35, m::AGENT_NAME);
    at_most(found, "issueAgentCity", &form.issue_agent_city, 17, m::AGENT_CITY);
    let iata = form.agent_iata_code.as_str();
    fits(found, "agentIataCode", iata, digits(iata) && matches!(iata.len(), 7 | 11), m::AGENT_IATA);
    found.error_if(!address::is_plain(&form.account_no), "accountNo", m::ACCOUNT);
    at_most(found, "accountNo", &form.account_no, 14, m::ACCOUNT_LONG);
}

/// Each leg has a place and a carrier, without gaps, and the last place is the arrival station.
fn check_routing(form: &WaybillForm, is_final: bool, found: &mut Findings) {
    let legs = [
        ("to1", &form.to1, "by1", &form.by1),
        ("to2", &form.to2, "by2", &form.by2),
        ("to3", &form.to3, "by3", &form.by3),
    ];
    let mut open = true;
    let mut last = "";
    for (to_field, to, by_field, by) in legs {
        fits(found, to_field, to, to.len() == 3 && letters(to), m::ROUTING);
        fits(found, by_field, by, by.len() == 2 && letters_or_digits(by), m::ROUTING);
        if to.is_empty() && !by.is_empty() {
            found.error(to_field, m::ROUTING.text());
        }
        if !to.is_empty() && !open {
            found.error(to_field, m::ROUTING.text());
        }
        open = !to.is_empty();
        if open {
            last = to;
        }
    }
    let ends = last.is_empty() || form.arrival_station.is_empty() || last.eq_ignore_ascii_case(&form.arrival_station);
    if !ends {
        found.error("to1", m::ROUTING.text());
    }
    if is_final && (form.to1.is_empty() || form.by1.is_empty()) {
        found.error(if form.to1.is_empty() { "to1" } else { "by1" }, m::ROUTING.text());
    }
    for (flight_field, flight, date_field, date) in [
        ("flightNumber", &form.flight_number, "flightDate", &form.flight_date),
        ("flightNumber2", &form.flight_number2, "flightDate2", &form.flight_date2),
    ] {
        let sound = flight.len() <= limits::FLIGHT && letters_or_digits(flight);
        fits(found, flight_field, flight, sound, m::FLIGHT);
        fits(found, date_field, date, kernel::parse_day(date).is_some(), m::FLIGHT_DATE);
    }
}

fn check_values(form: &WaybillForm, found: &mut Findings) {
    let currency = form.currency.as_str();
    match form.kind {
        Kind::Master => fits(found, "currency", currency, currency.len() == 3 && letters(currency), m::CURRENCY),
        Kind::House => fits(found, "currency", currency, currency.chars().count() == 3, m::CURRENCY_HOUSE),
    }
    let chgs = form.chgs_code.as_str();
    fits(found, "chgsCode", chgs, matches!(chgs, "PP" | "PX" | "PZ" | "CC" | "CZ" | "NC"), m::CHGS);
    for (field, pay) in [("payMethod", &form.pay_method), ("payMethodOther", &form.pay_method_other)] {
        fits(found, field, pay, matches!(pay.as_str(), "PP" | "CC"), m::PAY);
    }
    let number_or = |text: &str, words: [&str; 2], most: usize| words.contains(&text) || decimal(text, most, most);
    let carriage = form.declared_value_of_carriage.as_str();
    let sound = number_or(carriage, ["NVD", "N.V.D"], limits::DECLARED);
    fits(found, "declaredValueOfCarriage", carriage, sound, m::CARRIAGE);
    let customs = form.declared_value_of_customs.as_str();
    let sound = number_or(customs, ["NCV", "N.C.V"], limits::DECLARED);
    fits(found, "declaredValueOfCustoms", customs, sound, m::CUSTOMS);
    let value = form.insurance_value.as_str();
    let sound = number_or(value, ["NIL", "N.I.L"], limits::INSURANCE);
    fits(found, "insuranceValue", value, sound, m::INSURANCE_VALUE);
    let amount = form.insurance_amount.as_str();
    let sound = number_or(amount, ["XXX", "XXX"], limits::INSURANCE);
    fits(found, "insuranceAmount", amount, sound, m::INSURANCE_AMOUNT);
}

fn check_handling(form: &WaybillForm, found: &mut Findings) {
    let accounting = form.accounting_information.as_str();
    found.error_if(!address::is_plain_lines(accounting), "accountingInformation", m::ACCOUNTING);
    let (lines, length) = limits::ACCOUNTING;
    let long = accounting.lines().count() > lines || accounting.lines().any(|line| line.len() > length);
    found.error_if(long, "accountingInformation", m::ACCOUNTING_LONG);
    found.error_if(!address::is_plain_lines(&form.handling_information), "handlingInformation", m::HANDLING);
    let codes = &form.special_handling_codes;
    let sound = codes.len() <= limits::HANDLING_CODES && codes.iter().all(|code| code.len() == 3 && letters(code));
    found.error_if(!sound, "specialHandlingCodes", m::HANDLING_CODES);
    let sci = form.sci.as_str();
    fits(found, "sci", sci, sci.len() <= 2 && letters_or_digits(sci), m::SCI);
    at_most(found, "osi", &form.osi, limits::OSI, m::OSI);
}

fn check_required(form: &WaybillForm, found: &mut Findings) {
    let both = [
        ("departureStation", &form.departure_station, ("始发站", "the departure station")),
        ("arrivalStation", &form.arrival_station, ("目的站", "the arrival station")),
        ("airlineCode", &form.airline_code, ("承运人", "the carrier")),
        ("issueAgentName", &form.issue_agent_name, ("代理名称", "the agent's name")),
        ("departureStationName", &form.departure_station_name, ("始发站名称", "the airport of departure")),
        ("arrivalStationName", &form.arrival_station_name, ("目的站名称", "the airport of destination")),
        ("currency", &form.currency, ("币种", "the currency")),
        ("payMethod", &form.pay_method, ("运费付款", "the payment of the weight charge")),
        ("payMethodOther", &form.pay_method_other, ("杂费付款", "the payment of other charges")),
        (
            "declaredValueOfCarriage",
            &form.declared_value_of_carriage,
            ("运输声明价值", "the declared value for carriage"),
        ),
        ("declaredValueOfCustoms", &form.declared_value_of_customs, ("海关声明价值", "the declared value for customs")),
        ("executedOn", &form.executed_on, ("签发日期", "the date of execution")),
        ("placeOfIssue", &form.place_of_issue, ("签发地", "the place of issue")),
        ("issuer", &form.issuer, ("签发人", "the issuer")),
    ];
    for (field, _, (zh, en)) in both.iter().filter(|(_, text, _)| text.trim().is_empty()) {
        found.error(*field, required(zh, en));
    }
    if form.kind == Kind::Master && form.insurance_amount.is_empty() {
        found.error("insuranceAmount", required("保险金额", "the insurance amount"));
    }
    found.error_if(form.lines.is_empty(), "lines", m::NO_LINE);
}

fn check_line(line: &RateLine, form: &WaybillForm, is_final: bool) -> Findings {
    let mut found = Findings::new();
    if is_final {
        require_line(line, form.kind, &mut found);
    }
    let (most, message) = match form.kind {
        Kind::Master => (limits::LINE_PIECES, m::PIECES),
        Kind::House => (limits::HOUSE_PIECES, m::PIECES_HOUSE),
    };
    fits(&mut found, "pieces", &line.pieces, digits(&line.pieces) && line.pieces.len() <= most, message);
    fits(&mut found, "slac", &line.slac, digits(&line.slac) && line.slac.len() <= limits::SLAC, m::SLAC);
    fits(&mut found, "grossWeight", &line.gross_weight, decimal(&line.gross_weight, 2, limits::WEIGHT), m::GROSS);
    fits(&mut found, "chargeWeight", &line.charge_weight, decimal(&line.charge_weight, 2, limits::WEIGHT), m::CHARGE);
    fits(&mut found, "weightUnit", &line.weight_unit, line.weight_unit == "K", m::UNIT);
    fits(&mut found, "rateCharge", &line.rate_charge, decimal(&line.rate_charge, 2, limits::RATE), m::RATE);
    fits(&mut found, "total", &line.total, decimal(&line.total, 2, limits::TOTAL), m::TOTAL);
    fits(&mut found, "volume", &line.volume, decimal(&line.volume, 3, limits::VOLUME), m::VOLUME);
    at_most(&mut found, "goodsNameEn", &line.goods_name_en, limits::GOODS, m::GOODS);
    found.error_if(line.hs_codes.len() > limits::HS_CODES, "hsCodes", m::HS_MANY);
    for (place, code) in line.hs_codes.iter().enumerate() {
        let sound = (6..=18).contains(&code.len()) && letters_or_digits(code);
        fits(&mut found, &format!("hsCodes.{place}"), code, sound, m::HS);
    }
    check_class(line, &mut found);
    check_line_sums(line, &form.currency, &mut found);
    found
}

fn require_line(line: &RateLine, kind: Kind, found: &mut Findings) {
    let mut needed = vec![
        ("pieces", &line.pieces, ("件数", "the pieces")),
        ("grossWeight", &line.gross_weight, ("毛重", "the gross weight")),
        ("chargeWeight", &line.charge_weight, ("计费重量", "the chargeable weight")),
        ("goodsNameEn", &line.goods_name_en, ("英文品名", "the goods name")),
    ];
    // The weight over the pivot of a load unit has no cargo of its own.
    if line.rate_class == "E" {
        needed.retain(|(name, ..)| *name == "chargeWeight");
    }
    // A house may leave its rates as arranged.
    if kind == Kind::Master {
        needed.extend([
            ("rateClass", &line.rate_class, ("运价等级", "the rate class")),
            ("rateCharge", &line.rate_charge, ("费率", "the rate")),
            ("total", &line.total, ("运费", "the total")),
        ]);
    }
    for (field, _, (zh, en)) in needed.iter().filter(|(_, text, _)| text.trim().is_empty()) {
        found.error(*field, required(zh, en));
    }
}

fn check_class(line: &RateLine, found: &mut Findings) {
    let class = line.rate_class.as_str();
    let known = matches!(class, "M" | "N" | "Q" | "C" | "R" | "S" | "U" | "E" | "X" | "B" | "K" | "P" | "Y" | "W");
    fits(found, "rateClass", class, known, m::CLASS);
    let item = line.commodity_item_no.as_str();
    let sound = match class {
        "C" => item.len() == 4 && digits(item),
        "R" | "S" => {
            let (base, percent) = item.split_at_checked(1).unwrap_or(("", ""));
            matches!(base, "N" | "Q" | "M") && (1..=3).contains(&percent.len()) && digits(percent)
        }
        _ => item.len() <= 7 && letters_or_digits(item),
    };
    fits(found, "commodityItemNo", item, sound, m::COMMODITY);
}

fn check_line_sums(line: &RateLine, currency: &str, found: &mut Findings) {
    let gross: Option<Weight> = line.gross_weight.parse().ok();
    let charged: Option<Weight> = line.charge_weight.parse().ok();
    if let (Some(gross), Some(charged)) = (gross, charged)
        && charged < gross
        && !matches!(line.rate_class.as_str(), "M" | "X")
        && !is_of_units(line)
    {
        found.error("chargeWeight", m::CHARGE_SMALL.text());
    }
    let typed: Option<Price> = line.total.parse().ok();
    if let (Some(expected), Some(typed)) = (sums::line_total(line, currency), typed)
        && Price::from_raw(expected.raw().saturating_mul(100)) != typed
    {
        let text = m::TOTAL_DIFFERS.with(&[("total", &line.total), ("expected", &expected.show(2))]);
        found.warning("total", text);
    }
}

/// The weight over the pivot of a load unit is charged on a line of its own, so these are seen together.
fn is_of_units(line: &RateLine) -> bool {
    matches!(line.rate_class.as_str(), "U" | "E")
}

/// What holds of the lines together: the weight charged for load units, and what the shipper counted.
fn check_line_totals(form: &WaybillForm, is_final: bool, found: &mut Findings) {
    let units = || form.lines.iter().filter(|line| is_of_units(line));
    let sum = |of: fn(&RateLine) -> &String| -> Weight { units().filter_map(|line| of(line).parse().ok()).sum() };
    if sum(|line| &line.charge_weight) < sum(|line| &line.gross_weight) {
        let place = form.lines.iter().rposition(is_of_units).unwrap_or_default();
        let field = format!("lines.{place}.chargeWeight");
        // In a draft the line of the rest may be still to come.
        if is_final { found.error(field, m::UNITS_SMALL.text()) } else { found.warning(field, m::UNITS_SMALL.text()) }
    }
    let count = |of: fn(&RateLine) -> &String| {
        form.lines.iter().filter_map(|line| of(line).parse::<u64>().ok()).fold(0, u64::saturating_add)
    };
    let counted = count(|line| &line.slac);
    let place = form.lines.iter().position(|line| line.slac.parse::<u64>().is_ok());
    if let Some(place) = place.filter(|_| counted < count(|line| &line.pieces)) {
        found.warning(format!("lines.{place}.slac"), m::SLAC_SMALL.text());
    }
}

/// Letters that paper shows and messages can't carry: told while they are typed, not only when the message is sent.
fn check_letters(form: &WaybillForm, found: &mut Findings) {
    let boxes = [
        ("issueAgentName", &form.issue_agent_name),
        ("issueAgentCity", &form.issue_agent_city),
        ("osi", &form.osi),
        ("shipperSignature", &form.shipper_signature),
        ("placeOfIssue", &form.place_of_issue),
        ("issuer", &form.issuer),
        ("referenceNumber", &form.reference_number),
        ("optionalShippingInfo", &form.optional_shipping_info),
    ];
    let goods =
        form.lines.iter().enumerate().map(|(place, line)| (format!("lines.{place}.goodsNameEn"), &line.goods_name_en));
    for (field, text) in boxes.into_iter().map(|(field, text)| (field.to_owned(), text)).chain(goods) {
        let strange =
            |letter: &char| !(letter.is_ascii_alphanumeric() || matches!(letter, ' ' | '.' | '-' | '\n' | '\r'));
        let mut letters: Vec<char> = text.chars().filter(strange).collect();
        letters.sort_unstable();
        letters.dedup();
        if !letters.is_empty() {
            let told: String = letters.into_iter().take(LETTERS_TOLD).collect();
            found.warning(field, m::LETTERS.with(&[("text", &told)]));
        }
    }
}

fn check_sizes(form: &WaybillForm, found: &mut Findings) {
    let mut pieces: u64 = 0;
    let mut sizes = Vec::new();
    for (place, size) in form.sizes.iter().enumerate() {
        let side = |text: &str| text.parse::<kernel::Length>().is_ok_and(|side| side.raw() > 0);
        let count = size.pieces.parse::<u64>().ok().filter(|count| *count > 0);
        if !(side(&size.length) && side(&size.width) && side(&size.height)) || count.is_none() {
            found.error(format!("sizes.{place}"), m::SIZE.text());
        }
        pieces = count.unwrap_or(0).saturating_add(pieces);
        sizes.extend(dimension(size));
    }
    let counts = form.lines.iter().filter_map(|line| line.pieces.parse::<u64>().ok());
    let total = counts.fold(0, u64::saturating_add);
    if !form.sizes.is_empty() && pieces != total {
        let text = m::SIZE_PIECES.with(&[("a", &pieces.to_string()), ("b", &total.to_string())]);
        found.warning("sizes", text);
    }
    let volumes: Vec<Volume> = form.lines.iter().filter_map(|line| line.volume.parse().ok()).collect();
    let volume = Some(volumes).filter(|volumes| !volumes.is_empty()).map(|volumes| volumes.into_iter().sum());
    if let Some(text) = cargo::volume_beside(&sizes, volume).filter(|_| sizes.len() == form.sizes.len()) {
        found.warning("sizes", text);
    }
}

fn dimension(size: &Size) -> Option<Dimension> {
    let [length, width, height] = [&size.length, &size.width, &size.height].map(|side| side.parse().ok());
    Some(Dimension { length: length?, width: width?, height: height?, pieces: size.pieces.parse().ok()? })
}

fn check_ends(form: &WaybillForm, found: &mut Findings) {
    for (field, text) in [
        ("valuationCharge", &form.valuation_charge),
        ("tax", &form.tax),
        ("chargesAtDestination", &form.charges_at_destination),
    ] {
        fits(found, field, text, decimal(text, 2, limits::TOTAL), m::SUM_AMOUNT);
    }
    let currency = form.dest_currency.as_str();
    fits(found, "destCurrency", currency, currency.len() == 3 && letters(currency), m::CURRENCY);
    fits(found, "exchangeRate", &form.exchange_rate, decimal(&form.exchange_rate, 6, 14), m::EXCHANGE);
    fits(found, "executedOn", &form.executed_on, kernel::parse_day(&form.executed_on).is_some(), m::EXECUTED);
    at_most(found, "placeOfIssue", &form.place_of_issue, limits::PLACE, m::PLACE);
    at_most(found, "issuer", &form.issuer, limits::ISSUER, m::ISSUER);
    at_most(found, "partyCode", &form.party_code, limits::PARTY_CODE, m::PARTY_CODE);
    at_most(found, "referenceNumber", &form.reference_number, 15, m::REFERENCE);
    at_most(found, "optionalShippingInfo", &form.optional_shipping_info, 12, m::OPTIONAL);
}

#[cfg(test)]
mod tests;
