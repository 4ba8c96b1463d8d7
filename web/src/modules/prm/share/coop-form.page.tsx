/** The form of a partner, edited by one user at a time: on top what is locked, below with which companies it is shared. */
import { useQuery } from "@tanstack/react-query";
import { type Given, SHARES } from "@/modules/prm/share/share";
import { get } from "@/platform/call/client";
import type { SectionProps } from "@/platform/forms/form-overrides";
import { type FormStore, useValue } from "@/platform/forms/form-store";
import { EMPTY } from "@/platform/format";
import { useLabel, useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { PageLoading } from "@/platform/page-loading";
import { definePage } from "@/platform/page-registry";
import { ToneTag } from "@/platform/tone-tag";
import "../prm.css";

export function SharesSection({ form }: SectionProps) {
  const t = useText();
  const label = useLabel();
  const id = String(useValue(form, "id") ?? "");
  const { data, error, refetch } = useQuery({
    queryKey: ["prm.shares", id],
    gcTime: 0,
    staleTime: 0,
    enabled: id !== "",
    queryFn: () => get<Given[]>(`${SHARES}/of/${encodeURIComponent(id)}`, undefined, { quiet: true }),
  });
  if (error) return <LoadFailed message={error.message} retry={() => void refetch()} />;
  if (!data) return <PageLoading rows={2} />;
  if (data.length === 0) return <p className="soft">{t("prm:share.none")}</p>;
  return (
    // The table scrolls inside its box, so the box takes the focus of the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="prm-shares" role="region" aria-label={t("prm:share.table")} tabIndex={0}>
      <table className="tabular">
        <thead>
          <tr>
            {["number", "peer", "credit", "state", "created", "expires", "handler", "peerCode", "reason"].map((name) => (
              <th key={name} scope="col">
                {t(`prm:share.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.map((share) => (
            <tr key={share.id}>
              <td className="mono">{share.shareNo}</td>
              <td>{share.peerName}</td>
              <td>{t(share.shareCredit ? "prm:share.yes" : "prm:share.no")}</td>
              <td>
                <ToneTag tone={share.stateLabel?.tone ?? "neutral"}>{label(share.stateLabel ?? undefined)}</ToneTag>
              </td>
              <td>{share.createTime.slice(0, 16)}</td>
              <td>{share.expireTime.slice(0, 16)}</td>
              <td>{share.handlerName ?? EMPTY}</td>
              <td className="mono">{share.peerCode ?? EMPTY}</td>
              <td>{share.rejectReason ?? EMPTY}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface Opened {
  scope: string;
  /** The last day. */
  until: string;
}

/** Scopes whose business is locked, and those that are open for some days. */
function LockHead({ form }: { form: FormStore }) {
  const t = useText();
  const name = (scope: string) => t(`platform:scope.${scope}`);
  const locked = String(useValue(form, "lockedScopes") ?? "").split(",").filter(Boolean);
  const reason = String(useValue(form, "lockReason") ?? "");
  const opened = useValue<Opened[] | undefined>(form, "openedScopes") ?? [];
  const comma = t("prm:lock.comma");
  const days = opened.map(({ scope, until }) => t("prm:lock.openedScope", { scope: name(scope), until }));
  return (
    <>
      {locked.length > 0 && (
        <p className="page-note tone-warning">{t("prm:lock.locked", { scopes: locked.map(name).join(comma), reason })}</p>
      )}
      {days.length > 0 && <p className="page-note tone-info">{t("prm:lock.opened", { scopes: days.join(comma) })}</p>}
    </>
  );
}

export default definePage({
  form: {
    header: LockHead,
    sections: { shares: SharesSection },
    lease: { base: "/prm/coop", edit: "prm-coop-edit", takeOver: "prm-coop-takeover", held: "prm:lease.held" },
    // What is not there yet is shared with nobody; who only decides about a partner does not see with whom it is shared.
    without: (editing, lookedAt) => (editing && !lookedAt ? [] : ["shares"]),
  },
});
