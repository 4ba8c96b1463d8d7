//! 价目管理. Agreed and public prices that charges are rated by, and what would be charged.

mod rules;
mod trial;

use charge::card::{ACTIVE, BREAKS, DRAFT, EXPIRED, RateCard, STOPPED, uses};
use platform::prelude::*;

pub(crate) use rules::EXPIRY;
pub(crate) use trial::reason;

const PAGE_PATH: &str = "/css_rate_card";
const WRONG_STATE: Msg =
    Msg::new("card.state", "价目{state}，不能执行此操作", "A card that is {state} can't be treated like this.");
const ITEM: Field = Field::text("服务项目", "Service item").column("service_name_cn").wire("serviceName");
const COOP: Field = Field::text("往来单位", "Partner").column("coop_name").wire("coopName");
const USES: Field = Field::int("使用次数", "Uses").column("used_count");
const STATION: Field = Field::upper("口岸", "Station").column("station").max(10);
const VALID_ON: Field = Field::day("有效日期", "Valid on").column("valid_on");
/// What a copy does not take over.
const OWN: &[Field] = &[RateCard::CARD_CODE, RateCard::STATUS, RateCard::REPLACES_ID];

/// The page.
pub static PAGE: LazyLock<Page<RateCard>> =
    LazyLock::new(|| {
        let door = (PAGE_PATH, "/cssManager/charge", 50);
        Page::of("css.rate-card", ("价目管理", "Rate cards"), door, RateCard::CARD_CODE)
            .one("价目", "Rate card")
            .calls("/css/rateCard", "rate_card")
            .level(Level::High)
            .states(RateCard::STATUS, WRONG_STATE)
            .elsewhere(&[EXPIRED])
            .joins(&[
                Join { table: "service_item", alias: "item", on: &[("service_item_id", "id")], by_org: true },
                Join { table: "coop", alias: "coop", on: &[("coop_id", "id")], by_org: true },
            ])
            .columns(&[
                Column::own(RateCard::CARD_CODE).width(130).copy(),
                Column::own(RateCard::STATUS).width(100),
                Column::own(RateCard::KIND).width(100),
                Column::own(RateCard::BUSINESS_SCOPE).width(100),
                Column::of("item", ITEM).width(130),
                Column::of("coop", COOP).width(150),
                Column::own(RateCard::CONDITIONS).width(200),
                Column::own(RateCard::BASIS).width(130),
                Column::own(RateCard::MODE).width(110),
                Column::own(RateCard::PRICE_TEXT).width(260).unsorted(),
                Column::own(RateCard::AMOUNT_MIN).width(90),
                Column::own(RateCard::AMOUNT_MAX).width(90).behind(),
                Column::own(RateCard::TAX_RATE).width(70),
                Column::own(RateCard::PRIORITY).width(70).behind(),
            ])
            .columns_from(RateCard::BEGIN_DATE, RateCard::END_DATE)
            .counts(USES, uses)
            .made_by()
            .filters(&[
                Filter::new("kind", Match::OneOf, RateCard::KIND),
                Filter::new("businessScope", Match::OneOf, RateCard::BUSINESS_SCOPE),
                Filter::new("serviceItemId", Match::Equals, RateCard::SERVICE_ITEM_ID),
                Filter::new("coopName", Match::Contains, COOP).columns(&[("coop", "coop_name")]),
                Filter::new("station", Match::Contains, STATION)
                    .columns(&[("rate_card", "departure"), ("rate_card", "arrival")])
                    .more(),
                Filter::new("carrier", Match::Contains, RateCard::CARRIER).more(),
                Filter::new("validOn", Match::Holds(&RateCard::BEGIN_DATE, &RateCard::END_DATE), VALID_ON).more(),
                Filter::new("status", Match::OneOf, RateCard::STATUS),
            ])
            .tabs("status")
            .rows(BREAKS)
            .rules(rules::check)
            .action(Action::look("css-card-test", ("试算", "Try"), trial::told).asks(trial::FIELDS).note(
                "填写订单号时，未填的按订单的数据试算",
                "With an order number, what is left empty is taken from it.",
            ))
            .action(Action::create("css-card-add"))
            .action(Action::edit("css-card-edit").begins_in(&[DRAFT]))
            .action(
                Action::copy("css-card-edit", OWN)
                    .remembers(RateCard::REPLACES_ID)
                    .verb("version")
                    .label("新版本", "New version")
                    .begins_in(&[ACTIVE]),
            )
            .action(
                Action::moves("css-card-audit", ("生效", "Put in force"), &[DRAFT], ACTIVE)
                    .kind("审核")
                    .level(Level::High)
                    .confirms("确认生效？生效后不能修改", "Put it in force? It can't be changed then.")
                    .does(rules::put_in_force),
            )
            .action(
                Action::moves("css-card-stop", ("停用", "Stop"), &[ACTIVE], STOPPED)
                    .kind("停用")
                    .confirms("确认停用？停用后不再用于计费", "Stop it? Nothing is rated by it then."),
            )
            .action(Action::copy("css-card-copy", OWN))
            .action(Action::import(Import {
                also: &[rules::ONE_PRICE],
                except: &[RateCard::REPLACES_ID],
                arrange: Some(rules::arrange),
                ..Import::with("css-card-import")
            }))
            .action(Action::export("css-card-export"))
    });
