//! Shorthands of these tests.

use platform::registry::Room;
use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World};

pub use testkit::{done, findings, refused};

pub fn rooms() -> Vec<Room> {
    vec![feedback::room(), publish::room(), operate::room()]
}

/// Rows of a list.
pub fn rows(caller: &Caller<'_>, path: &str) -> Vec<Json> {
    caller.ok(path)["records"].as_array().cloned().unwrap_or_default()
}

pub fn text(json: &Json) -> &str {
    json.as_str().unwrap_or_default()
}

/// Messages of a user, newest first.
pub fn messages(caller: &Caller<'_>) -> Vec<Json> {
    rows(caller, "/prm/message?size=100")
}

/// The id of a company, as the platform's forms offer it.
pub fn org(keeper: &Caller<'_>, code: &str) -> String {
    let offers = keeper.ok(&format!("/platform/select/noticeOrg?keyword={code}"));
    let found = offers.as_array().unwrap().iter().find(|offer| offer["hint"] == code).unwrap().clone();
    text(&found["value"]).to_owned()
}

/// Users of DEMO who have left: eight stay.
pub fn eight_stay(world: &World) {
    let gone = "UPDATE app_user SET active = FALSE WHERE org_id = 2 AND login_name IN \
                ('mgr01', 'doc01', 'wh01', 'buy01', 'nobody')";
    world.database(|_, conn| conn.exec(&platform::store::Stmt::Raw(gone.to_owned(), Vec::new())).unwrap());
}

/// One question of each kind.
pub fn questions() -> Json {
    json!([
        { "kind": "nps", "question": "您愿意向同行推荐本系统吗？", "required": true },
        { "kind": "single", "question": "最常用的模块", "required": false, "choices": ["订单", "运单"] },
        { "kind": "multi", "question": "希望增加", "choices": ["报表", "移动端", "接口"], "least": 1, "most": 2 },
        { "kind": "text", "question": "其他建议" },
        { "kind": "score", "question": "总体评分" },
        { "kind": "matrix", "question": "服务评价", "rows": ["响应", "专业"], "choices": ["满意", "一般"] },
    ])
}

/// A questionnaire for DEMO, with other members than the usual ones.
pub fn write(keeper: &Caller<'_>, more: Json) -> Reply {
    let mut body = json!({
        "title": "使用体验", "pushType": "3", "orgIds": [org(keeper, "DEMO")], "anonymous": false,
        "startAt": "2026-07-15 09:00:00", "endAt": "2026-07-20 18:00:00", "questions": questions(),
    });
    for (name, value) in more.as_object().unwrap() {
        body[name] = value.clone();
    }
    keeper.post("/hrs/questionnaire", body)
}

/// Publishes or closes it in its present version.
pub fn act(keeper: &Caller<'_>, way: &str, id: &str) -> Reply {
    let version = keeper.ok(&format!("/hrs/questionnaire/{id}"))["version"].clone();
    keeper.put(&format!("/hrs/questionnaire/{way}/{id}"), json!({ "version": version }))
}

/// A published one.
pub fn published(keeper: &Caller<'_>, more: Json) -> String {
    let id = text(&done(write(keeper, more))["id"]).to_owned();
    done(act(keeper, "publish", &id));
    id
}

/// Ids of the questions as a user sees them, in their order.
pub fn asked(caller: &Caller<'_>, id: &str) -> Vec<String> {
    let view = caller.ok(&format!("/hrs/questionnaire/view/{id}"));
    view["questions"].as_array().unwrap().iter().map(|each| text(&each["id"]).to_owned()).collect()
}

/// Answers the questions in their order; null for none.
pub fn answer(caller: &Caller<'_>, id: &str, answers: &[Json]) -> Reply {
    let answers: serde_json::Map<String, Json> = asked(caller, id).into_iter().zip(answers.iter().cloned()).collect();
    caller.post("/hrs/questionnaire/submit", json!({ "id": id, "answers": answers }))
}
