//! Filling workbooks: what is repeated, what stays, what is refused.

use calamine::Data;
use template::{Fault, Values, fill_excel, inspect};

use super::kit::{bill, book, cell, formula, part, with_cell, with_formula, with_part, with_text};

fn head() -> Values {
    let values = [("coopName", "客户甲"), ("billNo", "S-1"), ("total", "36.00"), ("bankInfo", "示例银行\n账号 1")];
    values.map(|(name, value)| (name, value.to_owned())).into()
}

fn row(service: &str, quantity: &str, price: &str) -> Values {
    [("serviceName", service), ("quantity", quantity), ("price", price)]
        .map(|(name, value)| (name, value.to_owned()))
        .into()
}

fn text(words: &str) -> Data {
    Data::String(words.to_owned())
}

#[test]
fn the_row_is_repeated_and_what_lies_below_moves_along() {
    let template = bill();
    let rows = [row("空运费", "2", "5.50"), row("安检费", "10", "1.00"), row("=1+1", "3", "5.00")];
    let filled = fill_excel(&template, &head(), &rows).unwrap();
    assert_eq!(cell(&filled, (0, 0)), text("致 客户甲：S-1"));
    assert_eq!(cell(&filled, (1, 0)), text("固定文字"));
    assert_eq!([cell(&filled, (4, 0)), cell(&filled, (5, 0))], [text("空运费"), text("安检费")]);
    // Numbers are numbers, a text that looks like a formula is a text.
    assert_eq!([cell(&filled, (4, 1)), cell(&filled, (5, 2))], [Data::Float(2.0), Data::Float(1.0)]);
    assert_eq!((cell(&filled, (6, 0)), formula(&filled, (6, 0))), (text("=1+1"), String::new()));
    // Formulas stay: each copy speaks of itself, the sum takes in all of them.
    assert_eq!([formula(&filled, (4, 3)), formula(&filled, (6, 3))], ["B5*C5", "B7*C7"]);
    assert_eq!(formula(&filled, (7, 3)), "SUM(D5:D7)");
    assert_eq!(cell(&filled, (9, 0)), text("示例银行\n账号 1"));
    assert_eq!((cell(&filled, (10, 0)), cell(&filled, (10, 1))), (text("合计"), Data::Float(36.0)));
    let sheet = part(&filled, "xl/worksheets/sheet1.xml");
    assert!(sheet.contains(r#"<mergeCell ref="A10:D10"/>"#), "{sheet}");
    assert!(!sheet.contains("<v>7</v>"), "no old result is left");
    assert!(part(&filled, "xl/workbook.xml").contains(r#"fullCalcOnLoad="1""#));
    assert_eq!(part(&filled, "xl/styles.xml"), part(&template, "xl/styles.xml"), "the looks stay");
    assert_eq!(fill_excel(&template, &head(), &rows).unwrap(), filled, "the same twice");
}

#[test]
fn one_row_and_no_row_leave_the_rows_where_they_are() {
    let one = fill_excel(&bill(), &head(), &[row("空运费", "2", "5.50")]).unwrap();
    assert_eq!((formula(&one, (5, 3)), cell(&one, (8, 1))), ("SUM(D5:D5)".to_owned(), Data::Float(36.0)));
    let none = fill_excel(&bill(), &head(), &[]).unwrap();
    assert_eq!((formula(&none, (5, 3)), cell(&none, (8, 1))), ("SUM(D5:D5)".to_owned(), Data::Float(36.0)));
    assert!(matches!(cell(&none, (4, 0)), Data::Empty | Data::String(_)));
    assert_eq!(formula(&none, (4, 3)), "B5*C5");
}

#[test]
fn shared_formulas_become_those_of_their_cells() {
    // As programs write a formula that was drawn down: the second cell names the first.
    let shared = r#"<c r="D5"><f t="shared" ref="D5:D6" si="0">B5*C5</f><v>7</v></c>"#;
    let child = r#"<c r="D6"><f t="shared" si="0"/><v>7</v></c>"#;
    let template = bill();
    let path = "xl/worksheets/sheet1.xml";
    let template = with_text(&template, path, r#"<c r="D5"><f>B5*C5</f><v>7</v></c>"#, shared);
    let template = with_text(&template, path, r#"<c r="D6"><f>SUM(D5:D5)</f><v>7</v></c>"#, child);
    assert!(part(&template, path).contains(child), "{}", part(&template, path));
    let filled = fill_excel(&template, &head(), &[row("a", "1", "2"), row("b", "3", "4")]).unwrap();
    assert_eq!(
        [formula(&filled, (4, 3)), formula(&filled, (5, 3)), formula(&filled, (6, 3))],
        ["B5*C5", "B6*C6", "B7*C7"]
    );
}

#[test]
fn an_ordinary_workbook_is_taken_and_unknown_variables_are_named() {
    assert_eq!(inspect(&bill()), Ok(()));
    assert_eq!(inspect(&with_cell("{total}{coopName}")), Ok(()));
    assert_eq!(inspect(&with_cell("没有变量 } 或 {")), Ok(()));
    let names = |text: &str| inspect(&with_cell(text));
    assert_eq!(names("{foo}"), Err(Fault::Unknown(vec!["foo".to_owned()])));
    assert_eq!(names("{foo} {Total} {foo} {orgName}"), Err(Fault::Unknown(vec!["foo".to_owned(), "Total".to_owned()])));
}

#[test]
fn what_runs_or_points_out_of_the_file_is_refused() {
    let book = bill();
    assert_eq!(inspect(b"PK\x03\x04nothing"), Err(Fault::NotXlsx));
    assert_eq!(inspect(b"%PDF-1.7"), Err(Fault::NotXlsx));
    assert_eq!(inspect(&with_part(&book, "xl/vbaProject.bin", "code")), Err(Fault::Macros));
    assert_eq!(inspect(&with_part(&book, "xl/macrosheets/sheet1.xml", "<x/>")), Err(Fault::Macros));
    assert_eq!(inspect(&with_part(&book, "xl/embeddings/oleObject1.bin", "x")), Err(Fault::Macros));
    let types = "[Content_Types].xml";
    let enabled = with_text(
        &book,
        types,
        "openxmlformats-officedocument.spreadsheetml.sheet.main",
        "ms-excel.sheet.macroEnabled.main",
    );
    assert_eq!(inspect(&enabled), Err(Fault::Macros));
    let template = with_text(&book, types, "spreadsheetml.sheet.main", "spreadsheetml.template.main");
    assert_eq!(inspect(&template), Err(Fault::NotXlsx));
    let external = with_part(&book, "xl/externalLinks/externalLink1.xml", "<externalLink/>");
    assert_eq!(inspect(&external), Err(Fault::External(vec!["externalLinks".to_owned()])));
    let link = r#"<Relationships><Relationship Id="rId1" Target="https://example.com/x" TargetMode="External"/></Relationships>"#;
    let linked = with_part(&book, "xl/worksheets/_rels/sheet1.xml.rels", link);
    assert_eq!(inspect(&linked), Err(Fault::External(vec!["https://example.com/x".to_owned()])));
    for formula in [
        "=[1]Sheet1!A1",
        "=WEBSERVICE(\"https://example.com\")",
        "=HYPERLINK(\"https://example.com\")",
        "=cmd|' /C calc'!A0",
        "=IFERROR('a\"b'!A1,0)&WEBSERVICE(B1)",
        "='C:\\[b.xlsx]Sheet1'!A1",
        "=WEBSERVICE (B1)",
        "=\"a\"\"b\"&webservice(B1)&\"\"",
    ] {
        assert!(matches!(inspect(&with_formula(formula)), Err(Fault::External(_))), "{formula}");
    }
    for formula in ["=SUM(B1:B2)", "=\"a|b HYPERLINK(\"&B1", "='it''s \"'!A1&\"[1]Sheet1!A1\""] {
        assert_eq!(inspect(&with_formula(formula)), Ok(()), "{formula}");
    }
    assert_eq!(inspect(&with_part(&book, "XL/workbook.xml", "<x/>")), Err(Fault::NotXlsx), "two parts of one name");
    assert_eq!(inspect(&with_part(&book, "xl/tables/table1.xml", "<table/>")), Err(Fault::Objects));
    let declared = with_text(&book, "xl/workbook.xml", "<workbook", "<!DOCTYPE x [<!ENTITY a \"b\">]><workbook");
    assert_eq!(inspect(&declared), Err(Fault::NotXlsx));
    let twice = with_text(&book, "xl/sharedStrings.xml", "固定文字", "{amount}");
    assert_eq!(inspect(&twice), Err(Fault::TwoRows(vec!["账单".to_owned()])));
}

#[test]
fn what_no_text_may_hold_is_left_out() {
    let filled =
        fill_excel(&with_cell("{coopName}"), &[("coopName", "甲\u{1}<&>\"乙".to_owned())].into(), &[]).unwrap();
    assert_eq!(cell(&filled, (0, 0)), text("甲<&>\"乙"));
    let number = fill_excel(&with_cell("{total}"), &[("total", "-12.50".to_owned())].into(), &[]).unwrap();
    assert_eq!(cell(&number, (0, 0)), Data::Float(-12.5));
    let words = fill_excel(&with_cell("{total}"), &[("total", "=1+1".to_owned())].into(), &[]).unwrap();
    assert_eq!((cell(&words, (0, 0)), formula(&words, (0, 0))), (text("=1+1"), String::new()));
}

/// Small files that would fill the memory, or never come to an end.
#[test]
fn what_would_fill_the_memory_is_refused() {
    let shared = |count: usize| r#"<c t="s"><v>0</v></c>"#.repeat(count);
    let row = |cells: &str| format!("<row>{cells}</row>");
    let long = |length: usize| format!("<si><t>{}</t></si>", "啊".repeat(length));
    // One text of many cells.
    assert_eq!(inspect(&book(&row(&shared(2)), &long(32_767))), Ok(()));
    assert_eq!(inspect(&book(&row(&shared(1)), &long(32_768))), Err(Fault::LongText("账单!A1".to_owned())));
    assert_eq!(inspect(&book(&row(&shared(60)), &long(32_767))), Err(Fault::TooLarge));
    assert_eq!(inspect(&book(&row(&shared(50_000)), &long(1))), Ok(()));
    assert_eq!(inspect(&book(&row(&shared(50_001)), &long(1))), Err(Fault::TooLarge));
    let filled = fill_excel(&book(&row(&shared(60)), &long(32_767)), &head(), &[]);
    assert_eq!(filled, Err(Fault::TooLarge), "one that was taken before");
    // One formula of many cells.
    let master = |length: usize| format!(r#"<c><f t="shared" si="0">{}</f></c>"#, "1".repeat(length));
    let copies = |count: usize| r#"<c><f t="shared" si="0"/></c>"#.repeat(count);
    assert_eq!(inspect(&book(&row(&master(8_192)), "")), Ok(()));
    assert_eq!(inspect(&book(&row(&master(8_193)), "")), Err(Fault::LongFormula("账单!A1".to_owned())));
    assert_eq!(inspect(&book(&row(&[master(8_192), copies(40_000)].concat()), "")), Err(Fault::TooLarge));
    // Brackets without an end.
    assert_eq!(inspect(&book(&row(&master(8_192).replace('1', "(")), "")), Ok(()));
    let open = format!("<c><f>{}</f></c>", "[".repeat(1_000_000));
    assert!(matches!(inspect(&book(&row(&open), "")), Err(Fault::External(_))));
    // Nothing but elements, attributes and references.
    assert_eq!(inspect(&book(&row(&"<c/>".repeat(700_000)), "")), Err(Fault::TooLarge));
    let members: String = (0..100_000).map(|n| format!(" a{n}=\"\"")).collect();
    assert_eq!(inspect(&book(&format!("<row{members}/>"), "")), Err(Fault::NotXlsx));
    assert_eq!(inspect(&book("", &format!("<si><t>{}</t></si>", "&lt;".repeat(700_000)))), Err(Fault::TooLarge));
    // Rows that do not exist.
    assert_eq!(inspect(&book(r#"<row r="1048576"><c/></row>"#, "")), Ok(()));
    assert_eq!(inspect(&book(r#"<row r="4294967295"><c/></row>"#, "")), Err(Fault::NotXlsx));
    // Many names that are no variables are named once, and not all of them.
    let names: String = (0..40_000).map(|n| format!("<c t=\"inlineStr\"><is><t>{{n{n}}}</t></is></c>")).collect();
    let Err(fault @ Fault::Unknown(_)) = inspect(&book(&row(&names), "")) else { panic!("unknown names") };
    assert!(fault.text().zh.ends_with("n18、n19"), "{}", fault.text().zh);
}

#[test]
fn a_tab_has_a_part_of_its_own_and_there_are_not_too_many() {
    let tab = r#"<sheet name="账单" sheetId="1" r:id="rId1"/>"#;
    let tabs = |count: usize| with_text(&bill(), "xl/workbook.xml", tab, &tab.repeat(count));
    assert_eq!(inspect(&tabs(1)), Ok(()));
    assert_eq!(inspect(&tabs(2)), Err(Fault::NotXlsx));
    assert_eq!(inspect(&tabs(51)), Err(Fault::TooLarge));
    let text = Fault::TooLarge.text();
    assert_eq!(text.zh, "模板内容过多，最多50张工作表、50000个单元格，请精简后再上传");
    assert_eq!(text.en, "The template holds too much: at most 50 sheets and 50000 cells. Make it smaller.");
    assert_eq!(Fault::LongText("账单!A1".to_owned()).text().zh, "单元格账单!A1的文字过长，最多32767个字");
}
