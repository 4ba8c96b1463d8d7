import { Card } from "@/app/home/card";
import { ToolIcon, type ToolName } from "@/app/home/tool-icon";
import { useText } from "@/platform/i18n";
import { PageLink } from "@/platform/page-link";
import { toast } from "@/platform/toast";

export interface QuickTool {
  name: ToolName;
  /** Empty while there is no such page. */
  path: string;
}

/** The tools in their order. Whether the user may open one is for the guard to say, as with any link. */
export const QUICK_TOOLS: QuickTool[] = [
  { name: "track", path: "/newCargoTracking" },
  { name: "inquiry", path: "/af_order_inquiry" },
  { name: "airport", path: "/af_airport" },
  { name: "tact", path: "/af_tact" },
  { name: "tariff", path: "/af_tariff_details" },
  { name: "carrier", path: "/af_carrier" },
  { name: "seaport", path: "/sc_port_maintenance" },
  { name: "ship", path: "/sc_ship_company" },
  { name: "flight", path: "/af_flight" },
  { name: "price", path: "/af_tact_public" },
];

/** 快捷工具: ways to the look-ups everybody needs. */
export function QuickTools({ tools = QUICK_TOOLS }: { tools?: QuickTool[] }) {
  const t = useText();
  return (
    <Card title={t("home:tools.title")} tour="tools">
      <ul className="home-tools">
        {tools.map((tool) => (
          <li key={tool.name} data-tour={tool.name}>
            <Tile {...tool} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Tile({ name, path }: QuickTool) {
  const t = useText();
  const content = (
    <>
      <ToolIcon name={name} />
      <span>{t(`home:tools.${name}`)}</span>
    </>
  );
  if (path) {
    return (
      <PageLink href={path} className="home-tool">
        {content}
      </PageLink>
    );
  }
  return (
    <button type="button" className="home-tool" onClick={() => toast.info(t("platform:error.unopened"))}>
      {content}
    </button>
  );
}
