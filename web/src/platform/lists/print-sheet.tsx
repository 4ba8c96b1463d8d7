import { Button } from "antd";
import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { CallError, post } from "@/platform/call/client";
import type { ListPage } from "@/platform/contract";
import { formatFigure } from "@/platform/format";
import type { PlacedColumn } from "@/platform/lists/list-data";
import { useLabel, useText } from "@/platform/i18n";
import "@/platform/lists/print-sheet.css";

interface Head {
  name: string;
  label: string;
  width: number;
  figure: boolean;
}

interface Sheet {
  title: string;
  orgName: string;
  conditions: string[];
  columns: Head[];
  rows: string[][];
  totals: (string | null)[] | null;
  printedBy: string;
  printedAt: string;
}

interface PrintSheetProps {
  page: ListPage;
  columns: PlacedColumn[];
  filters: Record<string, string>;
  sort: string;
  close(): void;
}

/** The list as it goes on paper: seen first, then printed. The browser puts heading and page numbers on every sheet. */
export function PrintSheet({ page, columns, filters, sort, close }: PrintSheetProps) {
  const t = useText();
  const label = useLabel();
  const [sheet, setSheet] = useState<Sheet | null>(null);
  useEffect(() => {
    const columnStrs = columns.filter((column) => column.shown).map((column) => ({ label: label(column.label), prop: column.name }));
    post<Sheet>(page.printCall ?? "", { filters, sort, columnStrs }, { long: true })
      .then(setSheet)
      .catch((error: unknown) => {
        if (!(error instanceof CallError)) throw error;
        close();
      });
    // What is on paper is what was asked for when the sheet was opened.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  useEffect(() => {
    const leave = (event: KeyboardEvent) => event.key === "Escape" && close();
    window.addEventListener("keydown", leave);
    return () => window.removeEventListener("keydown", leave);
  }, [close]);
  if (!sheet) return null;
  return createPortal(
    <div className="print-layer" role="dialog" aria-modal="true" aria-label={t("platform:print.title", { title: sheet.title })}>
      <div className="print-bar">
        <b>{t("platform:print.title", { title: sheet.title })}</b>
        <span className="soft">{t("platform:list.total", { total: formatFigure(sheet.rows.length, 0) })}</span>
        <span className="top-space" />
        <Button type="primary" autoFocus onClick={() => window.print()}>
          {t("platform:print.print")}
        </Button>
        <Button onClick={close}>{t("platform:action.close")}</Button>
      </div>
      <Paper sheet={sheet} />
    </div>,
    document.body,
  );
}

function Paper({ sheet }: { sheet: Sheet }) {
  const t = useText();
  const { columns, rows, totals } = sheet;
  const side = ({ figure }: Head) => (figure ? "is-figure" : "");
  return (
    <article className="paper">
      <header>
        <h1>{sheet.title}</h1>
        <p>
          {sheet.orgName}
          <span>{t("platform:print.by", { name: sheet.printedBy, time: sheet.printedAt })}</span>
        </p>
        <p>{sheet.conditions.length > 0 ? sheet.conditions.join("；") : t("platform:print.noConditions")}</p>
      </header>
      <table>
        <thead>
          <tr>
            <th>{t("platform:print.number")}</th>
            {columns.map((column) => (
              <th key={column.name} className={side(column)}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              <td>{at + 1}</td>
              {columns.map((column, place) => (
                <td key={column.name} className={side(column)}>
                  {row[place]}
                </td>
              ))}
            </tr>
          ))}
          {totals && (
            <tr className="paper-totals">
              <td>{t("platform:list.sums")}</td>
              {columns.map((column, place) => (
                <td key={column.name} className={side(column)}>
                  {totals[place]}
                </td>
              ))}
            </tr>
          )}
        </tbody>
      </table>
    </article>
  );
}
