/** /hrs_message_setting 消息设置: what users are told of, how, and in which words. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Button, Table, type TableColumnsType } from "antd";
import { type ReactNode, Suspense, lazy, useState } from "react";
import { type MessageRule, type MessageRules, RULES, RULES_KEY } from "@/modules/approval/message/message-rule";
import { runQuiet } from "@/modules/approval/asked-dialog";
import { get, remove } from "@/platform/call/client";
import { ask } from "@/platform/dialog";
import { useLabel, useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { PageLink } from "@/platform/page-link";
import { PageLoading } from "@/platform/page-loading";
import { definePage } from "@/platform/page-registry";
import { useCan } from "@/platform/session";
import { ToneTag } from "@/platform/tone-tag";
import { useNarrow } from "@/platform/use-narrow";
import "./message.css";

const RuleDialog = lazy(async () => ({ default: (await import("@/modules/approval/message/rule-dialog")).RuleDialog }));
const TABLE_WIDTH = 1480;

function MessageSetting() {
  const t = useText();
  const queries = useQueryClient();
  const [editing, setEditing] = useState<MessageRule | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: RULES_KEY,
    queryFn: ({ signal }) => get<MessageRules>(RULES, undefined, { quiet: true, signal }),
  });
  const changed = () => void queries.invalidateQueries({ queryKey: RULES_KEY });
  let body: ReactNode = <PageLoading rows={12} />;
  if (error) body = <LoadFailed message={error.message} retry={() => void refetch()} />;
  else if (data) body = <Rules data={data} edit={setEditing} changed={changed} />;
  return (
    <main className="list-page message-setting">
      <header className="list-head">
        <h1>{t("approval:rule.title")}</h1>
      </header>
      {body}
      {editing && data && (
        <Suspense fallback={null}>
          <RuleDialog rule={editing} roles={data.roles} done={changed} close={() => setEditing(null)} />
        </Suspense>
      )}
    </main>
  );
}

interface RulesProps {
  data: MessageRules;
  edit(rule: MessageRule): void;
  changed(): void;
}

function Rules({ data, edit, changed }: RulesProps) {
  const t = useText();
  const columns = useColumns();
  const narrow = useNarrow();
  const may = useCan("sys_message_edit");
  const reset = async (rule: MessageRule) => {
    if (!(await ask({ text: t("approval:rule.resetAsk") }))) return;
    await runQuiet(() => remove(`${RULES}/${rule.event}`, { version: rule.version }, { quiet: true }), changed);
  };
  const acts: TableColumnsType<MessageRule> = [
    {
      title: t("approval:rule.acts"),
      key: "acts",
      // On a telephone it would cover what the row says.
      ...(narrow ? {} : { fixed: "right" as const }),
      width: 140,
      render: (_, rule) => (
        <>
          <Button type="link" size="small" onClick={() => edit(rule)}>
            {t("approval:rule.edit")}
          </Button>
          {rule.version > 0 && (
            <Button type="link" size="small" onClick={() => void reset(rule)}>
              {t("approval:rule.reset")}
            </Button>
          )}
        </>
      ),
    },
  ];
  return (
    <section className="message-rules">
      {!data.mailbox && (
        <p className="message-note">
          <ToneTag tone="warning">{t("approval:rule.mail")}</ToneTag>
          <span className="soft">{t("approval:rule.noMailbox")}</span>
          <PageLink href="/hrs_org_configure?tab=mail">{t("approval:rule.toMailbox")}</PageLink>
        </p>
      )}
      <Table
        size="small"
        rowKey="event"
        pagination={false}
        dataSource={data.rules}
        columns={may ? [...columns, ...acts] : columns}
        scroll={{ x: TABLE_WIDTH }}
      />
    </section>
  );
}

function useColumns(): TableColumnsType<MessageRule> {
  const t = useText();
  const label = useLabel();
  const onOff = (on: boolean) => <ToneTag tone={on ? "ready" : "neutral"}>{t(on ? "approval:rule.on" : "approval:rule.off")}</ToneTag>;
  const who = (rule: MessageRule) => {
    if (rule.concerned) return label(rule.concerned);
    const kinds = rule.among.filter((kind) => rule.receivers.kinds.includes(kind.code)).map((kind) => label(kind.label));
    return [...kinds, ...[...rule.users, ...rule.roles].map((each) => each.name)].join("、");
  };
  const words = (zh: keyof MessageRule, en: keyof MessageRule) => (_: unknown, rule: MessageRule) => label({ zh: String(rule[zh]), en: String(rule[en]) });
  return [
    {
      title: t("approval:rule.event"),
      key: "event",
      width: 220,
      render: (_, rule) => (
        <>
          <span className="message-event">{label(rule.name)}</span>
          <span className="soft message-why">{label(rule.explanation)}</span>
        </>
      ),
    },
    { title: t("approval:rule.active"), dataIndex: "active", width: 80, render: (on: boolean) => <ToneTag tone={on ? "ready" : "neutral"}>{t(on ? "approval:rule.inUse" : "approval:rule.stopped")}</ToneTag> },
    { title: t("approval:rule.inner"), dataIndex: "inner", width: 90, render: onOff },
    { title: t("approval:rule.mail"), dataIndex: "mail", width: 80, render: onOff },
    { title: t("approval:rule.receivers"), key: "receivers", width: 180, render: (_, rule) => who(rule) },
    { title: t("approval:rule.titleWords"), key: "title", width: 190, render: words("titleZh", "titleEn") },
    { title: t("approval:rule.textWords"), key: "text", width: 280, render: words("textZh", "textEn") },
    { title: t("approval:rule.days"), key: "days", width: 90, render: (_, rule) => <span className="tabular">{rule.days.join(" ")}</span> },
    {
      title: t("approval:rule.changed"),
      key: "changed",
      width: 150,
      render: (_, rule) => (
        <span className="soft tabular">
          {rule.updatedByName ?? ""} {rule.updatedAt ?? ""}
        </span>
      ),
    },
  ];
}

export default definePage({ page: MessageSetting });
