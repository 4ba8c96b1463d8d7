//! 收发货人 (prm.md /prm_shipperConsignee). The book from which orders, waybills and bills of lading take their parties.

mod calls;
mod look;
mod rules;

use order::PAGE_CODES;
use platform::access::Access;
use platform::document::Document;
use platform::prelude::*;
use platform::registry::{Operation, Room};

const PATH: &str = "/prm_shipperConsignee";
const BASE: &str = "/prm/shipperConsignee";
const ADD: &str = "prm-party-add";
const RECOGNIZE: &str = "prm-party-recognize";
const TAKEN: Msg = Msg::new("party.mnemonic", "助记码已存在", "The mnemonic exists already.");
/// A row that papers can do with, and one that lacks something.
const COMPLETE: &str = "COMPLETE";
const LACKING: &str = "LACKING";
const DATA_STATES: &[Choice] =
    &[Choice::new(COMPLETE, "完整", "Complete").tone("ready"), Choice::new(LACKING, "缺项", "Lacking").tone("warning")];
const AIRPORT_LETTERS: usize = 3;

document! {
    /// One party.
    pub struct Party in "shipper_consignee" {
        /// What it is found by.
        mnemonic_code: String = Field::upper("助记码", "Mnemonic").max(20),
        /// Sends.
        is_shipper: bool = Field::flag("发货人", "Shipper").initially("false"),
        /// Receives.
        is_consignee: bool = Field::flag("收货人", "Consignee").initially("false"),
        /// Is told of the arrival.
        is_notify: bool = Field::flag("通知人", "Notify party").initially("false"),
        /// Name.
        sc_name: String = Field::text("名称", "Name").required().max(100),
        /// Street address.
        sc_address: String = Field::text("地址", "Address").required().max(150),
        /// Country; its form is a rule of addresses, which has words of its own.
        nation_code: String = Field::code("country", "国家", "Country").required().max(20),
        /// State or province.
        state_code: String = Field::text("州省", "State").max(10),
        /// City in English.
        city_name_en: String = Field::text("城市", "City").required().max(30),
        /// City code.
        city_code: String = Field::upper("城市代码", "City code").max(10),
        /// Postcode.
        post_code: String = Field::text("邮编", "Postcode").max(20),
        /// Phone.
        tel_number: String = Field::text("电话", "Phone").max(30),
        /// Fax.
        fax_number: String = Field::text("传真", "Fax").max(30),
        /// Kind of the enterprise code.
        sc_code_type: String = Field::upper("代码类型", "Code type").max(10),
        /// Enterprise code.
        sc_code: String = Field::upper("企业代码", "Enterprise code").max(50),
        /// Contact.
        contact_name: String = Field::text("联系人", "Contact").max(50),
        /// Contact's phone.
        contact_tel: String = Field::text("联系人电话", "Contact's phone").max(30),
        /// E-mail.
        email: String = Field::text("邮箱", "E-mail").max(80),
        /// AEO code.
        aeo_code: String = Field::text("AEO编码", "AEO code").max(50),
        /// Account number.
        account_no: String = Field::text("账号", "Account").max(14),
        /// Name in Chinese.
        name_cn: String = Field::text("中文名称", "Chinese name").wire("scNameCn").max(120),
        /// Address in Chinese.
        address_cn: String = Field::text("中文地址", "Chinese address").wire("scAddressCn").max(200),
        /// On no paper that leaves the country.
        domestic_only: bool = Field::flag("仅国内使用", "Domestic use only").initially("false"),
        /// The block as papers print it; empty: made from the fields.
        print_remark: String = Field::long("打印文本（空为按字段生成）", "Printed text (none: made from the fields)").max(500),
        /// Remark.
        remark: String = Field::long("备注", "Remark").max(200),
        /// Scopes it is offered in, commas between; empty for all.
        scopes: String = Field::text("业务范畴", "Scopes").read_only(),
        /// Whether papers can do with it.
        data_state: String = Field::state(DATA_STATES, "资料", "Data").read_only(),
        /// How often it was taken.
        used_count: i64 = Field::int("使用次数", "Uses").read_only(),
        /// When it was taken last.
        last_used: Option<i64> = Field::instant("最近使用", "Last used").read_only(),
        /// Offered.
        active: bool = Field::flag("启用", "Active").initially("true"),
    }
}

const COOP: Field = Field::reference("coop", "所属客户", "Customer").column("coop_id").required();
const IS_DEFAULT: Field = Field::flag("默认", "Default").column("is_default").initially("false");
const DEPARTURE: Field = Field::code("airport", "始发港", "From").column("departure").max(AIRPORT_LETTERS);
const ARRIVAL: Field = Field::code("airport", "目的港", "To").column("arrival").max(AIRPORT_LETTERS);
/// The customers it belongs to, for each the stations where it is taken unless another is chosen.
const COOPS: Rows = Rows {
    member: "coops",
    title: ("所属客户（空为全部）", "Customers (none: all)"),
    behind: "main",
    table: "shipper_consignee_coop",
    parent: "party_id",
    fields: &[COOP, IS_DEFAULT, DEPARTURE, ARRIVAL],
    most: 50,
    sheet: false,
};
/// The scopes, chosen from a list.
const FOR_SCOPES: Field = Field::many("serviceScope", "业务范畴（空为全部）", "Scopes (none: all)").wire("scopeCodes");
const INTO: Field = Field::reference("shipperConsignee", "并入", "Merge into").column("into").required();

/// The page.
pub static PAGE: LazyLock<Page<Party>> = LazyLock::new(|| acted(listed(formed())));

fn formed() -> Page<Party> {
    Page::of("prm.party", ("收发货人", "Shippers and consignees"), (PATH, "/prmManager/coop", 40), Party::SC_NAME)
        .one("收发货人", "Party")
        .calls(BASE, "party")
        .section_from("main", ("收发货人", "Party"), Party::MNEMONIC_CODE, Party::ACCOUNT_NO)
        .section_from("home", ("国内资料", "At home"), Party::NAME_CN, Party::DOMESTIC_ONLY)
        .section("scopes", ("业务范畴", "Scopes"), &[FOR_SCOPES])
        .section_from("more", ("打印与备注", "Print and remark"), Party::PRINT_REMARK, Party::REMARK)
        .rows(COOPS)
        .members(&["scopeCodes"])
        .unique("uq_shipper_consignee_mnemonic", &["mnemonic_code"], "mnemonicCode", TAKEN)
        .rules(rules::check)
        .after(rules::key)
        .remove_rule(rules::need_unused)
        .view_more(look::scopes)
        .tells(look::told)
}

fn listed(page: Page<Party>) -> Page<Party> {
    page.columns(&[
        Column::own(Party::MNEMONIC_CODE).width(100),
        Column::made(look::ROLES).width(140).unsorted(),
        Column::own(Party::SC_NAME).width(220).copy(),
        Column::own(Party::SC_ADDRESS).width(260),
        Column::own(Party::NATION_CODE).width(70),
        Column::own(Party::STATE_CODE).width(70),
        Column::own(Party::CITY_NAME_EN).width(120),
        Column::own(Party::POST_CODE).width(90),
        Column::own(Party::TEL_NUMBER).width(130),
        Column::own(Party::FAX_NUMBER).width(130).behind(),
        Column::own(Party::SC_CODE_TYPE).width(90),
        Column::own(Party::SC_CODE).width(160),
        Column::own(Party::CONTACT_NAME).width(110),
        Column::own(Party::AEO_CODE).width(120).behind(),
        Column::made(look::COOPS_SAID).width(180).unsorted(),
        Column::own(Party::USED_COUNT).width(90),
        Column::own(Party::LAST_USED).width(150),
        Column::own(Party::DATA_STATE).width(80),
        Column::own(Party::ACTIVE).width(80),
        // What the column of roles is made of.
        Column::own(Party::IS_SHIPPER).behind(),
        Column::own(Party::IS_CONSIGNEE).behind(),
        Column::own(Party::IS_NOTIFY).behind(),
    ])
    .edited_by()
    .fills(look::fill)
    .filters(&[
        Filter::new("role", Match::Own(look::of_role), look::ROLE),
        Filter::new("keyword", Match::Contains, Field::text("名称/助记码", "Name or mnemonic")).columns(&[
            (Party::TABLE, "sc_name"),
            (Party::TABLE, "mnemonic_code"),
            (Party::TABLE, "name_cn"),
        ]),
        Filter::new("coopName", Match::Own(look::of_coop), look::COOPS_SAID),
        Filter::new("nationCode", Match::OneOf, Party::NATION_CODE),
        Filter::new("cityNameEn", Match::Contains, Party::CITY_NAME_EN).more(),
        Filter::new("scCode", Match::Equals, Party::SC_CODE).more(),
        Filter::new("businessScope", Match::Own(look::of_scope), look::SCOPE).more(),
        Filter::new("dataState", Match::OneOf, Party::DATA_STATE).more(),
        Filter::new("active", Match::Bool, Party::ACTIVE).more(),
    ])
}

fn acted(page: Page<Party>) -> Page<Party> {
    page.action(Action::create(ADD).label("新增", "New"))
        .action(Action::edit("prm-party-edit"))
        .action(Action::switch("prm-party-stop"))
        .action(
            Action::row("prm-party-merge", ("合并", "Merge"))
                .asks(&[INTO])
                .note(
                    "并入后本条停用，所属客户和使用次数并入目标；已制作的单证不变",
                    "This row is disabled; its customers and uses move. Papers that were made stay as they are.",
                )
                .danger()
                .does(rules::merge),
        )
        .action(Action::remove("prm-party-del"))
        .action(Action::own(RECOGNIZE, ("识别导入", "Recognise and import")))
        .action(Action::import(Import::with("prm-party-import").by(&[Party::MNEMONIC_CODE])))
        .action(Action::export("prm-party-export"))
}

/// Adds the page, and what the forms of orders and papers ask it.
pub(crate) fn add(room: &mut Room) {
    room.page(&PAGE);
    room.selects.push(("shipperConsignee", calls::offer));
    let papers = ["af_awb_print", "os_waybill", "se_order", "seOrderWaybillMake", "se-bl-make", "prm_shipperConsignee"];
    let asked = Access::any_of(&[PAGE_CODES, &papers].concat());
    room.operations.extend([
        Operation::get("select_parties", &format!("{BASE}/select"), asked, calls::select)
            .param("role")
            .param("coopId")
            .param("keyword")
            .param("businessScope")
            .summary("The parties of the book that a form offers, those of the customer and those used most first"),
        Operation::post("recognize_parties", &format!("{BASE}/recognize"), asked, calls::recognize)
            .reads()
            .summary("The parties of pasted blocks, with what is to be said of each"),
        Operation::post("keep_party", &format!("{BASE}/keep"), Access::Code(ADD), calls::keep)
            .summary("Keeps the party of a form in the book, or counts that it was used"),
    ]);
}
