/** What every mailbox has in common, a company's and a person's. */
import { useEffect } from "react";
import type { FormStore } from "@/platform/forms/form-store";

/** Most characters of each member. */
export const MAIL_MAX = {
  mailName: 20,
  mailAddress: 100,
  mailSmtp: 100,
  mailUser: 100,
  mailVerifyCode: 100,
  mailSignature: 200,
} as const;

/** Another encryption has another usual port; it may be changed afterwards. */
export function useUsualPort(form: FormStore, member: string, usual: Record<string, number>): void {
  useEffect(
    () =>
      form.onChange((path) => {
        const port = path === member && usual[String(form.get(member))];
        if (port) form.set("mailPort", String(port));
      }),
    [form, member, usual],
  );
}
