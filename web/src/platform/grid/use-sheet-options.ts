/** What can be chosen in the columns of a sheet, and the look-up of what was typed or pasted as the text of a reference. */
import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import { CallError } from "@/platform/call/client";
import type { Field } from "@/platform/contract";
import { labelMember } from "@/platform/fields/editor-props";
import { type Choice, type DictionaryEntry, choiceQuery, dictionaryQuery, findChoices } from "@/platform/fields/sources";
import type { Values } from "@/platform/forms/form-store";
import { language, translate, useLabel } from "@/platform/i18n";
import type { CellOption } from "@/platform/grid/cell-text";
import type { Sheet, Sought } from "@/platform/grid/sheet";

/** At most so many questions at once: a paste may bring hundreds of names. */
const AT_ONCE = 4;

export function useSheetOptions(fields: Field[], rows: Values[]): Record<string, CellOption[]> {
  const label = useLabel();
  const english = language() === "en-US";
  const listed = fields.filter(({ options, dictionary }) => !options && dictionary !== undefined);
  const dictionaries = useQueries({
    queries: listed.map(({ dictionary }) => dictionaryQuery(dictionary)),
    combine: (results) => results.map(({ data }) => data),
  });
  const untold = useMemo(() => untoldIn(fields, rows), [fields, rows]);
  const names = useQueries({
    queries: untold.map(({ field, value }) => choiceQuery(field.reference ?? "", value)),
    combine: (results) => results.map(({ data }) => data),
  });
  return useMemo(() => {
    const own = fields.flatMap((field): [string, CellOption[]][] => {
      if (field.kind === "bool") return [[field.name, yesNo()]];
      const options = field.options?.map((each) => ({
        value: each.value,
        label: label(each.label),
        words: [each.value, each.label.zh, each.label.en],
      }));
      return options ? [[field.name, options]] : [];
    });
    const found = listed.map(({ name }, at): [string, CellOption[]] => [name, (dictionaries[at] ?? []).map((each) => entry(each, english))]);
    const named = fields.filter(refers).map(({ name }): [string, CellOption[]] => [
      name,
      untold.flatMap(({ field, value }, at) => (field.name === name && names[at] ? [{ value, label: names[at].label, words: [] }] : [])),
    ]);
    return Object.fromEntries([...own, ...found, ...named]);
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [fields, dictionaries, names, untold, english]);
}

/** The values of references without their words beside them, each once. */
function untoldIn(fields: Field[], rows: Values[]): { field: Field; value: string }[] {
  const found = new Map<string, { field: Field; value: string }>();
  for (const field of fields.filter(refers)) {
    for (const row of rows) {
      if (field.kind === "reference" && row[labelMember(field.name)]) continue;
      for (const value of [row[field.name] ?? []].flat().filter((each) => each !== "")) {
        found.set(`${field.name} ${String(value)}`, { field, value: String(value) });
      }
    }
  }
  return [...found.values()];
}

const refers = ({ kind, reference }: Field): boolean => kind === "reference" || (kind === "multi" && reference !== undefined);

function yesNo(): CellOption[] {
  const option = (value: string, key: string): CellOption => ({ value, label: translate(key), words: [translate(key)] });
  return [option("true", "platform:field.yes"), option("false", "platform:field.no")];
}

function entry({ value, paramText, paramTextEn, ediCode1 }: DictionaryEntry, english: boolean): CellOption {
  const words = [value, paramText, paramTextEn, ediCode1].filter((word): word is string => Boolean(word));
  return { value, label: (english && paramTextEn) || paramText, words, ...(ediCode1 ? { hint: ediCode1 } : {}) };
}

type Answer = Choice | null;

/** Looks for every text of a reference that has no value yet; each text is asked for once. */
export function useLookUps(sheet: Sheet, rows: Values[]): void {
  const queries = useQueryClient();
  const answers = useRef(new Map<string, Answer | "asked">());
  useEffect(() => {
    const known = answers.current;
    const sought = sheet.sought();
    const told = sought.flatMap((each) => {
      const answer = known.get(keyOf(each));
      return answer === undefined || answer === "asked" ? [] : [{ ...each, choice: answer }];
    });
    if (told.length > 0) sheet.settle(told);
    const open = sought.filter((each) => !known.has(keyOf(each)));
    if (open.length === 0) return;
    for (const each of open) known.set(keyOf(each), "asked");
    const ask = async (each: Sought): Promise<Sought & { choice: Answer | undefined }> => {
      try {
        const choices = await findChoices(queries, each.field.reference ?? "", each.text);
        return { ...each, choice: named(choices, each) };
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        // Asked again with the next change; till then saving refuses the text.
        return { ...each, choice: undefined };
      }
    };
    void inTurns(open, ask).then((found) => {
      for (const each of found) {
        if (each.choice === undefined) known.delete(keyOf(each));
        else known.set(keyOf(each), each.choice);
      }
      sheet.settle(found.flatMap(({ choice, ...each }) => (choice === undefined ? [] : [{ ...each, choice }])));
    });
  }, [sheet, rows, queries]);
}

const keyOf = ({ field, text }: Sought): string => `${field.name} ${text}`;

/**
 * The choice a text names exactly, or the only service item it names without its group. What is only like it is left to the
 * user.
 */
function named(choices: Choice[], { field, text }: Sought): Answer {
  const wanted = text.toLowerCase();
  const is = (word: string | undefined) => word?.toLowerCase() === wanted;
  const grouped = isServiceItem(field) ? choices.filter(({ label }) => is(behindGroup(label))) : [];
  const found = choices.find(({ value, label, hint }) => [String(value), label, hint].some(is)) ?? (grouped.length === 1 ? grouped[0] : undefined);
  return found ? { ...found, value: String(found.value) } : null;
}

/** Their choices stand in groups; the name of anything else may have a hyphen of its own. */
const isServiceItem = ({ reference }: Field): boolean => reference?.split("?")[0] === "serviceItem";

/** 空运费 of 干线-空运费: so a stored line names its service item, and so it comes out of a copied cell. */
const behindGroup = (label: string): string | undefined => /^[^-]+-(.+)$/.exec(label)?.[1];

async function inTurns<A, B>(all: A[], ask: (one: A) => Promise<B>): Promise<B[]> {
  const answers: B[] = [];
  let next = 0;
  const turn = async (): Promise<void> => {
    for (let at = next++; at < all.length; at = next++) answers[at] = await ask(all[at] as A);
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, all.length) }, turn));
  return answers;
}
