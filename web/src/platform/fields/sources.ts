/** Options of dictionaries and references, fetched once and shared. */
import { type QueryClient, useQuery } from "@tanstack/react-query";
import { get } from "@/platform/call/client";
import { language } from "@/platform/i18n";
import { staticData } from "@/platform/static-data";

export interface DictionaryEntry {
  categoryId: string;
  paramText: string;
  paramTextEn?: string;
  value: string;
  ediCode1?: string;
  isDefault?: boolean;
}

export interface Choice {
  value: string;
  label: string;
  hint?: string;
}

const KEPT_MS = 600_000;

export function dictionaryQuery(type: number | undefined) {
  return {
    queryKey: ["dictionary", type],
    enabled: type !== undefined,
    staleTime: KEPT_MS,
    queryFn: () =>
      get<DictionaryEntry[]>("/afbase/category/modelCategory", { categoryType: type }, { quiet: true }),
  };
}

export function useDictionary(type: number | undefined): DictionaryEntry[] {
  const { data } = useQuery(dictionaryQuery(type));
  return data ?? [];
}

/** `coop?role=customer` → the select call and its fixed query. */
function source(reference: string): { path: string; fixed: Record<string, string> } {
  const [name = "", query = ""] = reference.split("?");
  return { path: `/platform/select/${name}`, fixed: Object.fromEntries(new URLSearchParams(query)) };
}

/** Choices matching what was typed. */
export function useChoices(reference: string, keyword: string, enabled: boolean) {
  const { path, fixed } = source(reference);
  return useQuery<Choice[]>({
    queryKey: ["select", reference, keyword],
    enabled,
    placeholderData: (before) => before,
    queryFn: ({ signal }) => get<Choice[]>(path, { ...fixed, keyword }, { quiet: true, signal }),
  });
}

/** The choices of a text, asked for once. */
export function findChoices(queries: QueryClient, reference: string, keyword: string): Promise<Choice[]> {
  const { path, fixed } = source(reference);
  return queries.fetchQuery<Choice[]>({
    queryKey: ["select", reference, keyword],
    queryFn: () => get<Choice[]>(path, { ...fixed, keyword }, { quiet: true }),
  });
}

/** Where goods leave from, and where they arrive, by the name of a field. */
const LEAVES = /^(departure|from)/i;
const ARRIVES = /^(arrival|to)/i;

/** What an airport is chosen from before anything is typed: the cities of the own country first where goods leave. */
export function hotAirports({ name, reference }: { name: string; reference?: string | undefined }): Choice[] {
  const leaves = LEAVES.test(name);
  if (reference !== "airport" || !(leaves || ARRIVES.test(name))) return [];
  const [own, others] = [staticData("hotCitiesExport"), staticData("hotCitiesImport")];
  const english = language() === "en-US";
  const cities = leaves ? [...own, ...others] : [...others, ...own];
  return cities.map(({ code, cityCn, cityEn }) => ({ value: code, label: code, hint: english ? cityEn : cityCn }));
}

/** The choice of a value. */
export function choiceQuery(reference: string, value: unknown, enabled = true) {
  const { path, fixed } = source(reference);
  const wanted = value === null || value === undefined ? "" : String(value);
  return {
    queryKey: ["select-one", reference, wanted],
    enabled: enabled && wanted !== "",
    staleTime: KEPT_MS,
    queryFn: async (): Promise<Choice | null> => {
      const found = await get<Choice[]>(path, { ...fixed, value: wanted }, { quiet: true });
      return found.find((each) => String(each.value) === wanted) ?? null;
    },
  };
}

/** What stands for a value before its label is there: a code says something by itself, the number of a row nothing. */
export function meanwhile(value: unknown): string {
  const text = String(value);
  return /^\d{4,}$/.test(text) ? "…" : text;
}

/** The label of a stored value nobody has told us. */
export function useChoice(reference: string, value: unknown, enabled: boolean) {
  return useQuery(choiceQuery(reference, value, enabled));
}
