//! Connections: each gets its time for the head of a call, and a stop lets running calls end.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use tower_service::Service;

/// How long a connection may take to send the head of a call, and how long it may lie idle: longer than load balancers
/// keep one, which would otherwise send a call into a connection that is being closed.
const HEAD_MAX: Duration = Duration::from_secs(75);
/// Without a free handle the listener looks again after a while.
const BREATH: Duration = Duration::from_millis(100);

/// Serves until told to stop, then lets what runs end.
pub async fn serve(listener: TcpListener, router: Router, stop: impl Future<Output = ()>) {
    serve_with(listener, router, stop, HEAD_MAX).await;
}

async fn serve_with(listener: TcpListener, router: Router, stop: impl Future<Output = ()>, head_max: Duration) {
    let graceful = GracefulShutdown::new();
    let mut builder = Builder::new(TokioExecutor::new()).http1_only();
    builder.http1().timer(TokioTimer::new()).header_read_timeout(head_max);
    let mut stop = pin!(stop);
    loop {
        let (stream, peer) = tokio::select! {
            accepted = accept(&listener) => accepted,
            () = &mut stop => break,
        };
        let router = router.clone();
        let work = service_fn(move |request: Request<Incoming>| answer(router.clone(), peer, request));
        let connection = builder.serve_connection_with_upgrades(TokioIo::new(stream), work).into_owned();
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!(error, "a connection ended early");
            }
        });
    }
    drop(listener);
    graceful.shutdown().await;
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

async fn answer(
    mut router: Router,
    peer: SocketAddr,
    request: Request<Incoming>,
) -> Result<axum::response::Response, Infallible> {
    let mut request = request.map(Body::new);
    request.extensions_mut().insert(ConnectInfo(peer));
    router.call(request).await
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::routing::get;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::sync::oneshot;

    async fn told(head_max: Duration) -> (SocketAddr, oneshot::Sender<()>, tokio::task::JoinHandle<()>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel::<()>();
        let who = get(|ConnectInfo(peer): ConnectInfo<SocketAddr>| async move { peer.ip().to_string() });
        let router = Router::new().route("/", who);
        let work = serve_with(listener, router, async { drop(stopped.await) }, head_max);
        (address, stop, tokio::spawn(work))
    }

    async fn end_of(mut stream: TcpStream) -> String {
        let mut text = String::new();
        stream.read_to_string(&mut text).await.unwrap();
        text
    }

    #[tokio::test]
    async fn who_never_ends_the_head_of_his_call_is_sent_away() {
        let (address, _stop, _work) = told(Duration::from_millis(50)).await;
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ").await.unwrap();
        let text = end_of(stream).await;
        assert!(!text.contains("200 OK"), "{text}");
    }

    #[tokio::test]
    async fn calls_know_their_caller_and_a_stop_closes_what_is_idle() {
        let (address, stop, work) = told(HEAD_MAX).await;
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n").await.unwrap();
        let mut first = [0; 15];
        stream.read_exact(&mut first).await.unwrap();
        assert_eq!(&first, b"HTTP/1.1 200 OK");
        stop.send(()).unwrap();
        assert!(end_of(stream).await.ends_with("127.0.0.1"));
        work.await.unwrap();
        assert!(TcpStream::connect(address).await.is_err(), "nobody listens any more");
    }
}
