/** 发件邮箱: the mailbox a company sends by, tried before it is saved. */
import { useQuery } from "@tanstack/react-query";
import { Button, Switch } from "antd";
import { useId, useRef, useState } from "react";
import { type Mailbox, USUAL_PORT, bodyOf, mailboxFields } from "@/modules/hrs/mailbox/mailbox-model";
import { busy } from "@/platform/busy";
import { CallError, get, post, put } from "@/platform/call/client";
import { submit } from "@/platform/call/submit";
import type { Finding } from "@/platform/contract";
import { FormGrid } from "@/platform/forms/form-body";
import { FormField } from "@/platform/forms/form-field";
import { jumpTo } from "@/platform/forms/form-keys";
import { FormStore, useValue } from "@/platform/forms/form-store";
import { useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { useUsualPort } from "@/platform/mail/mail-account";
import { MailPassword } from "@/platform/mail/mail-password";
import { PageLoading } from "@/platform/page-loading";
import { toast } from "@/platform/toast";
import "./mailbox.css";

const PATH = "/hrs/org/mailbox";

export function MailboxForm() {
  const t = useText();
  const { data, error, refetch } = useQuery({
    queryKey: ["mailbox"],
    queryFn: ({ signal }) => get<Mailbox>(PATH, undefined, { quiet: true, signal }),
    retry: false,
    // What was typed is not to be lost because the window was left for a moment.
    refetchOnWindowFocus: false,
  });
  if (error) {
    return <LoadFailed message={error instanceof CallError ? error.message : t("platform:error.server")} retry={() => void refetch()} />;
  }
  if (!data) return <PageLoading />;
  return <LoadedForm key={data.version} mailbox={data} reload={() => void refetch()} />;
}

function LoadedForm({ mailbox, reload }: { mailbox: Mailbox; reload(): void }) {
  const t = useText();
  const box = useRef<HTMLFormElement>(null);
  const [form] = useState(() => new FormStore({ ...mailbox, mailPort: mailbox.mailPort === null ? "" : String(mailbox.mailPort) }));
  const [working, setWorking] = useState<"save" | "try" | null>(null);
  useUsualPort(form, "mailSecurity", USUAL_PORT);
  const show = (findings: Finding[]) => {
    form.setFindings(findings);
    if (!findings.some((each) => box.current && jumpTo(each.field, box.current))) toast.failed(findings[0]?.message ?? "");
  };
  const save = async () => {
    if (working) return;
    setWorking("save");
    const result = await submit(() => put(PATH, bodyOf(form.all()), { quiet: true }));
    setWorking(null);
    if (result.kind === "findings") show(result.findings);
    else if (result.kind === "saved" || (result.kind === "stale" && result.reload)) reload();
  };
  const tryIt = async () => {
    if (working) return;
    setWorking("try");
    try {
      await post(`${PATH}/test`, bodyOf(form.all()), { quiet: true, long: true });
      form.setFindings([]);
      toast.done(t("hrs:mailbox.tried"));
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (error.findings.length > 0) show(error.findings);
      else toast.error(error.message);
    } finally {
      setWorking(null);
    }
  };
  const fields = mailboxFields(mailbox.ports);
  return (
    <form
      ref={box}
      className="mailbox"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      noValidate
    >
      <Enabled form={form} platform={mailbox.platformMailbox} />
      <FormGrid columns={2}>
        <FormField form={form} field={fields.name} />
        <FormField form={form} field={fields.address} />
        <FormField form={form} field={fields.smtp} span={2} />
        <FormField form={form} field={fields.security} />
        <FormField form={form} field={fields.port} />
        <FormField form={form} field={fields.user} />
        <MailPassword form={form} label={t("hrs:mailbox.password")} />
        <FormField form={form} field={fields.signature} span={2} />
      </FormGrid>
      <div className="mailbox-actions">
        <Button type="primary" htmlType="submit" loading={busy(working === "save")}>
          {t("platform:action.save")}
        </Button>
        <Button loading={busy(working === "try")} onClick={() => void tryIt()}>
          {t("hrs:mailbox.try")}
        </Button>
        <span className="soft">{t("hrs:mailbox.tryNote")}</span>
      </div>
    </form>
  );
}

function Enabled({ form, platform }: { form: FormStore; platform: boolean }) {
  const t = useText();
  const id = useId();
  const valid = useValue<boolean>(form, "mailValid");
  const note = valid ? t("hrs:mailbox.on") : platform ? t("hrs:mailbox.platform") : t("hrs:mailbox.off");
  return (
    <div className="mailbox-valid">
      <Switch id={id} checked={valid ?? false} onChange={(next) => form.set("mailValid", next)} />
      <label htmlFor={id}>{t("hrs:mailbox.valid")}</label>
      <span className="soft">{note}</span>
    </div>
  );
}
