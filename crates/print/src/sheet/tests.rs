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

#[test]
fn a_picture_is_compressed_when_it_is_first_drawn_and_once_for_all_papers() {
    let picture = Picture::new([200, 0, 0, 128].repeat(40 * 20), 40, 20);
    let seal = Seal { picture: picture.clone(), width: 40.0, right: 25.0, bottom: 35.0 };
    let with = |seal: Seal| Sheet { logo: Some(seal.picture.clone()), seal: Some(seal), ..long(3, false) };
    let papers = [with(seal.clone()), with(seal)];
    assert!(picture.image.get().is_none());
    let [first, second] = papers.each_ref().map(|paper| super::sheet(paper).unwrap());
    assert_eq!(first, second);
    let drawn = picture.image.get().unwrap();
    for paper in &papers {
        assert!(std::ptr::eq(drawn, paper.seal.as_ref().unwrap().picture.image()));
    }
    // The logo and the seal are the same picture, which lies in the file once, beside its opacity.
    let document = lopdf::Document::load_mem(&first).unwrap();
    let kind =
        |object: &lopdf::Object| Some(object.as_stream().ok()?.dict.get(b"Subtype").ok()?.as_name().ok()?.to_vec());
    let images = document.objects.values().filter(|object| kind(object).as_deref() == Some(b"Image"));
    assert_eq!(images.count(), 2);
}

#[test]
fn further_tables_stand_below_and_papers_follow_one_another_with_pages_of_their_own() {
    let table = |title: &str, rows: usize| SheetTable {
        title: title.to_owned(),
        columns: vec![SheetColumn { label: "币种".to_owned(), number: false }],
        rows: (0..rows).map(|row| vec![format!("{title}{row}")]).collect(),
    };
    let paper = Sheet { tables: vec![table("应付", 2), table("核算", 100)], ..long(3, false) };
    let one = pages(&paper);
    assert!(one.len() > 1 && one[0].contains("应付1") && one.concat().contains("核算99"), "{one:?}");
    assert!(one.iter().all(|page| page.contains("币种")), "a table that goes on has its headings again");
    let bytes = sheets(&[paper, Sheet { landscape: true, ..long(1, true) }]).unwrap();
    let document = lopdf::Document::load_mem(&bytes).unwrap();
    let last = document.get_pages().len();
    assert_eq!(last, one.len() + 1);
    assert!(document.extract_text(&[u32::try_from(last).unwrap()]).unwrap().contains("1 / 1"));
}
