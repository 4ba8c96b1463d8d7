//! Addresses nobody declared, and what search engines are told.

use std::sync::Arc;

use app::config::Config;
use app::first_run::FirstRun;
use kernel::Clock;
use platform::registry::Body;
use seed::{Client, Reply};

struct Site {
    config: Config,
    nobody: Client,
    runtime: tokio::runtime::Runtime,
}

impl Site {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("forwarder-addresses-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        let config = Config { data_folder: folder, ..Config::default() };
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("runs");
        let inside = runtime.enter();
        let app = app::start::open(&config, Clock::System).expect("opens");
        let nobody = Client::anonymous(app::server::router(&app, &Arc::new(FirstRun::new(&app, &config))));
        drop(inside);
        Self { config, nobody, runtime }
    }

    fn call(&self, method: &str, path: &str, accept: &str) -> Reply {
        let client = if accept.is_empty() { self.nobody.clone() } else { self.nobody.with_header("accept", accept) };
        self.runtime.block_on(client.raw(method, path, "application/json", Vec::new()))
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.config.data_folder);
    }
}

const BROWSER: &str = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8";
/// Where the web applications were built: without them every page says that they were not.
const BUILT: [u16; 2] = [200, 503];

fn is_envelope(reply: &Reply, what: &str) {
    let told = (reply.status, reply.code, reply.message.as_str());
    assert_eq!(told, (404, 404, "404，网络请求不存在"), "{what}");
    assert!(reply.content_type.starts_with("application/json"), "{what}");
}

#[test]
fn an_address_nobody_declared_is_a_page_to_people_alone() {
    let site = Site::new("nowhere");
    for path in ["/styles/x", "/nowhere", "/a/b/c", "/assets/no.js", "/.env", "/wp-login.php"] {
        for accept in ["application/json", "application/json, text/plain, */*", "*/*", "image/*,*/*;q=0.8", ""] {
            is_envelope(&site.call("GET", path, accept), &format!("{path} {accept}"));
        }
        for method in ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"] {
            is_envelope(&site.call(method, path, BROWSER), &format!("{method} {path}"));
        }
        let seen = site.call("GET", path, BROWSER);
        assert!(seen.content_type.starts_with("text/html") && [404, 503].contains(&seen.status), "{path}");
    }
    for path in [
        "/hrs/nowhere",
        "/css/x",
        "/afbase/x/y",
        "/os/waybill/nowhere",
        "/api/x",
        "/api-uc/x",
        "/platform/nowhere",
        "/static/no.json",
    ] {
        is_envelope(&site.call("GET", path, BROWSER), path);
    }
    for path in
        ["/platform/push", "/static/countries.json", "/version.json", "/health", "/externalOrderTrack", "/setup"]
    {
        is_envelope(&site.call("DELETE", path, "*/*"), path);
    }
    is_envelope(&site.call("GET", "/static/%FF", "*/*"), "bytes that are no text");
    let socket = site.call("GET", "/platform/push", "*/*");
    assert!(socket.bytes.is_empty() && socket.status >= 400, "{}", socket.status);
}

/// Issue 21, 20: what a server keeps answers the same calls to the same people, without the schemas of the contract.
#[test]
fn a_server_keeps_its_calls_without_their_schemas() {
    let whole = app::rooms::registry().expect("the rooms fit together");
    let calls = |registry: &platform::registry::Registry| -> Vec<(String, platform::access::Access)> {
        registry.addresses().map(|(path, call)| (format!("{} {path}", call.method.name()), call.access)).collect()
    };
    let forms = |registry: &platform::registry::Registry| -> Vec<serde_json::Value> {
        registry.forms.iter().map(|form| form["path"].clone()).collect()
    };
    let (known, opened) = (calls(&whole), forms(&whole));
    assert!(whole.operations.iter().any(|call| !call.params.is_empty()), "the contract tells parameters");
    let served = whole.for_serving();
    assert_eq!((calls(&served), forms(&served)), (known, opened));
    for call in &served.operations {
        let schema = matches!(&call.body, Body::Json(schema) if !schema.is_null());
        assert!(call.params.is_empty() && call.answer.is_null() && !schema, "{call:?}");
    }
}

#[test]
fn every_page_of_the_application_is_there_for_everybody_who_asks() {
    let site = Site::new("pages");
    let registry = app::rooms::registry().expect("the rooms fit together");
    let mut pages: Vec<String> =
        ["/dashboard", "/efForLogin", "/openid_login", "/resetPassword", "/af_mawb_make", "/unDevelop"]
            .into_iter()
            .map(ToOwned::to_owned)
            .collect();
    pages.extend(registry.nodes.iter().filter(|node| node.path.starts_with('/')).map(|node| node.path.clone()));
    for path in pages {
        for accept in [BROWSER, "*/*"] {
            let seen = site.call("GET", &path, accept);
            assert!(BUILT.contains(&seen.status) && seen.content_type.starts_with("text/html"), "{path} {accept}");
        }
    }
}

#[test]
fn search_engines_are_kept_out() {
    let site = Site::new("robots");
    let robots = site.call("GET", "/robots.txt", "*/*");
    assert_eq!((robots.status, robots.bytes.as_slice()), (200, b"User-agent: *\nDisallow: /\n".as_slice()));
    let public = ["/externalOrderTrack", "/externalOrderDeliveryNotice", "/cargoPouchView/1", "/customer_info"];
    for path in public.into_iter().chain(["/dashboard", "/af_order_inquiry_quotation", "/bill_confirm", "/chat_guest"])
    {
        assert_eq!(site.call("GET", path, BROWSER).header("x-robots-tag"), "noindex, nofollow", "{path}");
    }
}

#[test]
fn a_setup_that_cannot_be_read_is_told_in_words() {
    let site = Site::new("setup");
    let told = |body: &[u8]| {
        let call = site.nobody.raw("POST", "/setup/create", "application/json", body.to_vec());
        let reply = site.runtime.block_on(call);
        (reply.status, reply.message)
    };
    assert_eq!(told(b"{"), (400, "请求内容无法识别：JSON不完整".to_owned()));
    assert_eq!(told(&vec![b' '; 3 * 1024 * 1024]), (400, "内容无法读取或超过大小限制".to_owned()));
}
