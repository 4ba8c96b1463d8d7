/** The levels of a setting as the form holds them. */

export interface Condition {
  field: string;
  compare: string;
  value: string;
}

export interface Level {
  name: string;
  approverType: string;
  approverIds: string[];
  approverUp: number;
  mode: string;
  conditions: Condition[];
  limitHours: number;
  onTimeout: string;
  ccIds: string[];
}

export const LEVELS_MAX = 9;
export const CONDITIONS_MAX = 5;

export const APPROVERS = ["user", "role", "deptHead", "upperHead", "sales", "servicer", "coopOwner", "admin"] as const;
export const MODES = ["any", "all", "order"] as const;
/** What happens when nobody decides in time. */
export const TIMEOUTS = ["remind", "agree", "refuse", "admin"] as const;
/** What is compared as a number; texts are only equal or not. */
export const COMPARES = ["eq", "ne", "gt", "ge", "lt", "le", "in"] as const;
export const TEXT_COMPARES = ["eq", "ne", "in"] as const;

export function newLevel(): Level {
  return {
    name: "",
    approverType: "user",
    approverIds: [],
    approverUp: 1,
    mode: "any",
    conditions: [],
    limitHours: 0,
    onTimeout: "remind",
    ccIds: [],
  };
}

/** The levels with one changed. */
export function changed(levels: Level[], place: number, part: Partial<Level>): Level[] {
  return levels.map((level, index) => (index === place ? { ...level, ...part } : level));
}

/** The levels with one moved up by one. */
export function raised(levels: Level[], place: number): Level[] {
  const level = levels[place];
  if (!level || place === 0) return levels;
  const others = levels.filter((_, index) => index !== place);
  return [...others.slice(0, place - 1), level, ...others.slice(place - 1)];
}

/** A condition that compares otherwise: only what belongs to several keeps more than one value. */
export function comparing(condition: Condition, compare: string): Partial<Condition> {
  return compare === "in" ? { compare } : { compare, value: condition.value.split(",")[0] ?? "" };
}

/** Another kind of approver names nobody yet. */
export function withApprover(approverType: string): Partial<Level> {
  return { approverType, approverIds: [] };
}
