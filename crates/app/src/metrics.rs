//! The figures of this process in the text form of Prometheus (exposition format 0.0.4), at an address of their own:
//! whoever reaches it needs no log-in, so it is off unless it was set up.

use std::fmt::Write as _;
use std::future::pending;
use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use axum::routing::get;
use operate::health;
use platform::call::App;
use platform::figures::BOUNDS_MS;
use tokio::net::TcpListener;

use crate::listen::{self, Limits};

/// Where they stand.
const ADDRESS: &str = "/metrics";
const MEDIA_TYPE: &str = "text/plain; version=0.0.4; charset=utf-8";

/// Answers with the figures until the process ends.
pub async fn serve(app: Arc<App>, listener: TcpListener, limits: Limits) {
    listen::serve(listener, router(&app), pending(), limits).await;
}

/// What is answered there.
pub fn router(app: &Arc<App>) -> Router {
    Router::new().route(ADDRESS, get(show)).with_state(app.clone())
}

async fn show(State(app): State<Arc<App>>) -> impl IntoResponse {
    let told = tokio::task::spawn_blocking(move || text(&app)).await;
    let status = if told.is_ok() { StatusCode::OK } else { StatusCode::INTERNAL_SERVER_ERROR };
    (status, [(header::CONTENT_TYPE, MEDIA_TYPE)], told.unwrap_or_default())
}

/// The figures as they are now.
pub fn text(app: &App) -> String {
    let mut page = Page::default();
    page.one("forwarder_info", "gauge", "The running version.", &[("version", &app.settings.version)], 1);
    let started = app.started_at.millis() / 1000;
    page.one("process_start_time_seconds", "gauge", "Start of the process, in seconds since 1970.", &[], started);
    if let Some(bytes) = (app.settings.probe.own_memory)() {
        page.one("process_resident_memory_bytes", "gauge", "Memory of the process.", &[], bytes);
    }
    if let Some(space) = (app.settings.probe.disk)(&app.settings.data_folder) {
        page.one("forwarder_disk_free_bytes", "gauge", "Free on the disk of the data folder.", &[], space.free);
    }
    calls(app, &mut page);
    database(app, &mut page);
    page.0
}

/// Calls of this process: how many, how long, and how many are worked on.
fn calls(app: &App, page: &mut Page) {
    let totals = app.figures.totals();
    page.head("forwarder_calls_total", "counter", "Calls by the class of their status.");
    for (class, count) in &totals.by_class {
        page.line("forwarder_calls_total", &[("status", &format!("{class}xx"))], count);
    }
    let name = "forwarder_call_duration_seconds";
    page.head(name, "histogram", "How long calls took.");
    let mut below = 0;
    for (bound, count) in BOUNDS_MS.iter().zip(totals.within) {
        below += count;
        page.line(&format!("{name}_bucket"), &[("le", &seconds(*bound))], below);
    }
    page.line(&format!("{name}_bucket"), &[("le", "+Inf")], totals.count());
    page.line(&format!("{name}_sum"), &[], seconds(totals.sum_ms));
    page.line(&format!("{name}_count"), &[], totals.count());
    let worked_on = app.settings.calls_at_once.saturating_sub(app.turns.available_permits());
    page.one("forwarder_calls_in_progress", "gauge", "Calls that are worked on.", &[], worked_on);
    page.one(
        "forwarder_calls_at_once",
        "gauge",
        "Calls that may be worked on at once.",
        &[],
        app.settings.calls_at_once,
    );
}

/// Of a database that does not answer is told that, and nothing of what lies in it.
fn database(app: &App, page: &mut Page) {
    if let Some(connections) = app.store.connections() {
        page.head("forwarder_database_connections", "gauge", "Connections of this process to the database.");
        let used = connections.open.saturating_sub(connections.idle);
        for (state, count) in [("used", used), ("idle", connections.idle), ("most", connections.most)] {
            page.line("forwarder_database_connections", &[("state", state)], count);
        }
        let waiting = connections.waiting;
        page.one("forwarder_database_waiting", "gauge", "Calls that wait for a connection.", &[], waiting);
    }
    let (figures, queues) = (app.store.figures(), health::queues(app));
    let up = figures.is_ok() && queues.is_ok();
    page.one("forwarder_database_up", "gauge", "Whether the database answers.", &[], u8::from(up));
    if let Ok(figures) = figures {
        page.one("forwarder_database_bytes", "gauge", "Size of the database.", &[], figures.bytes);
    }
    let queues = queues.unwrap_or_default();
    page.head("forwarder_queue_waiting", "gauge", "Entries of a queue that wait, of all processes.");
    for queue in &queues {
        page.line("forwarder_queue_waiting", &[("queue", queue.title.key)], queue.waiting);
    }
    page.head("forwarder_queue_failed", "gauge", "Entries of a queue that failed within a day.");
    for queue in &queues {
        page.line("forwarder_queue_failed", &[("queue", queue.title.key)], queue.failed);
    }
}

fn seconds(milliseconds: u64) -> String {
    format!("{}.{:03}", milliseconds / 1000, milliseconds % 1000)
}

/// A text in the making.
#[derive(Default)]
struct Page(String);

impl Page {
    fn head(&mut self, name: &str, kind: &str, help: &str) {
        let _ = writeln!(self.0, "# HELP {name} {help}\n# TYPE {name} {kind}");
    }

    fn line(&mut self, name: &str, labels: &[(&str, &str)], value: impl std::fmt::Display) {
        let labels: Vec<String> = labels.iter().map(|(name, value)| format!("{name}=\"{}\"", escaped(value))).collect();
        let labels = if labels.is_empty() { String::new() } else { format!("{{{}}}", labels.join(",")) };
        let _ = writeln!(self.0, "{name}{labels} {value}");
    }

    fn one(&mut self, name: &str, kind: &str, help: &str, labels: &[(&str, &str)], value: impl std::fmt::Display) {
        self.head(name, kind, help);
        self.line(name, labels, value);
    }
}

fn escaped(value: &str) -> String {
    value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_ends_no_line() {
        let mut page = Page::default();
        page.one("x", "gauge", "X.", &[("a", "1\"\n\\"), ("b", "2")], 3);
        assert_eq!(page.0, "# HELP x X.\n# TYPE x gauge\nx{a=\"1\\\"\\n\\\\\",b=\"2\"} 3\n");
        assert_eq!((seconds(5), seconds(2_500)), ("0.005".to_owned(), "2.500".to_owned()));
    }
}
