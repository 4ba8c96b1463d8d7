import { Tabs } from "antd";
import { goTo } from "@/platform/navigate";

/** Pages of one entry of the menu, as tabs above their lists. */
export function PageTabs({ active, pages }: { active: string; pages: [path: string, label: string][] }) {
  return (
    <Tabs
      className="list-tabs"
      activeKey={active}
      items={pages.map(([key, label]) => ({ key, label }))}
      onChange={(path) => path !== active && goTo(path)}
    />
  );
}
