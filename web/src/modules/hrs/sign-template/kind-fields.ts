/** The kind that stands below mails; all others stand on papers. */
export const MAIL = "邮件签名";
/** Kinds of a sign template that are texts. */
const TEXTS = new Set<unknown>(["签名文本", MAIL]);

export const VARIABLES = "{orgName} {orgEname} {userName} {userEname} {phone} {email} {date} {place}";

export function takesVariables(kind: unknown): boolean {
  return TEXTS.has(kind);
}
