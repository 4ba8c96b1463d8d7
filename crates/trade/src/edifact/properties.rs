//! Promises of the reader: no text makes it panic or hang, what is written reads back.

use proptest::prelude::*;

use super::tests::{GATE_IN, LOADED, STATUS};
use super::*;
use crate::hostile::{filled, in_time, mutated, noise};
use crate::imp::dice::Dice;

const LETTERS: [char; 16] = ['A', 'Z', '0', '9', ' ', '-', '/', '.', '+', ':', '\'', '?', '*', '中', 'é', 'x'];

/// A value of some letters that does not begin or end with a blank.
fn value(dice: &mut Dice) -> String {
    let text: String = (0..1 + dice.place(12)).map(|_| dice.one(&LETTERS)).collect();
    let text = text.trim();
    if text.is_empty() { "A".to_owned() } else { text.to_owned() }
}

fn released(text: &str) -> String {
    text.chars().flat_map(|letter| if "+:'?".contains(letter) { vec!['?', letter] } else { vec![letter] }).collect()
}

/// What is told of a box in a message that is made up.
struct Told {
    booking: String,
    seal: String,
    plate: String,
    remark: String,
    kilograms: i64,
    minute: i64,
}

fn told(dice: &mut Dice) -> Told {
    Told {
        booking: value(dice),
        seal: value(dice),
        plate: value(dice),
        remark: value(dice),
        kilograms: dice.between(0, 999_999),
        minute: dice.between(0, 59),
    }
}

/// A gate-out of boxes, written with its counts.
fn compose(boxes: &[Told]) -> String {
    let mut segments = vec!["UNH+7+CODECO:D:00B:UN:SMDG21".to_owned(), "BGM+36++9".to_owned()];
    for one in boxes {
        segments.push("EQD+CN+CSQU3054383+22G1:102:5++2+5".to_owned());
        segments.push(format!("RFF+BN:{}", released(&one.booking)));
        segments.push(format!("DTM+7:2026071512{:02}:203", one.minute));
        segments.push(format!("MEA+AAE+G+KGM:{}", one.kilograms));
        segments.push(format!("SEL+{}+CA", released(&one.seal)));
        segments.push(format!("FTX+AAI+++{}", released(&one.remark)));
        segments.push(format!("TDT+1++3+31++++{}", released(&one.plate)));
    }
    segments.push(format!("UNT+{}+7", segments.len() + 1));
    segments.join("'") + "'"
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn what_is_written_reads_back(seed in any::<u64>(), count in 1usize..4) {
        let mut dice = Dice::new(seed);
        let boxes: Vec<Told> = (0..count).map(|_| told(&mut dice)).collect();
        let text = compose(&boxes);
        let interchange = read(&text).expect("reads");
        let movements = &interchange.messages[0].movements;
        prop_assert_eq!(movements.len(), boxes.len());
        for (movement, one) in movements.iter().zip(&boxes) {
            prop_assert_eq!(&movement.bookings, &vec![one.booking.clone()]);
            prop_assert_eq!(&movement.seals, &vec![one.seal.clone()]);
            prop_assert_eq!((&movement.remark, &movement.plate), (&one.remark, &one.plate));
            prop_assert_eq!(movement.gross.map(|weight| weight.raw()), Some(one.kilograms * 1000));
            prop_assert_eq!(movement.time.map(|when| i64::from(when.local.minute())), Some(one.minute));
            prop_assert!(movement.flags.is_empty());
        }
    }

    #[test]
    fn no_text_makes_it_panic_or_hang(seed in any::<u64>()) {
        let mut dice = Dice::new(seed);
        let text = if dice.yes() { noise(&mut dice, 200) } else { mutated(&mut dice, &[GATE_IN, LOADED, STATUS]) };
        if let Err(error) = in_time(&text, read) {
            prop_assert!(error.segment > 0 && error.column > 0);
        }
    }

    #[test]
    fn a_segment_taken_away_is_noticed(place in 0usize..25) {
        let segments: Vec<&str> = LOADED.split_inclusive('\'').collect();
        let place = place % segments.len();
        let rest: String =
            segments.iter().enumerate().filter(|(at, _)| *at != place).map(|(_, segment)| *segment).collect();
        let read = read(&rest);
        // Without its first segment the message alone is left, and what closes the envelope is in no message.
        prop_assert!(read.is_err(), "{}", segments[place]);
    }
}

#[test]
fn the_largest_texts_are_read_in_time() {
    let head = "UNB+UNOA:1+A+B+260715:1000+1'UNH+1+IFTSTA:D:99B:UN'";
    for part in ["'", "+", ":", "?", "STS+1+VD'", "EQD+CN+A'", "RFF+BN:A'", "SEL+A'", "UNH+1+CODECO'", "UNG'", "A"] {
        in_time(&filled(head, part, BYTES_MAX), |text| drop(read(text)));
    }
    // Much that is told once is told again of every box: that must stay small.
    let long = "A".repeat(200_000);
    let head = format!("{head}BGM+23'TDT+20+{long}+1+++++{long}'LOC+5+{long}+{long}'FTX+AAA+++{long}'STS+1+{long}'");
    let many: String = (0..8000).map(|n| format!("RFF+BN:{n}'EQD+CN+A'SEL+{n}'")).collect();
    let text = format!("{head}{many}UNT+{}+1'UNZ+1+1'", 8000 * 3 + 7);
    let interchange = in_time(&text, read).expect("reads");
    assert_eq!(interchange.messages[0].movements.len(), 8000);
}
