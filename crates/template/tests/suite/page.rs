//! 账单模板 of 企业配置: the matrix, uploads, layouts, previews, revisions.

use calamine::Data;
use platform::store::{Value, sql};
use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, each_database};

use super::kit::{bill, cell, done, encoded, formula, rooms, with_cell, with_part};

const BASE: &str = "/hrs/org/template";

fn query(document: &str, language: &str, format: &str) -> String {
    format!("businessScope=AE&document={}&language={language}&format={format}", encoded(document))
}

fn upload(caller: &Caller<'_>, revision: i64, file: &[u8]) -> Reply {
    let path = format!("{BASE}/upload?{}&revision={revision}", query("账单", "zh", "EXCEL"));
    caller.upload(&path, &[("账单模板.xlsx", file)])
}

fn named(document: &str, format: &str, more: Json) -> Json {
    let mut body = json!({ "businessScope": "AE", "document": document, "language": "zh", "format": format });
    for (name, value) in more.as_object().unwrap() {
        body[name] = value.clone();
    }
    body
}

fn layout(more: Json) -> Json {
    let mut layout = json!({ "columns": ["orderCode", "amount"], "fontSize": 10 });
    for (name, value) in more.as_object().unwrap() {
        layout[name] = value.clone();
    }
    layout
}

fn cells(caller: &Caller<'_>) -> Vec<Json> {
    caller.ok(BASE)["cells"].as_array().unwrap().clone()
}

fn preview(caller: &Caller<'_>, document: &str, format: &str, more: Json) -> Reply {
    caller.post(&format!("{BASE}/preview"), named(document, format, more))
}

fn words(pdf: &[u8]) -> String {
    let document = lopdf::Document::load_mem(pdf).expect("a PDF");
    let pages: Vec<u32> = document.get_pages().into_keys().collect();
    document.extract_text(&pages).expect("its text")
}

// req: hrs-route-hrs-org-configure
#[test]
fn an_unknown_variable_is_named_and_nothing_is_kept() {
    each_database(rooms, |world| {
        let admin = world.login("demo-admin");
        let before = world.contents(true);
        for (file, message) in [
            (with_cell("{foo}"), "模板含有未知变量：foo"),
            (with_cell("{foo}{bar}{total}"), "模板含有未知变量：foo、bar"),
            (with_part(&bill(), "xl/vbaProject.bin", "x"), "模板不能含有宏"),
            (with_part(&bill(), "xl/externalLinks/externalLink1.xml", "<x/>"), "模板不能含有外部链接：externalLinks"),
            (b"no workbook".to_vec(), "模板须为xlsx文件"),
        ] {
            let reply = upload(&admin, 0, &file);
            assert_eq!((reply.status, reply.code, reply.message.as_str()), (200, 1, message));
        }
        assert_eq!(upload(&admin, 7, &bill()).code, 3, "somebody else changed it meanwhile");
        let named = format!("{BASE}/upload?{}&revision=0", query("账单", "zh", "EXCEL"));
        assert_eq!(admin.upload(&named, &[("账单.xlsm", &bill())]).message, "模板须为xlsx文件");
        let wrong = format!("{BASE}/upload?{}&revision=0", query("主单", "zh", "PDF"));
        assert_eq!(admin.upload(&wrong, &[("a.xlsx", &bill())]).status, 400, "there is no such cell");
        world.unchanged(&before, true);
    });
}

#[test]
fn a_workbook_has_revisions_and_finds_back_to_the_default() {
    each_database(rooms, |world| {
        let admin = world.login("demo-admin");
        assert_eq!(cells(&admin), Vec::<Json>::new());
        let file = format!("{BASE}/file?{}", query("账单", "zh", "EXCEL"));
        let standard = admin.get(&file).bytes;
        assert_eq!(cell(&standard, (3, 1)), Data::String("{coopName}".to_owned()));
        assert_eq!(done(upload(&admin, 0, &bill())), json!({ "revision": 1 }));
        assert_eq!(admin.get(&file).bytes, bill(), "what was uploaded is given back");
        assert_eq!(upload(&admin, 0, &bill()).code, 3);
        assert_eq!(done(upload(&admin, 1, &with_cell("{total}"))), json!({ "revision": 2 }));
        let shown = cells(&admin);
        assert_eq!(
            (shown.len(), &shown[0]["revision"], &shown[0]["fileName"]),
            (1, &json!(2), &json!("账单模板.xlsx"))
        );
        let history = || admin.ok(&format!("{BASE}/history?{}", query("账单", "zh", "EXCEL")));
        let all = history();
        assert_eq!((&all[0]["revision"], &all[0]["active"]), (&json!(2), &json!(true)));
        assert_eq!((&all[1]["revision"], &all[1]["active"]), (&json!(1), &json!(false)));
        let first = all[1]["id"].as_str().unwrap().to_owned();
        let rolled = admin.put(&format!("{BASE}/rollback/{first}"), named("账单", "EXCEL", json!({ "revision": 2 })));
        assert_eq!(done(rolled), json!({ "revision": 1 }));
        assert_eq!(cells(&admin)[0]["revision"], json!(1));
        let stale = admin.put(&format!("{BASE}/rollback/{first}"), named("账单", "EXCEL", json!({ "revision": 2 })));
        assert_eq!(stale.code, 3);
        let elsewhere =
            admin.put(&format!("{BASE}/rollback/{first}"), named("清单", "EXCEL", json!({ "revision": 0 })));
        assert_eq!(elsewhere.status, 404, "a revision of another paper");
        assert_eq!(
            done(admin.put(&format!("{BASE}/default"), named("账单", "EXCEL", json!({ "revision": 1 })))),
            json!({ "revision": 0 })
        );
        assert_eq!(cells(&admin), Vec::<Json>::new());
        assert_eq!(admin.get(&file).bytes, standard);
        assert_eq!(history().as_array().unwrap().len(), 2, "the history stays");
        assert_eq!(done(upload(&admin, 0, &bill())), json!({ "revision": 3 }));
        let log = admin.ok("/hrs/log/list/page?size=1");
        assert_eq!(log["records"][0]["text"], json!("AE 账单 中文 EXCEL：自定义 v3"), "{log}");
    });
}

#[test]
fn a_preview_fills_the_sample_order_in() {
    each_database(rooms, |world| {
        let admin = world.login("demo-admin");
        let standard = preview(&admin, "对账单", "EXCEL", json!({}));
        assert_eq!(cell(&standard.bytes, (9, 0)), Data::String("AE-2607150001".to_owned()));
        assert_eq!(cell(&standard.bytes, (12, 10)), Data::Float(19067.7), "the total below three rows");
        done(upload(&admin, 0, &bill()));
        let own = preview(&admin, "账单", "EXCEL", json!({})).bytes;
        assert_eq!(cell(&own, (4, 0)), Data::String("干线-空运费".to_owned()));
        assert_eq!((cell(&own, (4, 1)), formula(&own, (7, 3))), (Data::Float(658.5), "SUM(D5:D7)".to_owned()));
        for (document, title) in [("账单", "账单"), ("清单", "账单清单"), ("送货通知", "送货通知"), ("托书", "托运书")]
        {
            let reply = preview(&admin, document, "PDF", json!({}));
            assert_eq!(reply.content_type, "application/pdf");
            let text = words(&reply.bytes);
            assert!(text.contains(title) && text.contains("990-12345675"), "{document}: {text}");
            assert_eq!(
                text.contains("19,067.70"),
                matches!(document, "账单" | "清单"),
                "{document}: money where money is"
            );
        }
    });
}

#[test]
fn a_layout_decides_columns_words_and_page() {
    each_database(rooms, |world| {
        let admin = world.login("demo-admin");
        let save = |revision: i64, layout: Json| {
            admin.post(
                &format!("{BASE}/layout"),
                named("账单", "PDF", json!({ "revision": revision, "layout": layout })),
            )
        };
        let before = world.contents(true);
        for (wrong, field, message) in [
            (json!({ "columns": [] }), "columns", "请至少选择一列"),
            (json!({ "columns": ["foo"] }), "columns", "列不存在：foo"),
            (json!({ "columns": ["total"] }), "columns", "列不存在：total"),
            (json!({ "columns": ["amount", "amount"] }), "columns", "列不存在：amount"),
            (json!({ "fontSize": 7 }), "fontSize", "字号须在8与12之间"),
            (json!({ "fontSize": 13 }), "fontSize", "字号须在8与12之间"),
            (json!({ "header": "x".repeat(501) }), "header", "页眉不能超过500个字符"),
            (json!({ "footer": "{foo} {amount}" }), "footer", "模板含有未知变量：foo、amount"),
            (json!({ "bankId": "77" }), "bankId", "银行账户不存在或已停用"),
            (json!({ "sealId": "77" }), "sealId", "印章不存在或已停用"),
        ] {
            assert_eq!(save(0, layout(wrong.clone())).findings_at(field), [message], "{wrong}");
            let looked = preview(&admin, "账单", "PDF", json!({ "layout": layout(wrong.clone()) }));
            assert_eq!(looked.findings_at(field), [message], "{wrong}");
        }
        assert_eq!(save(0, layout(json!({ "script": "x" }))).status, 400);
        world.unchanged(&before, true);
        for size in [8, 12] {
            let edge = layout(json!({ "fontSize": size, "header": "x".repeat(500) }));
            assert_eq!(preview(&admin, "账单", "PDF", json!({ "layout": edge })).status, 200);
        }
        let wanted = json!({ "header": "致 {coopName}", "remark": "单号 {billNo}", "landscape": true });
        assert_eq!(done(save(0, layout(wanted))), json!({ "revision": 1 }));
        let kept = admin.ok(&format!("{BASE}/layout?{}", query("账单", "zh", "PDF")));
        assert_eq!(kept["layout"]["columns"], json!(["orderCode", "amount"]));
        assert_eq!(kept["standard"]["columns"].as_array().map(Vec::len), Some(7));
        let file = preview(&admin, "账单", "PDF", json!({})).bytes;
        let text = words(&file);
        assert!(text.contains("致 示例客户有限公司") && text.contains("单号 S-2607150001"), "{text}");
        assert!(!text.contains("990-12345675"), "the waybill is no column any more");
    });
}

/// A picture of two pixels, one of them transparent.
#[rustfmt::skip]
const PNG: &[u8] = &[137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 2, 0, 0, 0, 1, 8, 6, 0, 0, 0, 244, 34, 127, 138, 0, 0, 0, 15, 73, 68, 65, 84, 120, 156, 99, 56, 193, 192, 240, 159, 1, 8, 0, 11, 68, 1, 200, 135, 207, 95, 155, 0, 0, 0, 0, 73, 69, 78, 68, 174, 66, 96, 130];

/// Another one, without transparency.
#[rustfmt::skip]
const OPAQUE: &[u8] = &[137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 2, 0, 0, 0, 1, 8, 2, 0, 0, 0, 123, 64, 232, 221, 0, 0, 0, 13, 73, 68, 65, 84, 120, 156, 99, 56, 193, 0, 4, 39, 0, 5, 127, 1, 145, 206, 253, 87, 33, 0, 0, 0, 0, 73, 69, 78, 68, 174, 66, 96, 130];

fn pictures(pdf: &[u8]) -> usize {
    let document = lopdf::Document::load_mem(pdf).expect("a PDF");
    let pages = document.get_pages();
    pages.values().map(|page| document.get_page_images(*page).expect("its pictures").len()).sum()
}

#[test]
fn a_seal_and_the_logo_and_details_of_an_account_stand_on_the_paper() {
    each_database(rooms, |world| {
        currency(world, "CNY");
        let admin = world.login("demo-admin");
        let own = done(admin.upload("/platform/picture", &[("标.png", OPAQUE)]))["url"].clone();
        let version = admin.ok("/hrs/org/configure")["version"].clone();
        done(admin.put("/hrs/org/configure", json!({ "version": version, "values": { "logo": own } })));
        let logo = layout(json!({ "logo": true }));
        let company = preview(&admin, "送货通知", "PDF", json!({ "layout": logo.clone() })).bytes;
        assert_eq!(pictures(&company), 1, "without an account the logo is the company's");
        let keeper = world.login("superAdmin");
        let given = done(keeper.upload("/platform/picture", &[("标.png", OPAQUE)]))["url"].clone();
        let row = keeper.ok("/hrs/org/page?keyword=DEMO&sort=orgCode,asc")["records"][0].clone();
        let path = format!("/hrs/org/{}", row["id"].as_str().unwrap());
        done(keeper.put(&path, json!({ "version": row["version"], "logo": given })));
        let company = preview(&admin, "送货通知", "PDF", json!({ "layout": logo })).bytes;
        assert_eq!(pictures(&company), 1, "also one the platform put there");
        let seal = done(admin.upload("/hrs/signTemplate/file", &[("章.png", PNG)]));
        let body = json!({
            "kind": "印章", "name": "财务章", "sealType": "财务专用章", "businessScope": "AE", "document": "账单",
            "language": "zh", "widthMm": 40, "files": [seal],
        });
        let seal = done(admin.post("/hrs/signTemplate", body))["id"].clone();
        let logo = done(admin.upload("/hrs/orgBank/logo", &[("标.png", OPAQUE)]));
        let account = json!({
            "titleCn": "演示货运有限公司", "bankCn": "示例银行", "account": "6222 0001", "currency": "CNY",
            "isDefault": true, "scopeCodes": [], "logo": [logo],
        });
        done(admin.post("/hrs/orgBank", account));
        let shown = admin.ok(BASE);
        let fields = shown["fields"].as_array().unwrap();
        let offered = |name: &str| fields.iter().find(|field| field["name"] == name).unwrap()["options"].clone();
        assert_eq!(offered("sealId")[0]["value"], seal);
        assert_eq!(offered("bankId")[0]["label"]["zh"], "演示货运有限公司 CNY");
        let plain = preview(&admin, "账单", "PDF", json!({ "layout": layout(json!({})) })).bytes;
        assert_eq!(pictures(&plain), 0);
        assert!(words(&plain).contains("账号：6222 0001"), "{}", words(&plain));
        let whole = layout(json!({ "logo": true, "sealId": seal }));
        let whole = preview(&admin, "账单", "PDF", json!({ "layout": whole })).bytes;
        assert_eq!(pictures(&whole), 2, "logo and seal");
    });
}

#[test]
fn an_account_and_a_seal_that_a_layout_in_force_names_stay() {
    each_database(rooms, |world| {
        currency(world, "CNY");
        let admin = world.login("demo-admin");
        let file = done(admin.upload("/hrs/signTemplate/file", &[("章.png", PNG)]));
        let body = json!({
            "kind": "印章", "name": "财务章", "sealType": "财务专用章", "businessScope": "AE", "document": "账单",
            "language": "zh", "widthMm": 40, "files": [file],
        });
        let seal = done(admin.post("/hrs/signTemplate", body))["id"].clone();
        let account =
            json!({ "titleCn": "演示货运有限公司", "bankCn": "示例银行", "account": "6222 0001", "currency": "CNY" });
        let account = done(admin.post("/hrs/orgBank", account))["id"].clone();
        let keep = |language: &str, document: &str, revision: i64, more: Json| {
            let mut body = named(document, "PDF", json!({ "revision": revision, "layout": layout(more) }));
            body["language"] = json!(language);
            done(admin.post(&format!("{BASE}/layout"), body));
        };
        let both = json!({ "sealId": seal, "bankId": account });
        keep("zh", "账单", 0, both.clone());
        keep("en", "送货通知", 0, json!({ "bankId": account }));
        let remove = |caller: &Caller<'_>, of: &str, id: &Json| {
            let path = format!("/hrs/{of}/{}", id.as_str().unwrap());
            let version = admin.ok(&path)["version"].clone();
            caller.delete(&format!("{path}?version={version}"))
        };
        let before = world.contents(true);
        let reply = remove(&admin, "orgBank", &account);
        assert_eq!(reply.message, "该账户已被账单模板使用，不能删除，可停用：AE 账单 中文 PDF、AE 送货通知 英文 PDF");
        let english = admin.in_language("en-US");
        let reply = remove(&english, "orgBank", &account);
        assert_eq!(
            reply.message,
            "The account is used by templates of papers; it can't be deleted, but stopped: AE Bill Chinese PDF, \
             AE Delivery note English PDF"
        );
        let reply = remove(&admin, "signTemplate", &seal);
        assert_eq!(reply.message, "模板已被账单模板使用，不能删除，可停用：AE 账单 中文 PDF");
        let reply = remove(&english, "signTemplate", &seal);
        assert!(reply.message.ends_with("but stopped: AE Bill Chinese PDF"), "{}", reply.message);
        world.unchanged(&before, true);
        // Once no layout in force names them they go, and no revision that does comes back.
        keep("zh", "账单", 1, json!({}));
        assert_eq!(
            remove(&admin, "orgBank", &account).message,
            "该账户已被账单模板使用，不能删除，可停用：AE 送货通知 英文 PDF"
        );
        done(remove(&admin, "signTemplate", &seal));
        let mut reset = named("送货通知", "PDF", json!({ "revision": 1 }));
        reset["language"] = json!("en");
        done(admin.put(&format!("{BASE}/default"), reset));
        done(remove(&admin, "orgBank", &account));
        let history = admin.ok(&format!("{BASE}/history?{}", query("账单", "zh", "PDF")));
        let first = history.as_array().unwrap().last().unwrap()["id"].as_str().unwrap().to_owned();
        let back = admin.put(&format!("{BASE}/rollback/{first}"), named("账单", "PDF", json!({ "revision": 2 })));
        assert_eq!(back.findings_at("bankId"), ["银行账户不存在或已停用"]);
        assert_eq!(back.findings_at("sealId"), ["印章不存在或已停用"]);
    });
}

fn currency(world: &World, code: &str) {
    world.database(|_, conn| {
        let text = |text: &str| Value::Text(text.to_owned());
        let cells = [
            ("id", Value::Int(1)),
            ("code", text(code)),
            ("name_cn", text(code)),
            ("name_en", text(code)),
            ("exponent", Value::Int(2)),
            ("common", Value::Bool(true)),
        ];
        conn.exec(&sql::insert(1, "currency", &cells).into()).expect("a currency");
    });
}

fn bank(world: &World, org: i64, id: i64) {
    world.database(|_, conn| {
        let text = |text: &str| Value::Text(text.to_owned());
        let cells = [
            ("id", Value::Int(id)),
            ("title_cn", text("公司")),
            ("bank_cn", text("银行")),
            ("account", text("1")),
            ("currency", text("CNY")),
            ("is_default", Value::Bool(false)),
            ("active", Value::Bool(true)),
            ("version", Value::Int(1)),
            ("created_by", Value::Int(1)),
            ("created_at", Value::Int(0)),
            ("updated_by", Value::Int(1)),
            ("updated_at", Value::Int(0)),
        ];
        conn.exec(&sql::insert(org, "org_bank", &cells).into()).expect("an account");
    });
}

#[test]
fn another_company_sees_nothing_and_nobody_without_the_right_changes_anything() {
    each_database(rooms, |world| {
        bank(world, 3, 300);
        bank(world, 2, 200);
        let admin = world.login("demo-admin");
        done(upload(&admin, 0, &bill()));
        let id = cells(&admin)[0]["id"].as_str().unwrap().to_owned();
        let body =
            |bank: &str| named("账单", "PDF", json!({ "revision": 0, "layout": layout(json!({ "bankId": bank })) }));
        assert_eq!(
            admin.post(&format!("{BASE}/layout"), body("300")).findings_at("bankId").len(),
            1,
            "of another company"
        );
        assert_eq!(admin.post(&format!("{BASE}/layout"), body("200")).code, 0);
        let other = world.login("superAdmin");
        assert_eq!(cells(&other), Vec::<Json>::new());
        let path = query("账单", "zh", "EXCEL");
        assert_eq!(other.get(&format!("{BASE}/file?{path}&id={id}")).status, 404);
        assert_eq!(other.ok(&format!("{BASE}/history?{path}")), json!([]));
        assert_eq!(other.put(&format!("{BASE}/rollback/{id}"), named("账单", "EXCEL", json!({}))).status, 404);
        let user = world.login("op01");
        let before = world.contents(false);
        for reply in [
            user.get(BASE),
            user.get(&format!("{BASE}/file?{path}")),
            upload(&user, 1, &bill()),
            user.post(&format!("{BASE}/layout"), body("200")),
            user.put(&format!("{BASE}/rollback/{id}"), named("账单", "EXCEL", json!({}))),
            user.put(&format!("{BASE}/default"), named("账单", "EXCEL", json!({ "revision": 1 }))),
            preview(&user, "账单", "PDF", json!({})),
        ] {
            assert_eq!(reply.status, 403);
        }
        assert_eq!(world.anonymous().get(BASE).status, 401);
        world.unchanged(&before, false);
    });
}

// req: hrs-scope
#[test]
fn a_seal_is_for_its_roles_and_each_paper_with_it_is_noted() {
    each_database(rooms, |world| {
        currency(world, "CNY");
        let admin = world.login("demo-admin");
        let role: kernel::Id = world.database(|_, conn| {
            let mut select = sql::from(2, "user_role");
            select.column("role_id").limit(1);
            conn.first(&select.into()).unwrap().unwrap().get(0).unwrap()
        });
        let file = done(admin.upload("/hrs/signTemplate/file", &[("章.png", PNG)]));
        let body = json!({
            "kind": "印章", "name": "财务章", "sealType": "财务专用章", "businessScope": "AE", "document": "账单",
            "language": "zh", "widthMm": 40, "files": [file], "roleIds": [role],
        });
        let seal = done(admin.post("/hrs/signTemplate", body))["id"].as_str().unwrap().to_owned();
        let kept = || admin.ok(&format!("/hrs/signTemplate/{seal}"));
        let sealed = json!({ "layout": layout(json!({ "sealId": seal })) });
        let before = world.contents(true);
        let without = preview(&admin, "账单", "PDF", sealed.clone());
        assert_eq!((without.status, pictures(&without.bytes)), (200, 0));
        let note = |reply: &Reply| reply.header("x-note").to_owned();
        assert_eq!(note(&without), platform::web::percent_encoded("您没有使用该印章的权限"));
        let english = admin.in_language("en-US").post(&format!("{BASE}/preview"), named("账单", "PDF", sealed.clone()));
        assert_eq!(note(&english), platform::web::percent_encoded("You have no right to use this seal."));
        world.unchanged(&before, true);
        done(admin.put(&format!("/hrs/signTemplate/{seal}"), json!({ "version": kept()["version"], "roleIds": [] })));
        let with = preview(&admin, "账单", "PDF", sealed);
        assert_eq!((pictures(&with.bytes), note(&with)), (1, String::new()));
        let line = admin.ok("/hrs/log/list/page?size=1")["records"][0].clone();
        assert_eq!(
            (&line["level"], &line["type"], &line["text"]),
            (&json!("中"), &json!("打印"), &json!("AE 账单 中文 PDF：加盖印章 财务章")),
            "{line}"
        );
        assert_eq!(kept()["used"], json!(1));
        let remove = admin.delete(&format!("/hrs/signTemplate/{seal}?version={}", kept()["version"]));
        assert_eq!((remove.code, remove.message.as_str()), (1, "模板已被使用，不能删除，可停用"));
    });
}

#[test]
fn waybills_are_workbooks_of_air_export_with_boxes_of_their_own() {
    each_database(rooms, |world| {
        let admin = world.login("demo-admin");
        let told = admin.ok(BASE);
        let paper = |name: &str| {
            let papers = told["papers"].as_array().unwrap();
            papers.iter().find(|paper| paper["name"] == name).cloned().unwrap_or_default()
        };
        assert_eq!((paper("主单")["formats"].clone(), paper("主单")["scope"].clone()), (json!(["EXCEL"]), json!("AE")));
        assert_eq!(paper("账单")["scope"], Json::Null);
        let names = |member: &str| -> Vec<String> {
            told[member].as_array().unwrap().iter().map(|each| each["name"].as_str().unwrap().to_owned()).collect()
        };
        assert!(names("waybillVariables").contains(&"shipperText".to_owned()));
        assert!(!names("variables").contains(&"shipperText".to_owned()), "a bill has no shipper");
        for (document, number) in [("主单", "990-12345675"), ("分单", "HA001   MAWB 990-12345675")] {
            let bytes = preview(&admin, document, "EXCEL", json!({})).bytes;
            assert_eq!(cell(&bytes, (1, 0)), Data::String(number.to_owned()), "{document}");
        }
        let other = json!({ "businessScope": "SE", "document": "主单", "language": "zh", "format": "EXCEL" });
        assert_eq!(admin.post(&format!("{BASE}/preview"), other).status, 400, "another scope has none");
        assert_eq!(preview(&admin, "主单", "PDF", json!({})).status, 400);
        // A company's own template names the boxes of the waybill; a layout of a bill can't.
        let path = format!("{BASE}/upload?{}&revision=0", query("主单", "zh", "EXCEL"));
        done(admin.upload(&path, &[("主单.xlsx", &with_cell("{shipperText}"))]));
        let own = preview(&admin, "主单", "EXCEL", json!({})).bytes;
        let shipper = "SAMPLE SHIPPER CO. LTD\n1 SAMPLE ROAD\nSHANGHAI 200000\nCN";
        assert_eq!(cell(&own, (0, 0)), Data::String(shipper.to_owned()));
        let body =
            named("账单", "PDF", json!({ "revision": 0, "layout": layout(json!({ "columns": ["lineTotal"] })) }));
        assert!(!admin.post(&format!("{BASE}/layout"), body).findings_at("columns").is_empty());
    });
}

// Template fields of letters: order, parties, cargo, services, airport names.
#[test]
fn letters_are_workbooks_of_air_export_that_name_all_they_say() {
    each_database(rooms, |world| {
        let admin = world.login("demo-admin");
        let told = admin.ok(BASE);
        let papers = told["papers"].as_array().unwrap();
        for document in ["托书", "送货通知"] {
            let of = |scope: Json| papers.iter().find(|one| one["name"] == document && one["scope"] == scope).unwrap();
            assert_eq!(of(Json::Null)["formats"], json!(["PDF"]), "{document} of every scope");
            assert_eq!(of(json!("AE"))["formats"], json!(["EXCEL"]), "{document} of air export");
            let other = json!({ "businessScope": "SE", "document": document, "language": "zh", "format": "EXCEL" });
            assert_eq!(admin.post(&format!("{BASE}/preview"), other).status, 400, "another scope has none");
        }
        let listed = told["letterVariables"].as_array().unwrap();
        let label = |name: &str| listed.iter().find(|one| one["name"] == name).map(|one| one["label"]["zh"].clone());
        for (name, zh) in [
            ("orderNumber", "订单号"),
            ("awbNumber", "主单号"),
            ("shipperText", "发货人"),
            ("cargoWeight", "毛重"),
            ("dimensionsText", "尺寸（厘米）/件数"),
            ("temperature", "温度要求"),
            ("wantedFlight", "期望航班"),
            ("driverIdNo", "证件号"),
            ("securityText", "安全声明"),
            ("servicesText", "服务项目"),
            ("departureStationName", "始发港"),
            ("arrivalStationName", "目的港"),
        ] {
            assert_eq!(label(name), Some(json!(zh)), "{name}");
        }
        let file = admin.get(&format!("{BASE}/file?{}", query("托书", "en", "EXCEL"))).bytes;
        assert_eq!(cell(&file, (1, 0)), Data::String("BOOKING LETTER".to_owned()));
        for (document, title) in [("托书", "订舱托书"), ("送货通知", "交货托书")] {
            let standard = preview(&admin, document, "EXCEL", json!({})).bytes;
            assert_eq!(cell(&standard, (1, 0)), Data::String(title.to_owned()));
            assert_eq!(cell(&standard, (3, 4)), Data::String("990-12345675".to_owned()), "{document}");
        }
        // Every name that is listed may be in a company's own workbook.
        let all: String = listed.iter().map(|one| format!("{{{}}}", one["name"].as_str().unwrap())).collect();
        let path = format!("{BASE}/upload?{}&revision=0", query("托书", "zh", "EXCEL"));
        assert_eq!(admin.upload(&path, &[("托书.xlsx", &with_cell("{foo}"))]).message, "模板含有未知变量：foo");
        done(admin.upload(&path, &[("托书.xlsx", &with_cell(&all))]));
        done(admin.upload(&path.replace("revision=0", "revision=1"), &[("托书.xlsx", &with_cell("{goodsName}"))]));
        let own = preview(&admin, "托书", "EXCEL", json!({})).bytes;
        assert_eq!(cell(&own, (0, 0)), Data::String("LED LAMPS".to_owned()));
        assert_eq!(
            cell(&preview(&admin, "送货通知", "EXCEL", json!({})).bytes, (1, 0)),
            Data::String("交货托书".into())
        );
    });
}
