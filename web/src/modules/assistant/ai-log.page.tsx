/** /hrs_ai_log AI问答记录: figures above the list; a question becomes a help document. */
import { useQuery } from "@tanstack/react-query";
import { get, post } from "@/platform/call/client";
import { submit } from "@/platform/call/submit";
import { formatFigure } from "@/platform/format";
import { useText } from "@/platform/i18n";
import type { ActionHandler, CellRenderer } from "@/platform/lists/list-overrides";
import { goTo } from "@/platform/navigate";
import { definePage } from "@/platform/page-registry";
import "./assistant.css";

interface Figures {
  count: number;
  successRate: string | null;
  usefulRate: string | null;
  took: number | null;
}

/** 次数, 成功率, 有用率, 平均用时 of all questions of the company that are kept. */
function Summary() {
  const t = useText();
  const { data } = useQuery({
    queryKey: ["list", "hrs.aiLog.list", "figures"],
    queryFn: ({ signal }) => get<Figures>("/hrs/aiLog/figures", undefined, { quiet: true, signal }),
  });
  if (!data) return null;
  const percent = (rate: string | null) => (rate === null ? "-" : `${rate}%`);
  const shown: [string, string][] = [
    ["assistant:log.count", formatFigure(data.count, 0)],
    ["assistant:log.success", percent(data.successRate)],
    ["assistant:log.useful", percent(data.usefulRate)],
    ["assistant:log.took", data.took === null ? "-" : `${formatFigure(data.took, 0)} ms`],
  ];
  return (
    <p className="ai-figures">
      {shown.map(([name, value]) => (
        <span key={name}>
          {t(name)} <b className="tabular">{value}</b>
        </span>
      ))}
    </p>
  );
}

const toDoc: ActionHandler = async ([row]) => {
  const result = await submit(() => post(`/hrs/aiLog/toDoc/${encodeURIComponent(String(row?.id))}`, {}, { quiet: true }));
  if (result.kind === "saved") goTo("/hrs_doc/help");
};

/** Without the marks of what the panel shows bold. */
const plain: CellRenderer = (value) => String(value ?? "").replaceAll("**", "");

/** The places an answer named, by their titles. */
const places: CellRenderer = (value) => {
  const named = JSON.parse(String(value || "[]")) as { title: string }[];
  return named.map(({ title }) => title).join("；") || "-";
};

export default definePage({ list: { header: Summary, cells: { answer: plain, refs: places }, actions: { sys_ailog_todoc: toDoc } } });
