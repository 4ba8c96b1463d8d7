//! Which version companies use.

use platform::field::Field;
use platform::list::{self, Column, Filter, ListPage, Match};
use platform::sea_query::Expr;

fn edition_name() -> Expr {
    Expr::cust("COALESCE((SELECT e.name FROM org_edition e WHERE e.org_id = 1 AND e.code = org.edition), org.edition)")
}

fn last_login() -> Expr {
    Expr::cust("(SELECT MAX(l.created_at) FROM login_log l WHERE l.org_id = org.id AND l.outcome = '成功')")
}

const CODE: Field = Field::text("企业编码", "Code").column("code").wire("orgCode");
const NAME: Field = Field::text("企业名称", "Name").column("name").wire("orgName");
const CLIENT: Field = Field::text("客户端版本", "Client version").column("client_version");

/// The companies with their versions.
pub(super) const LIST: ListPage = ListPage {
    columns: &[
        list::ID,
        Column::own(CODE).width(120).copy(),
        Column::own(NAME).width(220),
        Column::expr(edition_name, Field::text("版本", "Edition").wire("editionName")).width(110),
        Column::own(Field::int("用户限制", "User limit").column("user_limit")).width(100),
        Column::own(Field::instant("有效期至", "Ends").column("stop_at")).width(160),
        Column::own(CLIENT).width(110),
        Column::expr(last_login, Field::instant("最近登录", "Last log-in").wire("lastLoginAt")).width(160),
    ],
    filters: &[
        Filter::new("keyword", Match::Contains, Field::text("企业编码/名称", "Code or name"))
            .columns(&[("org", "code"), ("org", "name")]),
        Filter::new("clientVersion", Match::Equals, CLIENT),
    ],
    sort: "orgCode,asc",
    ..ListPage::new(
        "hrs.versionOrg.list",
        "/hrs_version/orgs",
        ("企业版本", "Versions of companies"),
        "hrs_version",
        "/hrs/version/orgs",
        "org",
    )
};
