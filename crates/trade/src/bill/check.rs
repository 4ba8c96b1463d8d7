//! Rules of the boxes. One implementation for the form, the print and the messages.

use kernel::{Findings, Msg, Volume, Weight, parse_day};

use super::{
    BillBox, BillCharge, BillForm, Kind, ON_BOARD, ORIGINAL, RECEIVED, SEAWAY, TELEX, block, is_same_as_consignee,
    is_to_order, limits,
};
use crate::address::{self, Party};
use crate::container_number;
use crate::waybill_form::check::{at_most, decimal, digits, fits, letters, letters_or_digits};
use crate::waybill_form::messages as form_messages;
use crate::waybill_number;
use messages as m;

/// How much of the form must be there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Completeness {
    /// Empty boxes are allowed, wrong ones are not.
    Draft,
    /// Every box the paper needs.
    Final,
}

/// What the rules say.
#[rustfmt::skip]
pub mod messages {
    use kernel::Msg;

    /// A box the paper needs is empty.
    pub const REQUIRED: Msg = Msg::new("bill.required", "请填写{field}", "Please fill in {field}.");
    /// Number of a house bill.
    pub const HOUSE_NUMBER: Msg = Msg::new("bill.number.house", "分提单号为不超过30位的字母或数字", "The house bill number is at most 30 letters or digits.");
    /// Number of a master bill.
    pub const MASTER_NUMBER: Msg = Msg::new("bill.number.master", "主提单号只能包含字母、数字、-和/，最多35位", "The master bill number has letters, digits, - and / only, 35 at most.");
    /// A long number.
    pub const LONG_NUMBER: Msg = Msg::new("bill.number.long", "超过20位，船司电子补料可能拒收", "Over 20 characters: the carrier's system may refuse the instructions.");
    /// Another number than the order's.
    pub const NUMBER_ORDER: Msg = Msg::new("bill.number.order", "与订单提单号{n}不一致", "The order has the number {n}.");
    /// How it is issued.
    pub const ISSUE_TYPE: Msg = Msg::new("bill.issueType", "出单方式须为正本、电放或海运单", "The bill is issued as original, telex release or sea waybill.");
    /// Shipped or received.
    pub const BILL_TYPE: Msg = Msg::new("bill.type", "类型须为已装船或收货待运", "The type is shipped on board or received for shipment.");
    /// Originals.
    pub const ORIGINALS: Msg = Msg::new("bill.originals", "正本份数为1-10", "There are 1 to 10 originals.");
    /// Originals of a telex release.
    pub const TELEX_ORIGINALS: Msg = Msg::new("bill.originals.telex", "电放正本份数为0-10", "A telex release has 0 to 10 originals.");
    /// Originals of a sea waybill.
    pub const SEAWAY_ORIGINALS: Msg = Msg::new("bill.originals.seaway", "海运单正本份数须为0", "A sea waybill has no originals.");
    /// Copies.
    pub const COPIES: Msg = Msg::new("bill.copies", "副本份数为0-10", "There are 0 to 10 copies.");
    /// A sea waybill to order.
    pub const SEAWAY_ORDER: Msg = Msg::new("bill.seaway.order", "海运单收货人不能为TO ORDER", "The consignee of a sea waybill can't be TO ORDER.");
    /// To order, with nobody to notify.
    pub const ORDER_NOTIFY: Msg = Msg::new("bill.order.notify", "TO ORDER提单必须填写通知人", "A bill to order needs a notify party.");
    /// The consignee once more, who is not named.
    pub const SAME_AS: Msg = Msg::new("bill.notify.same", "收货人未列明，通知人不能为SAME AS CONSIGNEE", "The consignee is not named: the notify party can't be SAME AS CONSIGNEE.");
    /// Block of a party.
    pub const PARTY_BLOCK: Msg = Msg::new("bill.party.block", "打印内容不超过6行每行35位", "The printed block has at most 6 lines of 35 characters.");
    /// Block of another text.
    pub const BLOCK: Msg = Msg::new("bill.block", "{field}不超过{lines}行每行35位", "{field}: at most {lines} lines of 35 characters.");
    /// Characters no bill prints.
    pub const ASCII: Msg = Msg::new("bill.ascii", "{field}含有全角或中文字符", "{field}: no full-width or Chinese characters.");
    /// Too long.
    pub const LONG: Msg = Msg::new("bill.long", "{field}最多{n}个字符", "{field}: at most {n} characters.");
    /// The house bill's agent.
    pub const AGENT: Msg = Msg::new("bill.agent", "分提单必须填写目的港代理", "A house bill needs the agent at the port of discharge.");
    /// Gross weight.
    pub const GROSS: Msg = Msg::new("bill.gross", "毛重最多3位小数，总长度不超过12位", "Gross weight has at most 3 decimals and 12 characters.");
    /// Volume.
    pub const VOLUME: Msg = Msg::new("bill.volume", "体积最多3位小数，总长度不超过12位", "Volume has at most 3 decimals and 12 characters.");
    /// HS codes.
    pub const HS_MANY: Msg = Msg::new("bill.hs.many", "HS编码最多10个", "There are at most 10 HS codes.");
    /// Boxes.
    pub const BOXES_MANY: Msg = Msg::new("bill.boxes.many", "箱最多300行", "There are at most 300 containers.");
    /// A box twice.
    pub const BOX_TWICE: Msg = Msg::new("bill.boxes.twice", "箱号{n}重复", "Container {n} stands there twice.");
    /// Sum of the boxes.
    pub const BOX_SUM: Msg = Msg::new("bill.boxes.sum", "箱合计与提单不一致：{what}", "The containers don't add up to the bill: {what}");
    /// A box of another order.
    pub const FOREIGN_BOX: Msg = Msg::new("bill.boxes.foreign", "箱号{n}不在订单中", "Container {n} is not of this order.");
    /// Clauses that exclude each other.
    pub const FREIGHT: Msg = Msg::new("bill.freight", "运费条款冲突", "The freight clauses contradict each other.");
    /// Free days.
    pub const FREE_DAYS: Msg = Msg::new("bill.freeDays", "免箱天数须为0-90", "Free days are 0 to 90.");
    /// Freight rows.
    pub const CHARGES_MANY: Msg = Msg::new("bill.charges.many", "运费最多20行", "There are at most 20 rows of freight.");
    /// Amounts.
    pub const AMOUNT: Msg = Msg::new("bill.amount", "金额最多2位小数，总长度不超过12位", "An amount has at most 2 decimals and 12 characters.");
    /// Days.
    pub const DAY: Msg = Msg::new("bill.day", "日期格式不正确", "The date is malformed.");
    /// On board another day than the vessel left.
    pub const ON_BOARD_DAY: Msg = Msg::new("bill.onBoard.day", "装船日期须与实际离港日期一致", "The on-board date is the day of the actual departure.");
    /// Issued before it was loaded.
    pub const ISSUED_EARLY: Msg = Msg::new("bill.issued.early", "签发日期不能早于装船日期", "The bill can't be issued before the on-board date.");
    /// On board before the vessel left.
    pub const NOT_DEPARTED: Msg = Msg::new("bill.departed.not", "船舶未离港，不能签发已装船提单", "The vessel has not departed: no on-board bill can be issued.");
    /// Signed as.
    pub const SIGN_AS: Msg = Msg::new("bill.signAs", "签发身份须为承运人、承运人代理或签单代理", "One signs as carrier, as the carrier's agent or as signing agent.");
    /// Port differs.
    pub const PORT: Msg = Msg::new("bill.port", "与订单港口不一致，是否继续？", "The port is not the order's. Continue?");
    /// The same, told.
    pub const PORT_DIFFERS: Msg = Msg::new("bill.port.differs", "与订单港口不一致", "The port is not the order's.");
    /// Destination: HS codes.
    pub const WANTS_HS: Msg = Msg::new("bill.destination.hs", "目的国{country}要求6位以上HS编码", "Destination {country} wants HS codes of 6 digits or more.");
    /// Destination: code of the consignee.
    pub const WANTS_CODE: Msg = Msg::new("bill.destination.code", "目的国{country}要求收货人企业代码", "Destination {country} wants the consignee's tax code.");
    /// Destination: postcode.
    pub const WANTS_POST: Msg = Msg::new("bill.destination.post", "目的国{country}要求收货人邮编", "Destination {country} wants the consignee's postcode.");
}

/// Looks at a form by itself: a draft may have empty boxes, a finished bill not.
pub fn check(form: &BillForm, completeness: Completeness) -> Findings {
    let is_final = completeness == Completeness::Final;
    let mut found = Findings::new();
    if is_final {
        check_required(form, &mut found);
    }
    check_number(form, &mut found);
    check_issue(form, is_final, &mut found);
    check_parties(form, is_final, &mut found);
    check_texts(form, &mut found);
    check_goods(form, &mut found);
    check_boxes(form, is_final, &mut found);
    check_freight(form, &mut found);
    check_signing(form, &mut found);
    found
}

fn named(message: Msg, (zh, en): (&str, &str), more: &[(&str, &str)]) -> kernel::Text {
    let arguments = |label| [&[("field", label)], more].concat();
    message.with_each(&arguments(zh), &arguments(en))
}

fn check_required(form: &BillForm, found: &mut Findings) {
    for (field, text, (zh, en)) in [
        ("number", &form.number, ("提单号", "the bill number")),
        ("issueType", &form.issue_type, ("出单方式", "how the bill is issued")),
        ("billType", &form.bill_type, ("类型", "the type")),
        ("vessel", &form.vessel, ("船名", "the vessel")),
        ("voyage", &form.voyage, ("航次", "the voyage")),
        ("portOfLoading", &form.port_of_loading, ("装货港", "the port of loading")),
        ("portOfDischarge", &form.port_of_discharge, ("卸货港", "the port of discharge")),
        ("pieces", &form.pieces, ("件数", "the pieces")),
        ("packageKind", &form.package_kind, ("包装", "the kind of packages")),
        ("goodsDesc", &form.goods_desc, ("货物描述", "the description of goods")),
        ("grossWeight", &form.gross_weight, ("毛重", "the gross weight")),
        ("volume", &form.volume, ("体积", "the measurement")),
        ("placeOfIssue", &form.place_of_issue, ("签发地", "the place of issue")),
        ("issueDate", &form.issue_date, ("签发日期", "the date of issue")),
        ("issuer", &form.issuer, ("签发人", "the issuer")),
        ("signAs", &form.sign_as, ("签发身份", "as what one signs")),
        ("carrierName", &form.carrier_name, ("承运人名称", "the carrier's name")),
    ] {
        if text.trim().is_empty() {
            found.error(field, named(m::REQUIRED, (zh, en), &[]));
        }
    }
    if form.bill_type == ON_BOARD && form.on_board_date.is_empty() {
        found.error("onBoardDate", named(m::REQUIRED, ("装船日期", "the on-board date"), &[]));
    }
    if form.kind == Kind::Hbl && form.delivery_agent.trim().is_empty() {
        found.error("deliveryAgent", m::AGENT.text());
    }
}

fn check_number(form: &BillForm, found: &mut Findings) {
    let number = form.number.as_str();
    match form.kind {
        Kind::Hbl => {
            let sound = waybill_number::house_fits(number, limits::HOUSE_NUMBER);
            fits(found, "number", number, sound, m::HOUSE_NUMBER);
        }
        Kind::Mbl => {
            let plain =
                number.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || matches!(b, b'-' | b'/'));
            fits(found, "number", number, plain && number.len() <= limits::MASTER_NUMBER, m::MASTER_NUMBER);
            if number.len() > limits::MASTER_NUMBER_USUAL && number.len() <= limits::MASTER_NUMBER {
                found.warning("number", m::LONG_NUMBER.text());
            }
        }
    }
}

fn check_issue(form: &BillForm, is_final: bool, found: &mut Findings) {
    let issue = form.issue_type.as_str();
    fits(found, "issueType", issue, matches!(issue, ORIGINAL | TELEX | SEAWAY), m::ISSUE_TYPE);
    let kind = form.bill_type.as_str();
    fits(found, "billType", kind, matches!(kind, ON_BOARD | RECEIVED), m::BILL_TYPE);
    let papers = |text: &str| text.parse::<u8>().ok().filter(|_| digits(text));
    let (sound, message) = match (issue, papers(&form.originals)) {
        (SEAWAY, count) => (count == Some(0), m::SEAWAY_ORIGINALS),
        (TELEX, count) => (count.is_some_and(|count| count <= limits::PAPERS), m::TELEX_ORIGINALS),
        (_, count) => (count.is_some_and(|count| (1..=limits::PAPERS).contains(&count)), m::ORIGINALS),
    };
    found.error_if((is_final || !form.originals.is_empty()) && !sound, "originals", message);
    let sound = papers(&form.copies).is_some_and(|count| count <= limits::PAPERS);
    found.error_if((is_final || !form.copies.is_empty()) && !sound, "copies", m::COPIES);
}

const PARTIES: [(&str, (&str, &str)); 4] = [
    ("shipper", ("发货人", "The shipper")),
    ("consignee", ("收货人", "The consignee")),
    ("notify", ("通知人", "The notify party")),
    ("notify2", ("第二通知人", "The second notify party")),
];

fn check_parties(form: &BillForm, is_final: bool, found: &mut Findings) {
    let parties = [&form.shipper, &form.consignee, &form.notify, &form.notify2];
    for ((name, label), party) in PARTIES.into_iter().zip(parties) {
        let mut own = Findings::new();
        if !address::is_empty(party) {
            check_party(party, label, &mut own);
        }
        found.absorb(name, own);
    }
    let open = block(&form.consignee).is_empty();
    let to_order = is_to_order(&form.consignee);
    let blank = block(&form.notify).is_empty();
    for (name, empty, label) in [
        ("shipper.scName", block(&form.shipper).is_empty(), ("发货人", "the shipper")),
        ("consignee.scName", open, ("收货人", "the consignee")),
        ("notify.scName", blank && !to_order, ("通知人", "the notify party")),
    ] {
        if is_final && empty {
            found.error(name, named(m::REQUIRED, label, &[]));
        }
    }
    if to_order && form.issue_type == SEAWAY {
        found.error(typed_in("consignee", &form.consignee), m::SEAWAY_ORDER.text());
    }
    if to_order && blank && is_final {
        found.error("notify.scName", m::ORDER_NOTIFY.text());
    } else if to_order && blank {
        found.warning("notify.scName", m::ORDER_NOTIFY.text());
    }
    found.error_if(
        (to_order || open && is_final) && is_same_as_consignee(&form.notify),
        typed_in("notify", &form.notify),
        m::SAME_AS,
    );
}

/// The box the first printed line of a party was typed in.
fn typed_in(role: &'static str, party: &Party) -> &'static str {
    match (role, party.print_remark.trim().is_empty()) {
        ("consignee", true) => "consignee.scName",
        ("consignee", false) => "consignee.printRemark",
        (_, true) => "notify.scName",
        (_, false) => "notify.printRemark",
    }
}

fn check_party(party: &Party, label: (&str, &str), found: &mut Findings) {
    // Who is not named has no address.
    if !(is_to_order(party) || is_same_as_consignee(party)) {
        found.absorb("", address::check(party, false));
    }
    at_most(found, "scCode", &party.sc_code, limits::PARTY_CODE, form_messages::PARTY_CODE);
    let lines = block(party);
    let at = if party.print_remark.trim().is_empty() { "scName" } else { "printRemark" };
    let long = lines.len() > limits::PARTY_LINES || lines.iter().any(|line| line.chars().count() > limits::LINE);
    found.error_if(long, at, m::PARTY_BLOCK);
    if !is_ascii_text(&party.print_remark) {
        found.error("printRemark", named(m::ASCII, label, &[]));
    }
}

/// What the printers of the trade print: no more than ASCII, and line breaks.
fn is_ascii_text(text: &str) -> bool {
    text.bytes().all(|b| matches!(b, b' '..=b'~' | b'\n' | b'\r'))
}

/// Boxes of lines: field, text, label, most lines.
fn blocks(form: &BillForm) -> [(&'static str, &str, (&'static str, &'static str), usize); 13] {
    let place = limits::PLACE_LINES;
    [
        ("deliveryAgent", &form.delivery_agent, ("目的港代理", "The agent at destination"), limits::PARTY_LINES),
        ("forwardingAgent", &form.forwarding_agent, ("货代", "The forwarding agent"), limits::PARTY_LINES),
        ("placeOfReceipt", &form.place_of_receipt, ("收货地", "The place of receipt"), place),
        ("vessel", &form.vessel, ("船名", "The vessel"), place),
        ("voyage", &form.voyage, ("航次", "The voyage"), place),
        ("portOfLoading", &form.port_of_loading, ("装货港", "The port of loading"), place),
        ("transhipment", &form.transhipment, ("中转港", "The transhipment"), place),
        ("portOfDischarge", &form.port_of_discharge, ("卸货港", "The port of discharge"), place),
        ("placeOfDelivery", &form.place_of_delivery, ("交货地", "The place of delivery"), place),
        ("finalDestination", &form.final_destination, ("目的地", "The final destination"), place),
        ("marks", &form.marks, ("唛头", "The marks"), limits::MARKS_LINES),
        ("goodsDesc", &form.goods_desc, ("货物描述", "The description"), limits::GOODS_LINES),
        ("exportReferences", &form.export_references, ("出口参考", "The export references"), place),
    ]
}

/// Boxes of one line: field, text, label, most characters.
fn shorts(form: &BillForm) -> [(&'static str, &str, (&'static str, &'static str), usize); 10] {
    let short = limits::SHORT;
    [
        ("preCarriage", &form.pre_carriage, ("前程运输", "The pre-carriage"), limits::PRE_CARRIAGE),
        ("packageKind", &form.package_kind, ("包装", "The kind of packages"), 20),
        ("serviceTerm", &form.service_term, ("运输条款", "The service term"), 20),
        ("totalInWords", &form.total_in_words, ("大写", "The total in words"), limits::WORDS),
        ("freightText", &form.freight_text, ("运费", "The freight"), short),
        ("payableAt", &form.payable_at, ("付款地点", "The place of payment"), short),
        ("carrierName", &form.carrier_name, ("承运人名称", "The carrier's name"), limits::CARRIER),
        ("bookingNo", &form.booking_no, ("订舱号", "The booking number"), short),
        ("contractNo", &form.contract_no, ("约号", "The contract number"), short),
        ("invoiceNo", &form.invoice_no, ("发票号", "The invoice number"), short),
    ]
}

fn check_texts(form: &BillForm, found: &mut Findings) {
    for (field, text, label, most) in blocks(form) {
        let long = text.lines().count() > most || text.lines().any(|line| line.chars().count() > limits::LINE);
        if long {
            found.error(field, named(m::BLOCK, label, &[("lines", &most.to_string())]));
        }
        ascii(found, field, text, label);
    }
    for (field, text, label, most) in shorts(form) {
        if text.chars().count() > most {
            found.error(field, named(m::LONG, label, &[("n", &most.to_string())]));
        }
        ascii(found, field, text, label);
    }
    ascii(found, "placeOfIssue", &form.place_of_issue, ("签发地", "The place of issue"));
    ascii(found, "issuer", &form.issuer, ("签发人", "The issuer"));
}

fn ascii(found: &mut Findings, field: &str, text: &str, label: (&str, &str)) {
    if !is_ascii_text(text) {
        found.error(field, named(m::ASCII, label, &[]));
    }
}

fn check_goods(form: &BillForm, found: &mut Findings) {
    check_figures(found, "", (&form.pieces, &form.gross_weight, &form.volume));
    found.error_if(form.hs_codes.len() > limits::HS_CODES, "hsCodes", m::HS_MANY);
    for (place, code) in form.hs_codes.iter().enumerate() {
        let sound = (6..=18).contains(&code.len()) && letters_or_digits(code);
        fits(found, &format!("hsCodes.{place}"), code, sound, form_messages::HS);
    }
}

/// Pieces, weight and volume, of the bill or of a box.
fn check_figures(found: &mut Findings, prefix: &str, (pieces, weight, volume): (&str, &str, &str)) {
    let is_box = !prefix.is_empty();
    let at = |name: &str| if is_box { format!("{prefix}.{name}") } else { name.to_owned() };
    let sound = digits(pieces) && pieces.len() <= limits::PIECES;
    fits(found, &at("pieces"), pieces, sound, form_messages::PIECES_HOUSE);
    let weight_at = at(if is_box { "weight" } else { "grossWeight" });
    fits(found, &weight_at, weight, decimal(weight, 3, limits::FIGURE), m::GROSS);
    fits(found, &at("volume"), volume, decimal(volume, 3, limits::FIGURE), m::VOLUME);
}

fn check_boxes(form: &BillForm, is_final: bool, found: &mut Findings) {
    found.error_if(form.containers.len() > limits::BOXES, "containers", m::BOXES_MANY);
    for (place, container) in form.containers.iter().enumerate() {
        let prefix = format!("containers.{place}");
        let number = container.container_no.as_str();
        let at = format!("{prefix}.containerNo");
        fits(found, &at, number, container_number::fits(number), container_number::FORM_WRONG);
        if let Some(text) = container_number::fault(number).filter(|_| container_number::fits(number)) {
            found.warning(&at, text);
        }
        let earlier = form.containers.iter().take(place);
        if !number.is_empty() && earlier.clone().any(|other| other.container_no == number) {
            found.error(at, m::BOX_TWICE.with(&[("n", number)]));
        }
        check_figures(found, &prefix, (&container.pieces, &container.weight, &container.volume));
        let seal_at = format!("{prefix}.sealNo");
        if container.seal_no.len() > 15 {
            found.error(seal_at, named(m::LONG, ("铅封号", "The seal"), &[("n", "15")]));
        } else {
            ascii(found, &seal_at, &container.seal_no, ("铅封号", "The seal"));
        }
    }
    let what = differences(form);
    let differs = m::BOX_SUM.with(&[("what", &what.join("; "))]);
    match (what.is_empty(), is_final) {
        (true, _) => {}
        (false, true) => found.error("containers", differs),
        // What is half typed may be kept.
        (false, false) => found.warning("containers", differs),
    }
}

/// The figures in which the boxes together differ from the bill. A figure one of the boxes has not is not compared.
fn differences(form: &BillForm) -> Vec<String> {
    let boxes = &form.containers;
    if boxes.is_empty() {
        return Vec::new();
    }
    let sum = |read: &dyn Fn(&BillBox) -> Option<i64>| boxes.iter().map(read).sum::<Option<i64>>();
    let pieces = sum(&|each| each.pieces.parse().ok());
    let weight = sum(&|each| each.weight.parse::<Weight>().ok().map(Weight::raw));
    let volume = sum(&|each| each.volume.parse::<Volume>().ok().map(Volume::raw));
    let mut what = Vec::new();
    if let (Some(all), Ok(own)) = (pieces, form.pieces.parse::<i64>())
        && all != own
    {
        what.push(format!("{all} / {own} PCS"));
    }
    if let (Some(all), Ok(own)) = (weight.map(Weight::from_raw), form.gross_weight.parse::<Weight>())
        && all != own
    {
        what.push(format!("{} / {} KGS", all.show(3), own.show(3)));
    }
    if let (Some(all), Ok(own)) = (volume.map(Volume::from_raw), form.volume.parse::<Volume>())
        && all != own
    {
        what.push(format!("{} / {} CBM", all.show(3), own.show(3)));
    }
    what
}

fn check_freight(form: &BillForm, found: &mut Findings) {
    found.error_if(form.freight_prepaid && form.freight_collect, "freightCollect", m::FREIGHT);
    let days = form.free_days.as_str();
    let sound = digits(days) && days.parse::<u8>().is_ok_and(|days| days <= 90);
    fits(found, "freeDays", days, sound, m::FREE_DAYS);
    found.error_if(form.charges.len() > limits::CHARGES, "charges", m::CHARGES_MANY);
    for (place, charge) in form.charges.iter().enumerate() {
        found.absorb(&format!("charges.{place}"), check_charge(charge));
    }
    let value = form.declared_value.as_str();
    fits(found, "declaredValue", value, decimal(value, 2, limits::AMOUNT), m::AMOUNT);
}

fn check_charge(charge: &BillCharge) -> Findings {
    let mut found = Findings::new();
    for (field, amount) in [("rate", &charge.rate), ("prepaid", &charge.prepaid), ("collect", &charge.collect)] {
        fits(&mut found, field, amount, decimal(amount, 2, limits::AMOUNT), m::AMOUNT);
    }
    let currency = charge.currency.as_str();
    fits(&mut found, "currency", currency, currency.len() == 3 && letters(currency), form_messages::CURRENCY);
    for (field, text, label) in
        [("item", &charge.item, ("费用", "The item")), ("per", &charge.per, ("单位", "The unit"))]
    {
        if text.chars().count() > limits::LINE {
            found.error(field, named(m::LONG, label, &[("n", "35")]));
        }
        ascii(&mut found, field, text, label);
    }
    found
}

fn check_signing(form: &BillForm, found: &mut Findings) {
    at_most(found, "placeOfIssue", &form.place_of_issue, limits::PLACE, form_messages::PLACE);
    at_most(found, "issuer", &form.issuer, limits::ISSUER, form_messages::ISSUER);
    let sign_as = form.sign_as.as_str();
    fits(found, "signAs", sign_as, matches!(sign_as, "CARRIER" | "CARRIER_AGENT" | "AGENT"), m::SIGN_AS);
    let (issued, loaded) = (form.issue_date.as_str(), form.on_board_date.as_str());
    fits(found, "issueDate", issued, parse_day(issued).is_some(), m::DAY);
    fits(found, "onBoardDate", loaded, parse_day(loaded).is_some(), m::DAY);
    if let (Some(issue_day), Some(board_day)) = (parse_day(issued), parse_day(loaded))
        && issue_day < board_day
        && form.bill_type != RECEIVED
    {
        found.error("issueDate", m::ISSUED_EARLY.text());
    }
}
