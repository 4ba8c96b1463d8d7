/** 企业配置, 接口: the types a company sets up itself. */
import { ConfigureTabs } from "@/modules/hrs/configure/configure-tabs";
import { interfaceAction } from "@/modules/hrs/interface/interface-actions";
import { interfaceDialogs, interfaceForm } from "@/modules/hrs/interface/interface-kit";
import { definePage } from "@/platform/page-registry";
import "../hrs.css";

function Tabs() {
  return <ConfigureTabs active="interface" />;
}

export default definePage({
  list: { header: Tabs, dialogs: interfaceDialogs, actions: { "sys_orgconf_interface custom": interfaceAction } },
  form: interfaceForm,
});
