use super::*;
use crate::hostile::{filled, in_time, mutated, noise};
use crate::imp::Customs;
use crate::imp::dice::Dice;
use proptest::prelude::*;

const DEP: &str = "FSU/14\r\n990-12345675PVGFRA/T12K500.0\r\nDEP/X9101/18JUL/PVGFRA/T12K500.0/A1120/E1815\r\n";

fn kg(text: &str) -> Option<Weight> {
    Some(text.parse().expect("a weight"))
}

#[test]
fn a_departure_is_read_whole() {
    let message = parse(DEP).expect("reads");
    assert_eq!(message.awb.to_string(), "990-12345675");
    assert_eq!((message.origin.as_deref(), message.destination.as_deref()), (Some("PVG"), Some("FRA")));
    assert_eq!(message.quantity, Some(Quantity { share: Share::Total, pieces: 12, weight: kg("500") }));
    let [status] = message.statuses.as_slice() else { panic!("one status") };
    assert_eq!((status.code.as_str(), status.known), ("DEP", true));
    assert_eq!(status.flight.as_deref(), Some("X9101"));
    assert_eq!((status.airport.as_deref(), status.to.as_deref()), (Some("PVG"), Some("FRA")));
    assert_eq!(status.when, Some(EventTime { day: 18, month: Some(7), time: None, day_change: 0 }));
    assert_eq!(status.departure, Some(MovementTime { indicator: 'A', time: (11, 20), day_change: 0 }));
    assert_eq!(status.arrival.map(|time| time.indicator), Some('E'));
    assert!(message.flags.is_empty());
}

#[test]
fn a_booking_may_tell_its_volume_or_density_with_or_without_times() {
    for (tail, times) in [("/S1230/S1815/MC3.60", 2), ("/S1230/MC3.60/DG8", 1), ("/MC3.60", 0), ("/DG8", 0)] {
        let text = format!("FSU/14\n990-12345675PVGFRA/T12K500\nBKD/X9101/18JUL/PVGFRA/T12K500{tail}\n");
        let message = parse(&text).unwrap_or_else(|error| panic!("{tail}: {error:?}"));
        let [booked] = message.statuses.as_slice() else { panic!("one status") };
        assert_eq!(usize::from(booked.departure.is_some()) + usize::from(booked.arrival.is_some()), times, "{tail}");
    }
    let departed = "FSU/14\n990-12345675PVGFRA/T12K500\nDEP/X9101/18JUL/PVGFRA/T12K500/MC3.60\n";
    assert_eq!(parse(departed).expect_err("only a booking").column, 32);
}

#[test]
fn every_form_of_line_is_read() {
    let text = "FSA/14\n990-12345675PVGFRA/T12K500\n\
        BKD/X9101/18JUL/PVGFRA/T12K500/S1230/S1815\n\
        RCS/17JUL1630/PVG/T12K500/DEMO FORWARDER\n\
        FOH/17JUL/PVG/P5K200.5\n\
        MAN/X9101/18JUL/PVGFRA/T12K500\n\
        PRE/X9101/18/PVGFRA/T12K500/S1230\n\
        ARR/X9101/18JUL1810/FRA/T12K500\n\
        RCF/X9101/18JUL2300-N/FRA/T12K500\n\
        AWR/X9101/18JUL1900/FRA/T12K500\n\
        NFD/19JUL0800/FRA/T12K500/CONSIGNEE GMBH\n\
        AWD/19JUL0810/FRA/T12K500/CONSIGNEE GMBH\n\
        CCD/19JUL0900/FRA/T12K500\n\
        TGC/19JUL/FRA/T12K500\n\
        CRC/19JUL0905/FRA/T12K500/X9101/18JUL/PVGFRA\n\
        DLV/19JUL1000/FRA/T12K500/CONSIGNEE GMBH\n\
        DDL/19JUL1200/FRA/T12K500\n\
        TRM/LH/FRA/T12K500\n\
        TFD/LH/19JUL1300/FRA/T12K500/123456/LH\n\
        RCT/LH/19JUL1310/FRA/T12K500\n\
        DIS/X9101/18JUL1900/FRA/MSCA/P1K40\n\
        OSI/ONE PIECE FOLLOWS\n\
        XYZ/SOMETHING NEW/12\n";
    let message = parse(text).expect("reads");
    assert_eq!(message.statuses.len(), 20);
    let of = |code: &str| message.statuses.iter().find(|status| status.code == code).expect("the status");
    assert_eq!(of("RCS").name, "DEMO FORWARDER");
    assert_eq!(of("FOH").quantity, Some(Quantity { share: Share::Part, pieces: 5, weight: kg("200.5") }));
    assert_eq!(of("PRE").when.and_then(|when| when.month), None);
    assert_eq!(of("RCF").when.map(|when| when.day_change), Some(1));
    assert_eq!(of("TRM").flight.as_deref(), Some("LH"));
    assert_eq!(of("DIS").discrepancy, "MSCA");
    assert_eq!(of("DIS").extra, ["OSI/ONE PIECE FOLLOWS"]);
    let unknown = of("XYZ");
    assert_eq!((unknown.known, unknown.raw.as_str()), (false, "XYZ/SOMETHING NEW/12"));
    assert!(is_listed("DEP") && !is_listed("XYZ"));
}

#[test]
fn the_unusual_is_read_and_flagged() {
    let text = "QD SIN05XH\n.HDQFMQR 200739\n\nFSU/12 \n\n990-12345675/T12K500  \nDEP/X9101/18JUL/PVGFRA/T12K500\n\n";
    let message = parse(text).expect("reads");
    assert_eq!(
        message.flags.iter().map(|flag| (flag.key, flag.line)).collect::<Vec<_>>(),
        [("envelope", 1), ("version", 4)]
    );
    assert_eq!(message.origin, None);
    let part = parse("FSU/14\n990-12345675PVGFRA/P5K200T12\nFOH/17JUL/PVG/P5K200\n").expect("reads");
    assert_eq!(part.pieces_total, Some(12));
    let pounds = parse("FSU/14\n990-12345675PVGFRA/T1L100\nFOH/17JUL/PVG/T1L100\n").expect("reads");
    assert_eq!(pounds.quantity.and_then(|quantity| quantity.weight), kg("45.359"));
    assert!(pounds.flags.iter().all(|flag| flag.key == "pounds") && pounds.flags.len() == 2);
    let framed =
        "\u{1}QD SIN05XH\nPVGFFXX\nFRAFFXX\n.HDQFMQR 200739\n\u{2}FSA/14\n990-12345675/T1\nFOH/17JUL/PVG/T1\n\u{3}";
    let framed = parse(framed).expect("reads behind the sender's line");
    assert_eq!((framed.kind.as_str(), framed.statuses.len()), ("FSA", 1));
    let bare = parse("FSU/14\n990-12345675PVGFRA\nFOH/17JUL/PVG/T1\n").expect("reads");
    assert_eq!(bare.quantity, None);
}

#[test]
fn broken_messages_are_refused_with_line_column_and_reason() {
    let line2 = "990-12345675PVGFRA/T12K500\n";
    let with = |status: &str| format!("FSU/14\n{line2}{status}\n");
    let table: Vec<(String, usize, usize, &str)> = vec![
        (String::new(), 1, 1, "报文为空"),
        ("\n \r\n".into(), 1, 1, "报文为空"),
        ("x".repeat(MESSAGE_BYTES_MAX + 1), 1, 1, "报文过大"),
        ("FWB/16\n990-12345675PVGFRA/T12K500\n".into(), 1, 1, "缺少FSU或FSA报文头"),
        ("A\nB\nC\nFSU/14\n".into(), 1, 1, "缺少FSU或FSA报文头"),
        ("FSUX14\n".into(), 1, 4, "缺少FSU或FSA报文头"),
        ("FSU\n".into(), 1, 4, "报文版本号不正确"),
        ("FSU/1A\n".into(), 1, 5, "报文版本号不正确"),
        ("FSU/140\n".into(), 1, 5, "报文版本号不正确"),
        ("FSU/14\n".into(), 2, 1, "缺少主单号行"),
        ("FSU/14\n990-12345670PVGFRA/T12K500\n".into(), 2, 1, "主单号不正确"),
        ("FSU/14\n99012345675PVGFRA/T12K500\n".into(), 2, 1, "主单号不正确"),
        ("FSU/14\n990-12345675PV1FRA/T12K500\n".into(), 2, 13, "机场代码须为3位字母"),
        ("FSU/14\n990-12345675PVGFR/T12K500\n".into(), 2, 16, "机场代码须为3位字母"),
        ("FSU/14\n990-12345675PVGFRA/X12K500\n".into(), 2, 20, "件数重量格式不正确"),
        ("FSU/14\n990-12345675PVGFRA/TK500\n".into(), 2, 20, "件数重量格式不正确"),
        ("FSU/14\n990-12345675PVGFRA/T12K5.0.0\n".into(), 2, 20, "件数重量格式不正确"),
        ("FSU/14\n990-12345675PVGFRA/T12K12345678\n".into(), 2, 20, "件数重量格式不正确"),
        ("FSU/14\n990-12345675PVGFRA/T12K500Z\n".into(), 2, 27, "件数重量格式不正确"),
        (format!("FSU/14\n{line2}"), 3, 1, "没有状态行"),
        (with("/NOTHING BEFORE"), 3, 1, "状态代码须为3位字母"),
        (with("dep/X9101/18JUL/PVGFRA/T12K500"), 3, 1, "状态代码须为3位字母"),
        (with("DEP/X9101/32JUL/PVGFRA/T12K500"), 3, 11, "日期格式不正确"),
        (with("DEP/X9101/18JUX/PVGFRA/T12K500"), 3, 11, "日期格式不正确"),
        (with("DEP/X9101/31JUN/PVGFRA/T12K500"), 3, 11, "日期格式不正确"),
        (with("RCS/18/PVG/T12K500"), 3, 5, "日期格式不正确"),
        (with("RCS/18JUL2460/PVG/T12K500"), 3, 10, "时间格式不正确"),
        (with("RCS/18JUL24/PVG/T12K500"), 3, 10, "时间格式不正确"),
        (with("RCF/X9101/18JUL1200-X/FRA/T12K500"), 3, 20, "时间格式不正确"),
        (with("DEP/X/18JUL/PVGFRA/T12K500"), 3, 5, "航班号格式不正确"),
        (with("DEP/X9ABC/18JUL/PVGFRA/T12K500"), 3, 5, "航班号格式不正确"),
        (with("DEP/X9101/18JUL/PVG/T12K500"), 3, 20, "机场代码须为3位字母"),
        (with("DEP/X9101/18JUL/PVGFRA"), 3, 23, "缺少必需的内容"),
        (with("DEP/X9101/18JUL/PVGFRA/12K500"), 3, 24, "件数重量格式不正确"),
        (with("DEP/X9101/18JUL/PVGFRA/T12K500/B1120"), 3, 32, "时间格式不正确"),
        (with("DEP/X9101/18JUL/PVGFRA/T12K500/A1170"), 3, 33, "时间格式不正确"),
        (with("DIS/X9101/18JUL1900/FRA/MSC/P1K40"), 3, 25, "差异代码须为4位字母"),
        (with("RCS/18JUL1200/PVG/T12K500/\u{7}"), 3, 27, "包含无法识别的字符"),
        (with("RCS/18JUL1200/PVG/T12K500/中"), 3, 27, "包含无法识别的字符"),
        (with(&"FOH/17JUL/PVG/T1\n".repeat(STATUSES_MAX + 1)), STATUSES_MAX + 3, 1, "状态行过多"),
    ];
    assert!(table.len() >= 30);
    for (text, line, column, reason) in table {
        let error = parse(&text).expect_err(&text);
        assert_eq!(
            (error.line, error.column, error.zh),
            (line, column, reason),
            "{}",
            text.escape_debug().take(80).collect::<String>()
        );
    }
}

/// Issue 25, A 6: a line that can't be understood takes none with it but its own blocks.
#[test]
fn a_wrong_status_line_stops_no_other() {
    let text = "FSU/14\n990-12345675PVGFRA/T12K500\nRCS/18JUL1200/PVG/T12K500\nDEP/X9101/32JUL/PVGFRA/T12K500\n\
        OSI/OF THE DEPARTURE\ndep/x\nRCF/X9101/19JUL0600/FRA/T12K500\nOSI/OF THE ARRIVAL\n";
    let message = parse(text).expect("reads");
    let codes: Vec<&str> = message.statuses.iter().map(|status| status.code.as_str()).collect();
    assert_eq!(codes, ["RCS", "RCF"]);
    let faults: Vec<_> = message.faults.iter().map(|fault| (fault.line, fault.column, fault.zh)).collect();
    assert_eq!(faults, [(4, 11, "日期格式不正确")]);
    assert!(message.statuses[0].extra.is_empty(), "{:?}", message.statuses[0].extra);
    assert_eq!(message.statuses[1].extra, ["OSI/OF THE ARRIVAL"]);
    let only = text.replace("18JUL1200", "18JUX1200").replace("19JUL", "19JUX");
    assert_eq!(parse(&only).map_err(|fault| fault.line), Err(3), "nothing of it is left");
}

#[test]
fn the_year_is_the_one_that_fits_what_happened_or_is_planned() {
    let at = |day: i8, month: Option<i8>, received: &str, zone: &str| {
        let when = EventTime { day, month, time: Some((11, 20)), day_change: 0 };
        let received = Instant::parse(received).expect("a time");
        let moment = |year| resolve(when, year, received, zone).map(kernel::show_minute).unwrap_or_default();
        (moment(Year::Past), moment(Year::Near))
    };
    let both = |moment: &str| (moment.to_owned(), moment.to_owned());
    let shanghai = "Asia/Shanghai";
    assert_eq!(at(18, Some(7), "2026-07-18 12:00", shanghai), both("2026-07-18 11:20"));
    assert_eq!(at(31, Some(12), "2027-01-02 12:00", shanghai), both("2026-12-31 11:20"));
    assert_eq!(at(2, Some(1), "2026-12-31 12:00", shanghai), both("2027-01-02 11:20"));
    assert_eq!(at(31, None, "2026-08-01 12:00", shanghai), both("2026-07-31 11:20"));
    assert_eq!(at(18, Some(7), "2026-07-18 12:00", "Europe/Berlin"), both("2026-07-18 17:20"));
    assert_eq!(at(29, Some(2), "2028-03-01 12:00", shanghai), both("2028-02-29 11:20"));
    // A booking is for the weeks to come, a departure was last year.
    let (past, near) = ("2025-09-20 11:20".to_owned(), "2026-09-20 11:20".to_owned());
    assert_eq!(at(20, Some(9), "2026-07-15 12:00", shanghai), (past, near));
    // No leap year is near: a day nobody can mean.
    assert_eq!(at(29, Some(2), "2027-03-10 12:00", shanghai), both(""));
    // The day of the telling is that of the place.
    assert_eq!(at(8, Some(1), "2027-01-01 07:00", shanghai).0, "2027-01-08 11:20");
    assert_eq!(at(8, Some(1), "2027-01-01 07:00", "America/Los_Angeles").0, "2026-01-09 03:20");
    assert_eq!(at(18, Some(7), "2026-07-18 12:00", "Nowhere/None"), both(""));
}

#[test]
fn bookings_and_times_that_are_not_actual_are_planned() {
    for (code, planned, year) in [
        ("DEP", false, Year::Past),
        ("DEP", true, Year::Near),
        ("RCS", false, Year::Past),
        ("BKD", false, Year::Near),
        ("MAN", false, Year::Near),
        ("PRE", false, Year::Near),
    ] {
        assert_eq!(Status { code: code.into(), ..Status::default() }.year(planned), year, "{code} {planned}");
    }
    let told = Status { code: "BKD".into(), year_told: Some(2024), ..Status::default() };
    assert_eq!(told.year(true), Year::Told(2024));
}

#[test]
fn a_day_is_found_on_its_line() {
    for (line, date, column) in [
        ("DEP/X9101/29FEB/PVGFRA/T12K500", "29FEB", 11),
        ("RCS/29FEB1000/PVG/T12K500", "29FEB", 5),
        ("PRE/X9101/31/PVGFRA/T12K500", "31", 11),
    ] {
        let message = parse(&format!("FSU/14\n990-12345675PVGFRA/T12K500\n{line}\n")).expect("reads");
        let status = &message.statuses[0];
        assert_eq!((status.when.expect("a day").date_text().as_str(), status.date_column()), (date, column));
    }
    assert_eq!(Status::default().date_column(), 1);
}

// The status codes of the newer list, their flights and what hangs behind them.
#[test]
fn warehouse_pick_up_and_documents_have_their_lines() {
    let text = "FSU/14\n990-12345675PVGFRA/P2K505.0T10\n\
        DPU/17JUL0900/PVG/P2K505/DEMO FORWARDER\n\
        DOC/17JUL1000/PVG/P2K505\n\
        FIW/X9101/18JUL1039/PVG/P2K505.0/S0720/A1008\n\
        OCI/CN/ISS/RA/28490\n\
        ///SS/SPX\n\
        ULD/PMC72534X9-M/AKE77313X9\n\
        OSI/FIRST\n\
        /SECOND\n\
        FOW/18JUL1140/PVG/P2K505\n";
    let message = parse(text).expect("reads");
    assert_eq!((message.statuses.len(), message.flags.len(), message.pieces_total), (4, 0, Some(10)));
    let [picked, documents, inside, outside] = message.statuses.as_slice() else { panic!("four statuses") };
    assert_eq!((picked.name.as_str(), picked.known), ("DEMO FORWARDER", true));
    assert_eq!((documents.known, documents.airport.as_deref()), (true, Some("PVG")));
    assert_eq!((inside.flight.as_deref(), inside.arrival.map(|time| time.time)), (Some("X9101"), Some((10, 8))));
    assert_eq!((outside.flight.as_deref(), outside.when.and_then(|when| when.time)), (None, Some((11, 40))));
    let told = |country: &str, part: &str, control: &str, text: &str| Customs {
        country: country.into(),
        part: part.into(),
        control: control.into(),
        text: text.into(),
    };
    assert_eq!(inside.customs(), [told("CN", "ISS", "RA", "28490"), told("", "", "SS", "SPX")]);
    assert_eq!(inside.units().iter().map(|unit| unit.unit.as_str()).collect::<Vec<_>>(), ["PMC72534X9", "AKE77313X9"]);
    assert_eq!(inside.units()[0].loading, "M");
    assert_eq!(inside.remarks(), ["FIRST", "SECOND"]);
    let wrong = "FSU/14\n990-12345675PVGFRA/T12K500\nFIW/X9101/PVG/T12K500\n";
    assert_eq!(parse(wrong).map_err(|error| (error.column, error.zh)), Err((11, "日期格式不正确")));
}

#[test]
fn volume_manifest_and_the_flight_of_a_report_are_read_where_they_stand() {
    let text = "FSU/14\n990-12345675PVGFRA/T12K500\n\
        RCS/17JUL1630/PVG/T12K500/DEMO FORWARDER\n\
        /MC3.95/DG8\n\
        FOH/17JUL/PVG/T12K500/DEMO/FORWARDER/MC3.95\n\
        BKD/X9101/18JUL/PVGFRA/P3K524.00/S0310/S0650/MC4.761\n\
        BKD/X9//PVGFRA/T12K500\n\
        RCT/LH/19JUL1310/FRA/T12K500\n\
        /X9/DEMO FORWARDER\n\
        TFD/LH/19JUL1300/FRA/T12K500/123456/X9\n\
        CRC/19JUL0905/FRA/T12K500/X9101/18JUL/PVGFRA\n\
        RCS/17JUL1630/PVG/T12K500/MCDONALD\n";
    let message = parse(text).expect("reads");
    let [received, on_hand, booked, carrier_only, taken, given, reported, named] = message.statuses.as_slice() else {
        panic!("eight statuses")
    };
    let volume = |text: &str| Some(text.parse::<Volume>().expect("a volume"));
    assert_eq!((received.volume, received.density_group), (volume("3.95"), Some(8)));
    assert_eq!((received.name.as_str(), received.extra.len()), ("DEMO FORWARDER", 0));
    assert_eq!((on_hand.name.as_str(), on_hand.volume), ("DEMO/FORWARDER", volume("3.95")));
    assert_eq!((booked.volume, booked.arrival.map(|time| time.time)), (volume("4.761"), Some((6, 50))));
    assert_eq!((carrier_only.flight.as_deref(), carrier_only.when), (Some("X9"), None));
    assert_eq!((taken.carrier.as_str(), taken.name.as_str()), ("X9", "DEMO FORWARDER"));
    assert_eq!((given.manifest.as_str(), given.carrier.as_str()), ("123456", "X9"));
    let leg = reported.leg.as_ref().expect("a flight");
    assert_eq!((leg.flight.as_deref(), leg.from.as_str(), leg.to.as_str()), (Some("X9101"), "PVG", "FRA"));
    assert_eq!((named.name.as_str(), named.volume), ("MCDONALD", None));
}

/// A line of each kind, and what may stand behind it.
const EXAMPLES: [&str; 4] = [
    DEP,
    "FSA/14\n990-12345675PVGFRA/T12K500\nRCS/17JUL1630/PVG/T12K500/DEMO FORWARDER/MC3.95\nOCI/CN/ISS/RA/28490\n\
     ///SS/SPX\n",
    "QD SIN05XH\r\n.HDQFMX9 200739\r\nFSU/12\r\n990-12345675/T12\r\nRCF/X9101/18JUL2300-N/FRA/P5L200.5\r\n\
     ULD/PMC12345X9\r\nOSI/DRY\r\n",
    "FSU/14\n990-12345675PVGFRA/T12K500\nTFD/X8/17JUL1630/PVG/T12K500/123456/X9\n\
     DIS/X9101/18JUL1900/FRA/MSCA/P1K40\nCRC/19JUL0905/FRA/T12/X9101/18JUL/PVGFRA\n",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn nothing_makes_the_reader_panic_and_refusals_say_where(seed in any::<u64>()) {
        let mut dice = Dice::new(seed);
        let text = if dice.below(4) == 0 { noise(&mut dice, 80) } else { mutated(&mut dice, &EXAMPLES) };
        match in_time(&text, parse) {
            // What is read has lines, each as it came, and can be written and read again.
            Ok(message) => {
                prop_assert!(message.statuses.len() <= STATUSES_MAX);
                prop_assert!(message.statuses.iter().all(|status| text.contains(&status.raw) && status.line >= 1));
                let _ = in_time(&compose(&message), parse);
            }
            Err(error) => {
                let lines = text.lines().count().max(1);
                prop_assert!((1..=lines + 1).contains(&error.line) && error.column >= 1, "{:?} of {:?}", error, text);
                prop_assert!(!error.zh.is_empty() && !error.en.is_empty());
            }
        }
    }

    #[test]
    fn the_moment_is_within_its_bounds_and_day_and_clock_are_as_told(
        (month, day) in (1i8..=12, 1i8..=28), (hour, minute) in (0i8..24, 0i8..60), received in 0i64..4_000_000_000_000,
    ) {
        const DAY: i64 = 86_400_000;
        let when = EventTime { day, month: Some(month), time: Some((hour, minute)), day_change: 0 };
        for (year, behind, ahead) in [(Year::Past, 359, 8), (Year::Near, 184, 184)] {
            let got = resolve(when, year, Instant::from_millis(received), "UTC").expect("a moment");
            let local = Timestamp::from_millisecond(got.millis()).expect("a time").to_zoned(TimeZone::UTC);
            prop_assert_eq!((local.month(), local.day(), local.hour(), local.minute()), (month, day, hour, minute));
            let days = (got.millis() - received).div_euclid(DAY);
            prop_assert!((-behind..=ahead).contains(&days), "{:?}: {} days off", year, days);
            let next = resolve(EventTime { day_change: 1, ..when }, year, Instant::from_millis(received), "UTC");
            prop_assert_eq!(next.map(|next| next.millis() - got.millis()), Some(DAY));
        }
    }
}

#[test]
fn messages_of_the_largest_size_are_read_or_refused_in_a_second() {
    for (head, part) in [
        ("", "FSU/14\n"),
        ("FSU/14\n990-12345675/T1\n", "FOH/17JUL/PVG/T1\n"),
        ("FSU/14\n990-12345675/T1\nFOH/17JUL/PVG/T1\n", "///SS/SPX\n"),
        ("FSU/14\n990-12345675/T1\nFOH/17JUL/PVG/T1\n", "OSI/A\n"),
        ("FSU/14\n990-12345675/T1\nFOH/17JUL/PVG/T1/", "A"),
    ] {
        let _ = in_time(&filled(head, part, MESSAGE_BYTES_MAX), parse);
    }
}
