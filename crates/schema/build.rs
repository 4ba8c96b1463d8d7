//! Lists the files of `migrations/` in their order, so that adding one is adding a file.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../migrations");
    println!("cargo::rerun-if-changed={}", folder.display());
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "sql"));
    files.sort();
    let mut text = String::from("pub const MIGRATIONS: &[Migration] = &[\n");
    for path in &files {
        println!("cargo::rerun-if-changed={}", path.display());
        let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        writeln!(text, "    Migration {{ name: {name:?}, text: include_str!({path:?}) }},").unwrap_or_default();
    }
    text.push_str("];\n");
    let out = std::env::var_os("OUT_DIR").map(PathBuf::from).unwrap_or_default().join("migrations.rs");
    std::fs::write(&out, text).unwrap_or_else(|error| panic!("{}: {error}", out.display()));
}
