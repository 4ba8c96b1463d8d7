//! From house waybill forms to the FHL of them, and back from an element to its box.

use kernel::{Findings, Msg};

use super::{Fhl, House, NAMED_SINCE};
use crate::imp::boxes::{self, indexed, upper, wrapped};
use crate::imp::parts::FREE_TEXT_MAX;
use crate::imp::value::{Address, Shipment, Values};
use crate::imp::written::Written;
use crate::waybill_form::{WaybillForm, sums};
use crate::waybill_number::{MASTER_WRONG, Mawb};

/// Letters of the description on the line of a house; the text lines have the whole.
pub(super) const DESCRIPTION_MAX: usize = 15;

#[rustfmt::skip]
const NO_NUMBER: Msg = Msg::new("imp.house.number", "缺少分单号", "The house waybill number is missing.");

/// The box an element comes from.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FormBox {
    /// Place of the house among those told; none: the master's form.
    pub house: Option<usize>,
    /// Path of the box in that form; empty for none.
    pub field: String,
}

impl FormBox {
    /// `houses.0.shipper.scName` or `master.awbNumber`; empty for no box.
    pub fn path(&self) -> String {
        match self.house {
            _ if self.field.is_empty() => String::new(),
            Some(place) => format!("houses.{place}.{}", self.field),
            None => format!("master.{}", self.field),
        }
    }
}

/// The message of some houses of a master; none without a master number. Findings are at the paths of
/// [`FormBox::path`].
pub fn of_forms(master: &WaybillForm, houses: &[&WaybillForm], version: u8) -> (Option<Fhl>, Findings) {
    let mut found = Findings::new();
    let Some(awb) = Mawb::parse_strict(&master.awb_number) else {
        found.error("master.awbNumber", MASTER_WRONG.text());
        return (None, found);
    };
    let of_master = sums(master);
    let shipment = Shipment {
        awb,
        origin: upper(&master.departure_station),
        destination: upper(&master.arrival_station),
        pieces: of_master.pieces,
        weight: Some(of_master.gross_weight),
        volume: None,
        density_group: None,
    };
    let mut fhl = Fhl::new(version, shipment);
    for (place, form) in houses.iter().enumerate() {
        let mut of_house = Findings::new();
        fhl.houses.push(house(form, version, &mut of_house));
        found.absorb(&format!("houses.{place}"), of_house);
    }
    (Some(fhl), found)
}

/// What of a written message does not fit, at the paths of [`FormBox::path`].
pub fn findings(fhl: &Fhl, written: &Written) -> Findings {
    written.findings(|path| box_of(fhl, path).path())
}

fn house(form: &WaybillForm, version: u8, found: &mut Findings) -> House {
    let of_lines = sums(form);
    let number: String = upper(&form.hawb_number).replace(' ', "");
    if number.is_empty() {
        found.error("hawbNumber", NO_NUMBER.text());
    }
    for (place, line) in form.lines.iter().enumerate() {
        boxes::number::<i64>(found, &format!("lines.{place}.pieces"), &line.pieces);
        boxes::number::<kernel::Weight>(found, &format!("lines.{place}.grossWeight"), &line.gross_weight);
    }
    let goods = form.lines.iter().map(|line| upper(&line.goods_name_en)).collect::<Vec<_>>().join(" ");
    let goods = goods.trim();
    let party = |party| {
        let address = boxes::address_if_any(party, version >= NAMED_SINCE)?;
        Some(Address { account: String::new(), ..address })
    };
    let parties = [(&form.shipper, "SHP"), (&form.consignee, "CNE"), (&form.notify, "NFY")];
    House {
        number,
        origin: upper(&form.departure_station),
        destination: upper(&form.arrival_station),
        pieces: of_lines.pieces,
        weight: of_lines.gross_weight,
        slac: Some(slac(form).unwrap_or(of_lines.pieces)),
        description: goods.chars().take(DESCRIPTION_MAX).collect::<String>().trim_end().to_owned(),
        handling: form.special_handling_codes.iter().map(|code| upper(code)).collect(),
        text: wrapped(goods, FREE_TEXT_MAX),
        hs: form.lines.iter().flat_map(|line| &line.hs_codes).map(|code| upper(code)).collect(),
        customs: parties.into_iter().flat_map(|(party, part)| boxes::customs(party, part)).collect(),
        shipper: party(&form.shipper),
        consignee: party(&form.consignee),
        values: Some(values(form, found)),
    }
}

/// Small pieces of all lines; without any, the pieces themselves count.
fn slac(form: &WaybillForm) -> Option<i64> {
    let of_lines: Vec<i64> = form.lines.iter().filter_map(|line| line.slac.trim().parse().ok()).collect();
    (!of_lines.is_empty()).then(|| of_lines.iter().fold(0, |sum: i64, slac| sum.saturating_add(*slac)))
}

fn values(form: &WaybillForm, found: &mut Findings) -> Values {
    let none = ["XXX", "NIL", ""];
    let insurance = boxes::declared(found, "insuranceValue", &form.insurance_value, &none);
    Values {
        currency: upper(&form.currency),
        charge_code: String::new(),
        weight_pay: boxes::pay(&form.pay_method),
        other_pay: boxes::pay(&form.pay_method_other),
        carriage: boxes::declared(found, "declaredValueOfCarriage", &form.declared_value_of_carriage, &["NVD", ""]),
        customs: boxes::declared(found, "declaredValueOfCustoms", &form.declared_value_of_customs, &["NCV", ""]),
        insurance,
    }
}

/// The box an element comes from.
pub fn box_of(fhl: &Fhl, path: &str) -> FormBox {
    if let Some((place, element)) = indexed(path, "houses") {
        let field = fhl.houses.get(place).map(|house| house_box(house, element)).unwrap_or_default();
        return FormBox { house: Some(place), field };
    }
    let field = match path {
        "master.awb" => "awbNumber",
        "master.origin" => "departureStation",
        "master.destination" => "arrivalStation",
        "master.pieces" => "lines.0.pieces",
        "master.weight" => "lines.0.grossWeight",
        _ => "",
    };
    FormBox { house: None, field: field.to_owned() }
}

fn house_box(house: &House, element: &str) -> String {
    for (name, address) in [("shipper", &house.shipper), ("consignee", &house.consignee)] {
        let inner = element.strip_prefix(name).and_then(|rest| rest.strip_prefix('.'));
        if let (Some(inner), Some(address)) = (inner, address) {
            return format!("{name}.{}", boxes::party_box(address, inner));
        }
    }
    if let Some((place, inner)) = indexed(element, "customs") {
        return house.customs.get(place).map(|told| boxes::customs_box(told, inner)).unwrap_or_default();
    }
    let name = element.split('.').next().unwrap_or_default();
    let field = match (name, element) {
        ("number", _) => "hawbNumber",
        ("origin", _) => "departureStation",
        ("destination", _) => "arrivalStation",
        ("pieces", _) => "lines.0.pieces",
        ("weight", _) => "lines.0.grossWeight",
        ("slac", _) => "lines.0.slac",
        ("description" | "text", _) => "lines.0.goodsNameEn",
        ("hs", _) => "lines.0.hsCodes",
        ("handling", _) => "specialHandlingCodes",
        (_, "values.currency") => "currency",
        (_, "values.weightPay") => "payMethod",
        (_, "values.otherPay") => "payMethodOther",
        (_, "values.carriage") => "declaredValueOfCarriage",
        (_, "values.customs") => "declaredValueOfCustoms",
        (_, "values.insurance") => "insuranceValue",
        _ => "",
    };
    field.to_owned()
}
