//! Bank accounts of a company: numbers for their keepers alone, one default for each currency, thirty at most.

use platform::access::raise_permission_version;
use platform::store::{Stmt, Value, sql};
use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, each_database_from};

use super::kit::{PNG, done, findings, refused, rooms, rows, text};

const BASE: &str = "/hrs/orgBank";
const DEMO: i64 = 2;
const NUMBER: &str = "31050161-3640 0000123456";

/// The story with the currencies it needs.
fn each(story: impl Fn(&World)) {
    each_database_from(rooms, lay_currencies, story);
}

fn lay_currencies(world: &World) {
    world.database(|_, conn| {
        for (id, code) in [(1i64, "CNY"), (2, "USD")] {
            let text = |text: &str| Value::Text(text.to_owned());
            let cells = [
                ("id", Value::Int(id)),
                ("code", text(code)),
                ("name_cn", text(code)),
                ("name_en", text(code)),
                ("exponent", Value::Int(2)),
                ("common", Value::Bool(true)),
            ];
            conn.exec(&sql::insert(1, "currency", &cells).into()).expect("a currency");
        }
    });
}

fn account(caller: &Caller<'_>, more: Json) -> Reply {
    let mut body = json!({
        "titleCn": "演示货运有限公司", "bankCn": "中国银行上海分行", "account": NUMBER, "currency": "CNY", "swift": "BKCHCNBJ300",
    });
    for (name, value) in more.as_object().unwrap() {
        body[name] = value.clone();
    }
    caller.post(BASE, body)
}

fn all(caller: &Caller<'_>) -> Vec<Json> {
    rows(caller, &format!("{BASE}/page?size=50&sort=titleCn,asc"))
}

fn path(id: &Json) -> String {
    format!("{BASE}/{}", text(id))
}

#[test]
fn an_account_is_kept_with_its_pictures() {
    each(|world| {
        let admin = world.login("demo-admin");
        let picture = |name: &str| done(admin.upload(&format!("{BASE}/{name}"), &[("图.png", PNG)]));
        let id = done(account(
            &admin,
            json!({
                "scopeCodes": ["SE", "AE", "AE"], "infoCn": "第一行\n第二行", "isDefault": true,
                "logo": [picture("logo")], "seal": [picture("seal")],
            }),
        ))["id"]
            .clone();
        let shown = &all(&admin)[0];
        assert_eq!((&shown["scopes"], &shown["logoName"]), (&json!("AE, SE"), &json!("图.png")));
        assert_eq!((&shown["isDefault"], &shown["active"]), (&json!(true), &json!(true)));
        let one = admin.ok(&path(&id));
        assert_eq!((&one["scopeCodes"], &one["infoCn"]), (&json!(["AE", "SE"]), &json!("第一行\n第二行")));
        let seal = format!("{BASE}/seal/{}", text(&one["seal"][0]["id"]));
        assert_eq!(admin.get(&seal).bytes, PNG);
        assert_eq!(world.login("superAdmin").get(&seal).status, 404, "another company's");
        assert_eq!(world.login("superAdmin").get(&path(&id)).status, 404);
        done(admin.put(&path(&id), json!({ "version": 1, "scopeCodes": [], "seal": [] })));
        let shown = &all(&admin)[0];
        assert_eq!(
            (&shown["scopes"], &shown["sealName"], &shown["logoName"]),
            (&json!("全部"), &Json::Null, &json!("图.png"))
        );
        assert_eq!(admin.put(&path(&id), json!({ "version": 1, "swift": "" })).code, 3, "somebody was faster");
        done(admin.delete(&format!("{}?version=2", path(&id))));
        assert!(all(&admin).is_empty());
    });
}

#[test]
fn what_does_not_fit_is_told_at_its_field() {
    each(|world| {
        let admin = world.login("demo-admin");
        done(account(&admin, json!({})));
        let before = world.contents(true);
        for (more, field, message) in [
            (json!({ "titleCn": "" }), "titleCn", "请填写公司抬头（中）"),
            (json!({ "account": "12#4" }), "account", "银行账号只能包含数字、字母、空格和横线"),
            (json!({}), "account", "该币种的银行账号已存在"),
            (json!({ "account": "2", "currency": "XXX" }), "currency", "币种不存在：XXX"),
            (json!({ "account": "2", "swift": "BKCHCNBJ3" }), "swift", "SWIFT代码为8位或11位字母和数字"),
            (json!({ "account": "2", "scopeCodes": ["XX"] }), "scopeCodes", "业务范畴不存在"),
            (json!({ "account": "2", "infoCn": "字".repeat(501) }), "infoCn", "银行信息（中）不能超过500个字符"),
            (json!({ "account": "2", "logo": ["1"] }), "logo", "附件不存在，请重新上传"),
        ] {
            assert_eq!(findings(&account(&admin, more)), [(field.to_owned(), message.to_owned())]);
        }
        world.unchanged(&before, true);
        let two: Vec<Json> = (0..2).map(|_| done(admin.upload(&format!("{BASE}/logo"), &[("图.png", PNG)]))).collect();
        assert_eq!(
            findings(&account(&admin, json!({ "account": "2", "logo": two }))),
            [("logo".to_owned(), "附件最多1个".to_owned())]
        );
        refused(&admin.upload(&format!("{BASE}/logo"), &[("a.pdf", b"%PDF-1.7")]), "图片仅支持JPG、JPEG、BMP、PNG格式");
        // A head that claims 16,777,216 pixels a side.
        let flood = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\x01\0\0\0\x01\0\0\0\x08\x06\0\0\0";
        let said = "图片无法识别或尺寸过大，边长不能超过12000像素";
        refused(&admin.upload(&format!("{BASE}/logo"), &[("大.png", flood)]), said);
        done(account(&admin, json!({ "currency": "USD", "swift": "BKCHCNBJ", "infoCn": "字".repeat(500) })));
    });
}

#[test]
fn each_currency_has_one_default_which_is_not_stopped() {
    each(|world| {
        let admin = world.login("demo-admin");
        let add = |title: &str, number: &str, currency: &str| {
            let more = json!({ "titleCn": title, "account": number, "currency": currency, "isDefault": true });
            done(account(&admin, more))["id"].clone()
        };
        let (first, second) = (add("一", "1", "CNY"), add("二", "2", "CNY"));
        add("三", "3", "USD");
        let marked: Vec<bool> = all(&admin).iter().map(|row| row["isDefault"] == json!(true)).collect();
        assert_eq!(marked.iter().filter(|is| **is).count(), 2, "one of each currency");
        assert_eq!(admin.ok(&path(&first))["isDefault"], false);
        let stop = |id: &Json, active: bool| {
            let version = admin.ok(&path(id))["version"].clone();
            admin.post(&format!("{}/status", path(id)), json!({ "version": version, "active": active }))
        };
        refused(&stop(&second, false), "默认账户不能停用，请先取消默认");
        done(stop(&first, false));
        let version = admin.ok(&path(&first))["version"].clone();
        let again = admin.put(&path(&first), json!({ "version": version, "isDefault": true }));
        assert_eq!(findings(&again), [("isDefault".to_owned(), "停用的账户不能设为默认".to_owned())]);
        assert_eq!(admin.ok(&path(&second))["isDefault"], true, "nothing was changed");
        done(stop(&first, true));
        let version = admin.ok(&path(&first))["version"].clone();
        done(admin.put(&path(&first), json!({ "version": version, "isDefault": true })));
        assert_eq!(admin.ok(&path(&second))["isDefault"], false);
    });
}

#[test]
fn a_company_has_thirty_accounts_at_most() {
    each(|world| {
        let admin = world.login("demo-admin");
        for number in 1..=29 {
            done(account(&admin, json!({ "account": number.to_string() })));
        }
        let replies = world.at_once(
            [30, 31]
                .into_iter()
                .map(|number| {
                    let client = admin.client();
                    let body = json!({ "titleCn": "演示", "bankCn": "银行", "account": number.to_string(), "currency": "CNY" });
                    async move { client.post(BASE, body).await }
                })
                .collect(),
        );
        assert_eq!(replies.iter().filter(|reply| reply.code == 0).count(), 1);
        assert_eq!(replies.iter().filter(|reply| reply.message == "银行账户最多30个").count(), 1);
        assert_eq!(all(&admin).len(), 30);
    });
}

/// Gives a permission to every role of DEMO that has it not.
fn grant(world: &World, code: &str) {
    world.database(|_, conn| {
        let held = "SELECT 1 FROM role_permission h WHERE h.org_id = r.org_id AND h.role_id = r.id AND h.permission_id = p.id";
        let text = format!(
            "INSERT INTO role_permission (org_id, role_id, permission_id) SELECT r.org_id, r.id, p.id FROM role r, permission p \
             WHERE r.org_id = {DEMO} AND p.code = '{code}' AND NOT EXISTS ({held})"
        );
        conn.exec(&Stmt::Raw(text, Vec::new())).expect("is given");
        raise_permission_version(conn, DEMO).expect("is judged anew");
    });
}

#[test]
fn the_number_is_whole_for_its_keepers_alone() {
    each(|world| {
        let admin = world.login("demo-admin");
        let id = done(account(&admin, json!({})))["id"].clone();
        assert_eq!(all(&admin)[0]["account"], NUMBER);
        let reader = world.login("sales01");
        assert_eq!(reader.get(&format!("{BASE}/page")).status, 403);
        grant(world, "hrs_org_configure");
        let reader = world.login("sales01");
        let row = &all(&reader)[0];
        assert_eq!((&row["account"], &row["can"]), (&json!("****3456"), &json!([])));
        assert_eq!(reader.ok(&path(&id))["account"], "****3456");
        assert_eq!(admin.ok(&path(&id))["account"], NUMBER);
        assert_eq!(account(&reader, json!({ "account": "2" })).status, 403);
        assert_eq!(world.anonymous().get(&format!("{BASE}/page")).status, 401);
        let log = admin.get("/hrs/log/list/page?size=50").data.to_string();
        assert!(log.contains("演示货运有限公司") && !log.contains(NUMBER), "the log tells its end alone");
    });
}
