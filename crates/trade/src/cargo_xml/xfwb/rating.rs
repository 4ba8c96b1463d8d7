//! Rate lines and what describes their goods.

use kernel::{Amount, Percent, Volume, Weight};

use super::super::Fault;
use super::super::node::{Node, lines_of};
use super::super::out::Out;
use super::charges::{FACE, take_face};
use super::unit::{read_unit, write_unit};
use crate::imp::fwb::{Detail, Rate};

/// What an item says that has no dimensions.
const NO_DIMENSIONS: &str = "NDA";

/// What an item tells of the goods. A rate line that says more of a kind goes on in another item.
#[derive(Default)]
struct Sheet<'a> {
    hs: Vec<&'a str>,
    volume: Option<Volume>,
    slac: Option<i64>,
    without_dimensions: bool,
    goods: Vec<&'a str>,
    origin: Option<&'a str>,
    units: Vec<(&'a str, Option<i64>)>,
    packages: Vec<&'a Detail>,
}

/// The first sheet with a free place, a new one where there is none.
fn free<'s, 'a>(sheets: &'s mut Vec<Sheet<'a>>, is_free: impl Fn(&Sheet<'a>) -> bool) -> Option<&'s mut Sheet<'a>> {
    let place = sheets.iter().position(is_free).unwrap_or(sheets.len());
    if place == sheets.len() {
        sheets.push(Sheet::default());
    }
    sheets.get_mut(place)
}

fn sheets(details: &[Detail]) -> Vec<Sheet<'_>> {
    let mut sheets = vec![Sheet::default()];
    let mut rest = details.iter().peekable();
    while let Some(detail) = rest.next() {
        let sheet = match detail {
            Detail::Volume(_) => free(&mut sheets, |sheet| sheet.volume.is_none()),
            Detail::Slac(_) => free(&mut sheets, |sheet| sheet.slac.is_none()),
            Detail::Origin(_) => free(&mut sheets, |sheet| sheet.origin.is_none()),
            Detail::Dimensions { weight: None, sides: None, pieces: None } => {
                free(&mut sheets, |sheet| !sheet.without_dimensions)
            }
            _ => sheets.first_mut(),
        };
        let Some(sheet) = sheet else { continue };
        match detail {
            Detail::Goods(text) | Detail::Consolidation(text) => sheet.goods.push(text),
            Detail::Dimensions { weight: None, sides: None, pieces: None } => sheet.without_dimensions = true,
            Detail::Dimensions { .. } => sheet.packages.push(detail),
            Detail::Volume(volume) => sheet.volume = Some(*volume),
            Detail::Slac(slac) => sheet.slac = Some(*slac),
            Detail::Unit(unit) => {
                // A count behind a load unit is the count of that unit.
                let slac = rest.next_if(|next| matches!(next, Detail::Slac(_)));
                let slac = slac.and_then(|next| if let Detail::Slac(slac) = next { Some(*slac) } else { None });
                sheet.units.push((unit, slac));
            }
            Detail::Hs(code) => sheet.hs.push(code),
            Detail::Origin(country) => sheet.origin = Some(country),
            Detail::Other(..) => {}
        }
    }
    sheets
}

/// Writes the rate lines.
pub(super) fn write(out: &mut Out, rates: &[Rate], currency: &str) {
    let items: Vec<(Option<&Rate>, Sheet<'_>)> = rates
        .iter()
        .flat_map(|rate| {
            let sheets = sheets(&rate.details).into_iter().enumerate();
            sheets.map(move |(place, sheet)| ((place == 0).then_some(rate), sheet))
        })
        .collect();
    if items.is_empty() {
        return;
    }
    let total: Amount = rates.iter().filter_map(|rate| rate.total).sum();
    out.group("ApplicableRating", |out| {
        out.leaf("TypeCode", FACE);
        out.amount("TotalChargeAmount", rates.iter().any(|rate| rate.total.is_some()).then_some(total), currency);
        out.leaf("ConsignmentItemQuantity", &items.len().to_string());
        for (place, (rate, sheet)) in items.iter().enumerate() {
            out.group("IncludedMasterConsignmentItem", |out| {
                out.leaf("SequenceNumeric", &(place + 1).to_string());
                write_item(out, *rate, sheet, currency);
            });
        }
    });
}

fn write_item(out: &mut Out, rate: Option<&Rate>, sheet: &Sheet<'_>, currency: &str) {
    for code in &sheet.hs {
        out.leaf("TypeCode", code);
    }
    out.weight("GrossWeightMeasure", rate.and_then(|rate| rate.weight));
    out.volume("GrossVolumeMeasure", sheet.volume);
    out.count("PackageQuantity", sheet.slac);
    out.count("PieceQuantity", rate.and_then(|rate| rate.pieces));
    out.leaf("Information", if sheet.without_dimensions { NO_DIMENSIONS } else { "" });
    out.group("NatureIdentificationTransportCargo", |out| out.leaf("Identification", &sheet.goods.join("\n")));
    out.group("OriginCountry", |out| out.leaf("ID", sheet.origin.unwrap_or_default()));
    for (unit, slac) in &sheet.units {
        out.group("AssociatedUnitLoadTransportEquipment", |out| write_unit(out, unit, *slac, ""));
    }
    for package in &sheet.packages {
        write_package(out, package);
    }
    if let Some(rate) = rate {
        write_rate(out, rate, currency);
    }
}

fn write_package(out: &mut Out, package: &Detail) {
    let Detail::Dimensions { weight, sides, pieces } = package else { return };
    out.group("TransportLogisticsPackage", |out| {
        out.count("ItemQuantity", *pieces);
        out.weight("GrossWeightMeasure", *weight);
        if let Some([length, width, height]) = sides {
            out.group("LinearSpatialDimension", |out| {
                out.length("WidthMeasure", *width);
                out.length("LengthMeasure", *length);
                out.length("HeightMeasure", *height);
            });
        }
    });
}

/// What stands in the box of the commodity item number.
enum Commodity<'a> {
    Number(&'a str),
    /// Rate class of a load unit.
    UnitClass(&'a str),
    /// Basis and percentage of a reduction or surcharge, as N75.
    Basis(&'a str, Percent),
}

fn commodity(rate: &Rate) -> Commodity<'_> {
    let text = rate.commodity.as_str();
    let unit_class = matches!(rate.class.as_str(), "U" | "E" | "X" | "Y");
    if unit_class && text.len() <= 2 && text.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return Commodity::UnitClass(text);
    }
    let reduced = matches!(rate.class.as_str(), "R" | "S") && rate.discount.is_none();
    let parts = text.bytes().next().filter(|letter| reduced && letter.is_ascii_uppercase()).map(|_| text.split_at(1));
    if let Some((basis, digits)) = parts
        && let Ok(percent) = digits.parse::<Percent>()
        && percent.to_string() == digits
    {
        return Commodity::Basis(basis, percent);
    }
    Commodity::Number(text)
}

fn write_rate(out: &mut Out, rate: &Rate, currency: &str) {
    let commodity = commodity(rate);
    out.group("ApplicableFreightRateServiceCharge", |out| {
        out.leaf("CategoryCode", &rate.class);
        out.leaf("CommodityItemID", if let Commodity::Number(number) = commodity { number } else { "" });
        out.weight("ChargeableWeightMeasure", rate.chargeable);
        out.leaf("AppliedRate", &rate.rate.map(|rate| rate.to_string()).unwrap_or_default());
        out.amount("AppliedAmount", rate.total, currency);
    });
    out.station("SpecifiedRateCombinationPointLocation", &rate.point);
    let (unit_class, basis, percent) = match commodity {
        Commodity::UnitClass(class) => (class, "", rate.discount),
        Commodity::Basis(basis, percent) => ("", basis, Some(percent)),
        Commodity::Number(_) => ("", "", rate.discount),
    };
    out.group("ApplicableUnitLoadDeviceRateClass", |out| {
        out.leaf("TypeCode", unit_class);
        out.leaf("BasisCode", basis);
        out.leaf("AppliedPercent", &percent.map(|percent| percent.to_string()).unwrap_or_default());
    });
}

/// Reads the rate lines of the face of the waybill. An item without pieces, weight and rate goes on with the
/// goods of the line before.
pub(super) fn read(node: &mut Node<'_>, currency: &str, consolidated: bool) -> Result<Vec<Rate>, Fault> {
    let Some(mut rating) = take_face(node, "ApplicableRating") else { return Ok(Vec::new()) };
    let items = rating.take_all("IncludedMasterConsignmentItem");
    rating.derived_count("ConsignmentItemQuantity", i64::try_from(items.len()).unwrap_or(i64::MAX))?;
    let mut rates: Vec<Rate> = Vec::new();
    for item in items {
        let rate = read_item(item, currency, consolidated)?;
        let goes_on = Rate { details: Vec::new(), ..rate.clone() } == Rate::default();
        match rates.last_mut() {
            Some(last) if goes_on => last.details.extend(rate.details),
            _ => rates.push(rate),
        }
    }
    let total: Amount = rates.iter().filter_map(|rate| rate.total).sum();
    if rating.amount("TotalChargeAmount", currency)?.is_some_and(|amount| amount != total) {
        rating.flag("TotalChargeAmount");
    }
    Ok(rates)
}

fn read_item(mut item: Node<'_>, currency: &str, consolidated: bool) -> Result<Rate, Fault> {
    item.text("SequenceNumeric");
    let mut rate = Rate {
        pieces: item.count("PieceQuantity")?,
        weight: item.weight("GrossWeightMeasure")?,
        point: item.text_in("SpecifiedRateCombinationPointLocation", "ID"),
        ..Rate::default()
    };
    if let Some(mut charge) = item.take("ApplicableFreightRateServiceCharge") {
        rate.class = charge.text("CategoryCode");
        rate.commodity = charge.text("CommodityItemID");
        rate.chargeable = charge.weight("ChargeableWeightMeasure")?;
        rate.rate = charge.price("AppliedRate")?;
        rate.total = charge.amount("AppliedAmount", currency)?;
    }
    if let Some(class) = item.take("ApplicableUnitLoadDeviceRateClass") {
        read_class(class, &mut rate)?;
    }
    rate.details = read_details(&mut item, consolidated)?;
    Ok(rate)
}

fn read_class(mut class: Node<'_>, rate: &mut Rate) -> Result<(), Fault> {
    rate.discount = class.percent("AppliedPercent")?;
    if rate.commodity.is_empty() {
        rate.commodity = class.text("TypeCode");
    }
    if rate.commodity.is_empty() {
        rate.commodity = class.text("BasisCode");
        if let Some(percent) = rate.discount.take_if(|_| !rate.commodity.is_empty()) {
            rate.commodity.push_str(&percent.to_string());
        }
    }
    Ok(())
}

fn read_details(item: &mut Node<'_>, consolidated: bool) -> Result<Vec<Detail>, Fault> {
    let goods = lines_of(&item.text_in("NatureIdentificationTransportCargo", "Identification")).into_iter();
    let mut details: Vec<Detail> =
        goods.map(|line| if consolidated { Detail::Consolidation(line) } else { Detail::Goods(line) }).collect();
    match item.text("Information").as_str() {
        "" => {}
        NO_DIMENSIONS => details.push(Detail::Dimensions { weight: None, sides: None, pieces: None }),
        _ => item.flag("Information"),
    }
    for package in item.take_all("TransportLogisticsPackage") {
        details.push(read_package(package)?);
    }
    details.extend(item.volume("GrossVolumeMeasure")?.map(Detail::Volume));
    details.extend(item.count("PackageQuantity")?.map(Detail::Slac));
    for mut unit in item.take_all("AssociatedUnitLoadTransportEquipment") {
        details.push(Detail::Unit(read_unit(&mut unit)));
        details.extend(unit.count("LoadedPackageQuantity")?.map(Detail::Slac));
    }
    let codes = item.take_all("TypeCode").into_iter().map(Node::into_text).filter(|code| !code.is_empty());
    details.extend(codes.map(Detail::Hs));
    let origin = item.text_in("OriginCountry", "ID");
    details.extend((!origin.is_empty()).then_some(Detail::Origin(origin)));
    Ok(details)
}

fn read_package(mut package: Node<'_>) -> Result<Detail, Fault> {
    let pieces = package.count("ItemQuantity")?;
    let weight: Option<Weight> = package.weight("GrossWeightMeasure")?;
    let mut sides = None;
    if let Some(mut dimension) = package.take("LinearSpatialDimension") {
        let mut side = |name: &str| dimension.length(name)?.ok_or_else(|| dimension.missing(name));
        sides = Some([side("LengthMeasure")?, side("WidthMeasure")?, side("HeightMeasure")?]);
    }
    Ok(Detail::Dimensions { weight, sides, pieces })
}
