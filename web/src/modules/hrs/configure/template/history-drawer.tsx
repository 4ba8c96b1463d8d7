/** The revisions of a template; an old one may be put in force again. */
import { useQuery } from "@tanstack/react-query";
import { Button, Drawer, Table } from "antd";
import { PATH, type Place, type Revision, placeOf } from "@/modules/hrs/configure/template/template-model";
import { downloadFrom, get, put } from "@/platform/call/client";
import { submit } from "@/platform/call/submit";
import { useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { PageLoading } from "@/platform/page-loading";
import { useCan } from "@/platform/session";
import { ToneTag } from "@/platform/tone-tag";

interface HistoryDrawerProps {
  place: Place;
  /** What counts now. */
  revision: number;
  close: () => void;
  changed: () => void;
}

export function HistoryDrawer({ place, revision, close, changed }: HistoryDrawerProps) {
  const t = useText();
  const keep = useCan("sys_orgconf_template");
  const { data, error, refetch } = useQuery({
    queryKey: ["org-template-history", place, revision],
    gcTime: 0,
    queryFn: () => get<Revision[]>(`${PATH}/history`, placeOf(place), { quiet: true }),
  });
  const back = async (id: string) => {
    const result = await submit(() => put(`${PATH}/rollback/${id}`, { ...placeOf(place), revision }, { quiet: true }));
    if (result.kind === "saved" || result.kind === "stale") changed();
  };
  return (
    <Drawer open size={620} title={t("hrs:template.historyOf", { paper: place.document, format: place.format })} onClose={close}>
      {error ? (
        <LoadFailed message={error.message} retry={() => void refetch()} />
      ) : data ? (
        <Table<Revision>
          size="small"
          rowKey="id"
          pagination={false}
          scroll={{ x: 480 }}
          locale={{ emptyText: t("hrs:template.noHistory") }}
          dataSource={data}
          columns={[
            {
              title: t("hrs:template.revision"),
              width: 110,
              render: (_, each) => (
                <>
                  {`v${each.revision} `}
                  {each.active && <ToneTag tone="ready">{t("hrs:template.active")}</ToneTag>}
                </>
              ),
            },
            { title: t("hrs:template.file"), dataIndex: "fileName", render: (name: string) => name || "-" },
            { title: t("hrs:template.who"), dataIndex: "createdBy", width: 90 },
            { title: t("hrs:template.at"), dataIndex: "createdAt", width: 150 },
            {
              width: 110,
              render: (_, each) => (
                <>
                  {place.format === "EXCEL" && (
                    <Button type="link" size="small" onClick={() => void downloadFrom(`${PATH}/file`, { params: { ...placeOf(place), id: each.id } })}>
                      {t("hrs:template.fetchOne")}
                    </Button>
                  )}
                  {keep && !each.active && (
                    <Button type="link" size="small" onClick={() => void back(each.id)}>
                      {t("hrs:template.back")}
                    </Button>
                  )}
                </>
              ),
            },
          ]}
        />
      ) : (
        <PageLoading rows={4} />
      )}
    </Drawer>
  );
}
