//! The data sheet as a partner sees it: the public calls.

use platform::sea_query::Order;
use platform::store::sql;
use serde_json::{Value as Json, json};
use testkit::{Caller, PNG, Reply, World, done, each_database_with, findings, refused};

use super::super::{rooms, with_partners};

pub const BASE: &str = "/prm/coopInfo";
pub const OUTER: &str = "/prm/external/customerInfo";
const GONE: &str = "链接不存在或已失效";

pub fn text(json: &Json) -> &str {
    json.as_str().unwrap_or_default()
}

pub fn coop(caller: &Caller<'_>, code: &str) -> Json {
    caller.ok(&format!("/prm/coop/page?keyword={code}"))["records"][0].clone()
}

/// An invitation of a partner: the request and its code.
pub fn invite(caller: &Caller<'_>, code: &str) -> (String, String) {
    let told = done(caller.post(&format!("{BASE}/invite"), json!({ "coopId": coop(caller, code)["id"] })));
    (text(&told["id"]).to_owned(), text(&told["code"]).to_owned())
}

pub fn look(reader: &Caller<'_>, code: &str) -> Reply {
    reader.get(&format!("{OUTER}?code={code}"))
}

pub fn send(reader: &Caller<'_>, way: &str, code: &str, data: &Json) -> Reply {
    reader.post(&format!("{OUTER}/{way}"), json!({ "code": code, "data": data }))
}

/// What the log tells of a request, newest first: function, person, words.
pub fn log(world: &World, id: &str) -> Vec<[String; 3]> {
    let id: i64 = id.parse().unwrap();
    world.database(|_, conn| {
        let mut select = sql::from(2, "operation_log");
        select
            .columns(["function", "operator_name", "text"])
            .and_where(sql::eq("object_type", "customer_info_request"))
            .and_where(sql::eq("object_id", id))
            .order_by("created_at", Order::Desc)
            .order_by("id", Order::Desc);
        let rows = conn.query(&select.into()).unwrap();
        rows.iter().map(|row| [0, 1, 2].map(|place| row.get::<String>(place).unwrap())).collect()
    })
}

/// A sheet without a fault.
pub fn sheet() -> Json {
    json!({
        "fullName": "演示客户甲国际贸易有限公司", "nameEn": "DEMO CUSTOMER A TRADING CO., LTD",
        "socialCode": "91000000MA00000157", "nationCode": "CN", "addressCn": "示例路1号", "addressEn": "",
        "phone": "021-12345678", "nature": "民营", "industry": "贸易",
        "contacts": [{ "name": "联系人乙", "duty": "单证", "mobile": "13800000002", "email": "B@example.com" }],
        "invoice": {
            "title": "演示客户甲国际贸易有限公司", "taxNumber": "91000000MA00000157", "address": "", "phone": "",
            "bank": "", "account": "", "type": "专票", "email": "tax@example.com",
        },
        "bankAccounts": [], "declared": true,
    })
}

fn with(place: &str, value: Json) -> Json {
    let mut sheet = sheet();
    *sheet.pointer_mut(place).unwrap() = value;
    sheet
}

fn state(world: &World) -> Json {
    world.login("demo-admin").ok(&format!("{BASE}/page"))["records"][0]["state"].clone()
}

// req: pages-open-customer-info
#[test]
fn a_sheet_is_opened_saved_and_handed_in_once() {
    with_partners(|world| {
        let admin = world.login("demo-admin");
        let (id, code) = invite(&admin, "KH001");
        assert!(code.len() >= 26, "128 bits at least");
        assert!(!world.contents(true).iter().any(|row| row.contains(&code)), "only its hash is kept");
        assert_eq!(state(world), "SENT");
        let reader = world.anonymous();
        let seen = done(look(&reader, &code));
        let members: Vec<&str> = seen.as_object().unwrap().keys().map(String::as_str).collect();
        let told = [
            "orgName",
            "orgLogo",
            "themeColor",
            "state",
            "coopType",
            "returnReason",
            "language",
            "data",
            "countries",
            "files",
        ];
        assert_eq!(members, told, "nothing of what is known of the partner");
        assert_eq!(
            (text(&seen["orgName"]), text(&seen["state"]), text(&seen["coopType"]), text(&seen["language"])),
            ("演示货运", "OPENED", "CUSTOMER", "zh-CN")
        );
        assert_eq!((&seen["data"], &seen["returnReason"], &seen["files"]), (&Json::Null, &Json::Null, &json!([])));
        let china = seen["countries"].as_array().unwrap().iter().find(|country| country["code"] == "CN").unwrap();
        assert_eq!(text(&china["nameCn"]), "中国");
        assert_eq!(state(world), "OPENED");
        // What is still missing is kept as it is.
        assert_eq!(done(send(&reader, "save", &code, &json!({ "fullName": " 演示 " }))), Json::Null);
        let seen = done(look(&reader, &code));
        assert_eq!(
            (text(&seen["state"]), text(&seen["data"]["fullName"]), &seen["data"]["contacts"]),
            ("DRAFT", "演示", &json!([]))
        );
        let long = send(&reader, "save", &code, &json!({ "fullName": "字".repeat(121) }));
        assert_eq!(findings(&long), [("fullName".to_owned(), "企业全称不能超过120个字符".to_owned())]);
        let reply = send(&reader, "submit", &code, &sheet());
        assert_eq!((reply.code, reply.message.as_str(), &reply.data), (0, "提交成功，感谢您的配合", &Json::Null));
        assert_eq!(state(world), "SUBMITTED");
        for reply in
            [look(&reader, &code), send(&reader, "save", &code, &sheet()), send(&reader, "submit", &code, &sheet())]
        {
            refused(&reply, GONE);
        }
        let told = admin.ok("/prm/message?size=100");
        assert_eq!(
            (text(&told["records"][0]["title"]), text(&told["records"][0]["content"])),
            ("客户甲已提交资料", "资料邀请ZL-2607150001待采纳")
        );
        let lines = log(world, &id);
        let functions: Vec<&str> = lines.iter().map(|[function, _, _]| function.as_str()).collect();
        assert_eq!(functions, ["提交", "暂存", "打开", "资料邀请"]);
        assert_eq!((lines[0][1].as_str(), lines[3][2].as_str()), ("客户甲", "资料邀请：客户甲"));
    });
}

// req: pages-open-customer-info
#[test]
fn whatever_is_wrong_is_said_at_its_place_and_all_at_once() {
    with_partners(|world| {
        let (_, code) = invite(&world.login("demo-admin"), "KH001");
        let reader = world.anonymous();
        done(look(&reader, &code));
        let before = world.contents(true);
        let say = |data: &Json| findings(&send(&reader, "submit", &code, data));
        let one = |field: &str, message: &str| vec![(field.to_owned(), message.to_owned())];
        let empty: Vec<String> = say(&json!({})).into_iter().map(|(field, _)| field).collect();
        assert_eq!(empty, ["fullName", "nationCode", "contacts", "invoice.title", "invoice.taxNumber", "declared"]);
        assert_eq!(say(&with("/fullName", json!("ABC 司"))), one("fullName", "国内单位全称至少包含2个汉字"));
        assert_eq!(
            say(&with("/nameEn", json!("中文"))),
            one("nameEn", "英文名只能包含字母、数字、空格和 . - , & ( ) '")
        );
        for (code, message) in [
            ("", "请填写统一社会信用代码"),
            ("91350100M000100Y4", "统一社会信用代码须为18位"),
            ("91350100M000100Y4Z", "统一社会信用代码含非法字符Z"),
            ("91ABC100M000100Y43", "统一社会信用代码第3-8位须为数字"),
            ("91350100M000100Y44", "统一社会信用代码校验位错误，应为3"),
        ] {
            assert_eq!(say(&with("/socialCode", json!(code))), one("socialCode", message));
        }
        assert_eq!(say(&with("/nationCode", json!("QQ"))), one("nationCode", "国家不存在"));
        assert_eq!(say(&with("/phone", json!("12345"))), one("phone", "请输入正确的电话号码"));
        assert_eq!(
            say(&with("/contacts/0/mobile", json!("1380000000"))),
            one("contacts.0.mobile", "请输入正确的电话号码")
        );
        assert_eq!(say(&with("/contacts/0/email", json!("a@b"))), one("contacts.0.email", "请输入正确的邮箱地址"));
        assert_eq!(say(&with("/invoice/email", json!("a@b"))), one("invoice.email", "请输入正确的邮箱地址"));
        assert_eq!(
            say(&with("/contacts/0", json!({}))).into_iter().map(|(field, _)| field).collect::<Vec<_>>(),
            ["contacts.0.name", "contacts.0.duty", "contacts.0.mobile", "contacts.0.email"]
        );
        let contact = sheet()["contacts"][0].clone();
        assert_eq!(say(&with("/contacts", json!(vec![contact.clone(); 6]))), one("contacts", "联系人须为1-5个"));
        assert_eq!(say(&with("/declared", json!(false))), one("declared", "请勾选声明"));
        assert_eq!(
            say(&with("/bankAccounts", json!([{ "bank": "中国银行" }]))),
            one("bankAccounts", "客户无需填写银行账户")
        );
        let strange = send(&reader, "submit", &code, &json!({ "price": 1 }));
        assert_eq!((strange.status, strange.message.as_str()), (400, "未知字段：price"));
        world.unchanged(&before, true);
        done(send(&reader, "submit", &code, &with("/contacts", json!(vec![contact; 5]))));
    });
}

#[test]
fn agents_abroad_have_bank_accounts_and_no_social_credit_code() {
    with_partners(|world| {
        let (_, code) = invite(&world.login("demo-admin"), "DL001");
        let reader = world.anonymous();
        assert_eq!(text(&done(look(&reader, &code))["coopType"]), "AGENT");
        let account = json!({
            "bank": "DEMO BANK", "accountName": "DEMO AGENT A INC", "account": "DE89370400440532013000",
            "swift": "BKCHCNBJ", "currency": "EUR",
        });
        let of = |row: &Json| {
            let mut data = sheet();
            data["fullName"] = json!("DEMO AGENT A INC");
            data["nationCode"] = json!("DE");
            data["socialCode"] = json!("");
            data["phone"] = json!("+49 69 1234");
            data["contacts"][0]["mobile"] = json!("+49 170 1234567");
            data["bankAccounts"] = json!([row]);
            data
        };
        let mut wrong = account.clone();
        (wrong["account"], wrong["swift"], wrong["currency"]) =
            (json!("DE88370400440532013000"), json!("BKC1CNBJ"), json!("QQQ"));
        assert_eq!(
            findings(&send(&reader, "submit", &code, &of(&wrong))),
            [
                ("bankAccounts.0.account".to_owned(), "IBAN校验不正确".to_owned()),
                ("bankAccounts.0.swift".to_owned(), "SWIFT代码格式不正确".to_owned()),
                ("bankAccounts.0.currency".to_owned(), "币种不存在".to_owned()),
            ]
        );
        let mut many = of(&account);
        many["bankAccounts"] = json!(vec![account.clone(); 6]);
        assert_eq!(findings(&send(&reader, "submit", &code, &many))[0].1, "银行账户最多5个");
        assert_eq!(send(&reader, "submit", &code, &of(&account)).code, 0);
    });
}

// req: pages-open-customer-info
#[test]
fn all_wrong_codes_are_answered_alike_and_end_in_time() {
    with_partners(|world| {
        let admin = world.login("demo-admin");
        let (_, code) = invite(&admin, "KH001");
        let reader = world.anonymous();
        for wrong in ["", "x", "%E6%96%87", &"a".repeat(300)] {
            refused(&look(&reader, wrong), GONE);
        }
        world.set_clock("2026-07-29 09:59:59");
        done(look(&reader, &code));
        world.set_clock("2026-07-29 10:00:00");
        let none: &[(&str, &[u8])] = &[("a.png", PNG)];
        for reply in [
            look(&reader, &code),
            send(&reader, "save", &code, &sheet()),
            send(&reader, "submit", &code, &sheet()),
            reader.upload(&format!("{OUTER}/upload?code={code}&kind=x"), none),
            reader.delete(&format!("{OUTER}/file/1?code={code}")),
        ] {
            refused(&reply, GONE);
        }
        world.run_jobs();
        assert_eq!(state(world), "EXPIRED");
        let admin = world.login("demo-admin");
        let (id, code) = invite(&admin, "KH001");
        let version = admin.ok(&format!("{BASE}/{id}"))["version"].clone();
        done(admin.post(&format!("{BASE}/{id}/withdraw"), json!({ "version": version })));
        refused(&look(&reader, &code), GONE);
    });
}

#[test]
fn failures_are_limited_for_each_address() {
    each_database_with(
        rooms,
        |settings| settings.trusted_proxies = 1,
        |world| {
            let reader = world.anonymous().from_address("203.0.113.7");
            for _ in 0..30 {
                refused(&look(&reader, "wrong"), GONE);
            }
            assert_eq!(look(&reader, "wrong").status, 429);
            refused(&look(&world.anonymous().from_address("203.0.113.8"), "wrong"), GONE);
        },
    );
}

// req: pages-open-customer-info
#[test]
fn files_are_sent_one_by_one_twenty_at_most_and_taken_back() {
    with_partners(|world| {
        let admin = world.login("demo-admin");
        let (id, code) = invite(&admin, "KH001");
        let reader = world.anonymous();
        let upload = |name: &str, bytes: &[u8]| {
            let kind = platform::web::percent_encoded("营业执照");
            reader.upload(&format!("{OUTER}/upload?code={code}&kind={kind}"), &[(name, bytes)])
        };
        let file = done(upload("执照.pdf", b"%PDF-licence"));
        assert_eq!((text(&file["kind"]), text(&file["fileName"]), &file["size"]), ("营业执照", "执照.pdf", &json!(12)));
        refused(&upload("run.exe", b"MZ"), "文件格式不支持");
        refused(&upload("fake.pdf", b"no pdf"), "文件格式不支持");
        for _ in 0..18 {
            done(upload("照片.png", PNG));
        }
        let calls = (0..3).map(|_| {
            let (client, path) = (reader.client(), format!("{OUTER}/upload?code={code}&kind=x"));
            async move { client.upload(&path, &[("a.png", PNG)]).await }
        });
        let replies = world.at_once(calls.collect());
        assert_eq!(replies.iter().filter(|reply| reply.code == 0).count(), 1, "of three at once one is the twentieth");
        refused(&upload("mehr.png", PNG), "附件最多20个");
        assert_eq!(done(look(&reader, &code))["files"].as_array().unwrap().len(), 20);
        let own = format!("{OUTER}/file/{}?code={code}", text(&file["id"]));
        let (_, other) = invite(&admin, "KH002");
        refused(&reader.delete(&own.replace(&code, &other)), GONE);
        done(reader.delete(&own));
        refused(&reader.delete(&own), GONE);
        assert_eq!(done(look(&reader, &code))["files"].as_array().unwrap().len(), 19);
        let inside = admin.ok(&format!("{BASE}/{id}"));
        let photo = format!("{BASE}/file/{}", text(&inside["files"][0]["id"]));
        assert_eq!(admin.get(&photo).bytes, PNG);
        assert_eq!(world.login("sh01").get(&photo).status, 404);
        assert_eq!(world.login("nobody").get(&photo).status, 403);
    });
}
