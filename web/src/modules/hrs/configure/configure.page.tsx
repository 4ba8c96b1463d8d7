/** 企业配置: what a company decides for itself, one tab for each kind of decision, each saved for itself. */
import { useSearch } from "@tanstack/react-router";
import { Tabs } from "antd";
import { type ReactNode, Suspense, lazy } from "react";
import { isList, tabPath, useConfigureTabs } from "@/modules/hrs/configure/configure-tabs";
import { COMPANY, ScopeTabs, useScope } from "@/modules/hrs/configure/scope-tabs";
import { useText } from "@/platform/i18n";
import { goTo } from "@/platform/navigate";
import { PageLoading } from "@/platform/page-loading";
import { definePage } from "@/platform/page-registry";
import { SCOPES } from "@/platform/scopes";
import { useCan } from "@/platform/session";
import { SettingsPanel } from "@/platform/settings/settings-panel";
import "./configure.css";

// Much each, and most people come for another tab.
const MailTab = lazy(() => import("@/modules/hrs/mailbox/mailbox-form").then((part) => ({ default: part.MailboxForm })));
const TemplateTab = lazy(() => import("@/modules/hrs/configure/template/template-tab").then((part) => ({ default: part.TemplateTab })));
const PackageTab = lazy(() => import("@/modules/hrs/configure/package").then((part) => ({ default: part.Package })));

function Configure() {
  const t = useText();
  const { tab } = useSearch({ strict: false }) as { tab?: string };
  const contents: Record<string, ReactNode> = {
    base: <Base />,
    order: <Orders />,
    switch: <Switches />,
    template: <TemplateTab />,
    finance: <Finance />,
    security: <Security />,
    mail: <MailTab />,
    package: <PackageTab />,
  };
  const tabs = useConfigureTabs().map(({ key, label }) => ({
    key,
    label,
    children: <Suspense fallback={<PageLoading rows={6} />}>{contents[key]}</Suspense>,
  }));
  const present = tabs.some(({ key }) => key === tab && !isList(key)) ? tab : "base";
  return (
    <main className="configure-page">
      <header className="list-head">
        <h1>{t("hrs:configure.title")}</h1>
      </header>
      <Tabs
        activeKey={present ?? "base"}
        items={tabs}
        // A tab that is left is asked about what it holds unsaved, so only the present one lives.
        destroyOnHidden
        onChange={(key) => goTo(tabPath(key), { replace: !isList(key) })}
      />
    </main>
  );
}

function Base() {
  return <SettingsPanel path="/hrs/org/configure" edit={useCan("sys_orgconf_base")} />;
}

function Finance() {
  return <SettingsPanel path="/hrs/org/finance" edit={useCan("sys_orgconf_finance")} />;
}

function Orders() {
  const t = useText();
  const scope = useScope("AE");
  const edit = useCan("sys_orgconf_order");
  return (
    <>
      <ScopeTabs tab="order" scopes={SCOPES} scope={scope} />
      <p className="soft configure-lead">{t("hrs:configure.orderLead", { scope })}</p>
      <SettingsPanel key={scope} path={`/hrs/orgOrderConfig/${scope}`} scope={scope} edit={edit} />
    </>
  );
}

/** Switches of the whole company, then those of each scope. */
function Switches() {
  const t = useText();
  const scope = useScope(COMPANY);
  const edit = useCan("sys_orgconf_order");
  const own = scope === COMPANY ? {} : { scope };
  return (
    <>
      <ScopeTabs tab="switch" scopes={[COMPANY, ...SCOPES]} scope={scope} />
      <p className="soft configure-lead">{t("hrs:configure.switchLead")}</p>
      <SettingsPanel key={scope} path="/hrs/orgSetting" {...own} edit={edit} />
    </>
  );
}

function Security() {
  const t = useText();
  return (
    <>
      <p className="soft configure-lead">{t("hrs:configure.securityLead")}</p>
      <SettingsPanel path="/hrs/org/security" edit={useCan("sys_orgconf_security")} />
    </>
  );
}

export default definePage({ page: Configure });
