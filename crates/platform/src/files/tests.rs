//! The store on a disk and in a bucket.

use std::io::Read;
use std::time::Duration;

use bucket::ObjectServer;

use super::*;

// req: attach-images-allowed, attach-documents-allowed
#[test]
fn types_are_taken_by_ending_and_content() {
    assert!(sniff("a.png", b"\x89PNG\r\n\x1a\n....").is_some_and(|t| t.image));
    assert_eq!(sniff("a.png", b"<html>"), None);
    assert_eq!(sniff("a.svg", b"<svg>"), None);
    assert!(sniff("托书.PDF", b"%PDF-1.7").is_some_and(|t| !t.image));
    assert_eq!(sniff("noending", b"%PDF-"), None);
    let archive = |part: &str| [b"PK\x03\x04....", part.as_bytes(), b"...."].concat();
    for (name, part) in [("a.docx", "word/document.xml"), ("a.xlsx", "xl/workbook.xml"), ("a.ofd", "OFD.xml")] {
        assert!(sniff(name, &archive(part)).is_some_and(|t| !t.image), "{name}");
        assert_eq!(sniff(name, &archive("setup.exe")), None, "{name} is what its ending says, not any archive");
        assert_eq!(sniff(name, part.as_bytes()), None, "{name} is an archive");
    }
    assert!(sniff("a.zip", &archive("setup.exe")).is_some());
}

#[test]
fn texts_keep_how_they_are_written() {
    let mime = |bytes: &[u8]| sniff("说明.txt", bytes).map(|known| known.mime);
    let utf8 = "text/plain; charset=utf-8";
    assert_eq!(mime("上海到法兰克福".as_bytes()), Some(utf8));
    assert_eq!(mime(b""), Some(utf8), "an empty text is a text");
    let chinese = encoding_rs::GB18030.encode("上海到法兰克福，12件").0;
    assert_eq!(mime(&chinese), Some("text/plain; charset=gb18030"));
    assert_eq!(mime(&[0xff, 0xfe, 0x0a, 0x4e, 0x77, 0x6d]), Some("text/plain; charset=utf-16"));
    assert_eq!(mime(&[0xff, 0xfe, 0x00, 0xd8]), None, "half a letter");
    assert_eq!(mime(&[0xff, 0xfe, 0x0a, 0x4e, 0x00, 0x00]), None);
    assert_eq!(mime(b"MZ\x00\x90"), None);
    assert_eq!(mime(&[0x81, 0x20, 0xff]), None, "neither of both encodings");
}

#[test]
fn a_passing_file_is_whole_under_its_hash_or_gone() {
    let folder = std::env::temp_dir().join(format!("forwarder-passing-{}", std::process::id()));
    let store = FileStore::open(folder.clone(), &ObjectStoreConfig::default()).expect("opens");
    let mut file = store.begin_passing(7).expect("begins");
    file.write_all(b"one ").and_then(|()| file.write_all(b"two")).expect("writes");
    let (hash, size) = file.keep().expect("is kept");
    assert_eq!(size, 7);
    assert_eq!(std::io::read_to_string(store.open_passing(7, &hash).expect("opens")).expect("reads"), "one two");
    assert!(store.open_passing(8, &hash).is_err(), "of another org");
    assert!(store.open_passing(7, "../../secret.key").is_err());
    drop(store.begin_passing(7).expect("begins"));
    assert_eq!(std::fs::read_dir(store.passing_folder(7)).expect("reads").count(), 1, "only the kept one");
    assert_eq!(store.sweep_passing(Duration::from_secs(60)).expect("sweeps"), 0);
    assert_eq!(store.sweep_passing(Duration::ZERO).expect("sweeps"), 1);
    store.remove_passing(7, &hash).expect("gone is no fault");
    std::fs::remove_dir_all(&folder).expect("cleans up");
}

#[test]
fn what_a_killed_process_left_half_written_goes_in_time() {
    let folder = std::env::temp_dir().join(format!("forwarder-halves-{}", std::process::id()));
    let store = FileStore::open(folder.clone(), &ObjectStoreConfig::default()).expect("opens");
    let hash = store.keep(7, b"a waybill").expect("is kept");
    let half = store.place(7, &hash).with_extension("0011.part");
    std::fs::write(&half, b"a way").expect("writes");
    assert_eq!(store.sweep_halves(Duration::from_secs(60)), 0, "somebody may be writing");
    // A file is older than nothing as soon as the disk's clock has moved.
    while store.sweep_halves(Duration::ZERO) == 0 {}
    assert!(!half.exists());
    assert_eq!(store.read(7, &hash).expect("is there"), b"a waybill");
    std::fs::remove_dir_all(&folder).expect("cleans up");
}

#[test]
fn files_are_added_to_those_that_lie_there() {
    let folder = std::env::temp_dir().join(format!("forwarder-adding-{}", std::process::id()));
    let store = FileStore::open(folder.clone(), &ObjectStoreConfig::default()).expect("opens");
    let hash = store.keep(7, b"a waybill").expect("is kept");
    let place = format!("7/{}/{hash}", &hash[..2]);
    drop(store.begin_adding().expect("begins"));
    let mut adding = store.begin_adding().expect("begins");
    for (place, bytes) in [("8/ab/abcd", "of another"), (place.as_str(), "a waybill")] {
        assert!(adding.put(place, &mut bytes.as_bytes()).expect("is put"));
    }
    adding.keep().expect("is kept");
    drop(adding);
    assert_eq!(store.read(7, &hash).expect("is there"), b"a waybill");
    assert_eq!(std::fs::read_to_string(folder.join("8/ab/abcd")).expect("is there"), "of another");
    assert!(!PathBuf::from(format!("{}.restoring", folder.display())).exists());
    std::fs::remove_dir_all(&folder).expect("cleans up");
}

#[test]
fn an_object_store_holds_what_the_folder_would() {
    let server = ObjectServer::start();
    let (store, other) = (store(&server, "secret"), store(&server, "secret"));
    let hash = store.keep(7, b"a waybill").expect("is kept");
    assert_eq!(store.keep(7, b"a waybill").expect("is kept once"), hash);
    assert_eq!(other.read(7, &hash).expect("another process reads it"), b"a waybill");
    assert!(matches!(store.read(8, &hash), Err(Refusal::NotFound)), "of another org");
    assert!(matches!(store.read(7, "../../secret.key"), Err(Refusal::NotFound)));

    let mut file = store.begin_passing(7).expect("begins");
    let line = vec![b'x'; 1 << 20];
    (0..3).try_for_each(|_| file.write_all(&line)).expect("writes");
    let (hash, size) = file.keep().expect("is kept");
    assert_eq!(size, 3 << 20);
    let read = std::io::read_to_string(other.open_passing(7, &hash).expect("opens")).expect("reads");
    assert_eq!(read.len(), 3 << 20);
    assert!(store.open_passing(8, &hash).is_err(), "of another org");
    assert_eq!(std::fs::read_dir(store.passing_folder(7)).expect("reads").count(), 0, "nothing stays on the disk");
    assert_eq!(other.sweep_passing(Duration::from_secs(3600)).expect("sweeps"), 0);
    assert_eq!(other.sweep_passing(Duration::ZERO).expect("sweeps"), 1);
    assert!(store.open_passing(7, &hash).is_err(), "swept");
    store.remove_passing(7, &hash).expect("gone is no fault");
}

#[test]
fn an_object_store_that_refuses_or_is_not_there_is_told_in_the_log_alone() {
    let server = ObjectServer::start();
    store(&server, "secret").answers().expect("the store answers");
    store(&server, "wrong").answers().expect_err("wrong key");
    let refused = store(&server, "wrong").keep(7, b"a waybill").expect_err("wrong key");
    assert!(matches!(&refused, Refusal::Broken(cause) if cause.contains("answered 403")), "{refused:?}");
    let nowhere = ObjectStoreConfig { endpoint: "http://127.0.0.1:1".to_owned(), ..config(&server, "secret") };
    let nowhere = FileStore::open(server.folder().join("nowhere"), &nowhere).expect("opens");
    assert!(matches!(nowhere.read(7, &"0".repeat(64)), Err(Refusal::Broken(_))));
    let typo = ObjectStoreConfig { bucket: "fiels".to_owned(), ..config(&server, "secret") };
    let typo = FileStore::open(server.folder().to_owned(), &typo).expect("opens");
    assert!(matches!(typo.answers(), Err(Refusal::Broken(why)) if why.contains("bucket is not there")));
    for bad in [
        ObjectStoreConfig { endpoint: "s3.example.com".to_owned(), ..config(&server, "secret") },
        ObjectStoreConfig { bucket: String::new(), ..config(&server, "secret") },
        ObjectStoreConfig { secret_key: String::new(), ..config(&server, "secret") },
    ] {
        assert!(FileStore::open(server.folder().to_owned(), &bad).is_err(), "{}", bad.endpoint);
    }
}

/// What lies of uploads in the server beside its objects.
fn uploads_left(server: &ObjectServer) -> usize {
    let entries = std::fs::read_dir(server.folder().join("bucket")).expect("reads");
    let names = entries.map(|entry| entry.expect("reads").file_name().into_string().expect("a text"));
    names.filter(|name| name.contains("upload")).count()
}

#[test]
fn a_large_object_is_sent_in_parts_and_is_whole_or_not_there() {
    const PART: u64 = 16 << 20;
    let server = ObjectServer::start();
    let objects = Objects::new(&config(&server, "secret")).expect("opens");
    let place = server.folder().join("large");
    let mut file = File::options().read(true).write(true).create_new(true).open(&place).expect("opens");
    // Every word tells its place, so that parts in a wrong order are another file.
    let words = |from: u64, to: u64| (from / 8..to / 8).flat_map(u64::to_le_bytes).collect::<Vec<u8>>();
    for (size, extra) in [(PART - 8, 0_u8), (PART, 0), (PART + 8, 0), (2 * PART, 0), (2 * PART + 16, 3)] {
        let have = file.metadata().expect("is there").len();
        file.write_all(&words(have, size)).expect("writes");
        file.write_all(&vec![7; extra.into()]).expect("writes");
        objects.put_large("backups/large", &file).expect("is put");
        let mut got = Vec::new();
        assert!(objects.get("backups/large", &mut got).expect("answers"));
        let kept = std::fs::read(&place).expect("reads");
        let length = u64::try_from(got.len()).expect("a size");
        assert!(got == kept && length == size + u64::from(extra), "{size}");
    }
    assert_eq!(uploads_left(&server), 0, "parts of ended uploads are gone");

    // What can be written and not read breaks off when the upload has begun.
    let closed = File::options().append(true).open(&place).expect("opens");
    objects.put_large("backups/other", &closed).expect_err("can't be read");
    let wrong = Objects::new(&config(&server, "wrong")).expect("opens");
    let refused = wrong.put_large("backups/other", &file).expect_err("wrong key");
    assert!(matches!(&refused, Refusal::Broken(cause) if cause.contains("answered 403")), "{refused:?}");
    assert!(!objects.has("backups/other").expect("answers"));
    assert_eq!(uploads_left(&server), 0, "an upload that failed leaves no part");
}

fn config(server: &ObjectServer, secret: &str) -> ObjectStoreConfig {
    ObjectStoreConfig {
        endpoint: server.endpoint(),
        bucket: bucket::BUCKET.to_owned(),
        access_key: bucket::KEY.to_owned(),
        secret_key: secret.to_owned(),
        ..ObjectStoreConfig::default()
    }
}

/// The store as one process sees it, with a folder of its own.
fn store(server: &ObjectServer, secret: &str) -> FileStore {
    let own = hex(&crate::access::random_bytes::<8>().expect("random"));
    FileStore::open(server.folder().join(own), &config(server, secret)).expect("opens")
}

/// Parts of a file, as they are asked for.
fn parts(store: &FileStore) {
    let bytes: Vec<u8> = (0..=255).collect();
    let hash = store.keep(7, &bytes).expect("is kept");
    let part = |from: u64, length: u64| {
        let mut read = Vec::new();
        let kept = store.find(7, &hash).expect("is there");
        assert_eq!((kept.size(), kept.tag()), (256, hash.as_str()));
        kept.part(from, length).and_then(|mut part| part.read_to_end(&mut read).map_err(broken)).expect("reads");
        read
    };
    assert_eq!(part(0, 256), bytes);
    assert_eq!((part(0, 1), part(255, 1), part(100, 3)), (vec![0], vec![255], vec![100, 101, 102]));
    assert_eq!(part(0, 0), Vec::<u8>::new());
    assert!(matches!(store.find(8, &hash), Err(Refusal::NotFound)), "of another org");
    assert!(matches!(store.find(7, "../../secret.key"), Err(Refusal::NotFound)));
}

const SMALL: LargeKind = LargeKind { bytes_max: 2 * 1024 * 1024, ..VIDEO };

/// A film of so many bytes, sent in pieces that cut through its mark.
fn send(store: &FileStore, name: &str, size: usize) -> Result<Arrived, Refusal> {
    let mut film = b"\0\0\0\x18ftypisom".to_vec();
    film.resize(size, b'x');
    let mut arriving = Arriving::begin(store, 7, name, SMALL)?;
    let (head, rest) = film.split_at(size.min(6));
    arriving.take(head)?;
    rest.chunks(70_000).try_for_each(|piece| arriving.take(piece))?;
    arriving.end()
}

fn said(refusal: Result<Arrived, Refusal>) -> String {
    match refusal {
        Err(Refusal::Business(text)) => text.zh,
        other => panic!("{other:?}"),
    }
}

/// A large file is whole under its hash or leaves nothing.
fn large(store: &FileStore) {
    const MOST: usize = 2 * 1024 * 1024;
    let film = send(store, "入门.MP4", MOST).expect("of the most bytes");
    assert_eq!((film.name.as_str(), film.size()), ("入门.MP4", 2 * 1024 * 1024));
    let hash = film.keep().expect("is kept");
    assert_eq!(store.read(7, &hash).expect("reads").len(), MOST);
    assert_eq!(said(send(store, "a.mp4", MOST + 1)), "文件大小不能超过2MB");
    assert_eq!(said(send(store, "a.mp4", 7)), "文件格式不支持", "ends within the mark");
    assert_eq!(said(send(store, "a.mov", 100)), "文件格式不支持", "another ending");
    let mut page = Arriving::begin(store, 7, "a.mp4", SMALL).expect("begins");
    assert!(page.take(b"<html>").is_ok(), "not known yet");
    assert!(matches!(page.take(b"<body>"), Err(Refusal::Business(_))), "another content");
    drop(page);
    drop(send(store, "a.mp4", 100).expect("arrives"));
    let left = std::fs::read_dir(store.passing_folder(7)).expect("reads").count();
    assert_eq!(left, 0, "only what is kept stays");
    let mut places = Vec::new();
    let each = store.each_kept::<Refusal>(&mut |place, kept| {
        places.push((place.to_owned(), kept.size()));
        Ok(())
    });
    each.expect("all of them");
    assert!(places.contains(&(format!("7/{}/{hash}", &hash[..2]), 2 * 1024 * 1024)), "{places:?}");
}

/// A kept file is told of with its size, and removed when its age is over.
fn removed(store: &FileStore) {
    let hash = store.keep(9, b"left over").expect("is kept");
    let mut told = Vec::new();
    let each = store.each_kept_name(&mut |org, name, size, _| {
        told.push((org, name.to_owned(), size));
        Ok(())
    });
    each.expect("all of them");
    assert!(told.contains(&(9, hash.clone(), 9)), "{told:?}");
    let hour = Duration::from_secs(60 * 60);
    assert!(!store.remove_kept(9, &hash, hour).expect("looks"), "somebody kept it just now");
    assert!(!store.remove_kept(9, "../../secret.key", Duration::ZERO).expect("looks"));
    assert_eq!(store.read(9, &hash).expect("is there"), b"left over");
    // An object store tells whole seconds only.
    let mut gone = false;
    while !gone {
        gone = store.remove_kept(9, &hash, Duration::ZERO).expect("looks");
    }
    assert!(matches!(store.read(9, &hash), Err(Refusal::NotFound)));
}

#[test]
fn files_are_read_in_parts_and_large_ones_written_while_they_arrive() {
    let server = ObjectServer::start();
    for store in [
        store(&server, "secret"),
        FileStore::open(server.folder().join("disk"), &ObjectStoreConfig::default()).expect("opens"),
    ] {
        parts(&store);
        large(&store);
        removed(&store);
    }
}

#[test]
fn names_lose_folders_and_tricks() {
    assert_eq!(clean_name("../../etc/passwd"), "passwd");
    assert_eq!(clean_name("C:\\x\\a\u{202e}gpj.exe"), "agpj.exe");
    assert_eq!(clean_name("a\r\nb.pdf"), "ab.pdf");
}
