/** 企业配置, 银行账户: the accounts customers pay to. */
import { ConfigureTabs } from "@/modules/hrs/configure/configure-tabs";
import { definePage } from "@/platform/page-registry";

function Tabs() {
  return <ConfigureTabs active="bank" />;
}

export default definePage({ list: { header: Tabs } });
