use std::collections::BTreeMap;
use std::io::{Cursor, Write};

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::paragraph::{self, placeholders};
use super::{WORD_BYTES_MAX, contract_of_ours, fill_word, inspect_word};
use crate::excel::package::Package;

/// As python-docx wrote it, from `made.py`: split runs, a table, a header and a footer.
const MADE: &[u8] = include_bytes!("made.docx");
const KNOWN: [&str; 8] =
    ["orgName", "coopName", "socialCreditCode", "address", "settleText", "creditLimit", "validFrom", "validTo"];

fn values() -> BTreeMap<&'static str, String> {
    let pairs = [
        ("orgName", "演示国际货运代理有限公司"),
        ("coopName", "甲&乙 <贸易> {creditLimit} \"有限\"公司"),
        ("socialCreditCode", "91310000MA1FL00000"),
        ("address", "上海市\n浦东新区"),
        ("settleText", "月结30天"),
        ("creditLimit", "CNY 100,000.00"),
        ("validFrom", "2026-01-01"),
        ("validTo", "长期"),
    ];
    pairs.into_iter().map(|(name, value)| (name, value.to_owned())).collect()
}

/// The texts of the paragraphs of a part, one a line.
fn text_of(file: &[u8], part: &str) -> String {
    let package = Package::open(file).expect("a package");
    let mut root = package.xml(part).expect("XML").expect("the part");
    let mut lines = Vec::new();
    paragraph::each(&mut root, &mut |text| {
        lines.push(text.to_owned());
        Vec::new()
    });
    lines.join("\n")
}

fn raw(file: &[u8], part: &str) -> String {
    let package = Package::open(file).expect("a package");
    String::from_utf8(package.get(part).expect("the part").to_vec()).expect("text")
}

/// The file with another part, or one more.
fn with(file: &[u8], name: &str, content: &[u8]) -> Vec<u8> {
    let package = Package::open(file).expect("a package");
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default();
    for part in package.parts.iter().filter(|part| part.name != name) {
        zip.start_file(part.name.as_str(), options).expect("begins");
        zip.write_all(&part.bytes).expect("writes");
    }
    zip.start_file(name, options).expect("begins");
    zip.write_all(content).expect("writes");
    zip.finish().expect("ends").into_inner()
}

fn changed(file: &[u8], part: &str, from: &str, to: &str) -> Vec<u8> {
    let text = raw(file, part);
    assert!(text.contains(from), "{from} in {text}");
    with(file, part, text.replacen(from, to, 1).as_bytes())
}

fn said(file: &[u8]) -> Vec<String> {
    inspect_word(file, &KNOWN).into_iter().map(|text| text.zh).collect()
}

#[test]
fn names_in_braces_are_found() {
    let names = |text: &'static str| placeholders(text).into_iter().map(|one| one.name).collect::<Vec<_>>();
    assert_eq!(names("a {orgName} b{ coopName }"), ["orgName", "coopName"]);
    assert_eq!(names("{a {b} c}"), ["b"]);
    assert_eq!(names("{} { } {open"), Vec::<&str>::new());
    assert_eq!(names("{over\na line}"), Vec::<&str>::new());
    assert_eq!(placeholders("甲{x}")[0].place, 3..6);
}

#[test]
fn a_document_of_another_program_is_filled_with_its_looks() {
    assert_eq!(said(MADE), Vec::<String>::new());
    let filled = fill_word(MADE, &values()).expect("filled");
    let body = text_of(&filled, "word/document.xml");
    for wanted in [
        "甲方：甲&乙 <贸易> {creditLimit} \"有限\"公司",
        "乙方：演示国际货运代理有限公司（以下简称乙方）",
        "91310000MA1FL00000",
        "上海市 浦东新区",
        "结算方式：月结30天，额度CNY 100,000.00。",
        "2026-01-01至长期",
    ] {
        assert!(body.contains(wanted), "{wanted} in {body}");
    }
    assert!(!body.contains("{org"), "{body}");
    assert_eq!(text_of(&filled, "word/header1.xml").trim(), "演示国际货运代理有限公司 合同");
    assert_eq!(text_of(&filled, "word/footer1.xml").trim(), "有效期至长期");
    let (before, after) = (raw(MADE, "word/document.xml"), raw(&filled, "word/document.xml"));
    let count = |text: &str, what: &str| text.matches(what).count();
    for look in ["<w:b/>", "<w:i/>", "<w:r>", "<w:tc>", "<w:color "] {
        assert_eq!(count(&before, look), count(&after, look), "{look} stays");
    }
    assert_eq!(raw(MADE, "word/styles.xml"), raw(&filled, "word/styles.xml"), "other parts are not touched");
}

#[test]
fn what_is_not_known_is_left_for_the_hand() {
    let filled = fill_word(MADE, &[("orgName", String::new())].into_iter().collect()).expect("filled");
    let body = text_of(&filled, "word/document.xml");
    assert!(body.contains("乙方：________（以下简称乙方）"), "{body}");
    assert!(body.contains("{coopName}"), "a name without a value stays: {body}");
}

#[test]
fn an_unknown_placeholder_is_told_with_its_paragraph() {
    let file = changed(MADE, "word/document.xml", "甲方：", "甲方{partyName}：");
    assert_eq!(said(&file), ["正文第2段“甲方{partyName}：{coopName}”：未知占位符{partyName}"]);
    let file = changed(MADE, "word/header1.xml", "合同", "{no}");
    assert_eq!(said(&file).len(), 1);
    assert!(said(&file)[0].starts_with("页眉第1段"), "{:?}", said(&file));
}

#[test]
fn what_runs_fetches_or_is_no_document_is_refused() {
    let not = ["模板须为docx文件"];
    assert_eq!(said(b"%PDF-1.7"), not);
    assert_eq!(said(&MADE[..MADE.len() / 2]), not);
    let big = vec![0u8; WORD_BYTES_MAX + 1];
    assert_eq!(said(&big), ["模板不能超过5MB"]);
    let macros = ["模板不能含有宏或嵌入对象"];
    assert_eq!(said(&with(MADE, "word/vbaProject.bin", b"x")), macros);
    assert_eq!(said(&with(MADE, "word/embeddings/a.bin", b"x")), macros);
    let chunk = r#"<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/aFChunk" Target="a.htm"/></Relationships>"#;
    assert_eq!(said(&with(MADE, "word/_rels/settings.xml.rels", chunk.as_bytes())), macros, "whatever it is called");
    let enabled = changed(
        MADE,
        "[Content_Types].xml",
        "vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml",
        "vnd.ms-word.document.macroEnabled.main+xml",
    );
    assert_eq!(said(&enabled), macros);
    let rels = r#"<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/attachedTemplate" Target="http://example.com/a.dotm" TargetMode="External"/></Relationships>"#;
    let fetched = with(MADE, "word/_rels/settings.xml.rels", rels.as_bytes());
    assert_eq!(said(&fetched), ["模板不能引用外部内容：http://example.com/a.dotm"]);
    let field = changed(
        MADE,
        "word/document.xml",
        "</w:p>",
        r#"</w:p><w:p><w:r><w:instrText> DDE</w:instrText></w:r><w:r><w:instrText>AUTO x</w:instrText></w:r></w:p>"#,
    );
    assert_eq!(said(&field), ["模板不能引用外部内容：DDEAUTO"]);
    let typed = changed(MADE, "word/document.xml", "<w:document", "<!DOCTYPE x [<!ENTITY a \"b\">]><w:document");
    assert_eq!(said(&typed), not);
}

#[test]
fn a_bomb_is_not_unpacked() {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Deflated);
    zip.start_file("word/media/a.bin", options).expect("begins");
    zip.write_all(&vec![b'0'; 60 * 1024 * 1024]).expect("writes");
    let packed = zip.finish().expect("ends").into_inner();
    assert!(packed.len() < WORD_BYTES_MAX);
    assert_eq!(said(&packed), ["模板须为docx文件"]);
}

#[test]
fn the_contract_of_ours_is_one_itself() {
    let ours = contract_of_ours().expect("written");
    assert_eq!(said(&ours), Vec::<String>::new());
    let filled = fill_word(&ours, &values()).expect("filled");
    let body = text_of(&filled, "word/document.xml");
    assert!(body.contains("本合同自 2026-01-01 起至 长期 止。"), "{body}");
    assert!(placeholders(&body).iter().all(|one| one.name == "creditLimit"), "{body}");
}
