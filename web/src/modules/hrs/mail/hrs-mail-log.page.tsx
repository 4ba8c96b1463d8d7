/** /hrs_mail_log 邮件发送记录: every mail of the company and what became of it. */
import { lazyDialogs } from "@/modules/hrs/common/lazy-dialogs";
import { openMail, useMail } from "@/modules/hrs/mail/mail-store";
import type { Row } from "@/platform/contract";
import { translate } from "@/platform/i18n";
import { definePage } from "@/platform/page-registry";
import { toast } from "@/platform/toast";

const VIEW = "sys_maillog_view";

function open(row: Row): void {
  if (row["secure"] === true) toast.info(translate("hrs:mail.secure"));
  else if (Array.isArray(row["can"]) && row["can"].includes(VIEW)) openMail(row);
}

export default definePage({
  list: {
    dialogs: lazyDialogs(useMail, async () => (await import("@/modules/hrs/mail/mail-drawer")).MailDrawer),
    actions: { [VIEW]: ([row]) => row && openMail(row) },
    open,
  },
});
