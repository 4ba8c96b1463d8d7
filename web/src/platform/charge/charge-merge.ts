/** Rows somebody else has saved meanwhile, with what was typed here laid over them. */
import type { Field } from "@/platform/contract";
import { labelMember } from "@/platform/fields/editor-props";
import type { Values } from "@/platform/forms/form-store";
import { isBlank } from "@/platform/forms/rows";
import type { AskedRows } from "@/platform/charge/charge-model";
import { entered, sameEntered } from "@/platform/charge/charge-rows";

export interface Merged {
  /** What was typed stays, where nobody else has changed the same. */
  free: Values[];
  /** What was typed stays everywhere. */
  mine: Values[];
  /** Both are not the same: its user has to choose. */
  crossed: boolean;
}

/** `base` is what was read before, by which both sides are told. */
export function mergeRows(base: Values[], mine: Values[], theirs: Values[], fields: Field[]): Merged {
  const merged: Merged = { free: [], mine: [], crossed: false };
  const [before, own] = [byId(base), byId(mine)];
  for (const row of theirs) {
    const [was, typed] = [before.get(row["id"]), own.get(row["id"])];
    if (!was || (typed && sameEntered(was, typed, fields))) put(merged, row, row);
    else if (typed) mergeRow(merged, was, typed, row, fields);
    // Removed here: it goes, unless it is another by now.
    else if (!sameEntered(was, row, fields) || row["closed"]) put(merged, row, row["closed"] ? row : null);
  }
  const there = byId(theirs);
  for (const row of mine) {
    const was = before.get(row["id"]);
    if (!row["id"]) put(merged, row, row);
    else if (!there.has(row["id"]) && was && !sameEntered(was, row, fields)) put(merged, null, withoutId(row));
  }
  return merged;
}

/** Proposed rows, with what was typed since they were asked for laid over them; what was removed since stays removed. */
export function proposedRows({ rows, places }: AskedRows, proposed: Values[], now: Values[], fields: Field[]): Values[] {
  const made = new Map(places.map((place, at) => [place, proposed[at]]));
  const ids = new Map(rows.flatMap(({ id }, place): [unknown, number][] => (id ? [[id, place]] : [])));
  const placeOf = (row: Values, at: number): number | undefined => {
    if (row["id"]) return ids.get(row["id"]);
    const same = rows.indexOf(row);
    if (same >= 0) return same;
    return rows[at] && !rows[at]["id"] ? at : undefined;
  };
  const laid = now.flatMap((row, at): Values[] => {
    const place = placeOf(row, at);
    const [was, next] = place === undefined ? [] : [rows[place], made.get(place)];
    if (!was) return [row];
    const changed = differing(entered(was, fields), entered(row, fields));
    // A row of nothing was not sent, and is left out.
    if (!next) return changed.length > 0 ? [row] : [];
    return [changed.length > 0 ? over(next, row, changed) : next];
  });
  return [...laid, ...proposed.slice(places.length)];
}

/** Rows behind those of a grid; rows of nothing give way to them. */
export const besideRows = (now: Values[], rows: Values[], fields: Field[]): Values[] => [...now.filter((row) => !isBlank(fields, row)), ...rows];

/** The members that are not the same in both. */
function differing(one: Values, other: Values): string[] {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((name) => one[name] !== other[name]);
}

function mergeRow(merged: Merged, was: Values, typed: Values, theirs: Values, fields: Field[]): void {
  // What was put on a bill meanwhile can't be changed.
  if (theirs["closed"]) return put(merged, theirs, theirs);
  const [old, own, now] = [was, typed, theirs].map((row) => entered(row, fields)) as [Values, Values, Values];
  const changed = differing(old, own);
  const free = changed.filter((name) => old[name] === now[name] || own[name] === now[name]);
  put(merged, over(theirs, typed, free), over(theirs, typed, changed));
}

/** Members of a row over those of another, with the words beside them. */
function over(row: Values, typed: Values, names: string[]): Values {
  const words = Object.keys(typed).filter((name) => names.some((each) => labelMember(each) === name));
  return { ...row, ...(Object.fromEntries([...names, ...words].map((name) => [name, typed[name] ?? null])) as Values) };
}

function put(merged: Merged, free: Values | null, mine: Values | null): void {
  if (free) merged.free.push(free);
  if (mine) merged.mine.push(mine);
  if (free !== mine && JSON.stringify(free) !== JSON.stringify(mine)) merged.crossed = true;
}

const byId = (rows: Values[]): Map<unknown, Values> => new Map(rows.filter(({ id }) => Boolean(id)).map((row) => [row["id"], row]));

/** A row somebody has removed is a new one. */
const withoutId = (row: Values): Values => Object.fromEntries(Object.entries(row).filter(([name]) => name !== "id"));
