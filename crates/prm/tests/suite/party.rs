//! 26: the book of shippers and consignees.

use serde_json::{Value as Json, json};
use testkit::{Caller, done, refused};

use crate::prm::{encoded, texts, with_partners};

const BOOK: &str = "/prm/shipperConsignee";

fn party(name: &str, country: &str) -> Json {
    json!({
        "isConsignee": true, "scName": name, "scAddress": "1 MAIN ROAD", "nationCode": country, "cityNameEn": "SOMEWHERE",
        "telNumber": "1 213-555-0100",
    })
}

fn with(mut party: Json, more: Json) -> Json {
    party.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    party
}

/// Field and message of each error, and of each warning.
fn told(caller: &Caller<'_>, body: &Json) -> Vec<(String, String)> {
    let reply = caller.post(&format!("{BOOK}/check"), body.clone());
    let text = |one: &Json, name: &str| one[name].as_str().unwrap_or_default().to_owned();
    let findings = reply.data["findings"].as_array().cloned().unwrap_or_default();
    findings.iter().map(|one| (text(one, "field"), text(one, "message"))).collect()
}

fn row(caller: &Caller<'_>, name: &str) -> Json {
    caller.ok(&format!("{BOOK}/page?keyword={}", encoded(name)))["records"][0].clone()
}

/// 26: the book keeps to the address rules of the specification.
// req: prm-route-prm-shipper-consignee
#[test]
fn a_party_keeps_to_the_rules_of_its_country() {
    with_partners(|world| {
        let admin = world.login("demo-admin");
        let fault = |field: &str, message: &str| vec![(field.to_owned(), message.to_owned())];
        // shows: the examples of the catalogue, with the values on their edges
        let cases = [
            (
                "US",
                json!({ "postCode": "1234", "stateCode": "CA" }),
                fault("postCode", "美国邮编须为5位数字，且州代码不能为空"),
            ),
            ("US", json!({ "postCode": "90012", "stateCode": "CA" }), vec![]),
            ("CA", json!({ "postCode": "M5V 2T6", "stateCode": "ON" }), vec![]),
            ("CA", json!({ "postCode": "M5V2T", "stateCode": "ON" }), fault("postCode", "加拿大邮编须为6位")),
            ("FR", json!({}), fault("postCode", "该国家邮编不能为空")),
            ("BR", json!({ "postCode": "123456789" }), vec![]),
            (
                "BR",
                json!({ "postCode": "1234567890" }),
                fault("postCode", "邮编最多9位，只能包含字母、数字、空格、点和横线"),
            ),
            ("USA", json!({}), fault("nationCode", "国家代码须为2位字母")),
            ("QQ", json!({}), fault("nationCode", "国家代码须为2位字母")),
        ];
        for (country, more, wanted) in cases {
            assert_eq!(told(&admin, &with(party("DEMO INC", country), more.clone())), wanted, "{country} {more}");
        }
        let chinese = party("甲公司", "BR");
        assert_eq!(told(&admin, &chinese), fault("scName", "名称只能包含字母、数字、空格、点和横线"));
        assert_eq!(admin.post(BOOK, chinese.clone()).code, 1);
        // What stays at home is warned about and kept.
        let home = with(chinese, json!({ "domesticOnly": true }));
        assert_eq!(told(&admin, &home), fault("scName", "名称只能包含字母、数字、空格、点和横线"));
        done(admin.post(BOOK, home));
        assert_eq!(row(&admin, "甲公司")["dataState"], json!("LACKING"));
        let nobody = with(party("NOBODY LTD", "BR"), json!({ "isConsignee": false }));
        refused(&admin.post(BOOK, nobody), "请选择类型：发货人、收货人或通知人");
        done(admin.post(BOOK, party("DEMO INC", "BR")));
        assert_eq!(row(&admin, "DEMO INC")["dataState"], json!("COMPLETE"));
        let longest = |letters: usize| with(party("LONG LTD", "BR"), json!({ "scAddress": "A".repeat(letters) }));
        assert_eq!(told(&admin, &longest(105)), vec![]);
        assert_eq!(told(&admin, &longest(106)), fault("scAddress", "地址超过3行（每行35字），单证上可能印不下"));
    });
}

/// 26: the same party is asked about, found by role, customer and scope, and offered to forms.
#[test]
fn forms_are_offered_the_parties_of_their_customer_first() {
    with_partners(|world| {
        let admin = world.login("demo-admin");
        let coop = |code: &str| {
            let page = admin.ok(&format!("/prm/coop/page?keyword={code}"));
            page["records"][0]["id"].as_str().unwrap().to_owned()
        };
        let (first, second) = (coop("KH001"), coop("KH002"));
        let of = |coop: &str| json!({ "coops": [{ "coopId": coop, "isDefault": true }] });
        done(admin.post(BOOK, with(party("FOR ALL LTD", "BR"), json!({ "mnemonicCode": "ALL" }))));
        done(admin.post(BOOK, with(party("FOR ONE LTD", "BR"), of(&first))));
        done(admin.post(BOOK, with(party("FOR TWO LTD", "BR"), of(&second))));
        done(admin.post(BOOK, with(party("SEA LTD", "BR"), json!({ "isShipper": true, "scopeCodes": ["SE"] }))));
        let asked = admin.post(BOOK, with(party("For all, Ltd.", "BR"), json!({ "scName": "FOR ALL LTD." })));
        assert_eq!(
            (asked.code, asked.data["confirms"][0]["message"].clone()),
            (2, json!("已存在相同收发货人ALL，是否继续？"))
        );
        let names = |query: &str| -> Vec<String> {
            let rows = admin.ok(&format!("{BOOK}/select?{query}"));
            let name = |row: &Json| row["party"]["scName"].as_str().unwrap().to_owned();
            rows.as_array().unwrap().iter().map(name).collect()
        };
        assert_eq!(names(&format!("role=consignee&coopId={first}")), ["FOR ONE LTD", "FOR ALL LTD", "SEA LTD"]);
        assert_eq!(names("role=shipper"), ["SEA LTD"]);
        assert_eq!(names("role=notify"), [""; 0]);
        assert_eq!(names("role=consignee&businessScope=AE&keyword=FOR%20ALL"), ["FOR ALL LTD"]);
        assert!(!names("businessScope=AE").contains(&"SEA LTD".to_owned()));
        assert_eq!(admin.get(&format!("{BOOK}/select?role=nobody")).status, 400);
        let page = admin.ok(&format!("{BOOK}/page?role=shipper"));
        assert_eq!(texts(&page, "scName"), ["SEA LTD"]);
        assert_eq!(texts(&page, "roles"), ["发货人、收货人"]);
        let page = admin.ok(&format!("{BOOK}/page?coopName=KH002"));
        assert_eq!(texts(&page, "scName"), ["FOR TWO LTD"]);
    });
}

/// 26: 存为收发货人 adds what is new in name, address and country, and counts what is not.
#[test]
fn a_party_of_a_form_is_kept_once_and_counted() {
    with_partners(|world| {
        let admin = world.login("demo-admin");
        let keep = |role: &str, name: &str| {
            let party = json!({ "scName": name, "scAddress": "1 MAIN ROAD", "nationCode": "BR", "cityNameEn": "RIO" });
            admin.post(&format!("{BOOK}/keep"), json!({ "role": role, "party": party }))
        };
        assert_eq!(done(keep("consignee", "DEMO LTD"))["added"], json!(true));
        assert_eq!(done(keep("notify", "Demo Ltd."))["added"], json!(false));
        let kept = row(&admin, "DEMO");
        assert_eq!((&kept["usedCount"], &kept["roles"]), (&json!(2), &json!("收货人、通知人")));
        refused(&keep("consignee", ""), "请先填写名称和地址");
        refused(&keep("consignee", "D&D"), "名称只能包含字母、数字、空格、点和横线");
        assert_eq!(keep("buyer", "DEMO LTD").code, 1);
        let path = format!("{BOOK}/{}?version={}", kept["id"].as_str().unwrap(), kept["version"]);
        assert_eq!(admin.delete(&path).message, "已被使用，不能删除，可停用");
        // The same place in another country is another party, and one nobody took may go.
        done(admin.post(BOOK, party("DEMO LTD", "CL")));
        let other = row(&admin, "DEMO LTD");
        let merged = |into: &Json| {
            let body = json!({ "version": other["version"], "into": into });
            admin.post(&format!("{BOOK}/{}/merge", other["id"].as_str().unwrap()), body)
        };
        refused(&merged(&kept["id"]), "名称或国家不一致，不能合并");
        refused(&merged(&other["id"]), "不能合并到自己");
        let path = format!("{BOOK}/{}?version={}", other["id"].as_str().unwrap(), other["version"]);
        assert_eq!(admin.delete(&path).code, 0);
    });
}

/// 26: merging moves customers and uses; who belonged to everybody still does.
#[test]
fn merged_parties_keep_their_customers_and_uses() {
    with_partners(|world| {
        let admin = world.login("demo-admin");
        let page = admin.ok("/prm/coop/page?keyword=KH001");
        let coop = page["records"][0]["id"].clone();
        let of = |street: &str, more: Json| {
            let street = with(party("TWIN LTD", "BR"), json!({ "scAddress": street }));
            done(admin.post(BOOK, with(street, more)))["id"].clone()
        };
        let into = of("ROAD 1", json!({ "coops": [{ "coopId": coop }] }));
        let gone = of("ROAD 2", json!({}));
        let kept = json!({ "scName": "TWIN LTD", "scAddress": "ROAD 2", "nationCode": "BR", "cityNameEn": "RIO" });
        done(admin.post(&format!("{BOOK}/keep"), json!({ "role": "consignee", "party": kept })));
        let at = |id: &Json| admin.ok(&format!("{BOOK}/{}", id.as_str().unwrap()));
        let body = json!({ "version": at(&gone)["version"], "into": into });
        done(admin.post(&format!("{BOOK}/{}/merge", gone.as_str().unwrap()), body));
        assert_eq!((&at(&gone)["active"], &at(&into)["usedCount"]), (&json!(false), &json!(1)));
        assert_eq!(at(&into)["coops"], json!([]));
    });
}

/// 26: a party that is kept again is offered to who keeps it; one that is disabled is not, and takes no other in.
#[test]
fn who_keeps_a_party_finds_it_and_a_disabled_one_says_so() {
    with_partners(|world| {
        let admin = world.login("demo-admin");
        let of = |code: &str| admin.ok(&format!("/prm/coop/page?keyword={code}"))["records"][0]["id"].clone();
        let (one, two) = (of("KH001"), of("KH002"));
        let own = party("ACME LTD", "BR");
        let kept = |coop: &Json| {
            let own = json!({ "scName": own["scName"], "scAddress": own["scAddress"], "nationCode": "BR", "cityNameEn": "RIO" });
            admin.post(&format!("{BOOK}/keep"), json!({ "role": "consignee", "party": own, "coopId": coop }))
        };
        let id = done(kept(&one))["id"].clone();
        let told = done(kept(&two));
        assert_eq!((&told["id"], &told["added"]), (&id, &json!(false)));
        let path = format!("{BOOK}/{}", id.as_str().unwrap());
        let coops =
            admin.ok(&path)["coops"].as_array().unwrap().iter().map(|row| row["coopId"].clone()).collect::<Vec<_>>();
        assert_eq!(coops, [one.clone(), two], "it is offered to both");
        let version = admin.ok(&path)["version"].clone();
        done(admin.post(&format!("{path}/status"), json!({ "version": version, "active": false })));
        assert_eq!(kept(&one).findings_at("scName"), ["该收发货人已停用，请先在收发货人中启用"]);
        let twin = with(party("ACME LTD", "BR"), json!({ "scAddress": "ROAD 9" }));
        let twin = done(admin.post(BOOK, twin))["id"].as_str().unwrap().to_owned();
        let body = json!({ "version": admin.ok(&format!("{BOOK}/{twin}"))["version"], "into": id });
        let merged = admin.post(&format!("{BOOK}/{twin}/merge"), body);
        assert_eq!(merged.findings_at("into"), ["目标收发货人已停用，请先启用"]);
    });
}

/// 26: pasted blocks are read, and nothing of them is kept.
#[test]
fn pasted_blocks_are_read_into_parties() {
    with_partners(|world| {
        let admin = world.login("demo-admin");
        let read = |text: &str| admin.post(&format!("{BOOK}/recognize"), json!({ "text": text, "role": "consignee" }));
        let before = world.contents(true);
        // shows: the example of the catalogue
        let text = "Sample Trading Inc.\n1234 Main Street, Suite 500\nLos Angeles, CA 90012\nUnited States\n\
                    TEL: +1 213-555-0100\nEIN: 12-3456789\n\nSHIPPER: MÜLLER & SÖHNE\n地址：上海";
        let got = done(read(text));
        let fields = &got[0]["fields"];
        let wanted = json!([
            "SAMPLE TRADING INC.",
            "1234 MAIN STREET SUITE 500",
            "LOS ANGELES",
            "CA",
            "90012",
            "US",
            "1 213-555-0100",
            "12-3456789",
            "EIN",
        ]);
        let names = [
            "scName",
            "scAddress",
            "cityNameEn",
            "stateCode",
            "postCode",
            "nationCode",
            "telNumber",
            "scCode",
            "scCodeType",
        ];
        assert_eq!(json!(names.map(|name| fields[name].clone())), wanted);
        assert_eq!((&got[0]["role"], &got[1]["role"]), (&json!("consignee"), &json!("shipper")));
        assert_eq!(got[1]["fields"]["scName"], json!("MULLER AND SOHNE"));
        assert!(got[1]["notes"].as_array().unwrap().iter().any(|note| note["message"] == json!("中文已忽略")));
        let long = done(read(&"A".repeat(120)));
        assert_eq!(long[0]["fields"]["scName"], json!("A".repeat(100)));
        assert!(long[0]["notes"].to_string().contains("名称超长，已截取前100位"));
        refused(&read(" "), "请粘贴地址");
        assert_eq!(read(&"A\n".repeat(2500)).code, 0);
        refused(&read(&"A".repeat(5001)), "地址文本不能超过5000个字符");
        world.unchanged(&before, true);
    });
}
