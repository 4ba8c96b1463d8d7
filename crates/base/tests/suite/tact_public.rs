//! What the platform publishes: editions, the fall-back of a company's prices to them, adopting, comparing, watching.

use serde_json::{Value as Json, json};
use testkit::{Caller, done, field, refused};

use super::tact::{priced, rate, told, with_rates};

const BASE: &str = "/afbase/tactPublic";
const EDITION: &str = "/afbase/tactPublic/edition";

fn line(more: Json) -> Json {
    let mut line = json!({
        "carrierCode": "X9", "departure": "PVG", "arrival": "FRA", "currency": "CNY", "minimum": "420",
        "rateN": "47.62", "rate45": "37.20", "rate100": "33.93", "rate300": "29.91", "rate500": "27.00",
    });
    for (name, value) in more.as_object().unwrap() {
        line[name] = value.clone();
    }
    line
}

/// A draft of an edition; its id.
fn draft(platform: &Caller<'_>, no: &str, from: &str, lines: Json) -> String {
    let body = json!({ "editionNo": no, "effectiveFrom": from, "lines": lines });
    field(&done(platform.post(EDITION, body)), "id").to_owned()
}

fn act(platform: &Caller<'_>, id: &str, way: &str) -> testkit::Reply {
    let version = platform.ok(&format!("{EDITION}/{id}"))["version"].clone();
    platform.post(&format!("{EDITION}/{id}/{way}"), json!({ "version": version }))
}

fn at(caller: &Caller<'_>, day: &str) -> testkit::Reply {
    let route = "carrierCode=X9&departureStation=PVG&arrivalStation=FRA";
    caller.get(&format!("/afbase/tact/getTactForBillMake?{route}&date={day}&weight=658.5"))
}

fn state(platform: &Caller<'_>) -> Json {
    platform.ok(&format!("{EDITION}/page"))["records"][0]["state"].clone()
}

fn public(caller: &Caller<'_>) -> Json {
    caller.ok(&format!("{BASE}/page"))["records"].clone()
}

// req: af-route-af-tact-public, af-open-tact-pages
#[test]
fn prices_fall_back_to_what_is_published_to_the_cent() {
    with_rates(|world, admin| {
        let platform = world.login("superAdmin");
        let other = world.login("sh01");
        refused(&at(&other, "2026-07-18"), "未查到运价");
        let id = draft(&platform, "2026-07", "2026-07-15", json!([line(json!({}))]));
        refused(&at(&other, "2026-07-18"), "未查到运价");
        assert_eq!((public(&other), state(&platform)), (json!([]), json!("DRAFT")));
        assert_eq!(done(act(&platform, &id, "publish"))["rates"], 1);
        assert_eq!(state(&platform), "EFFECTIVE", "its day is today");
        assert_eq!(told(&priced(&other, "658.5"))[3], "17779.5");
        assert_eq!(field(&priced(&other, "658.5"), "source"), "PLATFORM");
        assert_eq!(told(&priced(admin, "658.5"))[3], "17041.98", "its own comes first");
        let row = public(admin)[0].clone();
        assert_eq!((field(&row, "edition"), row["rate500"].to_string()), ("2026-07", "27".to_owned()));
        let compared = admin.ok(&format!("{BASE}/ownDiff?ids={}", field(&row, "id")));
        assert_eq!((field(&compared[0], "amount"), field(&compared[0], "percent")), ("-560.00", "-4.15"));
        assert_eq!((field(&compared[0], "own"), field(&compared[0], "published")), ("12940.00", "13500.00"));
        // Who has none of its own has nothing to compare; ids that are none are left out.
        assert_eq!(other.ok(&format!("{BASE}/ownDiff?ids={},x,4711", field(&row, "id"))), json!([]));
        assert_eq!(world.login("nobody").get(&format!("{BASE}/page")).status, 403);
        assert_eq!(admin.get(&format!("{EDITION}/page")).status, 403, "editions are the platform's");
    });
}

// req: af-route-af-tact-public
#[test]
fn an_edition_holds_from_its_day_on_and_can_be_withdrawn_before() {
    with_rates(|world, _| {
        let platform = world.login("superAdmin");
        let other = world.login("sh01");
        done(platform.post("/afbase/tact", rate(json!({ "validTo": "2026-12-31" }))));
        let id = draft(&platform, "2026-08", "2026-08-01", json!([line(json!({}))]));
        done(act(&platform, &id, "publish"));
        assert_eq!(state(&platform), "PUBLISHED");
        let total = |day: &str| told(&done(at(&other, day)))[3].clone();
        assert_eq!((total("2026-07-31"), total("2026-08-01")), ("17041.98".to_owned(), "17779.5".to_owned()));
        // A published edition is read-only, and so are its rates.
        let version = platform.ok(&format!("{EDITION}/{id}"))["version"].clone();
        refused(
            &platform.put(&format!("{EDITION}/{id}"), json!({ "version": version, "title": "x" })),
            "版次已发布，不能修改",
        );
        refused(&act(&platform, &id, "publish"), "版次已发布，不能修改");
        let rows = platform.ok("/afbase/tact/page?sort=validFrom,desc")["records"].clone();
        let change = json!({ "version": rows[0]["version"], "remark": "x" });
        let path = format!("/afbase/tact/{}", field(&rows[0], "id"));
        refused(&platform.put(&path, change), "该运价属于已发布的版次，不能修改");
        refused(
            &platform.delete(&format!("{path}?version={}", rows[0]["version"])),
            "该运价属于已发布的版次，不能修改",
        );
        // Withdrawn, what it cut holds as before; on its day it can't be any more.
        done(act(&platform, &id, "withdraw"));
        assert_eq!((state(&platform), total("2026-08-01")), (json!("DRAFT"), "17041.98".to_owned()));
        done(act(&platform, &id, "publish"));
        world.set_clock("2026-07-31 23:59:00");
        let platform = world.login("superAdmin");
        done(act(&platform, &id, "withdraw"));
        done(act(&platform, &id, "publish"));
        world.set_clock("2026-08-01 00:00:00");
        let platform = world.login("superAdmin");
        refused(&act(&platform, &id, "withdraw"), "版次已生效，不能撤回");
    });
}

#[test]
fn an_edition_is_published_whole_or_not_at_all() {
    with_rates(|world, admin| {
        let platform = world.login("superAdmin");
        let bad = json!([line(json!({})), line(json!({})), line(json!({ "arrival": "PVG" }))]);
        let body = json!({ "editionNo": "A", "effectiveFrom": "2026-08-01", "validTo": "2026-07-31", "lines": bad });
        let reply = platform.post(EDITION, body);
        assert_eq!(reply.findings_at("validTo"), ["失效日期不能早于生效日期"]);
        assert_eq!(reply.findings_at("lines.1.arrival"), ["航司与航线重复"]);
        let id = draft(&platform, "A", "2026-08-01", json!([line(json!({})), line(json!({ "arrival": "PVG" }))]));
        let before = world.contents(true);
        let reply = act(&platform, &id, "publish");
        assert_eq!(reply.findings_at("lines.1"), ["X9 PVG-PVG：始发与目的不能相同"]);
        world.unchanged(&before, true);
        let empty = draft(&platform, "B", "2026-08-01", json!([]));
        refused(&act(&platform, &empty, "publish"), "请填写运价明细");
        let past = draft(&platform, "C", "2026-07-14", json!([line(json!({}))]));
        refused(&act(&platform, &past, "publish"), "生效日期不能早于今天");
        assert_eq!(act(&platform, &past, "withdraw").message, "版次未发布");
        assert_eq!(admin.post(&format!("{EDITION}/{id}/publish"), json!({ "version": 1 })).status, 403);
    });
}

#[test]
fn a_published_rate_is_adopted_after_a_question_and_watched() {
    with_rates(|world, admin| {
        let platform = world.login("superAdmin");
        let other = world.login("sh01");
        let first = draft(&platform, "2026-07", "2026-07-15", json!([line(json!({}))]));
        done(act(&platform, &first, "publish"));
        let id = field(&public(admin)[0], "id").to_owned();
        let adopt = |caller: &Caller<'_>, more: Json| caller.post(&format!("{BASE}/{id}/adopt"), more);
        let asked = adopt(admin, json!({ "version": 1 }));
        let question = asked.data["confirms"][0].clone();
        assert_eq!(field(&question, "message"), "已有自有运价，是否替换？");
        let made = done(adopt(admin, json!({ "version": 1, "confirmed": [question["key"]] })));
        assert_eq!(made["validFrom"], "2026-07-15");
        assert_eq!(told(&priced(admin, "658.5"))[3], "17779.5");
        assert_eq!(field(&priced(admin, "658.5"), "source"), "OWN");
        // Without a rate of one's own nothing is asked.
        done(adopt(&other, json!({ "version": 1 })));
        assert_eq!(field(&priced(&other, "658.5"), "source"), "OWN");
        assert_eq!(adopt(&world.login("nobody"), json!({ "version": 1 })).status, 403);
        // Whoever watches the lane is told of the next edition, once; who watches no more is not.
        let watch = |caller: &Caller<'_>| {
            done(caller.post(&format!("{BASE}/{id}/subscribe"), json!({ "version": 1 })))["subscribed"].clone()
        };
        assert_eq!((watch(admin), watch(&other), watch(&other)), (json!(true), json!(true), json!(false)));
        let lines = json!([line(json!({})), line(json!({ "arrival": "LAX" }))]);
        let next = draft(&platform, "2026-08", "2026-08-01", lines);
        done(act(&platform, &next, "publish"));
        let titles = |caller: &Caller<'_>| -> Vec<String> {
            let rows = caller.ok("/prm/message?size=100")["records"].clone();
            rows.as_array().unwrap().iter().map(|row| field(row, "title").to_owned()).collect()
        };
        assert_eq!(titles(admin), ["公布运价X9 PVG-FRA有变化"]);
        assert_eq!(titles(&other), Vec::<String>::new());
    });
}
