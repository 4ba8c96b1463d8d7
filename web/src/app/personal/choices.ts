/** The lists that are chosen from in 个人设置. One that cannot be read leaves the others alone. */
import { useQuery } from "@tanstack/react-query";
import { CallError, get } from "@/platform/call/client";
import type { Option } from "@/platform/contract";
import { language } from "@/platform/i18n";
import { EXPORT_TERMINALS, IMPORT_TERMINALS } from "@/platform/order/usual-terminal";
import type { Scope } from "@/platform/scopes";

const KEPT_MS = 600_000;
/** Dictionary of the sizes of labels. */
const LABEL_SIZES = "/afbase/category/modelCategory?categoryType=45";

export interface Choices {
  /** Undefined until they are read. */
  options: Option[] | undefined;
  failed: boolean;
  /** The list belongs to pages the user has not. */
  closed: boolean;
  retry(): void;
}

/** A choice whose text is the same in every language of the page. */
export function choice(value: string, text: string): Option {
  return { value, label: { zh: text, en: text } };
}

function useChoices<T>(path: string, optionOf: (item: T) => Option): Choices {
  const { data, error, refetch } = useQuery({
    queryKey: ["choices", path],
    staleTime: KEPT_MS,
    queryFn: ({ signal }) => get<T[]>(path, undefined, { quiet: true, signal }),
  });
  const closed = error instanceof CallError && error.status === 403;
  return { options: data?.map(optionOf), failed: error !== null, closed, retry: () => void refetch() };
}

interface Coded {
  ediCode1: string;
  paramText: string;
  paramTextEn?: string;
}

const textOf = ({ paramText, paramTextEn }: Omit<Coded, "ediCode1">): string =>
  (language() === "en-US" && paramTextEn) || paramText;

export function useDiallingCodes(): Choices {
  const optionOf = (item: Coded) => choice(item.ediCode1, `${textOf(item)} +${item.ediCode1}`);
  return useChoices("/hrs/org/listCategory/internationalCountryCode", optionOf);
}

export function useLanguages(): Choices {
  const optionOf = (item: { id: string; paramText: string }) => choice(item.id, item.paramText);
  return useChoices("/hrs/user/selectParamTexts", optionOf);
}

/** The first choice is that of no date at all, which only air export has. */
export function useDefaultDates(scope: Scope): Choices {
  const all = useChoices("/hrs/user/selectDefaultDates", (item: Coded) => choice(item.ediCode1, textOf(item)));
  return scope === "AE" ? all : { ...all, options: all.options?.slice(1) };
}

export function useLabelSizes(): Choices {
  return useChoices(LABEL_SIZES, (item: Coded & { value: string }) => choice(item.value, textOf(item)));
}

interface Warehouse {
  warehouseId: string;
  warehouseName: string;
}

export function useWarehouses(scope: "AE" | "AI"): Choices {
  const path = scope === "AE" ? EXPORT_TERMINALS : IMPORT_TERMINALS;
  const optionOf = (item: Warehouse) => choice(String(item.warehouseId), item.warehouseName);
  return useChoices(path, optionOf);
}

/** Users of the company, with their addresses. */
export function useColleagues(): Choices {
  const optionOf = (item: { label4: string; value: string }) => choice(String(item.value), item.label4);
  return useChoices("/hrs/dept/selectUser", optionOf);
}
