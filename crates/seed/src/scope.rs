//! Layer scope: five orders that differ in who may see them, of DEMO and of its child.

use serde_json::{Value as Json, json};

use crate::air::{order, save};
use crate::fixture::Maker;

/// Moment the layer is made at, and read at.
pub const NOW: &str = "2026-07-01 18:00:00";

/// An order of the layer: creator, sales, servicer, workgroup.
type Line = (&'static str, &'static str, &'static str, &'static str);

const ORDERS: [Line; 4] = [
    ("sales01", "sales01", "cs01", "空出一组"),
    ("cs01", "sales02", "cs01", "空出一组"),
    ("cs02", "sales02", "cs02", "空出二组"),
    ("op01", "mgr01", "cs02", ""),
];

/// Orders O1 to O4: AE-2607010001 to 4, PVG-FRA, customer KH001.
pub async fn orders(maker: &Maker<'_>) -> Result<(), String> {
    maker.at(NOW)?;
    for (creator, sales, servicer, group) in ORDERS {
        let caller = maker.user(creator).await?;
        let (coop, sales) = (maker.coop_id(&caller, "KH001").await?, maker.user_id(&caller, sales).await?);
        let servicer = maker.user_id(&caller, servicer).await?;
        let mut one = order(&coop, &sales, &servicer, ("PVG", "FRA"), (10, "100", "0.6"));
        one["expectDeparture"] = json!("2026-07-01");
        if !group.is_empty() {
            one["workgroupId"] = workgroup(&caller, group).await?;
        }
        save(&caller, one).await?;
    }
    Ok(())
}

/// The id of a workgroup, whether the caller is in it or not.
async fn workgroup(caller: &crate::Client, name: &str) -> Result<Json, String> {
    let groups = caller.get("/hrs/userWorkgroup/selectWorkgroup").await.success("workgroups")?;
    let named = groups.as_array().into_iter().flatten().find(|group| group.get("label") == Some(&json!(name)));
    let id = named.and_then(|group| group.get("value")).cloned();
    id.ok_or_else(|| format!("there is no workgroup {name}"))
}
