//! No typed or pasted text makes a rule of a single box or of the waybill form panic or hang.
#![no_main]

use libfuzzer_sys::fuzz_target;
use trade::waybill_form::{Completeness, WaybillForm, check, sums};
use trade::waybill_number::{Mawb, clean_house, clean_master, range};
use trade::{cargo, container, container_number, credit_code, phone};

fuzz_target!(|text: &str| {
    let _ = (Mawb::parse(text), range("990", text, 3), clean_master(text), clean_house(text, 12));
    let _ = (container_number::wrong_digit(text), container_number::clean(text), container::container_type(text));
    let _ = (credit_code::fault(text), phone::is_chinese(text), phone::is_foreign(text));
    if let Ok(lines) = cargo::parse_dimensions(text) {
        assert_eq!(cargo::parse_dimensions(&cargo::dimensions_text(&lines)), Ok(lines.clone()));
        let _ = (cargo::volume_of(&lines), cargo::pieces_of(&lines));
    }
    if let Ok(form) = serde_json::from_str::<WaybillForm>(text) {
        let _ = (sums(&form), check(&form, Completeness::Draft), check(&form, Completeness::Final));
    }
});
