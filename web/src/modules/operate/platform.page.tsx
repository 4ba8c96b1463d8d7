/** /hrs_platform 平台设置: what those who run the platform decide for everyone, and what the server's file decides. */
import { useQuery } from "@tanstack/react-query";
import { get } from "@/platform/call/client";
import type { Label } from "@/platform/contract";
import { useLabel, useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { PageLink } from "@/platform/page-link";
import { PageLoading } from "@/platform/page-loading";
import { definePage } from "@/platform/page-registry";
import { useCan } from "@/platform/session";
import { SettingsPanel } from "@/platform/settings/settings-panel";
import "./operate.css";

interface Fact {
  /** Its key in the file; empty for what no file decides. */
  key: string;
  label: Label;
  value: Label;
}

function PlatformSettings() {
  const t = useText();
  const edit = useCan("sys_platform_edit");
  return (
    <main className="operate-page">
      <header className="list-head">
        <h1>{t("operate:platform.title")}</h1>
      </header>
      <div className="operate-settings">
        <Elsewhere />
        <SettingsPanel path="/hrs/platform" edit={edit} />
        <Configured />
      </div>
    </main>
  );
}

/** What the platform decides as the company it is, too. */
function Elsewhere() {
  const t = useText();
  const [security, mail] = [useCan("sys_orgconf_security"), useCan("sys_orgconf_mail")];
  if (!security && !mail) return null;
  return (
    <p className="operate-elsewhere">
      {security && <PageLink href="/hrs_org_configure?tab=security">{t("operate:platform.security")}</PageLink>}
      {mail && <PageLink href="/hrs_org_configure?tab=mail">{t("operate:platform.mail")}</PageLink>}
    </p>
  );
}

/** Read here, changed in the file. */
function Configured() {
  const t = useText();
  const label = useLabel();
  const { data, error, refetch } = useQuery({
    queryKey: ["operate.configured"],
    queryFn: () => get<Fact[]>("/hrs/platform/configured", undefined, { quiet: true }),
  });
  return (
    <section className="health-block operate-configured">
      <h2>{t("operate:platform.configured")}</h2>
      <p className="soft">{t("operate:platform.configuredNote")}</p>
      {error && <LoadFailed message={error.message} retry={() => void refetch()} />}
      {!data && !error && <PageLoading rows={3} />}
      <dl className="health-facts">
        {data?.map((fact) => (
          <div key={fact.label.zh}>
            <dt>
              {label(fact.label)} {fact.key && <span className="mono soft">{fact.key}</span>}
            </dt>
            <dd>{label(fact.value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

export default definePage({ page: PlatformSettings });
