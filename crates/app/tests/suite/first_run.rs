//! The first run: open to whoever has the code, once, and never again.

use std::sync::Arc;

use app::config::Config;
use app::first_run::FirstRun;
use kernel::Clock;
use platform::call::App;
use platform::store::{StoreConfig, Value};
use seed::{Client, Reply};
use serde_json::{Value as Json, json};

use crate::database::{on_postgresql, query};

struct Site {
    app: Arc<App>,
    config: Config,
    code: String,
    nobody: Client,
    runtime: tokio::runtime::Runtime,
}

impl Site {
    fn new(name: &str, database_url: &str) -> Self {
        Self::with(name, Config { database_url: database_url.to_owned(), ..Config::default() })
    }

    fn with(name: &str, config: Config) -> Self {
        let folder = std::env::temp_dir().join(format!("forwarder-first-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        let config = Config { data_folder: folder, ..config };
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("runs");
        let inside = runtime.enter();
        let app = app::start::open(&config, Clock::System).expect("opens");
        let first = Arc::new(FirstRun::new(&app, &config));
        let code = first.code().expect("tells").expect("is open");
        let nobody = Client::anonymous(app::server::router(&app, &first));
        drop(inside);
        Self { app, config, code, nobody, runtime }
    }

    fn get(&self, path: &str) -> Reply {
        self.runtime.block_on(self.nobody.get(path))
    }

    fn create(&self, body: Json) -> Reply {
        self.runtime.block_on(self.nobody.post("/setup/create", body))
    }

    fn count(&self, table: &str) -> Value {
        let config: StoreConfig = self.config.store();
        query(&config, &format!("SELECT COUNT(*) FROM {table}"))[0][0].clone()
    }

    fn ask(&self) -> Json {
        json!({
            "setupCode": self.code.to_lowercase(), "orgName": "远航国际货运", "orgCode": "yuanhang",
            "edition": "FLAGSHIP", "adminName": "boss", "userName": "李航", "phone": "", "email": "li@yuanhang.example.org",
            "password": "Yuan-hang-2026", "language": "zh-CN", "demo": false,
        })
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.config.data_folder);
    }
}

fn with(mut body: Json, name: &str, value: Json) -> Json {
    body[name] = value;
    body
}

fn story(site: &Site) {
    assert_eq!(site.get("/login").header("location"), "/setup", "an empty product leads to its setup");
    let state = site.get("/setup/state");
    assert_eq!((state.code, &state.data["editions"][0]["value"]), (0, &json!("FLAGSHIP")));
    for (name, value, message) in [
        ("setupCode", json!("AAAAA-AAAAA"), "初始化码不正确，请查看服务器启动时的输出"),
        ("orgName", json!(" "), "请填写"),
        ("orgCode", json!("x"), "企业编码为2-20位大写字母、数字或连字符"),
        ("orgCode", json!("plat"), "该值由平台或演示数据使用，请更换"),
        ("edition", json!("NOTHING"), "版本不存在"),
        ("adminName", json!("abc"), "管理员账户为4-40位字母、数字或_@-"),
        ("phone", json!("12345678901"), "请输入正确的手机号码"),
        ("email", json!("li@"), "请输入正确的邮箱地址"),
        ("password", json!("12345678"), "密码须为8-20位且包含字母和数字"),
        ("password", json!("boss-2026"), "密码不能包含登录账号、手机号或邮箱"),
    ] {
        let reply = site.create(with(site.ask(), name, value));
        assert_eq!((reply.status, reply.code), (200, 1), "{name}");
        assert_eq!(reply.findings_at(name), [message]);
    }
    assert_eq!(site.create(with(site.ask(), "nothingLikeThis", json!(1))).status, 400);
    assert_eq!((site.count("org"), site.count("login")), (Value::Int(0), Value::Int(0)));

    // Several at once: one of them makes it.
    let replies: Vec<Reply> = site.runtime.block_on(async {
        let calls: Vec<_> = (0..4)
            .map(|_| {
                let (nobody, body) = (site.nobody.clone(), site.ask());
                tokio::spawn(async move { nobody.post("/setup/create", body).await })
            })
            .collect();
        let mut replies = Vec::new();
        for call in calls {
            replies.push(call.await.expect("ends"));
        }
        replies
    });
    let statuses: Vec<_> = replies.iter().map(|reply| (reply.status, reply.code)).collect();
    assert_eq!(statuses.iter().filter(|status| **status == (200, 0)).count(), 1, "{statuses:?}");
    assert!(statuses.iter().all(|status| matches!(status, (200, 0) | (404, 404) | (429, 429))), "{statuses:?}");
    assert_eq!((site.count("org"), site.count("login")), (Value::Int(2), Value::Int(1)));

    // Gone for good, also for a server that starts later.
    assert_eq!(site.get("/setup/state").status, 404);
    assert_eq!(site.get("/setup").header("location"), "/login");
    assert_ne!(site.get("/login").header("location"), "/setup");
    assert!([404, 429].contains(&site.create(site.ask()).status));
    let _inside = site.runtime.enter();
    assert_eq!(FirstRun::new(&site.app, &site.config).code(), Ok(None));
}

/// The administrator works in the company and keeps the platform.
fn administrator_works(site: &Site) {
    for (org, path) in [("YUANHANG", "/hrs/user/page"), ("PLAT", "/hrs/job/page")] {
        let reply = site.runtime.block_on(async {
            let client = site.nobody.log_in("boss", org, "Yuan-hang-2026").await.expect("logs in");
            client.get(path).await
        });
        assert_eq!((reply.status, reply.code), (200, 0), "{org}: {}", reply.message);
    }
}

// req: platform-static-airlines, platform-static-countries, platform-static-hot-cities-import
// req: platform-static-hot-cities-export, platform-open-static-host, platform-version-json
fn open_files_are_served(site: &Site) {
    let health = site.get("/health");
    assert_eq!((health.status, health.bytes.as_slice()), (200, b"ok".as_slice()), "no figures");
    let rows = |name: &str| site.get(&format!("/static/{name}.json")).json.as_array().cloned().expect("rows");
    let has = |name: &str, row: Json| assert!(rows(name).contains(&row), "{name} has no {row}");
    has("airlines", json!({ "code": "3U", "prefix": "876", "nameCn": "四川航空", "nameEn": "Sichuan Airlines" }));
    has("countries", json!({ "code": "AD", "nameCn": "安道尔", "nameEn": "Andorra", "dial": "376" }));
    has("hotCitiesExport", json!({ "code": "CAN", "cityCn": "广州", "cityEn": "Guangzhou", "country": "CN" }));
    assert!(rows("hotCitiesImport").iter().all(|row| row["country"] != "CN"));
    assert!(rows("hotCitiesImport").iter().any(|row| row["code"] == "FRA"));
    assert_eq!(site.get("/static/secrets.json").status, 404);
    assert_eq!(site.get("/version.json").json, json!({ "pack_vue_version": env!("CARGO_PKG_VERSION") }));
}

#[test]
fn one_company_is_made_once_on_sqlite() {
    let site = Site::new("lite", "");
    story(&site);
    administrator_works(&site);
    open_files_are_served(&site);
}

#[test]
fn who_is_served_over_https_stays_there() {
    let kept = |url: &str| {
        let site = Site::with("https", Config { public_url: url.to_owned(), ..Config::default() });
        let header = |path: &str| site.get(path).header("strict-transport-security").to_owned();
        (header("/health"), header("/hrs/platform/public"))
    };
    let year = || "max-age=31536000".to_owned();
    assert_eq!(kept("https://fw.example.com"), (year(), year()));
    assert_eq!(kept("http://fw.example.com"), (String::new(), String::new()));
}

#[test]
fn one_company_is_made_once_on_postgresql() {
    on_postgresql("first_run", |url| {
        let site = Site::new("pg", &url);
        story(&site);
        administrator_works(&site);
    });
}

#[test]
fn the_names_of_the_demonstration_are_kept_for_it() {
    let site = Site::new("demo", "");
    let ask = with(site.ask(), "demo", json!(true));
    for (name, value) in [
        ("orgCode", "DEMO"),
        ("orgName", "演示货运"),
        ("adminName", "demo-admin"),
        ("phone", "13800000001"),
        ("email", "me@example.com"),
    ] {
        let reply = site.create(with(ask.clone(), name, json!(value)));
        assert_eq!(reply.findings_at(name), ["该值由平台或演示数据使用，请更换"], "{name}");
    }
    assert_eq!(site.count("org"), Value::Int(0));
}

/// What the first command of the README makes.
#[test]
fn the_demonstration_is_made_beside_the_company_and_keeps_away_from_the_platform() {
    let site = Site::new("shown", "");
    let reply = site.create(with(site.ask(), "demo", json!(true)));
    assert_eq!((reply.status, reply.code), (200, 0), "{}", reply.message);
    let password = reply.data["demoPassword"].as_str().expect("is told once").to_owned();
    administrator_works(&site);
    let (orders, of_company, notices, keepers) = site.runtime.block_on(async {
        let clerk = site.nobody.log_in("op01@example.com", "DEMO", &password).await.expect("logs in");
        let owner = site.nobody.log_in("boss", "YUANHANG", "Yuan-hang-2026").await.expect("logs in");
        let path = "/afbase/order/page?size=100";
        let keepers = [
            site.nobody.token_call("superAdmin", "PLAT", &password).await,
            site.nobody.token_call("pf01@example.com", "PLAT", &password).await,
        ];
        let first = clerk.get("/afbase/order/page?size=1&orderCode=AE-2607150001").await;
        assert_eq!(first.data["records"][0]["awbNumber"], "990-12345675", "{}", first.message);
        (clerk.get(path).await, owner.get(path).await, owner.get("/hrs/notice").await, keepers)
    });
    let found = orders.data["records"].as_array().cloned().expect("rows");
    assert_eq!(found.len(), 100, "orders of these days");
    money_stands(&site, &password);
    assert_eq!(of_company.data["records"], json!([]), "the company begins empty");
    assert_eq!((notices.code, &notices.data), (0, &json!([])), "the demonstration's notices are not the company's");
    for keeper in keepers {
        assert!(keeper.json.get("access_token").is_none(), "who has the password of the demonstration keeps nothing");
    }
    assert_eq!(site.get("/setup").header("location"), "/login");
}

/// Income, cost and what is left of the orders of the example, at the rates of its days.
fn money_stands(site: &Site, password: &str) {
    let told = site.runtime.block_on(async {
        let fin = site.nobody.log_in("fin01@example.com", "DEMO", password).await.expect("logs in");
        let mut told = Vec::new();
        for code in ["AE-2607150001", "AE-2607150002", "AE-2607150003", "AE-2607140001"] {
            let page = fin.get(&format!("/afbase/order/page?size=1&closed=true&orderCode={code}")).await;
            let figure = |name: &str| page.data["records"][0][name].as_f64().map(|figure| format!("{figure:.2}"));
            let figures = ["incomeAmount", "costAmount", "profitAmount"].map(figure);
            told.push(figures.map(Option::unwrap_or_default).join(" "));
        }
        told
    });
    let wanted = [
        "20104.90 13170.00 6934.90",
        "8519.50 6970.30 1549.20",
        "28155.90 22870.00 5285.90",
        "20000.00 15000.00 5000.00",
    ];
    assert_eq!(told, wanted);
}
