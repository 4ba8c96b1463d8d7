use super::*;
use crate::label::tests::{label, paper};

/// The whole label of 100 by 80 mm at eight dots a millimetre.
#[rustfmt::skip]
const WHOLE: &[&str] = &[
    "^XA",
    "^PW800",
    "^LL640",
    "^LH0,0",
    "^FT33,54^A0N,32,32^FDX9 TEST AIR^FS",
    "^FO491,20^GB2,45,2^FS",
    "^FT504,54^A0N,20,20^FDAE-2607150001^FS",
    "^FO20,65^GB760,2,2^FS",
    "^FO154,74^BY4^BCN,79,N,N,N^FD>;9901234567500006^FS",
    "^FT301,173^A0N,23,23^FD9901234567500006^FS",
    "^FO20,183^GB760,2,2^FS",
    "^FT33,201^A0N,14,14^FDAIR WAYBILL NO.^FS",
    "^FT33,265^A0N,80,80^FD990-1234 5675^FS",
    "^FO20,276^GB760,2,2^FS",
    "^FT33,294^A0N,14,14^FDDESTINATION^FS",
    "^FT33,376^A0N,105,105^FDFRA^FS",
    "^FO324,276^GB2,113,2^FS",
    "^FT337,294^A0N,14,14^FDORIGIN^FS",
    "^FT337,376^A0N,70,70^FDPVG^FS",
    "^FO476,276^GB2,113,2^FS",
    "^FT489,294^A0N,14,14^FDTOTAL PIECES^FS",
    "^FT489,376^A0N,105,105^FD12^FS",
    "^FO628,276^GB2,113,2^FS",
    "^FT641,294^A0N,14,14^FDPIECE NO.^FS",
    "^FT641,376^A0N,105,105^FD6^FS",
    "^FO20,389^GB760,2,2^FS",
    "^FT33,407^A0N,14,14^FDHAWB NO.^FS",
    "^FT33,451^A0N,53,53^FDHA002^FS",
    "^FO400,389^GB2,74,2^FS",
    "^FT413,407^A0N,14,14^FDHAWB PIECES^FS",
    "^FT413,451^A0N,53,53^FD1/7^FS",
    "^FO605,389^GB2,74,2^FS",
    "^FT618,407^A0N,14,14^FDHAWB DEST.^FS",
    "^FT618,451^A0N,53,53^FDFRA^FS",
    "^FO20,463^GB760,2,2^FS",
    "^FO176,472^BY4^BCN,56,N,N,N^FD>:HA>500200006^FS",
    "^FT335,548^A0N,23,23^FDHA00200006^FS",
    "^FO20,557^GB760,2,2^FS",
    "^FT33,576^A0N,14,14^FDVIA^FS",
    "^FT33,609^A0N,37,37^FDHKG^FS",
    "^FO202,557^GB2,63,2^FS",
    "^FT215,576^A0N,14,14^FDWEIGHT^FS",
    "^FT215,609^A0N,37,37^FD280.0 KG^FS",
    "^FO415,557^GB2,63,2^FS",
    "^FT428,576^A0N,14,14^FDHANDLING^FS",
    "^FT428,609^A0N,37,37^FDELI PER^FS",
    "^FO643,557^GB2,63,2^FS",
    "^FT656,576^A0N,14,14^FDSEQ.^FS",
    "^FT656,609^A0N,37,37^FD0006^FS",
    "^PQ2",
    "^XZ",
];

fn lines(label: &Label, resolution: Resolution) -> Vec<String> {
    let paper = LabelPaper { copies: 2, ..paper(LabelSize::W100H80) };
    zpl(std::slice::from_ref(label), paper, resolution).unwrap().lines().map(ToOwned::to_owned).collect()
}

#[test]
fn a_label_at_203_dots_is_exactly_these_commands() {
    assert_eq!(lines(&label(), Resolution::Dpi203), WHOLE);
}

#[test]
fn at_300_dots_the_same_stands_at_the_same_millimetres() {
    let fine = lines(&label(), Resolution::Dpi300);
    for line in [
        "^PW1181",
        "^LL945",
        "^FO160,110^BY7^BCN,117,N,N,N^FD>;9901234567500006^FS",
        "^FT48,391^A0N,119,119^FD990-1234 5675^FS",
        "^FT48,556^A0N,155,155^FDFRA^FS",
        "^FT912,667^A0N,78,78^FDFRA^FS",
        "^FO199,697^BY7^BCN,82,N,N,N^FD>:HA>500200006^FS",
        "^FT632,899^A0N,54,54^FDELI PER^FS",
    ] {
        assert!(fine.iter().any(|one| one == line), "{line}: {fine:#?}");
    }
    let places = |lines: &[String], dot: f32| -> Vec<(f32, f32)> {
        let place = |line: &String| {
            let (x, y) = line.strip_prefix("^FT")?.split_once("^A")?.0.split_once(',')?;
            Some((x.parse::<f32>().ok()? / dot, y.parse::<f32>().ok()? / dot))
        };
        lines.iter().filter_map(place).collect()
    };
    let coarse = places(&lines(&label(), Resolution::Dpi203), 8.0);
    let fine = places(&fine, 300.0 / 25.4);
    assert_eq!(coarse.len(), fine.len());
    for (a, b) in coarse.iter().zip(&fine) {
        assert!((a.0 - b.0).abs() < 0.15 && (a.1 - b.1).abs() < 0.15, "{a:?} {b:?}");
    }
}

#[test]
fn chinese_goes_as_dots_and_only_chinese() {
    let lines = lines(&Label { airline: "X9 测试航空".into(), ..label() }, Resolution::Dpi203);
    let graphics: Vec<&String> = lines.iter().filter(|line| line.contains("^GFA")).collect();
    let [one] = graphics.as_slice() else { panic!("{graphics:?}") };
    let data = one.split_once("^GFA,").unwrap().1.strip_suffix("^FS").unwrap();
    let [count, same, across, hex] = data.split(',').collect::<Vec<_>>().try_into().unwrap();
    assert_eq!((count, hex.len()), (same, count.parse::<usize>().unwrap() * 2));
    assert_eq!(count.parse::<usize>().unwrap() % across.parse::<usize>().unwrap(), 0, "whole lines");
    assert!(hex.bytes().all(|digit| digit.is_ascii_hexdigit()) && hex.contains('F'));
    assert!(lines.iter().all(|line| line.is_ascii()));
    assert!(lines.iter().filter(|line| line.contains("^A0N")).count() > 20, "Latin letters stay letters");
}

#[test]
fn control_characters_of_names_are_no_commands() {
    let lines = lines(&Label { airline: "X^XZ~HS_".into(), ..label() }, Resolution::Dpi203);
    assert!(lines.iter().any(|line| line.ends_with("^FH^FDX_5EXZ_7EHS_5F^FS")), "{lines:#?}");
    assert_eq!(lines.iter().filter(|line| line.contains("^XZ")).count(), 1);
}

#[test]
fn each_label_is_a_form_of_its_own_and_a_sheet_is_for_no_label_printer() {
    let all = vec![label(); 3];
    let text = zpl(&all, paper(LabelSize::W100H150), Resolution::Dpi203).unwrap();
    assert_eq!((text.matches("^XA").count(), text.matches("^PQ1\n^XZ").count()), (3, 3));
    assert!(text.contains("^PW800\n^LL1200"));
    assert_eq!(zpl(&all, paper(LabelSize::A4), Resolution::Dpi203), None);
    assert_eq!(Resolution::of(203), Some(Resolution::Dpi203));
    assert_eq!((Resolution::of(300), Resolution::of(600)), (Some(Resolution::Dpi300), None));
}
