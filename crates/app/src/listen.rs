//! Connections: each has its time for the head and the body of a call and for taking the answer, each address its
//! number of them, and a stop lets running calls end.

mod guests;
mod line;
mod pace;

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{HeaderValue, Request, StatusCode, header};
use axum::response::Response;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto::Builder;
use hyper_util::server::graceful::GracefulShutdown;
use platform::web;
use tokio::net::{TcpListener, TcpStream};
use tower_service::Service;

use guests::{Connection, Full, Guests};
use line::{Given, Line, Sent};
pub use pace::Least;

/// What a caller may take of the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// How long a connection may lie idle between calls: longer than load balancers keep one, which would otherwise
    /// send a call into a connection that is being closed.
    pub idle: Duration,
    /// How long the head of a call may take once it has begun.
    pub head: Duration,
    /// How the body of a call must come.
    pub body: Least,
    /// How an answer must be taken. The machine keeps a part of it for the caller and tells of him in large steps.
    pub answer: Least,
    /// Connections of an address; behind proxies, open calls of an address they tell. 0: as many as there are.
    pub per_address: usize,
    /// Connections in all; 0: as many as there are.
    pub connections: usize,
    /// Proxies in front.
    pub trusted_proxies: usize,
}

/// Without a free handle the listener looks again after a while.
const BREATH: Duration = Duration::from_millis(100);

const ADDRESS_FULL: &[u8] =
    b"HTTP/1.1 429 Too Many Requests\r\nretry-after: 60\r\nconnection: close\r\ncontent-length: 0\r\n\r\n";
const HOUSE_FULL: &[u8] =
    b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 60\r\nconnection: close\r\ncontent-length: 0\r\n\r\n";

/// Serves until told to stop, then lets what runs end.
pub async fn serve(listener: TcpListener, router: Router, stop: impl Future<Output = ()>, limits: Limits) {
    let graceful = GracefulShutdown::new();
    let mut builder = Builder::new(TokioExecutor::new()).http1_only();
    // The line itself knows the time of a head from the time between calls.
    builder.http1().header_read_timeout(None);
    let guests = Guests::new(limits.per_address, limits.connections);
    let mut stop = pin!(stop);
    loop {
        let (stream, peer) = tokio::select! {
            accepted = accept(&listener) => accepted,
            () = &mut stop => break,
        };
        let guest = match guests.enter(peer.ip(), limits.trusted_proxies == 0) {
            Ok(guest) => guest,
            Err(full) => {
                turn_away(&stream, peer, full);
                continue;
            }
        };
        let caller = Caller {
            peer,
            limits,
            guests: guests.clone(),
            connection: guest.connection.clone(),
            router: router.clone(),
        };
        let work = service_fn(move |request: Request<Incoming>| {
            caller.connection.begins();
            answer(caller.clone(), request)
        });
        let line = TokioIo::new(Line::new(stream, guest, limits));
        let connection = graceful.watch(builder.serve_connection_with_upgrades(line, work).into_owned());
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!(error, "a connection ended early");
            }
        });
    }
    drop(listener);
    graceful.shutdown().await;
}

fn turn_away(stream: &TcpStream, peer: SocketAddr, full: Full) {
    tracing::debug!(%peer, ?full, "a connection was not taken");
    // Whoever it is learns why, if he listens; nobody waits for him.
    let _ = stream.try_write(if full == Full::Address { ADDRESS_FULL } else { HOUSE_FULL });
}

async fn accept(listener: &TcpListener) -> (TcpStream, SocketAddr) {
    loop {
        match listener.accept().await {
            Ok((stream, peer)) => {
                let _ = stream.set_nodelay(true);
                return (stream, peer);
            }
            // The caller's doing: he is gone already.
            Err(error) if is_of_connection(&error) => {}
            Err(error) => {
                tracing::error!(%error, "no connection could be taken");
                tokio::time::sleep(BREATH).await;
            }
        }
    }
}

fn is_of_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// Who calls on a connection.
#[derive(Clone)]
struct Caller {
    peer: SocketAddr,
    limits: Limits,
    guests: Arc<Guests>,
    connection: Arc<Connection>,
    router: Router,
}

async fn answer(mut caller: Caller, request: Request<Incoming>) -> Result<Response, Infallible> {
    let headers = request.headers().clone();
    let proxies = caller.limits.trusted_proxies;
    let call = if proxies > 0 {
        let told = web::forwarded_ip(proxies, &headers).unwrap_or_else(|| caller.peer.ip().to_string());
        match caller.guests.call(&told) {
            Some(call) => Some(call),
            None => return Ok(closing(web::too_many(&headers)).map(|body| caller.given(body, None))),
        }
    } else {
        None
    };
    let late = Arc::new(AtomicBool::new(false));
    let mut request = request.map(|body| Body::new(Sent::new(body, caller.limits.body, late.clone())));
    request.extensions_mut().insert(ConnectInfo(caller.peer));
    let Ok(mut response) = caller.router.call(request).await;
    if late.load(Ordering::Relaxed) {
        response = closing(web::too_slow(&headers));
    }
    if response.status() == StatusCode::SWITCHING_PROTOCOLS {
        caller.connection.upgraded(call);
        return Ok(response);
    }
    Ok(response.map(|body| caller.given(body, call)))
}

impl Caller {
    fn given(&self, body: Body, call: Option<guests::OpenCall>) -> Body {
        Body::new(Given::new(body, self.connection.clone(), call))
    }
}

/// An answer after which the connection ends: what is still to come of the call is not waited for.
fn closing(mut response: Response) -> Response {
    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Bytes;
    use axum::extract::ws::{Message, WebSocketUpgrade};
    use axum::routing::{get, post};
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::sync::oneshot;
    use tokio::time::timeout;

    /// A server that does not end a connection at all would let a test wait for ever.
    const DEADLINE: Duration = Duration::from_secs(60);
    const SHORT: Duration = Duration::from_millis(50);
    const LONG: Duration = Duration::from_secs(3600);

    /// Nothing is limited.
    fn patient() -> Limits {
        let least = Least { patience: LONG, rate: 1 };
        Limits {
            idle: LONG,
            head: LONG,
            body: least,
            answer: least,
            per_address: 0,
            connections: 0,
            trusted_proxies: 0,
        }
    }

    struct Server {
        address: SocketAddr,
        stop: oneshot::Sender<()>,
        work: tokio::task::JoinHandle<()>,
    }

    /// An answer without end.
    struct Endless(Bytes);

    impl hyper::body::Body for Endless {
        type Data = Bytes;
        type Error = Infallible;

        fn poll_frame(
            self: std::pin::Pin<&mut Self>,
            _: &mut std::task::Context<'_>,
        ) -> std::task::Poll<Option<Result<hyper::body::Frame<Bytes>, Infallible>>> {
            std::task::Poll::Ready(Some(Ok(hyper::body::Frame::data(self.0.clone()))))
        }
    }

    async fn endless() -> Response {
        Response::new(Body::new(Endless(Bytes::from(vec![7; 64 * 1024]))))
    }

    async fn told(limits: Limits) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel::<()>();
        let who = get(|ConnectInfo(peer): ConnectInfo<SocketAddr>| async move { peer.ip().to_string() });
        let counted = post(|body: Result<Bytes, axum::extract::rejection::BytesRejection>| async move {
            body.map_or_else(|_| "nothing".to_owned(), |body| body.len().to_string())
        });
        let socket = get(|upgrade: WebSocketUpgrade| async move {
            upgrade.on_upgrade(|mut socket| async move {
                while let Some(Ok(Message::Text(text))) = socket.recv().await {
                    let _ = socket.send(Message::Text(text)).await;
                }
            })
        });
        let router = Router::new()
            .route("/", who)
            .route("/count", counted)
            .route("/endless", get(endless))
            .route("/socket", socket)
            .layer(axum::extract::DefaultBodyLimit::disable());
        let work = tokio::spawn(serve(listener, router, async { drop(stopped.await) }, limits));
        Server { address, stop, work }
    }

    impl Server {
        async fn said(&self, bytes: &[u8]) -> TcpStream {
            let mut stream = TcpStream::connect(self.address).await.unwrap();
            stream.write_all(bytes).await.unwrap();
            stream
        }

        async fn get(&self) -> TcpStream {
            let mut stream = self.said(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n").await;
            until(&mut stream, CALLED).await;
            stream
        }

        /// A call whose body the server waits for.
        async fn begun(&self, length: usize, more: &str) -> TcpStream {
            let head = format!(
                "POST /count HTTP/1.1\r\nHost: x\r\nContent-Length: {length}\r\nExpect: 100-continue\r\n{more}\r\n"
            );
            let mut stream = self.said(head.as_bytes()).await;
            assert_eq!(until(&mut stream, "\r\n\r\n").await, "HTTP/1.1 100 Continue\r\n\r\n");
            stream
        }

        /// The first answer to a call; made anew where the connection lay idle too long before a slow machine called.
        async fn answered(&self, call: &[u8], end: &str) -> TcpStream {
            let tried = async {
                loop {
                    let mut stream = TcpStream::connect(self.address).await.unwrap();
                    let mut first = [0; 9];
                    let sent = stream.write_all(call).await.is_ok();
                    if sent && stream.read_exact(&mut first).await.is_ok() {
                        until(&mut stream, end).await;
                        break stream;
                    }
                }
            };
            timeout(DEADLINE, tried).await.expect("the server answers")
        }
    }

    /// What comes until the server ends the connection, however it does.
    async fn end_of(mut stream: TcpStream) -> String {
        let mut bytes = Vec::new();
        let read = timeout(DEADLINE, stream.read_to_end(&mut bytes)).await;
        drop(read.expect("the server ends the connection"));
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// What comes until something is said.
    async fn until(stream: &mut TcpStream, end: &str) -> String {
        let mut text = String::new();
        let read = async {
            while !text.ends_with(end) {
                text.push(char::from(stream.read_u8().await.unwrap()));
            }
        };
        timeout(DEADLINE, read).await.expect("the server answers");
        text
    }

    const CALLED: &str = "127.0.0.1";

    #[tokio::test]
    async fn who_never_ends_the_head_of_his_call_is_sent_away() {
        let server = told(Limits { head: SHORT, ..patient() }).await;
        let text = end_of(server.said(b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ").await).await;
        assert!(text.starts_with("HTTP/1.1 408 "), "{text}");
        let mut second = server.get().await;
        second.write_all(b"G").await.unwrap();
        let text = end_of(second).await;
        assert!(text.starts_with("HTTP/1.1 408 "), "the second call of a connection, too: {text}");
    }

    #[tokio::test]
    async fn a_connection_may_lie_idle_longer_than_a_head_may_take() {
        let server = told(Limits { head: SHORT, ..patient() }).await;
        let mut idle = server.get().await;
        // By then a head that had begun with the call is over.
        assert!(end_of(server.said(b"GET ").await).await.starts_with("HTTP/1.1 408 "));
        idle.write_all(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n").await.unwrap();
        until(&mut idle, CALLED).await;
        let server = told(Limits { idle: SHORT, ..patient() }).await;
        assert_eq!(end_of(TcpStream::connect(server.address).await.unwrap()).await, "");
        let called = server.answered(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", CALLED).await;
        assert_eq!(end_of(called).await, "");
    }

    #[tokio::test]
    async fn a_body_that_stops_or_trickles_is_refused() {
        let server = told(Limits { body: Least { patience: SHORT, rate: 0 }, ..patient() }).await;
        let mut stream = server.begun(1_000_000, "").await;
        stream.write_all(b"half of it").await.unwrap();
        let text = end_of(stream).await;
        assert!(text.starts_with("HTTP/1.1 408 ") && text.contains("请求内容发送过慢"), "{text}");

        // It never stops for long, and is too slow all the same.
        let slow = Least { patience: Duration::from_millis(200), rate: 1_000_000 };
        let server = told(Limits { body: slow, ..patient() }).await;
        let mut stream = server.begun(1_000_000, "").await;
        let mut ticks = tokio::time::interval(Duration::from_millis(10));
        let trickle = async {
            while stream.write_all(b"x").await.is_ok() {
                ticks.tick().await;
            }
        };
        timeout(DEADLINE, trickle).await.expect("the server ends the connection");
    }

    #[tokio::test]
    async fn what_comes_with_progress_may_take_its_time() {
        let quick = Least { patience: Duration::from_secs(30), rate: 1 };
        let server = told(Limits { body: quick, answer: quick, ..patient() }).await;
        let body = vec![b'x'; 8 * 1024 * 1024];
        let mut stream = server.begun(body.len(), "").await;
        for piece in body.chunks(100_000) {
            stream.write_all(piece).await.unwrap();
        }
        until(&mut stream, &format!("\r\n\r\n{}", body.len())).await;
        // An answer larger than all buffers.
        let mut stream = server.said(b"GET /endless HTTP/1.1\r\nHost: x\r\n\r\n").await;
        let mut taken = vec![0; 32 * 1024 * 1024];
        timeout(DEADLINE, stream.read_exact(&mut taken)).await.unwrap().unwrap();
    }

    #[tokio::test]
    async fn who_does_not_take_his_answer_loses_it() {
        let server = told(Limits { answer: Least { patience: SHORT, rate: 0 }, ..patient() }).await;
        let mut stream = server.said(b"GET /endless HTTP/1.1\r\nHost: x\r\n\r\n").await;
        until(&mut stream, "\r\n\r\n").await;
        // Nothing more is read of it. A stop lets what runs end, so that it ends tells that the answer was given up.
        server.stop.send(()).unwrap();
        timeout(DEADLINE, server.work).await.expect("the endless answer ends").unwrap();
        drop(stream);
    }

    #[tokio::test]
    async fn an_address_has_so_many_connections_and_the_idle_make_room() {
        let server = told(Limits { per_address: 3, ..patient() }).await;
        let (mut first, idle) = (server.begun(4, "").await, server.get().await);
        let later = server.get().await;
        let second = server.begun(4, "").await;
        assert_eq!(end_of(idle).await, "", "it lay idle longest");
        let third = server.begun(4, "").await;
        assert_eq!(end_of(later).await, "");
        let text = end_of(TcpStream::connect(server.address).await.unwrap()).await;
        assert!(text.starts_with("HTTP/1.1 429 "), "all of them work: {text}");

        // Half-sent calls of one address keep no other out.
        let other = tokio::net::TcpSocket::new_v4().unwrap();
        other.bind("127.0.0.2:0".parse().unwrap()).unwrap();
        let mut other = other.connect(server.address).await.unwrap();
        other.write_all(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n").await.unwrap();
        until(&mut other, "127.0.0.2").await;

        first.write_all(b"1234").await.unwrap();
        until(&mut first, "\r\n\r\n4").await;
        server.begun(4, "").await;
        drop((second, third));
    }

    #[tokio::test]
    async fn in_all_there_are_so_many_connections() {
        let server = told(Limits { connections: 2, ..patient() }).await;
        let held = (server.begun(4, "").await, server.begun(4, "").await);
        let text = end_of(TcpStream::connect(server.address).await.unwrap()).await;
        assert!(text.starts_with("HTTP/1.1 503 "), "{text}");
        drop(held);
    }

    #[tokio::test]
    async fn behind_a_proxy_the_address_it_tells_is_counted() {
        let server = told(Limits { per_address: 1, trusted_proxies: 1, ..patient() }).await;
        let from = |who: &str| format!("X-Forwarded-For: {who}\r\n");
        let mut first = server.begun(4, &from("10.0.0.1")).await;
        let call = format!("GET / HTTP/1.1\r\nHost: x\r\n{}\r\n", from("10.0.0.1"));
        let text = end_of(server.said(call.as_bytes()).await).await;
        assert!(text.starts_with("HTTP/1.1 429 ") && text.contains("操作过于频繁"), "{text}");
        // All of them come by connections of the proxy.
        let mut others = Vec::new();
        for number in 2..40 {
            others.push(server.begun(4, &from(&format!("10.0.0.{number}"))).await);
        }
        for other in others.iter_mut().chain([&mut first]) {
            other.write_all(b"1234").await.unwrap();
            until(other, "\r\n\r\n4").await;
        }
        server.begun(4, &from("10.0.0.1")).await;
    }

    #[tokio::test]
    async fn a_socket_outlives_the_times_of_calls() {
        let least = Least { patience: SHORT, rate: 1_000_000 };
        let limits = Limits { idle: SHORT, head: SHORT, body: least, answer: least, ..patient() };
        let server = told(limits).await;
        let call = b"GET /socket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
                     Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
        let mut socket = server.answered(call, "\r\n\r\n").await;
        // By then all these times are over.
        for _ in 0..3 {
            assert_eq!(end_of(TcpStream::connect(server.address).await.unwrap()).await, "");
        }
        socket.write_all(&[0x81, 0x82, 0, 0, 0, 0, b'h', b'i']).await.unwrap();
        until(&mut socket, "hi").await;
    }

    #[tokio::test]
    async fn calls_know_their_caller_and_a_stop_closes_what_is_idle() {
        let server = told(patient()).await;
        let mut stream = server.said(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n").await;
        let mut first = [0; 15];
        stream.read_exact(&mut first).await.unwrap();
        assert_eq!(&first, b"HTTP/1.1 200 OK");
        server.stop.send(()).unwrap();
        assert!(end_of(stream).await.ends_with(CALLED));
        server.work.await.unwrap();
        assert!(TcpStream::connect(server.address).await.is_err(), "nobody listens any more");
    }
}
