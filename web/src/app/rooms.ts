/** All pages: the application's own and those of the modules. */
import { type Room, registerRooms } from "@/platform/page-registry";

const MODULES = import.meta.glob<{ default: Room }>("../modules/*/pages.ts", { eager: true });

const own: Room = {
  name: "app",
  entries: [
    { path: "/login", open: true, load: () => import("@/app/login/login.page") },
    {
      path: "/efForLogin",
      open: true,
      title: { zh: "授权登录", en: "Hand-off log-in" },
      load: () => import("@/app/login/handoff.page"),
    },
    {
      path: "/openid_login",
      open: true,
      title: { zh: "单点登录", en: "Single sign-on" },
      load: () => import("@/app/login/openid.page"),
    },
    {
      path: "/setup",
      open: true,
      title: { zh: "初始化", en: "Set up" },
      load: () => import("@/app/setup/setup.page"),
    },
    {
      path: "/resetPassword",
      open: true,
      title: { zh: "修改密码", en: "Change password" },
      load: () => import("@/app/pages/reset-password.page"),
    },
    {
      path: "/panelSearch",
      open: true,
      title: { zh: "运价搜索", en: "Freight prices" },
      load: () => import("@/app/pages/panel-search.page"),
    },
    {
      path: "/noPermission",
      open: true,
      title: { zh: "无权限", en: "No access" },
      load: () => import("@/app/pages/no-permission.page"),
    },
    {
      path: "/unPermission",
      open: true,
      title: { zh: "无权限", en: "No access" },
      load: () => import("@/app/pages/un-permission.page"),
    },
    {
      path: "/unDevelop",
      access: "unDevelop",
      title: { zh: "功能暂未开放", en: "Not yet open" },
      load: () => import("@/app/pages/un-develop.page"),
    },
  ],
};

/** The first page of the day, with texts of its own. */
const home: Room = {
  name: "home",
  entries: [
    {
      path: "/dashboard",
      open: true,
      title: { zh: "首页", en: "Home" },
      load: () => import("@/app/home/home.page"),
    },
  ],
};

/** Modules come first: a module that declares /dashboard replaces the application's own. */
export function registerAll(): void {
  registerRooms([...Object.values(MODULES).map((each) => each.default), own, home]);
}
