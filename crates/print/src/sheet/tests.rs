use super::*;

fn long(rows: usize, landscape: bool) -> Sheet {
    let column = |label: &str, number| SheetColumn { label: label.to_owned(), number };
    Sheet {
        landscape,
        size: 9.0,
        sender: "演示货运".to_owned(),
        title: "账单".to_owned(),
        columns: vec![column("订单号", false), column("金额", true)],
        rows: (0..rows).map(|row| vec![format!("AE-{row:04}"), "1.00".to_owned()]).collect(),
        sums: vec![("合计".to_owned(), "CNY 100.00".to_owned())],
        footer: "页脚".to_owned(),
        ..Sheet::default()
    }
}

fn pages(sheet: &Sheet) -> Vec<String> {
    let document = lopdf::Document::load_mem(&super::sheet(sheet).unwrap()).unwrap();
    document.get_pages().into_keys().map(|page| document.extract_text(&[page]).unwrap()).collect()
}

#[test]
fn a_long_table_goes_on_with_its_headings_and_pages_are_counted() {
    let pages = pages(&long(100, false));
    assert!(pages.len() > 1);
    for (place, page) in pages.iter().enumerate() {
        assert!(page.contains("订单号") && page.contains("页脚"), "{page}");
        assert!(page.contains(&format!("{} / {}", place + 1, pages.len())), "{page}");
    }
    assert!(pages.last().unwrap().contains("AE-0099") && pages.last().unwrap().contains("CNY 100.00"));
    let whole = pages.concat();
    assert!((0..100).all(|row| whole.contains(&format!("AE-{row:04}"))), "no row is lost");
}

#[test]
fn fewer_rows_stand_on_a_page_that_lies() {
    assert!(pages(&long(60, true)).len() > pages(&long(60, false)).len());
    assert_eq!(pages(&long(0, false)).len(), 1);
}
