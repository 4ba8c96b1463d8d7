//! Embeds the built web applications, every file with its brotli form when the build made one, and the catalogues of
//! words they were made with.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Folder of a built application, and the address its files stand below.
const SITES: [(&str, &str); 2] = [("web/dist", ""), ("track-web/dist", "/t")];

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut text = String::from("pub const ASSETS: &[Asset] = &[\n");
    for (folder, prefix) in SITES {
        let folder = root.join(folder);
        println!("cargo::rerun-if-changed={}", folder.display());
        let mut files = Vec::new();
        collect(&folder, &mut files);
        files.sort();
        for file in files.iter().filter(|file| file.extension().is_none_or(|ending| ending != "br")) {
            let inside = file.strip_prefix(&folder).map(|path| path.to_string_lossy().into_owned()).unwrap_or_default();
            let packed = PathBuf::from(format!("{}.br", file.display()));
            let packed = if packed.exists() {
                format!("Some(include_bytes!({:?}))", packed.display().to_string())
            } else {
                "None".to_owned()
            };
            let path = format!("{prefix}/{inside}");
            writeln!(
                text,
                "    Asset {{ path: {path:?}, plain: include_bytes!({:?}), brotli: {packed} }},",
                file.display().to_string()
            )
            .unwrap_or_default();
        }
    }
    text.push_str("];\n");
    writeln!(text, "pub const PAGES: &[&str] = &{:?};", pages_of(&root).into_iter().collect::<Vec<_>>())
        .unwrap_or_default();
    write_out("assets.rs", &text);
    write_words(&root);
}

/// Where the pages stand that the web application has by itself.
const PAGE_SOURCES: [&str; 3] = ["web/src/app/guard.ts", "web/src/app/rooms.ts", "web/src/modules"];

/// Addresses of one part that stand in quotes where the web application lists its pages.
fn pages_of(root: &Path) -> BTreeSet<String> {
    let mut files = Vec::new();
    for source in PAGE_SOURCES {
        let source = root.join(source);
        println!("cargo::rerun-if-changed={}", source.display());
        if source.is_dir() { collect(&source, &mut files) } else { files.push(source) }
    }
    let listing =
        |file: &PathBuf| !file.components().any(|part| part.as_os_str() == "modules") || file.ends_with("pages.ts");
    let mut pages = BTreeSet::new();
    for file in files.iter().filter(|file| listing(file)) {
        let text = std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let paths = text.split('"').filter_map(|quoted| quoted.strip_prefix('/'));
        let plain =
            |name: &&str| !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"_-".contains(&b));
        pages.extend(paths.filter(plain).map(|name| format!("/{name}")));
    }
    pages
}

/// The catalogues of the web application: part, Chinese, English.
fn write_words(root: &Path) {
    let folder = root.join("web/src/i18n");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files = Vec::new();
    collect(&folder.join("zh"), &mut files);
    files.sort();
    let mut text = String::from("pub const CATALOGUES: &[(&str, &str, &str)] = &[\n");
    for zh in &files {
        let name = zh.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let en = folder.join("en").join(&name).display().to_string();
        let (part, zh) = (name.trim_end_matches(".json"), zh.display().to_string());
        writeln!(text, "    ({part:?}, include_str!({zh:?}), include_str!({en:?})),").unwrap_or_default();
    }
    text.push_str("];\n");
    write_out("words.rs", &text);
}

fn write_out(name: &str, text: &str) {
    let out = std::env::var_os("OUT_DIR").map(PathBuf::from).unwrap_or_default().join(name);
    std::fs::write(&out, text).unwrap_or_else(|error| panic!("{}: {error}", out.display()));
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.filter_map(|entry| entry.ok().map(|entry| entry.path())) {
        if path.is_dir() { collect(&path, files) } else { files.push(path) }
    }
}
