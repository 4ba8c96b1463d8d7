//! What holds of every message: what is written reads back, and nothing makes a reader panic or hang.

use proptest::prelude::*;

use super::dice::Dice;
use super::{MESSAGE_BYTES_MAX, Written, answer, booking, fhl, fwb, read};
use crate::fsu;
use crate::hostile::{self, in_time};

/// One message of each kind.
const EXAMPLES: [&str; 6] = [
    "FWB/16\r\n990-12345675PVGFRA/T12K500.0MC3.95\r\nFLT/X9101/18\r\nRTG/FRAX9\r\nSHP/A1\r\n/DEMO\r\n/ROAD\r\n/SHANGHAI\r\n\
     /CN/200000/TE/8621\r\nCNE\r\nNAM/DEMO\r\nADR/STREET\r\nLOC/FRANKFURT\r\n/DE/60547\r\nAGT//0812345/0005\r\n/DEMO\r\n\
     /SHANGHAI\r\nCVD/CNY/PP/PP/NVD/NCV/XXX\r\nRTD/1/P12/K500.0/CQ/W658.5/R25.88/T17041.98\r\n/NG/GOODS\r\n\
     /2/ND//CMT100-60-55/11\r\n/3/NV/MC3.95\r\nOTH/P/AWA50.00MYC1975.50\r\nPPD/WT17041.98\r\n/CT17041.98\r\n\
     ISU/15JUL26/SHANGHAI/DEMO\r\nCDC/USD1.5/1/2/3\r\nREF//F/AGT/DEMO/SHA\r\nSPH/EAP\r\nOCI/CN/SHP/T/USCI9131\r\n",
    "FHL/5\r\nMBI/990-12345675PVGFRA/T12K500.0\r\nHBS/HA001/PVGFRA/5/K200.0/5/GOODS\r\n/EAP\r\nTXT/GOODS\r\nHTS/845090\r\n\
     SHP\r\nNAM/DEMO\r\nADR/ROAD\r\nLOC/SHANGHAI\r\n/CN/200000\r\nCVD/CNY/PP/NVD/NCV/XXX\r\n",
    "FSU/14\r\n990-12345675PVGFRA/T12K500.0\r\nDEP/X9101/18JUL/PVGFRA/T12K500.0/A1120/E1815-N\r\nOCI/CN/ISS/RA/1\r\n\
     DIS/X9101/18JUL1900/FRA/MSCA/P1K40\r\nFIW/18JUL1900/FRA/P1K40\r\nCRC/19JUL0905/FRA/T12/X9101/18JUL/PVGFRA\r\n",
    "FNA/1\r\nERR/AWB REJECTED\r\n/SPH0155\r\nFWB/16\r\n990-12345675PVGFRA/T12K500.0\r\n",
    "FFR/8\r\n990-12345675PVGFRA/P10K500.0MC3.95T20/PARTS\r\n/SPX\r\nX9101/18JUL/PVGFRA/NN\r\nULD/1/PMC12345X9-M/K100.0\r\n\
     DIM/K500.0/CMT50-50-30/10\r\nREF/PVGFFXX/4321\r\nCUS//0812345\r\n/DEMO\r\n/SHANGHAI\r\n",
    "QD SIN05XH\r\n.HDQFMQR 200739\r\nFMA\r\nACK/\r\nFHL/4\r\nMBI/990-12345675PVGFRA/T12K500\r\nHBS/HA001/PVGFRA/5/K200//A\r\n",
];

/// Reads a text with every reader; what is read without a flag and fits is written so that it reads back.
fn read_all(text: &str) {
    let _ = read(text);
    let _ = fsu::parse(text).map(|message| fsu::compose(&message));
    let _ = answer::parse(text).map(|message| answer::compose(&message));
    let _ = booking::parse(text).map(|message| booking::compose(&message).text());
    let fits = |written: &Written| written.lines.iter().flatten().all(|span| span.marks.is_empty());
    if let Ok(message) = fwb::parse(text) {
        let written = fwb::compose(&message);
        if message.flags.is_empty() && fits(&written) {
            assert_eq!(fwb::parse(&written.text()), Ok(message), "{text}");
        }
    }
    if let Ok(message) = fhl::parse(text) {
        let written = fhl::compose(&message);
        if message.flags.is_empty() && fits(&written) {
            assert_eq!(fhl::parse(&written.text()), Ok(message), "{text}");
        }
    }
}

#[test]
fn the_examples_are_sound() {
    for text in EXAMPLES {
        assert!(read(text).is_ok(), "{text}");
    }
}

/// A message that repeats a line up to the largest size.
fn filled(head: &str, line: &str) -> String {
    hostile::filled(head, line, MESSAGE_BYTES_MAX)
}

#[test]
fn messages_of_the_largest_size_are_read_or_refused_at_once() {
    let waybill = "FWB/16\n990-12345675PVGFRA/T1K1\n";
    let houses = "FHL/5\nMBI/990-12345675PVGFRA/T1K1\nHBS/A/PVGFRA/1/K1//A\n";
    let status = "FSU/14\n990-12345675/T1\n";
    for (head, line) in [
        (waybill, "A"),
        (waybill, "RTD/1/P1"),
        (waybill, "OCI"),
        (waybill, "OCI/CN/SHP/T/A"),
        (waybill, "OSI/A"),
        (houses, "TXT/A"),
        (houses, "HBS/A/PVGFRA/1/K1//A"),
        (status, "FOH/17JUL/PVG/T1"),
        (status, "OSI/A"),
    ] {
        let _ = in_time(&filled(head, &format!("{line}\n")), read);
    }
    for block in ["RTD/1/P1\n", "SHP\n", "SHP\nNAM/A\n", "SPH/AAA\n"] {
        for line in ["/\n", "/NG/A\n", "NAM/A\n"] {
            let _ = in_time(&filled(&format!("{waybill}{block}"), line), read);
        }
    }
    for letters in ["/", "9", "\n", "AWA1.", "é", "/TE/"] {
        for head in ["", &format!("{waybill}OTH/P/"), &format!("{waybill}CNE\n/A\n/B\n/C\n/DE/1"), "FNA/1\nERR/"] {
            let _ = in_time(&filled(head, letters), read);
        }
    }
    let most = filled(waybill, "OSI/A\n");
    assert!(most.len() <= MESSAGE_BYTES_MAX && read(&most).is_ok());
    assert!(read(&format!("{most}{}", " ".repeat(20))).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn an_fwb_reads_back(seed in any::<u64>()) {
        let message = Dice::new(seed).fwb();
        let written = fwb::compose(&message);
        prop_assert!(written.lines.iter().flatten().all(|span| span.marks.is_empty()), "{}", written.text());
        let text = written.text();
        prop_assert!(text.lines().all(|line| line.len() <= super::LINE_LENGTH_MAX));
        prop_assert_eq!(fwb::parse(&text), Ok(message));
    }

    #[test]
    fn a_status_message_reads_back(seed in any::<u64>()) {
        let message = Dice::new(seed).status_message();
        let mut read = fsu::parse(&fsu::compose(&message)).expect("reads back");
        for status in &mut read.statuses {
            status.raw.clear();
            status.line = 0;
        }
        prop_assert_eq!(read, message);
    }

    #[test]
    fn an_fhl_reads_back(seed in any::<u64>()) {
        let message = Dice::new(seed).fhl();
        let written = fhl::compose(&message);
        prop_assert!(written.lines.iter().flatten().all(|span| span.marks.is_empty()), "{}", written.text());
        prop_assert_eq!(fhl::parse(&written.text()), Ok(message));
    }

    #[test]
    fn an_answer_reads_back(seed in any::<u64>()) {
        let message = Dice::new(seed).answer();
        prop_assert_eq!(answer::parse(&answer::compose(&message)), Ok(message));
    }

    #[test]
    fn a_booking_reads_back(seed in any::<u64>()) {
        let message = Dice::new(seed).booking();
        let written = booking::compose(&message);
        prop_assert!(written.lines.iter().flatten().all(|span| span.marks.is_empty()), "{}", written.text());
        prop_assert_eq!(booking::parse(&written.text()), Ok(message));
    }

    #[test]
    fn nothing_makes_a_reader_panic(seed in any::<u64>()) {
        in_time(&hostile::mutated(&mut Dice::new(seed), &EXAMPLES), read_all);
    }
}
