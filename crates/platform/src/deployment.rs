//! 部署. Whether one company runs the product for itself.

use crate::field::Field;
use crate::refusal::Refusal;
use crate::setting::{self, Module, Setting};
use crate::store::Conn;

/// The org whose settings decide.
const PLATFORM_ORG: i64 = 1;

/// Group of the settings about it, on the page of the platform's settings.
pub const MODULE: Module = Module::new("deployment", "部署", "Deployment").on("platform_setting").at(20);

/// Private deployment.
pub const PRIVATE: Setting =
    Setting::new("privateSaas", MODULE, Field::flag("私有部署", "Private deployment").initially("false"))
        .platform()
        .help(
            "隐藏产品标识和联系我们入口，重新登录后生效",
            "Hides the sign of the product and its contact; from the next log-in",
        );

/// Whether one company runs this for itself.
pub fn is_private(conn: &mut dyn Conn) -> Result<bool, Refusal> {
    setting::value(conn, PLATFORM_ORG, &PRIVATE, None)
}
