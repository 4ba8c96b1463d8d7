import { Button, Radio } from "antd";
import { useState } from "react";
import { get, post } from "@/platform/call/client";
import type { FormStore } from "@/platform/forms/form-store";
import { language, languageName, useText } from "@/platform/i18n";
import { MailDialog, type ProposedMail } from "@/platform/mail/mail-dialog";
import { useSession } from "@/platform/session";

/** What a mail can be written in. */
const LANGUAGES = ["zh-CN", "en-US"] as const;
type MailLanguage = (typeof LANGUAGES)[number];

/** What a share link says: which order, and its code. */
interface Named {
  scope: string;
  orderUuid: string;
  code: string;
}

function namedIn(url: string): Named {
  const { searchParams } = new URL(url, window.location.origin);
  const o = searchParams.get("o") ?? "";
  return { scope: o.slice(0, 2).toLowerCase(), orderUuid: o.slice(2), code: searchParams.get("code") ?? "" };
}

/** 发送邮件: sends the link that is shown; its code is known as long as it is. */
export function ShareMail({ url }: { url: string }) {
  const t = useText();
  const { scope, orderUuid, code } = namedIn(url);
  const mayShare = useSession((session) => session.buttons)?.includes(`${scope}-order-share`) ?? false;
  const [open, setOpen] = useState(false);
  if (!mayShare || !code) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t("order:share.mail.open")}</Button>
      {open && <ShareMailDialog orderUuid={orderUuid} code={code} close={() => setOpen(false)} />}
    </>
  );
}

/** The mail, begun in the language of its sender; another language words it anew for the same receivers. */
function ShareMailDialog({ orderUuid, code, close }: { orderUuid: string; code: string; close(): void }) {
  const t = useText();
  const [written, setWritten] = useState<MailLanguage>(language());
  const read = (wanted: MailLanguage, quiet: boolean) =>
    get<ProposedMail>(`/afbase/orderShare/letter/${encodeURIComponent(orderUuid)}`, { language: wanted }, { quiet });
  const reword = async (form: FormStore, wanted: MailLanguage) => {
    // What goes wrong is told by the call; the mail stays as it is.
    const mail = await read(wanted, false).catch(() => undefined);
    if (!mail) return;
    form.patch({ subject: mail.subject, content: mail.content });
    setWritten(wanted);
  };
  return (
    <MailDialog
      title={t("order:share.mail.title")}
      queryKey={["af.share.letter", orderUuid]}
      read={() => read(written, true)}
      notes={({ to }) => [t("order:share.mail.note"), ...(to.length === 0 ? [t("order:share.mail.noContact")] : [])]}
      above={(form) => (
        <Radio.Group
          aria-label={t("order:share.mail.language")}
          value={written}
          onChange={(event) => void reword(form, event.target.value)}
          options={LANGUAGES.map((value) => ({ value, label: languageName(value) }))}
        />
      )}
      send={(body) => post("/afbase/orderShare/send", { ...body, orderUuid, code, language: written }, { quiet: true })}
      close={close}
      reload={() => undefined}
    />
  );
}
