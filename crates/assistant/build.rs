//! Embeds the manual: every file of `docs/manual/<language>`.

use std::fmt::Write as _;
use std::path::Path;

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/manual");
    let mut text = String::from("pub(crate) const FILES: &[(&str, &str, &str)] = &[\n");
    for language in ["zh", "en"] {
        let folder = root.join(language);
        println!("cargo::rerun-if-changed={}", folder.display());
        let listed = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        let mut files: Vec<_> = listed.filter_map(Result::ok).map(|entry| entry.path()).collect();
        files.sort();
        for file in files.iter().filter(|file| file.extension().is_some_and(|ending| ending == "md")) {
            let key = file.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            writeln!(text, "    ({language:?}, {key:?}, include_str!({:?})),", file.display().to_string())
                .unwrap_or_default();
        }
    }
    text.push_str("];\n");
    let out = std::env::var("OUT_DIR").unwrap_or_default();
    std::fs::write(Path::new(&out).join("manual.rs"), text).unwrap_or_else(|error| panic!("{error}"));
}
