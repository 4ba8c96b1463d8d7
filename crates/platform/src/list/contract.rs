//! A list page as the contracts tell it: its columns, filters, buttons and tabs.

use serde_json::{Map, Value as Json, json};

use super::{Button, Column, Filter, ListPage, Match, Report, SIZE_MAX, Source, filter};
use crate::contract::shape;
use crate::field::{Field, camel_case};

impl ListPage {
    pub(super) fn page_schema(&self) -> Json {
        let fields: serde_json::Map<String, Json> =
            self.columns.iter().map(|column| (column.name(), schema_of(column))).collect();
        json!({
            "type": "object",
            "properties": {
                "records": { "type": "array", "items": { "type": "object", "properties": fields } },
                "total": { "type": "integer" },
                "totalCapped": { "type": "boolean" },
                "current": { "type": "integer" },
                "size": { "type": "integer" },
                "more": { "type": "boolean" },
                "next": { "type": ["string", "null"] },
                "prev": { "type": ["string", "null"] },
                "totals": { "type": "object" },
            },
        })
    }

    pub(super) fn totals_schema(&self) -> Json {
        shape::object([("total", shape::whole()), ("totalCapped", shape::flag()), ("totals", shape::any_object())])
    }

    /// The page as the page contract tells it, once for each entry of the menu that leads there.
    pub fn contracts(&self) -> Vec<Json> {
        let doors = self.doors.iter().map(|(path, access)| {
            let mut page = self.contract();
            if let Some(page) = page.as_object_mut() {
                page.insert("path".to_owned(), json!(path));
                page.insert("access".to_owned(), json!(access));
                // What is everybody's who may open the page.
                let buttons = page.get_mut("buttons").and_then(Json::as_array_mut).into_iter().flatten();
                for code in buttons.filter_map(|button| button.get_mut("code")) {
                    if *code == json!(self.access) {
                        *code = json!(access);
                    }
                }
            }
            page
        });
        std::iter::once(self.contract()).chain(doors).collect()
    }

    /// The page as the page contract tells it.
    pub fn contract(&self) -> Json {
        let columns: Vec<Json> = self.columns.iter().filter(|column| !column.hidden).map(column_contract).collect();
        let filters: Vec<Json> = self.filters.iter().map(|filter| filter_contract(filter, self.base)).collect();
        let buttons: Vec<Json> = self.buttons.iter().map(Button::contract).collect();
        let mut page = json!({
            "key": self.key,
            "path": self.path,
            "title": { "zh": self.title.0, "en": self.title.1 },
            "access": self.access,
            "rowKey": camel_case(self.row_key),
            "call": format!("{}/page", self.base),
            "printCall": if self.export.is_empty() { Json::Null } else { json!(format!("{}/print", self.base)) },
            "exportCall": if self.export.is_empty() { Json::Null } else { json!(format!("{}/exportExcel", self.base)) },
            "exportCode": self.export,
            "columns": columns,
            "filters": filters,
            "buttons": buttons,
            "sort": self.sort,
            "tabs": self.tabs_contract(),
            "form": self.form,
            "editLink": self.edit_link,
            "sizes": [10, 20, 50, 100, SIZE_MAX],
        });
        if let Some(page) = page.as_object_mut() {
            self.add_rest(page);
        }
        page
    }

    /// What not every list has.
    fn add_rest(&self, page: &mut Map<String, Json>) {
        // The rows of a report bring count and sums along, which would else be made twice.
        match &self.report {
            None => _ = page.insert("totalCall".to_owned(), json!(format!("{}/total", self.base))),
            Some(Report { chart: Some(chart), .. }) => {
                page.insert("chart".to_owned(), chart.contract());
            }
            Some(_) => {}
        }
        if self.has_batch() {
            page.insert("batchCall".to_owned(), json!(format!("{}/batch", self.base)));
        }
        if !self.beside.is_empty() {
            let title = json!({ "zh": self.title.0, "en": self.title.1 });
            let tab = self.tab.map_or_else(|| title.clone(), |(zh, en)| json!({ "zh": zh, "en": en }));
            page.insert("tabsOf".to_owned(), json!({ "title": title, "tab": tab, "pages": self.beside }));
        }
        if !self.branched.is_empty() {
            page.insert("branches".to_owned(), json!({ "call": self.branches_call(), "filters": self.branched }));
        }
        for (name, value) in [("tree", self.tree), ("toned", self.toned)] {
            if !value.is_empty() {
                page.insert(name.to_owned(), json!(value));
            }
        }
    }
}

impl ListPage {
    /// Tabs with counts: the choices of a filter.
    fn tabs_contract(&self) -> Json {
        let Some(filter) = self.filters.iter().find(|filter| filter.name == self.tabs) else { return Json::Null };
        let options: Vec<Json> = filter
            .field
            .choices
            .iter()
            .map(|choice| json!({ "value": choice.value, "label": { "zh": choice.zh, "en": choice.en } }))
            .collect();
        let all = json!({ "value": "", "label": { "zh": "全部", "en": "All" } });
        let options: Vec<Json> = [all].into_iter().chain(options).collect();
        json!({ "filter": filter.name, "call": format!("{}/tabs", self.base), "options": options })
    }
}

/// JSON schema of what a list tells in a column.
fn schema_of(column: &Column) -> Json {
    let mut schema = json_schema(&column.field);
    // What is made of other columns may name a choice by its text.
    if column.field.has_numbers() && !matches!(column.source, Source::Own) {
        schema = json!({ "type": ["integer", "string", "null"], "title": column.field.zh });
    }
    schema
}

/// JSON schema of a field's value.
pub fn json_schema(field: &Field) -> Json {
    use crate::field::Kind;
    match field.kind {
        Kind::Int => json!({ "type": ["integer", "null"], "title": field.zh }),
        Kind::Decimal(_) => json!({ "type": ["number", "null"], "title": field.zh }),
        Kind::Bool => json!({ "type": ["boolean", "null"], "title": field.zh }),
        _ if field.has_numbers() => json!({ "type": ["integer", "null"], "title": field.zh }),
        _ => json!({ "type": ["string", "null"], "title": field.zh }),
    }
}

fn column_contract(column: &Column) -> Json {
    let mut json = column.field.contract();
    if let Some(object) = json.as_object_mut() {
        let facts = [
            ("shown", json!(column.shown)),
            ("sortable", json!(column.sortable)),
            ("sum", json!(column.sum)),
            ("exported", json!(column.exported)),
            ("copy", json!(column.copy)),
            ("link", json!(column.link)),
            ("needs", json!(column.needs)),
        ];
        if column.width > 0 {
            object.insert("width".to_owned(), json!(column.width));
        }
        object.extend(facts.into_iter().map(|(name, fact)| (name.to_owned(), fact)));
        let (parameter, values) = column.only;
        if !parameter.is_empty() {
            object.insert("only".to_owned(), json!({ "filter": parameter, "oneOf": values }));
        }
    }
    json
}

fn filter_contract(filter: &Filter, base: &str) -> Json {
    let kind = match filter.how {
        Match::Contains => "contains",
        Match::Begins => "starts",
        Match::Equals | Match::Hashed | Match::Org(_) | Match::Parameter | Match::Holds(..) => "equals",
        Match::OneOf | Match::Source | Match::Parameters => "oneOf",
        Match::Many => "many",
        Match::Range | Match::Days(_) => "range",
        Match::Bool | Match::Flag(_) => "bool",
        Match::Own(_) if filter.takes_several() => "oneOf",
        Match::Own(_) => "equals",
    };
    let modes: &[&str] = if filter.has_modes() { &filter::MODES } else { &[] };
    let call = filter.takes_many().then(|| format!("{base}/found"));
    let mut json = json!({
        "name": filter.name,
        "label": { "zh": filter.field.zh, "en": filter.field.en },
        "kind": kind,
        "modes": modes,
        "foundCall": call,
        "secret": matches!(filter.how, Match::Hashed),
        "field": filter.field.contract(),
        "main": filter.main,
        "initial": filter.initial,
        "needs": filter.needs,
    });
    if let (Some(object), Some(message)) = (json.as_object_mut(), filter.ask) {
        let text = message.text();
        object.insert("asks".to_owned(), json!({ "zh": text.in_language("zh-CN"), "en": text.in_language("en-US") }));
    }
    json
}

impl Button {
    /// As the page contract tells it.
    pub(crate) fn contract(&self) -> Json {
        let mut json = json!({
            "code": self.code,
            "label": { "zh": self.zh, "en": self.en },
            "place": self.place,
            "action": self.action,
        });
        if let Some(object) = json.as_object_mut() {
            if self.action == "link" {
                object.insert("link".to_owned(), json!(self.call));
            } else if let Some((method, path)) = self.call.split_once(' ') {
                object.insert("call".to_owned(), json!({ "method": method, "path": path }));
            }
            if !self.confirm.0.is_empty() {
                object.insert("confirm".to_owned(), json!({ "zh": self.confirm.0, "en": self.confirm.1 }));
            }
            if self.many {
                object.insert("many".to_owned(), json!(true));
            }
            if let Some(asks) = self.asks {
                asks.add_to(object);
            }
            if !self.when.1.is_empty() {
                object.insert("when".to_owned(), json!({ "oneOf": [self.when.0, self.when.1] }));
            }
        }
        json
    }
}
