/** What a user has set up for himself about orders: read once in a session, used by lists and forms of every scope. */
import { type QueryClient, useQuery } from "@tanstack/react-query";
import { get } from "@/platform/call/client";
import { SCOPES, type Scope } from "@/platform/scopes";
import { useSession } from "@/platform/session";

export const EXTEND_CALL = "/hrs/user/getHrsUserExtend";

/** The answer of the call: flat, its members named after the scopes. */
export type PersonalExtend = Record<string, unknown>;

export type Measure = "weight" | "volume" | "chargeWeight" | "density";
type Digits = Record<Exclude<Measure, "density">, number> & { density?: number };

const few: Digits = { weight: 1, volume: 3, chargeWeight: 2 };
const many: Digits = { weight: 3, volume: 3, chargeWeight: 3 };

/** Decimals of who has chosen none. Density is a measure of air export alone. */
export const DEFAULT_DIGITS: Record<Scope, Digits> = {
  AE: { ...few, density: 2 },
  AI: few,
  SE: many,
  SI: many,
  TE: many,
  TI: many,
  LC: few,
  IO: few,
};

export const DEFAULT_LOCK_STATUS = "2";
export const DEFAULT_FEE_SERVICE = "ZH";
export const DEFAULT_LOADING_DATE = "LOCALTIME";

const MEMBER = {
  weight: "order{X}DigitsWeight",
  volume: "order{X}DigitsVolume",
  chargeWeight: "order{X}DigitsChargeWeight",
  density: "order{X}DigitsDensity",
  defaultDate: "order{X}DefaultDate",
  station: "order{X}DefaultStation",
  feeService: "fee{X}DefaultService",
  lockStatus: "personal{X}LockPageLockStatus",
} as const;

/** The member that holds a setting of a scope: ("AE", "weight") → orderAeDigitsWeight. */
export function memberOf(scope: Scope, setting: keyof typeof MEMBER): string {
  return MEMBER[setting].replace("{X}", scope.charAt(0) + scope.slice(1).toLowerCase());
}

/** Id of a chosen warehouse; the wire says -1 for none. */
export function warehouseOf(id: unknown): string | null {
  const text = textOf(id);
  return text === "" || text === "-1" ? null : text;
}

export interface ScopeSettings {
  digits: Digits;
  /** Days after today a new order begins with, null for none. */
  defaultDays: number | null;
  station: string;
  feeService: string;
  /** "2" all, "1" locked, "0" unlocked. */
  lockStatus: string;
}

export interface Personal {
  scopes: Record<Scope, ScopeSettings>;
  /** Of labels of air export. */
  labelSize: string | null;
  /** Whether a new house waybill begins with the data of its master. */
  hawbCopy: boolean;
  loadingDateType: string;
  aeWarehouseId: string | null;
  aiWarehouseId: string | null;
}

/** The answer by scope; what was never saved takes its default. */
export function personalOf(extend: PersonalExtend): Personal {
  return {
    scopes: Object.fromEntries(SCOPES.map((scope) => [scope, scopeOf(extend, scope)])) as Record<Scope, ScopeSettings>,
    labelSize: textOf(extend["orderAeDefaultBarcodeLabelSize"]) || null,
    hawbCopy: textOf(extend["orderAeHawbCopyAwbInfo"]) !== "0",
    loadingDateType: textOf(extend["loadingDateType"]) || DEFAULT_LOADING_DATE,
    aeWarehouseId: warehouseOf(extend["aeWarehouseId"]),
    aiWarehouseId: warehouseOf(extend["aiWarehouseId"]),
  };
}

function scopeOf(extend: PersonalExtend, scope: Scope): ScopeSettings {
  const text = (setting: keyof typeof MEMBER) => textOf(extend[memberOf(scope, setting)]);
  const usual = Object.entries(DEFAULT_DIGITS[scope]) as [Measure, number][];
  return {
    digits: Object.fromEntries(usual.map(([measure, digits]) => [measure, whole(text(measure)) ?? digits])) as Digits,
    defaultDays: whole(text("defaultDate")),
    station: text("station"),
    feeService: text("feeService") || DEFAULT_FEE_SERVICE,
    lockStatus: text("lockStatus") || DEFAULT_LOCK_STATUS,
  };
}

function textOf(value: unknown): string {
  return value === null || value === undefined ? "" : String(value);
}

function whole(text: string): number | null {
  return /^\d+$/.test(text) ? Number(text) : null;
}

function personalQuery(userId: string) {
  return {
    queryKey: ["personal", userId],
    queryFn: () => get<PersonalExtend>(EXTEND_CALL, undefined, { quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  };
}

/** The settings of whoever is logged in. A page that cannot wait begins with those of `personalOf({})`. */
export function usePersonal() {
  const userId = useSession((state) => state.user?.userId ?? "");
  return useQuery({ ...personalQuery(userId), enabled: userId !== "", select: personalOf });
}

/** The settings where code cannot wait for a component; those of who has chosen nothing when they cannot be read. */
export async function loadPersonal(queries: QueryClient): Promise<Personal> {
  const userId = useSession.getState().user?.userId ?? "";
  return personalOf(await queries.ensureQueryData(personalQuery(userId)).catch(() => ({})));
}

/** After a save the next page that asks gets the new ones. */
export function forgetPersonal(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({ queryKey: ["personal"] });
}
