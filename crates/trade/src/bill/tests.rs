use super::*;
use kernel::{Findings, Severity};

fn party(name: &str) -> Party {
    Party {
        sc_name: name.into(),
        sc_address: "1 DEMO ROAD".into(),
        city_name_en: "SHANGHAI".into(),
        nation_code: "CN".into(),
        ..Party::default()
    }
}

fn carton_box(number: &str, seal: &str, figures: (&str, &str, &str)) -> BillBox {
    BillBox {
        container_no: number.into(),
        seal_no: seal.into(),
        container_type: "40HQ".into(),
        pieces: figures.0.into(),
        weight: figures.1.into(),
        volume: figures.2.into(),
    }
}

fn form() -> BillForm {
    BillForm {
        kind: Kind::Hbl,
        number: "TSTLAX26060001".into(),
        issue_type: ORIGINAL.into(),
        originals: "3".into(),
        copies: "3".into(),
        bill_type: ON_BOARD.into(),
        shipper: party("DEMO SHIPPER"),
        consignee: Party {
            nation_code: "DE".into(),
            post_code: "20095".into(),
            sc_code: "DE1".into(),
            ..party("DEMO BUYER")
        },
        notify: Party { print_remark: "SAME AS CONSIGNEE".into(), ..Party::default() },
        delivery_agent: "DEMO AGENT A INC".into(),
        vessel: "TEST OCEAN".into(),
        voyage: "025W".into(),
        port_of_loading: "SHANGHAI".into(),
        port_of_discharge: "HAMBURG".into(),
        pieces: "1200".into(),
        package_kind: "CTNS".into(),
        goods_desc: "MACHINE PARTS".into(),
        hs_codes: vec!["848790".into()],
        gross_weight: "18700.000".into(),
        volume: "118.500".into(),
        containers: vec![
            carton_box("CSQU3054383", "TS00001", ("600", "9300.000", "59.500")),
            carton_box("TSTU1000019", "TS00002", ("600", "9400.000", "59.000")),
        ],
        freight_prepaid: true,
        place_of_issue: "SHANGHAI".into(),
        issue_date: "2026-07-20".into(),
        on_board_date: "2026-07-20".into(),
        issuer: "DEMO".into(),
        sign_as: "CARRIER".into(),
        carrier_name: "DEMO FREIGHT CO. LTD".into(),
        ..BillForm::default()
    }
}

fn errors(found: &Findings) -> Vec<(&str, &str)> {
    let errors = found.items.iter().filter(|each| each.severity == Severity::Error);
    errors.map(|each| (each.field.as_str(), each.text.zh.as_str())).collect()
}

#[track_caller]
fn says(change: impl FnOnce(&mut BillForm), expected: &[(&str, &str)]) {
    let mut form = form();
    change(&mut form);
    assert_eq!(errors(&check(&form, Completeness::Final)), expected);
}

#[test]
fn a_complete_bill_is_sound_and_an_empty_draft_too() {
    says(|_| (), &[]);
    assert_eq!(check(&BillForm::default(), Completeness::Draft), Findings::new());
    let empty = check(&BillForm { kind: Kind::Hbl, ..BillForm::default() }, Completeness::Final);
    let fields: Vec<&str> = errors(&empty).into_iter().map(|(field, _)| field).collect();
    for field in ["number", "vessel", "goodsDesc", "issueDate", "deliveryAgent", "shipper.scName", "notify.scName"] {
        assert!(fields.contains(&field), "{field}");
    }
    assert!(errors(&empty).contains(&("vessel", "请填写船名")));
    assert!(errors(&empty).contains(&("deliveryAgent", "分提单必须填写目的港代理")));
}

// req: awb-house-sea-30
#[test]
fn numbers_are_cleaned_and_cut_and_chinese_is_reported() {
    assert_eq!(clean_number(Kind::Hbl, "ts-分2607 01"), "TS分260701");
    assert_eq!(clean_number(Kind::Hbl, &"a".repeat(31)), "A".repeat(30));
    assert_eq!(clean_number(Kind::Mbl, "tst-sha/26 07分"), "TST-SHA/2607");
    assert_eq!(clean_number(Kind::Mbl, &"9".repeat(36)).len(), 35);
    let house = "分提单号为不超过30位的字母或数字";
    says(|form| form.number = "TS分260701".into(), &[("number", house)]);
    says(|form| form.number = "A".repeat(30), &[]);
    says(|form| form.number = "A".repeat(31), &[("number", house)]);
    let master = |number: &str| {
        let found = check(&BillForm { number: number.into(), ..BillForm::default() }, Completeness::Draft);
        found.items.iter().map(|each| (each.severity, each.text.zh.clone())).collect::<Vec<_>>()
    };
    assert_eq!(master(&"9".repeat(20)), []);
    assert_eq!(master(&"9".repeat(21)), [(Severity::Warning, "超过20位，船司电子补料可能拒收".to_owned())]);
    assert_eq!(master(&"9".repeat(36))[0].0, Severity::Error);
    assert_eq!(master("TST SHA")[0].0, Severity::Error);
}

#[test]
fn the_rule_of_a_company_makes_house_numbers() {
    let values = [("org3", "TST"), ("pod3", "LAX"), ("yy", "26"), ("MM", "06"), ("seq4", "0001")];
    assert_eq!(ruled_number("{org3}{pod3}{yy}{MM}{seq4}", &values), "TSTLAX26060001");
    assert_eq!(ruled_number("HB-{seq4}", &values), "HB0001");
}

#[test]
fn papers_follow_how_the_bill_is_issued() {
    let one_to_ten = "正本份数为1-10";
    says(|form| form.originals = "1".into(), &[]);
    says(|form| form.originals = "10".into(), &[]);
    says(|form| form.originals = "0".into(), &[("originals", one_to_ten)]);
    says(|form| form.originals = "11".into(), &[("originals", one_to_ten)]);
    says(|form| form.originals = String::new(), &[("originals", one_to_ten)]);
    says(|form| form.copies = "11".into(), &[("copies", "副本份数为0-10")]);
    says(|form| (form.issue_type, form.originals) = (TELEX.into(), "0".into()), &[]);
    says(|form| form.issue_type = SEAWAY.into(), &[("originals", "海运单正本份数须为0")]);
    says(|form| (form.issue_type, form.originals) = (SEAWAY.into(), "0".into()), &[]);
    says(|form| form.issue_type = "PAPER".into(), &[("issueType", "出单方式须为正本、电放或海运单")]);
}

#[test]
fn to_order_needs_a_notify_party_and_no_sea_waybill() {
    let to_order = |text: &str| Party { print_remark: text.into(), ..Party::default() };
    let seaway = ("consignee.printRemark", "海运单收货人不能为TO ORDER");
    says(|form| (form.consignee, form.notify) = (to_order("to order of shipper"), party("DEMO BUYER")), &[]);
    says(
        |form| {
            (form.issue_type, form.originals) = (SEAWAY.into(), "0".into());
            (form.consignee, form.notify) = (to_order("TO ORDER"), party("DEMO BUYER"));
        },
        &[seaway],
    );
    says(
        |form| (form.consignee, form.notify) = (to_order("TO ORDER OF DEMO BANK"), Party::default()),
        &[("notify.scName", "TO ORDER提单必须填写通知人")],
    );
    says(
        |form| form.consignee = to_order("TO ORDER"),
        &[("notify.printRemark", "收货人未列明，通知人不能为SAME AS CONSIGNEE")],
    );
    // A company may begin so without being one.
    assert!(!is_to_order(&party("TO ORDERLY GOODS LTD")));
    assert!(is_to_order(&party("TO ORDER")));
}

#[test]
fn parties_fit_their_block() {
    let block_message = "打印内容不超过6行每行35位";
    let typed = |text: String| Party { print_remark: text, ..party("DEMO SHIPPER") };
    let lines = |count: usize| vec!["A".repeat(35); count].join("\n");
    says(|form| form.shipper = typed(lines(6)), &[]);
    says(|form| form.shipper = typed(lines(7)), &[("shipper.printRemark", block_message)]);
    says(|form| form.shipper = typed("A".repeat(36)), &[("shipper.printRemark", block_message)]);
    says(|form| form.shipper = typed("演示".into()), &[("shipper.printRemark", "发货人含有全角或中文字符")]);
    // Fields are folded into lines by themselves.
    says(|form| form.shipper.sc_address = "LONG STREET NAME ".repeat(5), &[]);
    says(|form| form.shipper.sc_address = "LONG STREET NAME ".repeat(12), &[("shipper.scName", block_message)]);
    says(|form| form.consignee.post_code = "2009".into(), &[("consignee.postCode", "德国邮编须为5位数字")]);
    says(
        |form| form.shipper.sc_name = "DEMO & CO".into(),
        &[("shipper.scName", "名称只能包含字母、数字、空格、点和横线")],
    );
    says(|form| form.shipper.sc_code = "9".repeat(36), &[("shipper.scCode", "收发货人代码最多35个字符")]);
    assert_eq!(block(&party("demo shipper")), ["DEMO SHIPPER", "1 DEMO ROAD", "SHANGHAI CN"]);
}

#[test]
fn texts_have_lines_of_35_and_no_chinese() {
    says(|form| form.port_of_loading = format!("SHANGHAI\n{}", "A".repeat(35)), &[]);
    says(|form| form.marks = vec!["N/M"; 50].join("\n"), &[]);
    says(|form| form.marks = vec!["N/M"; 51].join("\n"), &[("marks", "唛头不超过50行每行35位")]);
    says(|form| form.goods_desc = vec!["PARTS"; 200].join("\n"), &[]);
    says(|form| form.goods_desc = vec!["PARTS"; 201].join("\n"), &[("goodsDesc", "货物描述不超过200行每行35位")]);
    says(|form| form.goods_desc = "A".repeat(36), &[("goodsDesc", "货物描述不超过200行每行35位")]);
    says(|form| form.goods_desc = "机械配件".into(), &[("goodsDesc", "货物描述含有全角或中文字符")]);
    says(|form| form.pre_carriage = "A".repeat(50), &[]);
    says(|form| form.pre_carriage = "A".repeat(51), &[("preCarriage", "前程运输最多50个字符")]);
    says(|form| form.place_of_issue = "A".repeat(18), &[("placeOfIssue", "签发地最多17个字符")]);
    says(|form| form.issuer = "A".repeat(21), &[("issuer", "签发人最多20个字符")]);
}

#[test]
fn figures_have_three_decimals_and_the_boxes_add_up() {
    let no_boxes = |form: &mut BillForm| form.containers.clear();
    let gross = "毛重最多3位小数，总长度不超过12位";
    for (weight, expected) in [
        ("18700.123", &[][..]),
        ("18700.1234", &[("grossWeight", gross)]),
        ("1234567890.12", &[("grossWeight", gross)]),
    ] {
        says(
            |form| {
                no_boxes(form);
                form.gross_weight = weight.into();
            },
            expected,
        );
    }
    says(
        |form| {
            no_boxes(form);
            (form.pieces, form.volume) = ("1234567890".into(), "1.2345".into());
        },
        &[("pieces", "件数须为数字，最多9位"), ("volume", "体积最多3位小数，总长度不超过12位")],
    );
    says(|form| form.containers[1].pieces = "601".into(), &[("containers", "箱合计与提单不一致：1201 / 1200 PCS")]);
    // Not every box is weighed yet: nothing to compare.
    says(|form| form.containers[1].weight = String::new(), &[]);
    let mut draft = form();
    draft.pieces = "1199".into();
    let found = check(&draft, Completeness::Draft);
    assert!(errors(&found).is_empty() && found.at("containers").count() == 1, "a draft is told of it");
    says(
        |form| form.containers[1].container_no = "CSQU3054383".into(),
        &[("containers.1.containerNo", "箱号CSQU3054383重复")],
    );
    says(|form| form.containers[0].container_no = "CSQ".into(), &[("containers.0.containerNo", "箱号格式不正确")]);
    says(|form| form.hs_codes = vec!["12345".into()], &[("hsCodes.0", "HS编码须为6-18位字母或数字")]);
    says(|form| form.hs_codes = vec!["123456".into(); 11], &[("hsCodes", "HS编码最多10个")]);
}

#[test]
fn freight_and_days_agree() {
    says(|form| form.freight_collect = true, &[("freightCollect", "运费条款冲突")]);
    says(|form| form.free_days = "90".into(), &[]);
    says(|form| form.free_days = "91".into(), &[("freeDays", "免箱天数须为0-90")]);
    says(
        |form| form.charges = vec![BillCharge { rate: "1.234".into(), currency: "US".into(), ..BillCharge::default() }],
        &[("charges.0.rate", "金额最多2位小数，总长度不超过12位"), ("charges.0.currency", "币种须为3位字母")],
    );
    says(|form| form.issue_date = "2026-07-19".into(), &[("issueDate", "签发日期不能早于装船日期")]);
    says(|form| form.issue_date = "2026-07-21".into(), &[]);
    says(|form| (form.issue_date, form.bill_type) = ("2026-07-19".into(), RECEIVED.into()), &[]);
    says(|form| form.on_board_date = String::new(), &[("onBoardDate", "请填写装船日期")]);
    says(|form| form.on_board_date = "20.07.2026".into(), &[("onBoardDate", "日期格式不正确")]);
}

fn expected() -> Expected {
    Expected {
        loading: "Shanghai".into(),
        discharge: "Hamburg".into(),
        destination: "DE".into(),
        pieces: Some(1200),
        weight: "18700".parse().ok(),
        volume: "118.5".parse().ok(),
        boxes: vec!["CSQU3054383".into(), "TSTU1000019".into()],
        departed_on: None,
        number: "TSTLAX26060001".into(),
    }
}

#[test]
fn a_bill_agrees_with_its_order() {
    assert_eq!(against(&form(), &expected()), (Findings::new(), Vec::new()));
    let mut other = form();
    other.port_of_discharge = "ROTTERDAM".into();
    other.number = "TSTLAX26060002".into();
    other.containers[1].container_no = "TSTU2000013".into();
    (other.consignee.post_code, other.consignee.sc_code) = (String::new(), String::new());
    other.hs_codes.clear();
    let (found, what) = against(&other, &expected());
    assert_eq!(what, []);
    assert_eq!(found.confirms[0].field, "portOfDischarge");
    assert_eq!(errors(&found), [("containers.1.containerNo", "箱号TSTU2000013不在订单中")]);
    let told: Vec<&str> = found.items.iter().map(|each| each.field.as_str()).collect();
    assert_eq!(told, ["number", "containers.1.containerNo", "hsCodes", "consignee.scCode", "consignee.postCode"]);
    // Figures by the tolerance of orders: 3 % or 100 kg, 10 % of the volume, pieces exactly.
    let figures = |change: fn(&mut BillForm)| {
        let mut form = form();
        change(&mut form);
        against(&form, &expected()).1
    };
    assert_eq!(figures(|form| form.gross_weight = "18800".into()), []);
    assert_eq!(
        figures(|form| form.gross_weight = "18800.001".into()),
        [("毛重 18800.001 / 订单 18700.000".to_owned(), "gross weight 18800.001 / order 18700.000".to_owned())]
    );
    assert_eq!(figures(|form| form.volume = "106.65".into()), []);
    assert_eq!(figures(|form| form.volume = "106.649".into()).len(), 1);
    assert_eq!(figures(|form| form.pieces = "1201".into()).len(), 1);
}

#[test]
fn the_day_on_board_is_the_day_of_departure() {
    let told = |day: &str| {
        let form = BillForm { on_board_date: day.into(), ..form() };
        let expected = Expected { departed_on: Some("2026-07-20".into()), ..expected() };
        against(&form, &expected).0
    };
    let wrong = [("onBoardDate", "装船日期须与实际离港日期一致")];
    assert_eq!(errors(&told("2026-07-19")), wrong);
    assert_eq!(errors(&told("2026-07-20")), []);
    assert_eq!(errors(&told("2026-07-21")), wrong);
}

#[test]
fn figures_are_written_in_words() {
    for (number, words) in [
        (0, "ZERO (0)"),
        (1, "ONE (1)"),
        (3, "THREE (3)"),
        (19, "NINETEEN (19)"),
        (20, "TWENTY (20)"),
        (65, "SIXTY-FIVE (65)"),
        (100, "ONE HUNDRED (100)"),
        (1_200, "ONE THOUSAND TWO HUNDRED (1200)"),
        (
            999_999_999,
            "NINE HUNDRED NINETY-NINE MILLION NINE HUNDRED NINETY-NINE THOUSAND NINE HUNDRED NINETY-NINE (999999999)",
        ),
    ] {
        assert_eq!(count_words(number), words);
    }
    assert_eq!(say_boxes(2), "SAY TWO (2) CONTAINERS ONLY");
    assert_eq!(say_boxes(1), "SAY ONE (1) CONTAINER ONLY");
    assert_eq!(say_packages(65, "CTNS"), "SAY SIXTY-FIVE (65) CARTONS ONLY");
    assert_eq!(say_packages(1, "ctns"), "SAY ONE (1) CARTON ONLY");
    assert_eq!(say_packages(2, "CRATES"), "SAY TWO (2) CRATES ONLY");
    assert_eq!(say_packages(2, ""), "SAY TWO (2) PACKAGES ONLY");
}

#[test]
fn boxes_and_descriptions_become_lines() {
    let form = form();
    assert_eq!(container_line(&form.containers[0], "CTNS"), "CSQU3054383/TS00001/40HQ/600CTNS/9300.000KGS/59.500CBM");
    let bare = BillBox { container_no: "TSTU2000013".into(), pieces: "180".into(), ..BillBox::default() };
    assert_eq!(container_line(&bare, "CTNS"), "TSTU2000013/180CTNS");
    let whole = BillForm {
        shippers_load: true,
        said_to_contain: true,
        service_term: "CY-CY".into(),
        free_days: "14".into(),
        clean_on_board: true,
        ..form
    };
    assert_eq!(
        body_lines(&whole),
        [
            "SHIPPER'S LOAD, COUNT AND SEAL",
            "SAID TO CONTAIN",
            "CY-CY",
            "MACHINE PARTS",
            "HS CODE: 848790",
            "FREIGHT PREPAID",
            "14 DAYS FREE DETENTION AT",
            "DESTINATION",
            "CLEAN ON BOARD",
        ]
    );
    assert_eq!(folded(&"X".repeat(71)), ["X".repeat(35), "X".repeat(35), "X".to_owned()]);
    assert_eq!(folded("ONE\n\nTWO"), ["ONE", "", "TWO"]);
}
