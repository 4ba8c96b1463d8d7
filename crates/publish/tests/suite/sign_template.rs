//! Sign templates: what each kind holds, who may use it, the default of each use.

use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, each_database};

use super::kit::{PNG, done, findings, refused, rooms, rows, text};

/// A picture of two pixels without transparency.
#[rustfmt::skip]
const OPAQUE: &[u8] = &[137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 2, 0, 0, 0, 1, 8, 2, 0, 0, 0, 123, 64, 232, 221, 0, 0, 0, 13, 73, 68, 65, 84, 120, 156, 99, 56, 193, 0, 4, 39, 0, 5, 127, 1, 145, 206, 253, 87, 33, 0, 0, 0, 0, 73, 69, 78, 68, 174, 66, 96, 130];

const BASE: &str = "/hrs/signTemplate";
/// The org of the fixture.
const DEMO: i64 = 2;

fn over(mut body: Json, more: Json) -> Json {
    for (name, value) in more.as_object().unwrap() {
        body[name] = value.clone();
    }
    body
}

/// A text template with other members than the usual ones.
fn words(caller: &Caller<'_>, name: &str, more: Json) -> Reply {
    let body = json!({
        "kind": "签名文本", "name": name, "businessScope": "AE", "document": "主运单托运人或代理人",
        "language": "en", "signText": "AS AGENT FOR {orgEname}",
    });
    caller.post(BASE, over(body, more))
}

fn seal(caller: &Caller<'_>, name: &str, more: Json) -> Reply {
    let body = json!({ "kind": "印章", "name": name, "sealType": "财务专用章", "widthMm": 40, "document": "账单" });
    caller.post(BASE, over(body, more))
}

fn picture(caller: &Caller<'_>) -> Json {
    done(caller.upload(&format!("{BASE}/file"), &[("章.png", PNG)]))
}

fn row(caller: &Caller<'_>, name: &str) -> Json {
    let all = rows(caller, &format!("{BASE}/page?size=50"));
    all.into_iter().find(|row| row["name"] == name).unwrap()
}

fn make_default(caller: &Caller<'_>, name: &str) -> Reply {
    let row = row(caller, name);
    caller.put(&format!("{BASE}/default/{}", text(&row["id"])), json!({ "version": row["version"] }))
}

fn preview(caller: &Caller<'_>, name: &str) -> Reply {
    caller.post(&format!("{BASE}/preview"), json!({ "id": row(caller, name)["id"] }))
}

fn unsaved(caller: &Caller<'_>, values: Json) -> Reply {
    caller.post(&format!("{BASE}/preview"), json!({ "values": values }))
}

/// The words of the only page of a preview.
fn words_of(reply: &Reply) -> String {
    assert_eq!((reply.status, reply.content_type.as_str()), (200, "application/pdf"), "{}", reply.message);
    let document = lopdf::Document::load_mem(&reply.bytes).expect("a PDF");
    assert_eq!(document.get_pages().len(), 1);
    document.extract_text(&[1]).expect("its text").replace(['\n', '\r'], " ")
}

/// The pictures on the only page of a preview.
fn pictures(reply: &Reply) -> Vec<String> {
    testkit::paper::pictures_of(&reply.bytes).concat()
}

// req: hrs-route-hrs-signtemplate
#[test]
fn the_preview_is_the_paper_with_the_text_of_who_signs() {
    each_database(rooms, |world| {
        let admin = world.login("demo-admin");
        let agent = "AS AGENT FOR DEMO FREIGHT CO. LTD";
        // Each paper by a word that is on it alone.
        for (document, word) in [
            ("主运单托运人或代理人", "990-12345675"),
            ("主运单承运人或代理人", "990-12345675"),
            ("分运单", "MAWB 990-12345675"),
            ("海运提单", "BILL OF LADING"),
            ("托书", "SHIPPER'S LETTER OF INSTRUCTION"),
            ("送货通知", "DELIVERY NOTE"),
            ("账单", "DEBIT NOTE"),
        ] {
            done(words(&admin, document, json!({ "document": document, "businessScope": "*" })));
            let reply = preview(&admin, document);
            let text = words_of(&reply);
            assert!(text.contains(word) && text.contains(agent), "{document}: {text}");
            assert_eq!(pictures(&reply), Vec::<String>::new(), "{document}");
        }
        let shown = row(&admin, "账单");
        assert_eq!(text(&shown["summary"]), "AS AGENT FOR {orgEname}");
        assert_eq!((&shown["isDefault"], &shown["active"], &shown["used"]), (&json!(false), &json!(true), &json!(0)));
        assert_eq!(text(&shown["roleNames"]), "全部");
        done(words(&admin, "日期地点", json!({ "signText": "{date} {place} {userName}" })));
        let text_of = words_of(&preview(&admin, "日期地点"));
        assert!(text_of.contains("2026-07-15 SHANGHAI 管理员"), "{text_of}");
        // In the language of the template, whose paper the company has in both.
        done(words(
            &admin,
            "中文账单",
            json!({ "document": "账单", "language": "zh", "signText": "经办：{userName}" }),
        ));
        let text_of = words_of(&preview(&admin, "中文账单"));
        assert!(text_of.contains("演示货运") && text_of.contains("经办：管理员"), "{text_of}");
        assert!(text_of.contains("19,067.70") && !text_of.contains("DEBIT NOTE"), "{text_of}");
    });
}

#[test]
fn the_preview_of_a_mail_is_its_signature() {
    each_database(rooms, |world| {
        let admin = world.login("demo-admin");
        let mail = json!({ "kind": "邮件签名", "name": "落款", "language": "zh", "document": "账单",
            "mailText": "<p>{orgName}<script>x</script></p>", "signText": "不属于此类型" });
        let kept = done(admin.post(BASE, mail.clone()));
        assert_eq!((&kept["document"], &kept["signText"]), (&json!("*"), &json!(null)), "a mail has no paper");
        assert_eq!(preview(&admin, "落款").data, json!({ "html": "<p>演示货运</p>" }));
        assert_eq!(row(&admin, "落款")["summary"], "{orgName}");
        let typed = over(mail, json!({ "businessScope": "*", "mailText": "<p><b>{userName}</b></p>" }));
        assert_eq!(unsaved(&admin, typed).data, json!({ "html": "<p><b>管理员</b></p>" }));
    });
}

#[test]
fn a_seal_lies_on_the_paper_where_its_template_says() {
    each_database(rooms, |world| {
        let admin = world.login("demo-admin");
        let place = json!({ "widthMm": 30, "rightMm": 12, "bottomMm": 50 });
        for document in
            ["*", "主运单托运人或代理人", "主运单承运人或代理人", "分运单", "海运提单", "托书", "送货通知", "账单"]
        {
            let own = over(place.clone(), json!({ "document": document, "files": [picture(&admin)] }));
            done(seal(&admin, document, own));
            let reply = preview(&admin, document);
            assert!(!words_of(&reply).is_empty());
            assert_eq!(pictures(&reply), ["30.0 12.0 50.0"], "{document}");
        }
        assert!(words_of(&preview(&admin, "*")).contains("单证样张"), "for all papers one that is none of them");
        // Left to the paper it lies at the usual place.
        done(seal(&admin, "无位置", json!({ "files": [picture(&admin)] })));
        assert_eq!(pictures(&preview(&admin, "无位置")), ["40.0 25.0 35.0"]);
        // A stopped template, and one for other roles, can be looked at by who keeps them.
        let (id, version) = (row(&admin, "账单")["id"].clone(), row(&admin, "账单")["version"].clone());
        let stop = json!({ "active": false, "version": version });
        done(admin.post(&format!("{BASE}/{}/status", text(&id)), stop));
        assert_eq!(pictures(&preview(&admin, "账单")), ["30.0 12.0 50.0"]);
    });
}

#[test]
fn a_preview_writes_nothing_and_stays_in_the_company() {
    each_database(rooms, |world| {
        let admin = world.login("demo-admin");
        done(seal(&admin, "章", json!({ "files": [picture(&admin)] })));
        done(make_default(&admin, "章"));
        let kept = row(&admin, "章");
        let file = admin.ok(&format!("{BASE}/{}", text(&kept["id"])))["files"][0].clone();
        let own = picture(&admin);
        let typed = |file: &Json| {
            json!({ "kind": "印章", "businessScope": "AE", "document": "账单", "language": "en", "name": "",
                "widthMm": 60, "rightMm": 0, "bottomMm": 0, "files": [file], "signText": "{x}", "version": 7 })
        };
        let ask = |caller: &Caller<'_>, body: Json| caller.post(&format!("{BASE}/preview"), body);
        let (other, sales) = (world.login("superAdmin"), world.login("sales01"));
        let before = world.contents(true);
        assert_eq!(pictures(&preview(&admin, "章")), ["40.0 25.0 35.0"]);
        // What stands in the form: an uploaded picture that hangs nowhere yet, and the one of a kept template.
        assert_eq!(pictures(&unsaved(&admin, typed(&own))), ["60.0 0.0 0.0"]);
        assert_eq!(pictures(&unsaved(&admin, typed(&file))), ["60.0 0.0 0.0"]);
        let at = |field: &str, message: &str| vec![(field.to_owned(), message.to_owned())];
        let wrong = |more: Json| findings(&unsaved(&admin, over(typed(&own), more)));
        assert_eq!(wrong(json!({ "widthMm": 61 })), at("widthMm", "宽度须在10与60之间"));
        assert_eq!(wrong(json!({ "rightMm": 201 })), at("rightMm", "距右边须在0与200之间"));
        assert_eq!(wrong(json!({ "files": [] })), at("files", "请上传一张图片"));
        assert_eq!(wrong(json!({ "kind": "签名文本" })), at("signText", "模板含有未知变量：x"));
        let text = json!({ "kind": "签名文本", "document": "*", "signText": "{date}" });
        assert_eq!(wrong(text), at("document", "签名文本须选择单证"));
        assert_eq!(wrong(json!({ "kind": "" })), at("kind", "请填写类型"));
        // Nobody else's picture, no other company's template, and not without the page.
        assert_eq!(unsaved(&other, typed(&own)).status, 404);
        assert_eq!(unsaved(&other, typed(&file)).status, 404);
        assert_eq!(ask(&other, json!({ "id": kept["id"] })).status, 404);
        assert_eq!(ask(&admin, json!({ "id": "1" })).status, 404);
        assert_eq!(ask(&admin, json!({})).status, 404);
        assert_eq!(ask(&admin, json!({ "id": kept["id"], "name": "章" })).status, 400);
        assert_eq!(ask(&sales, json!({ "id": kept["id"] })).status, 403);
        assert_eq!(ask(&world.anonymous(), json!({ "id": kept["id"] })).status, 401);
        world.unchanged(&before, true);
    });
}

#[test]
fn what_does_not_fit_is_told_at_its_field_and_changes_nothing() {
    each_database(rooms, |world| {
        let admin = world.login("demo-admin");
        done(words(&admin, "一", json!({})));
        let before = world.contents(true);
        let say = |reply: Reply| findings(&reply);
        let at = |field: &str, message: &str| vec![(field.to_owned(), message.to_owned())];
        let unknown = say(words(&admin, "二", json!({ "signText": "{orgEname} {x} {orgname}{x}" })));
        assert_eq!(unknown, at("signText", "模板含有未知变量：x, orgname"));
        assert_eq!(say(words(&admin, "二", json!({ "document": "*" }))), at("document", "签名文本须选择单证"));
        assert_eq!(say(words(&admin, "二", json!({ "signText": "" }))), at("signText", "请填写签名文本"));
        assert_eq!(
            say(words(&admin, "二", json!({ "signText": "字".repeat(301) }))),
            at("signText", "签名文本不能超过300个字符")
        );
        assert_eq!(say(words(&admin, "一", json!({}))), at("name", "模板名称已存在"));
        assert_eq!(say(words(&admin, "二", json!({ "roleIds": ["1"] }))), at("roleIds", "角色不存在"));
        let bare = say(admin.post(BASE, json!({ "kind": "印章", "name": "章" })));
        let fields: Vec<&str> = bare.iter().map(|(field, _)| field.as_str()).collect();
        assert_eq!(fields, ["sealType", "widthMm", "files"], "{bare:?}");
        let mail = json!({ "kind": "邮件签名", "name": "信", "language": "zh", "mailText": "字".repeat(2001) });
        assert_eq!(say(admin.post(BASE, mail)), at("mailText", "邮件签名不能超过2000个字符"));
        world.unchanged(&before, true);
        done(words(&admin, "二", json!({ "signText": "字".repeat(300) })));
    });
}

#[test]
fn a_seal_is_a_transparent_png_of_ten_to_sixty_millimetres() {
    each_database(rooms, |world| {
        let admin = world.login("demo-admin");
        let before = world.contents(true);
        let upload = |name: &str, bytes: &[u8]| admin.upload(&format!("{BASE}/file"), &[(name, bytes)]);
        refused(&upload("a.png", OPAQUE), "印章、签字图片须为背景透明的PNG");
        refused(&upload("a.pdf", b"%PDF-1.7"), "图片仅支持JPG、JPEG、BMP、PNG格式");
        let padded = |size: usize| [PNG, &vec![0; size - PNG.len()]].concat();
        refused(&upload("a.png", &padded(2 * 1024 * 1024 + 1)), "文件大小不能超过2MB");
        world.unchanged(&before, true);
        done(upload("a.png", &padded(2 * 1024 * 1024)));
        for (width, fits) in [(9, false), (10, true), (60, true), (61, false)] {
            let name = format!("章{width}");
            let reply = seal(&admin, &name, json!({ "widthMm": width, "files": [picture(&admin)] }));
            assert_eq!(reply.code == 0, fits, "{width}");
        }
        let two = json!({ "files": [picture(&admin), picture(&admin)] });
        assert_eq!(findings(&seal(&admin, "两张", two))[0], ("files".to_owned(), "请上传一张图片".to_owned()));
        let signature =
            json!({ "kind": "签字", "name": "签", "language": "zh", "widthMm": 30, "files": [picture(&admin)] });
        assert_eq!(findings(&admin.post(BASE, signature.clone()))[0].0, "userId");
        let user = |caller: &Caller<'_>, name: &str| {
            caller.ok(&format!("/platform/select/user?keyword={name}"))[0]["value"].clone()
        };
        let signed_by = |user: Json| admin.post(BASE, over(signature.clone(), json!({ "userId": user })));
        for stranger in [json!("1"), user(&world.login("sh01"), "sh01")] {
            assert_eq!(findings(&signed_by(stranger)), [("userId".to_owned(), "签字人不存在".to_owned())]);
        }
        done(signed_by(user(&admin, "op01")));
        // Each person has a default signature of his own, which the next change of either leaves alone.
        let of = |person: &str, name: &str| {
            let body = json!({ "userId": user(&admin, person), "name": name, "files": [picture(&admin)] });
            done(admin.post(BASE, over(signature.clone(), body)));
            done(make_default(&admin, name));
        };
        of("fin01", "签财务");
        of("sales01", "签销售");
        for name in ["签财务", "签销售"] {
            let row = row(&admin, name);
            assert_eq!(row["isDefault"], json!(true), "{name}");
            let renamed = json!({ "version": row["version"], "name": format!("{name}二") });
            done(admin.put(&format!("{BASE}/{}", text(&row["id"])), renamed));
        }
        let second = json!({ "userId": user(&admin, "fin01"), "name": "签财务三", "files": [picture(&admin)] });
        done(admin.post(BASE, over(signature.clone(), second)));
        done(make_default(&admin, "签财务三"));
        let defaults = ["签财务二", "签财务三", "签销售二"].map(|name| row(&admin, name)["isDefault"] == json!(true));
        assert_eq!(defaults, [false, true, true], "one for each person");
        let kept = row(&admin, "章60");
        assert_eq!(kept["summary"], "章.png");
        let shown = admin.ok(&format!("{BASE}/{}", text(&kept["id"])));
        assert_eq!((&shown["widthMm"], &shown["files"][0]["name"]), (&json!(60), &json!("章.png")));
        let path = format!("{BASE}/file/{}", text(&shown["files"][0]["id"]));
        assert_eq!(admin.get(&path).bytes, PNG);
        assert_eq!(world.login("superAdmin").get(&path).status, 404, "another company's");
        assert_eq!(world.login("sales01").get(&path).status, 403);
    });
}

// req: hrs-scope
#[test]
fn each_use_has_one_default() {
    each_database(rooms, |world| {
        let (admin, other) = (world.login("demo-admin"), world.login("superAdmin"));
        done(words(&admin, "甲", json!({})));
        done(words(&admin, "乙", json!({})));
        done(words(&admin, "全部", json!({ "businessScope": "*" })));
        for name in ["甲", "全部", "乙"] {
            done(make_default(&admin, name));
        }
        let is = |name: &str| row(&admin, name)["isDefault"] == json!(true);
        assert_eq!((is("甲"), is("乙"), is("全部")), (false, true, true), "one of its scope, one of all scopes");
        let can = |name: &str| row(&admin, name)["can"].to_string().contains("sys_signtemplate_default");
        assert!(can("甲") && !can("乙"));
        let all = row(&admin, "全部");
        let moved = json!({ "version": all["version"], "businessScope": "AE" });
        let before = world.contents(true);
        let reply = admin.put(&format!("{BASE}/{}", text(&all["id"])), moved);
        assert_eq!(findings(&reply)[0].1, "该业务范畴、单证、语言已有默认模板：乙");
        world.unchanged(&before, true);
        let first = row(&admin, "甲");
        let path = format!("{BASE}/{}", text(&first["id"]));
        done(admin.post(&format!("{path}/status"), json!({ "active": false, "version": first["version"] })));
        let before = world.contents(true);
        refused(&make_default(&admin, "甲"), "模板已停用，不能设为默认");
        let stale = admin.put(&format!("{BASE}/default/{}", text(&first["id"])), json!({ "version": 1 }));
        assert_eq!(stale.message, "数据有变化，请刷新后重试");
        let theirs = other.put(&format!("{BASE}/default/{}", text(&first["id"])), json!({ "version": 1 }));
        assert_eq!(theirs.status, 404);
        world.unchanged(&before, true);
        let stopped = row(&admin, "甲");
        done(admin.post(&format!("{path}/status"), json!({ "active": true, "version": stopped["version"] })));
        done(make_default(&admin, "甲"));
        assert!(is("甲") && !is("乙"));
    });
}

#[test]
fn roles_are_kept_and_what_was_used_stays() {
    each_database(rooms, |world| {
        let admin = world.login("demo-admin");
        let (id, name): (kernel::Id, String) = world.database(|_, conn| {
            let mut select = platform::store::sql::from(DEMO, "role");
            select.columns(["id", "name"]).limit(1);
            let row = conn.first(&select.into()).unwrap().unwrap();
            (row.get(0).unwrap(), row.get(1).unwrap())
        });
        done(seal(&admin, "财务章", json!({ "roleIds": [id], "files": [picture(&admin)] })));
        let shown = row(&admin, "财务章");
        assert_eq!(text(&shown["roleNames"]), name);
        let path = format!("{BASE}/{}", text(&shown["id"]));
        assert_eq!(admin.ok(&path)["roleIds"], json!([id]));
        let used = |count: i64| {
            world.database(|_, conn| {
                let mut update = platform::store::sql::update(DEMO, "sign_template", &[]);
                update.value("used", count);
                conn.exec(&update.into()).unwrap();
            });
        };
        used(1);
        let before = world.contents(true);
        refused(&admin.delete(&format!("{path}?version={}", shown["version"])), "模板已被使用，不能删除，可停用");
        world.unchanged(&before, true);
        used(0);
        done(admin.delete(&format!("{path}?version={}", shown["version"])));
        assert!(rows(&admin, &format!("{BASE}/page")).is_empty());
        let left = world.contents(true);
        assert!(!left.iter().any(|row| row.contains("章.png") && row.contains("published_file")), "with its picture");
    });
}
