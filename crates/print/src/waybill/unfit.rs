//! What of a form the paper does not show: texts that are cut, and letters the font has no picture of. Told while the form
//! is filled in, not by the customer who holds the paper.

use kernel::{Findings, Msg};
use trade::waybill_form::WaybillForm;

use super::{Paper, Placed, placed};
use crate::font::face;

const CUT: Msg =
    Msg::new("print.cut", "打印时放不下，只印到“{kept}”", "It is too long for the paper, which ends with “{kept}”.");
const NO_GLYPH: Msg = Msg::new(
    "print.no_glyph",
    "“{letters}”字库中没有，打印为空白",
    "The font has no “{letters}”: the paper leaves it blank.",
);
/// Letters of the end of a cut text that are told.
const END_LETTERS: usize = 20;

/// Boxes of the form by those of the paper.
const FIELDS: [(&str, &str); 21] = [
    ("shipper", "shipper.scName"),
    ("consignee", "consignee.scName"),
    ("shipper_account", "shipper.accountNo"),
    ("consignee_account", "consignee.accountNo"),
    ("agent", "issueAgentName"),
    ("agent_iata", "agentIataCode"),
    ("agent_account", "accountNo"),
    ("accounting", "accountingInformation"),
    ("departure", "departureStationName"),
    ("destination", "arrivalStationName"),
    ("reference", "referenceNumber"),
    ("optional_info", "optionalShippingInfo"),
    ("flight1", "flightNumber"),
    ("flight2", "flightNumber2"),
    ("declared_carriage", "declaredValueOfCarriage"),
    ("declared_customs", "declaredValueOfCustoms"),
    ("sci", "sci"),
    ("goods", "lines.0.goodsNameEn"),
    ("other_charges", "charges"),
    ("certification", "shipperSignature"),
    ("execution", "issuer"),
];

/// What the paper of a form does not show, at its boxes.
pub fn unfit(form: &WaybillForm) -> Findings {
    let mut found = Findings::new();
    let paper = Paper { show_rate: true, ..Paper::default() };
    for piece in placed(form, &paper).iter().filter(|piece| !piece.caption) {
        let Some(field) = field_of(form, piece) else { continue };
        if let Some(kept) = piece.text.strip_suffix('…') {
            let skipped = kept.chars().count().saturating_sub(END_LETTERS);
            let end: String = kept.chars().skip(skipped).collect();
            found.warning(field, CUT.with(&[("kept", &end)]));
        }
        let letters = missing(&piece.text);
        if !letters.is_empty() {
            found.warning(field, NO_GLYPH.with(&[("letters", &letters)]));
        }
    }
    found
}

fn field_of(form: &WaybillForm, piece: &Placed) -> Option<&'static str> {
    if piece.id == "handling" {
        // What stands last is what is cut.
        let boxes = [("osi", &form.osi), ("handlingInformation", &form.handling_information)];
        let filled = boxes.into_iter().find(|(_, text)| !text.trim().is_empty());
        return Some(filled.map_or("specialHandlingCodes", |(field, _)| field));
    }
    FIELDS.iter().find(|(id, _)| *id == piece.id).map(|(_, field)| *field)
}

/// Letters of a text the font has no picture of, each once.
fn missing(text: &str) -> String {
    let Some(face) = face() else { return String::new() };
    let mut letters = String::new();
    for letter in text.chars().filter(|letter| !letter.is_control() && face.glyph_index(*letter).is_none()) {
        if !letters.contains(letter) {
            letters.push(letter);
        }
    }
    letters
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Issue 25, A 11: what the paper cuts and leaves blank is found before it is printed.
    #[test]
    fn what_the_paper_does_not_show_is_told_at_its_box() {
        let told = |form: &WaybillForm| {
            unfit(form).items.into_iter().map(|finding| (finding.field, finding.text.zh)).collect::<Vec<_>>()
        };
        let mut form =
            WaybillForm { osi: "FRAGILE GOODS".into(), issuer: "上海测试货运".into(), ..WaybillForm::default() };
        assert_eq!(told(&form), []);
        form.issuer = "䶮𠮷㛃上海".into();
        assert_eq!(told(&form), [("issuer".to_owned(), "“䶮𠮷㛃”字库中没有，打印为空白".to_owned())]);
        form.issuer.clear();
        form.osi = "HANDLE WITH CARE ".repeat(80);
        let cut = told(&form);
        assert_eq!(cut.len(), 1, "{cut:?}");
        assert!(cut[0].0 == "osi" && cut[0].1.starts_with("打印时放不下，只印到“"), "{cut:?}");
    }
}
