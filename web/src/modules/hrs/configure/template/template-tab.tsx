/** 账单模板: which template each paper of a scope has, and what templates may name. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Table } from "antd";
import { useState } from "react";
import { ScopeTabs, useScope } from "@/modules/hrs/configure/scope-tabs";
import { HistoryDrawer } from "@/modules/hrs/configure/template/history-drawer";
import { LayoutDrawer } from "@/modules/hrs/configure/template/layout-drawer";
import { type Act, TemplateCell } from "@/modules/hrs/configure/template/template-cell";
import { type Format, KEY, LANGUAGES, PATH, type Place, type Templates, inForce } from "@/modules/hrs/configure/template/template-model";
import { Variables } from "@/modules/hrs/configure/template/variables";
import { get } from "@/platform/call/client";
import type { Label } from "@/platform/contract";
import { useLabel, useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { PageLoading } from "@/platform/page-loading";
import { SCOPES } from "@/platform/scopes";
import "./template.css";

interface Line {
  key: string;
  name: string;
  label: Label;
  format: Format;
}

export function TemplateTab() {
  const t = useText();
  const scope = useScope("AE");
  const { data, error, refetch } = useQuery({ queryKey: KEY, gcTime: 0, queryFn: () => get<Templates>(PATH, undefined, { quiet: true }) });
  if (error) return <LoadFailed message={error.message} retry={() => void refetch()} />;
  return (
    <>
      <ScopeTabs tab="template" scopes={SCOPES} scope={scope} />
      <p className="soft configure-lead">{t("hrs:template.lead")}</p>
      {data ? <Matrix data={data} scope={scope} /> : <PageLoading rows={6} />}
    </>
  );
}

function Matrix({ data, scope }: { data: Templates; scope: string }) {
  const t = useText();
  const label = useLabel();
  const queries = useQueryClient();
  const [open, setOpen] = useState<{ act: Act; place: Place } | null>(null);
  const close = () => setOpen(null);
  const changed = () => void queries.invalidateQueries({ queryKey: KEY });
  const papers = data.papers.filter((paper) => !paper.scope || paper.scope === scope);
  const ownWords = papers.some((paper) => paper.scope);
  const lines = papers.flatMap((paper) =>
    paper.formats.map((format): Line => ({ key: `${paper.name} ${format}`, name: paper.name, label: paper.label, format })),
  );
  const current = open ? inForce(data.cells, open.place)?.revision ?? 0 : 0;
  return (
    <div className="template-page">
      <Table<Line>
        className="template-matrix"
        size="small"
        rowKey="key"
        pagination={false}
        scroll={{ x: 640 }}
        dataSource={lines}
        columns={[
          { title: t("hrs:template.paper"), width: 120, render: (_, line) => <strong>{label(line.label)}</strong> },
          { title: t("hrs:template.format"), dataIndex: "format", width: 80 },
          ...LANGUAGES.map((language) => ({
            title: t(`hrs:template.language_${language}`),
            key: language,
            render: (_: unknown, line: Line) => {
              const place: Place = { businessScope: scope, document: line.name, language, format: line.format };
              return (
                <TemplateCell place={place} own={inForce(data.cells, place)} changed={changed} open={(act) => setOpen({ act, place })} />
              );
            },
          })),
        ]}
      />
      <div className="template-names">
        <Variables title={t("hrs:template.variables")} variables={data.variables} />
        {ownWords && data.waybillVariables && (
          <Variables title={t("hrs:template.waybillVariables")} variables={data.waybillVariables} />
        )}
        {ownWords && data.letterVariables && (
          <Variables title={t("hrs:template.letterVariables")} variables={data.letterVariables} />
        )}
      </div>
      {open?.act === "layout" && <LayoutDrawer place={open.place} revision={current} data={data} close={close} changed={changed} />}
      {open?.act === "history" && <HistoryDrawer place={open.place} revision={current} close={close} changed={changed} />}
    </div>
  );
}
