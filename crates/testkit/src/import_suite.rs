//! What every declared import must stand: its template opens, a good file is written and taken back whole, a bad cell is
//! located, and nobody names what is another company's.
#![expect(clippy::indexing_slicing, reason = "a wrong answer is a failed test")]

use std::collections::BTreeMap;

use platform::web::percent_encoded;
use serde_json::{Value as Json, json};

use crate::text_suite::LONG_CELL;
use crate::{Caller, World};

/// Rounds of mending until a row must be good.
const ROUNDS: usize = 40;
/// Texts that forms ask for by rules of their own: of a form, or of every form (`*`), the field and what to write.
const SAMPLES: &[(&str, &str, &[&str])] = &[
    ("*", "timeZone", &["Asia/Shanghai"]),
    ("base.tact.form", "arrival", &["FRA"]),
    ("prm.coop.form", "coopType", &["供应商"]),
    ("prm.coop.form", "subTypes", &["车队"]),
    ("prm.coop.form", "businessScopes", &["AE,LC"]),
    ("base.tact.form", "departure", &["PVG"]),
    ("base.tact.form", "carrierCode", &["CA", "MU"]),
    ("css.rate-card.form", "serviceItemId", &["AE GX01"]),
    ("af.awb-blacklist.form", "prefix", &["990", "999", "781"]),
    ("af.awb-blacklist.form", "from", &["12345675"]),
    ("af.awb-blacklist.form", "to", &["12345675"]),
    ("*", "email", &["new09@example.com"]),
    ("*", "phone", &["13911119901"]),
    ("*", "prefix", &["901", "902", "903", "904", "905", "906", "907", "908", "909"]),
    ("base.air-category.form", "categoryType", &["21", "22", "29", "30", "31", "32", "33", "34"]),
    ("sc.track-code.form", "code", &["GTIN", "DEPA", "ARRI", "DISC"]),
    (
        "base.category.form",
        "categoryType",
        &[
            "22", "23", "24", "25", "26", "27", "28", "29", "30", "31", "10", "11", "12", "13", "14", "15", "16", "17",
            "18", "19", "20", "21",
        ],
    ),
];
/// Forms whose rows must be there already (words of pages), or are not taken back (orders, which are cancelled): their
/// room proves the import.
const OF_THE_ROOM: &[&str] = &[
    "hrs.language.form",
    "sc.ai-order.form",
    "sc.se-order.form",
    "sc.si-order.form",
    "sc.te-order.form",
    "sc.ti-order.form",
    "sc.lc-order.form",
    "sc.io-order.form",
];
/// Texts in the order they are tried for a field that takes a text.
const TEXTS: &[&str] =
    &["XQ", "XQJ", "CNXQJ", "测试一", "XQJ01", "1234", "123456", "987", "990-12345675", "99012345675"];

/// Runs everything on the imports of these forms.
pub(crate) fn run(world: &World, forms: &[&Json]) {
    let (company, platform) = (world.login("demo-admin"), world.login("superAdmin"));
    let imports = |form: &&&Json| {
        let template = format!("{}/import/template", form["create"]["path"].as_str().unwrap_or_default());
        !OF_THE_ROOM.contains(&form["key"].as_str().unwrap_or_default())
            && world.app.registry.operations.iter().any(|one| one.path == template)
    };
    let forms: Vec<&&Json> = forms.iter().filter(imports).collect();
    if forms.is_empty() {
        return;
    }
    // What the clock asks for at this moment is done before.
    world.run_jobs();
    let before = stored(world);
    for form in forms {
        let base = form["create"]["path"].as_str().unwrap_or_default().to_owned();
        let node = world.app.registry.nodes.iter().find(|node| form["access"] == json!(node.code));
        let of_platform = node.is_some_and(|node| node.platform);
        let (admin, other) = if of_platform { (&platform, &company) } else { (&company, &platform) };
        Known { world, form, base, admin, other }.all();
    }
    let after = stored(world);
    let of = |lines: &[String], others: &[String]| -> Vec<String> {
        lines.iter().filter(|line| !others.contains(line)).cloned().collect()
    };
    if before != after {
        panic!("{}: imports left {:#?}, took {:#?}", world.database, of(&after, &before), of(&before, &after));
    }
}

/// What jobs and imports themselves leave behind.
const PASSING: &[&str] = &["job_", "import_", "list_setting", "number_series", "idempotency_key", "org ", "kept_file"];

/// All rows but those of the jobs.
fn stored(world: &World) -> Vec<String> {
    let lines = world.contents(false).into_iter();
    lines.filter(|line| !PASSING.iter().any(|table| line.starts_with(table))).collect()
}

struct Known<'a> {
    world: &'a World,
    form: &'a Json,
    base: String,
    admin: &'a Caller<'a>,
    other: &'a Caller<'a>,
}

/// A column an import takes.
struct Taken {
    name: String,
    label: String,
    field: Json,
    required: bool,
}

/// A row under construction: the text of each field, and how many texts of it were tried.
type Draft = BTreeMap<String, (String, usize)>;

impl Known<'_> {
    fn all(&self) {
        let columns = self.template();
        let draft = self.good_row(&columns);
        self.written_and_undone(&columns, &draft);
        self.bad_cell(&columns, &draft);
        self.in_pieces(&columns, &draft);
        self.long_cells(&columns, &draft);
        self.strange_references(&columns, &draft);
    }

    fn key(&self) -> &str {
        self.form["key"].as_str().unwrap_or_default()
    }

    fn said(&self, about: &str) -> String {
        format!("{} {}: {about}", self.world.database, self.key())
    }

    fn at(&self, rest: &str) -> String {
        format!("{}/import/{rest}", self.base)
    }

    /// The template reads back as the columns there are, and holds no row.
    fn template(&self) -> Vec<Taken> {
        let template = self.admin.get(&self.at("template"));
        assert!(template.bytes.starts_with(b"PK"), "{}", self.said("template"));
        let read = self.admin.upload(&self.at("read"), &[("a.xlsx", &template.bytes)]);
        assert_eq!(read.message, "文件中没有数据行", "{}", self.said("an empty template"));
        let heads = crate::workbook::rows_of(&template.bytes).swap_remove(0);
        let line: Vec<&str> = heads.iter().map(|_| "x").collect();
        let quoted: Vec<String> = heads.iter().map(|head| format!("\"{head}\"")).collect();
        let text = format!("{}\n{}\n", quoted.join(","), line.join(","));
        let read = self.admin.upload(&self.at("read"), &[("a.csv", text.as_bytes())]);
        assert_eq!(read.code, 0, "{}: {}", self.said("read"), read.message);
        let columns = read.data["columns"].as_array().cloned().unwrap_or_default();
        let columns: Vec<Taken> = columns
            .iter()
            .map(|column| Taken {
                name: column["field"]["name"].as_str().unwrap_or_default().to_owned(),
                label: column["field"]["label"]["zh"].as_str().unwrap_or_default().to_owned(),
                required: column["required"] == json!(true),
                field: column["field"].clone(),
            })
            .collect();
        let names: Vec<Json> = columns.iter().map(|column| json!(column.name)).collect();
        let matched = read.data["matched"].as_array().cloned().unwrap_or_default();
        let matched: Vec<Json> =
            matched.iter().map(|one| if one.is_object() { one["field"].clone() } else { one.clone() }).collect();
        assert_eq!(matched, names, "{}", self.said("the template's own headings"));
        columns
    }

    fn body(&self, columns: &[Taken], draft: &Draft) -> Json {
        let used: Vec<&Taken> = columns.iter().filter(|column| draft.contains_key(&column.name)).collect();
        json!({
            "fileName": "a.xlsx",
            "fields": used.iter().map(|column| &column.name).collect::<Vec<_>>(),
            "headers": used.iter().map(|column| &column.label).collect::<Vec<_>>(),
            "numbers": [2],
            "rows": [used.iter().map(|column| &draft[&column.name].0).collect::<Vec<_>>()],
            "accept": true,
        })
    }

    /// Field and message of each bad cell.
    fn faults(&self, columns: &[Taken], draft: &Draft) -> Vec<(String, String)> {
        let reply = self.admin.post(&self.at("check"), self.body(columns, draft));
        assert_eq!(reply.code, 0, "{}: {}", self.said("check"), reply.message);
        let cells = reply.data["cells"].as_array().cloned().unwrap_or_default();
        let text = |cell: &Json, name: &str| cell[name].as_str().unwrap_or_default().to_owned();
        for cell in &cells {
            assert_eq!(cell["row"], json!(2), "{}", self.said("the row of a bad cell"));
        }
        cells.iter().map(|cell| (text(cell, "field"), text(cell, "message"))).collect()
    }

    /// A row the form takes: what must be filled in, mended by what the check says of it.
    fn good_row(&self, columns: &[Taken]) -> Draft {
        let mut draft = Draft::new();
        let wanted = |column: &&Taken| column.required;
        for column in columns.iter().filter(wanted).chain(columns) {
            if column.required || draft.is_empty() {
                let text = self.texts(column).first().cloned();
                draft.extend(text.map(|text| (column.name.clone(), (text, 0))));
            }
        }
        for _ in 0..ROUNDS {
            let faults = self.faults(columns, &draft);
            let Some((field, _)) = faults.first() else { return draft };
            let next = draft.get(field).map_or(0, |(_, tried)| tried + 1);
            let column = columns.iter().find(|column| column.name == *field);
            let text = column.and_then(|column| self.texts(column).get(next).cloned());
            let text = text.unwrap_or_else(|| panic!("{}: {faults:?} {draft:?}", self.said("no good row")));
            draft.insert(field.clone(), (text, next));
        }
        panic!("{}: {draft:?}", self.said("no good row"))
    }

    /// Texts worth trying for a column, the likeliest first.
    fn texts(&self, column: &Taken) -> Vec<String> {
        let own = SAMPLES.iter().find(|(form, field, _)| ["*", self.key()].contains(form) && *field == column.name);
        if let Some((_, _, texts)) = own {
            return texts.iter().map(|text| (*text).to_owned()).collect();
        }
        if let Some(source) = column.field["reference"].as_str() {
            return self.offers(self.admin, source);
        }
        if let Some(number) = column.field["dictionary"].as_i64() {
            let path = format!("/afbase/category/modelCategory?categoryType={number}");
            let values = self.admin.get(&path).data;
            let text = |row: &Json| row["paramText"].as_str().map(ToOwned::to_owned);
            return values.as_array().into_iter().flatten().filter_map(text).collect();
        }
        if let Some(options) = column.field["options"].as_array() {
            let label = |option: &Json| option["label"]["zh"].as_str().map(ToOwned::to_owned);
            return options.iter().filter_map(label).collect();
        }
        let texts: &[&str] = match column.field["kind"].as_str().unwrap_or_default() {
            "int" | "decimal" => &["1", "10", "100", "2", "5"],
            "bool" => &["是", "否"],
            "day" => &["2026-07-16", "2026-07-14", "2026-08-01", "2027-07-01"],
            "instant" => &["2026-07-16 10:00", "2026-07-14 10:00"],
            _ => TEXTS,
        };
        texts.iter().map(|text| (*text).to_owned()).collect()
    }

    /// What a select offers a caller, as a user writes it.
    fn offers(&self, caller: &Caller<'_>, source: &str) -> Vec<String> {
        let (name, query) = source.split_once('?').unwrap_or((source, ""));
        let reply = caller.get(&format!("/platform/select/{name}?{query}"));
        let rows = reply.data.as_array().cloned().unwrap_or_default();
        let of = |row: &Json, name: &str| row[name].as_str().filter(|text| !text.is_empty()).map(ToOwned::to_owned);
        // A code is written as it is, what only has an id by its name.
        let is_code = |value: &String| value.parse::<i64>().is_err();
        let text = |row: &Json| of(row, "value").filter(is_code).or_else(|| of(row, "label"));
        rows.iter().filter_map(text).take(20).collect()
    }

    fn run(&self, columns: &[Taken], draft: &Draft) -> Json {
        let put = self.admin.post(&self.at("run"), self.body(columns, draft));
        assert_eq!(put.code, 0, "{}: {}", self.said("run"), put.message);
        self.world.run_jobs();
        let job = format!("job/{}", put.data["taskId"].as_str().unwrap_or_default());
        self.admin.ok(&self.at(&job))
    }

    /// Rows of the list beside the form.
    fn listed(&self) -> Option<i64> {
        let lists = &self.world.app.registry.lists;
        let list = lists.iter().find(|list| self.form["key"] == json!(list.form) && list.overlay.is_empty())?;
        self.admin.ok(&format!("{}/total", list.base))["total"].as_i64()
    }

    fn written_and_undone(&self, columns: &[Taken], draft: &Draft) {
        let before = self.listed();
        let done = self.run(columns, draft);
        assert_eq!((&done["added"], &done["status"]), (&json!(1), &json!("已完成")), "{}: {done}", self.said("run"));
        assert_eq!(done["canUndo"], json!(true), "{}", self.said("can be taken back"));
        assert_eq!(self.listed(), before.map(|rows| rows + 1), "{}", self.said("listed"));
        // Nobody else takes it back.
        let undo = self.at(&format!("undo/{}", done["id"].as_str().unwrap_or_default()));
        let refused = self.other.post(&undo, json!({}));
        assert!([403, 404].contains(&refused.status), "{}", self.said("undone by another company"));
        let reply = self.admin.post(&undo, json!({}));
        assert_eq!(reply.code, 0, "{}: {}", self.said("undo"), reply.message);
        assert_eq!(self.listed(), before, "{}", self.said("taken back"));
        assert_ne!(self.admin.post(&undo, json!({})).code, 0, "{}", self.said("undone twice"));
    }

    /// A cell that is empty, or no number, is named with its row and column, and nothing is written.
    fn bad_cell(&self, columns: &[Taken], draft: &Draft) {
        let Some(column) = columns.iter().find(|column| column.required) else { return };
        let mut bad = draft.clone();
        bad.insert(column.name.clone(), (String::new(), 0));
        if bad.len() == 1 {
            let Some(more) = columns.iter().find(|other| other.name != column.name) else { return };
            bad.insert(more.name.clone(), ("x".to_owned(), 0));
        }
        let faults = self.faults(columns, &bad);
        assert!(faults.iter().any(|(field, _)| *field == column.name), "{} {faults:?}", self.said(&column.name));
        let done = self.run(columns, &bad);
        assert_eq!((&done["added"], &done["status"]), (&json!(0), &json!("失败")), "{}", self.said("a bad file"));
    }

    /// Rows that stand in each other's way do so in whichever pieces they are checked.
    fn in_pieces(&self, columns: &[Taken], draft: &Draft) {
        let mut body = self.body(columns, draft);
        let row = body["rows"][0].clone();
        body["rows"] = json!([row, row, row]);
        body["numbers"] = json!([2, 3, 4]);
        let check = || {
            let reply = self.admin.post(&self.at("check"), body.clone());
            assert_eq!(reply.code, 0, "{}: {}", self.said("check"), reply.message);
            reply.data
        };
        let together = check();
        let pieces = &self.world.app.pieces;
        let before = pieces.ended();
        pieces.narrow(1, 1_000);
        let apart = check();
        assert_eq!(pieces.ended() - before, 3, "{}", self.said("a piece for each row"));
        pieces.narrow(500, 1_000);
        assert_eq!(apart, together, "{}", self.said("in pieces and in one"));
    }

    /// A cell that is longer than anything in the database is named with its row and column, whatever it is for.
    fn long_cells(&self, columns: &[Taken], draft: &Draft) {
        let kind = |column: &Taken| (column.field["kind"].clone(), column.field["reference"].is_string());
        let mut kinds = Vec::new();
        for column in columns {
            // A long text may have its place in a few columns, which hold it.
            let room = column.field["maxLength"].as_u64().and_then(|most| usize::try_from(most).ok());
            // What the server gives, or this row has no place for, is not read.
            let unread = column.field["readOnly"] == json!(true) || !column.field["when"].is_null();
            if unread || kinds.contains(&kind(column)) || room.is_some_and(|most| most >= LONG_CELL) {
                continue;
            }
            kinds.push(kind(column));
            let mut bad = draft.clone();
            bad.insert(column.name.clone(), ("字".repeat(LONG_CELL), 0));
            let faults = self.faults(columns, &bad);
            let about = self.said(&format!("{} of {LONG_CELL} letters: {faults:?}", column.name));
            assert!(faults.iter().any(|(field, _)| *field == column.name), "{about}");
        }
    }

    /// What only another company has is not there, and neither is what nobody has.
    fn strange_references(&self, columns: &[Taken], draft: &Draft) {
        for column in columns.iter() {
            let Some(source) = column.field["reference"].as_str() else { continue };
            let name = source.split('?').next().unwrap_or(source);
            let offered = |text: &str| {
                let rows = self.admin.get(&format!("/platform/select/{name}?keyword={}", percent_encoded(text)));
                rows.data
                    .as_array()
                    .is_some_and(|rows| rows.iter().any(|row| [&row["label"], &row["value"]].contains(&&json!(text))))
            };
            let foreign = self.offers(self.other, source).into_iter().find(|text| !offered(text));
            for text in [Some("没有这个".to_owned()), foreign].into_iter().flatten() {
                let mut bad = draft.clone();
                bad.insert(column.name.clone(), (text.clone(), 0));
                let faults = self.faults(columns, &bad);
                let about = self.said(&format!("{} = {text}: {faults:?}", column.name));
                assert!(faults.iter().any(|(field, _)| *field == column.name), "{about}");
            }
        }
    }
}
