//! What of a consignment can't be true at once: one list, asked by the form, before sending and by calls. None of it keeps
//! a form from being kept; each is told at its box.

use kernel::{Findings, Msg, Weight};

use super::{Kind, WaybillForm};

/// What a form is seen beside.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Beside {
    /// The carrier whose prefix its number has; empty where nobody knows it.
    pub prefix_carrier: String,
    /// Pieces and gross weight of the houses of a master; none where there are none.
    pub houses: Option<(i64, Weight)>,
}

/// Handling codes of which a consignment has one at most.
const APART: [(&str, &str); 4] = [("SPX", "NSC"), ("SCO", "NSC"), ("SPX", "SCO"), ("EAP", "EAW")];
/// Charge codes by how everything is paid.
const PAID: [(&str, &[&str]); 2] = [("PP", &["PP", "PX", "PZ"]), ("CC", &["CC", "CZ"])];

const CODES: Msg = Msg::new(
    "awb.against.codes",
    "特殊操作代码{a}与{b}不能同时使用",
    "The handling codes {a} and {b} exclude each other.",
);
const CHARGES: Msg = Msg::new(
    "awb.against.chgs",
    "费用代码{code}与付款方式{pay}不一致",
    "The charges code {code} does not go with the payment {pay}.",
);
const PREFIX: Msg = Msg::new(
    "awb.against.prefix",
    "主单前缀{prefix}属于{owner}，与承运人{carrier}不一致",
    "The prefix {prefix} is that of {owner}, the carrier is {carrier}.",
);
const HOUSES_PIECES: Msg = Msg::new(
    "awb.against.houses_pieces",
    "分单合计{a}件，与主单{b}件不一致",
    "The houses have {a} pieces, the master {b}.",
);
const HOUSES_WEIGHT: Msg = Msg::new(
    "awb.against.houses_weight",
    "分单毛重合计{a}，超过主单{b}",
    "The houses weigh {a}, more than the master's {b}.",
);
const SAME_STATION: Msg =
    Msg::new("awb.against.stations", "始发站与目的站相同", "Departure and destination are the same.");

/// The contradictions of a form.
pub fn contradictions(form: &WaybillForm, beside: &Beside) -> Findings {
    let mut found = Findings::new();
    let has = |code: &str| form.special_handling_codes.iter().any(|own| own.trim() == code);
    for (a, b) in APART.into_iter().filter(|(a, b)| has(a) && has(b)) {
        found.warning("specialHandlingCodes", CODES.with(&[("a", a), ("b", b)]));
    }
    payment(form, &mut found);
    if !form.departure_station.is_empty() && form.departure_station == form.arrival_station {
        found.warning("arrivalStation", SAME_STATION.text());
    }
    if form.kind == Kind::Master {
        of_master(form, beside, &mut found);
    }
    found
}

fn payment(form: &WaybillForm, found: &mut Findings) {
    let code = form.chgs_code.trim();
    let Some((wanted, _)) = PAID.iter().find(|(_, codes)| codes.contains(&code)) else { return };
    let others = form.charges.iter().map(|charge| charge.pay.as_str());
    let paid = [form.pay_method.as_str(), form.pay_method_other.as_str()].into_iter().chain(others);
    if let Some(pay) = paid.map(str::trim).find(|pay| !pay.is_empty() && pay != wanted) {
        found.warning("chgsCode", CHARGES.with(&[("code", code), ("pay", pay)]));
    }
}

fn of_master(form: &WaybillForm, beside: &Beside, found: &mut Findings) {
    let (owner, carrier) = (beside.prefix_carrier.as_str(), form.airline_code.trim());
    if !owner.is_empty() && !carrier.is_empty() && owner != carrier {
        let prefix = form.awb_number.get(..3).unwrap_or_default();
        found.warning("airlineCode", PREFIX.with(&[("prefix", prefix), ("owner", owner), ("carrier", carrier)]));
    }
    let Some((pieces, weight)) = beside.houses else { return };
    let sums = super::sums(form);
    if sums.pieces != 0 && pieces != sums.pieces {
        let told = [("a", &*pieces.to_string()), ("b", &*sums.pieces.to_string())];
        found.warning("lines.0.pieces", HOUSES_PIECES.with(&told));
    }
    if !sums.gross_weight.is_zero() && weight > sums.gross_weight {
        let told = [("a", &*weight.to_string()), ("b", &*sums.gross_weight.to_string())];
        found.warning("lines.0.grossWeight", HOUSES_WEIGHT.with(&told));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::waybill_form::{OtherCharge, RateLine};

    fn told(form: &WaybillForm, beside: &Beside) -> Vec<String> {
        let found = contradictions(form, beside);
        assert!(!found.has_errors());
        found.items.into_iter().map(|finding| format!("{}: {}", finding.field, finding.text.zh)).collect()
    }

    /// Issue 25, A 10: one list of what can't be true at once.
    #[test]
    fn what_cannot_be_true_at_once_is_told() {
        let line = RateLine { pieces: "32".into(), gross_weight: "500".into(), ..RateLine::default() };
        let whole = WaybillForm {
            awb_number: "157-12345675".into(),
            departure_station: "PVG".into(),
            arrival_station: "FRA".into(),
            airline_code: "QR".into(),
            chgs_code: "PP".into(),
            pay_method: "PP".into(),
            pay_method_other: "PP".into(),
            special_handling_codes: vec!["SPX".into(), "EAP".into()],
            lines: vec![line],
            ..WaybillForm::default()
        };
        let beside = Beside { prefix_carrier: "QR".into(), houses: Some((32, Weight::from_raw(500_000))) };
        assert_eq!(told(&whole, &beside), [""; 0]);
        let form = WaybillForm {
            special_handling_codes: ["SPX", "NSC", "EAP", "EAW"].map(str::to_owned).to_vec(),
            chgs_code: "CC".into(),
            airline_code: "CA".into(),
            ..whole.clone()
        };
        let nine = Beside { houses: Some((9, Weight::from_raw(550_000))), ..beside.clone() };
        let wanted = [
            "specialHandlingCodes: 特殊操作代码SPX与NSC不能同时使用",
            "specialHandlingCodes: 特殊操作代码EAP与EAW不能同时使用",
            "chgsCode: 费用代码CC与付款方式PP不一致",
            "airlineCode: 主单前缀157属于QR，与承运人CA不一致",
            "lines.0.pieces: 分单合计9件，与主单32件不一致",
            "lines.0.grossWeight: 分单毛重合计550，超过主单500",
        ];
        assert_eq!(told(&form, &nine), wanted);
        let house = WaybillForm { kind: Kind::House, ..form.clone() };
        assert_eq!(told(&house, &nine).len(), 3, "carrier and houses are the master's");
        // One charge that is paid otherwise is as well against the code of all.
        let charge = OtherCharge { pay: "CC".into(), ..OtherCharge::default() };
        let mixed = WaybillForm { charges: vec![charge], ..whole.clone() };
        assert_eq!(told(&mixed, &beside), ["chgsCode: 费用代码PP与付款方式CC不一致"]);
        let none = WaybillForm { chgs_code: "NC".into(), ..mixed };
        assert_eq!(told(&none, &Beside::default()), [""; 0]);
    }
}
