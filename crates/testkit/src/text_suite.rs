//! Texts no database takes: too long to be looked for, too many, or with the null character. Whoever takes a text from a
//! caller refuses them by its name, before a statement is made of them.

use platform::registry::{Body, Operation};
use serde_json::{Value as Json, json};

use crate::World;
use crate::list_suite::Known;

/// Longer than any value that is looked for, and longer than any parameter.
const LONG_VALUE: usize = 1_001;
const LONG_PARAMETER: usize = 20_001;
/// More letters than a search of SQLite takes.
pub(crate) const LONG_CELL: usize = 66_000;
/// More entries than any list has.
const ENTRIES: usize = 20_001;

/// Every filter of a list refuses a value nobody looks for, wherever the filter comes from.
pub(crate) fn list(known: &Known<'_>) {
    let told = |path: String| {
        let reply = known.admin.get(&path);
        (reply.status, reply.message)
    };
    for filter in known.list.filters {
        let about = known.said(filter.name);
        let with = |value: &str| known.path("page", &format!("{}={value}", filter.name));
        let long = format!("{}不能超过1000个字符", filter.field.zh);
        assert_eq!(told(with(&"x".repeat(LONG_VALUE))), (400, long), "{about}");
        let endless = format!("参数{}不能超过20000个字符", filter.name);
        assert_eq!(told(with(&"x".repeat(LONG_PARAMETER))), (400, endless), "{about}");
        let null = format!("参数{}含有不能保存的字符", filter.name);
        assert_eq!(told(with("a%00b")), (400, null), "{about}");
    }
    let Some(filter) = known.list.filters.first().filter(|_| !known.list.export.is_empty()) else { return };
    for call in ["exportExcel", "print"] {
        let asked = json!({ "filters": { filter.name: "x".repeat(LONG_CELL) } });
        let reply = known.admin.post(&format!("{}/{call}", known.list.base), asked);
        assert!(reply.status < 500, "{}: {}", known.said(call), reply.message);
    }
}

/// Every select refuses more letters than any name has.
pub(crate) fn selects(world: &World) {
    let admin = world.login("demo-admin");
    for (name, _) in &world.app.registry.selects {
        for asked in ["keyword", "value", "role"] {
            let reply = admin.get(&format!("/platform/select/{name}?{asked}={}", "x".repeat(LONG_VALUE)));
            let refused = (reply.status, reply.message.as_str());
            let long = format!("参数{asked}不能超过500个字符");
            assert!(refused.0 == 403 || refused == (400, long.as_str()), "{name} {asked}: {refused:?}");
        }
    }
}

/// Every call refuses what stands in its path, its parameters and its body and no text may hold.
pub(crate) fn calls<'a>(world: &World, operations: impl Iterator<Item = &'a Operation>) {
    let admin = world.login("demo-admin");
    for (path, operation) in operations.flat_map(|one| one.addresses().map(move |path| (path, one))) {
        let method = operation.method.name().to_uppercase();
        let refused = |path: &str, body: Json, wanted: &str| {
            let reply = admin.call(&method, path, body);
            let told = (reply.status, reply.message.as_str());
            let about = format!("{} {}: {told:?}", world.database, operation.id);
            assert!(matches!(told.0, 401 | 403) || told == (400, wanted), "{about}, not {wanted}");
        };
        let filled = path.split('/').map(|part| if part.starts_with('{') { "1" } else { part });
        let filled = filled.collect::<Vec<_>>().join("/");
        // Of several parts that are wrong the first by its name is told.
        let parts = path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
        if let Some(name) = parts.min() {
            let null = path.split('/').map(|part| if part.starts_with('{') { "a%00b" } else { part });
            let null = null.collect::<Vec<_>>().join("/");
            refused(&null, json!({}), &format!("参数{name}含有不能保存的字符"));
        }
        if let Some((name, _)) = operation.params.first() {
            refused(&format!("{filled}?{name}=a%00b"), json!({}), &format!("参数{name}含有不能保存的字符"));
        }
        if matches!(operation.body, Body::Json(_)) {
            let said = "请求内容无法识别：a";
            refused(&filled, json!({ "a": "x\u{0}" }), &format!("{said}：含有不能保存的字符"));
            // A small body has no room for so many.
            if operation.body_bytes_max > ENTRIES * 3 {
                refused(&filled, json!({ "a": vec![0; ENTRIES] }), &format!("{said}：不能超过20000项"));
            }
        }
    }
}
