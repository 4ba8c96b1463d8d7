//! What a bill prints: figures in words, boxes as lines, parties as blocks, everything in lines of 35 characters.

use super::{BillBox, BillForm, SEAWAY, limits};
use crate::address::{self, Party};

const SMALL: [&str; 20] = [
    "ZERO",
    "ONE",
    "TWO",
    "THREE",
    "FOUR",
    "FIVE",
    "SIX",
    "SEVEN",
    "EIGHT",
    "NINE",
    "TEN",
    "ELEVEN",
    "TWELVE",
    "THIRTEEN",
    "FOURTEEN",
    "FIFTEEN",
    "SIXTEEN",
    "SEVENTEEN",
    "EIGHTEEN",
    "NINETEEN",
];
const TENS: [&str; 10] = ["", "", "TWENTY", "THIRTY", "FORTY", "FIFTY", "SIXTY", "SEVENTY", "EIGHTY", "NINETY"];
const GROUPS: [(u64, &str); 3] = [(1_000_000_000, "BILLION"), (1_000_000, "MILLION"), (1_000, "THOUSAND")];

fn word(words: &[&'static str], place: u64) -> &'static str {
    usize::try_from(place).ok().and_then(|place| words.get(place)).copied().unwrap_or_default()
}

/// A number below a thousand.
fn below_thousand(number: u64) -> String {
    let (hundreds, rest) = (number / 100, number % 100);
    let mut parts = Vec::new();
    if hundreds > 0 {
        parts.push(format!("{} HUNDRED", word(&SMALL, hundreds)));
    }
    match rest {
        0 => {}
        1..=19 => parts.push(word(&SMALL, rest).to_owned()),
        _ if rest % 10 == 0 => parts.push(word(&TENS, rest / 10).to_owned()),
        _ => parts.push(format!("{}-{}", word(&TENS, rest / 10), word(&SMALL, rest % 10))),
    }
    parts.join(" ")
}

/// A number in capitals: 65 is `SIXTY-FIVE`, 1200 is `ONE THOUSAND TWO HUNDRED`.
pub fn number_words(number: u64) -> String {
    if number == 0 {
        return word(&SMALL, 0).to_owned();
    }
    let (mut rest, mut parts) = (number, Vec::new());
    for (size, name) in GROUPS {
        if rest >= size {
            parts.push(format!("{} {name}", number_words(rest / size)));
            rest %= size;
        }
    }
    if rest > 0 {
        parts.push(below_thousand(rest));
    }
    parts.join(" ")
}

/// A number in words and figures: `THREE (3)`.
pub fn count_words(number: u64) -> String {
    format!("{} ({number})", number_words(number))
}

/// The total of full boxes: `SAY TWO (2) CONTAINERS ONLY`.
pub fn say_boxes(boxes: u64) -> String {
    format!("SAY {} {} ONLY", count_words(boxes), if boxes == 1 { "CONTAINER" } else { "CONTAINERS" })
}

/// Abbreviations of packages, one of them, several.
const PACKAGES: [(&str, &str, &str); 8] = [
    ("CTNS", "CARTON", "CARTONS"),
    ("PLTS", "PALLET", "PALLETS"),
    ("CASES", "CASE", "CASES"),
    ("DRUMS", "DRUM", "DRUMS"),
    ("BAGS", "BAG", "BAGS"),
    ("ROLLS", "ROLL", "ROLLS"),
    ("PCS", "PIECE", "PIECES"),
    ("PKGS", "PACKAGE", "PACKAGES"),
];

/// The total of loose cargo: `SAY SIXTY-FIVE (65) CARTONS ONLY`.
pub fn say_packages(pieces: u64, kind: &str) -> String {
    let kind = kind.trim().to_ascii_uppercase();
    let known = PACKAGES.iter().find(|(short, _, _)| *short == kind);
    let noun = match known {
        Some((_, one, _)) if pieces == 1 => *one,
        Some((_, _, several)) => *several,
        None if kind.is_empty() => "PACKAGES",
        None => &kind,
    };
    format!("SAY {} {noun} ONLY", count_words(pieces))
}

/// A box in one line, `CSQU3054383/TS00001/40HQ/600CTNS/9300.000KGS/59.500CBM`; what is not known is left out.
pub fn container_line(container: &BillBox, package_kind: &str) -> String {
    let with = |figure: &str, unit: &str| {
        if figure.is_empty() { String::new() } else { format!("{figure}{unit}") }
    };
    let parts = [
        container.container_no.clone(),
        container.seal_no.clone(),
        container.container_type.clone(),
        with(&container.pieces, package_kind),
        with(&container.weight, "KGS"),
        with(&container.volume, "CBM"),
    ];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("/")
}

/// Lines of at most 35 characters, broken at blanks, and inside words only where one is longer; empty lines stay.
pub fn folded(text: &str) -> Vec<String> {
    text.lines().flat_map(fold_line).collect()
}

fn fold_line(line: &str) -> Vec<String> {
    let (mut lines, mut now) = (Vec::new(), String::new());
    for word in line.split_whitespace() {
        let mut word: String = word.to_owned();
        let blank = usize::from(!now.is_empty());
        if now.chars().count() + blank + word.chars().count() > limits::LINE && !now.is_empty() {
            lines.push(std::mem::take(&mut now));
        }
        while word.chars().count() > limits::LINE {
            lines.push(word.chars().take(limits::LINE).collect());
            word = word.chars().skip(limits::LINE).collect();
        }
        if !now.is_empty() {
            now.push(' ');
        }
        now.push_str(&word);
    }
    lines.push(now);
    lines
}

/// A party as the bill prints it, in capitals: its own block as it was typed, else its fields in lines of 35.
pub fn block(party: &Party) -> Vec<String> {
    let lines = address::printed(party);
    let lines = if party.print_remark.trim().is_empty() { folded(&lines.join("\n")) } else { lines };
    lines.into_iter().map(|line| line.to_uppercase()).collect()
}

fn first_line(party: &Party) -> String {
    block(party).into_iter().next().unwrap_or_default().trim().to_owned()
}

/// Whether a consignee is not named: `TO ORDER`, `TO ORDER OF SHIPPER`, `TO ORDER OF` a bank.
pub fn is_to_order(party: &Party) -> bool {
    let first = first_line(party);
    first == "TO ORDER" || first.starts_with("TO ORDER ")
}

/// Whether a notify party is the consignee once more.
pub fn is_same_as_consignee(party: &Party) -> bool {
    first_line(party) == "SAME AS CONSIGNEE"
}

/// The marks, in capitals.
pub fn marks_lines(form: &BillForm) -> Vec<String> {
    form.marks.lines().map(|line| line.trim_end().to_uppercase()).collect()
}

/// What stands in the column of the description, in capitals: the clauses of packing, the goods, their codes, the
/// clauses of carriage.
pub fn body_lines(form: &BillForm) -> Vec<String> {
    let ticked = |tick: bool, text: &str| tick.then(|| text.to_owned());
    let mut lines: Vec<String> = [
        ticked(form.shippers_load, "SHIPPER'S LOAD, COUNT AND SEAL"),
        ticked(form.said_to_contain, "SAID TO CONTAIN"),
        ticked(!form.service_term.is_empty(), &form.service_term),
    ]
    .into_iter()
    .flatten()
    .collect();
    lines.extend(form.goods_desc.lines().map(|line| line.trim_end().to_owned()));
    if !form.hs_codes.is_empty() {
        lines.extend(folded(&format!("HS CODE: {}", form.hs_codes.join(" "))));
    }
    let detention = format!("{} DAYS FREE DETENTION AT DESTINATION", form.free_days);
    for (tick, text) in [
        (form.freight_prepaid, "FREIGHT PREPAID"),
        (form.freight_collect, "FREIGHT COLLECT"),
        (!form.free_days.is_empty(), &detention),
        (form.clean_on_board && form.issue_type != SEAWAY, "CLEAN ON BOARD"),
        (form.on_deck, "ON DECK AT SHIPPER'S RISK"),
        (form.liner_terms, "LINER TERMS"),
    ] {
        lines.extend(if tick { folded(text) } else { Vec::new() });
    }
    lines.into_iter().map(|line| line.to_uppercase()).collect()
}
