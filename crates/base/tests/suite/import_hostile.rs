//! Files made to harm: what unfolds, what says it is huge, what would run or reach out.

use std::io::{Cursor, Write};

use serde_json::json;
use testkit::World;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

use super::super::{loaded, rooms};
use super::import::{IMPORT, book, read};

const HEAD: [&str; 4] = ["二字码", "运单前缀", "中文名", "英文名"];

/// A workbook of which one part is another, or comes in addition.
fn with_part(name: &str, content: &[u8]) -> Vec<u8> {
    let plain = book(&[&HEAD, &["7Z", "901", "测试一", "TEST ONE"]]);
    let mut parts = ZipArchive::new(Cursor::new(plain)).unwrap();
    let mut out = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    for place in 0..parts.len() {
        let part = parts.by_index_raw(place).unwrap();
        if part.name().unwrap() != name {
            out.raw_copy_file(part).unwrap();
        }
    }
    out.start_file(name, options).unwrap();
    out.write_all(content).unwrap();
    out.finish().unwrap().into_inner()
}

fn sheet(cells: &str) -> Vec<u8> {
    let space = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    format!("<?xml version=\"1.0\"?><worksheet xmlns=\"{space}\"><dimension ref=\"A1:XFD1048576\"/><sheetData>{cells}</sheetData></worksheet>").into_bytes()
}

/// What a file holds does not depend on the database.
fn world() -> World {
    let world = World::sqlite(rooms);
    loaded(&world);
    world
}

const SHEET: &str = "xl/worksheets/sheet1.xml";

fn refused(world: &World, name: &str, bytes: &[u8]) -> String {
    world.login("demo-admin").upload(&format!("{IMPORT}/read"), &[(name, bytes)]).message
}

#[test]
fn what_would_fill_the_memory_is_refused_first() {
    let world = &world();
    let bomb = with_part("xl/media/zeros.bin", &vec![0; 65 * 1024 * 1024]);
    assert!(bomb.len() < 200_000, "it is small: {}", bomb.len());
    assert_eq!(refused(world, "bomb.xlsx", &bomb), "文件内容过大，无法导入");
    let texts = format!("<sst>{}</sst>", "<si><t/></si>".repeat(1_400_000));
    assert_eq!(
        refused(world, "texts.xlsx", &with_part("xl/sharedStrings.xml", texts.as_bytes())),
        "文件内容过大，无法导入"
    );
    // A cell in the last corner of Excel costs nothing, and is refused.
    let corner =
        sheet("<row r=\"1\"><c r=\"A1\" t=\"inlineStr\"><is><t>x</t></is></c><c r=\"XFD1\"><v>1</v></c></row>");
    assert_eq!(refused(world, "wide.xlsx", &with_part(SHEET, &corner)), "列数不能超过200");
    let deep =
        sheet("<row r=\"1\"><c r=\"A1\"><v>1</v></c></row><row r=\"1048576\"><c r=\"A1048576\"><v>1</v></c></row>");
    assert_eq!(refused(world, "deep.xlsx", &with_part(SHEET, &deep)), "单次最多导入10000行");
    let columns = vec!["x"; 1_000_000].join(",");
    assert_eq!(refused(world, "wide.csv", columns.as_bytes()), "列数不能超过200");
    assert_eq!(refused(world, "large.csv", &vec![b'x'; 10 * 1024 * 1024 + 1]), "文件不能超过10 MB");
    let mut rows = "二字码,运单前缀\n".to_owned();
    rows.push_str(&"7Z,901\n".repeat(10_000));
    let caller = world.login("demo-admin");
    assert_eq!(read(&caller, "edge.csv", rows.as_bytes())["numbers"].as_array().unwrap().len(), 10_000);
    rows.push_str("7Z,901\n");
    assert_eq!(refused(world, "over.csv", rows.as_bytes()), "单次最多导入10000行");
}

#[test]
fn what_is_no_table_is_refused() {
    const OLD: &str = "旧版Excel（.xls）或加密的文件无法读取，请另存为不加密的.xlsx文件后重新上传";
    let world = &world();
    for (name, bytes, message) in [
        ("a.xls", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1".as_slice(), OLD),
        ("locked.xlsx", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", OLD),
        ("a.exe", b"MZ", "请选择.xlsx或.csv文件"),
        ("a.csv", b"PK\x03\x04", "请选择.xlsx或.csv文件"),
        ("a.xlsx", b"PK\x03\x04 nothing of the kind", "文件无法读取，请另存为.xlsx后重试"),
        ("a.csv", b"\x81\xff\x30\x01\n", "无法识别文件编码，请存为UTF-8"),
        ("a.csv", b"", "文件中没有数据行"),
    ] {
        assert_eq!(refused(world, name, bytes), message, "{name}");
    }
    let broken = with_part(SHEET, b"<worksheet><sheetData><row><c r=\"A1\"><v>1</row>");
    assert_eq!(refused(world, "a.xlsx", &broken), "文件无法读取，请另存为.xlsx后重试");
}

#[test]
fn macros_and_links_to_elsewhere_are_passed_over() {
    let world = &world();
    let caller = world.login("demo-admin");
    let link = b"<externalLink xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"><externalBook/></externalLink>";
    for (part, content) in
        [("xl/externalLinks/externalLink1.xml", link.as_slice()), ("xl/vbaProject.bin", b"\xd0\xcf\x11\xe0")]
    {
        let read = read(&caller, "a.xlsx", &with_part(part, content));
        assert_eq!(read["rows"], json!([["7Z", "901", "测试一", "TEST ONE"]]), "{part}");
    }
    // A formula that fetches gives what was last computed, here nothing.
    let cells = "<row r=\"1\"><c r=\"A1\" t=\"inlineStr\"><is><t>二字码</t></is></c><c r=\"B1\" t=\"inlineStr\"><is><t>网址</t></is></c></row>\
        <row r=\"2\"><c r=\"A2\" t=\"inlineStr\"><is><t>7Z</t></is></c><c r=\"B2\"><f>WEBSERVICE(\"http://evil\")</f></c></row>";
    assert_eq!(read(&caller, "a.xlsx", &with_part(SHEET, &sheet(cells)))["rows"], json!([["7Z"]]));
    // A text with a DTD or entities is no table either.
    let bomb = b"<?xml version=\"1.0\"?><!DOCTYPE x [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;\">]><worksheet><sheetData><row r=\"1\"><c r=\"A1\" t=\"inlineStr\"><is><t>&b;</t></is></c></row></sheetData></worksheet>";
    let reply = caller.upload(&format!("{IMPORT}/read"), &[("a.xlsx", &with_part(SHEET, bomb))]);
    assert_ne!(reply.code, 0, "entities are not unfolded: {}", reply.data);
}
