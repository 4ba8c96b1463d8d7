import { Button as AntButton } from "antd";
import { useState } from "react";
import { CallError } from "@/platform/call/client";
import type { Button, ListPage, PageOfRows, Row } from "@/platform/contract";
import { formatFigure } from "@/platform/format";
import { type StatusWish, switchesStatus } from "@/platform/lists/list-actions";
import { foundText, isForJob, jobButtons, runWhole } from "@/platform/lists/batch-job";
import { BATCH_ROWS_MAX, readAllRows } from "@/platform/lists/list-data";
import type { ListQuery } from "@/platform/lists/list-url";
import { useLabel, useText } from "@/platform/i18n";

interface BatchBarProps {
  page: ListPage;
  query: ListQuery;
  data: PageOfRows;
  buttons: Button[];
  selected: Row[];
  select(rows: Row[]): void;
  run(button: Button, rows: Row[], wish?: StatusWish): void;
}

/** What can be done with the selected rows; all rows of the result can be selected, beyond the page, and what is more than the browser takes is left to a job. */
export function BatchBar({ page, query, data, buttons, selected, select, run }: BatchBarProps) {
  const t = useText();
  const label = useLabel();
  const [busy, setBusy] = useState(false);
  const [whole, setWhole] = useState(false);
  const all = Math.min(data.total, BATCH_ROWS_MAX);
  const beyond = data.total > BATCH_ROWS_MAX || data.totalCapped === true;
  const selectAll = async () => {
    setBusy(true);
    try {
      select(await readAllRows(page, query));
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
    } finally {
      setBusy(false);
    }
  };
  const pressable = whole ? jobButtons(buttons) : buttons;
  const press = async (button: Button, wish?: StatusWish) => {
    if (!whole) return run(button, selected, wish);
    if (await runWhole(page, query, data, button, wish)) select([]);
  };
  const told = whole ? t("platform:batch.wholeSelected", { total: foundText(data) }) : t("platform:list.selected", { count: selected.length });
  return (
    <div className="batch-bar" role="toolbar" aria-label={told}>
      <b>{told}</b>
      {!whole && selected.length < all && (
        <AntButton size="small" type="link" loading={busy} onClick={() => void selectAll()}>
          {t(beyond ? "platform:batch.selectFirst" : "platform:batch.selectAll", { total: formatFigure(all, 0) })}
        </AntButton>
      )}
      {!whole && isForJob(page, data) && jobButtons(buttons).length > 0 && (
        <AntButton size="small" type="link" onClick={() => setWhole(true)}>
          {t("platform:batch.selectWhole", { total: foundText(data) })}
        </AntButton>
      )}
      {pressable.map((button, at) =>
        switchesStatus(button) ? (
          <span key={at} className="batch-pair">
            <AntButton size="small" onClick={() => void press(button, { active: true })}>
              {t("platform:batch.start")}
            </AntButton>
            <AntButton size="small" onClick={() => void press(button, { active: false })}>
              {t("platform:batch.stopRows")}
            </AntButton>
          </span>
        ) : (
          <AntButton key={at} size="small" danger={button.danger ?? button.action === "remove"} onClick={() => void press(button)}>
            {label(button.label)}
          </AntButton>
        ),
      )}
      <AntButton size="small" type="text" onClick={() => select([])}>
        {t("platform:list.clearSelection")}
      </AntButton>
    </div>
  );
}
