//! The frame around what a call answers. Calls of the chat and of the supplier platform have one of their own, for refusals
//! as for successes (requirement platform-call-envelope).

use serde_json::{Value as Json, json};

use crate::field::push_text;

/// How the answers of a call are framed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Frame {
    /// `{code, messageInfo, data}`; 0 is success.
    #[default]
    Own,
    /// `{code, data, message}`; 200 is success.
    Supplier,
}

/// Where the frame of the supplier platform holds.
const SUPPLIER_PATHS: [&str; 2] = ["/api-uc/", "/api-yc/"];
/// Its code for success.
const SUPPLIER_DONE: i64 = 200;

impl Frame {
    /// That of a path.
    pub fn of(path: &str) -> Self {
        if SUPPLIER_PATHS.iter().any(|begin| path.starts_with(begin)) { Self::Supplier } else { Self::Own }
    }

    /// The whole answer, with the data already written as JSON. `code` is the product's own, 0 for success.
    pub(crate) fn text(self, code: i64, message: &str, data: &str) -> String {
        let mut body = String::with_capacity(data.len() + message.len() + 48);
        body.push_str("{\"code\":");
        if self == Self::Own {
            body.push_str(&code.to_string());
            body.push_str(",\"messageInfo\":");
            push_text(message, &mut body);
            body.push_str(",\"data\":");
            body.push_str(data);
        } else {
            body.push_str(&if code == 0 { SUPPLIER_DONE } else { code }.to_string());
            body.push_str(",\"data\":");
            body.push_str(data);
            body.push_str(",\"message\":");
            push_text(message, &mut body);
        }
        body.push('}');
        body
    }

    /// Its schema around that of the data.
    pub(crate) fn schema(self, data: &Json) -> Json {
        let message = if self == Self::Own { "messageInfo" } else { "message" };
        json!({
            "type": "object",
            "required": ["code", message, "data"],
            "properties": { "code": { "type": "integer" }, (message): { "type": "string" }, "data": data },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_path_has_its_frame_for_success_and_refusal() {
        let frame = Frame::of("/api-uc/yxim/message");
        assert_eq!(frame.text(0, "操作成功", "[1]"), r#"{"code":200,"data":[1],"message":"操作成功"}"#);
        assert_eq!(frame.text(1, "a\"b", "null"), r#"{"code":1,"data":null,"message":"a\"b"}"#);
        assert_eq!(Frame::of("/api-yc/api/x"), Frame::Supplier);
        for own in ["/api-ucx/y", "/hrs/im/page", "/x/api-uc/y"] {
            assert_eq!(Frame::of(own), Frame::Own, "{own}");
        }
        assert_eq!(Frame::Own.text(0, "好", "{}"), r#"{"code":0,"messageInfo":"好","data":{}}"#);
    }
}
