/** Own rights of a user beside those of the roles: what is set for which node, and what of it is sent. */
import type { PermissionNode } from "@/modules/hrs/common/permission-tree";
import type { Finding } from "@/platform/contract";
import type { Values } from "@/platform/forms/form-store";

export type OverrideState = "role" | "allow" | "deny";

export interface RightNode extends PermissionNode {
  /** The company itself holds it, so it may be allowed. */
  ofOrg: boolean;
  state: OverrideState;
  until: string | null;
  reason: string | null;
  /** What is in force now, and whence it comes. */
  effective: boolean;
  source: string;
}

export interface UserRights {
  version: number;
  nodes: RightNode[];
}

export interface Override {
  state: Exclude<OverrideState, "role">;
  until: string | null;
  reason: string;
}

export type Overrides = Record<string, Override>;

export const NO_OVERRIDES: Overrides = {};

/** Only what differs from the roles, by node. */
export function overridesOf({ nodes }: UserRights): Values {
  const own = nodes.flatMap(({ id, state, until, reason }) => (state === "role" ? [] : [[id, { state, until: until || null, reason: reason ?? "" }] as const]));
  return { overrides: Object.fromEntries(own) };
}

/** Sets the state of a node; a date and a reason given before stay with it until it follows the roles again. */
export function withState(overrides: Overrides, id: string, state: OverrideState): Overrides {
  const { [id]: before, ...others } = overrides;
  if (state === "role") return others;
  return { ...others, [id]: { until: null, reason: "", ...before, state } };
}

export function overridesBody(values: Values): Values {
  const overrides = Object.entries((values["overrides"] ?? {}) as Overrides).map(([permissionId, { state, until, reason }]) => ({
    permissionId,
    allowed: state === "allow",
    until,
    reason: reason.trim(),
  }));
  return { overrides };
}

/** Findings of the server about one member of an own right. */
const ABOUT: Record<string, string> = { "user.override_reason": "reason", "user.override_until": "until" };

/** The server names the node; its finding stands at the member it is about. */
export function placeOverride(finding: Finding, values: Values): Finding {
  const overrides = (values["overrides"] ?? {}) as Overrides;
  if (!(finding.field in overrides)) return finding;
  return { ...finding, field: overridePath(finding.field, ABOUT[finding.key] ?? "state") };
}

export function overridePath(id: string, member: string): string {
  return `overrides.${id}.${member}`;
}
