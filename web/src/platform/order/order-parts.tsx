/** What the heads of all order pages are made of. */
import { Button, Space, Tabs } from "antd";
import type { ReactNode } from "react";
import { busy } from "@/platform/busy";
import { DropMenu } from "@/platform/drop-menu";
import { useText } from "@/platform/i18n";
import { ToneIcon } from "@/platform/tone-icon";
import "@/platform/order/order.css";

/** One fact of an order with its name before it. */
export function Figure({ label, value }: { label: string; value: ReactNode }) {
  return (
    <span className="order-figure">
      <span>{label}</span>
      <span className="tabular">{value || <span className="nothing">-</span>}</span>
    </span>
  );
}

/** Why the order cannot be changed now, and what can be done about it. */
export function Notice({ text, mark, children }: { text: string; mark?: ReactNode; children?: ReactNode }) {
  return (
    <div className="order-bar" role="status">
      {mark ?? <ToneIcon tone="warning" />}
      <span>{text}</span>
      {children}
    </div>
  );
}

interface OrderTabsProps<Name extends string> {
  names: readonly Name[];
  /** How many things a tab holds, where that is worth a number. */
  counts: Partial<Record<Name, number>>;
  tab: Name;
  choose(tab: Name): void;
}

/** The tabs of an order: `order:tab.*`. */
export function OrderTabs<Name extends string>({ names, counts, tab, choose }: OrderTabsProps<Name>) {
  const t = useText();
  const label = (name: Name) => {
    const count = counts[name] ?? 0;
    return (
      <>
        {t(`order:tab.${name}`)}
        {count > 0 && <span className="count">{count}</span>}
      </>
    );
  };
  return (
    <Tabs
      className="order-tabs"
      activeKey={tab}
      onChange={(key) => choose(key as Name)}
      items={names.map((key) => ({ key, label: label(key) }))}
    />
  );
}

/** What happens after a save. */
export type AfterSave = "stay" | "close" | "new";

/** 保存, and what may follow it. */
export function SaveButtons({ saving, save }: { saving: boolean; save(after: AfterSave): void }) {
  const t = useText();
  return (
    <Space.Compact>
      <Button type="primary" loading={busy(saving)} onClick={() => save("stay")}>
        {t("platform:action.save")}
      </Button>
      <DropMenu
        menu={{
          items: [
            { key: "close", label: t("order:save.close") },
            { key: "new", label: t("order:save.new") },
          ],
          onClick: ({ key }) => save(key as AfterSave),
        }}
      >
        <Button type="primary" disabled={saving} aria-label={t("order:save.more")}>
          ▾
        </Button>
      </DropMenu>
    </Space.Compact>
  );
}

/** One thing done with the whole order. */
export interface MoveItem {
  key: string;
  label: string;
  danger?: boolean;
  run(): void;
}

/** 更多操作: the moves an order allows now; nothing where there are none. */
export function MoveMenu({ items }: { items: MoveItem[] }) {
  const t = useText();
  if (items.length === 0) return null;
  return (
    <DropMenu
      menu={{
        items: items.map(({ key, label, danger }) => ({ key, label, danger: danger ?? false })),
        onClick: ({ key }) => items.find((item) => item.key === key)?.run(),
      }}
    >
      <Button>{t("order:more")}</Button>
    </DropMenu>
  );
}
