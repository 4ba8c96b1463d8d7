import { ArrowDownOutlined, ArrowUpOutlined } from "@ant-design/icons";
import { Button, Checkbox, InputNumber, Modal, Select } from "antd";
import { useState } from "react";
import type { ListPage } from "@/platform/contract";
import { type ColumnSetting, type ListSetting, type PlacedColumn, columnSettingOf, placeColumns } from "@/platform/lists/list-data";
import { WIDTH_MAX, WIDTH_MIN } from "@/platform/lists/view/header-hands";
import { moved } from "@/platform/lists/moved";
import { useLabel, useText } from "@/platform/i18n";

interface ColumnSettingsProps {
  page: ListPage;
  setting: ListSetting;
  /** What stands behind the user's own setting: the columns of the view, if there is one. */
  behind: ColumnSetting[] | undefined;
  close(): void;
  save(change: Partial<ListSetting>): void;
}

/** Which columns, in which order, how wide, and which stay in place. */
export function ColumnSettings({ page, setting, behind, close, save }: ColumnSettingsProps) {
  const t = useText();
  const label = useLabel();
  const [columns, setColumns] = useState<PlacedColumn[]>(() => placeColumns(page.columns, setting.columns));
  // Back to the view's columns, or the declared ones, for as long as nothing is changed again.
  const [fresh, setFresh] = useState<PlacedColumn[] | null>(null);
  const reset = () => {
    const next = placeColumns(page.columns, behind);
    setFresh(next);
    setColumns(next);
  };
  const change = (name: string, part: Partial<PlacedColumn>) =>
    setColumns(columns.map((column) => (column.name === name ? { ...column, ...part } : column)));
  const store = () => {
    save({ columns: columns === fresh ? [] : columns.map(columnSettingOf) });
    close();
  };
  return (
    <Modal
      open
      width={640}
      title={t("platform:list.columns")}
      onCancel={close}
      footer={
        <div className="drawer-buttons">
          <Button onClick={reset}>{t("platform:action.reset")}</Button>
          <span className="top-space" />
          <Button onClick={close}>{t("platform:action.cancel")}</Button>
          <Button type="primary" disabled={!columns.some((column) => column.shown)} onClick={store}>
            {t("platform:action.ok")}
          </Button>
        </div>
      }
    >
      <ul className="column-list">
        {columns.map((column, index) => (
          <li key={column.name}>
            <Checkbox checked={column.shown} onChange={(event) => change(column.name, { shown: event.target.checked })}>
              {label(column.label)}
            </Checkbox>
            <InputNumber
              size="small"
              min={WIDTH_MIN}
              max={WIDTH_MAX}
              step={8}
              controls={false}
              suffix="px"
              aria-label={`${label(column.label)} ${t("platform:list.width")}`}
              placeholder={t("platform:list.width")}
              value={column.width ?? null}
              onChange={(width) => change(column.name, { width: width ?? 0 })}
            />
            <Select
              size="small"
              aria-label={`${label(column.label)} ${t("platform:list.fixed")}`}
              value={column.fixed ?? "none"}
              options={[
                { value: "none", label: t("platform:list.fixedNone") },
                { value: "left", label: t("platform:list.fixedLeft") },
                { value: "right", label: t("platform:list.fixedRight") },
              ]}
              onChange={(fixed) => change(column.name, { fixed: fixed === "none" ? null : (fixed as "left" | "right") })}
            />
            <Button
              size="small"
              type="text"
              icon={<ArrowUpOutlined />}
              aria-label={`${label(column.label)} ${t("platform:list.up")}`}
              disabled={index === 0}
              onClick={() => setColumns(moved(columns, index, index - 1))}
            />
            <Button
              size="small"
              type="text"
              icon={<ArrowDownOutlined />}
              aria-label={`${label(column.label)} ${t("platform:list.down")}`}
              disabled={index === columns.length - 1}
              onClick={() => setColumns(moved(columns, index, index + 1))}
            />
          </li>
        ))}
      </ul>
    </Modal>
  );
}
