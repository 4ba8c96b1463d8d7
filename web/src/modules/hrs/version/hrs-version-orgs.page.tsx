import { versionTabs } from "@/modules/hrs/version/version-tabs";
import { definePage } from "@/platform/page-registry";

export default definePage({ list: { header: versionTabs("/hrs_version/orgs") } });
