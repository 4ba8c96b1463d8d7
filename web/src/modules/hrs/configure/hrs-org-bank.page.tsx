/** 企业配置, 银行账户: the accounts customers pay to. */
import { ConfigureTabs } from "@/modules/hrs/configure/configure-tabs";
import { definePage } from "@/platform/page-registry";

export default definePage({ list: { header: ConfigureTabs } });
