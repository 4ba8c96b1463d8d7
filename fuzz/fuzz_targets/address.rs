//! No pasted text makes the recognition of addresses panic or hang, and every part it finds is clean and fits its box.
#![no_main]

use libfuzzer_sys::fuzz_target;
use trade::address::{check, recognise};

fuzz_target!(|text: &str| {
    let text: String = text.chars().take(5_000).collect();
    let got = recognise(&text, |name| (name == "CHINA").then(|| "CN".to_owned()));
    let party = &got.party;
    for (part, most) in [
        (&party.sc_name, 100),
        (&party.sc_address, 150),
        (&party.nation_code, 2),
        (&party.state_code, 10),
        (&party.city_name_en, 30),
        (&party.post_code, 20),
        (&party.tel_number, 30),
        (&party.fax_number, 30),
        (&party.sc_code, 50),
    ] {
        assert!(part.len() <= most && part.trim() == part, "{part:?}");
        assert!(part.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b" .-".contains(&b)), "{part:?}");
    }
    let _ = check(party, true);
});
