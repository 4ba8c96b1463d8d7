/** 企业配置: what a company decides for itself, one tab for each kind of decision, each saved for itself. */
import { useSearch } from "@tanstack/react-router";
import { Tabs } from "antd";
import { type ReactNode, useState } from "react";
import { isList, tabPath, useConfigureTabs } from "@/modules/hrs/configure/configure-tabs";
import { Package } from "@/modules/hrs/configure/package";
import { MailboxForm } from "@/modules/hrs/mailbox/mailbox-form";
import { useText } from "@/platform/i18n";
import { goTo } from "@/platform/navigate";
import { definePage } from "@/platform/page-registry";
import { useCan } from "@/platform/session";
import { SettingsPanel } from "@/platform/settings/settings-panel";
import "./configure.css";

/** Scopes whose order form a company may shape today. */
const SCOPES = ["AE"];

function Configure() {
  const t = useText();
  const { tab } = useSearch({ strict: false }) as { tab?: string };
  const contents: Record<string, ReactNode> = {
    base: <Base />,
    order: <Orders />,
    switch: <Switches />,
    finance: <Finance />,
    security: <Security />,
    mail: <MailboxForm />,
    package: <Package />,
  };
  const tabs = useConfigureTabs().map(({ key, label }) => ({ key, label, children: contents[key] }));
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
  const [scope, choose] = useState(SCOPES[0] ?? "AE");
  const edit = useCan("sys_orgconf_order");
  return (
    <>
      {SCOPES.length > 1 && (
        <Tabs size="small" activeKey={scope} items={SCOPES.map((key) => ({ key, label: key }))} onChange={choose} />
      )}
      <p className="soft configure-lead">{t("hrs:configure.orderLead", { scope })}</p>
      <SettingsPanel key={scope} path={`/hrs/orgOrderConfig/${scope}`} scope={scope} edit={edit} />
    </>
  );
}

/** Switches of the whole company, then those of each scope. */
function Switches() {
  const edit = useCan("sys_orgconf_order");
  return (
    <div className="configure-switches">
      <SettingsPanel path="/hrs/orgSetting" edit={edit} />
      {SCOPES.map((scope) => (
        <section key={scope} aria-label={scope}>
          <h2 className="configure-scope">{scope}</h2>
          <SettingsPanel path="/hrs/orgSetting" scope={scope} edit={edit} />
        </section>
      ))}
    </div>
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
