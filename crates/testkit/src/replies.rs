//! What the tests of all rooms ask of an answer.

use seed::Reply;
use serde_json::Value as Json;

/// A text member of a row; empty when there is none.
pub fn field<'a>(row: &'a Json, name: &str) -> &'a str {
    row.get(name).and_then(Json::as_str).unwrap_or_default()
}

/// The call was done; its data.
#[track_caller]
pub fn done(reply: Reply) -> Json {
    assert_eq!((reply.status, reply.code), (200, 0), "{} {}", reply.message, reply.data);
    reply.data
}

/// The call was refused with this sentence.
#[track_caller]
pub fn refused(reply: &Reply, message: &str) {
    assert_eq!((reply.status, reply.code, reply.message.as_str()), (200, 1, message), "{}", reply.data);
}

/// Fields and messages of the findings of a refusal.
pub fn findings(reply: &Reply) -> Vec<(String, String)> {
    let list = reply.data.get("findings").and_then(Json::as_array).cloned().unwrap_or_default();
    list.iter().map(|each| (field(each, "field").to_owned(), field(each, "message").to_owned())).collect()
}
