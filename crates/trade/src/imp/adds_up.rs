//! Whether the lines of a message come to the totals it tells. A message that does not add up is read all the same: what
//! differs is told.

use kernel::{Amount, Msg, Text, Weight};

use super::fhl::Fhl;
use super::fwb::{Column, Detail, Fwb};
use crate::fsu::{Share, StatusMessage};

const DIFFERS: Msg =
    Msg::new("imp.sum", "{what}合计{sum}，与{total}不一致", "{what} come to {sum} and are told to be {total}.");
const BEYOND: Msg =
    Msg::new("imp.beyond", "{what}{sum}超过总数{total}", "{what} {sum} are more than the total {total}.");

/// A name in Chinese and English.
type Name = (&'static str, &'static str);

const PIECES: Name = ("运价行件数", "The pieces of the rate lines");
const WEIGHT: Name = ("运价行毛重", "The gross weights of the rate lines");
const SIZED: Name = ("尺寸件数", "The pieces of the dimensions");
const FREIGHT: Name = ("运价行运费", "The totals of the rate lines");
const DUE_AGENT: Name = ("代理费用", "The charges due agent");
const DUE_CARRIER: Name = ("承运人费用", "The charges due carrier");
const HOUSES: Name = ("分单件数", "The pieces of the houses");
const HOUSES_WEIGHT: Name = ("分单毛重", "The gross weights of the houses");

fn say(message: Msg, (zh, en): Name, sum: &str, total: &str) -> Text {
    let of = |what| [("what", what), ("sum", sum), ("total", total)];
    message.with_each(&of(zh), &of(en))
}

fn differs<T: PartialEq + ToString>(what: Name, sum: &T, total: &T) -> Option<Text> {
    (sum != total).then(|| say(DIFFERS, what, &sum.to_string(), &total.to_string()))
}

/// The sum of what every line tells; none where one tells nothing.
fn whole<T, S: std::iter::Sum<T>>(values: impl Iterator<Item = Option<T>>) -> Option<S> {
    values.collect::<Option<Vec<T>>>().filter(|values| !values.is_empty()).map(|values| values.into_iter().sum())
}

/// What of a waybill does not add up.
pub fn of_waybill(fwb: &Fwb) -> Vec<Text> {
    let mut found = Vec::new();
    let pieces: Option<i64> = whole(fwb.rates.iter().map(|rate| rate.pieces));
    found.extend(pieces.and_then(|sum| differs(PIECES, &sum, &fwb.shipment.pieces)));
    let weight: Option<Weight> = whole(fwb.rates.iter().map(|rate| rate.weight));
    found.extend(weight.zip(fwb.shipment.weight).and_then(|(sum, total)| differs(WEIGHT, &sum, &total)));
    let sized = fwb.rates.iter().flat_map(|rate| &rate.details).filter_map(|detail| match detail {
        Detail::Dimensions { sides: Some(_), pieces, .. } => Some(*pieces),
        _ => None,
    });
    let sized: Option<i64> = whole(sized);
    found.extend(sized.and_then(|sum| differs(SIZED, &sum, &fwb.shipment.pieces)));
    let freight: Option<Amount> = whole(fwb.rates.iter().map(|rate| rate.total));
    let columns = [("预付", "Prepaid", &fwb.prepaid), ("到付", "Collect", &fwb.collect)];
    let told: Vec<Amount> =
        columns.iter().filter_map(|(_, _, column)| column.as_ref().and_then(|column| column.weight)).collect();
    if let (Some(sum), [weight]) = (freight, told.as_slice()) {
        found.extend(differs(FREIGHT, &sum, weight));
    }
    found.extend(of_charges(fwb));
    for (zh, en, column) in columns {
        found.extend(column.as_ref().and_then(|column| of_column((zh, en), column)));
    }
    found
}

/// The charges one by one against the sums of both columns.
fn of_charges(fwb: &Fwb) -> Vec<Text> {
    if fwb.charges.is_empty() {
        return Vec::new();
    }
    let columns = [&fwb.prepaid, &fwb.collect];
    let told = |of: fn(&Column) -> Option<Amount>| -> Amount {
        columns.iter().filter_map(|column| column.as_ref().and_then(of)).sum()
    };
    let due = |letter: char| -> Amount {
        fwb.charges.iter().filter(|charge| charge.due == letter).map(|charge| charge.amount).sum()
    };
    let agent = differs(DUE_AGENT, &due('A'), &told(|column| column.agent));
    let carrier = differs(DUE_CARRIER, &due('C'), &told(|column| column.carrier));
    agent.into_iter().chain(carrier).collect()
}

fn of_column((zh, en): Name, column: &Column) -> Option<Text> {
    let parts = [column.weight, column.valuation, column.tax, column.agent, column.carrier];
    let (sum, total): (Amount, Amount) = (parts.into_iter().flatten().sum(), column.total?);
    let (sum, total) = (sum.to_string(), total.to_string());
    let (zh, en) = (format!("{zh}费用"), format!("{en} charges"));
    let of = |what| [("what", what), ("sum", sum.as_str()), ("total", total.as_str())];
    (sum != total).then(|| DIFFERS.with_each(&of(&zh), &of(&en)))
}

/// What of houses does not add up: one alone may be a part of its master, but no more.
pub fn of_houses(fhl: &Fhl) -> Vec<Text> {
    let pieces: i64 = fhl.houses.iter().map(|house| house.pieces).fold(0, i64::saturating_add);
    let weight: Weight = fhl.houses.iter().map(|house| house.weight).sum();
    let list = fhl.houses.len() > 1;
    let mut found = Vec::new();
    if pieces > fhl.master.pieces || (list && pieces != fhl.master.pieces) {
        found.push(say(DIFFERS, HOUSES, &pieces.to_string(), &fhl.master.pieces.to_string()));
    }
    if let Some(total) = fhl.master.weight.filter(|total| weight > *total || (list && weight != *total)) {
        found.push(say(DIFFERS, HOUSES_WEIGHT, &weight.to_string(), &total.to_string()));
    }
    found
}

/// Statuses of more pieces than the shipment has, or of all of it with another number; each with its line.
pub fn of_statuses(message: &StatusMessage) -> Vec<(usize, Text)> {
    let Some(total) = message.pieces_total.or(message.quantity.map(|quantity| quantity.pieces)) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for status in &message.statuses {
        let Some(quantity) = status.quantity else { continue };
        let beyond = quantity.pieces > total;
        if beyond || (quantity.share == Share::Total && quantity.pieces != total) {
            let (pieces, total) = (quantity.pieces.to_string(), total.to_string());
            let (zh, en) = (format!("{}件数", status.code), format!("The pieces of {}", status.code));
            let of = |what| [("what", what), ("sum", pieces.as_str()), ("total", total.as_str())];
            let told = if beyond { BEYOND } else { DIFFERS };
            found.push((status.line, told.with_each(&of(&zh), &of(&en))));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::imp::{fhl, fwb};

    fn zh(found: Vec<Text>) -> Vec<String> {
        found.into_iter().map(|text| text.zh).collect()
    }

    /// Issue 25, A 4: lines and totals of a waybill, and of the houses of a master.
    #[test]
    fn what_does_not_add_up_is_told() {
        let waybill = |pieces: &str, second: &str, total: &str| {
            let text = format!(
                "FWB/16\n990-12345675PVGFRA/T{pieces}K500\nRTG/FRAX9\nSHP\nNAM/A\nADR/B\nLOC/SHANGHAI\n/CN\nCNE\nNAM/A\n\
                 ADR/B\nLOC/FRANKFURT\n/DE\nCVD/CNY/PP/PP/NVD/NCV/XXX\nRTD/1/P2/K200/CQ/W200/R10/T2000\n/NG/GOODS\n\
                 /2/P{second}/K300/CQ/W300/R10/T3000\n/NG/GOODS\nPPD/WT5000\n/CT{total}\nISU/20JUL26/SHANGHAI/X\n"
            );
            zh(of_waybill(&fwb::parse(&text).expect("reads")))
        };
        assert_eq!(waybill("5", "3", "5000"), [""; 0]);
        assert_eq!(waybill("5", "1", "5000"), ["运价行件数合计3，与5不一致"]);
        assert_eq!(waybill("5", "3", "5001"), ["预付费用合计5000，与5001不一致"]);
        let houses = |second: &str| {
            let text = format!(
                "FHL/4\nMBI/990-12345675PVGFRA/T5K500\nHBS/H1/PVGFRA/2/K200//GOODS\nHBS/H2/PVGFRA/{second}/K300//GOODS\n"
            );
            zh(of_houses(&fhl::parse(&text).expect("reads")))
        };
        assert_eq!(houses("3"), [""; 0]);
        assert_eq!(houses("1"), ["分单件数合计3，与5不一致"]);
        let one = "FHL/4\nMBI/990-12345675PVGFRA/T5K500\nHBS/H1/PVGFRA/2/K200//GOODS\n";
        assert_eq!(zh(of_houses(&fhl::parse(one).expect("reads"))), [""; 0], "one house of several");
        let more = one.replace("/2/K200", "/6/K200");
        assert_eq!(zh(of_houses(&fhl::parse(&more).expect("reads"))), ["分单件数合计6，与5不一致"]);
    }

    /// Issue 25, A 4: pieces of a status against those of its shipment.
    #[test]
    fn statuses_of_other_pieces_are_told_with_their_line() {
        let told = |status: &str| {
            let text = format!("FSU/14\n990-12345675PVGFRA/T5K500\n{status}\n");
            let found = of_statuses(&crate::fsu::parse(&text).expect("reads"));
            found.into_iter().map(|(line, text)| (line, text.zh)).collect::<Vec<_>>()
        };
        assert_eq!(told("RCS/18JUL1200/PVG/T5K500"), []);
        assert_eq!(told("RCS/18JUL1200/PVG/P3K300"), []);
        assert_eq!(told("RCS/18JUL1200/PVG/T3K300"), [(3, "RCS件数合计3，与5不一致".to_owned())]);
        assert_eq!(told("RCS/18JUL1200/PVG/P6K300"), [(3, "RCS件数6超过总数5".to_owned())]);
    }
}
