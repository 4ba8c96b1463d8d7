mod dice;
mod house;
mod manifest;
mod order;
mod refused;
mod response;
mod round_trip;
mod status;
mod waybill;

use super::*;
use kernel::Amount;

/// A header as tests use it.
fn envelope() -> Envelope {
    let participant = |scheme: &str, id: &str| Participant { scheme: scheme.to_owned(), id: id.to_owned() };
    Envelope {
        id: "990-12345675_1".to_owned(),
        issued: kernel::Instant::parse("2026-07-15 10:00:00").expect("a time"),
        purpose: Purpose::Creation,
        version: "3.00".to_owned(),
        conversation: String::new(),
        senders: vec![participant("P", "REUAGT82DEMOFWD/PVG01")],
        recipients: vec![participant("C", "DEMOCCS")],
    }
}

/// A document of hand: the header around its parts.
fn document(root: &str, namespace: &str, type_code: &str, version: &str, parts: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <a:{root} xmlns:a=\"{namespace}\" xmlns=\"iata:datamodel:3\">\n\
         <a:MessageHeaderDocument>\n<ID>M1</ID><Name>By hand</Name><TypeCode>{type_code}</TypeCode>\n\
         <IssueDateTime>2026-07-15T10:00:00+08:00</IssueDateTime><PurposeCode>Creation</PurposeCode>\
         <VersionID>{version}</VersionID>\n\
         <SenderParty><PrimaryID schemeID=\"C\">ONE</PrimaryID></SenderParty>\
         <RecipientParty><PrimaryID schemeID=\"C\">TWO</PrimaryID></RecipientParty>\n\
         </a:MessageHeaderDocument>\n{parts}</a:{root}>\n"
    )
}

fn amount(text: &str) -> Amount {
    text.parse().expect("an amount")
}

/// The place and element of what a text is refused for.
fn refused(text: &str) -> (usize, usize, String, &'static str) {
    let error = read(text).expect_err("refused");
    assert!(!error.en.is_empty());
    (error.line, error.column, error.element, error.zh)
}
