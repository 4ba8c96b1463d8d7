use super::*;

fn kg(text: &str) -> Weight {
    text.parse().expect("kilograms")
}
fn at(text: &str) -> Price {
    text.parse().expect("a rate")
}
fn money(text: &str) -> Amount {
    text.parse().expect("an amount")
}
fn percent(text: &str) -> Percent {
    text.parse().expect("a percentage")
}

/// PVG-FRA of X9 in the fixture.
fn rate() -> Rate {
    let breaks =
        [("0", "47.62"), ("45", "37.20"), ("100", "33.93"), ("300", "29.91"), ("500", "25.88"), ("1000", "22.00")];
    Rate {
        minimum: Some(money("420")),
        breaks: breaks.map(|(from, rate)| Break { from: kg(from), rate: at(rate) }).to_vec(),
        items: vec![Item { number: "2199".to_owned(), from: kg("100"), rate: at("30.00") }],
        classes: vec![
            Class {
                goods: "活体动物".to_owned(),
                percent: percent("150"),
                basis: Basis::Normal,
                of_minimum: percent("200"),
            },
            Class {
                goods: "报刊书籍".to_owned(),
                percent: percent("50"),
                basis: Basis::Normal,
                of_minimum: percent("100"),
            },
            Class {
                goods: "贵重品".to_owned(),
                percent: percent("200"),
                basis: Basis::Applicable,
                of_minimum: percent("200"),
            },
        ],
        units: vec![Unit { kind: "PMC".to_owned(), pivot: kg("1800"), charge: money("36000"), over: at("19.50") }],
    }
}

fn ask(weight: &str) -> Ask<'_> {
    Ask { weight: kg(weight), step: Step::Half, item: "", goods: "", unit: "" }
}

fn of(weight: &str) -> (&'static str, String, String, String) {
    let got = price(&rate(), &ask(weight)).expect("a price");
    (got.rate_class, got.rate.show(2), got.charge_weight.show(1), got.total.show(2))
}

fn told(class: &'static str, rate: &str, weight: &str, total: &str) -> (&'static str, String, String, String) {
    (class, rate.to_owned(), weight.to_owned(), total.to_owned())
}

#[test]
fn the_break_of_a_weight_holds_unless_a_higher_one_is_cheaper() {
    assert_eq!(of("658.5"), told("Q", "25.88", "658.5", "17041.98"));
    assert_eq!(of("40"), told("Q", "37.20", "45.0", "1674.00"));
    assert_eq!(of("280"), told("Q", "29.91", "300.0", "8973.00"));
    assert_eq!(of("480"), told("Q", "25.88", "500.0", "12940.00"));
    assert_eq!(of("432.5"), told("Q", "29.91", "432.5", "12936.08"));
    assert_eq!(of("433"), told("Q", "25.88", "500.0", "12940.00"));
    assert_eq!(of("858.5"), told("Q", "22.00", "1000.0", "22000.00"));
    assert_eq!(of("1200"), told("Q", "22.00", "1200.0", "26400.00"));
}

#[test]
fn nothing_falls_below_the_minimum() {
    assert_eq!(of("5"), told("M", "420.00", "5.0", "420.00"));
    assert_eq!(of("8.5"), told("M", "420.00", "8.5", "420.00"));
    // 8.82 at 47.62 is 420.01: a cent above, the normal rate holds.
    assert_eq!(of("8.82"), told("N", "47.62", "8.8", "420.01"));
    let free = Rate { minimum: None, ..rate() };
    assert_eq!(price(&free, &ask("5")).expect("a price").rate_class, "N");
}

#[test]
fn the_weight_from_which_the_next_break_is_cheaper_is_told() {
    let even = |weight: &str| price(&rate(), &ask(weight)).expect("a price").break_even.map(|even| even.show(1));
    for (weight, expected) in [("20", "35.5"), ("50", "91.5"), ("150", "264.5"), ("425", "433.0"), ("600", "850.5")] {
        assert_eq!(even(weight), Some(expected.to_owned()), "{weight}");
    }
    assert_eq!(even("1000"), None, "there is no break above");
    let dearer = [("0", "30.00"), ("45", "30.00"), ("100", "31.00")];
    let breaks = dearer.map(|(from, rate)| Break { from: kg(from), rate: at(rate) }).to_vec();
    for weight in ["20", "50"] {
        let got = price(&Rate { breaks: breaks.clone(), minimum: None, ..rate() }, &ask(weight)).expect("a price");
        assert_eq!((got.break_even, got.gap), (None, None), "the break above {weight} is cheaper at no weight");
    }
    let got = price(&rate(), &ask("425")).expect("a price");
    assert_eq!((got.total.show(2), got.gap.map(|gap| gap.show(1))), ("12711.75".to_owned(), Some("8.0".to_owned())));
    assert_eq!(got.next.map(|next| next.total.show(2)), Some("12940.00".to_owned()));
    let taken = price(&rate(), &ask("480")).expect("a price");
    assert_eq!(taken.gap, None, "the break is taken already");
}

#[test]
fn every_general_rate_that_was_compared_is_told() {
    let got = price(&rate(), &ask("480")).expect("a price");
    let totals: Vec<String> = got.candidates.iter().map(|one| one.total.show(2)).collect();
    assert_eq!(totals, ["14356.80", "12940.00", "22000.00"]);
}

#[test]
fn a_specific_commodity_competes_and_wins_a_draw() {
    let specific = |weight: &'static str| price(&rate(), &Ask { item: "2199", ..ask(weight) }).expect("a price");
    let got = specific("200");
    assert_eq!((got.rate_class, got.commodity_item_no.as_str(), got.total.show(2)), ("C", "2199", "6000.00".into()));
    assert_eq!(specific("95").charge_weight.show(1), "100.0", "at least the weight of the item");
    assert_eq!(specific("658.5").rate_class, "Q", "the general rate is cheaper");
    let level = Rate { items: vec![Item { rate: at("25.88"), ..rate().items.remove(0) }], ..rate() };
    let drawn = price(&level, &Ask { item: "2199", ..ask("658.5") }).expect("a price");
    assert_eq!(drawn.rate_class, "C");
    assert_eq!(price(&rate(), &Ask { item: "9999", ..ask("200") }).expect("a price").rate_class, "Q");
}

#[test]
fn a_class_of_goods_is_never_compared_with_the_general_rate() {
    let class = |goods: &'static str, weight: &'static str| price(&rate(), &Ask { goods, ..ask(weight) });
    let alive = class("活体动物", "50").expect("a price");
    assert_eq!((alive.rate_class, alive.commodity_item_no.as_str()), ("S", "N150"));
    assert_eq!((alive.rate.show(2), alive.total.show(2)), ("71.43".into(), "3571.50".into()));
    assert_eq!(class("活体动物", "10").expect("a price").total.show(2), "840.00", "twice the minimum");
    let news = class("报刊书籍", "50").expect("a price");
    assert_eq!((news.rate_class, news.commodity_item_no.as_str()), ("R", "N50"));
    assert_eq!((news.rate.show(2), news.total.show(2)), ("23.81".into(), "1190.50".into()));
    let precious = class("贵重品", "658.5").expect("a price");
    assert_eq!((precious.rate.show(2), precious.commodity_item_no.as_str()), ("51.76".into(), "Q200"));
    assert_eq!(class("车辆", "658.5").expect("a price").rate_class, "Q", "no line for these goods: the general rate");
}

#[test]
fn a_load_unit_costs_its_charge_and_what_lies_above_the_pivot_weight() {
    let unit = |weight: &'static str| price(&rate(), &Ask { unit: "PMC", ..ask(weight) }).expect("a price");
    let full = unit("1800");
    assert_eq!(
        (full.rate_class, full.charge_weight.show(1), full.total.show(2)),
        ("U", "1800.0".into(), "36000.00".into())
    );
    assert_eq!(full.over, None);
    let over = unit("1800.5");
    let above = over.over.expect("above the pivot weight");
    assert_eq!(
        (above.weight.show(1), above.total.show(2), over.total.show(2)),
        ("0.5".into(), "9.75".into(), "36009.75".into())
    );
    assert_eq!(price(&rate(), &Ask { unit: "AKE", ..ask("100") }), None);
}

#[test]
fn without_a_line_there_is_no_price() {
    assert_eq!(price(&Rate::default(), &ask("100")), None);
}
