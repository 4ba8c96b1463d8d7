//! Orders of all eight scopes under one set of rules: what one scope does, every scope does (decision 0030).

use kernel::Scope;
use order::profile;
use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World};

use crate::sc::suite::fixture::*;

const GONE: &str = "用户不存在或已停用";
const STOPPED: &str = "客户不存在或未生效";

/// An order of a scope that saves.
fn body(caller: &Caller<'_>, scope: Scope) -> Json {
    let goods = json!({
        "coopId": pick(caller, "coop?keyword=KH001"), "goodsNameCn": "服装", "planPieces": 12, "planWeight": 480,
        "planVolume": 3.6,
    });
    let own = match scope {
        Scope::Ae => json!({ "businessProduct": "代理制", "departureStation": "PVG", "arrivalStation": "FRA" }),
        Scope::Ai => json!({
            "businessProduct": "进口换单", "departureStation": "FRA", "arrivalStation": "PVG",
            "expectArrival": "2026-07-20",
        }),
        Scope::Se => return sea(caller),
        Scope::Si => json!({
            "businessProduct": "全程进口", "departureStation": "DEHAM", "arrivalStation": "CNSHA",
            "expectArrival": "2026-08-20",
        }),
        Scope::Te => json!({
            "businessProduct": "整箱班列", "departureStation": "XIAN", "arrivalStation": "DUIS",
            "expectDeparture": "2026-07-20",
        }),
        Scope::Ti => json!({
            "businessProduct": "回程班列", "departureStation": "DUIS", "arrivalStation": "XIAN",
            "expectDeparture": "2026-07-20",
        }),
        Scope::Lc => return road(caller),
        Scope::Io => json!({ "serviceType": "咨询服务", "businessDate": "2026-07-15" }),
    };
    with(goods, own)
}

/// The calls of a scope's orders, whose addresses differ.
struct Desk<'a> {
    caller: &'a Caller<'a>,
    scope: Scope,
}

impl Desk<'_> {
    fn base(&self) -> String {
        format!("/sc/order/{}", self.scope.share_prefix())
    }

    fn make(&self, order: Json) -> Reply {
        let path = if self.scope == Scope::Ae { "/afbase/order/doSave".to_owned() } else { self.base() };
        self.caller.post(&path, order)
    }

    fn made(&self, order: Json) -> Json {
        let uuid = text(&done(self.make(order)), "orderUuid");
        self.view(&uuid)
    }

    fn view(&self, uuid: &str) -> Json {
        match self.scope {
            Scope::Ae => self.caller.ok(&format!("/afbase/order/view/{uuid}")),
            _ => self.caller.ok(&format!("{}/{uuid}", self.base())),
        }
    }

    fn save(&self, whole: Json) -> Reply {
        match self.scope {
            Scope::Ae => self.caller.post("/afbase/order/doUpdate", whole),
            _ => self.caller.put(&format!("{}/{}", self.base(), text(&whole, "orderUuid")), whole),
        }
    }

    fn change(&self, order: &Json, members: Json) -> Reply {
        self.save(with(self.view(&text(order, "orderUuid")), members))
    }

    /// What the rules say of an order with other members: place, severity and words.
    fn told(&self, order: Json) -> Vec<(String, String, String)> {
        let path =
            if self.scope == Scope::Ae { "/afbase/order/check".to_owned() } else { format!("{}/check", self.base()) };
        let told = done(self.caller.post(&path, order));
        let findings = told["findings"].as_array().cloned().unwrap_or_default();
        findings.iter().map(|one| (text(one, "field"), text(one, "severity"), text(one, "message"))).collect()
    }
}

/// A story for the orders of each scope.
fn for_each_scope(story: impl Fn(&World, &Desk<'_>)) {
    with_partners(|world| {
        let op = world.login("op01");
        for scope in Scope::all() {
            story(world, &Desk { caller: &op, scope });
        }
    });
}

fn warning(field: &str, message: &str) -> (String, String, String) {
    (field.to_owned(), "warning".to_owned(), message.to_owned())
}

#[test]
fn an_order_keeps_a_clerk_who_has_left_and_its_user_is_told() {
    for_each_scope(|world, desk| {
        let order = desk.made(body(desk.caller, desk.scope));
        let left = text(&order, "servicerId");
        raw(world, &format!("UPDATE app_user SET active = false WHERE id = {left}"));
        let scope = desk.scope;
        assert_eq!(desk.told(order.clone()), [warning("servicerId", GONE)], "{scope:?}");
        done(desk.change(&order, json!({ "goodsNameCn": "针织服装" })));
        let anew = desk.change(&order, json!({ "operatorId": left }));
        assert_eq!(anew.findings_at("operatorId"), [GONE], "{scope:?}: chosen anew he is refused");
        let new = desk.make(with(body(desk.caller, scope), json!({ "servicerId": left })));
        assert_eq!(new.findings_at("servicerId"), [GONE], "{scope:?}");
        raw(world, &format!("UPDATE app_user SET active = true WHERE id = {left}"));
        assert_eq!(desk.told(desk.view(&text(&order, "orderUuid"))), [], "{scope:?}");
    });
}

#[test]
fn an_order_keeps_a_customer_who_was_stopped_and_its_user_is_told() {
    for_each_scope(|world, desk| {
        let new = body(desk.caller, desk.scope);
        let order = desk.made(new.clone());
        let people = json!({ "salesId": order["salesId"], "servicerId": order["servicerId"] });
        let (scope, coop) = (desk.scope, text(&order, "coopId"));
        for (column, value, usual, message) in [
            ("coop_state", "停用", "生效", STOPPED.to_owned()),
            ("list_mark", "黑名单", "普通", "该客户已列入黑名单".to_owned()),
            ("locked_scopes", scope.code(), "", format!("该客户{}业务已锁定", scope.zh())),
        ] {
            raw(world, &format!("UPDATE coop SET {column} = '{value}' WHERE id = {coop}"));
            assert_eq!(desk.told(order.clone()), [warning("coopId", &message)], "{scope:?}");
            done(desk.change(&order, json!({ "goodsNameCn": value })));
            let refused = desk.make(with(new.clone(), people.clone()));
            assert_eq!(refused.findings_at("coopId"), [message], "{scope:?}");
            raw(world, &format!("UPDATE coop SET {column} = '{usual}' WHERE id = {coop}"));
        }
    });
}

#[test]
fn a_repeated_number_of_the_customer_is_told_and_refuses_nothing() {
    for_each_scope(|_, desk| {
        let named = with(body(desk.caller, desk.scope), json!({ "customerNumber": "C-1" }));
        let first = desk.made(named.clone());
        let yes = with(named, json!({ "confirmed": ["order.similar"] }));
        let second = desk.made(yes);
        let scope = desk.scope;
        assert_eq!(desk.told(second), [warning("customerNumber", "客户单号已存在")], "{scope:?}");
        assert_eq!(text(&desk.view(&text(&first, "orderUuid")), "customerNumber"), "C-1");
    });
}

// req: af-duplicate-internal
#[test]
fn a_repeated_internal_number_is_asked_about_when_it_is_given_and_not_again() {
    for_each_scope(|_, desk| {
        let scope = desk.scope;
        let named = with(body(desk.caller, scope), json!({ "internalNumber": "N-1" }));
        desk.made(named.clone());
        let other = with(named, json!({ "confirmed": ["order.similar"] }));
        let asked = desk.make(other.clone());
        assert_eq!(asked.code, 2, "{scope:?}");
        assert_eq!(asked.data["confirms"][0]["message"], json!("内部编号已存在，是否继续？"), "{scope:?}");
        let yes = json!({ "confirmed": ["order.similar", "order.internalNumber.exists"] });
        let second = desk.made(with(other, yes));
        done(desk.change(&second, json!({ "goodsNameCn": "针织服装" })));
        done(desk.change(&second, json!({ "internalNumber": "N-2" })));
        assert_eq!(desk.change(&second, json!({ "internalNumber": "N-1" })).code, 2, "{scope:?}: given anew");
    });
}

#[test]
fn findings_stand_in_the_order_of_the_form() {
    for_each_scope(|_, desk| {
        let scope = desk.scope;
        let empty = with(json!({}), json!({ "goodsNameCn": "", "salesId": "", "arrivalStation": "ZZZ" }));
        let told = desk.told(if scope == Scope::Io { json!({ "coopId": "" }) } else { empty });
        let places: Vec<usize> = told
            .iter()
            .map(|(field, ..)| profile(scope).fields().position(|known| known.name() == *field))
            .map(|place| place.unwrap_or(usize::MAX))
            .collect();
        assert!(places.len() > 2 && places.is_sorted(), "{scope:?}: {told:?}");
    });
}

#[test]
fn an_order_saved_twice_keeps_its_rows_and_two_users_lose_nothing() {
    for_each_scope(|_, desk| {
        let city = json!({
            "cityCode": "310100", "address": "测试路8号", "contact": "仓管一", "tel": "13800000011",
            "timeFrom": "2026-07-16 08:00:00", "timeTo": "2026-07-16 12:00:00",
        });
        let (member, changed, rows) = match desk.scope {
            Scope::Ae => {
                let size = |length: i64| json!({ "length": length, "width": 60, "height": 50, "pieces": 6 });
                ("planDimensions", "length", json!([size(100), size(80)]))
            }
            Scope::Se | Scope::Si | Scope::Te | Scope::Ti => {
                let of = |kind: &str| json!({ "containerType": kind, "quantity": 1, "owner": "COC" });
                ("containerList", "quantity", json!([of("20GP"), of("40HQ")]))
            }
            Scope::Lc => {
                let stop = |kind: &str| with(city.clone(), json!({ "kind": kind, "pieces": 40 }));
                ("stops", "address", json!([stop("装"), stop("卸")]))
            }
            Scope::Ai | Scope::Io => return,
        };
        let order = desk.made(with(body(desk.caller, desk.scope), json!({ member: rows })));
        let ids = |order: &Json| [0, 1].map(|place| text(&order[member][place], "id"));
        let uuid = text(&order, "orderUuid");
        done(desk.save(desk.view(&uuid)));
        assert_eq!(ids(&desk.view(&uuid)), ids(&order), "{:?}", desk.scope);
        // Two users opened the same version; each changes a row of his own.
        let (mut one, mut other) = (desk.view(&uuid), desk.view(&uuid));
        let value = if changed == "address" { json!("新路1号") } else { json!(3) };
        one[member][0][changed] = value.clone();
        other[member][1][changed] = value.clone();
        done(desk.save(one));
        let stale = desk.save(other);
        assert_eq!((stale.code, &stale.data["current"][member][0][changed]), (3, &value), "{:?}", desk.scope);
        let kept = desk.view(&uuid);
        assert_eq!((&kept[member][0][changed], &kept[member][1][changed]), (&value, &order[member][1][changed]));
        assert_eq!(ids(&kept), ids(&order), "{:?}", desk.scope);
    });
}
