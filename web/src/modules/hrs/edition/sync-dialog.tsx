/** 同步企业: companies on an edition get what was added to it, and lose what was taken from it when asked. */
import { useQuery } from "@tanstack/react-query";
import { Modal } from "antd";
import { useState } from "react";
import { type OpenEdition, closeEdition } from "@/modules/hrs/edition/edition-store";
import { type SyncOrg, differs, sumOf } from "@/modules/hrs/edition/sync-model";
import { runCall } from "@/modules/hrs/common/run-call";
import { busy } from "@/platform/busy";
import { get, post } from "@/platform/call/client";
import { formatFigure, formatNumber } from "@/platform/format";
import { useText } from "@/platform/i18n";
import type { ListContext } from "@/platform/lists/list-overrides";
import { LoadFailed } from "@/platform/load-failed";
import { PageLoading } from "@/platform/page-loading";
import { toast } from "@/platform/toast";

export function SyncDialog({ edition, list }: { edition: OpenEdition; list: ListContext }) {
  const t = useText();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [remove, setRemove] = useState(false);
  const [sending, setSending] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ["hrs-edition-orgs", edition.id],
    staleTime: 0,
    gcTime: 0,
    queryFn: ({ signal }) => get<SyncOrg[]>(`/hrs/edition/orgs/${encodeURIComponent(edition.id)}`, undefined, { quiet: true, signal }),
  });
  const orgs = data ?? [];
  const orgIds = orgs.filter((org) => chosen.has(org.id) && differs(org, remove)).map(({ id }) => id);
  const sum = sumOf(orgs, chosen, remove);
  const send = async () => {
    if (sending || orgIds.length === 0) return;
    setSending(true);
    const body = { editionId: edition.id, orgIds, remove };
    const result = await runCall(list, () => post<{ added: number; removed: number }>("/hrs/edition/sync", body, { quiet: true }), { done: false });
    setSending(false);
    if (result.kind !== "saved") return;
    const { added, removed } = result.data;
    toast.done(t("hrs:edition.synced", { n: orgIds.length, added, removed }));
    closeEdition();
  };
  return (
    <Modal
      open
      width={640}
      title={t("hrs:edition.syncOf", { name: edition.name })}
      mask={{ closable: false }}
      okText={t("hrs:edition.sync")}
      cancelText={t("platform:action.cancel")}
      okButtonProps={{ danger: sum.removed > 0, disabled: orgIds.length === 0, loading: busy(sending) }}
      onOk={() => void send()}
      onCancel={closeEdition}
    >
      <div className="edition-sync">
        <p className="soft">{t("hrs:edition.syncNote")}</p>
        {error && <LoadFailed message={error.message} retry={() => void refetch()} />}
        {!error && !data && <PageLoading rows={5} />}
        {!error && data && <SyncOrgs orgs={orgs} chosen={chosen} remove={remove} choose={setChosen} />}
        {orgs.length > 0 && (
          <>
            <label className="check edition-remove">
              <input type="checkbox" checked={remove} onChange={(event) => setRemove(event.target.checked)} />
              {t("hrs:edition.remove")}
            </label>
            <p role="status" className={sum.removed > 0 ? "page-note tone-warning" : "soft"}>
              {t(remove ? "hrs:edition.sumBoth" : "hrs:edition.sum", {
                n: formatFigure(sum.companies, 0),
                added: formatFigure(sum.added, 0),
                removed: formatFigure(sum.removed, 0),
              })}
            </p>
          </>
        )}
      </div>
    </Modal>
  );
}

interface SyncOrgsProps {
  orgs: SyncOrg[];
  chosen: ReadonlySet<string>;
  remove: boolean;
  choose(next: ReadonlySet<string>): void;
}

function SyncOrgs({ orgs, chosen, remove, choose }: SyncOrgsProps) {
  const t = useText();
  if (orgs.length === 0) return <p className="empty">{t("hrs:edition.noOrg")}</p>;
  const open = orgs.filter((org) => differs(org, remove));
  const all = open.length > 0 && open.every(({ id }) => chosen.has(id));
  const flip = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    choose(next);
  };
  return (
    <div className="edition-orgs">
      <table className="plain-table">
        <thead>
          <tr>
            <th>
              <label className="check edition-check">
                <input
                  type="checkbox"
                  checked={all}
                  disabled={open.length === 0}
                  aria-label={t("hrs:edition.all")}
                  onChange={() => choose(new Set(all ? [] : open.map(({ id }) => id)))}
                />
                {t("hrs:edition.org")}
              </label>
            </th>
            <th className="is-figure">{t("hrs:edition.added")}</th>
            <th className="is-figure">{t("hrs:edition.removed")}</th>
          </tr>
        </thead>
        <tbody>
          {orgs.map((org) => (
            <tr key={org.id}>
              <td>
                <label className="check edition-check">
                  <input type="checkbox" checked={chosen.has(org.id) && differs(org, remove)} disabled={!differs(org, remove)} onChange={() => flip(org.id)} />
                  <span>
                    {org.orgName} <span className="choice-hint mono">{org.orgCode}</span>
                    {org.added + org.removed === 0 && <span className="choice-hint"> {t("hrs:edition.same")}</span>}
                  </span>
                </label>
              </td>
              <td className="is-figure">{formatNumber(org.added, 0)}</td>
              <td className={remove && org.removed > 0 ? "is-figure is-lost" : "is-figure"}>{formatNumber(org.removed, 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
