import { room } from "@/platform/page-registry";

export default room("operate", [
  {
    path: "/hrs_platform",
    access: "hrs_platform",
    title: { zh: "平台设置", en: "Platform settings" },
    load: () => import("./platform.page"),
  },
  {
    path: "/hrs_health",
    access: "hrs_health",
    title: { zh: "运行状况", en: "Health" },
    load: () => import("./health.page"),
  },
  {
    path: "/docs",
    open: true,
    title: { zh: "接口文档", en: "API" },
    load: () => import("./docs.page"),
  },
  { key: "hrs.backup.list", load: () => import("./backup.page") },
]);
