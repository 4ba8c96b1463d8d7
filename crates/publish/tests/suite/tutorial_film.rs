//! Films on their way in and out: written while they arrive, sent in ranges to whoever may watch them.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use platform::files::{LargeKind, VIDEO};
use platform::registry::{Body, Room};
use serde_json::json;
use testkit::{Caller, Reply, World, each_database};

use super::kit::{self, done, film, node, refused, text};

const MEGABYTE: usize = 1024 * 1024;
/// What does not happen in this time does not happen.
const PATIENCE: Duration = Duration::from_secs(20);

/// The product with another limit for films.
fn with_limit(bytes_max: u64) -> Vec<Room> {
    let mut rooms = kit::rooms();
    for operation in rooms.iter_mut().flat_map(|room| &mut room.operations) {
        if operation.id == "add_tutorial_video" {
            operation.body = Body::Large(LargeKind { bytes_max, ..VIDEO });
        }
    }
    rooms
}

fn one_megabyte() -> Vec<Room> {
    with_limit(1024 * 1024)
}

fn arriving(world: &World) -> PathBuf {
    world.app.settings.data_folder.join("files/1/passing")
}

/// Bytes of the files that are being written.
fn on_disk(world: &World) -> Vec<u64> {
    let entries = std::fs::read_dir(arriving(world)).into_iter().flatten().flatten();
    entries.map(|entry| entry.metadata().map_or(0, |data| data.len())).collect()
}

fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < PATIENCE, "{what}");
        std::thread::yield_now();
    }
}

fn send(keeper: &Caller<'_>, name: &str, bytes: &[u8]) -> Reply {
    keeper.upload("/hrs/tutorial/video", &[(name, bytes)])
}

#[test]
fn a_film_is_taken_up_to_its_limit_and_by_what_it_is() {
    each_database(one_megabyte, |world| {
        let keeper = world.login("superAdmin");
        let frame = film(60, 0).len();
        let kept = done(send(&keeper, "a.mp4", &film(60, MEGABYTE - frame)));
        assert_eq!((&kept["size"], &kept["seconds"], &kept["name"]), (&json!(MEGABYTE), &json!(60), &json!("a.mp4")));
        let other = world.login("demo-admin");
        let before = world.contents(true);
        refused(&send(&keeper, "a.mp4", &film(60, MEGABYTE - frame + 1)), "文件大小不能超过1MB");
        refused(&send(&keeper, "a.mp4", b"<html><body>no film</body></html>"), "文件格式不支持");
        refused(&send(&keeper, "a.webm", &film(60, 0)), "文件格式不支持");
        refused(&send(&keeper, "a.mp4", b"\0\0\0\x0cftypisom"), "无法读取视频时长，请上传完整的MP4文件");
        refused(&keeper.upload("/hrs/tutorial/video", &[]), "请选择文件");
        for (caller, status) in [(world.anonymous(), 401), (other, 403)] {
            assert_eq!(send(&caller, "a.mp4", &film(60, 100)).status, status);
        }
        world.unchanged(&before, true);
        assert!(on_disk(world).is_empty(), "nothing of them stays");
    });
}

/// A film as a browser sends it, to a server on a port.
struct Sending {
    stream: TcpStream,
}

impl Sending {
    fn begin(world: &World, token: &str, length: usize) -> Self {
        let mut stream = TcpStream::connect(world.serve()).unwrap();
        let head = "--part\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.mp4\"\r\n\r\n";
        let all = head.len() + length + "\r\n--part--\r\n".len();
        write!(
            stream,
            "POST /hrs/tutorial/video HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\
             Content-Type: multipart/form-data; boundary=part\r\nContent-Length: {all}\r\nConnection: close\r\n\r\n{head}"
        )
        .unwrap();
        Self { stream }
    }

    fn send(&mut self, bytes: &[u8]) {
        self.stream.write_all(bytes).unwrap();
    }

    fn end(mut self) -> String {
        self.send(b"\r\n--part--\r\n");
        let mut answer = String::new();
        self.stream.read_to_string(&mut answer).unwrap();
        answer
    }
}

#[test]
fn a_film_is_written_while_it_arrives_and_gone_when_it_breaks_off() {
    each_database(kit::rooms, |world| {
        let keeper = world.login("superAdmin");
        let bytes = film(600, 24 * MEGABYTE);
        let (first, rest) = bytes.split_at(16 * MEGABYTE);
        let before = world.contents(true);
        let mut sending = Sending::begin(world, keeper.token(), bytes.len());
        sending.send(first);
        // What was sent lies on the disk, up to the few pieces between the line and the writer.
        let written = u64::try_from(15 * MEGABYTE).unwrap();
        until("it is written while it arrives", || on_disk(world).iter().any(|size| *size > written));
        drop(sending);
        until("nothing of it stays", || on_disk(world).is_empty());
        world.unchanged(&before, true);

        let mut sending = Sending::begin(world, keeper.token(), bytes.len());
        sending.send(first);
        sending.send(rest);
        let answer = sending.end();
        assert!(answer.contains("\"seconds\":600"), "{answer}");
        assert!(on_disk(world).is_empty(), "it lies under its hash by now");
    });
}

/// The address of a published film of 600 seconds, and its bytes.
fn shown(world: &World, keeper: &Caller<'_>, user: &Caller<'_>) -> (String, String, Vec<u8>) {
    let bytes = film(600, 100);
    let video = done(send(keeper, "入门.mp4", &bytes));
    let body = json!({ "title": "入门", "moduleId": node(world, "/afManager/order"), "video": [video["id"]] });
    let tutorial = done(keeper.post("/hrs/tutorial", body));
    let id = text(&tutorial["id"]).to_owned();
    done(keeper.put(&format!("/hrs/tutorial/publish/{id}"), json!({ "version": 1 })));
    let played = done(user.post("/hrs/tutorial/play", json!({ "tutorialId": id })));
    (id, text(&played["address"]).to_owned(), bytes)
}

fn range(caller: &Caller<'_>, address: &str, range: &str) -> Reply {
    caller.with_header("range", range).get(address)
}

// req: home-video-dialog
#[test]
fn a_film_is_sent_in_ranges_to_an_element_without_a_token() {
    each_database(kit::rooms, |world| {
        let (keeper, user, element) = (world.login("superAdmin"), world.login("sales01"), world.anonymous());
        let (_, address, bytes) = shown(world, &keeper, &user);
        let size = bytes.len();
        let whole = element.get(&address);
        assert_eq!((whole.status, whole.content_type.as_str()), (200, "video/mp4"));
        assert_eq!((whole.header("accept-ranges"), whole.header("content-length")), ("bytes", &*size.to_string()));
        assert!(whole.header("content-disposition").starts_with("inline"), "{}", whole.header("content-disposition"));
        assert_eq!(whole.bytes, bytes);
        let met = [
            ("bytes=0-0".to_owned(), 0, 1),
            (format!("bytes={}-", size - 1), size - 1, size),
            ("bytes=-2".to_owned(), size - 2, size),
            ("bytes=4-7".to_owned(), 4, 8),
            ("bytes=0-".to_owned(), 0, size),
            (format!("bytes=10-{}", size + 5), 10, size),
        ];
        for (asked, from, until) in met {
            let part = range(&element, &address, &asked);
            assert_eq!(part.status, 206, "{asked}");
            assert_eq!(part.header("content-range"), format!("bytes {from}-{}/{size}", until - 1), "{asked}");
            assert_eq!(part.header("content-length"), (until - from).to_string(), "{asked}");
            assert_eq!(part.bytes, bytes[from..until], "{asked}");
        }
        let outside = range(&element, &address, &format!("bytes={size}-"));
        assert_eq!((outside.status, outside.header("content-range")), (416, &*format!("bytes */{size}")));
        assert!(outside.bytes.is_empty());
        assert_eq!(range(&element, &address, "bytes=0-1,4-5").bytes, bytes, "several come as the whole");
        let tag = whole.header("etag").to_owned();
        assert_eq!(tag.len(), 66, "{tag}");
        let with_tag = |tag: &str| range(&element.with_header("if-range", tag), &address, "bytes=0-0").status;
        assert_eq!((with_tag(&tag), with_tag("\"another\"")), (206, 200));
    });
}

#[test]
fn an_address_serves_while_its_user_may_watch() {
    each_database(kit::rooms, |world| {
        let (keeper, user, element) = (world.login("superAdmin"), world.login("sales01"), world.anonymous());
        let (id, address, _) = shown(world, &keeper, &user);
        let status = || element.get(&address).status;
        assert_eq!(status(), 200);
        let (head, tail) = address.split_at(address.len() - 4);
        let other = if tail == "AAAA" { "BBBB" } else { "AAAA" };
        assert_eq!(element.get(&format!("{head}{other}")).status, 401, "made up");
        assert_eq!(element.get("/hrs/tutorial/video/x").status, 401);
        done(keeper.put(&format!("/hrs/tutorial/offline/{id}"), json!({ "version": 2 })));
        assert_eq!(status(), 404, "offline");
        done(keeper.put(&format!("/hrs/tutorial/publish/{id}"), json!({ "version": 3 })));
        assert_eq!(status(), 200);
        let begun = world.clock.now();
        world.clock.set(begun.plus_millis(6 * 3_600_000 - 1));
        assert_eq!(status(), 200, "nearly six hours later");
        world.clock.set(begun.plus_millis(6 * 3_600_000));
        assert_eq!(status(), 401, "it has run out");
        world.clock.set(begun);
        user.delete("/auth/token/logout");
        assert_eq!(status(), 401, "the session has ended");
    });
}
