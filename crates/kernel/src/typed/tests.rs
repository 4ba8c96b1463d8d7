use super::*;
use crate::clock::{show_day, show_second};

/// Issue 25, A 5: a day in every writing, and what is none.
#[test]
fn days_are_read_in_every_writing() {
    for text in [
        "2026-07-05",
        "2026/7/5",
        "2026.7.5",
        "2026年7月5日",
        "2026年07月05号",
        "20260705",
        "２０２６／７／５",
        "\u{a0}2026-7-5\u{3000}",
        "2026-07-05 00:00:00",
        "2026年7月5日8时05分",
        "46208",
        "46208.5",
    ] {
        assert_eq!(day(text).map(show_day).as_deref(), Some("2026-07-05"), "{text}");
    }
    for text in
        ["", "2026-02-30", "7/5", "26-7-5", "gestern", "12345", "80001", "2026-07-05T20:00Z", "2026-7-5 x", "2026.7"]
    {
        assert_eq!(day(text), None, "{text}");
    }
}

/// Issue 25, A 5 and A 6: times with and without seconds and zone.
#[test]
fn moments_are_read_in_every_writing() {
    let shown = |text: &str| wall(text).and_then(Wall::instant).map(show_second);
    for text in [
        "2026-07-05 08:05",
        "2026年7月5日 8:05",
        "2026年7月5日8时05分",
        "2026.7.5 8:05:00",
        "20260705 0805",
        "202607050805",
        "20260705080500",
        "2026-07-05T08:05:00.250",
        "2026-07-05T08:05+08:00",
        "2026-07-05T08:05:00+0800",
        "2026-07-05T08:05+08",
        "2026-07-05T00:05Z",
        "2026-07-04T20:05:00-04:00",
        "２０２６-07-05　８：０５",
        "46208.3368055556",
    ] {
        assert_eq!(shown(text).as_deref(), Some("2026-07-05 08:05:00"), "{text}");
    }
    assert_eq!(shown("2026-07-05").as_deref(), Some("2026-07-05 00:00:00"));
    assert_eq!(shown("46208.9999999").as_deref(), Some("2026-07-06 00:00:00"));
    for text in [
        "2026-07-05 25:00",
        "2026-07-05 08",
        "2026-07-05 8:5:x",
        "2026-07-05T08:05+15:00",
        "2026-07-05T08:05+8:00",
        "20260705 08055",
        "2026070508",
    ] {
        assert_eq!(shown(text), None, "{text}");
    }
}

/// Issue 25, A 5: numbers lose the separators of thousands and their own unit, nothing else.
#[test]
fn numbers_lose_the_separators_of_thousands_and_their_own_unit() {
    for (text, read) in [
        ("1,234.5", "1234.5"),
        ("1，200．5", "1200.5"),
        ("1\u{a0}200.5", "1200.5"),
        ("-1,234", "-1234"),
        ("+5", "5"),
        ("12,34", "12,34"),
        ("1,23", "1,23"),
        ("１２", "12"),
        ("6000", "6000"),
        ("1.200,5", "1.200,5"),
        ("1 2", "1 2"),
    ] {
        assert_eq!(number(text), read, "{text}");
    }
    for (text, unit, read) in [
        ("50KG", "KG", "50"),
        ("50 kgs", "KG", "50"),
        ("1,200.5公斤", "KG", "1200.5"),
        ("3.6m³", "CBM", "3.6"),
        ("3.6立方", "CBM", "3.6"),
        ("120cm", "CM", "120"),
        ("7天", "天", "7"),
        ("6％", "%", "6"),
        ("12件", "", "12"),
        ("50LB", "KG", "50LB"),
        ("1e3", "KG", "1e3"),
        ("KG", "KG", "KG"),
        ("50KG", "CBM", "50KG"),
        ("", "KG", ""),
    ] {
        assert_eq!(measured(text, unit), read, "{text}");
    }
}

/// Issue 25, A 5: letters and digits of full width, blanks of other widths, the marks of quoted mails.
#[test]
fn texts_lose_widths_and_the_marks_of_quoted_mails() {
    assert_eq!(words("上海（ＡＢＣ１２）有限公司"), "上海（ABC12）有限公司");
    assert_eq!(words("A\u{a0}B\u{200b}C\u{3000}D"), "A BC D");
    assert_eq!(code("　ＣＳＱＵ３０５４３８３－ "), "CSQU3054383-");
    assert_eq!(
        pasted("> FSU/14\r\n> 990-12345675PVGFRA/T1\r\n>> x\r\n\u{a0}y"),
        "FSU/14\r\n990-12345675PVGFRA/T1\r\nx\r\n y"
    );
    assert_eq!(pasted("<a>\n  b > c"), "<a>\n  b > c");
    assert_eq!(pasted("\u{feff}<a\n>x</a>"), "<a\n>x</a>", "in XML it closes a mark");
    assert_eq!(pasted("> <a>\n> x</a>"), "<a>\nx</a>", "a quoted one is quoted all the same");
}

/// Issue 25, A 5: reading what was read changes nothing.
#[test]
fn what_was_read_is_read_again_the_same() {
    for text in ["１,２００.5 KG", "2026年7月5日", "a\u{a0}b", "> > x", "1 200", "ＡＢ"] {
        assert_eq!(words(&words(text)), words(text));
        assert_eq!(code(&code(text)), code(text));
        assert_eq!(measured(&measured(text, "KG"), "KG"), measured(text, "KG"));
        assert_eq!(pasted(&pasted(text)), pasted(text));
    }
}
