/** One mail as it was sent. Its words are shown in a frame that runs nothing and fetches nothing. */
import { useQuery } from "@tanstack/react-query";
import { Drawer } from "antd";
import { type OpenMail, closeMail } from "@/modules/hrs/mail/mail-store";
import { cspNonce } from "@/platform/boot";
import { CallError, get } from "@/platform/call/client";
import { useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { PageLoading } from "@/platform/page-loading";
import "./mail.css";

interface Mail {
  fromAddr: string;
  toAddrs: string;
  ccAddrs: string | null;
  createdAt: string;
  attachments: string[];
  html: string;
}

export function MailDrawer({ open }: { open: OpenMail }) {
  const t = useText();
  const { data, error, refetch } = useQuery({
    queryKey: ["mail", open.id],
    queryFn: ({ signal }) => get<Mail>(`/hrs/mailLog/${encodeURIComponent(open.id)}`, undefined, { quiet: true, signal }),
    retry: false,
  });
  return (
    <Drawer open size={720} title={open.subject} rootClassName="hrs-drawer" onClose={closeMail}>
      {error && <LoadFailed message={error instanceof CallError ? error.message : t("platform:error.server")} retry={() => void refetch()} />}
      {!error && !data && <PageLoading />}
      {data && <Letter mail={data} subject={open.subject} />}
    </Drawer>
  );
}

function Letter({ mail, subject }: { mail: Mail; subject: string }) {
  const t = useText();
  const lines: [string, string][] = [
    [t("hrs:mail.from"), mail.fromAddr],
    [t("hrs:mail.to"), mail.toAddrs],
    [t("hrs:mail.cc"), mail.ccAddrs ?? ""],
    [t("hrs:mail.time"), mail.createdAt],
    [t("hrs:mail.files"), mail.attachments.join("、")],
  ];
  return (
    <div className="mail">
      <dl className="mail-head">
        {lines
          .filter(([, text]) => text !== "")
          .map(([label, text]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
      </dl>
      <iframe className="mail-body" sandbox="" title={subject} srcDoc={page(mail.html)} />
    </div>
  );
}

/** The words with a plain face; a frame inherits nothing from the page but its content policy. */
function page(html: string): string {
  const face = ":root{color-scheme:light}body{margin:16px;font:14px/1.7 system-ui,sans-serif;overflow-wrap:anywhere}";
  return `<!doctype html><meta charset="utf-8"><style nonce="${cspNonce() ?? ""}">${face}</style>${html}`;
}
