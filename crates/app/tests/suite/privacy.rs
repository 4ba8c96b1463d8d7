//! Nobody else on the machine reads what the program keeps.
#![cfg(unix)]

use std::fs::{self, Permissions};
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use app::config::Config;
use app::privacy;

struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Self {
        let place = std::env::temp_dir().join(format!("forwarder-privacy-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&place);
        fs::create_dir_all(&place).expect("a folder");
        Self(place)
    }

    fn file(&self, name: &str) -> PathBuf {
        let file = self.0.join(name);
        fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
        fs::write(&file, name).expect("writes");
        fs::set_permissions(&file, Permissions::from_mode(0o644)).expect("is opened");
        let mut above = file.parent();
        while let Some(folder) = above.filter(|folder| folder.starts_with(&self.0)) {
            fs::set_permissions(folder, Permissions::from_mode(0o755)).expect("is opened");
            above = folder.parent();
        }
        file
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn mode(path: &Path) -> u32 {
    fs::symlink_metadata(path).unwrap_or_else(|error| panic!("{}: {error}", path.display())).permissions().mode()
        & 0o777
}

/// All that lies below a folder, and the folder.
fn all(folder: &Path) -> Vec<PathBuf> {
    let mut found = vec![folder.to_owned()];
    for entry in fs::read_dir(folder).expect("reads").flatten() {
        let path = entry.path();
        if path.is_dir() { found.extend(all(&path)) } else { found.push(path) }
    }
    found
}

fn open(folder: &Path) -> Vec<PathBuf> {
    let found = all(folder).into_iter().filter(|path| mode(path) & 0o077 != 0);
    // What SQLite removes beside its database may be gone by now.
    found.filter(|path| path.exists()).collect()
}

const KEPT: [&str; 10] = [
    "forwarder.db",
    "forwarder.db-wal",
    "forwarder.db-shm",
    "secret.key",
    "files/2/ab/abcdef",
    "files/2/passing/x",
    "backup/forwarder-20260715-023000-1.ofb",
    "backup-work/1/forwarder.db",
    "edi/DEMO/out/FWB.txt",
    "logs/forwarder.log",
];

#[test]
fn what_earlier_ones_left_open_is_closed_and_nothing_else() {
    let place = Place::new("mend");
    let kept: Vec<PathBuf> = KEPT.iter().map(|name| place.file(name)).collect();
    let others = [place.file("forwarder.toml"), place.file("tools/run.sh"), place.file("forwarder")];
    let outside = Place::new("outside");
    let linked = outside.file("linked");
    std::os::unix::fs::symlink(&linked, place.0.join("files/link")).expect("links");
    std::os::unix::fs::symlink(&outside.0, place.0.join("files/folder")).expect("links");
    let config = Config { data_folder: place.0.clone(), ..Config::default() };
    let (first, count) = privacy::open_to_others(&config, 1000);
    assert_eq!(first, Some(place.0.clone()));
    assert!(count > KEPT.len(), "{count}");
    assert_eq!(privacy::open_to_others(&config, 3).1.min(3), 3);

    privacy::mend(&config);
    assert_eq!(mode(&place.0), 0o700);
    for file in &kept[..4] {
        assert_eq!(mode(file), 0o600, "{}", file.display());
    }
    privacy::mend_below(&config);
    for file in &kept {
        assert_eq!(mode(file), 0o600, "{}", file.display());
        assert_eq!(mode(file.parent().expect("a folder")), 0o700, "{}", file.display());
    }
    for other in others.iter().chain([&linked]) {
        assert_eq!(mode(other), 0o644, "{}", other.display());
    }
    assert_eq!(mode(&outside.0), 0o755);
    assert_eq!(privacy::open_to_others(&config, 1000), (None, 0));
}

#[test]
fn a_folder_that_is_everybodys_is_left_as_it_is() {
    let place = Place::new("sticky");
    fs::set_permissions(&place.0, Permissions::from_mode(0o1777)).expect("is opened");
    let config = Config { data_folder: place.0.clone(), ..Config::default() };
    privacy::mend(&config);
    assert_eq!(mode(&place.0), 0o777);
    assert_eq!(privacy::open_to_others(&config, 10), (Some(place.0.clone()), 1));
}

#[test]
fn a_configuration_with_passwords_is_not_for_everybody() {
    let place = Place::new("config");
    let file = place.file("forwarder.toml");
    let told = |text: &str, mode: u32| {
        fs::write(&file, text).expect("writes");
        fs::set_permissions(&file, Permissions::from_mode(mode)).expect("is set");
        privacy::tells_secrets(&Config::read(&file).expect("reads"))
    };
    assert!(!told("", 0o644));
    assert!(!told("database_url = \"postgres://127.0.0.1/x\"", 0o644));
    assert!(told("database_url = \"postgres://u:p@127.0.0.1/x\"", 0o644));
    assert!(told("backup_passphrase = \"a passphrase\"", 0o604));
    assert!(!told("backup_passphrase = \"a passphrase\"", 0o640));
    let provider = |more: &str| {
        format!(
            "public_url = \"https://desk.example.com\"\n\
             openid = {{ issuer = \"https://id.example.com\", client_id = \"desk\", orgs = [\"DEMO\"]{more} }}"
        )
    };
    assert!(!told(&provider(""), 0o644));
    assert!(told(&provider(", client_secret = \"a secret\""), 0o644));
}

struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn command(place: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_forwarder"));
    command
        .args(arguments)
        .current_dir(place)
        .env_remove("DATABASE_URL")
        .env("FORWARDER_LISTEN", "127.0.0.1:0")
        .env("FORWARDER_LOG", "warn")
        .env("FORWARDER_DATA_FOLDER", place.join("data"))
        .stdout(Stdio::piped());
    command
}

/// The real program, as its user starts it: what it makes is for nobody else, and what is there is closed.
#[test]
fn the_program_makes_and_finds_nothing_that_others_may_read() {
    let place = Place::new("program");
    let data = place.0.join("data");
    let old = place.file("data/files/2/ab/abcdef");
    let mut server = Server(command(&place.0, &["serve"]).spawn().expect("starts"));
    let mut line = String::new();
    let mut output = BufReader::new(server.0.stdout.take().expect("its output"));
    output.read_line(&mut line).expect("its first line");
    assert!(line.contains("http://"), "{line}");
    // Attachments are gone through while it serves.
    let begun = Instant::now();
    while mode(&old) != 0o600 && begun.elapsed() < Duration::from_secs(60) {
        std::thread::yield_now();
    }
    assert_eq!(open(&data), Vec::<PathBuf>::new());
    assert!(data.join("forwarder.db").exists() && data.join("forwarder.db-wal").exists());
    drop(server);

    let backup = place.0.join("kept.ofb");
    let run = |place: &Path, arguments: &[&str]| {
        let done = command(place, arguments).output().expect("runs");
        assert!(done.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8_lossy(&done.stdout).into_owned()
    };
    run(&place.0, &["backup", backup.to_str().expect("a name")]);
    assert_eq!(mode(&backup), 0o600);
    let other = Place::new("restored");
    run(&other.0, &["restore", backup.to_str().expect("a name")]);
    assert_eq!(open(&other.0.join("data")), Vec::<PathBuf>::new());
    assert!(other.0.join("data/files/2/ab/abcdef").exists(), "the file came along");

    let told = run(&place.0, &["doctor"]);
    assert!(told.contains("[ok]   数据仅本程序可读"), "{told}");
    fs::set_permissions(data.join("secret.key"), Permissions::from_mode(0o640)).expect("is opened");
    let told = run(&place.0, &["doctor"]);
    assert!(told.contains("[warn] 1处数据可被本机其他用户读取") && told.contains("secret.key"), "{told}");
    assert_eq!(mode(&data.join("secret.key")), 0o640, "looking changes nothing");
}

/// The limits of the file are those of the server, and it raises its handles itself.
#[test]
#[cfg(target_os = "linux")]
fn the_program_ends_calls_that_do_not_come() {
    use std::io::{Read, Write};
    let place = Place::new("slow");
    let mut limited = Command::new("sh");
    let program = env!("CARGO_BIN_EXE_forwarder");
    let usual = command(&place.0, &[]);
    limited.args(["-c", "ulimit -S -n 128; exec \"$0\" serve", program]);
    for (name, value) in usual.get_envs().filter_map(|(name, value)| Some((name, value?))) {
        limited.env(name, value);
    }
    limited.current_dir(&place.0).env_remove("DATABASE_URL").stdout(Stdio::piped());
    limited
        .env("FORWARDER_HEAD_SECONDS", "1")
        .env("FORWARDER_BODY_SECONDS", "1")
        .env("FORWARDER_BYTES_PER_SECOND", "0");
    limited.env("FORWARDER_CONNECTIONS_PER_ADDRESS", "300");
    let mut server = Server(limited.spawn().expect("starts"));
    let mut line = String::new();
    let mut output = BufReader::new(server.0.stdout.take().expect("its output"));
    output.read_line(&mut line).expect("its first line");
    let address = line.split("http://").nth(1).unwrap_or_default().trim().trim_end_matches('/').to_owned();
    let limits = fs::read_to_string(format!("/proc/{}/limits", server.0.id())).expect("Linux tells");
    let handles = limits.lines().find(|line| line.starts_with("Max open files")).expect("is told");
    let handles: Vec<&str> = handles.split_whitespace().skip(3).take(2).collect();
    assert_eq!(handles[0], handles[1], "the limit was raised to what is allowed");
    let call = |bytes: &[u8]| {
        let mut stream = std::net::TcpStream::connect(&address).expect("connects");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("is set");
        stream.write_all(bytes).expect("writes");
        stream
    };
    let half = b"POST /auth/oauth/token HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf";
    let held: Vec<_> = (0..250).map(|_| call(half)).collect();
    let read = |mut stream: std::net::TcpStream| {
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    };
    let alive = read(call(b"GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"));
    assert!(alive.ends_with("alive"), "{alive}");
    for stream in held {
        let told = read(stream);
        assert!(told.starts_with("HTTP/1.1 408 "), "{told:?}");
    }
    let told = read(call(b"GET /health/live HTTP/1.1\r\nHost:"));
    assert!(told.starts_with("HTTP/1.1 408 "), "{told:?}");
}
