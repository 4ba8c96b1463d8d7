//! 生成草稿: templates of contracts are uploaded and looked at, and drafts are made by them.

use std::io::Read;

use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, done, each_database_from, findings, refused};

use super::contract::{act, body, of};
use crate::prm::{lay_agreements, rooms};

const TEMPLATES: &str = "/prm/contractTemplate";
/// A contract as another program writes one (crates/template/src/word/made.py).
const MADE: &[u8] = include_bytes!("../../../template/src/word/made.docx");

fn told(story: impl Fn(&World)) {
    each_database_from(rooms, lay_agreements, story);
}

/// A template without its file.
pub fn lay_template(world: &World) {
    let admin = world.login("demo-admin");
    done(admin.post(TEMPLATES, json!({ "templateName": "仓储合同", "contractType": "仓储", "active": true })));
}

fn upload(admin: &Caller<'_>, id: &str, file: (&str, &[u8])) -> Reply {
    let file = done(admin.upload(&format!("{TEMPLATES}/upload/file"), &[file]));
    let version = admin.ok(&format!("{TEMPLATES}/{id}"))["version"].clone();
    admin.post(&format!("{TEMPLATES}/{id}/upload"), json!({ "version": version, "template": [file] }))
}

fn template(admin: &Caller<'_>, name: &str) -> String {
    let body = json!({ "templateName": name, "contractType": "运输", "active": true });
    done(admin.post(TEMPLATES, body))["id"].as_str().expect("an id").to_owned()
}

/// The text of a part of a file.
fn part(file: &[u8], name: &str) -> String {
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(file.to_vec())).expect("a package");
    let mut text = String::new();
    zip.by_name(name).expect("the part").read_to_string(&mut text).expect("text");
    text
}

/// What a reader sees of a part, without its marks.
fn words(file: &[u8], name: &str) -> String {
    let mut out = String::new();
    let mut inside = false;
    for letter in part(file, name).chars() {
        match letter {
            '<' => inside = true,
            '>' => inside = false,
            _ if !inside => out.push(letter),
            _ => {}
        }
    }
    out
}

/// A part put in place of another, as somebody would who edits the file.
fn edited(from: &str, to: &str) -> Vec<u8> {
    use std::io::Write;
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(MADE.to_vec())).expect("a package");
    let mut out = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for place in 0..zip.len() {
        let mut file = zip.by_index(place).expect("a part");
        let name = file.name().expect("a name").to_string();
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).expect("reads");
        if name == "word/document.xml" {
            bytes = String::from_utf8(bytes).expect("text").replacen(from, to, 1).into_bytes();
        }
        out.start_file(name, zip::write::SimpleFileOptions::default()).expect("begins");
        out.write_all(&bytes).expect("writes");
    }
    out.finish().expect("ends").into_inner()
}

#[test]
fn a_template_is_looked_at_before_it_is_kept() {
    told(|world| {
        let admin = world.login("demo-admin");
        let id = template(&admin, "运输合同");
        let twice = admin.post(TEMPLATES, json!({ "templateName": "运输合同", "contractType": "仓储" }));
        assert_eq!(findings(&twice), [("templateName".to_owned(), "模板名称已存在".to_owned())]);
        assert_eq!(admin.ok("/prm/contract/template"), json!([]), "without a file it is none yet");
        let at = |message: &str| ("template".to_owned(), message.to_owned());
        let unknown = upload(&admin, &id, ("合同.docx", &edited("甲方：", "甲方{partyName}：")));
        assert_eq!(findings(&unknown), [at("正文第2段“甲方{partyName}：{coopName}”：未知占位符{partyName}")]);
        let version = admin.ok(&format!("{TEMPLATES}/{id}"))["version"].clone();
        let bare = admin.post(&format!("{TEMPLATES}/{id}/upload"), json!({ "version": version }));
        assert_eq!(findings(&bare)[0].0, "template");
        assert_eq!(admin.ok("/prm/contract/template"), json!([]));
        done(upload(&admin, &id, ("运输合同.docx", MADE)));
        let page = admin.ok(&format!("{TEMPLATES}/page?size=10"));
        assert_eq!(page["records"][0]["fileName"], json!("运输合同.docx"));
        assert_eq!(admin.ok("/prm/contract/template")[0]["templateName"], json!("运输合同"));
        assert_eq!(of(&admin, "contractTemplate", "运输"), json!(id));
    });
}

#[test]
fn a_draft_is_the_template_filled_and_hangs_on_its_contract() {
    told(|world| {
        let admin = world.login("demo-admin");
        let id =
            done(admin.post("/prm/contract", body(world, &admin, "2026-08-10")))["id"].as_str().unwrap().to_owned();
        // Ours, where the company has none.
        done(act(&admin, (&id, "draft"), json!({})));
        let files = |caller: &Caller<'_>| caller.ok(&format!("/prm/contract/{id}"))["files"].clone();
        assert_eq!(files(&admin)[0]["name"], json!("HT-26070001_草稿1.docx"));
        let coop = of(&admin, "coop", "KH001");
        let wanted = |more: Json| {
            let mut asked = json!({ "coopId": coop, "contractId": id });
            asked.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            asked
        };
        let ours = admin.post("/prm/contract/draft", wanted(json!({}))).bytes;
        let text = words(&ours, "word/document.xml");
        for said in ["货运代理服务合同", "乙方（受托方）：演示公司", "本合同自 2026-01-01 起至 2026-08-10 止。"]
        {
            assert!(text.contains(said), "{said} in {text}");
        }
        assert!(!text.contains('{'), "{text}");
        let own = template(&admin, "运输合同");
        refused(
            &admin.post("/prm/contract/draft", wanted(json!({ "templateId": own }))),
            "模板不存在、已停用或未上传文件",
        );
        done(upload(&admin, &own, ("运输合同.docx", MADE)));
        let hostile = "甲&乙<b>{creditLimit}{orgName}";
        world.database(|_, conn| {
            use platform::store::{Value, sql};
            let mut update = sql::update(2, "coop", &[("coop_full_name", Value::Text(hostile.to_owned()))]);
            update.and_where(sql::eq("coop_code", "KH001".to_owned()));
            conn.exec(&update.into()).expect("renames it");
        });
        let filled = admin.post("/prm/contract/draft", wanted(json!({ "templateId": own }))).bytes;
        let text = words(&filled, "word/document.xml");
        assert!(text.contains("甲方：甲&amp;乙&lt;b&gt;{creditLimit}{orgName}"), "a name is a text: {text}");
        assert!(text.contains("乙方：演示公司（以下简称乙方）"), "runs are joined: {text}");
        assert_eq!(words(&filled, "word/footer1.xml").trim(), "有效期至2026-08-10");
        done(act(&admin, (&id, "draft"), json!({ "templateId": own, "coopId": coop })));
        assert_eq!(files(&admin).as_array().map(Vec::len), Some(2));
        let other = of(&admin, "coop", "KH002");
        let reply = act(&admin, (&id, "draft"), json!({ "coopId": other }));
        assert_eq!(findings(&reply), [("coopId".to_owned(), "合同没有该合同方".to_owned())]);
        let plain = admin.post("/prm/contract/draft", json!({ "coopId": coop })).bytes;
        assert!(words(&plain, "word/document.xml").contains("本合同自 ________ 起至 ________ 止。"));
        for login in ["nobody", "sh01"] {
            let reply = world.login(login).post("/prm/contract/draft", wanted(json!({})));
            assert!(matches!(reply.status, 403 | 404), "{login}: {}", reply.status);
        }
        assert_eq!(world.anonymous().post("/prm/contract/draft", wanted(json!({}))).status, 401);
    });
}
