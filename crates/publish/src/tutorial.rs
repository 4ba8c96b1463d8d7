//! 视频教程管理. Films that teach the product: made by the platform, watched by users on 视频教程.

pub(crate) mod board;
mod rules;
mod watch;

use kernel::{Id, Msg};
use platform::access::{Access, Actor};
use platform::attached;
use platform::document;
use platform::document::{FormPage, Section};
use platform::field::{Choice, Field};
use platform::files::{self, VIDEO};
use platform::list::{self, Button, Column, Filter, ListPage, Match, RowView};
use platform::registry::{BODY_BYTES_MAX, Body, Node, Operation, Room};
use platform::sea_query::Expr;
use platform::store::Value;

const PAGE: &str = "/hrs_tutorial";
const TABLE: &str = "tutorial";
const PROGRESS: &str = "tutorial_progress";
/// Kinds of the files that hang on a tutorial.
const FILM: &str = "tutorial_film";
const COVER: &str = "tutorial_cover";

/// States.
const DRAFT: &str = "草稿";
const PUBLISHED: &str = "已发布";
const OFFLINE: &str = "已下线";

const ADDRESS: Msg = Msg::new(
    "tutorial.address",
    "视频地址须以https://开头，图文教程的地址须以/开头",
    "The address of a video must begin with https://, that of a page with pictures with a slash.",
);

/// Beginning of its calls.
const BASE: &str = "/hrs/tutorial";

const STATES: &[Choice] = &[
    Choice::new(DRAFT, DRAFT, "Draft").tone("neutral"),
    Choice::new(PUBLISHED, PUBLISHED, "Published").tone("ready"),
    Choice::new(OFFLINE, OFFLINE, "Offline").tone("neutral"),
];

document! {
    /// One tutorial.
    pub struct Tutorial in "tutorial" {
        /// Title.
        title: String = Field::text("标题", "Title").required().max(60),
        /// Part of the menu it is about; companies without it don't see the film.
        module_id: Option<Id> = Field::reference("tutorialModule", "模块", "Module").required(),
        /// Page it is about.
        page_id: Option<Id> = Field::reference("menuPage", "菜单", "Page"),
        /// Address of a film that lies elsewhere, or of a page of the product with pictures.
        url: String = Field::text("视频地址或图文页面（https或以/开头，新窗口打开）", "Video address or page with pictures (https or a slash, opens in a new window)").max(500).pattern("^(https://|/(?!/))[^ ]+$", is_address, ADDRESS),
        /// Length; that of an uploaded film is read from it. Of a page: how long it takes to read.
        seconds: Option<i64> = Field::int("时长（上传的视频自动读取）", "Length (read from an uploaded video)").range(1, 86_400).unit("秒"),
        /// Place among the others, small ones first.
        sort: i64 = Field::int("排序", "Order").required().range(0, 9999).initially("0"),
        /// Offered on the home page.
        on_home: bool = Field::flag("首页展示", "On the home page").initially("false"),
        /// State.
        status: String = Field::state(STATES, "状态", "State"),
    }
}

const FILM_FILE: Field = Field::files("/hrs/tutorial/video", "视频（MP4，不超过500MB）", "Video (MP4, 500 MB at most)")
    .range(1, VIDEO.bytes_max.cast_signed())
    .wire("video");
const COVER_FILE: Field =
    Field::files("/hrs/tutorial/coverFile", "封面（图片，不超过10MB）", "Cover (picture, 10 MB at most)").wire("cover");

fn is_address(text: &str) -> bool {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix('/').filter(|rest| !rest.starts_with('/')));
    rest.is_some_and(|rest| !rest.is_empty() && !rest.contains(char::is_whitespace))
}

/// Whether an address is that of a page of the product.
fn is_page(address: &str) -> bool {
    address.starts_with('/')
}

/// A sub-select of the list.
macro_rules! part {
    ($name:ident, $sql:literal) => {
        fn $name() -> Expr {
            Expr::cust($sql)
        }
    };
}

part!(module_name, "(SELECT p.name_zh FROM permission p WHERE p.id = tutorial.module_id)");
part!(page_name, "(SELECT p.name_zh FROM permission p WHERE p.id = tutorial.page_id)");
part!(
    cover,
    "(SELECT MAX(f.id) FROM published_file f WHERE f.org_id = tutorial.org_id AND f.object_type = 'tutorial_cover' \
     AND f.object_id = tutorial.id)"
);
part!(
    place,
    "COALESCE(NULLIF(tutorial.url, ''), (SELECT MAX(f.file_name) FROM published_file f \
     WHERE f.org_id = tutorial.org_id AND f.object_type = 'tutorial_film' AND f.object_id = tutorial.id))"
);
part!(
    views,
    "(SELECT CAST(COALESCE(SUM(w.views), 0) AS bigint) FROM tutorial_progress w WHERE w.org_id = tutorial.org_id \
     AND w.tutorial_id = tutorial.id)"
);
part!(
    viewers,
    "(SELECT COUNT(*) FROM tutorial_progress w WHERE w.org_id = tutorial.org_id AND w.tutorial_id = tutorial.id)"
);
part!(
    finished,
    "(SELECT COUNT(*) FROM tutorial_progress w WHERE w.org_id = tutorial.org_id AND w.tutorial_id = tutorial.id \
     AND w.done)"
);

/// Minutes and seconds, as films tell their length.
fn length(_: &Actor, seconds: &Value) -> Value {
    match seconds {
        Value::Int(seconds) => Value::Text(format!("{:02}:{:02}", seconds / 60, seconds % 60)),
        _ => Value::Null,
    }
}

/// The tutorials.
pub const LIST: ListPage = ListPage {
    columns: &[
        list::ID,
        list::VERSION,
        Column::expr(cover, Field::reference("", "封面", "Cover").wire("coverId")).width(70).unsorted().not_exported(),
        Column::own(Tutorial::TITLE).width(220),
        Column::expr(module_name, Field::text("模块", "Module").wire("moduleName")).width(110),
        Column::expr(page_name, Field::text("菜单", "Page").wire("pageName")).width(140),
        Column::own(Field::text("时长", "Length").column("seconds")).read_as(length).width(80),
        Column::expr(place, Field::text("地址", "Address").wire("place")).width(220).unsorted(),
        Column::own(Tutorial::SORT).width(70),
        Column::own(Tutorial::ON_HOME).width(90).behind(),
        Column::own(Tutorial::STATUS).width(90),
        Column::expr(views, Field::int("观看次数", "Views").wire("views")).width(90),
        Column::expr(viewers, Field::int("观看人数", "Viewers").wire("viewers")).width(90),
        Column::expr(finished, Field::int("学完人数", "Finished by").wire("finished")).width(90),
        Column::own(Field::instant("创建时间", "Created").column("created_at")).width(160),
    ],
    filters: &[
        Filter::new("title", Match::Contains, Tutorial::TITLE),
        Filter::new("moduleId", Match::Equals, Tutorial::MODULE_ID),
        Filter::new("status", Match::OneOf, Tutorial::STATUS),
    ],
    buttons: &[
        Button::new("sys_tutorial_add", ("新增", "New"), "primary", "create"),
        Button::new("sys_tutorial_edit", ("修改", "Edit"), "row", "edit"),
        Button::new("sys_tutorial_publish", ("发布", "Publish"), "row", "call")
            .calls("PUT /hrs/tutorial/publish/{id}")
            .when("status", &[DRAFT, OFFLINE]),
        Button::new("sys_tutorial_publish", ("下线", "Take offline"), "row", "call")
            .calls("PUT /hrs/tutorial/offline/{id}")
            .asks("下线后用户将看不到该视频，是否继续？", "Nobody will see the video any more. Go on?")
            .when("status", &[PUBLISHED]),
        Button::new("sys_tutorial_del", ("删除", "Delete"), "row", "remove").when("status", &[DRAFT, OFFLINE]),
        Button::new("sys_tutorial_export", ("导出", "Export"), "toolbar", "export"),
    ],
    sort: "sort,asc",
    export: "sys_tutorial_export",
    decorate: Some(decorate),
    form: "hrs.tutorial.form",
    ..ListPage::new("hrs.tutorial.list", PAGE, ("视频教程管理", "Tutorial management"), "hrs_tutorial", BASE, TABLE)
};

fn decorate(actor: &Actor, row: &RowView<'_>, out: &mut String) {
    let shown = matches!(row.value("status"), Value::Text(status) if status == PUBLISHED);
    let mut codes = vec!["sys_tutorial_edit", "sys_tutorial_publish"];
    codes.extend((!shown).then_some("sys_tutorial_del"));
    list::write_can(actor, &codes, out);
}

/// The form beside the list.
pub const FORM: FormPage = FormPage {
    codes: ["sys_tutorial_add", "sys_tutorial_edit", "sys_tutorial_del", ""],
    page: PAGE,
    rules: Some(rules::check),
    after: Some(rules::after),
    view_more: Some(rules::view_more),
    members: &["video", "cover"],
    remove_rule: Some(rules::remove),
    sections: &[
        Section {
            key: "main",
            title: ("视频教程", "Tutorial"),
            fields: &[Tutorial::TITLE, Tutorial::MODULE_ID, Tutorial::PAGE_ID, Tutorial::SORT, Tutorial::ON_HOME],
        },
        Section {
            key: "film",
            title: ("视频", "Video"),
            fields: &[FILM_FILE, Tutorial::URL, Tutorial::SECONDS, COVER_FILE],
        },
    ],
    ..FormPage::of::<Tutorial>(
        "hrs.tutorial.form",
        ("视频教程", "Tutorial"),
        ("hrs_tutorial", BASE, TABLE),
        Tutorial::TITLE,
    )
};

/// Adds the pages to the room.
pub fn add(room: &mut Room) {
    let button = |code, zh, en, sort| Node::button(code, "hrs_tutorial", zh, en, sort).platform();
    room.nodes.extend([
        Node::page(PAGE, "/hrsManager/content", "视频教程管理", "Tutorial management", 40).platform(),
        button("sys_tutorial_add", "新增", "New", 10),
        button("sys_tutorial_edit", "修改", "Edit", 20),
        button("sys_tutorial_del", "删除", "Delete", 30),
        button("sys_tutorial_publish", "发布/下线", "Publish/take offline", 40),
        button("sys_tutorial_export", "导出", "Export", 50),
    ]);
    room.lists.push(LIST);
    room.forms.push(FORM.contract());
    room.selects.push(("tutorialModule", rules::offer_modules));
    let keepers = Access::AnyOf(&["sys_tutorial_add", "sys_tutorial_edit"]);
    room.flow(&rules::FLOW);
    room.operations.extend([
        Operation::post("add_tutorial_video", "/hrs/tutorial/video", keepers, |call| {
            attached::upload_film(call, FILM, PAGE)
        })
        .body(Body::Large(VIDEO))
        .summary("Keeps an MP4 file while it arrives and reads its length"),
        Operation::post("add_tutorial_cover", "/hrs/tutorial/coverFile", keepers, |call| {
            attached::upload_looked_at(call, COVER, PAGE, |name, bytes| files::accept(name, bytes, true))
        })
        .body(Body::Files)
        .body_up_to(files::IMAGE_BYTES_MAX + BODY_BYTES_MAX),
        Operation::get("list_board_tutorials", "/hrs/tutorial/list", Access::LoggedIn, board::list)
            .param("moduleId")
            .param("keyword")
            .param("unlearned")
            .param("home")
            .summary("The published tutorials of what the caller's company has, with how far he got"),
        Operation::get("get_tutorial_cover", "/hrs/tutorial/cover/{id}", Access::LoggedIn, board::cover)
            .summary("A small picture of the cover of a tutorial"),
        Operation::post("play_tutorial", "/hrs/tutorial/play", Access::LoggedIn, watch::play)
            .summary("Counts a view; answers where the film is fetched and the second to go on at"),
        Operation::post("note_tutorial_progress", "/hrs/tutorial/progress", Access::LoggedIn, watch::progress)
            .summary("Keeps the second reached; nine tenths of a film have been learnt"),
        Operation::get("get_tutorial_video", "/hrs/tutorial/video/{ticket}", Access::Public, watch::film)
            .summary("The film of a ticket, in ranges: the element that plays it sends no token"),
    ]);
    // Behind the others, whose paths are more particular than theirs.
    room.operations.extend(FORM.operations());
}
