//! The line of one connection, with the times its caller has.

use std::future::Future;
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};

use axum::body::{Body, Bytes};
use hyper::body::{Frame, Incoming, SizeHint};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep, sleep_until};

use super::Limits;
use super::guests::{Connection, Guest, OpenCall, Phase};
use super::pace::{Least, Pace};

const LATE: &[u8] = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n";

/// A connection as the server reads and writes it.
pub struct Line {
    stream: TcpStream,
    guest: Guest,
    limits: Limits,
    sleep: Option<Pin<Box<Sleep>>>,
    /// How its caller takes what is answered.
    taking: Pace,
}

impl Line {
    pub fn new(stream: TcpStream, guest: Guest, limits: Limits) -> Self {
        Self { stream, guest, limits, sleep: None, taking: Pace::new(limits.answer) }
    }

    fn late() -> io::Error {
        io::Error::new(io::ErrorKind::TimedOut, "the caller is too slow")
    }

    /// Nothing comes at this moment. Ready when the time for it is over: an idle line ends, a head that is not whole
    /// fails.
    fn poll_over(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        loop {
            let (since, most, over) = match self.guest.connection.waits(context.waker()) {
                Phase::Call | Phase::Upgraded => return Poll::Pending,
                Phase::Closing => return Poll::Ready(Ok(())),
                Phase::Idle(since) => (since, self.limits.idle, Ok(())),
                Phase::Head(since) => (since, self.limits.head, Err(Self::late())),
            };
            let until = since + most;
            let sleep = self.sleep.get_or_insert_with(|| Box::pin(sleep_until(until)));
            sleep.as_mut().reset(until);
            ready!(sleep.as_mut().poll(context));
            if Instant::now() >= until {
                self.tell_late(over.is_err());
                return Poll::Ready(over);
            }
        }
    }

    /// Says why, to who began to call; nothing may be on its way to him.
    fn tell_late(&self, began: bool) {
        if began && !self.taking.is_waiting() {
            let _ = self.stream.try_write(LATE);
        }
    }

    fn taken(&mut self, context: &mut Context<'_>, written: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        match written {
            Poll::Ready(Ok(count)) => {
                self.taking.moved(count);
                Poll::Ready(Ok(count))
            }
            Poll::Ready(error) => Poll::Ready(error),
            Poll::Pending => {
                ready!(self.taking.poll_too_slow(context));
                Poll::Ready(Err(Self::late()))
            }
        }
    }
}

impl AsyncRead for Line {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        match Pin::new(&mut self.stream).poll_read(context, buffer) {
            Poll::Ready(read) => {
                if buffer.filled().len() > before {
                    self.guest.connection.heard();
                }
                Poll::Ready(read)
            }
            Poll::Pending => self.poll_over(context),
        }
    }
}

impl AsyncWrite for Line {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.taken(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        pieces: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, pieces);
        self.taken(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

/// The body of a call, which fails when it comes too slowly.
pub struct Sent {
    body: Incoming,
    pace: Pace,
    late: Arc<AtomicBool>,
}

impl Sent {
    pub fn new(body: Incoming, least: Least, late: Arc<AtomicBool>) -> Self {
        Self { body, pace: Pace::new(least), late }
    }
}

impl hyper::body::Body for Sent {
    type Data = Bytes;
    type Error = axum::BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::BoxError>>> {
        match Pin::new(&mut self.body).poll_frame(context) {
            Poll::Ready(frame) => {
                let bytes = frame.as_ref().and_then(|frame| frame.as_ref().ok()).and_then(Frame::data_ref);
                self.pace.moved(bytes.map_or(0, Bytes::len));
                Poll::Ready(frame.map(|frame| frame.map_err(Into::into)))
            }
            Poll::Pending => {
                ready!(self.pace.poll_too_slow(context));
                self.late.store(true, Ordering::Relaxed);
                Poll::Ready(Some(Err(Line::late().into())))
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// The body of an answer: when it is gone, the call is over.
pub struct Given {
    body: Body,
    connection: Arc<Connection>,
    _call: Option<OpenCall>,
}

impl Given {
    pub fn new(body: Body, connection: Arc<Connection>, call: Option<OpenCall>) -> Self {
        Self { body, connection, _call: call }
    }
}

impl Drop for Given {
    fn drop(&mut self) {
        self.connection.answered();
    }
}

impl hyper::body::Body for Given {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
