//! The floor: handlers that do nothing but run statements with the database's driver and write the
//! rows down. No session, no rights, no rules, no log; the same process and HTTP stack.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path as FilePath, PathBuf};
use std::str::FromStr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use deadpool_postgres::{Manager, ManagerConfig, Pool, RecyclingMethod};
use kernel::{Clock, Instant, day_after_days, show_day};
use platform::access::{Actor, secret_hash};
use platform::list::{Ask, statement_of, total_statement_of};
use platform::store::{Dialect, Value};
use rusqlite::types::ValueRef;
use rusqlite::{Connection, params_from_iter};
use tokio_postgres::NoTls;
use tokio_postgres::types::{ToSql, Type};

use crate::orders::{Plan, charge_id, code_of, saved, share_code, uuid};
use crate::{Fault, charges};

/// A statement with its values.
pub type Sql = (Arc<str>, Vec<Value>);

const FIRST: &str = "first";
const LAST: &str = "last";
const COUNT: &str = "count";
const SORTED: &str = "sorted";

/// What is asked of the list, as the product is asked.
pub const LISTS: [(&str, &str); 4] = [
    (FIRST, "part=rows"),
    (LAST, "part=rows&cursor=last"),
    (COUNT, "departureStation=PVG&arrivalStation=FRA"),
    (SORTED, "part=rows&coopName=KH01&sort=planWeight,desc"),
];

/// The drivers, without the product around them.
enum Driver {
    Sqlite { readers: Mutex<Vec<Connection>>, writer: Mutex<Connection> },
    Postgres(Pool),
}

/// What the plain handlers know.
pub struct Floor {
    driver: Driver,
    plan: Plan,
    /// By what is asked of the list, and org.
    lists: BTreeMap<(&'static str, i64), Sql>,
    page: Mutex<String>,
    next: AtomicU64,
    /// What else was asked to be run: reads, and writes in one transaction.
    plain: Mutex<Vec<(Vec<Sql>, Vec<Sql>)>>,
}

/// A connection to a SQLite file, set as the product's are.
pub fn open(file: &FilePath) -> Result<Connection, Fault> {
    let conn = Connection::open(file)?;
    conn.set_prepared_statement_cache_capacity(64);
    conn.execute_batch(
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -16384; \
         PRAGMA temp_store = MEMORY; PRAGMA mmap_size = 0; PRAGMA busy_timeout = 10000",
    )?;
    Ok(conn)
}

impl Floor {
    /// On a SQLite file or a PostgreSQL database; `actors` are those whose lists are read.
    pub fn new(place: &Result<PathBuf, String>, plan: Plan, actors: &[Actor]) -> Result<Arc<Self>, Fault> {
        let (driver, dialect) = match place {
            Ok(file) => {
                let readers = (0..4).map(|_| open(file)).collect::<Result<Vec<_>, _>>()?;
                (Driver::Sqlite { readers: Mutex::new(readers), writer: Mutex::new(open(file)?) }, Dialect::Sqlite)
            }
            Err(url) => {
                let mut config = tokio_postgres::Config::from_str(url)?;
                config.options("-c plan_cache_mode=force_generic_plan");
                let recycling_method = RecyclingMethod::Fast;
                let manager = Manager::from_config(config, NoTls, ManagerConfig { recycling_method });
                (Driver::Postgres(Pool::builder(manager).max_size(20).build()?), Dialect::Postgres)
            }
        };
        let mut lists = BTreeMap::new();
        let page = af::order::list();
        let refused = |refusal: platform::refusal::Refusal| format!("{refusal:?}");
        for (actor, (name, query)) in actors.iter().flat_map(|actor| LISTS.iter().map(move |list| (actor, *list))) {
            let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
            let query = pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
            let ask = Ask::of_query(&page, &query).map_err(refused)?;
            let statement = match name {
                COUNT => total_statement_of(&page, actor, &ask),
                _ => statement_of(&page, dialect, actor, &ask),
            };
            let statement = statement.map_err(refused)?;
            let (text, values) = statement.build(dialect);
            lists.insert((name, actor.org_id), (Arc::from(&*text), values.into_owned()));
        }
        if plan.charged {
            lists.extend(lists_of_charges(dialect, &plan, actors)?);
        }
        let next = AtomicU64::new(plan.orders + 1);
        Ok(Arc::new(Self { driver, plan, lists, page: Mutex::default(), next, plain: Mutex::default() }))
    }

    /// The statement of the list, as it stands in the product.
    pub fn list_statement(&self) -> Option<&Sql> {
        self.lists.iter().find(|((name, _), _)| *name == FIRST).map(|(_, sql)| sql)
    }

    /// Sets the text of the share page around the answer.
    pub fn set_page(&self, html: String) {
        *self.page.lock().unwrap_or_else(PoisonError::into_inner) = html;
    }

    /// The address that runs some statements: reads, and writes in one transaction.
    pub fn plain(&self, reads: Vec<Sql>, writes: Vec<Sql>) -> String {
        let mut plain = self.plain.lock().unwrap_or_else(PoisonError::into_inner);
        plain.push((reads, writes));
        format!("/floor/plain/{}", plain.len() - 1)
    }

    /// The handlers.
    pub fn router(self: &Arc<Self>) -> Router {
        Router::new()
            .route("/floor/list/{n}", get(|state, n| list(state, n, FIRST)))
            .route("/floor/last/{n}", get(|state, n| list(state, n, LAST)))
            .route("/floor/count/{n}", get(|state, n| list(state, n, COUNT)))
            .route("/floor/sorted/{n}", get(|state, n| list(state, n, SORTED)))
            .route("/floor/view/{n}", get(view))
            .route("/floor/statistics/{n}", get(statistics))
            .route("/floor/find/{n}", get(find))
            .route("/floor/share/{n}", get(share))
            .route("/floor/page/{n}", get(page))
            .route("/floor/save/{n}", post(save))
            .route("/floor/charges/{n}", get(charges_of_order))
            .route("/floor/charge-first/{n}", get(|state, n| list(state, n, charges::FIRST)))
            .route("/floor/charge-partner/{n}", get(|state, n| list(state, n, charges::PARTNER)))
            .route("/floor/charge-partner-sum/{n}", get(|state, n| list(state, n, charges::PARTNER_SUM)))
            .route("/floor/charge-sum/{n}", get(|state, n| list(state, n, charges::SUM)))
            .route("/floor/rating/{n}", get(rating))
            .route("/floor/sums/{n}", get(sums))
            .route("/floor/charge-save/{n}", post(charge_save))
            .route("/floor/plain/{n}", get(plain))
            .with_state(self.clone())
    }

    /// A statement in the dialect of the database; `?` stands for a value.
    pub fn sql(&self, text: &str, values: Vec<Value>) -> Sql {
        match self.driver {
            Driver::Sqlite { .. } => (Arc::from(text), values),
            Driver::Postgres(_) => {
                let mut out = String::with_capacity(text.len() + 16);
                for (place, part) in text.split('?').enumerate() {
                    if place > 0 {
                        write!(out, "${place}").unwrap_or_default();
                    }
                    out.push_str(part);
                }
                (Arc::from(out), values)
            }
        }
    }

    /// Runs reads outside a transaction, or writes inside one; answers the rows of the reads.
    async fn run(self: &Arc<Self>, reads: Vec<Sql>, writes: Vec<Sql>) -> Result<String, Fault> {
        match &self.driver {
            Driver::Sqlite { .. } => {
                let floor = self.clone();
                tokio::task::spawn_blocking(move || floor.run_sqlite(&reads, &writes)).await?
            }
            Driver::Postgres(pool) => run_postgres(pool, &reads, &writes).await,
        }
    }

    fn run_sqlite(&self, reads: &[Sql], writes: &[Sql]) -> Result<String, Fault> {
        let Driver::Sqlite { readers, writer } = &self.driver else { return Err("not SQLite".into()) };
        let mut out = String::with_capacity(8 * 1024);
        if !reads.is_empty() {
            let conn = loop {
                let idle = readers.lock().unwrap_or_else(PoisonError::into_inner).pop();
                match idle {
                    Some(conn) => break conn,
                    None => std::thread::yield_now(),
                }
            };
            let done = reads.iter().try_for_each(|sql| read_sqlite(&conn, sql, &mut out));
            readers.lock().unwrap_or_else(PoisonError::into_inner).push(conn);
            done?;
        }
        if !writes.is_empty() {
            let conn = writer.lock().unwrap_or_else(PoisonError::into_inner);
            conn.execute_batch("BEGIN IMMEDIATE")?;
            for (text, values) in writes {
                let mut statement = conn.prepare_cached(text)?;
                let mut rows = statement.query(params_from_iter(values.iter()))?;
                while rows.next()?.is_some() {}
            }
            conn.execute_batch("COMMIT")?;
        }
        Ok(out)
    }
}

/// The statements of the list of all charges, as they stand in the product.
fn lists_of_charges(
    dialect: Dialect,
    plan: &Plan,
    actors: &[Actor],
) -> Result<BTreeMap<(&'static str, i64), Sql>, Fault> {
    let registry = app::rooms::registry().map_err(|faults| faults.join("; "))?;
    let page = registry.lists.iter().find(|list| list.key == charges::LIST_OF_ALL).ok_or("there is no such list")?;
    let refused = |refusal: platform::refusal::Refusal| format!("{refusal:?}");
    let mut lists = BTreeMap::new();
    for actor in actors {
        for what in [charges::FIRST, charges::PARTNER, charges::PARTNER_SUM, charges::SUM] {
            let query = charges::query(what, actor.org_id, plan.today());
            let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
            let query = pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
            let ask = Ask::of_query(page, &query).map_err(refused)?;
            let statement = match what {
                charges::PARTNER_SUM | charges::SUM => total_statement_of(page, actor, &ask),
                _ => statement_of(page, dialect, actor, &ask),
            };
            let statement = statement.map_err(refused)?;
            let (text, values) = statement.build(dialect);
            lists.insert((what, actor.org_id), (Arc::from(&*text), values.into_owned()));
        }
    }
    Ok(lists)
}

fn push_name(place: usize, name: &str, out: &mut String) {
    out.push_str(if place > 0 { ",\"" } else { "{\"" });
    out.push_str(name);
    out.push_str("\":");
}

fn push_text(text: &str, out: &mut String) {
    out.push_str(&serde_json::to_string(text).unwrap_or_default());
}

fn read_sqlite(conn: &Connection, (text, values): &Sql, out: &mut String) -> Result<(), Fault> {
    let mut statement = conn.prepare_cached(text)?;
    let names: Vec<String> = statement.column_names().map(ToOwned::to_owned).collect();
    let mut rows = statement.query(params_from_iter(values.iter()))?;
    out.push('[');
    let mut first = true;
    while let Some(row) = rows.next()? {
        out.push_str(if first { "" } else { "," });
        first = false;
        for (place, name) in names.iter().enumerate() {
            push_name(place, name, out);
            match row.get_ref(place)? {
                ValueRef::Integer(number) => write!(out, "{number}")?,
                ValueRef::Text(bytes) => push_text(std::str::from_utf8(bytes)?, out),
                _ => out.push_str("null"),
            }
        }
        out.push('}');
    }
    out.push(']');
    Ok(())
}

async fn run_postgres(pool: &Pool, reads: &[Sql], writes: &[Sql]) -> Result<String, Fault> {
    let client = pool.get().await?;
    let mut out = String::with_capacity(8 * 1024);
    for (text, values) in reads {
        let statement = client.prepare_cached(text).await?;
        let params: Vec<&(dyn ToSql + Sync)> = values.iter().map(|v| -> &(dyn ToSql + Sync) { v }).collect();
        let rows = client.query(&statement, &params).await?;
        out.push('[');
        for (count, row) in rows.iter().enumerate() {
            out.push_str(if count > 0 { "," } else { "" });
            for (place, column) in row.columns().iter().enumerate() {
                push_name(place, column.name(), &mut out);
                match *column.type_() {
                    Type::INT8 => push_some(row.try_get::<_, Option<i64>>(place)?, &mut out),
                    Type::INT4 => push_some(row.try_get::<_, Option<i32>>(place)?, &mut out),
                    Type::BOOL => push_some(row.try_get::<_, Option<bool>>(place)?, &mut out),
                    Type::TEXT => match row.try_get::<_, Option<&str>>(place)? {
                        Some(text) => push_text(text, &mut out),
                        None => out.push_str("null"),
                    },
                    _ => out.push_str("null"),
                }
            }
            out.push('}');
        }
        out.push(']');
    }
    if !writes.is_empty() {
        client.batch_execute("BEGIN").await?;
        for (text, values) in writes {
            let statement = client.prepare_cached(text).await?;
            let params: Vec<&(dyn ToSql + Sync)> = values.iter().map(|v| -> &(dyn ToSql + Sync) { v }).collect();
            client.execute(&statement, &params).await?;
        }
        client.batch_execute("COMMIT").await?;
    }
    Ok(out)
}

fn push_some(value: Option<impl std::fmt::Display>, out: &mut String) {
    match value {
        Some(value) => write!(out, "{value}").unwrap_or_default(),
        None => out.push_str("null"),
    }
}

fn answer(done: Result<String, Fault>, kind: &'static str) -> Response {
    match done {
        Ok(body) => ([(header::CONTENT_TYPE, kind)], body).into_response(),
        Err(fault) => (StatusCode::INTERNAL_SERVER_ERROR, fault.to_string()).into_response(),
    }
}

const JSON: &str = "application/json; charset=utf-8";

async fn list(State(floor): State<Arc<Floor>>, Path(n): Path<u64>, what: &'static str) -> Response {
    let reads = floor.lists.get(&(what, floor.plan.org(n))).cloned().into_iter().collect();
    answer(floor.run(reads, Vec::new()).await, JSON)
}

async fn plain(State(floor): State<Arc<Floor>>, Path(n): Path<usize>) -> Response {
    let known = floor.plain.lock().unwrap_or_else(PoisonError::into_inner).get(n).cloned();
    let (reads, writes) = known.unwrap_or_default();
    answer(floor.run(reads, writes).await, JSON)
}

async fn view(State(floor): State<Arc<Floor>>, Path(n): Path<u64>) -> Response {
    let (org, id) = (Value::Int(floor.plan.org(n)), Value::Int(floor.plan.id(n)));
    let mut reads = vec![floor.sql(
        "SELECT * FROM freight_order o JOIN order_air_detail a ON a.org_id = o.org_id AND a.id = o.id \
         WHERE o.org_id = ? AND o.uuid = ?",
        vec![org.clone(), Value::Text(uuid(n))],
    )];
    for table in ["order_leg", "order_dimension", "order_service", "order_party", "order_contact"] {
        let text = format!("SELECT * FROM {table} WHERE org_id = ? AND order_id = ?");
        reads.push(floor.sql(&text, vec![org.clone(), id.clone()]));
    }
    answer(floor.run(reads, Vec::new()).await, JSON)
}

async fn find(State(floor): State<Arc<Floor>>, Path(n): Path<u64>) -> Response {
    let text = "SELECT uuid, order_code, biz_number, departure_station, arrival_station \
                FROM freight_order WHERE org_id = ? AND order_code = ? LIMIT 5";
    let values = vec![Value::Int(floor.plan.org(n)), Value::Text(code_of(&floor.plan, n))];
    answer(floor.run(vec![floor.sql(text, values)], Vec::new()).await, JSON)
}

async fn statistics(State(floor): State<Arc<Floor>>, Path(n): Path<u64>) -> Response {
    let today = Clock::System.now().day();
    let text = "SELECT biz_date, COUNT(*), CAST(SUM(COALESCE(biz_quantity, 0)) AS bigint) \
                FROM freight_order WHERE org_id = ? AND business_scope = 'AE' AND lifecycle IN ('OPEN', 'LOCKED') \
                AND biz_date >= ? AND biz_date <= ? GROUP BY biz_date";
    let days = [day_after_days(today, -6), today].map(|day| Value::Text(show_day(day)));
    let values = [Value::Int(floor.plan.org(n))].into_iter().chain(days).collect();
    answer(floor.run(vec![floor.sql(text, values)], Vec::new()).await, JSON)
}

impl Floor {
    async fn shared(self: &Arc<Self>, n: u64) -> Result<String, Fault> {
        let (org, id) = (Value::Int(self.plan.org(n)), Value::Int(self.plan.id(n)));
        let hash = Value::Bytes(secret_hash(&share_code(n)));
        let mut reads = vec![
            self.sql("SELECT * FROM order_share WHERE code_hash = ?", vec![hash.clone()]),
            self.sql(
                "SELECT o.*, d.name_cn, a.name_cn, g.name FROM freight_order o \
                 LEFT JOIN airport d ON d.org_id = 1 AND d.ap_code = o.departure_station \
                 LEFT JOIN airport a ON a.org_id = 1 AND a.ap_code = o.arrival_station \
                 JOIN org g ON g.id = o.org_id WHERE o.org_id = ? AND o.id = ?",
                vec![org.clone(), id.clone()],
            ),
            self.sql(
                "SELECT e.* FROM track_event e JOIN freight_order o ON o.org_id = e.org_id \
                 AND o.awb_number = e.awb_number WHERE o.org_id = ? AND o.id = ? ORDER BY e.event_time",
                vec![org.clone(), id.clone()],
            ),
        ];
        for table in ["order_leg", "order_dimension", "order_service", "order_file"] {
            let text = format!("SELECT * FROM {table} WHERE org_id = ? AND order_id = ?");
            reads.push(self.sql(&text, vec![org.clone(), id.clone()]));
        }
        let now = Value::Int(Clock::System.now().millis());
        let count = "UPDATE order_share SET views = views + 1, last_view = ? WHERE code_hash = ?";
        let view = "INSERT INTO order_share_view (org_id, id, share_id, part, ip, agent, created_at) \
                    SELECT org_id, ?, id, 'page', '127.0.0.1', '', ? FROM order_share WHERE code_hash = ?";
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let id = Value::Int(i64::try_from(number).unwrap_or(i64::MAX));
        let writes = vec![self.sql(count, vec![now.clone(), hash.clone()]), self.sql(view, vec![id, now, hash])];
        self.run(reads, writes).await
    }
}

async fn share(State(floor): State<Arc<Floor>>, Path(n): Path<u64>) -> Response {
    answer(floor.shared(n).await, JSON)
}

async fn page(State(floor): State<Arc<Floor>>, Path(n): Path<u64>) -> Response {
    let html = floor.page.lock().unwrap_or_else(PoisonError::into_inner).clone();
    answer(floor.shared(n).await.map(|data| html.replace("<!--FIRST-->", &data)), "text/html; charset=utf-8")
}

async fn save(State(floor): State<Arc<Floor>>, Path(n): Path<u64>) -> Response {
    let org = floor.plan.org(n);
    let now: Instant = Clock::System.now();
    let number = floor.next.fetch_add(1, Ordering::Relaxed);
    let series = "INSERT INTO number_series (org_id, series, period, last) VALUES (?, 'FL', 'all', 1) \
                  ON CONFLICT (org_id, series, period) DO UPDATE SET last = number_series.last + 1 RETURNING last";
    let mut writes = vec![floor.sql(series, vec![Value::Int(org)])];
    for (table, cells) in saved(number, org, now) {
        let names: Vec<&str> = cells.iter().map(|(name, _)| *name).collect();
        let places = vec!["?"; names.len()].join(", ");
        let text = format!("INSERT INTO {table} ({}) VALUES ({places})", names.join(", "));
        writes.push(floor.sql(&text, cells.into_iter().map(|(_, value)| value).collect()));
    }
    answer(floor.run(Vec::new(), writes).await, JSON)
}

/// An order's row with what stands beside it when its charges are shown.
fn order_read(floor: &Floor, n: u64) -> Sql {
    let (org, name) = (Value::Int(floor.plan.org(n)), Value::Text(uuid(n)));
    let text = "SELECT o.*, f.version FROM freight_order o LEFT JOIN order_finance f ON f.org_id = o.org_id \
                AND f.order_id = o.id WHERE o.org_id = ? AND o.uuid = ?";
    floor.sql(text, vec![org, name])
}

async fn charges_of_order(State(floor): State<Arc<Floor>>, Path(n): Path<u64>) -> Response {
    let (org, id) = (Value::Int(floor.plan.org(n)), Value::Int(floor.plan.id(n)));
    let text = "SELECT c.*, i.service_name_cn, p.coop_name, u.name_cn FROM charge c \
                JOIN service_item i ON i.org_id = c.org_id AND i.id = c.service_item_id \
                JOIN coop p ON p.org_id = c.org_id AND p.id = c.coop_id \
                LEFT JOIN app_user u ON u.org_id = c.org_id AND u.id = c.created_by \
                WHERE c.org_id = ? AND c.order_id = ? ORDER BY c.kind DESC, c.line, c.id";
    let reads = vec![order_read(&floor, n), floor.sql(text, vec![org, id])];
    answer(floor.run(reads, Vec::new()).await, JSON)
}

async fn rating(State(floor): State<Arc<Floor>>, Path(n): Path<u64>) -> Response {
    let org = Value::Int(floor.plan.org(n));
    let of = |text: &str| floor.sql(text, vec![org.clone()]);
    let reads = vec![
        order_read(&floor, n),
        of("SELECT * FROM service_item WHERE org_id = ? AND business_scope = 'AE' AND active"),
        of("SELECT * FROM rate_card WHERE org_id = ? AND business_scope = 'AE' AND status = 'ACTIVE'"),
        of("SELECT * FROM rate_card_break WHERE org_id = ? ORDER BY card_id, line"),
    ];
    answer(floor.run(reads, Vec::new()).await, JSON)
}

async fn sums(State(floor): State<Arc<Floor>>, Path(n): Path<u64>) -> Response {
    let org = Value::Int(floor.plan.org(n));
    let mut reads = Vec::new();
    for month in charges::months(floor.plan.today()) {
        let ends = [format!("{month}-01"), format!("{month}-31")].map(Value::Text);
        let of = |text: &str| floor.sql(text, std::iter::once(org.clone()).chain(ends.clone()).collect());
        reads.push(of("SELECT CAST(SUM(income) AS bigint), CAST(SUM(cost) AS bigint) FROM order_finance_posting \
                       WHERE org_id = ? AND financial_date >= ? AND financial_date <= ?"));
        reads.push(of("SELECT lifecycle, COUNT(*) FROM freight_order WHERE org_id = ? AND biz_date >= ? \
                       AND biz_date <= ? AND lifecycle IN ('OPEN', 'LOCKED') GROUP BY lifecycle"));
    }
    answer(floor.run(reads, Vec::new()).await, JSON)
}

async fn charge_save(State(floor): State<Arc<Floor>>, Path(n): Path<u64>) -> Response {
    let (org, id) = (floor.plan.org(n), floor.plan.id(n));
    let now = Clock::System.now();
    let number = floor.next.fetch_add(1, Ordering::Relaxed);
    let figure = Value::Int(i64::try_from(number % 9_000_000).unwrap_or(1) * 10);
    let mut writes = Vec::new();
    for place in 0..charges::LINES {
        let text = "UPDATE charge SET price = ?, amount = ?, functional = ?, not_tax = ?, functional_not_tax = ?, \
                    updated_at = ?, version = version + 1 WHERE org_id = ? AND id = ?";
        let row = Value::Int(charge_id(&floor.plan, n, place));
        let mut values = vec![figure.clone(); 5];
        values.extend([Value::Int(now.millis()), Value::Int(org), row]);
        writes.push(floor.sql(text, values));
    }
    let text = "UPDATE order_finance SET income = ?, cost = ?, income_not_tax = ?, cost_not_tax = ?, income_gx = ?, \
                cost_gx = ?, version = version + 1 WHERE org_id = ? AND order_id = ?";
    let mut values = vec![figure; 6];
    values.extend([Value::Int(org), Value::Int(id)]);
    writes.push(floor.sql(text, values));
    // A line of the log for each side.
    for (table, cells) in saved(number, org, now).into_iter().filter(|(table, _)| *table == "operation_log") {
        let names: Vec<&str> = cells.iter().map(|(name, _)| *name).collect();
        let text = format!("INSERT INTO {table} ({}) VALUES ({})", names.join(", "), vec!["?"; names.len()].join(", "));
        let second = cells.iter().map(|(name, value)| match (*name, value) {
            ("id", Value::Int(id)) => Value::Int(id + 1),
            (_, value) => value.clone(),
        });
        writes.push(floor.sql(&text, second.collect()));
        writes.push(floor.sql(&text, cells.into_iter().map(|(_, value)| value).collect()));
    }
    answer(floor.run(Vec::new(), writes).await, JSON)
}
