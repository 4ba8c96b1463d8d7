//! No text makes the reader of EDIFACT messages panic or hang; what it refuses has a place.
#![no_main]

use libfuzzer_sys::fuzz_target;
use trade::edifact::read;

fuzz_target!(|text: &str| {
    match read(text) {
        Ok(interchange) => {
            for movement in interchange.messages.iter().flat_map(|message| &message.movements) {
                assert!(movement.place > 0);
                movement.time.and_then(|when| when.instant("Asia/Shanghai"));
            }
        }
        Err(error) => assert!(error.segment > 0 && error.column > 0),
    }
});
