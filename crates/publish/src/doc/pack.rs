//! Papers of orders as one archive, written and sent in constant memory.

use std::collections::BTreeSet;
use std::io::Write;

use kernel::{Id, Msg};
use platform::call::{Call, Outcome};
use platform::files::Kept;
use platform::log::Level;
use platform::refusal::Refusal;
use serde::Deserialize;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::order::{Paper, papers};

const FILES_MAX: usize = 100;
const BYTES_MAX: i64 = 500 * 1024 * 1024;

const TOO_MANY: Msg = Msg::new("doc.zip_count", "一次最多打包{n}个文件", "An archive holds at most {n} files.");
const TOO_LARGE: Msg =
    Msg::new("doc.zip_size", "打包文件总大小不能超过{n}MB", "The files of an archive can't exceed {n} MB.");
const NONE: Msg = Msg::new("doc.zip_none", "请选择单证", "Please choose papers.");

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wanted {
    ids: Vec<Id>,
}

/// POST /hrs/doc/order/zip.
pub(super) fn zip(call: &mut Call) -> Outcome {
    let ids: Vec<Id> = call.json::<Wanted>()?.ids.into_iter().collect::<BTreeSet<_>>().into_iter().collect();
    if ids.is_empty() {
        return Err(Refusal::business(NONE));
    }
    if ids.len() > FILES_MAX {
        return Err(Refusal::Business(TOO_MANY.with(&[("n", &FILES_MAX.to_string())])));
    }
    let actor = call.actor()?;
    let found = call.read(|conn| papers(conn, actor, &ids))?;
    if found.iter().map(|paper| paper.size).sum::<i64>() > BYTES_MAX {
        return Err(Refusal::Business(TOO_LARGE.with(&[("n", &(BYTES_MAX / 1024 / 1024).to_string())])));
    }
    let file = written(call, actor.org_id, &found)?;
    call.write(|tx| {
        for paper in &found {
            let text = format!("打包下载文件：{}", paper.name);
            tx.log(paper.entry().did("导出", "打包下载").level(Level::Low).text(text))?;
        }
        Ok(())
    })?;
    let name = format!("订单单证{}.zip", call.now().local().strftime("%Y%m%d%H%M%S"));
    Ok(file.answer(name, "application/zip".to_owned(), false))
}

/// The archive in a file that has no name any more: it is gone when it has been sent.
fn written(call: &Call, org: i64, papers: &[Paper]) -> Result<Kept, Refusal> {
    let files = &call.app.files;
    let broken = |error: zip::result::ZipError| Refusal::broken(format!("archive: {error}"));
    let mut archive = ZipWriter::new_stream(files.begin_passing(org)?);
    // Pictures and PDF are packed already.
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    let mut taken = BTreeSet::new();
    for paper in papers {
        let bytes = files.read(org, &paper.key)?;
        archive.start_file(place_of(paper, &mut taken), options).map_err(broken)?;
        archive.write_all(&bytes).map_err(|error| Refusal::broken(format!("archive: {error}")))?;
    }
    let (hash, _) = archive.finish().map_err(broken)?.into_inner().keep()?;
    let file = files.open_passing(org, &hash)?;
    files.remove_passing(org, &hash)?;
    Kept::of_file(file)
}

/// Folder of the order and name; a second file of the name gets a number.
fn place_of(paper: &Paper, taken: &mut BTreeSet<String>) -> String {
    let (stem, ending) = paper.name.rsplit_once('.').unwrap_or((&paper.name, ""));
    let numbered = |number: usize| match number {
        1 => format!("{}/{}", paper.order_code, paper.name),
        _ => format!("{}/{stem}({number}).{ending}", paper.order_code),
    };
    let free = (1..).map(numbered).find(|place| !taken.contains(place)).unwrap_or_default();
    taken.insert(free.clone());
    free
}
