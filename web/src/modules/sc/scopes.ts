/** The scopes of business besides air export, by the small letters their paths, buttons and links begin with. */
import type { FormKey, ListKey } from "@/gen/contract";
import type { Scope } from "@/platform/scopes";

export const SC_SCOPES = ["ai", "se", "si", "te", "ti", "lc", "io"] as const;
export type ScScope = (typeof SC_SCOPES)[number];

/** The scope as settings and texts name it. */
export function scopeOf(scope: ScScope): Scope {
  return scope.toUpperCase() as Scope;
}

/** Where the orders of a scope are read and written. */
export function baseOf(scope: ScScope): string {
  return `/sc/order/${scope}`;
}

export function listKey(scope: string): ListKey {
  return `sc.${scope}-order.list` as ListKey;
}

export function formKey(scope: string): FormKey {
  return `sc.${scope}-order.form` as FormKey;
}
