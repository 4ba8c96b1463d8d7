//! What holds of every text that is pasted as an address.

use super::*;
use crate::hostile::{filled, in_time, mutated, noise};
use crate::imp::dice::Dice;
use proptest::prelude::*;

/// Most letters a call takes.
const LETTERS_MAX: usize = 5_000;

const EXAMPLES: [&str; 4] = [
    "Müller & Söhne GmbH\nHauptstraße 12, 2.OG\n60547 Frankfurt\nGermany\nTel: +49 69 123-4 Fax: 49/69/5\n\
     Attn: Hr. Weiß",
    "CONSIGNEE:\nSample Trading Inc.\n1234 Main Street, Suite 500\nLos Angeles, CA 90012\nUnited States\n\
     EIN: 12-3456789",
    "发货人：演示公司 DEMO CO\nROOM 1\n200040 SHANGHAI, CHINA\n电话：021-12345678 邮编: 200040\n\
     USCI: 91310115MA1K00007Q",
    "NOTIFY PARTY\nDEMO CO\n1 RUE É\nPARIS FRANCE\nVAT: FR123 AEO: X-1 ZIP CODE: 75001 Code: Y",
];

fn read(text: &str) -> Recognised {
    recognise(text, |name| (name == "CHINA").then(|| "CN".to_owned()))
}

/// The boxes that are filled, each with its most letters; the last two have no limit of their own.
fn boxes(party: &Party) -> [(&str, usize); 11] {
    let most = |place: usize| LIMITS[place].3;
    [
        (&party.sc_name, most(0)),
        (&party.sc_address, most(1)),
        (&party.nation_code, most(2)),
        (&party.state_code, most(3)),
        (&party.city_name_en, most(4)),
        (&party.post_code, most(5)),
        (&party.tel_number, most(6)),
        (&party.fax_number, most(7)),
        (&party.sc_code, most(8)),
        (&party.contact_name, LETTERS_MAX * 4),
        (&party.aeo_code, LETTERS_MAX * 4),
    ]
}

fn holds(text: &str) {
    let got = in_time(text, read);
    for (content, most) in boxes(&got.party) {
        assert!(content.len() <= most, "{content:?} is longer than {most}: {text:?}");
        assert!(
            content.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b" .-".contains(&b)),
            "{content:?}"
        );
        assert_eq!(clean(content, true), content, "cleaned once and for all, without blanks at its ends: {text:?}");
    }
    let party = &got.party;
    let phone = party.tel_number.bytes().all(|b| b.is_ascii_digit() || b" -".contains(&b));
    assert!(phone && !party.fax_number.contains('.'), "{:?} {:?}", party.tel_number, party.fax_number);
    // Of the rules, no letter of any box is against them; places may still lack what their country wants.
    let places = ["nationCode", "stateCode", "postCode"];
    let wrong = super::super::check(party, false).items.into_iter().find(|one| !places.contains(&one.field.as_str()));
    assert!(wrong.is_none(), "{wrong:?} of {text:?}");
    for (field, _, _, most) in LIMITS {
        let told = got.notes.at(field).any(|note| note.text.key == CUT.key);
        let content = boxes(party)[LIMITS.iter().position(|limit| limit.0 == field).expect("a limit")].0;
        // What was cut ends at its limit, or before it where a blank stood there.
        assert!(!told || content.len() + 1 >= most, "{field} of {text:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn boxes_are_clean_and_never_longer_than_they_may_be(seed in any::<u64>()) {
        let mut dice = Dice::new(seed);
        holds(&mutated(&mut dice, &EXAMPLES));
        holds(&noise(&mut dice, 40));
    }

    #[test]
    fn cleaning_is_done_once(seed in any::<u64>()) {
        let text = noise(&mut Dice::new(seed), 40);
        for dots in [true, false] {
            let once = clean(&text, dots);
            prop_assert_eq!(clean(&once, dots), once.clone());
            prop_assert!(once == once.trim() && !once.contains("  ") && once == once.to_uppercase());
        }
    }

    #[test]
    fn name_and_street_are_read_again_as_they_are(seed in any::<u64>()) {
        let mut dice = Dice::new(seed);
        let letters = ['A', 'B', 'É', 'é', 'o', 'ß'];
        let mut word = |most| -> String { (0..=dice.place(most)).map(|_| dice.one(&letters)).collect() };
        let once = read(&format!("{} {}\n{} {}\nGermany", word(12), word(12), word(12), word(12))).party;
        let again = read(&format!("{}\n{}\n{}", once.sc_name, once.sc_address, once.nation_code)).party;
        prop_assert_eq!(again, once);
    }
}

#[test]
fn texts_of_the_largest_size_are_read_at_once() {
    for part in
        ["A", "A ", "\n", "A\n", "TEL:", "TEL: 1 ", "CODE:ZIP CODE:", "中", "ß", "&", "é\n", "US\n", "ZIP", "A B\n"]
    {
        holds(&filled("", part, LETTERS_MAX));
        holds(&filled("CONSIGNEE:\nDEMO CO\n1 ROAD\n", part, LETTERS_MAX));
    }
}

#[test]
fn a_part_that_is_cut_at_a_blank_ends_before_it() {
    let got = read(&format!("{} TAIL\n1 ROAD\nGERMANY", "N".repeat(99)));
    assert_eq!(got.party.sc_name, "N".repeat(99));
    assert!(got.notes.at("scName").any(|note| note.text.zh == "名称超长，已截取前100位"));
}
