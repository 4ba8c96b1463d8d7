//! Issue 25, 23: what a visitor of the demonstration finds: every list of a page that is built holds something as it opens,
//! and there is something to read.

use std::collections::BTreeSet;
use std::sync::Arc;

use app::config::Config;
use kernel::{Clock, Instant};
use platform::call::App;
use platform::list::ListPage;
use platform::registry::NodeKind;
use platform::web::percent_encoded;
use seed::Client;
use serde_json::Value as Json;
use testkit::World;

use crate::at_work::rooms;

const PASSWORD: &str = "Demo-2026-show";
/// The demonstration tells of the days around the one it is made on.
const NOW: &str = "2026-11-27 10:00:00";

/// Lists a small demonstration does not fill, each with the reason. The list only becomes shorter.
const EMPTY: &[(&str, &str)] = &[
    ("hrs.erasure.list", "nobody was erased: it is never undone, and asks who he is whoever does it"),
    ("hrs.mailLog.list", "no mailbox is set up, so nothing is mailed"),
    ("hrs.interfaceCall.list", "no other system calls"),
    ("hrs.webhook-delivery.list", "the webhook is a draft: nobody is there who would be told"),
    ("prm.contract-template.list", "contracts are drafted by the built-in wording"),
    ("hrs.orgInterfaceOwn.list", "the platform opens kinds of interfaces to companies one by one"),
    ("hrs.interfaceCallOwn.list", "no other system calls"),
    ("af.routing-sign.list", "a company that signs its routings turns that on in its settings"),
    ("css.period-difference.list", "shows figures that are wrong, and there are none"),
    ("voucher.rule.list", "the accounts of the template hold until the company writes rules of its own"),
    ("voucher.export-cost-writeoff.list", "the documents of this kind have their vouchers"),
    ("voucher.export-expense-paid.list", "the bank paid no report yet"),
    ("voucher.export-request.list", "the bank paid no other request yet"),
    ("voucher.export-advance-out.list", "no supplier was paid in advance"),
    ("voucher.export-refund-in.list", "no supplier paid back"),
    ("voucher.export-revaluation.list", "comes at the end of a month with open amounts in foreign currencies"),
    ("voucher.export-transfer.list", "no money went from one account to another"),
    ("voucher.export-accrual.list", "comes at the end of a month with costs that are expected"),
    ("voucher.voucher-gap.list", "shows numbers that are missing, and there are none"),
];

/// What is given to filters that a list asks for and begins without.
fn needed(name: &str, site: &Site) -> String {
    match name {
        "businessScope" => "AE".to_owned(),
        "coopId" => site.offered("coop?keyword=KH001"),
        "accountId" => site.offered("orgBank"),
        _ => panic!("a new filter that must be given: {name}"),
    }
}

struct Site {
    app: Arc<App>,
    folder: std::path::PathBuf,
    admin: Client,
    runtime: tokio::runtime::Runtime,
}

impl Site {
    fn new() -> Self {
        let folder = std::env::temp_dir().join(format!("forwarder-demonstration-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        let config = Config { data_folder: folder.clone(), ..Config::default() };
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("runs");
        let inside = runtime.enter();
        let app = app::start::open(&config, Clock::fixed(Instant::parse(NOW).expect("a moment"))).expect("opens");
        let made = app::start::demonstrate(&app, &config, Some(PASSWORD.to_owned()), true).expect("is made");
        assert_eq!(made.as_deref(), Some(PASSWORD));
        let nobody = Client::anonymous(platform::web::router(&app));
        let admin = runtime.block_on(nobody.log_in("demo-admin", "DEMO", PASSWORD)).expect("logs in");
        drop(inside);
        Self { app, folder, admin, runtime }
    }

    fn get(&self, path: &str) -> seed::Reply {
        self.runtime.block_on(self.admin.get(path))
    }

    fn ok(&self, path: &str) -> Json {
        let reply = self.get(path);
        assert_eq!((reply.status, reply.code), (200, 0), "{path}: {}", reply.message);
        reply.data
    }

    /// The first value a select offers.
    fn offered(&self, select: &str) -> String {
        let offers = self.ok(&format!("/platform/select/{select}"));
        offers[0]["value"].as_str().unwrap_or_else(|| panic!("{select} offers nothing")).to_owned()
    }

    /// The rows a list counts as its page opens; nothing where its page is not the administrator's.
    fn first_sight(&self, list: &ListPage) -> Option<i64> {
        let begins = list.filters.iter().filter_map(|filter| {
            let value = match filter.initial {
                "" => filter.ask.as_ref().map(|_| needed(filter.name, self))?,
                initial => initial.to_owned(),
            };
            Some(format!("&{}={}", filter.name, percent_encoded(&value)))
        });
        let reply = self.get(&format!("{}/page?size=1{}", list.base, begins.collect::<String>()));
        if reply.status == 403 {
            return None;
        }
        assert_eq!((reply.status, reply.code), (200, 0), "{}: {}", list.key, reply.message);
        let data = &reply.data;
        let rows = data["records"].as_array().map_or(0, Vec::len);
        Some(data["total"].as_i64().unwrap_or_else(|| i64::try_from(rows).unwrap_or_default()))
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

#[test]
fn the_demonstration_has_something_on_every_page_that_is_built() {
    let site = Site::new();
    let seen: Vec<(&str, i64)> =
        site.app.registry.lists.iter().filter_map(|list| Some((list.key, site.first_sight(list)?))).collect();
    assert!(seen.len() > 120, "{} lists are the administrator's", seen.len());
    let empty = |key: &str| seen.iter().any(|(known, rows)| *known == key && *rows == 0);
    let new: Vec<&str> = seen
        .iter()
        .map(|(key, _)| *key)
        .filter(|key| empty(key) && EMPTY.iter().all(|(known, _)| known != key))
        .collect();
    assert!(new.is_empty(), "{} lists are empty at first sight: {new:#?}", new.len());
    let gone: Vec<&str> = EMPTY.iter().map(|(key, _)| *key).filter(|key| !empty(key)).collect();
    assert!(gone.is_empty(), "no longer empty, and to be taken from the list: {gone:?}");
    there_is_something_to_read(&site);
    dialogs_bear_the_names_of_their_forms(&site);
}

/// The second word of that name on a page with tabs is its first form's, whatever the tabs beside it are called.
fn dialogs_bear_the_names_of_their_forms(site: &Site) {
    for (page, list, form) in [("hrs_webhook", "Webhook", "Webhook"), ("prm_contract", "合同管理", "合同")] {
        let words = site.ok(&format!("/hrs/language/pages?pageType={page}&languageCode=zh-CN"));
        assert_eq!((&words["title"], &words["title.2"]), (&Json::from(list), &Json::from(form)), "{page}");
    }
    // Who may open a form reads the log of its things.
    let contract = site.ok("/prm/contract/page?size=1")["records"][0]["id"].as_str().expect("a contract").to_owned();
    let log = site.ok(&format!("/hrs/log/page?objectType=contract&objectId={contract}"));
    assert!(log["total"].as_i64().is_some_and(|lines| lines > 0), "{log}");
}

/// Notices, help and tutorials; a tutorial leads to a page with a picture.
fn there_is_something_to_read(site: &Site) {
    assert!(site.ok("/hrs/notice").as_array().is_some_and(|notices| notices.len() >= 3));
    let board = site.ok("/hrs/tutorial/list");
    let tutorials = board["tutorials"].as_array().expect("tutorials");
    assert_eq!(tutorials.len(), 3);
    for tutorial in tutorials {
        assert_eq!((&tutorial["page"], tutorial["coverId"].is_string()), (&Json::Bool(true), true), "{tutorial}");
        let id = &tutorial["id"];
        let body = serde_json::json!({ "tutorialId": id });
        let played = site.runtime.block_on(site.admin.post("/hrs/tutorial/play", body));
        let address = played.data["address"].as_str().expect("an address").to_owned();
        let page = address.strip_prefix("/helpDoc?id=").expect("a page of help");
        let html = site.ok(&format!("/hrs/helpDoc/read/{page}"))["html"].as_str().expect("a text").to_owned();
        let picture =
            html.split('"').find(|part| part.starts_with("/platform/picture/")).expect("a picture").to_owned();
        let picture = site.get(&picture);
        assert_eq!((picture.status, picture.content_type.as_str()), (200, "image/png"), "{tutorial}");
    }
}

/// Pages of groups of companies, which nobody of the fixture has.
const OF_GROUPS: [&str; 1] = ["/jt_css_report_cancelled_order"];

/// The manual is complete: each page of the menu that is built stands in a page of it, in both languages.
#[test]
fn every_page_that_is_built_has_its_page_of_the_manual() {
    let world = World::sqlite(rooms);
    let keeper = world.login("superAdmin");
    let nodes = world.app.registry.nodes.iter().filter(|node| node.kind == NodeKind::Page && !node.hidden);
    let built: BTreeSet<String> = nodes.map(|node| node.path.clone()).collect();
    assert!(built.len() > 100, "{} pages", built.len());
    for reader in [keeper.in_language("zh-CN"), keeper.in_language("en-US")] {
        let book = reader.ok("/hrs/manual");
        let keys = book.as_array().expect("the manual").iter().map(|page| page["key"].as_str().unwrap_or_default());
        let told: BTreeSet<String> = keys
            .flat_map(|key| {
                reader.ok(&format!("/hrs/manual/read/{key}"))["pages"].as_array().cloned().unwrap_or_default()
            })
            .map(|page| page["path"].as_str().unwrap_or_default().to_owned())
            .collect();
        let missing: Vec<&String> =
            built.difference(&told).filter(|path| !OF_GROUPS.contains(&path.as_str())).collect();
        assert!(missing.is_empty(), "{missing:?}");
    }
}
