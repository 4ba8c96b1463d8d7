//! What every declared list must stand beyond single calls: its rows, counts, sums, pages and prints
//! are one result, however it is asked for.
#![expect(clippy::indexing_slicing, reason = "a wrong answer is a failed test")]

use platform::field::Kind;
use platform::list::{Column, Filter, ListPage, Match, Source, VALUES_MAX};
use platform::web::percent_encoded;
use serde_json::{Value as Json, json};

use crate::{Caller, World};

/// Rows of the pages that are compared.
const SIZE: usize = 3;
/// Rows that are compared at most.
const ROWS: usize = 40;
/// Rows of which each is counted and summed.
const SUMMED_ROWS: i64 = 2_000;
/// A print holds so many rows.
const PRINT_ROWS: i64 = 2_000;

/// Runs everything on one list.
pub fn run(world: &World, list: &ListPage, admin: &Caller<'_>) {
    let known = Known { world, list, admin };
    crate::filter_suite::run(&known);
    known.plain_address();
    known.pages();
    known.text_filters();
    known.sums();
    known.print();
}

/// A list under test, and who looks at it.
pub(crate) struct Known<'a> {
    pub(crate) world: &'a World,
    pub(crate) list: &'a ListPage,
    pub(crate) admin: &'a Caller<'a>,
}

/// Rows of a page.
pub(crate) fn records(data: &Json) -> Vec<Json> {
    data["records"].as_array().cloned().unwrap_or_default()
}

fn text<'a>(row: &'a Json, name: &str) -> &'a str {
    row[name].as_str().unwrap_or_default()
}

impl Known<'_> {
    /// A call of the list, with the filters it asks for.
    pub(crate) fn path(&self, call: &str, query: &str) -> String {
        let asked = crate::filter_suite::asked_of(self.list).filter(|(name, _)| !query.contains(&format!("{name}=")));
        let asked: String = asked.map(|(name, value)| format!("&{name}={value}")).collect();
        format!("{}/{call}?{query}{asked}", self.list.base)
    }

    pub(crate) fn page(&self, query: &str) -> Json {
        self.admin.ok(&self.path("page", query))
    }

    pub(crate) fn total(&self, query: &str) -> i64 {
        self.admin.ok(&self.path("total", query))["total"].as_i64().unwrap_or(-1)
    }

    pub(crate) fn said(&self, about: &str) -> String {
        format!("{} {}: {about}", self.world.database, self.list.path)
    }

    /// The orders a caller may ask for: the list's own, left out and named as pages name it, each column both ways, and two columns together.
    fn orders(&self) -> Vec<String> {
        let held = self.admin.ok("/hrs/permission/getButtonInfo");
        let held: Vec<&str> = held.as_array().into_iter().flatten().filter_map(Json::as_str).collect();
        let may =
            |column: &&Column| column.sortable && column.needs.split_whitespace().all(|code| held.contains(&code));
        let names: Vec<String> = self.list.columns.iter().filter(may).map(|column| column.field.name()).collect();
        let mut orders = vec![String::new(), self.list.sort.to_owned()];
        orders.extend(names.iter().flat_map(|name| ["asc", "desc"].map(|way| format!("{name},{way}"))));
        for pair in names.windows(2).step_by(3) {
            orders.push(format!("{},desc;{},asc", pair[0], pair[1]));
        }
        orders
    }

    /// The plain scheme of entities: the list at its base, the workbook at `export`; unless the room declares another
    /// call there.
    fn plain_address(&self) {
        let operations = &self.world.app.registry.operations;
        let of = |path: &str| operations.iter().find(|one| one.path == format!("{}/{path}", self.list.base));
        if of("page").is_some_and(|page| page.also.is_some()) {
            let address = self.path("", "current=1&size=10").replacen("/?", "?", 1);
            let plain = self.admin.ok(&address);
            assert_eq!((&plain["current"], &plain["size"]), (&json!(1), &json!(10)), "{}", self.said("plain"));
            assert!(plain["total"].is_i64(), "{}", self.said("plain total"));
            assert_eq!(records(&plain), records(&self.page("current=1&size=10")), "{}", self.said("plain"));
        }
        let long = || self.total("") > SUMMED_ROWS;
        if of("exportExcel").is_some_and(|export| export.also.is_some()) && !long() {
            let file = self.admin.post(&format!("{}/export", self.list.base), self.wanted());
            assert!(file.bytes.starts_with(b"PK") || file.code == 0, "{}", self.said("plain export"));
        }
    }

    /// A page found by its rows is the page found by its number, forwards, backwards and at the end.
    fn pages(&self) {
        let many = self.total("") > SUMMED_ROWS;
        for (place, order) in self.orders().into_iter().enumerate() {
            let sort = format!("sort={}", percent_encoded(&order));
            // A sample stands for all, a smaller one where sorting takes its time.
            if place % (if many { 6 } else { 3 }) > 0 {
                assert_eq!(self.admin.get(&self.path("page", &format!("{sort}&part=rows"))).code, 0, "{order}");
                continue;
            }
            let all = records(&self.page(&format!("{sort}&size={ROWS}&part=rows")));
            let ask = |query: &str| self.page(&format!("{sort}&size={SIZE}&part=rows&{query}"));
            let first = ask("");
            let Some(next) = first["next"].as_str() else {
                assert!(all.len() <= SIZE, "{}", self.said(&format!("{order} ends early")));
                continue;
            };
            let second = ask(&format!("cursor={next}"));
            assert_eq!(records(&second), all[SIZE..Ord::min(2 * SIZE, all.len())], "{}", self.said(&order));
            let back = ask(&format!("cursor={}", second["prev"].as_str().unwrap_or_default()));
            assert_eq!(records(&back), all[..SIZE], "{}", self.said(&format!("{order} back")));
            if all.len() == ROWS {
                continue;
            }
            let last = ask("cursor=last");
            assert_eq!(records(&last), all[all.len() - SIZE..], "{}", self.said(&format!("{order} last")));
            assert_eq!((&last["more"], &last["next"]), (&json!(false), &Json::Null), "{}", self.said(&order));
        }
        for wrong in ["last.x", "after.", "after.W10", "before.%21%21", "x"] {
            let reply = self.admin.get(&self.path("page", &format!("cursor={wrong}")));
            assert_eq!(reply.status, 400, "{}", self.said(&format!("cursor {wrong}")));
        }
    }

    /// The column that shows what a filter looks at.
    pub(crate) fn column_of(&self, filter: &Filter) -> Option<&Column> {
        let shows = |column: &&Column| {
            let (table, name) = match column.source {
                Source::Own => (self.list.table, column.field.column),
                Source::Of(alias) => (alias, column.field.column),
                Source::Expr(_) | Source::About(..) | Source::Made => return false,
            };
            let own = filter.columns.is_empty() && table == self.list.table && name == filter.field.column;
            column.read_as.is_none() && (own || filter.columns == [(table, name)])
        };
        self.list.columns.iter().find(shows)
    }

    /// Contains, begins with, equals, and many values pasted at once; a filter without modes refuses them.
    fn text_filters(&self) {
        for filter in self.list.filters {
            let has_modes = filter.has_modes();
            let reply = self.admin.get(&self.path("page", &format!("{0}=x&{0}.how=starts", filter.name)));
            assert_eq!(reply.status == 400, !has_modes, "{}", self.said(filter.name));
            if !has_modes && !matches!(filter.how, Match::Many) {
                continue;
            }
            let many: Vec<String> = (0..=VALUES_MAX).map(|n| format!("v{n}")).collect();
            let reply = self.admin.get(&self.with(filter, &many.join("\n"), "many", "page"));
            assert_eq!(
                (reply.status, reply.message.as_str()),
                (200, "一次最多查询500个值"),
                "{}",
                self.said(filter.name)
            );
            if let Some(column) = self.column_of(filter) {
                self.text_filter(filter, &column.field.name());
            }
        }
    }

    fn with(&self, filter: &Filter, value: &str, mode: &str, call: &str) -> String {
        let how = if filter.has_modes() { format!("&{}.how={mode}", filter.name) } else { String::new() };
        self.path(call, &format!("size={ROWS}&{}={}{how}", filter.name, percent_encoded(value)))
    }

    fn text_filter(&self, filter: &Filter, name: &str) {
        let all = records(&self.page(&format!("size={ROWS}")));
        let Some(value) = all.iter().map(|row| text(row, name)).find(|value| value.chars().count() > 1) else { return };
        let start: String = value.chars().take(2).collect();
        let found = |value: &str, mode: &str| records(&self.admin.ok(&self.with(filter, value, mode, "page")));
        let values = |rows: &[Json]| -> Vec<String> { rows.iter().map(|row| text(row, name).to_lowercase()).collect() };
        let lower = value.to_lowercase();
        let about = self.said(filter.name);
        if filter.has_modes() {
            let starts = values(&found(&start.to_uppercase(), "starts"));
            assert!(starts.contains(&lower), "{about}");
            assert!(starts.iter().all(|found| found.starts_with(&start.to_lowercase())), "{about}: {starts:?}");
            let contains = values(&found(&start, "contains"));
            assert!(contains.iter().all(|found| found.contains(&start.to_lowercase())), "{about}: {contains:?}");
            assert!(contains.len() >= starts.len(), "{about}");
            let equal = values(&found(&lower, "equals"));
            assert!(!equal.is_empty() && equal.iter().all(|found| *found == lower), "{about}: {equal:?}");
            assert_eq!(values(&found(&format!("{lower}x"), "equals")), [""; 0], "{about}");
        }
        if value.contains([' ', ',', '，', ';', '；']) && !filter.has_modes() {
            return;
        }
        let pasted = format!("{value}\r\nnothing-like-this\n{lower}\n");
        let several = values(&found(&pasted, "many"));
        assert!(!several.is_empty() && several.iter().all(|found| *found == lower), "{about}: {several:?}");
        let told = self.admin.ok(&format!(
            "{}&of={}",
            self.with(filter, &pasted, "many", "found").replace(&format!("size={ROWS}&"), ""),
            filter.name
        ));
        assert_eq!(told, json!({ "wanted": 2, "found": 1, "missing": ["nothing-like-this"] }), "{about}");
    }

    /// Count and sums of the whole result are those of all its pages.
    fn sums(&self) {
        let data = self.admin.ok(&self.path("total", ""));
        if data["total"].as_i64().unwrap_or(0) > SUMMED_ROWS {
            return;
        }
        let (mut rows, mut current) = (Vec::new(), 1);
        loop {
            let page = self.page(&format!("size={ROWS}&current={current}&part=rows"));
            rows.extend(records(&page));
            current += 1;
            if page["more"] != json!(true) {
                break;
            }
        }
        assert_eq!(data["total"], json!(rows.len()), "{}", self.said("total"));
        for column in self.list.columns.iter().filter(|column| column.sum) {
            let (name, scale) = (
                column.field.name(),
                match column.field.kind {
                    Kind::Decimal(scale) => scale,
                    _ => 0,
                },
            );
            let raw = |json: &Json| kernel::parse_scaled(&json.to_string(), scale).unwrap_or(0);
            let sum: i64 = rows.iter().filter(|row| !row[&name].is_null()).map(|row| raw(&row[&name])).sum();
            assert_eq!(raw(&data["totals"][&name]), sum, "{}", self.said(&name));
        }
    }

    /// The body of an export or a print of all rows.
    fn wanted(&self) -> Json {
        json!({ "filters": self.asked_values() })
    }

    /// A print holds the rows of the list in the order asked for, its count, and its sums as shown.
    fn print(&self) {
        if self.list.export.is_empty() {
            return;
        }
        let path = format!("{}/print", self.list.base);
        if self.total("") > PRINT_ROWS {
            let reply = self.admin.post(&path, self.wanted());
            assert_eq!(reply.message, "打印数据超过2000行，请缩小查询范围或改用导出", "{}", self.said("print"));
            return;
        }
        let sheet = self.admin.post(&path, self.wanted()).data;
        let rows = sheet["rows"].as_array().cloned().unwrap_or_default();
        let listed = records(&self.page(&format!("size={ROWS}")));
        let total = usize::try_from(self.total("")).unwrap_or(0);
        // The print itself has left a line, which the list of the log shows from now on.
        if self.list.table == "operation_log" {
            assert_eq!(rows.len() + 1, total, "{}", self.said("printed rows"));
            return;
        }
        assert_eq!(rows.len(), total, "{}", self.said("printed rows"));
        let columns = sheet["columns"].as_array().cloned().unwrap_or_default();
        let exported = self.list.columns.iter().filter(|column| column.exported && !column.hidden).count();
        assert!(columns.len() <= exported && !columns.is_empty(), "{}", self.said("columns"));
        for (place, head) in columns.iter().enumerate() {
            let name = text(head, "name");
            let column = self.list.columns.iter().find(|column| column.field.name() == name);
            if !column.is_some_and(|column| column.field.kind == Kind::Text) {
                continue;
            }
            let shown: Vec<&str> = listed.iter().map(|row| text(row, name)).collect();
            let printed: Vec<&str> =
                rows.iter().take(ROWS).map(|row| row[place].as_str().unwrap_or_default()).collect();
            assert_eq!(printed, shown, "{}", self.said(name));
        }
        for wrong in ["columnStrs", "filters"] {
            let body = if wrong == "filters" {
                json!({ "filters": { "nothingLikeThis": "1" } })
            } else {
                json!({ "filters": self.asked_values(), "columnStrs": [{ "label": "", "prop": "nothingLikeThis" }] })
            };
            assert_eq!(self.admin.post(&path, body).status, 400, "{}", self.said(wrong));
        }
    }
}
