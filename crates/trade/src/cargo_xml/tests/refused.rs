//! What is refused, and where.

use super::*;

const PARTS: &str = "<a:BusinessHeaderDocument><ID>990-12345675</ID></a:BusinessHeaderDocument>\n\
    <a:MasterConsignment>\n<TotalPieceQuantity>12</TotalPieceQuantity>\n\
    <OriginLocation><ID>PVG</ID></OriginLocation><FinalDestinationLocation><ID>FRA</ID></FinalDestinationLocation>\n\
    </a:MasterConsignment>";

fn by_hand() -> String {
    document("Waybill", "iata:waybill:1", "740", "3.00", PARTS)
}

#[test]
fn a_message_that_says_the_least_is_read() {
    let message = read(&by_hand()).expect("reads");
    let Body::Waybill(fwb) = message.body else { panic!("a waybill") };
    assert_eq!((fwb.shipment.pieces, fwb.rates.len(), fwb.issue), (12, 0, None));
}

#[test]
fn document_types_and_entities_of_their_own_are_refused() {
    let bomb = "<!DOCTYPE lolz [<!ENTITY lol \"lol\"><!ENTITY lol2 \"&lol;&lol;&lol;&lol;&lol;&lol;&lol;&lol;\">]>\n";
    let text = by_hand().replacen("<a:Waybill", &format!("{bomb}<a:Waybill"), 1).replace(">PVG<", ">&lol2;<");
    assert_eq!(refused(&text), (2, 1, String::new(), "不接受文档类型声明(DTD)"));
    for entity in ["&lol;", "&nbsp;", "&xxe;"] {
        let (line, column, _, zh) = refused(&by_hand().replace(">PVG<", &format!(">{entity}<")));
        assert_eq!((line, column, zh), (11, 21, "不接受自定义实体"), "{entity}");
    }
    let text = by_hand().replace("<OriginLocation>", "<OriginLocation kind=\"&lol;\">");
    assert_eq!(refused(&text).3, "不接受自定义实体");
    for letter in ["&#0;", "&#x1F;", "&#xD800;", "&#xFFFE;"] {
        assert_eq!(refused(&by_hand().replace(">PVG<", &format!(">{letter}<"))).3, "包含XML不允许的字符", "{letter}");
    }
    assert_eq!(refused(&by_hand().replace(">PVG<", ">P\u{1}VG<")), (11, 22, String::new(), "包含XML不允许的字符"));
}

#[test]
fn what_is_not_well_formed_is_refused_where_it_breaks() {
    let cases = [
        ("</OriginLocation>", ""),
        ("</a:MasterConsignment>", "</a:Other>"),
        ("<OriginLocation>", "<OriginLocation x=1>"),
        ("<OriginLocation>", "<OriginLocation a=\"1\" a=\"2\">"),
        ("<OriginLocation>", "<OriginLocation"),
        (">PVG<", ">P&VG<"),
        ("</a:Waybill>", ""),
        ("</a:Waybill>", "</a:Waybill><a:Waybill/>"),
        ("</a:Waybill>", "</a:Waybill>behind"),
        ("</a:Waybill>", "</a:Waybill></b>"),
        ("<a:MasterConsignment>", "<a:MasterConsignment><!-- open"),
        ("<a:MasterConsignment>", "<a:MasterConsignment><![CDATA[ open"),
    ];
    for (old, new) in cases {
        let (line, _, _, zh) = refused(&by_hand().replacen(old, new, 1));
        assert_eq!(zh, "XML格式不正确", "{new}");
        assert!(line >= 8 || new.is_empty(), "{new}: {line}");
    }
    assert_eq!(refused("").3, "报文为空");
    assert_eq!(refused(" \r\n\t").3, "报文为空");
    assert_eq!(refused("FWB/16\n990-12345675PVGFRA/T12K500").3, "XML格式不正确");
}

#[test]
fn another_root_and_missing_parts_are_refused() {
    assert_eq!(refused("<Invoice/>"), (1, 1, String::new(), "不是Cargo-XML运单、分单、分单清单、状态或应答报文"));
    let cases = [
        ("<ID>990-12345675</ID>", "", 8, "BusinessHeaderDocument/ID", "缺少必需的元素"),
        ("990-12345675", "990-12345676", 8, "BusinessHeaderDocument/ID", "主单号不正确"),
        (
            "<TotalPieceQuantity>12</TotalPieceQuantity>",
            "",
            9,
            "MasterConsignment/TotalPieceQuantity",
            "缺少必需的元素",
        ),
        (
            "<OriginLocation><ID>PVG</ID></OriginLocation>",
            "",
            9,
            "MasterConsignment/OriginLocation/ID",
            "缺少必需的元素",
        ),
        (">PVG<", ">PV<", 11, "MasterConsignment/OriginLocation/ID", "机场代码须为3位字母"),
        (">PVG<", ">P1G<", 11, "MasterConsignment/OriginLocation/ID", "机场代码须为3位字母"),
        (">12<", ">twelve<", 10, "MasterConsignment/TotalPieceQuantity", "不是数字"),
        ("2026-07-15T10:00:00+08:00", "15/07/2026", 5, "MessageHeaderDocument/IssueDateTime", "日期时间格式不正确"),
        ("2026-07-15T10:00:00+08:00", "", 3, "MessageHeaderDocument/IssueDateTime", "缺少必需的元素"),
    ];
    for (old, new, line, element, zh) in cases {
        let found = refused(&by_hand().replacen(old, new, 1));
        assert_eq!((found.0, found.2.as_str(), found.3), (line, element, zh), "{new}");
    }
}

#[test]
fn numbers_and_their_units_are_exact_or_refused() {
    let weight = |text: &str| {
        let inside = format!("<IncludedTareGrossWeightMeasure {text}</IncludedTareGrossWeightMeasure>");
        by_hand().replace("<TotalPieceQuantity>12", &format!("{inside}<TotalPieceQuantity>12"))
    };
    for (text, raw) in [
        ("unitCode=\"KGM\">0<", 0),
        ("unitCode=\"KGM\">.5<", 500),
        ("unitCode=\"KGM\">5.<", 5_000),
        ("unitCode=\"KGM\">+7.0010000<", 7_001),
        ("unitCode=\"TNE\">1.5<", 1_500_000),
        ("unitCode=\"LBR\">1<", 454),
        ("unitCode=\"KGM\">999999999999999999<", 999_999_999_999_999_999_000i128),
    ] {
        let result = read(&weight(&text[..text.len() - 1]));
        match i64::try_from(raw) {
            Ok(raw) => {
                let Body::Waybill(fwb) = result.expect("reads").body else { panic!("a waybill") };
                assert_eq!(fwb.shipment.weight.map(kernel::Weight::raw), Some(raw), "{text}");
            }
            Err(_) => assert_eq!(result.expect_err("refused").zh, "数值超出范围"),
        }
    }
    for (text, zh) in [
        ("unitCode=\"KGM\">-1", "数值不能为负"),
        ("unitCode=\"KGM\">1e3", "不是数字"),
        ("unitCode=\"KGM\">1,000", "不是数字"),
        ("unitCode=\"KGM\">.", "不是数字"),
        ("unitCode=\"KGM\">１", "不是数字"),
        ("unitCode=\"KGM\">NaN", "不是数字"),
        ("unitCode=\"KGM\">1.0000000000000000001", "小数位过多"),
        ("unitCode=\"KGM\">1000000000000000000000", "数值超出范围"),
        ("unitCode=\"STN\">1", "无法识别的计量单位"),
    ] {
        let (line, column, element, found) = refused(&weight(text));
        assert_eq!((line, column), (10, 1), "{text}");
        assert_eq!((element.as_str(), found), ("MasterConsignment/IncludedTareGrossWeightMeasure", zh), "{text}");
    }
    let value = |text: &str| by_hand().replace("<TotalPieceQuantity>12", &format!("{text}<TotalPieceQuantity>12"));
    let cases = [
        ("<DeclaredValueForCustomsAmount>1.005</DeclaredValueForCustomsAmount>", "小数位过多"),
        ("<NilCustomsValueIndicator>yes</NilCustomsValueIndicator>", "须为true或false"),
        ("<TotalPieceQuantity>1.5</TotalPieceQuantity>", "小数位过多"),
        ("<TotalPieceQuantity>-1</TotalPieceQuantity>", "数值不能为负"),
    ];
    for (text, zh) in cases {
        assert_eq!(refused(&value(text)).3, zh, "{text}");
    }
}

#[test]
fn size_depth_breadth_and_count_have_their_limits() {
    let inside = |text: &str| by_hand().replace("<TotalPieceQuantity>12", &format!("{text}<TotalPieceQuantity>12"));
    let deep = |levels: usize| inside(&format!("{}1{}", "<x>".repeat(levels), "</x>".repeat(levels)));
    assert!(read(&deep(38)).is_ok());
    assert_eq!(refused(&deep(39)).3, "元素嵌套过深");
    let known = by_hand().matches("</").count();
    let many = |count: usize| inside(&"<x>1</x>".repeat(count - known));
    assert!(read(&many(20_000)).is_ok());
    assert_eq!(refused(&many(20_001)).3, "元素过多");
    let wide = |count: usize| {
        let attributes: String = (0..count).map(|place| format!(" a{place}=\"1\"")).collect();
        inside(&format!("<x{attributes}/>"))
    };
    assert!(read(&wide(64)).is_ok());
    assert_eq!(refused(&wide(65)).3, "元素的属性过多或名称过长");
    let named = |length: usize| inside(&format!("<{}/>", "x".repeat(length)));
    assert!(read(&named(100)).is_ok());
    assert_eq!(refused(&named(101)).3, "元素的属性过多或名称过长");
    let long = |length: usize| by_hand().replace(">PVG<", &format!("><!--{}-->PVG<", "x".repeat(length)));
    let least = long(0).len();
    assert!(read(&long(MESSAGE_BYTES_MAX - least)).is_ok());
    assert_eq!(refused(&long(MESSAGE_BYTES_MAX - least + 1)), (1, 1, String::new(), "报文过大"));
    let message =
        read(&inside(&(0..300).map(|place| format!("<x{place}>1</x{place}>")).collect::<String>())).expect("reads");
    assert_eq!(message.flags.len(), 200, "paths are kept up to a number");
}
