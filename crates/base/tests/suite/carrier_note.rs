//! What a carrier demands: written by the company or the platform, read beside the waybill form.

use serde_json::{Value as Json, json};
use testkit::{Caller, World, done, each_database_from};

use super::super::{codes, loaded, rooms};

const NOTE: &str = "/afbase/carrier/note/LH";
const SHOWN: &str = "/afbase/carrier/noteOf/020";

fn story(story: impl Fn(&World)) {
    each_database_from(rooms, loaded, story);
}

fn write(caller: &Caller<'_>, version: i64, text: &str) -> testkit::Reply {
    caller.put(NOTE, json!({ "version": version, "text": text }))
}

fn shown(caller: &Caller<'_>) -> Json {
    caller.ok(SHOWN)["text"].clone()
}

#[test]
fn a_company_writes_over_what_the_platform_says_of_a_carrier() {
    story(|world| {
        let (platform, writer, other) = (world.login("superAdmin"), world.login("doc01"), world.login("sh01"));
        assert_eq!(writer.ok(SHOWN), json!(null), "nobody wrote anything");
        assert_eq!(writer.ok("/afbase/carrier/noteOf/000"), json!(null), "a prefix of no carrier");
        done(write(&platform, 0, "<p>平台要求</p>"));
        assert_eq!((shown(&writer), shown(&other)), (json!("<p>平台要求</p>"), json!("<p>平台要求</p>")));
        done(write(&writer, 0, "<p>收货人须填电话</p>"));
        assert_eq!((shown(&writer), shown(&other)), (json!("<p>收货人须填电话</p>"), json!("<p>平台要求</p>")));
        assert_eq!(shown(&platform), json!("<p>平台要求</p>"));
        let own = json!({
            "carrierCode": "LH", "version": 1, "text": "<p>收货人须填电话</p>", "platformText": "<p>平台要求</p>",
        });
        assert_eq!(writer.ok(NOTE), own);
        let others = json!({ "carrierCode": "LH", "version": 0, "text": null, "platformText": "<p>平台要求</p>" });
        assert_eq!(other.ok(NOTE), others, "another company sees nothing of it");
        // An emptied note lets the platform's hold again, and may be written anew.
        done(write(&writer, 1, "<p><br></p>"));
        assert_eq!((shown(&writer), writer.ok(NOTE)["version"].clone()), (json!("<p>平台要求</p>"), json!(2)));
        done(write(&writer, 2, "<p>新</p>"));
        assert_eq!(shown(&writer), json!("<p>新</p>"));
    });
}

#[test]
fn a_note_is_written_by_those_who_may_upon_what_they_read() {
    story(|world| {
        let writer = world.login("doc01");
        assert_eq!((world.anonymous().get(SHOWN).status, world.anonymous().get(NOTE).status), (401, 401));
        assert_eq!(world.login("nobody").get(SHOWN).status, 403);
        for without in ["nobody", "sales01"] {
            let caller = world.login(without);
            assert_eq!((caller.get(NOTE).status, write(&caller, 0, "<p>a</p>").status), (403, 403), "{without}");
        }
        assert_eq!(writer.get("/afbase/carrier/note/0_").status, 404);
        assert_eq!(writer.put("/afbase/carrier/note/0_", json!({ "version": 0, "text": "<p>a</p>" })).status, 404);
        assert_eq!(write(&writer, 1, "<p>a</p>").code, 3, "of a version there is not");
        done(write(&writer, 0, "<p>旧</p>"));
        assert_eq!(write(&writer, 0, "<p>b</p>").code, 3, "somebody was first");
        done(write(&writer, 1, "<p>新</p>"));
        assert_eq!((write(&writer, 1, "<p>c</p>").code, shown(&writer)), (3, json!("<p>新</p>")));
        let admin = world.login("demo-admin");
        let page = admin.ok("/afbase/carrier/page?keyword=020");
        assert!(codes(&page, "carrierCode").contains(&"LH".to_owned()), "{page}");
        let id = page["records"][0]["id"].as_str().unwrap().to_owned();
        let log = admin.ok(&format!("/hrs/log/page?objectType=carrier&objectId={id}"));
        assert_eq!(log.pointer("/records/0/text"), Some(&json!("航司要求：旧 -> 新")));
        // The platform's carrier is not the company's to change, what it demands is.
        assert_eq!(writer.ok("/afbase/carrier/page?keyword=020")["records"][0]["can"], json!(["af-carrier-note"]));
    });
}

#[test]
fn a_note_holds_nothing_that_runs_and_no_more_than_it_may() {
    story(|world| {
        let writer = world.login("doc01");
        let hostile = "<p onclick=alert(1)>品名<script>alert(1)</script><img src=x onerror=alert(1)>\
                       <a href=\"javascript:alert(1)\">须详细</a></p><iframe src=//x.example></iframe>";
        done(write(&writer, 0, hostile));
        for text in [shown(&writer), writer.ok(NOTE)["text"].clone()] {
            let text = text.as_str().unwrap().to_owned();
            assert!(text.starts_with("<p>品名") && text.contains("须详细"), "{text}");
            for bad in ["script", "onclick", "onerror", "iframe", "x.example"] {
                assert!(!text.contains(bad), "{bad} in {text}");
            }
        }
        let long = |letters: usize| format!("<p>{}</p>", "a".repeat(letters));
        assert_eq!(write(&writer, 1, &long(5_001)).findings_at("text"), ["航司要求不能超过5000个字符"]);
        done(write(&writer, 1, &long(5_000)));
        assert_eq!(writer.put(NOTE, json!({ "version": 2, "text": "x", "evil": 1 })).status, 400);
    });
}
