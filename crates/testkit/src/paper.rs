//! Seals for the papers of a story, and the papers read back.

use lopdf::content::Content;
use lopdf::{Document, Object, ObjectId};
use serde_json::{Value as Json, json};

use crate::{Caller, PNG, done, field};

const TEMPLATES: &str = "/hrs/signTemplate";
const UNMOVED: [f32; 6] = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0];

/// Width and distances from the right and the lower edge of the pictures on each page, in millimetres:
/// `40.0 25.0 35.0`.
pub fn pictures_of(pdf: &[u8]) -> Vec<Vec<String>> {
    let document = Document::load_mem(pdf).expect("a PDF");
    document.get_pages().into_values().map(|page| pictures_on(&document, page)).collect()
}

fn pictures_on(document: &Document, page: ObjectId) -> Vec<String> {
    let size = document.get_dictionary(page).and_then(|page| page.get(b"MediaBox")).and_then(Object::as_array);
    let [_, _, width, _] = size.expect("the size of the page").as_slice() else { panic!("a size of four numbers") };
    let page_width = number(width);
    let millimetres = |points: f32| points * 25.4 / 72.0;
    let (mut now, mut kept, mut found) = (UNMOVED, Vec::new(), Vec::new());
    for step in Content::decode(&document.get_page_content(page)).expect("its content").operations {
        match step.operator.as_str() {
            "q" => kept.push(now),
            "Q" => now = kept.pop().unwrap_or(UNMOVED),
            "cm" => now = moved(now, &step.operands.iter().map(number).collect::<Vec<_>>()),
            "Do" => {
                let [width, _, _, height, x, y] = now;
                let (right, low) = (x.max(x + width), y.min(y + height));
                let [width, right, low] = [width.abs(), page_width - right, low].map(millimetres);
                found.push(format!("{width:.1} {:.1} {:.1}", right.abs(), low.abs()));
            }
            _ => {}
        }
    }
    found
}

fn number(object: &Object) -> f32 {
    object.as_float().expect("a number")
}

/// A movement on top of those before it.
fn moved([a, b, c, d, e, f]: [f32; 6], by: &[f32]) -> [f32; 6] {
    let [p, q, r, s, x, y] = *by else { panic!("a movement of six numbers") };
    let across = |p: f32, q: f32| (p * a + q * c, p * b + q * d);
    let ((a2, b2), (c2, d2), (e2, f2)) = (across(p, q), across(r, s), across(x, y));
    [a2, b2, c2, d2, e + e2, f + f2]
}

/// A new sign template; its id. Of a seal or a signature 40 mm wide with its picture, for all scopes and papers in
/// English, where nothing else is said.
pub fn sign_template(caller: &Caller<'_>, more: &Json) -> String {
    let picture = done(caller.upload(&format!("{TEMPLATES}/file"), &[("章.png", PNG)]));
    let mut body = json!({
        "kind": "印章", "sealType": "单证章", "businessScope": "*", "document": "*", "language": "en",
        "widthMm": 40, "files": [picture],
    });
    if let (Some(body), Some(more)) = (body.as_object_mut(), more.as_object()) {
        body.extend(more.clone());
    }
    field(&done(caller.post(TEMPLATES, body)), "id").to_owned()
}

/// Makes a template the default of its use.
pub fn make_default(caller: &Caller<'_>, id: &str) {
    let version = version_of(caller, id);
    done(caller.put(&format!("{TEMPLATES}/default/{id}"), json!({ "version": version })));
}

/// Stops a template.
pub fn stop_template(caller: &Caller<'_>, id: &str) {
    let version = version_of(caller, id);
    done(caller.post(&format!("{TEMPLATES}/{id}/status"), json!({ "active": false, "version": version })));
}

fn version_of(caller: &Caller<'_>, id: &str) -> Json {
    caller.ok(&format!("{TEMPLATES}/{id}")).get("version").cloned().unwrap_or_default()
}
