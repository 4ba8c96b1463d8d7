//! Answers of hand.

use super::xfnm::{Reason, Response, Verdict};
use super::*;

fn answer(parts: &str) -> (Response, Vec<String>) {
    let text = document("Response", "iata:response:3", "294", "3.00", parts);
    let message = read(&text).unwrap_or_else(|error| panic!("{error:?}"));
    let Body::Response(response) = message.body else { panic!("an answer") };
    (response, message.flags)
}

const REJECTED: &str = r"<a:BusinessHeaderDocument><ID>990-12345675_37711</ID><Name>Air Waybill</Name>
<TypeCode>740</TypeCode><StatusCode>Rejected</StatusCode></a:BusinessHeaderDocument>
<a:ResponseStatus><ConditionCode>Error</ConditionCode><ReasonCode>RTD600D</ReasonCode>
<Reason>The units of the dimensions differ</Reason><Information>MTQ</Information></a:ResponseStatus>
<a:ResponseStatus><ConditionCode>Error</ConditionCode><Reason>MISSING_CNE_ADDR</Reason></a:ResponseStatus>
<a:ResponseStatus/>";

#[test]
fn a_rejection_tells_what_it_answers_and_each_of_its_reasons() {
    let (response, flags) = answer(REJECTED);
    assert_eq!(flags, Vec::<String>::new());
    assert_eq!((response.verdict(), response.answered_kind()), (Verdict::Refused, "FWB"));
    assert_eq!(response.awb().map(|awb| awb.to_string()).as_deref(), Some("990-12345675"));
    let sentences: Vec<String> = response.reasons.iter().map(Reason::sentence).collect();
    assert_eq!(sentences, ["RTD600D The units of the dimensions differ (MTQ)", "MISSING_CNE_ADDR"]);
    assert_eq!(response.document, "Air Waybill");
}

#[test]
fn the_status_decides_and_without_one_the_conditions_do() {
    let with = |status: &str, conditions: &[&str]| {
        let reasons: String = conditions
            .iter()
            .map(|one| format!("<a:ResponseStatus><ConditionCode>{one}</ConditionCode></a:ResponseStatus>"))
            .collect();
        let head = format!("<a:BusinessHeaderDocument><StatusCode>{status}</StatusCode></a:BusinessHeaderDocument>");
        answer(&format!("{head}{reasons}")).0.verdict()
    };
    for (status, conditions, verdict) in [
        ("Processed", &["Warning"][..], Verdict::Accepted),
        ("ACKNOWLEDGED", &[], Verdict::Accepted),
        ("rejected", &["Acknowledgement"], Verdict::Refused),
        ("Received", &[], Verdict::Open),
        ("Parked", &[], Verdict::Open),
        ("Parked", &["Error"], Verdict::Refused),
        ("", &["Acknowledgement"], Verdict::Accepted),
        ("", &["Acknowledgement", "Error"], Verdict::Refused),
        ("", &["Warning"], Verdict::Open),
    ] {
        assert_eq!(with(status, conditions), verdict, "{status} {conditions:?}");
    }
}

#[test]
fn a_reference_is_a_number_with_the_dash_or_without_or_no_number() {
    let of = |reference: &str, type_code: &str| {
        let (reference, type_code) = (reference.to_owned(), type_code.to_owned());
        let response = Response { reference, type_code, ..Response::default() };
        (response.awb().map(|awb| awb.to_string()), response.answered_kind())
    };
    let awb = Some("990-12345675".to_owned());
    assert_eq!(of("990-12345675", "741"), (awb.clone(), "FWB"));
    assert_eq!(of("99012345675", "785"), (awb.clone(), "FHL"));
    assert_eq!(of("990-12345675-77", "703"), (awb, "FHL"));
    for reference in ["990-12345670", "99012345670", "9901234567", "HA001", ""] {
        assert_eq!(of(reference, "800"), (None, ""), "{reference}");
    }
}

#[test]
fn an_answer_that_says_nothing_is_refused_and_what_is_unknown_is_flagged() {
    let empty = "<a:BusinessHeaderDocument><ID>990-12345675</ID></a:BusinessHeaderDocument>";
    let text = document("Response", "iata:response:3", "294", "3.00", empty);
    assert_eq!(refused(&text), (2, 1, "BusinessHeaderDocument/StatusCode".to_owned(), "缺少必需的元素"));
    let (_, flags) = answer(&REJECTED.replace("<Information>", "<Place>MasterConsignment</Place><Information>"));
    assert_eq!(flags, ["ResponseStatus/Place"]);
}
