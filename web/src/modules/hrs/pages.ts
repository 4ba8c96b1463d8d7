import { room } from "@/platform/page-registry";

export default room("hrs", [
  {
    path: "/hrs",
    access: "hrs",
    title: { zh: "组织管理", en: "HRS overview" },
    load: () => import("./overview/overview.page"),
  },
  {
    path: "/hrs_org_configure",
    access: "hrs_org_configure",
    title: { zh: "企业配置", en: "Company configuration" },
    load: () => import("./configure/configure.page"),
  },
  { key: "hrs.dept.list", load: () => import("./dept/hrs-dept.page") },
  { key: "hrs.user.list", load: () => import("./user/hrs-user.page") },
  { key: "hrs.user.form", load: () => import("./user/hrs-user.page") },
  { key: "hrs.role.list", load: () => import("./role/hrs-role.page") },
  { key: "hrs.org.list", load: () => import("./org/hrs-org.page") },
  { key: "hrs.org.form", load: () => import("./org/hrs-org.page") },
  { key: "hrs.edition.list", load: () => import("./edition/hrs-edition.page") },
  { key: "hrs.permission.list", load: () => import("./permission/hrs-permission.page") },
  { key: "hrs.blacklist.list", load: () => import("./blacklist/hrs-blacklist.page") },
  { key: "hrs.session.list", load: () => import("./session/hrs-session.page") },
  { key: "hrs.task.list", load: () => import("./task/hrs-task.page") },
  { key: "hrs.mailLog.list", load: () => import("./mail/hrs-mail-log.page") },
  { key: "hrs.language.list", load: () => import("./language/hrs-language.page") },
  { key: "hrs.language.form", load: () => import("./language/hrs-language.page") },
  { key: "hrs.log.list", load: () => import("./log/hrs-log.page") },
]);
