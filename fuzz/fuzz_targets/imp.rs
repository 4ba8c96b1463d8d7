//! No text makes a reader of teletype messages panic or hang, nor the writer of what was read.
#![no_main]

use libfuzzer_sys::fuzz_target;
use trade::imp::{Message, answer, booking, fhl, fwb, read};

fuzz_target!(|text: &str| {
    match read(text) {
        Ok(Message::Fwb(message)) => drop(fwb::compose(&message).text()),
        Ok(Message::Fhl(message)) => drop(fhl::compose(&message).text()),
        Ok(Message::Status(message)) => drop(trade::fsu::compose(&message)),
        Ok(Message::Answer(message)) => drop(answer::compose(&message)),
        Ok(Message::Booking(message)) => drop(booking::compose(&message).text()),
        Ok(Message::Unknown { .. }) | Err(_) => {}
    }
});
