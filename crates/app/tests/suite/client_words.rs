//! The words of the web application in the database of the whole product.

use app::config::Config;
use kernel::Clock;
use platform::store::Value;

use crate::database::query;

fn one(config: &Config, statement: &str) -> Value {
    query(&config.store(), statement)[0][0].clone()
}

#[test]
fn the_catalogues_are_labels_of_the_platform_from_the_first_start_on() {
    let folder = std::env::temp_dir().join(format!("forwarder-words-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let config = Config { data_folder: folder.clone(), ..Config::default() };
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let start = || runtime.block_on(async { tokio::task::block_in_place(|| app::start::open(&config, Clock::System)) });
    let app = start().expect("starts");
    let count = "SELECT COUNT(*) FROM language_label WHERE page_type LIKE 'client.%'";
    let words = app::words::of_client().expect("catalogues");
    let all: usize = words.iter().map(|words| words.zh.len()).sum();
    assert!(all > 2_000, "{all}");
    assert_eq!(one(&config, count), Value::Int(i64::try_from(all).unwrap()));
    for words in &words {
        assert!(words.zh.keys().eq(words.en.keys()), "both languages have the keys of {}", words.part);
        for (key, text) in words.zh.iter().chain(&words.en) {
            assert!(key.len() <= 60 && text.chars().count() <= 200, "{}: {key}", words.part);
        }
    }
    let text = "SELECT text_zh || text_en FROM language_label WHERE code = 'client.platform.state.empty'";
    assert_eq!(one(&config, text), Value::Text("暂无数据No data".to_owned()));
    let newest = "SELECT MAX(updated_at) FROM language_label";
    let before = one(&config, newest);
    hrs::language::synchronise(&app).expect("in step");
    assert_eq!(one(&config, newest), before, "a start with the same words writes nothing");
    drop(app);
    std::fs::remove_dir_all(folder).expect("removed");
}
