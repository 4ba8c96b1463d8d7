//! Papers of orders as one archive, a folder for each order.

use std::collections::BTreeSet;

use kernel::{Id, Msg};
use platform::call::{Call, Outcome};
use platform::files::{Packed, need_packable};
use platform::log::Level;
use platform::refusal::Refusal;
use serde::Deserialize;

use super::order::papers;

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
    need_packable(ids.len())?;
    let actor = call.actor()?;
    let found = call.read(|conn| papers(conn, actor, &ids))?;
    let packed: Vec<_> = found
        .iter()
        .map(|paper| Packed { folder: &paper.order_code, name: &paper.name, key: &paper.key, size: paper.size })
        .collect();
    let file = call.app.files.pack(actor.org_id, &packed)?;
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
