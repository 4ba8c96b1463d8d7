use super::*;
use crate::imp::ImpError;

const REQUEST: &str = "FFR/8\r\n\
    990-12345675PVGFRA/P10K500.0MC3.95T20/PLASTIC PARTS\r\n\
    /SPX/HEA\r\n\
    X9101/18JUL/PVGFRA/NN\r\n\
    X9301/19JUL/PVGFRA/CA/ALLOT1\r\n\
    ULD/4/PMC12345X9-M/K100.0/AKE/K50.0/AKE77777X9/K20.0\r\n\
    /AKE88888X9/K330.0\r\n\
    SSR/KEEP DRY\r\n/THIS SIDE UP\r\n\
    OSI/CONTRACT RATE APPLIES\r\n\
    REF/PVGFFXX/4321\r\n\
    DIM/K500.0/CMT50-50-30/10\r\n\
    //CMT60-60-20/10\r\n\
    PID/S/Q\r\n\
    SHP\r\nNAM/DEMO FORWARDER\r\nADR/1 DEMO ROAD\r\nLOC/SHANGHAI\r\n/CN/200000\r\n\
    CNE\r\nNAM/DEMO AGENT A\r\nADR/2 DEMO STRASSE\r\nLOC/FRANKFURT\r\n/DE/60547\r\n\
    CUS//0812345/0005\r\n/DEMO FORWARDER\r\n/SHANGHAI\r\n\
    SRI/REF-1/INFO\r\n";

#[test]
fn a_request_is_read_and_written_whole() {
    let booking = parse(REQUEST).expect("reads");
    assert_eq!((booking.kind, booking.version, booking.flags.len()), (BookingKind::Request, 8, 0));
    assert_eq!((booking.shipment.pieces, booking.pieces_total), (10, Some(20)));
    assert_eq!((booking.description.as_str(), booking.handling.len()), ("PLASTIC PARTS", 2));
    let [first, second] = booking.flights.as_slice() else { panic!("two flights") };
    assert_eq!((first.flight.as_str(), first.day, first.month, first.allocation.as_str()), ("X9101", 18, 7, "NN"));
    assert_eq!((second.allocation.as_str(), second.allotment.as_str()), ("CA", "ALLOT1"));
    assert_eq!(
        (booking.units.len(), booking.units[0].loading.as_str(), booking.units[1].unit.as_str()),
        (4, "M", "AKE")
    );
    assert_eq!((booking.dimensions.len(), booking.dimensions[1].weight), (2, None));
    assert_eq!(booking.office.as_ref().map(|office| office.file.as_str()), Some("4321"));
    assert_eq!(booking.customer.as_ref().map(|agent| agent.cass.as_str()), Some("0005"));
    assert_eq!(compose(&booking).text(), REQUEST);
}

#[test]
fn an_answer_tells_of_each_flight() {
    let text = "FFA/4\r\n990-12345675PVGFRA/T12K500.0\r\nX9101/18JUL/PVGHKG/KK\r\nX9301/19JUL/HKGFRA/UU\r\n\
        SSR/TEMP RESTRICTION OK\r\nREF/PVGFFXX\r\n";
    let answer = parse(text).expect("reads");
    assert_eq!((answer.kind, answer.kind.name(), answer.description.as_str()), (BookingKind::Answer, "FFA", ""));
    let codes: Vec<&str> = answer.flights.iter().map(|flight| flight.allocation.as_str()).collect();
    assert_eq!(codes, ["KK", "UU"]);
    assert_eq!(compose(&answer).text(), text);
}

#[test]
fn a_flight_on_a_day_that_is_none_is_read_and_flagged() {
    for (date, flagged) in
        [("31APR", true), ("30FEB", true), ("29FEB", false), ("30APR", false), ("31JUL", false), ("01JAN", false)]
    {
        let text = format!("FFA/4\n990-12345675PVGFRA/T12K500\nX9101/{date}/PVGFRA/KK\nREF/PVGFFXX\n");
        let answer = parse(&text).expect("reads");
        let flags: Vec<_> = answer.flags.iter().map(|flag| (flag.key, flag.line, flag.column)).collect();
        assert_eq!(flags, if flagged { vec![("date", 3, 7)] } else { Vec::new() }, "{date}");
    }
}

#[test]
fn bare_blocks_remove_and_unusual_ones_are_flagged() {
    let text = "FFR/5\n990-12345675PVGFRA/T12K500/GOODS/VAL/HEA\nX9101/18JUL/PVGFRA/HK\nULD\nSSR\nOSI/NOW\nREF/PVGFFXX\nNEW/BLOCK\n";
    let booking = parse(text).expect("reads");
    assert_eq!((booking.removed.join(" "), booking.handling.join(" ")), ("ULD SSR".into(), "VAL HEA".into()));
    assert_eq!(booking.flags.iter().map(|flag| flag.key).collect::<Vec<_>>(), ["version", "unknown"]);
    assert_eq!(booking.unknown, ["NEW/BLOCK"]);
}

#[test]
fn what_cannot_be_read_is_refused_with_line_column_and_reason() {
    let line2 = "990-12345675PVGFRA/T12K500";
    let with = |rest: &str| format!("FFR/8\n{line2}\n{rest}\n");
    let flight = "X9101/18JUL/PVGFRA/NN";
    let table: Vec<(String, usize, usize, &str)> = vec![
        ("FWB/16\n".into(), 1, 1, "缺少FFR或FFA报文头"),
        ("FFR\n".into(), 1, 4, "报文版本号不正确"),
        ("FFR/8\n".into(), 2, 1, "缺少主单号行"),
        ("FFR/8\n990-12345675PVGFRA/P12K500\n".into(), 2, 27, "件数重量格式不正确"),
        (with("REF/PVGFFXX"), 3, 1, "没有航班行"),
        (with("X/18JUL/PVGFRA/NN"), 3, 1, "航班号格式不正确"),
        (with("X9101/18/PVGFRA/NN"), 3, 9, "日期格式不正确"),
        (with("X9101/18JUL/PVG/NN"), 3, 16, "机场代码须为3位字母"),
        (with("X9101/18JUL/PVGFRA/N"), 3, 20, "舱位代码须为2位字母"),
        (with(&format!("{flight}\nULD/A")), 4, 5, "件数格式不正确"),
        (with(&format!("{flight}\nULD/1/PMC12345X9/100")), 4, 18, "重量格式不正确"),
        (with(&format!("{flight}\nDIM/K5/NDA")), 4, 5, "尺寸格式不正确"),
        (with(&format!("{flight}\nOSI/A\nOSI/B")), 5, 1, "报文段重复"),
    ];
    for (text, line, column, reason) in table {
        let ImpError { line: at_line, column: at_column, zh, .. } = parse(&text).expect_err(&text);
        assert_eq!((at_line, at_column, zh), (line, column, reason), "{text}");
    }
}
