//! Files on their way out: whole, or a range of their bytes (RFC 9110, section 14), in constant memory.

use std::future::Future;
use std::io::Read;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use axum::body::Body as HttpBody;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::Response;
use bytes::Bytes;
use http_body::{Frame, SizeHint};
use tokio::task::JoinHandle;

use super::percent_encoded;
use crate::files::Kept;
use crate::refusal::Refusal;

/// Which part of a file is asked for.
#[derive(Debug, Default)]
pub(super) struct Range {
    /// Header `Range`.
    pub asked: String,
    /// Header `If-Range`: the part only of the file that bears this tag.
    pub tag: String,
}

/// What a range comes to for a file of a size.
#[derive(Debug, PartialEq, Eq)]
enum Part {
    /// None was asked for, or one that is answered by the whole.
    Whole,
    /// First byte and length.
    Bytes(u64, u64),
    /// Nothing of the file lies in it.
    Outside,
}

impl Range {
    /// Several ranges at once, other units and what can't be read are answered by the whole, as the
    /// standard allows.
    fn of(&self, tag: &str, size: u64) -> Part {
        if !self.tag.is_empty() && self.tag != tag {
            return Part::Whole;
        }
        let Some((first, last)) = self.asked.strip_prefix("bytes=").and_then(|range| range.trim().split_once('-'))
        else {
            return Part::Whole;
        };
        let number = |text: &str| text.parse::<u64>().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()));
        let (from, until) = match (first, last) {
            ("", last) => match number(last) {
                Some(0) => return Part::Outside,
                Some(count) => (size.saturating_sub(count), size),
                None => return Part::Whole,
            },
            (first, "") => match number(first) {
                Some(first) => (first, size),
                None => return Part::Whole,
            },
            (first, last) => match (number(first), number(last)) {
                (Some(first), Some(last)) if first <= last => (first, last.saturating_add(1).min(size)),
                _ => return Part::Whole,
            },
        };
        if from < size { Part::Bytes(from, until - from) } else { Part::Outside }
    }
}

/// A kept file, whole or the part that was asked for.
pub(super) fn stored(name: &str, mime: &str, file: Kept, inline: bool, range: &Range) -> Result<Response, Refusal> {
    let size = file.size();
    let tag = if file.tag().is_empty() { String::new() } else { format!("\"{}\"", file.tag()) };
    let (status, from, length) = match range.of(&tag, size) {
        Part::Whole => (StatusCode::OK, 0, size),
        Part::Bytes(from, length) => (StatusCode::PARTIAL_CONTENT, from, length),
        Part::Outside => (StatusCode::RANGE_NOT_SATISFIABLE, 0, 0),
    };
    let body = HttpBody::new(FileBody::of(file.part(from, length)?, length));
    let mut response = response(name, mime, body, inline);
    *response.status_mut() = status;
    let headers = response.headers_mut();
    put(headers, header::ACCEPT_RANGES, "bytes");
    if !tag.is_empty() {
        put(headers, header::ETAG, &tag);
    }
    if status == StatusCode::PARTIAL_CONTENT {
        put(headers, header::CONTENT_RANGE, &format!("bytes {from}-{}/{size}", from + length - 1));
    } else if status == StatusCode::RANGE_NOT_SATISFIABLE {
        put(headers, header::CONTENT_RANGE, &format!("bytes */{size}"));
    }
    Ok(response)
}

fn put(headers: &mut HeaderMap, name: HeaderName, text: &str) {
    if let Ok(value) = HeaderValue::from_str(text) {
        headers.insert(name, value);
    }
}

pub(super) fn response(name: &str, mime: &str, body: HttpBody, inline: bool) -> Response {
    let mut response = Response::new(body);
    let headers = response.headers_mut();
    let way = if inline { "inline" } else { "attachment" };
    let disposition = format!("{way}; filename*=UTF-8''{}", percent_encoded(name));
    put(headers, header::CONTENT_TYPE, mime);
    put(headers, header::CONTENT_DISPOSITION, &disposition);
    put(headers, header::CACHE_CONTROL, "private, no-store");
    put(headers, header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    // Whatever a file holds, it can run nothing.
    put(headers, header::CONTENT_SECURITY_POLICY, "default-src 'none'; style-src 'unsafe-inline'; sandbox");
    response
}

/// Bytes of a file that are read at once.
const FILE_CHUNK: usize = 256 * 1024;

/// What is left of a file, with the bytes that were read of it.
type Piece = (Box<dyn Read + Send>, std::io::Result<Bytes>);

/// A file on its way. A thread works for it only while a piece is read, one piece ahead of the line: a
/// caller who reads slowly holds none.
struct FileBody {
    next: Option<JoinHandle<Piece>>,
    size: u64,
}

impl FileBody {
    fn of(file: Box<dyn Read + Send>, size: u64) -> Self {
        Self { next: Some(read_on(file)), size }
    }
}

fn read_on(mut file: Box<dyn Read + Send>) -> JoinHandle<Piece> {
    tokio::task::spawn_blocking(move || {
        let mut piece = Vec::with_capacity(FILE_CHUNK);
        let limit = u64::try_from(FILE_CHUNK).unwrap_or(u64::MAX);
        let read = (&mut file).take(limit).read_to_end(&mut piece);
        (file, read.map(|_| Bytes::from(piece)))
    })
}

impl http_body::Body for FileBody {
    type Data = Bytes;
    type Error = std::io::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, std::io::Error>>> {
        let Some(reading) = self.next.as_mut() else { return Poll::Ready(None) };
        let read = ready!(Pin::new(reading).poll(context));
        self.next = None;
        let (file, piece) = match read {
            Ok(read) => read,
            Err(lost) => return Poll::Ready(Some(Err(std::io::Error::other(lost)))),
        };
        match piece {
            Ok(bytes) if bytes.is_empty() => Poll::Ready(None),
            Ok(bytes) => {
                self.next = Some(read_on(file));
                Poll::Ready(Some(Ok(Frame::data(bytes))))
            }
            Err(error) => Poll::Ready(Some(Err(error))),
        }
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_is_met_cut_or_left_aside() {
        let of = |asked: &str, tag: &str| Range { asked: asked.to_owned(), tag: tag.to_owned() }.of("\"a\"", 10);
        let cases = [
            ("bytes=0-0", Part::Bytes(0, 1)),
            ("bytes=9-9", Part::Bytes(9, 1)),
            ("bytes=9-", Part::Bytes(9, 1)),
            ("bytes=0-", Part::Bytes(0, 10)),
            ("bytes=2-99", Part::Bytes(2, 8)),
            ("bytes=2-18446744073709551615", Part::Bytes(2, 8)),
            ("bytes=-1", Part::Bytes(9, 1)),
            ("bytes=-99", Part::Bytes(0, 10)),
            ("bytes=10-", Part::Outside),
            ("bytes=10-12", Part::Outside),
            ("bytes=-0", Part::Outside),
            ("bytes=0-1,3-4", Part::Whole),
            ("bytes=4-2", Part::Whole),
            ("bytes=+1-2", Part::Whole),
            ("bytes=-", Part::Whole),
            ("bytes=x", Part::Whole),
            ("lines=0-1", Part::Whole),
            ("", Part::Whole),
        ];
        for (asked, part) in cases {
            assert_eq!(of(asked, ""), part, "{asked}");
        }
        assert_eq!(of("bytes=0-0", "\"a\""), Part::Bytes(0, 1));
        assert_eq!(of("bytes=0-0", "\"b\""), Part::Whole, "another file by now");
        assert_eq!(Range { asked: "bytes=0-0".to_owned(), tag: String::new() }.of("", 0), Part::Outside);
    }

    #[test]
    fn who_reads_slowly_holds_no_thread() {
        let runtime = tokio::runtime::Builder::new_current_thread().max_blocking_threads(1).build().unwrap();
        runtime.block_on(async {
            let unread: Vec<_> = (0..3).map(|_| FileBody::of(Box::new(std::io::repeat(7)), u64::MAX)).collect();
            assert_eq!(tokio::task::spawn_blocking(|| 1).await.unwrap(), 1);
            drop(unread);
        });
    }
}
