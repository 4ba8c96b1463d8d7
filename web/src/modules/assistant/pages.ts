import { room } from "@/platform/page-registry";

export default room("assistant", [
  {
    path: "/hrs_ai_setting",
    access: "hrs_ai_setting",
    title: { zh: "AI助手设置", en: "AI settings" },
    load: () => import("./ai-setting.page"),
  },
  { key: "hrs.aiLog.list", load: () => import("./ai-log.page") },
  { path: "/manual", open: true, title: { zh: "使用手册", en: "Manual" }, load: () => import("./manual.page") },
]);
