import { room } from "@/platform/page-registry";

export default room("approval", [
  {
    path: "/notification",
    open: true,
    title: { zh: "消息中心", en: "Message centre" },
    // Its filters offer what the declared records know.
    needs: ["hrs.icsInstance.list"],
    load: () => import("./centre/notification.page"),
  },
  {
    path: "/hrs_message_setting",
    access: "hrs_message_setting",
    title: { zh: "消息设置", en: "Message settings" },
    load: () => import("./message/message-setting.page"),
  },
  { key: "hrs.icsSetting.list", load: () => import("./setting/ics-list.page") },
  { key: "hrs.icsSetting.form", load: () => import("./setting/ics-list.page") },
  { key: "prm.approvalSetting.list", load: () => import("./setting/partner-setting.page") },
  { key: "prm.approvalSetting.form", load: () => import("./setting/partner-setting.page") },
  { key: "hrs.icsInstance.list", load: () => import("./instance/ics-instance.page") },
]);
