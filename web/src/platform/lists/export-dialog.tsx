import { ArrowDownOutlined, ArrowUpOutlined } from "@ant-design/icons";
import { Button, Checkbox, Modal, Radio } from "antd";
import { useState } from "react";
import { busy } from "@/platform/busy";
import { CallError, download } from "@/platform/call/client";
import type { ListPage } from "@/platform/contract";
import { formatFigure } from "@/platform/format";
import type { PlacedColumn } from "@/platform/lists/list-data";
import { moved } from "@/platform/lists/moved";
import { useLabel, useText } from "@/platform/i18n";
import { toast } from "@/platform/toast";

interface ExportDialogProps {
  page: ListPage;
  columns: PlacedColumn[];
  filters: Record<string, string>;
  sort: string;
  total: number;
  totalCapped: boolean;
  close(): void;
}

/** The query result as Excel: the default fields, or chosen ones in a chosen order. */
export function ExportDialog({ page, columns, filters, sort, total, totalCapped, close }: ExportDialogProps) {
  const t = useText();
  const label = useLabel();
  const [custom, setCustom] = useState(false);
  const [fields, setFields] = useState(() => columns.map((column) => ({ column, chosen: false })));
  const [running, setRunning] = useState(false);
  const run = async () => {
    if (running) return;
    const chosen = fields.filter((each) => each.chosen).map(({ column }) => ({ label: label(column.label), prop: column.name }));
    if (custom && chosen.length === 0) return toast.warn(t("platform:export.chooseOne"));
    setRunning(true);
    try {
      const name = await download(page.exportCall ?? "", { filters, sort, columnStrs: custom ? chosen : [] });
      if (name !== null) toast.done();
      close();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
    } finally {
      setRunning(false);
    }
  };
  const choose = (index: number, chosen: boolean) =>
    setFields(fields.map((each, at) => (at === index ? { ...each, chosen } : each)));
  return (
    <Modal
      open
      width={480}
      title={t("platform:export.title")}
      okText={t("platform:export.confirm")}
      okButtonProps={{ loading: busy(running) }}
      onOk={() => void run()}
      onCancel={close}
    >
      <p className="soft">{t("platform:export.scope", { total: formatFigure(total, 0) + (totalCapped ? "+" : "") })}</p>
      <Radio.Group
        value={custom}
        onChange={(event) => setCustom(event.target.value as boolean)}
        options={[
          { value: false, label: t("platform:export.default") },
          { value: true, label: t("platform:export.custom") },
        ]}
      />
      <p className="soft">{t(custom ? "platform:export.customHint" : "platform:export.defaultHint")}</p>
      {custom && (
        <>
          <p>
            <Button size="small" type="link" onClick={() => setFields(fields.map((each) => ({ ...each, chosen: true })))}>
              {t("platform:export.chooseAll")}
            </Button>
            <Button size="small" type="link" onClick={() => setFields(fields.map((each) => ({ ...each, chosen: false })))}>
              {t("platform:export.chooseNone")}
            </Button>
          </p>
          <ul className="column-list">
            {fields.map(({ column, chosen }, index) => (
              <li key={column.name}>
                <Checkbox checked={chosen} onChange={(event) => choose(index, event.target.checked)}>
                  {label(column.label)}
                </Checkbox>
                <Button
                  size="small"
                  type="text"
                  icon={<ArrowUpOutlined />}
                  aria-label={`${label(column.label)} ${t("platform:list.up")}`}
                  disabled={index === 0}
                  onClick={() => setFields(moved(fields, index, index - 1))}
                />
                <Button
                  size="small"
                  type="text"
                  icon={<ArrowDownOutlined />}
                  aria-label={`${label(column.label)} ${t("platform:list.down")}`}
                  disabled={index === fields.length - 1}
                  onClick={() => setFields(moved(fields, index, index + 1))}
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </Modal>
  );
}
