/** The mailbox of a company, as the server tells and takes it. */
import type { Field } from "@/platform/contract";
import type { Values } from "@/platform/forms/form-store";
import { labelPair } from "@/platform/i18n";
import { MAIL_MAX } from "@/platform/mail/mail-account";

export interface Mailbox extends Values {
  mailValid: boolean;
  mailSecurity: Security;
  mailPort: number | null;
  version: number;
  /** Ports the deployment allows; none for any. */
  ports: number[];
  /** Whether the platform's mailbox serves when this one does not. */
  platformMailbox: boolean;
}

export type Security = "SSL" | "STARTTLS" | "NONE";

/** The usual port of each encryption. */
export const USUAL_PORT: Record<Security, number> = { SSL: 465, STARTTLS: 587, NONE: 25 };

const MEMBERS = [
  "mailValid",
  "mailName",
  "mailAddress",
  "mailSmtp",
  "mailSecurity",
  "mailPort",
  "mailUser",
  "mailVerifyCode",
  "mailSignature",
  "version",
];

/** What is sent: the members the server takes, the port as a number. */
export function bodyOf(values: Values): Values {
  const port = values["mailPort"];
  const given = port !== null && port !== undefined && port !== "";
  return { ...Object.fromEntries(MEMBERS.map((name) => [name, values[name] ?? ""])), mailPort: given ? Number(port) : null };
}

/** The fields beside the switch and the password. */
export function mailboxFields(ports: number[]): Record<"name" | "address" | "smtp" | "security" | "port" | "user" | "signature", Field> {
  const port: Field =
    ports.length > 0
      ? { name: "mailPort", kind: "select", label: labelPair("hrs:mailbox.port"), options: ports.map((each) => option(String(each))) }
      : { name: "mailPort", kind: "int", min: 1, max: 65_535, label: labelPair("hrs:mailbox.port") };
  return {
    name: { name: "mailName", kind: "text", maxLength: MAIL_MAX.mailName, label: labelPair("hrs:mailbox.name") },
    address: { name: "mailAddress", kind: "text", maxLength: MAIL_MAX.mailAddress, label: labelPair("hrs:mailbox.address") },
    smtp: { name: "mailSmtp", kind: "text", maxLength: MAIL_MAX.mailSmtp, label: labelPair("hrs:mailbox.smtp") },
    security: {
      name: "mailSecurity",
      kind: "select",
      label: labelPair("hrs:mailbox.security"),
      options: [option("SSL", "SSL/TLS"), option("STARTTLS"), { value: "NONE", label: labelPair("hrs:mailbox.plain") }],
    },
    port,
    user: { name: "mailUser", kind: "text", maxLength: MAIL_MAX.mailUser, label: labelPair("hrs:mailbox.user") },
    signature: { name: "mailSignature", kind: "longText", maxLength: MAIL_MAX.mailSignature, label: labelPair("hrs:mailbox.signature") },
  };
}

function option(value: string, text = value) {
  return { value, label: { zh: text, en: text } };
}
