//! A caller inside the process: the real router without a network between.

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Request, header};
use serde_json::{Value as Json, json};
use tower::ServiceExt;

/// What came back.
#[derive(Debug, Clone)]
pub struct Reply {
    /// HTTP status.
    pub status: u16,
    /// Code of the envelope; −1 when the body is none.
    pub code: i64,
    /// Message of the envelope.
    pub message: String,
    /// Data of the envelope.
    pub data: Json,
    /// The whole body as JSON, when it is.
    pub json: Json,
    /// The body.
    pub bytes: Vec<u8>,
    /// Content type.
    pub content_type: String,
    /// All headers.
    pub headers: HeaderMap,
}

impl Reply {
    /// The data of a success; the whole reply in the error otherwise.
    pub fn success(self, what: &str) -> Result<Json, String> {
        if self.status == 200 && self.code == 0 {
            return Ok(self.data);
        }
        Err(format!("{what}: HTTP {}, code {}, {}: {}", self.status, self.code, self.message, self.data))
    }

    /// The text of a header; empty when there is none.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }

    /// The messages at a field, of the findings.
    pub fn findings_at(&self, field: &str) -> Vec<String> {
        let list = self.data.get("findings").and_then(Json::as_array).cloned().unwrap_or_default();
        list.iter()
            .filter(|finding| finding.get("field").and_then(Json::as_str) == Some(field))
            .filter_map(|finding| finding.get("message").and_then(Json::as_str).map(ToOwned::to_owned))
            .collect()
    }

    /// Keys of the questions asked.
    pub fn questions(&self) -> Vec<String> {
        let list = self.data.get("confirms").and_then(Json::as_array).cloned().unwrap_or_default();
        list.iter().filter_map(|c| c.get("key").and_then(Json::as_str).map(ToOwned::to_owned)).collect()
    }
}

/// Somebody calling the router.
#[derive(Clone)]
pub struct Client {
    router: Router,
    token: Option<String>,
    language: String,
    address: String,
    more: Vec<(&'static str, String)>,
}

impl Client {
    /// Nobody in particular.
    pub fn anonymous(router: Router) -> Self {
        Self { router, token: None, language: "zh-CN".to_owned(), address: String::new(), more: Vec::new() }
    }

    /// The same caller with a token.
    #[must_use]
    pub fn with_token(&self, token: &str) -> Self {
        Self { token: Some(token.to_owned()), ..self.clone() }
    }

    /// The same caller in another language.
    #[must_use]
    pub fn in_language(&self, language: &str) -> Self {
        Self { language: language.to_owned(), ..self.clone() }
    }

    /// The same caller from another address, as a proxy tells it.
    #[must_use]
    pub fn from_address(&self, address: &str) -> Self {
        Self { address: address.to_owned(), ..self.clone() }
    }

    /// The same caller with one more header on every call.
    #[must_use]
    pub fn with_header(&self, name: &'static str, value: &str) -> Self {
        let mut more = self.more.clone();
        more.push((name, value.to_owned()));
        Self { more, ..self.clone() }
    }

    /// The caller's token.
    pub fn token(&self) -> &str {
        self.token.as_deref().unwrap_or_default()
    }

    /// Logs in with the public client credential; answers the caller with its token.
    pub async fn log_in(&self, login: &str, org: &str, password: &str) -> Result<Self, String> {
        let reply = self.token_call(login, org, password).await;
        match reply.json.get("access_token").and_then(Json::as_str) {
            Some(token) => Ok(self.with_token(token)),
            None => Err(format!("log-in of {login}: {}", reply.message)),
        }
    }

    /// The token call as the log-in page makes it.
    pub async fn token_call(&self, login: &str, org: &str, password: &str) -> Reply {
        self.token_call_with(login, org, (password, "")).await
    }

    /// The same with the code of a second factor.
    pub async fn token_call_with(&self, login: &str, org: &str, password_and_code: (&str, &str)) -> Reply {
        self.login_form("/auth/oauth/token", login, org, password_and_code).await
    }

    /// A call before log-in, with the form of the log-in page.
    pub async fn login_form(&self, path: &str, login: &str, org: &str, (password, code): (&str, &str)) -> Reply {
        let encode = platform::web::percent_encoded;
        // A phone of another country is written with its code in front: +49 13800000003.
        let (area, login) = login.strip_prefix('+').and_then(|phone| phone.split_once(' ')).unwrap_or(("", login));
        let username = encode(&format!("0|{login}|{org}"));
        let (password, code) = (encode(password), encode(code));
        let body = format!(
            "grant_type=password&username={username}&password={password}&code={code}&internationalCountryCode={area}"
        );
        let request = Request::post(path)
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
            .header(header::AUTHORIZATION, "Basic Zm9yd2FyZGVyOmZvcndhcmRlcg==");
        self.send(request, Body::from(body)).await
    }

    /// GET.
    pub async fn get(&self, path: &str) -> Reply {
        self.send(Request::get(path), Body::empty()).await
    }

    /// POST of JSON.
    pub async fn post(&self, path: &str, body: Json) -> Reply {
        self.send(Request::post(path).header(header::CONTENT_TYPE, "application/json"), Body::from(body.to_string()))
            .await
    }

    /// POST of a text.
    pub async fn post_text(&self, path: &str, body: &str) -> Reply {
        self.send(Request::post(path).header(header::CONTENT_TYPE, "text/plain"), Body::from(body.to_owned())).await
    }

    /// PUT of JSON.
    pub async fn put(&self, path: &str, body: Json) -> Reply {
        self.send(Request::put(path).header(header::CONTENT_TYPE, "application/json"), Body::from(body.to_string()))
            .await
    }

    /// DELETE.
    pub async fn delete(&self, path: &str) -> Reply {
        self.send(Request::delete(path), Body::empty()).await
    }

    /// POST of files in the field `files`: (name, bytes).
    pub async fn upload(&self, path: &str, files: &[(&str, &[u8])]) -> Reply {
        const BOUNDARY: &str = "----part-of-an-upload";
        let mut body = Vec::new();
        for (name, bytes) in files {
            let head = format!(
                "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"files\"; filename=\"{name}\"\r\n\
                 Content-Type: application/octet-stream\r\n\r\n"
            );
            body.extend_from_slice(head.as_bytes());
            body.extend_from_slice(bytes);
            body.extend_from_slice(b"\r\n");
        }
        body.extend_from_slice(format!("--{BOUNDARY}--\r\n").as_bytes());
        let kind = format!("multipart/form-data; boundary={BOUNDARY}");
        self.send(Request::post(path).header(header::CONTENT_TYPE, kind), Body::from(body)).await
    }

    /// Any call with a body of any bytes.
    pub async fn raw(&self, method: &str, path: &str, kind: &str, body: Vec<u8>) -> Reply {
        let request = Request::builder().method(method).uri(path).header(header::CONTENT_TYPE, kind);
        self.send(request, Body::from(body)).await
    }

    /// Any call by method.
    pub async fn call(&self, method: &str, path: &str, body: Json) -> Reply {
        let request = Request::builder().method(method).uri(path).header(header::CONTENT_TYPE, "application/json");
        let body = if method == "GET" { Body::empty() } else { Body::from(body.to_string()) };
        self.send(request, body).await
    }

    async fn send(&self, request: axum::http::request::Builder, body: Body) -> Reply {
        let mut request = request.header(header::ACCEPT_LANGUAGE, &self.language).header(header::HOST, "localhost");
        for (name, value) in &self.more {
            request = request.header(*name, value);
        }
        if !self.address.is_empty() {
            request = request.header("x-forwarded-for", &self.address);
        }
        if let Some(token) = &self.token {
            request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        let broken = |text: String| Reply {
            status: 0,
            code: -1,
            message: text,
            data: Json::Null,
            json: Json::Null,
            bytes: Vec::new(),
            content_type: String::new(),
            headers: HeaderMap::new(),
        };
        let request = match request.body(body) {
            Ok(request) => request,
            Err(error) => return broken(error.to_string()),
        };
        let response = match self.router.clone().oneshot(request).await {
            Ok(response) => response,
            Err(never) => match never {},
        };
        let status = response.status().as_u16();
        let headers = response.headers().clone();
        let kind = response.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let content_type = kind.unwrap_or_default().to_owned();
        let bytes = match axum::body::to_bytes(response.into_body(), usize::MAX).await {
            Ok(bytes) => bytes.to_vec(),
            Err(error) => return broken(error.to_string()),
        };
        let json: Json = serde_json::from_slice(&bytes).unwrap_or_else(|_| json!(null));
        // Calls of the chat answer in the frame of the supplier platform, whose success is 200.
        let (done, said) = if json.get("messageInfo").is_some() { (0, "messageInfo") } else { (200, "message") };
        let code = json.get("code").and_then(Json::as_i64).unwrap_or(-1);
        Reply {
            status,
            code: if code == done { 0 } else { code },
            message: json.get(said).and_then(Json::as_str).unwrap_or_default().to_owned(),
            data: json.get("data").cloned().unwrap_or(Json::Null),
            json,
            bytes,
            content_type,
            headers,
        }
    }
}
