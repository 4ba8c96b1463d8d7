/** 服务套餐 of a company as every page shows them: what it has of a service, and what is used and left of it. */
import type { ReactNode } from "react";
import type { Label, Tone } from "@/platform/contract";
import { EMPTY, formatFigure } from "@/platform/format";
import { useLabel, useText } from "@/platform/i18n";
import { ToneTag } from "@/platform/tone-tag";

export interface Standing {
  serviceType: string;
  serviceName: Label;
  period: "NONE" | "MONTH" | "YEAR" | "ONCE";
  /** Most in a period, of storage in GB; null where nothing limits it. */
  quantity: number | null;
  used: number;
  left: number | null;
  startDate: string;
  /** First day of the present period; null of storage, which counts what is there. */
  since: string | null;
}

const STORAGE = "STORAGE";
const NEARLY = 0.1;

/** Times are whole, GB have two decimals. */
export function figureOf({ serviceType }: Standing, value: number | null): string {
  return value === null ? EMPTY : formatFigure(value, serviceType === STORAGE ? 2 : 0);
}

/** How far a service has come to its end. */
export function leftTone({ quantity, left }: Standing): Tone {
  if (quantity === null || left === null) return "neutral";
  if (left <= 0) return "danger";
  return left <= quantity * NEARLY ? "warning" : "ready";
}

interface PackageTableProps<T extends Standing> {
  rows: T[];
  /** Further cells of a row, with their titles. */
  more?: { title: string; cell(row: T): ReactNode }[];
}

export function PackageTable<T extends Standing>({ rows, more = [] }: PackageTableProps<T>) {
  const [t, label] = [useText(), useLabel()];
  return (
    <div className="package-table">
      <table className="plain-table">
        <thead>
          <tr>
            <th>{t("hrs:package.service")}</th>
            <th>{t("hrs:package.period")}</th>
            <th className="is-figure">{t("hrs:package.quantity")}</th>
            <th className="is-figure">{t("hrs:package.used")}</th>
            <th className="is-figure">{t("hrs:package.left")}</th>
            <th>{t("hrs:package.startDate")}</th>
            {more.map(({ title }) => (
              <th key={title}>{title}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.serviceType}>
              <td>{label(row.serviceName)}</td>
              <td>{t(`hrs:package.periodOf.${row.period}`)}</td>
              <td className="is-figure tabular">{row.quantity === null ? t("hrs:package.free") : formatFigure(row.quantity, 0)}</td>
              <td className="is-figure tabular">{figureOf(row, row.used)}</td>
              <td className="is-figure tabular">{row.left === null ? EMPTY : <ToneTag tone={leftTone(row)}>{figureOf(row, row.left)}</ToneTag>}</td>
              <td className="tabular">{row.startDate}</td>
              {more.map(({ title, cell }) => (
                <td key={title}>{cell(row)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
