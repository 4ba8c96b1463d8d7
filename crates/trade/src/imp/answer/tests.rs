use super::*;

fn lines(list: &[&str]) -> Vec<String> {
    list.iter().map(|line| (*line).to_owned()).collect()
}

#[test]
fn the_head_decides_whatever_the_label_says() {
    let text = "FNA/1\r\nACK/AWB REJECTED\r\n/SPH0155\r\nFWB/16\r\n990-12345675PVGFRA/T12K500.0\r\nSHP\r\n/DEMO\r\n";
    let answer = parse(text).expect("reads");
    assert_eq!((answer.kind, answer.label.as_str()), (AnswerKind::Refused, "ACK"));
    assert_eq!(answer.reasons, ["AWB REJECTED", "SPH0155"]);
    assert_eq!((answer.echo.len(), answer.echoed_kind()), (4, "FWB"));
    assert_eq!(answer.awb().map(|awb| awb.to_string()).as_deref(), Some("990-12345675"));
    assert_eq!(compose(&answer), text);
    let accepted =
        parse("FMA\nACK/\nFHL/4\nMBI/990-12345675PVGFRA/T12K500\nHBS/HA001/PVGFRA/5/K200//A\n").expect("reads");
    assert_eq!((accepted.kind, accepted.version.as_str()), (AnswerKind::Accepted, ""));
    assert_eq!((accepted.reasons.as_slice(), accepted.house()), (lines(&[""]).as_slice(), Some("HA001")));
    assert_eq!(accepted.flags, []);
}

#[test]
fn a_wrong_number_is_told_as_it_is_written() {
    let answer = parse("FNA/1\nERR/AWB SERIAL INVALID\nFWB/16\n990-12345670PVGFRA/T1K1\n").expect("reads");
    assert_eq!((answer.awb_text(), answer.awb()), (Some("990-12345670"), None));
    let in_reason = parse("FNA/1\nERR/990-12345675 UNKNOWN\n").expect("reads");
    assert_eq!((in_reason.awb_text(), in_reason.echoed_kind(), in_reason.house()), (Some("990-12345675"), "", None));
    let none = parse("FMA\nACK/OK 12345-678901234\n").expect("reads");
    assert_eq!(none.awb_text(), None);
}

#[test]
fn the_unusual_is_read_and_flagged_and_nothing_at_all_is_refused() {
    let text = "QD SIN05XH\n.HDQFMQR 200739\nFNA/2\n运单号不存在\nFWB/16\n990-12345675PVGFRA/T1K1\n";
    let answer = parse(text).expect("reads");
    assert_eq!(answer.flags.iter().map(|flag| flag.key).collect::<Vec<_>>(), ["envelope", "version", "absent"]);
    assert_eq!((answer.reasons, answer.echo.len()), (lines(&["运单号不存在"]), 2));
    for (text, line, column, reason) in [
        ("", 1, 1, "报文为空"),
        ("FWB/16\n", 1, 1, "缺少FNA或FMA报文头"),
        ("FNA/A\nERR/X\n", 1, 5, "报文版本号不正确"),
        ("FMAX\n", 1, 4, "缺少FNA或FMA报文头"),
        ("FMA\n", 2, 1, "缺少必需的内容"),
    ] {
        let error = parse(text).expect_err(text);
        assert_eq!((error.line, error.column, error.zh), (line, column, reason), "{text}");
    }
}
