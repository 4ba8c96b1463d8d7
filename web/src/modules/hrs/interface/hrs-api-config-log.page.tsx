/** /hrs_api_config/log 调用记录: what was said to outside systems and by them. */
import { PageTabs } from "@/modules/hrs/common/page-tabs";
import { interfaceDialogs, openCall, summaryCell } from "@/modules/hrs/interface/interface-kit";
import { useText } from "@/platform/i18n";
import { definePage } from "@/platform/page-registry";

const CONFIG = "/hrs_api_config";
const LOG = `${CONFIG}/log`;

function Tabs() {
  const t = useText();
  return <PageTabs active={LOG} pages={[[CONFIG, t("hrs:interface.config")], [LOG, t("hrs:interface.log")]]} />;
}

export default definePage({
  list: { header: Tabs, dialogs: interfaceDialogs, cells: { summary: summaryCell }, open: openCall },
});
