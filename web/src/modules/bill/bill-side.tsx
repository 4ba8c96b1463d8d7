/** At the right of the form: what is checked, part by part, and what each save changed. */
import { useQuery } from "@tanstack/react-query";
import { PARTS, partOf, placeOf } from "@/modules/bill/bill-fields";
import { BASE } from "@/modules/bill/bill-model";
import type { Bill } from "@/modules/bill/use-bill";
import { get } from "@/platform/call/client";
import type { Finding, Tone } from "@/platform/contract";
import { jumpTo } from "@/platform/forms/form-keys";
import { useFindings } from "@/platform/forms/form-store";
import { EMPTY } from "@/platform/format";
import { useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { PageLoading } from "@/platform/page-loading";
import { ToneIcon } from "@/platform/tone-icon";

export function BillSide({ bill }: { bill: Bill }) {
  return (
    <aside className="bill-side">
      <CheckList bill={bill} />
      {bill.meta.blId && <History blId={bill.meta.blId} version={bill.meta.rowUuid} />}
    </aside>
  );
}

function toneOf(findings: Finding[]): Tone {
  if (findings.some((each) => each.severity === "error")) return "danger";
  return findings.length > 0 ? "warning" : "done";
}

function CheckList({ bill }: { bill: Bill }) {
  const t = useText();
  const findings = useFindings(bill.form);
  const { differs } = bill.checked;
  return (
    <section aria-label={t("bill:check.title")}>
      <h2>{t("bill:check.title")}</h2>
      <ul className="bill-checks">
        {Object.keys(PARTS).map((part) => {
          const own = findings.filter((each) => partOf(each.field) === part);
          const tone = toneOf(own);
          return (
            <li key={part} className={`tone-${tone}`}>
              <button type="button" disabled={own.length === 0} onClick={() => jumpTo(own[0]?.field ?? "")}>
                <ToneIcon tone={tone} />
                {t(`bill:part.${part}`)}
                <span className="soft">{own.length === 0 ? t("bill:check.fine") : t("bill:check.count", { n: own.length })}</span>
              </button>
            </li>
          );
        })}
        {differs.map((what) => (
          <li key={what} className="tone-warning">
            <span>
              <ToneIcon tone="warning" />
              {what}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface Revision {
  rev: number;
  by: string | null;
  at: string;
  changes: { field: string; old: string; new: string }[];
}

function History({ blId, version }: { blId: string; version: string }) {
  const t = useText();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ["billRevisions", blId, version],
    staleTime: 0,
    queryFn: () => get<Revision[]>(`${BASE}/revisions/${blId}`, undefined, { quiet: true }),
  });
  return (
    <section aria-label={t("bill:history.title")}>
      <h2>{t("bill:history.title")}</h2>
      {isPending && <PageLoading rows={3} />}
      {error && <LoadFailed message={error.message} retry={() => void refetch()} />}
      {data?.length === 0 && <p className="soft">{t("bill:history.none")}</p>}
      {data?.map((revision, place) => (
        <details key={revision.rev} className="bill-revision" open={place === 0}>
          <summary>
            <b>{t("bill:history.rev", { n: revision.rev })}</b>
            <span className="soft">{`${revision.by ?? ""} ${revision.at.slice(0, 16)}`}</span>
          </summary>
          {revision.changes.length === 0 && <p className="soft">{t("bill:history.first")}</p>}
          <dl>
            {revision.changes.map((change) => (
              <div key={change.field}>
                <dt>{placeOf(change.field, t)}</dt>
                <dd>
                  {change.old && <del>{change.old}</del>} {change.new ? <ins>{change.new}</ins> : <ins>{EMPTY}</ins>}
                </dd>
              </div>
            ))}
          </dl>
        </details>
      ))}
    </section>
  );
}
