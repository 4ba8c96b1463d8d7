//! The page of channels: which one a carrier has.

use serde_json::json;
use testkit::each_database_from;

use super::kit::*;

#[test]
fn a_carrier_has_its_own_channel_or_the_one_for_all() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        made(world);
        assert_eq!(check(&admin, "mawb")["channel"], json!(null));
        let all = channel(&admin, json!({ "kind": "FILE" }));
        assert_eq!(check(&admin, "mawb")["channel"]["name"], "文件目录");
        let own = json!({ "kind": "MAIL", "address": "typeb@example.com", "carrierCode": "X9", "fwbVersion": "17" });
        let own = channel(&admin, own);
        assert_eq!(check(&admin, "mawb")["channel"]["name"], "邮件（Type-B） typeb@example.com");
        send(&admin, "mawb");
        assert_eq!(newest(&admin)["messageVersion"], "17");
        let stop = format!("{CHANNEL}/{}/status", field(&own, "id"));
        done(admin.post(&stop, json!({ "active": false, "version": own["version"] })));
        assert_eq!(check(&admin, "mawb")["channel"]["kind"], "FILE");
        let twice =
            admin.post(CHANNEL, json!({ "kind": "FILE", "format": "IMP", "fwbVersion": "16", "fhlVersion": "4" }));
        assert_eq!(findings(&twice), [("carrierCode".to_owned(), "已有适用于所有航司的报文通道".to_owned())]);
        let of_x9 =
            json!({ "kind": "FILE", "format": "IMP", "fwbVersion": "16", "fhlVersion": "4", "carrierCode": "X9" });
        let twice = admin.post(CHANNEL, of_x9);
        assert_eq!(findings(&twice), [("carrierCode".to_owned(), "该航司已有报文通道".to_owned())]);
        done(admin.delete(&format!("{CHANNEL}/{}?version={}", field(&all, "id"), all["version"])));
        assert_eq!(check(&admin, "mawb")["channel"], json!(null));
    });
}

#[test]
fn a_mail_needs_an_address_and_nothing_else_has_one() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let save = |kind: &str, address: &str| {
            let body =
                json!({ "kind": kind, "address": address, "format": "IMP", "fwbVersion": "16", "fhlVersion": "4" });
            admin.post(CHANNEL, body)
        };
        for address in ["", "typeb", "a b@example.com"] {
            let found = findings(&save("MAIL", address));
            assert_eq!(found, [("address".to_owned(), "请填写正确的邮箱".to_owned())], "{address}");
        }
        let saved = done(save("FILE", "typeb@example.com"));
        assert_eq!(saved["address"], json!(null));
        for (name, wrong) in [("kind", "FAX"), ("format", "PDF"), ("fwbVersion", "15"), ("fhlVersion", "6")] {
            let mut body = json!({ "kind": "FILE", "format": "IMP", "fwbVersion": "16", "fhlVersion": "4" });
            body[name] = json!(wrong);
            let found = findings(&admin.post(CHANNEL, body));
            assert_eq!(found.len(), 1, "{name} {found:?}");
            assert_eq!(found[0].0, name);
        }
    });
}

#[test]
fn channels_of_another_company_are_not_there() {
    each_database_from(rooms, lay, |world| {
        let own = channel(&world.login("demo-admin"), json!({}));
        let other = world.login("superAdmin");
        assert_eq!(other.ok(&format!("{CHANNEL}/page"))["total"], json!(0));
        let change = json!({ "version": own["version"], "remark": "x" });
        assert_eq!(other.put(&format!("{CHANNEL}/{}", field(&own, "id")), change).status, 404);
    });
}
