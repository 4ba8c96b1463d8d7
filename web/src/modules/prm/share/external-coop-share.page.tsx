/** /externalCoopShare 客商共享: what another company shares of a partner, to be accepted, tied or refused. */
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { Button } from "antd";
import { useEffect, useState } from "react";
import { AnswerDialog, type AnswerKind } from "@/modules/prm/share/answer-dialog";
import { type Received, SHARES } from "@/modules/prm/share/share";
import { CallError, get } from "@/platform/call/client";
import { useLabel, useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { goTo } from "@/platform/navigate";
import { PageLink } from "@/platform/page-link";
import { PageLoading } from "@/platform/page-loading";
import { definePage } from "@/platform/page-registry";
import "../prm.css";

const FORBIDDEN = 403;

function SharePage() {
  const t = useText();
  const asked = useSearch({ strict: false }) as { shareId?: string; code?: string | number };
  const shareId = asked.shareId?.trim() ?? "";
  const code = asked.code === undefined ? "" : String(asked.code).trim();
  if (!shareId) return <Refused message={t("prm:received.wrong")} />;
  return <OneShare key={`${shareId} ${code}`} path={`${SHARES}/external/${encodeURIComponent(shareId)}`} code={code} />;
}

function OneShare({ path, code }: { path: string; code: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ["prm.received", path],
    gcTime: 0,
    staleTime: 0,
    retry: false,
    queryFn: () => get<Received>(path, code ? { code } : undefined, { quiet: true }),
  });
  const isForbidden = error instanceof CallError && error.status === FORBIDDEN;
  useEffect(() => {
    // It is meant for another company.
    if (isForbidden) goTo("/noPermission", { replace: true });
  }, [isForbidden]);
  if (isForbidden) return <PageLoading />;
  // What is wrong with a link stays so: there is nothing to try again.
  if (error instanceof CallError && error.kind === "refused") return <Refused message={error.message} />;
  if (error) return <LoadFailed message={error.message} retry={() => void refetch()} />;
  if (!data) return <PageLoading rows={8} />;
  return <Shown share={data} path={path} code={code} changed={() => void refetch()} />;
}

function Refused({ message }: { message: string }) {
  const t = useText();
  return (
    <div className="prm-received">
      <h1>{t("prm:received.title")}</h1>
      <p className="page-note tone-warning" role="alert">
        {message}
      </p>
      <Button onClick={() => goTo("/dashboard")}>{t("prm:received.home")}</Button>
    </div>
  );
}

interface ShownProps {
  share: Received;
  path: string;
  code: string;
  changed(): void;
}

function Shown({ share, path, code, changed }: ShownProps) {
  const t = useText();
  const [answering, setAnswering] = useState<AnswerKind | null>(null);
  const facts: [string, string][] = [
    ["from", share.orgName], ["partner", `${share.coopName}（${share.coopType}）`], ["until", share.expireTime.slice(0, 16)],
  ];
  if (share.message) facts.push(["message", share.message]);
  return (
    <div className="prm-received">
      <h1>
        {t("prm:received.title")} <span className="mono">{share.shareNo}</span>
      </h1>
      <dl className="prm-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{t(`prm:received.${name}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {share.shareCredit && <p className="page-note tone-info">{t("prm:received.credit", { company: share.orgName })}</p>}
      {share.state === "SENT" ? <Members share={share} /> : <Answered share={share} />}
      {share.state === "SENT" && !share.mayAnswer && <p className="soft prm-note">{t("prm:received.viewNote")}</p>}
      <div className="prm-answers">
        {share.mayAnswer && (
          <>
            <Button type="primary" onClick={() => setAnswering("accept")}>
              {t("prm:received.accept")}
            </Button>
            <Button onClick={() => setAnswering("bind")}>{t("prm:received.bind")}</Button>
            <Button danger onClick={() => setAnswering("reject")}>
              {t("prm:received.reject")}
            </Button>
          </>
        )}
        <Button onClick={() => goTo("/dashboard")}>{t(share.state === "SENT" ? "prm:received.viewOnly" : "prm:received.home")}</Button>
      </div>
      {answering && (
        <AnswerDialog
          kind={answering}
          share={share}
          path={path}
          code={code}
          close={() => setAnswering(null)}
          done={() => {
            setAnswering(null);
            changed();
          }}
        />
      )}
    </div>
  );
}

/** Only what was ticked. */
function Members({ share }: { share: Received }) {
  const t = useText();
  const label = useLabel();
  return (
    <section className="prm-part" aria-label={t("prm:received.shared")}>
      <h2>{t("prm:received.shared")}</h2>
      <table className="prm-members">
        <tbody>
          {share.fields.map((member) => (
            <tr key={member.field}>
              <th scope="row">{label(member.label)}</th>
              <td>{member.value || <span className="nothing">{t("prm:received.empty")}</span>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Answered({ share }: { share: Received }) {
  const t = useText();
  const { state, handlerName: user, rejectReason: reason, coopId, coopCode } = share;
  return (
    <p className="page-note tone-info" role="status">
      {state === "ACCEPTED" ? t("prm:received.accepted", { user }) : t("prm:received.rejected", { user, reason })}{" "}
      {coopId && <PageLink href={`/prm_coop_edit?coopId=${encodeURIComponent(coopId)}`}>{t("prm:received.open", { code: coopCode ?? "" })}</PageLink>}
    </p>
  );
}

export default definePage({ page: SharePage });
