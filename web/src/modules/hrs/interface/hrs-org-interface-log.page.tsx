/** 企业配置, 接口, 调用记录: the calls of the types a company sets up itself. */
import { ConfigureTabs } from "@/modules/hrs/configure/configure-tabs";
import { interfaceDialogs, openCall, summaryCell } from "@/modules/hrs/interface/interface-kit";
import { definePage } from "@/platform/page-registry";

function Tabs() {
  return <ConfigureTabs active="interface" />;
}

export default definePage({
  list: { header: Tabs, dialogs: interfaceDialogs, cells: { summary: summaryCell }, open: openCall },
});
