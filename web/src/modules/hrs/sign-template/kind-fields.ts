/** What the content of a template is made of, by its kind. */
const PLACE = ["files", "widthMm", "rightMm", "bottomMm"];
const FIELDS: Record<string, string[]> = {
  印章: ["document", "sealType", ...PLACE],
  签字: ["document", "userId", ...PLACE],
  签名文本: ["document", "signText"],
  邮件签名: ["mailText"],
};

export function isOfKind(kind: unknown, field: string): boolean {
  return FIELDS[String(kind ?? "")]?.includes(field) ?? false;
}

export const VARIABLES = "{orgName} {orgEname} {userName} {userEname} {phone} {email} {date} {place}";

export function takesVariables(kind: unknown): boolean {
  return isOfKind(kind, "signText") || isOfKind(kind, "mailText");
}
