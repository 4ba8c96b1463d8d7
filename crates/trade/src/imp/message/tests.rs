use super::*;

#[test]
fn every_kind_is_recognised_by_its_head() {
    let envelope = "QD SIN05XH\n.HDQFMQR 200739\n";
    for (text, kind) in [
        ("FWB/16\n990-12345675PVGFRA/T12K500\n", "FWB"),
        ("FHL/5\nMBI/990-12345675PVGFRA/T12K500\nHBS/HA001/PVGFRA/5/K200//A\n", "FHL"),
        ("FSU/14\n990-12345675PVGFRA/T12K500\nFOH/17JUL/PVG/T1\n", "FSU"),
        ("FSA/14\n990-12345675PVGFRA/T12K500\nFOH/17JUL/PVG/T1\n", "FSA"),
        ("FNA/1\nERR/BAD\nFWB/16\n990-12345675PVGFRA/T12K500\n", "FNA"),
        ("FMA\nACK/OK\nFHL/4\n", "FMA"),
        ("FFR/8\n990-12345675PVGFRA/T12K500\nX9101/18JUL/PVGFRA/NN\n", "FFR"),
        ("FFA/4\n990-12345675PVGFRA/T12K500\nX9101/18JUL/PVGFRA/KK\n", "FFA"),
        ("FFM/8\n1/X9101/18JUL/PVG\n", "FFM"),
    ] {
        assert_eq!(read(text).map(|message| message.kind().to_owned()), Ok(kind.to_owned()));
        assert_eq!(read(&format!("{envelope}{text}")).map(|message| message.kind().to_owned()), Ok(kind.to_owned()));
    }
}

#[test]
fn another_head_is_kept_and_no_head_is_refused() {
    let text = "FFM/8\n1/X9101/18JUL/PVG\n";
    assert_eq!(read(text), Ok(Message::Unknown { head: "FFM/8".into(), text: text.into() }));
    for (text, line, reason) in
        [("", 1, "报文为空"), ("\n\nHELLO WORLD\n", 3, "无法识别报文类型"), ("FWB/16\n", 2, "缺少主单号行")]
    {
        assert_eq!(read(text).map_err(|error| (error.line, error.zh)), Err((line, reason)));
    }
}
