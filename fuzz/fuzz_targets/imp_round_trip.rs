//! What was read without a flag and fits into a message is written so that it reads back as it was.
#![no_main]

use libfuzzer_sys::fuzz_target;
use trade::imp::{Written, fhl, fwb};

fn fits(written: &Written) -> bool {
    written.lines.iter().flatten().all(|span| span.marks.is_empty())
}

fuzz_target!(|text: &str| {
    if let Ok(message) = fwb::parse(text)
        && message.flags.is_empty()
    {
        let written = fwb::compose(&message);
        if fits(&written) {
            assert_eq!(fwb::parse(&written.text()), Ok(message));
        }
    }
    if let Ok(message) = fhl::parse(text)
        && message.flags.is_empty()
    {
        let written = fhl::compose(&message);
        if fits(&written) {
            assert_eq!(fhl::parse(&written.text()), Ok(message));
        }
    }
});
