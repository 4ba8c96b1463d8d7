/** The eight scopes of orders, by the small letters their paths, buttons and links begin with. */
import type { FormKey, ListKey } from "@/gen/contract";
import type { FormPage } from "@/platform/contract";
import { declaredForm } from "@/platform/page-registry";
import type { Scope } from "@/platform/scopes";

export const PREFIXES = ["af", "ai", "se", "si", "te", "ti", "lc", "io"] as const;
export type Prefix = (typeof PREFIXES)[number];

const roomOf = (prefix: Prefix) => (prefix === "af" ? "af.order" : `sc.${prefix}-order`);

/** The scope as settings and texts name it. */
export const scopeOf = (prefix: Prefix): Scope => (prefix === "af" ? "AE" : (prefix.toUpperCase() as Scope));
export const listKey = (prefix: Prefix) => `${roomOf(prefix)}.list` as ListKey;
export const formKey = (prefix: Prefix) => `${roomOf(prefix)}.form` as FormKey;
/** The page of the list; the form stands behind it. */
export const listPath = (prefix: Prefix) => `/${prefix}_order`;

export const formOf = (prefix: Prefix): FormPage | undefined => declaredForm(formKey(prefix));

/** Where the calls of the orders of a scope stand, beside that of their check. */
export const baseOf = (page: FormPage): string => page.check?.replace(/\/check$/, "") ?? "";
