use kernel::{Weight, show_second};

use super::*;
use crate::movement::{Classifier, Movement};

/// A gate-in of one box, as terminals send it by the guide of SMDG.
pub(super) const GATE_IN: &str = "UNA:+.? '\r\n\
UNB+UNOA:2+SGTTERMINAL+TESTLINE+230811:1450+4711'\r\n\
UNH+1+CODECO:D:95B:UN:SMDG16'\r\n\
BGM+34+20230811144700+9'\r\n\
TDT+20+023W+1++TST:172:20+++9321483:146::TEST OCEAN'\r\n\
RFF+VON:023W'\r\n\
LOC+9+CNSHA:139:6'\r\n\
DTM+133:202308141800:203'\r\n\
NAD+CF+TST:160:20'\r\n\
EQD+CN+TESI1120274+45R1:102:5++2+5'\r\n\
RFF+BN:TSTBKG0811'\r\n\
RFF+BM:TSTBL?+0811'\r\n\
TMD+3'\r\n\
DTM+7:202308111447:203'\r\n\
LOC+165+CNSHA:139:6+SGT:TER:ZZZ'\r\n\
LOC+11+DEHAM:139:6'\r\n\
MEA+AAE+G+KGM:23100'\r\n\
MEA+AAE+VGM+KGM:27000'\r\n\
MEA+AAE+T+KGM:3900'\r\n\
SEL+TS0811+CA'\r\n\
FTX+AAI+++DRIVER?'S NOTE?: OK'\r\n\
TDT+1++3+31++++993NGR'\r\n\
CNT+16:1'\r\n\
UNT+000022+1'\r\n\
UNZ+1+4711'\r\n";

/// Two boxes loaded, the second laden with less told about it.
pub(super) const LOADED: &str = "UNB+UNOA:1+SGTTERMINAL+TESTLINE+260720:1900+12'\
UNH+93767+COARRI:D:95B:UN:ITG10'BGM+270++9'TDT+20+025W+1++TST:172:166+++9227273:146::TEST OCEAN'\
DTM+133:202607202000:203'LOC+9+CNSHA:139:6'\
EQD+CN+CSQU3054383+45G1:102:5++2+5'RFF+BN:TSTBKG01'DTM+203:202607201830:203'LOC+147+0191006:139:5'\
MEA+AAE+G+KGM:13250'SEL+TS00001+CA'\
EQD+CN+TSTU1000019+45G1:102:5++2+5'DTM+203:20260720184501:204'\
CNT+16:2'UNT+15+93767'UNZ+1+12'";

/// Statuses of a line, of boxes and of a consignment.
pub(super) const STATUS: &str = "UNB+UNOC:2+TESTLINE:ZZZ+999999:ZZZ+260815:0540+6771'\
UNH+1+IFTSTA:D:99B:UN'BGM+23+315+9'DTM+137:202608150540:203'NAD+CA+TST:160:87'RFF+BN:TSTBKG01'\
CNI+1+TSTSHA260701'STS+1+VD::22'DTM+334:202607202010:203'LOC+175+CNSHA:139:6:SHANGHAI'\
TDT+20+025W+1++:172+++9999999:146:11:TEST OCEAN'LOC+9+CNSHA:139:6'DTM+133:202607202000:203'\
EQD+CN+CSQU3054383+45G1:102:5+++5'SEL+TS00001'EQD+CN+TSTU1000019+45G1:102:5+++5'\
STS+1+VA'DTM+132:202608150600:203'LOC+5+DEHAM:139:6'UNT+19+1'UNZ+1+6771'";

#[track_caller]
pub(super) fn read_one(text: &str) -> Message {
    let mut interchange = read(text).expect("reads");
    assert_eq!(interchange.messages.len(), 1);
    interchange.messages.remove(0)
}

fn wall(movement: &Movement) -> String {
    movement.time.and_then(|when| when.instant("Asia/Shanghai")).map(show_second).unwrap_or_default()
}

#[track_caller]
fn refused(text: &str) -> (usize, usize, String) {
    let error = read(text).expect_err("is refused");
    assert!(!error.reason.en.is_empty());
    (error.segment, error.column, error.reason.zh)
}

#[test]
fn a_gate_in_tells_time_weights_plate_and_a_box_of_wrong_form() {
    let interchange = read(GATE_IN).expect("reads");
    assert_eq!((interchange.sender.as_str(), interchange.reference.as_str()), ("SGTTERMINAL", "4711"));
    let message = read_one(GATE_IN);
    assert_eq!((message.kind, message.segments), (Kind::Codeco, 22));
    assert_eq!((message.version.as_str(), message.association.as_str()), ("D95B", "SMDG16"));
    assert_eq!((message.flags.len(), interchange.flags.len()), (0, 0));
    let [gate] = message.movements.as_slice() else { panic!("one box") };
    assert_eq!((gate.code.as_str(), gate.classifier, gate.laden), ("EQUIPMENT GTIN L", Classifier::Actual, Some(true)));
    assert_eq!((gate.container_no.as_str(), gate.container_type.as_str()), ("TESI1120274", "45R1"));
    assert_eq!(wall(gate), "2023-08-11 14:47:00");
    assert_eq!((gate.location.as_str(), gate.terminal.as_str()), ("CNSHA", "SGT"));
    assert_eq!((gate.vessel.as_str(), gate.voyage.as_str(), gate.plate.as_str()), ("TEST OCEAN", "023W", "993NGR"));
    let kg = |text: &str| text.parse::<Weight>().ok();
    assert_eq!((gate.gross, gate.vgm, gate.tare), (kg("23100"), kg("27000"), kg("3900")));
    assert_eq!(
        (gate.bookings.as_slice(), gate.bills.as_slice()),
        (&["TSTBKG0811".to_owned()][..], &["TSTBL+0811".to_owned()][..])
    );
    assert_eq!((gate.seals.as_slice(), gate.remark.as_str()), (&["TS0811".to_owned()][..], "DRIVER'S NOTE: OK"));
    let flags: Vec<_> = gate.flags.iter().map(|flag| (flag.place, flag.column, flag.text.zh.as_str())).collect();
    assert_eq!(flags, [(9, 8, "箱号格式不正确")]);
}

#[test]
fn gates_are_told_by_document_and_fullness() {
    for (document, fullness, code) in [
        ("34", "4", "EQUIPMENT GTIN E"),
        ("36", "5", "EQUIPMENT GTOT L"),
        ("36", "4", "EQUIPMENT GTOT E"),
        ("34", "9", "EQUIPMENT GTIN"),
        ("MEI", "4", "CODECO MEI"),
    ] {
        let text = GATE_IN.replace("BGM+34", &format!("BGM+{document}")).replace("++2+5'", &format!("++2+{fullness}'"));
        let message = read_one(&text);
        let [gate] = message.movements.as_slice() else { panic!("one box") };
        assert_eq!(gate.code, code);
        let unsure = gate.flags.iter().any(|flag| flag.text.zh == "未说明空重箱");
        assert_eq!(unsure, fullness == "9", "{code}");
    }
}

#[test]
fn loading_and_discharge_are_of_every_box_and_of_the_port_they_happen_at() {
    let message = read_one(LOADED);
    let told: Vec<_> = message.movements.iter().map(|m| (m.code.as_str(), m.container_no.as_str(), wall(m))).collect();
    assert_eq!(
        told,
        [
            ("EQUIPMENT LOAD L", "CSQU3054383", "2026-07-20 18:30:00".to_owned()),
            ("EQUIPMENT LOAD L", "TSTU1000019", "2026-07-20 18:45:01".to_owned()),
        ]
    );
    let [first, second] = message.movements.as_slice() else { panic!("two boxes") };
    assert_eq!((first.location.as_str(), second.location.as_str()), ("CNSHA", "CNSHA"));
    assert_eq!((first.bookings.len(), second.bookings.len(), second.gross), (1, 0, None), "a box has its own alone");
    for document in ["44", "98"] {
        let text = LOADED.replace("BGM+270", &format!("BGM+{document}")).replace("LOC+9+CNSHA", "LOC+11+DEHAM");
        let message = read_one(&text);
        assert_eq!(
            (message.movements[0].code.as_str(), message.movements[0].location.as_str()),
            ("EQUIPMENT DISC L", "DEHAM")
        );
    }
    // Without a time of its own a box has none: that of the vessel is another thing.
    let untimed = LOADED.replace("DTM+203:20260720184501:204", "DTM+137:20260720184501:204");
    assert_eq!(read_one(&untimed).movements[1].time, None);
}

#[test]
fn a_status_is_of_each_of_its_boxes_or_of_the_consignment() {
    let message = read_one(STATUS);
    let told: Vec<_> = message
        .movements
        .iter()
        .map(|m| (m.code.as_str(), m.classifier.code(), m.container_no.as_str(), m.location.as_str(), wall(m)))
        .collect();
    assert_eq!(
        told,
        [
            ("VD", "ACT", "CSQU3054383", "CNSHA", "2026-07-20 20:10:00".to_owned()),
            ("VD", "ACT", "TSTU1000019", "CNSHA", "2026-07-20 20:10:00".to_owned()),
            ("VA", "EST", "", "DEHAM", "2026-08-15 06:00:00".to_owned()),
        ]
    );
    for movement in &message.movements {
        assert_eq!((movement.bookings.join(" "), movement.bills.join(" ")), ("TSTBKG01".into(), "TSTSHA260701".into()));
    }
    assert_eq!((message.movements[0].seals.len(), message.movements[1].seals.len()), (1, 0));
    assert_eq!(message.movements[0].vessel, "TEST OCEAN");
    assert!(read_one(&STATUS.replace("D:99B", "D:00B")).flags.is_empty());
    let other = read_one(&STATUS.replace("D:99B", "D:16A"));
    assert_eq!(other.flags[0].text.zh, "报文版本不常用");
}

#[test]
fn counts_and_references_must_agree() {
    let unt = |count: &str| GATE_IN.replace("UNT+000022+1", &format!("UNT+{count}+1"));
    assert_eq!(read_one(&unt("22")).segments, 22);
    assert_eq!(refused(&unt("21")), (23, 5, "UNT写21段，实有22段".into()));
    assert_eq!(refused(&unt("23")), (23, 5, "UNT写23段，实有22段".into()));
    assert_eq!(refused(&unt("x")), (23, 5, "计数须为数字".into()));
    assert_eq!(refused(&GATE_IN.replace("UNT+000022+1", "UNT+22+2")), (23, 8, "UNT的参考号与开头不同".into()));
    assert_eq!(refused(&GATE_IN.replace("UNZ+1+", "UNZ+2+")), (24, 5, "UNZ写2份，实有1份".into()));
    assert_eq!(refused(&GATE_IN.replace("UNZ+1+4711", "UNZ+1+4712")), (24, 7, "UNZ的参考号与开头不同".into()));
    assert_eq!(refused(&GATE_IN.replace("UNZ+1+4711'", "")), (23, 1, "交换没有UNZ结尾".into()));
    assert_eq!(refused(&GATE_IN.replace("UNT+000022+1'", "")), (2, 1, "报文没有UNT结尾".into()));
    assert_eq!(refused(&GATE_IN.replace("UNZ+1+4711'", "UNZ+1+4711'BGM+1'")), (25, 1, "BGM段不在报文之内".into()));
}

#[test]
fn what_cannot_be_understood_is_refused_at_its_place() {
    assert_eq!(refused(""), (1, 1, "报文为空".into()));
    assert_eq!(refused("  \r\n"), (1, 1, "报文为空".into()));
    assert_eq!(refused("BGM+34'"), (1, 1, "报文须以UNB或UNH开头".into()));
    assert_eq!(refused("UNA:+.?"), (1, 1, "UNA分隔符定义不正确".into()));
    assert_eq!(refused("UNA++.? 'UNH+1'"), (1, 1, "UNA分隔符定义不正确".into()));
    assert_eq!(refused("UNB+UNOA:1'BG+34'"), (2, 1, "段标识须为3位大写字母".into()));
    assert_eq!(refused("UNB+UNOA:1'UNZ+0+'"), (2, 1, "没有UNH报文".into()));
    assert_eq!(refused("UNH+1+CODECO"), (1, 12, "段没有结束符，报文可能不完整".into()));
    assert_eq!(
        refused("UNH+1+INVOIC:D:96A:UN'UNT+2+1'"),
        (1, 7, "不支持INVOIC报文，可读CODECO、COARRI、IFTSTA".into())
    );
    assert_eq!(refused("UNH+1+CODECO:D:95B:UN'UNT+2+1'"), (1, 1, "报文没有箱或状态".into()));
    assert_eq!(refused(&GATE_IN.replace("+20230811144700+9'", "+20230811144700+1'")).0, 3);
    for (wrong, column) in
        [("202308111460:203", 5), ("202302301447:203", 5), ("2023081114:203", 5), ("20230811144 :203", 5)]
    {
        let text = GATE_IN.replace("202308111447:203", wrong);
        assert_eq!(refused(&text), (13, column, "日期时间不正确".into()), "{wrong}");
    }
    assert_eq!(refused(&GATE_IN.replace("KGM:27000", "KGM:27O00")), (17, 13, "重量不正确".into()));
    assert_eq!(refused(&GATE_IN.replace("KGM:27000", "KGM:-1")), (17, 13, "重量不正确".into()));
    let huge = format!("UNH+1+{}", "A".repeat(BYTES_MAX));
    assert_eq!(refused(&huge), (1, 1, "报文过大".into()));
}

/// Issue 25, A 6: times with their zone.
#[test]
fn times_keep_their_zone() {
    let of = |told: &str| {
        let text = GATE_IN.replace("202308111447:203", told);
        let gate = read_one(&text).movements.remove(0);
        let flags: Vec<String> = gate.flags.into_iter().map(|flag| flag.text.zh).collect();
        (gate.time.and_then(|when| when.instant("Asia/Shanghai")).map(show_second).unwrap_or_default(), flags)
    };
    let form = "箱号格式不正确".to_owned();
    for (told, shown) in [
        ("202308111447UTC:303", "2023-08-11 22:47:00"),
        ("202308111447CET:303", "2023-08-11 21:47:00"),
        ("202308111447?+0800:205", "2023-08-11 14:47:00"),
        ("202308111447-0330:205", "2023-08-12 02:17:00"),
        ("202308111447Z:303", "2023-08-11 22:47:00"),
        ("20230811144705UTC:304", "2023-08-11 22:47:05"),
        ("202308111447:205", "2023-08-11 14:47:00"),
    ] {
        assert_eq!(of(told), (shown.to_owned(), vec![form.clone()]), "{told}");
    }
    let (shown, flags) = of("202308111447CST:303");
    assert_eq!(shown, "2023-08-11 14:47:00", "China's or Chicago's: that of its place");
    assert_eq!(flags, [form, "时区代码不认识，按地点当地时间".to_owned()]);
    assert_eq!(refused(&GATE_IN.replace("202308111447:203", "202308111447UTC:203")).2, "日期时间不正确");
}

/// Issue 25, A 6: what can be understood is kept beside what can't, each at its place.
#[test]
fn a_box_or_a_message_that_is_wrong_stops_no_other() {
    let told = |text: &str| {
        let interchange = read(text).expect("reads");
        let movements = interchange.messages.iter().flat_map(|message| &message.movements);
        let each = movements.map(|movement| {
            let fault = movement.fault.as_ref().map(|fault| (fault.place, fault.text.zh.clone()));
            (movement.container_no.clone(), fault)
        });
        let faults: Vec<_> = interchange.faults.iter().map(|fault| (fault.segment, fault.reason.zh.clone())).collect();
        (each.collect::<Vec<_>>(), faults)
    };
    let (first, second) = ("CSQU3054383".to_owned(), "TSTU1000019".to_owned());
    let wrong = |place| Some((place, "日期时间不正确".to_owned()));
    assert_eq!(
        told(&LOADED.replace("20260720184501", "20260732184501")).0,
        [(first.clone(), None), (second.clone(), wrong(14))]
    );
    assert_eq!(
        told(&LOADED.replace("202607201830", "202607201860")).0,
        [(first.clone(), wrong(9)), (second.clone(), None)]
    );
    // The weight of a box of a status is its own; the time is that of both.
    let weighed = STATUS.replace("5'SEL+TS00001'", "5'MEA+AAE+G+KGM:x'SEL+TS00001'").replace("UNT+19", "UNT+20");
    let (each, _) = told(&weighed);
    assert_eq!(each.iter().map(|(_, fault)| fault.is_some()).collect::<Vec<_>>(), [true, false, false]);
    // A message that is cut, and one of another kind, beside a whole one.
    let gate = "UNH+2+CODECO:D:95B:UN'BGM+34+1+9'EQD+CN+TSTU1000019+45G1:102:5++2+5'DTM+7:202607150914:203'UNT+5+2'";
    let both = |other: &str| {
        let text = LOADED.replace("UNZ+1+12'", &format!("{other}UNZ+2+12'"));
        let (each, faults) = told(&text);
        (each.len(), faults)
    };
    assert_eq!(both(gate), (3, vec![]));
    assert_eq!(both(&gate.replace("UNT+5", "UNT+6")), (2, vec![(21, "UNT写6段，实有5段".to_owned())]));
    assert_eq!(
        both("UNH+2+INVOIC:D:96A:UN'UNT+2+2'"),
        (2, vec![(17, "不支持INVOIC报文，可读CODECO、COARRI、IFTSTA".to_owned())])
    );
}

#[test]
fn separators_envelopes_and_units_may_be_others() {
    let other = GATE_IN.replace("?+", "\u{1}").replace("?:", ":").replace('+', "|").replace('\u{1}', "+");
    assert_eq!(read_one(&other).movements[0].bills, ["TSTBL+0811"]);
    let bare = "UNH+1+COARRI:D:95B:UN:ITG12'BGM+44+0+9'EQD+CN+CSQU3054384+45G1'DTM+203:2607201830:201'MEA+AAE+G+LBR:2204.6'UNT+6+0001'";
    let interchange = read(bare).expect("reads");
    assert_eq!(interchange.flags[0].text.zh, "没有UNB交换头");
    let box_of = &interchange.messages[0].movements[0];
    assert_eq!((wall(box_of), box_of.gross), ("2026-07-20 18:30:00".into(), "999.989".parse().ok()));
    let flags: Vec<_> = box_of.flags.iter().map(|flag| flag.text.zh.as_str()).collect();
    assert_eq!(flags, ["箱号校验位错误", "重量单位为磅，已换算为千克"]);
    let odd = bare.replace(":201'", ":602'").replace("LBR:", "STN:");
    let odd = &read(&odd).expect("reads").messages[0].movements[0];
    let flags: Vec<_> = odd.flags.iter().map(|flag| flag.text.zh.as_str()).collect();
    assert_eq!((odd.time, odd.gross), (None, None));
    assert_eq!(flags, ["箱号校验位错误", "日期格式代码不认识", "重量单位不认识，未采用"]);
}

#[test]
fn an_interchange_is_known_by_its_beginning() {
    assert!(looks_like(GATE_IN) && looks_like("\u{feff} UNH+1") && !looks_like("FWB/16") && !looks_like(""));
}
