//! The web applications: embedded files, cached for ever by their hashed names; pages with a nonce.

use std::collections::BTreeSet;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Response, StatusCode, header};
use kernel::html;
use platform::access::random_bytes;
use platform::web::percent_encoded;
use serde_json::{Value as Json, json};

/// One embedded file.
pub struct Asset {
    /// Address.
    pub path: &'static str,
    /// Bytes.
    pub plain: &'static [u8],
    /// Bytes packed by brotli, when that made them smaller.
    pub brotli: Option<&'static [u8]>,
}

mod embedded {
    use super::Asset;
    include!(concat!(env!("OUT_DIR"), "/assets.rs"));
}

const NOT_BUILT: &str = "<!doctype html><meta charset=utf-8><title>OpenForwarder</title><p>The web application was \
                         not built into this program. Run <code>make web</code> and build again.";

fn find(path: &str) -> Option<&'static Asset> {
    embedded::ASSETS
        .binary_search_by(|asset| asset.path.cmp(path))
        .ok()
        .and_then(|place| embedded::ASSETS.get(place))
        .or_else(|| embedded::ASSETS.iter().find(|asset| asset.path == path))
}

fn media_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "html" => "text/html; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "woff2" => "font/woff2",
        "json" | "map" => "application/json; charset=utf-8",
        "webmanifest" => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

/// An embedded file, if the address names one (pages themselves are not served this way).
pub fn file(path: &str, headers: &HeaderMap) -> Option<Response<Body>> {
    let asset = find(path).filter(|asset| !asset.path.ends_with(".html"))?;
    let accepts = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let packed = asset.brotli.filter(|_| accepts.split(',').any(|one| one.trim().starts_with("br")));
    let mut response = Response::new(Body::from(packed.unwrap_or(asset.plain)));
    let hashed = asset.path.contains("/assets/");
    let cache = if hashed { "public, max-age=31536000, immutable" } else { "public, max-age=3600" };
    let answer = response.headers_mut();
    answer.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type(asset.path)));
    answer.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    answer.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    answer.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    if packed.is_some() {
        answer.insert(header::CONTENT_ENCODING, HeaderValue::from_static("br"));
    }
    Some(response)
}

/// Whether the web application has a page of its own there.
pub fn has_page(path: &str) -> bool {
    embedded::PAGES.contains(&path)
}

/// The page of the logged-in application.
pub fn application(client: (&str, &str), version: &str, public: &Json) -> Response<Body> {
    let mut boot = json!({ "client": { "id": client.0, "secret": client.1 }, "version": version });
    if let (Some(boot), Some(public)) = (boot.as_object_mut(), public.as_object()) {
        boot.extend(public.clone());
    }
    let text = |name| public.get(name).and_then(Json::as_str).unwrap_or_default();
    let called = [text("staticHost"), text("uploadHttp"), text("uploadHttps")].map(origin_of);
    let fetched: BTreeSet<&str> = called.into_iter().filter(|origin| !origin.is_empty()).collect();
    let fetched = fetched.into_iter().collect::<Vec<_>>().join(" ");
    let elsewhere = Elsewhere { fetched: &fetched, framed: origin_of(text("panelUrl")) };
    page(elsewhere, "/index.html", "<!--__BOOT__-->", |nonce| {
        format!("<script nonce=\"{nonce}\">window.__FORWARDER__={}</script>", html::json(&boot.to_string()))
    })
}

/// A public page with its first answer inside.
pub fn public_page(first: Option<&str>) -> Response<Body> {
    let mut response = page(Elsewhere::default(), "/t/index.html", "<!--__FIRST__-->", |_| {
        let inside = |json| format!("<script type=\"application/json\" id=\"first\">{}</script>", html::json(json));
        first.map_or_else(String::new, inside)
    });
    response.headers_mut().insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    response
}

/// Addresses of other servers a page may turn to; empty: none.
#[derive(Default)]
struct Elsewhere<'a> {
    fetched: &'a str,
    framed: &'a str,
}

/// Scheme, host and port of an address: who follows a link within a frame stays on its server, not on its page. What
/// holds anything else than letters of a host names no server: a `;` would begin another rule of the policy, and a
/// letter that no header can carry would leave the page without any.
fn origin_of(address: &str) -> &str {
    let Some(scheme) = ["https://", "http://"].into_iter().find(|scheme| address.starts_with(scheme)) else {
        return "";
    };
    let rest = address.get(scheme.len()..).unwrap_or_default();
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let names = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b':' | b'[' | b']');
    let named = !host.is_empty() && host.bytes().all(names);
    if named { address.get(..scheme.len() + host.len()).unwrap_or_default() } else { "" }
}

/// A page with its content policy.
fn page(elsewhere: Elsewhere<'_>, path: &str, mark: &str, filling: impl FnOnce(&str) -> String) -> Response<Body> {
    let nonce: String = random_bytes::<16>().unwrap_or_default().iter().map(|byte| format!("{byte:02x}")).collect();
    let html = find(path).map_or(NOT_BUILT, |asset| std::str::from_utf8(asset.plain).unwrap_or(NOT_BUILT));
    let body = html.replace("__CSP_NONCE__", &nonce).replace(mark, &filling(&nonce));
    let Elsewhere { fetched, framed } = elsewhere;
    let policy = format!(
        "default-src 'self'; script-src 'self' 'nonce-{nonce}'; style-src 'self' 'nonce-{nonce}'; \
         img-src 'self' data: blob:; frame-src 'self' blob: {framed}; connect-src 'self' {fetched}; object-src 'none'; \
         base-uri 'none'; form-action 'self'; frame-ancestors 'self'"
    );
    let mut response = Response::new(Body::from(body));
    if html == NOT_BUILT {
        *response.status_mut() = StatusCode::SERVICE_UNAVAILABLE;
    }
    let headers = response.headers_mut();
    let fixed = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CACHE_CONTROL, "no-store"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        // Who follows no rules of robots.txt still keeps no page of an order.
        (HeaderName::from_static("x-robots-tag"), "noindex, nofollow"),
    ];
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
    let nothing = HeaderValue::from_static("default-src 'none'");
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_str(&policy).unwrap_or(nothing));
    response
}

/// An answer that sends the browser elsewhere inside the product.
pub fn redirect(to: &str) -> Response<Body> {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::FOUND;
    let safe: String = to.split('/').map(percent_encoded).collect::<Vec<_>>().join("/");
    if let Ok(value) = HeaderValue::from_str(&safe) {
        response.headers_mut().insert(header::LOCATION, value);
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn policy(public: &Json) -> String {
        let page = application(("id", "secret"), "1", public);
        page.headers()[header::CONTENT_SECURITY_POLICY].to_str().unwrap().to_owned()
    }

    #[test]
    fn the_content_policy_names_the_servers_the_platform_chose_and_no_others() {
        let none = policy(&json!({ "staticHost": "", "panelUrl": "", "uploadHttp": "", "uploadHttps": "" }));
        assert!(none.contains("frame-src 'self' blob: ;") && none.contains("connect-src 'self' ;"), "{none}");
        let some = policy(&json!({ "staticHost": "https://static.example", "panelUrl": "https://prices.example/x" }));
        assert!(some.contains("frame-src 'self' blob: https://prices.example;"), "{some}");
        assert_eq!(origin_of("http://prices.example:8080/a/b"), "http://prices.example:8080");
        assert_eq!((origin_of("https://prices.example"), origin_of("")), ("https://prices.example", ""));
        assert!(some.contains("connect-src 'self' https://static.example;"), "{some}");
        let sent = policy(&json!({
            "staticHost": "https://files.example/s", "uploadHttp": "http://files.example", "uploadHttps": "https://files.example",
        }));
        assert!(sent.contains("connect-src 'self' http://files.example https://files.example;"), "{sent}");
        let shared = public_page(None);
        let shared = shared.headers()[header::CONTENT_SECURITY_POLICY].to_str().unwrap();
        assert!(shared.contains("frame-src 'self' blob: ;"), "{shared}");
    }

    #[test]
    fn an_address_adds_no_rule_to_the_policy_and_takes_none_away() {
        let none = policy(&json!({}));
        let rules = |policy: &str| policy.split("; ").map(|rule| rule.split('\'').next().unwrap().to_owned()).collect();
        let expected: Vec<String> = rules(&none);
        for hostile in [
            "https://x.example;script-src * ",
            "https://x.example *",
            "https://主机.example/x",
            "https://a@b",
            "x",
            "//x",
            "javascript:alert(1)",
            "https://",
            "https://*",
            "https://x.example'unsafe-inline'",
            "https://x\nx: y",
        ] {
            let with = policy(&json!({ "staticHost": hostile, "panelUrl": hostile, "uploadHttp": hostile }));
            assert_eq!(rules(&with), expected, "{hostile}: {with}");
            assert!(!with.contains('*') && !with.contains("unsafe"), "{hostile}: {with}");
        }
    }

    #[test]
    fn what_stands_in_a_page_ends_no_script() {
        let hostile = "</script><!--<script>\u{2028}&";
        let page = application(("id", "secret"), hostile, &json!({ "productName": hostile, hostile: [hostile] }));
        let body = tokio::runtime::Runtime::new().unwrap().block_on(axum::body::to_bytes(page.into_body(), 1 << 20));
        let html = String::from_utf8(body.unwrap().to_vec()).unwrap();
        assert!(!html.contains("<!--<script>") && !html.contains('\u{2028}'), "{html}");
    }
}
