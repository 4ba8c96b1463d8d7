//! The server killed in the middle of concurrent saves: what was acknowledged is there, nothing is
//! half there, no number is given twice.
//!
//! The real program runs as a process of its own, so that the kill is one: nothing is flushed,
//! closed or rolled back by it.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use app::config::Config;
use kernel::Clock;
use serde_json::{Value as Json, json};

use crate::database::{administer, on_postgresql, query};

pub const PASSWORD: &str = "Test-2026x";
/// Callers that save at the same time.
const CALLERS: usize = 200;
/// Acknowledged saves after which the server is killed.
const KILL_AFTER: usize = 40;
/// Master numbers in the stock, one for every fourth caller.
const NUMBERS: usize = CALLERS / 4;
/// Saves after the restart.
const SAVES_AFTER: usize = 40;
const YES: [&str; 3] = ["order.tolerance", "order.similar", "awb.shared"];

#[test]
fn acknowledged_orders_outlive_a_kill_on_sqlite() {
    story(&Place::new(String::new()));
}

#[test]
fn acknowledged_orders_outlive_a_kill_on_postgresql() {
    on_postgresql("durability", |url| story(&Place::new(url)));
}

/// A fresh database in a temporary folder, or on the PostgreSQL server.
pub struct Place {
    pub folder: PathBuf,
    pub config: Config,
}

impl Place {
    fn new(database_url: String) -> Self {
        let kind = if database_url.is_empty() { "sqlite" } else { "postgresql" };
        Self::named(&format!("durability-{kind}"), database_url)
    }

    pub fn named(name: &str, database_url: String) -> Self {
        let folder = std::env::temp_dir().join(format!("forwarder-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let config = Config { data_folder: folder.clone(), database_url, ..Config::default() };
        Self { folder, config }
    }

    pub fn number(&self, statement: &str) -> i64 {
        match query(&self.config.store(), statement).first().and_then(|row| row.first()) {
            Some(platform::store::Value::Int(number)) => *number,
            other => panic!("{statement}: {other:?}"),
        }
    }

    /// Waits until the killed server's sessions at PostgreSQL have ended: what they had begun to
    /// commit is decided then.
    pub fn wait_for_its_sessions(&self) {
        let Some((root, name)) = self.config.database_url.rsplit_once('/') else { return };
        let count = format!("SELECT pid FROM pg_stat_activity WHERE datname = '{name}'");
        while !administer(root, &count).is_empty() {
            std::thread::yield_now();
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// The program about to serve.
pub fn serving(place: &Place) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_forwarder"));
    set_up(&mut command, place);
    command
}

fn set_up(command: &mut Command, place: &Place) {
    command
        .arg("serve")
        .current_dir(&place.folder)
        .env_remove("DATABASE_URL")
        .env("FORWARDER_LISTEN", "127.0.0.1:0")
        .env("FORWARDER_LOG", "warn")
        .env("FORWARDER_DATA_FOLDER", &place.folder)
        .env("FORWARDER_LOGIN_CALLS_PER_MINUTE", "1000000")
        .stdout(Stdio::piped());
    if !place.config.database_url.is_empty() {
        command.env("DATABASE_URL", &place.config.database_url);
    }
}

/// The running server.
pub struct Server {
    child: Mutex<Child>,
    address: String,
}

impl Server {
    /// Starts it; it prints its address when it listens.
    pub fn start(place: &Place) -> Self {
        Self::run(Command::new(env!("CARGO_BIN_EXE_forwarder")), place)
    }

    /// The same by a command that runs the program its own way.
    pub fn run(mut command: Command, place: &Place) -> Self {
        set_up(&mut command, place);
        let mut child = command.spawn().expect("the server starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("its output")).read_line(&mut line).expect("its first line");
        let address = line.split("http://").nth(1).map(|rest| rest.trim().trim_end_matches('/').to_owned());
        let address = address.unwrap_or_else(|| panic!("the server says {line:?}"));
        Self { child: Mutex::new(child), address }
    }

    /// `kill -9`, and the end of the process.
    pub fn kill(&self) {
        let mut child = self.child.lock().expect("the process");
        let _ = child.kill();
        let _ = child.wait();
    }

    /// One call on a connection of its own; nothing when the connection ends before the answer does.
    pub fn call(&self, token: &str, method: &str, path: &str, body: &str) -> Option<Json> {
        let form = if body.starts_with("grant_type") { "x-www-form-urlencoded" } else { "json" };
        let authorization =
            if token.is_empty() { "Basic Zm9yd2FyZGVyOmZvcndhcmRlcg==".to_owned() } else { format!("Bearer {token}") };
        self.send(&format!("{method} {path}"), (&authorization, &format!("application/{form}")), body.as_bytes())
    }

    /// Brings a file.
    pub fn upload(&self, token: &str, path: &str, (name, bytes): (&str, &[u8])) -> Option<Json> {
        let part = format!("--part\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\r\n");
        let body = [part.as_bytes(), bytes, b"\r\n--part--\r\n"].concat();
        let kind = "multipart/form-data; boundary=part";
        self.send(&format!("POST {path}"), (&format!("Bearer {token}"), kind), &body)
    }

    fn send(&self, call: &str, (authorization, kind): (&str, &str), body: &[u8]) -> Option<Json> {
        let mut stream = TcpStream::connect(&self.address).ok()?;
        stream.set_read_timeout(Some(Duration::from_secs(25))).ok()?;
        let head = format!(
            "{call} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: {authorization}\r\n\
             Content-Type: {kind}\r\nContent-Length: {}\r\n\r\n",
            body.len()
        );
        stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body)).ok()?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).ok()?;
        let text = String::from_utf8(answer).ok()?;
        let (_, body) = text.split_once("\r\n\r\n")?;
        serde_json::from_str(body).ok()
    }

    /// The data of a call that must succeed.
    pub fn ok(&self, token: &str, path: &str) -> Json {
        let answer = self.call(token, "GET", path, "").unwrap_or_else(|| panic!("{path}: no answer"));
        assert_eq!(answer["code"], 0, "{path}: {answer}");
        answer["data"].clone()
    }

    pub fn log_in(&self, login: &str) -> String {
        let answer = self.ask_in(login);
        answer["access_token"].as_str().unwrap_or_else(|| panic!("log-in: {answer}")).to_owned()
    }
}

impl Server {
    /// What a log-in is answered.
    pub fn ask_in(&self, login: &str) -> Json {
        let body = format!("grant_type=password&username=0%7C{login}%40example.com%7CDEMO&password={PASSWORD}");
        self.call("", "POST", "/auth/oauth/token", &body).expect("an answer")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}

/// People, partners and master numbers, made before the server starts.
pub fn prepare(place: &Place) {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("runs");
    let _inside = runtime.enter();
    let app = app::start::open(&place.config, Clock::System).expect("the product opens");
    let based = app.system_write(|conn| {
        seed::people::platform_org(&app, conn)?;
        base::load::load(conn, &app.mint, app.clock.now())
    });
    based.expect("the platform's rows");
    seed::people::fixture(&app, PASSWORD).expect("the people");
    let nobody = seed::Client::anonymous(platform::web::router(&app));
    let maker = seed::fixture::Maker { app: &app, nobody, password: PASSWORD };
    let made = runtime.block_on(async {
        seed::fixture::partners(&maker).await?;
        let op = maker.user("op01").await?;
        let source = maker.coop_id(&op, "GYS001").await?;
        let count = u32::try_from(NUMBERS).unwrap_or_default();
        let today = kernel::show_day(Clock::System.now().day());
        seed::air::receive_numbers(&op, ("990", "12345675", count), (&source, &today)).await
    });
    made.expect("partners and numbers");
}

/// What every order here is made of.
pub fn body(coop: &str, caller: usize, master: Option<&String>) -> Json {
    let weight = 100 + caller;
    json!({
        "businessScope": "AE", "businessProduct": "代理制", "coopId": coop, "internalNumber": "",
        "departureStation": "PVG", "arrivalStation": "FRA", "goodsNameCn": "服装", "goodsNameEn": "GARMENTS",
        "goodsType": "普货", "batteryType": "不含电池", "packageType": "纸箱（CTNS）",
        "planPieces": 10 + caller, "planWeight": weight, "planVolume": 1, "awbNumber": master,
        "expectFlight": "X9101", "expectDeparture": kernel::show_day(Clock::System.now().day()),
        "planDimensions": [{ "length": 50, "width": 40, "height": 30, "pieces": 10 + caller }],
        "legs": [{ "fromStation": "PVG", "toStation": "FRA", "carrierCode": "X9", "flightNo": "X9101" }],
        "services": { "warehouse": { "enabled": true }, "customs": { "enabled": true } },
        "parties": {
            "shipper": { "scName": format!("SHIPPER {caller}"), "scAddress": "1 ROAD", "nationCode": "CN",
                         "cityNameEn": "SHANGHAI", "postCode": "200000", "telNumber": "86 21 00000000" },
            "consignee": { "scName": format!("CONSIGNEE {caller}"), "scAddress": "2 STRASSE", "nationCode": "DE",
                           "cityNameEn": "FRANKFURT", "postCode": "60547", "telNumber": "49 69 000000" },
        },
        "confirmed": YES,
    })
}

/// An acknowledged save.
#[derive(Debug, Clone)]
struct Saved {
    code: String,
    uuid: String,
    row_uuid: String,
    caller: usize,
    master: Option<String>,
}

fn save(server: &Server, token: &str, body: &Json, caller: usize) -> Option<Saved> {
    let answer = server.call(token, "POST", "/afbase/order/doSave", &body.to_string())?;
    assert_eq!(answer["code"], 0, "a save is refused: {answer}");
    let text = |name: &str| answer["data"][name].as_str().expect("a text").to_owned();
    let master = body["awbNumber"].as_str().map(ToOwned::to_owned);
    Some(Saved { code: text("orderCode"), uuid: text("orderUuid"), row_uuid: text("rowUuid"), caller, master })
}

/// Saves from many callers at once until the server is dead; every caller has a save under way when
/// it is killed.
fn save_until_killed(server: &Server, token: &str, coop: &str, masters: &[String]) -> Vec<Saved> {
    let (acknowledged, count) = (Mutex::new(Vec::new()), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for caller in 0..CALLERS {
            let (acknowledged, count) = (&acknowledged, &count);
            scope.spawn(move || {
                // Every fourth caller's first order takes a master number.
                let mut master = masters.get(caller / 4).filter(|_| caller % 4 == 0);
                while let Some(saved) = save(server, token, &body(coop, caller, master), caller) {
                    master = None;
                    acknowledged.lock().expect("the list").push(saved);
                    if count.fetch_add(1, Ordering::SeqCst) + 1 == KILL_AFTER {
                        server.kill();
                    }
                }
            });
        }
    });
    acknowledged.into_inner().expect("the list")
}

/// Every order of the list, by code.
pub fn listed(server: &Server, token: &str) -> BTreeMap<String, Json> {
    let mut orders = BTreeMap::new();
    for page in 1.. {
        let data = server.ok(token, &format!("/afbase/order/page?part=rows&size=500&current={page}"));
        for row in data["records"].as_array().expect("rows") {
            let code = row["orderCode"].as_str().expect("every order has its code").to_owned();
            assert!(orders.insert(code.clone(), row.clone()).is_none(), "{code} was given twice");
        }
        if data["more"] != true {
            break;
        }
    }
    orders
}

/// An order is there with all that was saved with it.
fn is_whole(server: &Server, token: &str, row: &Json) {
    let uuid = row["orderUuid"].as_str().expect("a name");
    let view = server.ok(token, &format!("/afbase/order/view/{uuid}"));
    let code = &row["orderCode"];
    let caller = view["planPieces"].as_i64().expect("pieces") - 10;
    assert_eq!(view["orderCode"], *code);
    assert_eq!(view["parties"]["shipper"]["scName"], format!("SHIPPER {caller}"), "{code}");
    assert_eq!(view["parties"]["consignee"]["scName"], format!("CONSIGNEE {caller}"), "{code}");
    assert_eq!(view["planDimensions"].as_array().map(Vec::len), Some(1), "{code}");
    assert_eq!(view["legs"].as_array().map(Vec::len), Some(1), "{code}");
    for service in ["warehouse", "customs"] {
        assert_eq!(view["services"][service]["enabled"], true, "{code} {service}");
    }
    let log = server.ok(token, &format!("/afbase/order/log/page?orderUuid={uuid}&size=50"));
    let log = log.to_string();
    assert!(log.contains("订单创建"), "{code}: {log}");
    let master = view["awbNumber"].as_str().unwrap_or_default();
    assert_eq!(!master.is_empty(), log.contains("舱位确认"), "{code}: master {master:?}, {log}");
}

/// Statements that count what must not be: parts without their order, orders without their parts.
pub fn faults() -> Vec<String> {
    let orphans = ["order_leg", "order_service", "order_party", "order_dimension"].map(|table| {
        format!(
            "SELECT COUNT(*) FROM {table} p WHERE NOT EXISTS \
             (SELECT 1 FROM freight_order o WHERE o.org_id = p.org_id AND o.id = p.order_id)"
        )
    });
    let bare =
        [("order_leg", 1), ("order_service", 2), ("order_party", 2), ("order_dimension", 1)].map(|(table, rows)| {
            format!(
                "SELECT COUNT(*) FROM freight_order o WHERE {rows} <> \
                 (SELECT COUNT(*) FROM {table} p WHERE p.org_id = o.org_id AND p.order_id = o.id)"
            )
        });
    let others = [
        "SELECT COUNT(*) FROM freight_order o WHERE NOT EXISTS \
         (SELECT 1 FROM order_air_detail a WHERE a.org_id = o.org_id AND a.id = o.id)",
        "SELECT COUNT(*) FROM order_air_detail a WHERE NOT EXISTS \
         (SELECT 1 FROM freight_order o WHERE o.org_id = a.org_id AND o.id = a.id)",
        "SELECT COUNT(*) FROM freight_order o WHERE 1 <> (SELECT COUNT(*) FROM operation_log l \
         WHERE l.org_id = o.org_id AND l.object_type = 'order' AND l.object_id = o.id AND l.function = '订单创建')",
        "SELECT COUNT(*) FROM operation_log l WHERE l.object_type = 'order' AND NOT EXISTS \
         (SELECT 1 FROM freight_order o WHERE o.org_id = l.org_id AND o.id = l.object_id)",
        "SELECT COUNT(*) FROM awb w WHERE w.order_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM freight_order o \
         WHERE o.org_id = w.org_id AND o.id = w.order_id AND o.awb_id = w.id AND o.awb_number = w.awb_number)",
        "SELECT COUNT(*) FROM freight_order o WHERE o.awb_number IS NOT NULL AND o.awb_number <> '' AND NOT EXISTS \
         (SELECT 1 FROM awb w WHERE w.org_id = o.org_id AND w.id = o.awb_id AND w.order_id = o.id \
         AND w.state = 'ALLOCATED')",
        "SELECT COUNT(*) - COUNT(DISTINCT order_code) FROM freight_order",
    ];
    orphans.into_iter().chain(bare).chain(others.map(ToOwned::to_owned)).collect()
}

fn story(place: &Place) {
    prepare(place);
    let server = Server::start(place);
    let token = server.log_in("cs01");
    let customer = server.ok(&token, "/platform/select/coop?keyword=KH001");
    let coop = customer[0]["value"].as_str().expect("a customer").to_owned();
    let stock = server.ok(&token, "/afbase/awb/page?size=500");
    let masters: Vec<String> = stock["records"].as_array().expect("numbers").iter().map(master_of).collect();
    assert_eq!(masters.len(), NUMBERS);

    let acknowledged = save_until_killed(&server, &token, &coop, &masters);
    assert!(acknowledged.len() >= KILL_AFTER, "{} answers", acknowledged.len());
    place.wait_for_its_sessions();

    // The session outlives the kill as well as the orders do.
    let server = Server::start(place);
    let orders = listed(&server, &token);
    assert!(orders.len() >= acknowledged.len());
    for saved in &acknowledged {
        let row = orders.get(&saved.code).unwrap_or_else(|| panic!("{} was acknowledged and is gone", saved.code));
        assert_eq!(row["orderUuid"], saved.uuid, "{}", saved.code);
        assert_eq!(row["rowUuid"], saved.row_uuid, "{}", saved.code);
        assert_eq!(row["planPieces"].as_i64(), i64::try_from(saved.caller + 10).ok(), "{}", saved.code);
        assert_eq!(row["awbNumber"].as_str().filter(|text| !text.is_empty()), saved.master.as_deref());
    }
    let taken: Vec<&str> =
        orders.values().filter_map(|row| row["awbNumber"].as_str()).filter(|text| !text.is_empty()).collect();
    let distinct: BTreeSet<&str> = taken.iter().copied().collect();
    assert_eq!(distinct.len(), taken.len(), "a master number stands on two orders");
    for row in orders.values() {
        is_whole(&server, &token, row);
    }

    let free: Vec<String> = masters.iter().filter(|master| !distinct.contains(master.as_str())).cloned().collect();
    let later = save_more(&server, &token, &coop, &free);
    let codes: BTreeSet<&String> = later.iter().map(|saved| &saved.code).collect();
    assert_eq!(codes.len(), SAVES_AFTER, "a code is given twice");
    assert!(codes.iter().all(|code| !orders.contains_key(*code)), "a code from before the kill is given again");
    assert_eq!(listed(&server, &token).len(), orders.len() + SAVES_AFTER);

    drop(server);
    place.wait_for_its_sessions();
    for statement in faults() {
        assert_eq!(place.number(&statement), 0, "{statement}");
    }
}

fn master_of(row: &Json) -> String {
    row["awbNumber"].as_str().expect("a number").to_owned()
}

/// Saves at the same time after the restart, some of them with numbers still free.
fn save_more(server: &Server, token: &str, coop: &str, free: &[String]) -> Vec<Saved> {
    std::thread::scope(|scope| {
        let running: Vec<_> = (0..SAVES_AFTER)
            .map(|caller| {
                let master = free.get(caller / 4).filter(|_| caller % 4 == 0);
                scope.spawn(move || save(server, token, &body(coop, caller, master), caller).expect("an answer"))
            })
            .collect();
        running.into_iter().map(|thread| thread.join().expect("a caller ends")).collect()
    })
}
