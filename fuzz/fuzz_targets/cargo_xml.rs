//! No text makes the reader of Cargo-XML panic or hang; what it reads is written and reads back as a message.
#![no_main]

use libfuzzer_sys::fuzz_target;
use trade::cargo_xml::{Body, read, xfhl, xfnm, xfsu, xfwb, xfzb};

fuzz_target!(|text: &str| {
    let Ok(message) = read(text) else { return };
    let envelope = &message.envelope;
    let written = match &message.body {
        Body::Waybill(fwb) => xfwb::write(fwb, envelope),
        Body::House(house) => xfzb::write(house, envelope),
        Body::Manifest(fhl) => xfhl::write(fhl, envelope),
        Body::Status(status) => xfsu::write(status, envelope),
        Body::Response(response) => {
            let _ = (response.verdict(), response.awb(), response.answered_kind());
            xfnm::write(response, envelope)
        }
    };
    let _ = read(&written);
});
