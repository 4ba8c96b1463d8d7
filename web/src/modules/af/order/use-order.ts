/** One order in its form: loading, the live check of the server, saving. */
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { businessDay } from "@/platform/business-time";
import { CallError, get, post } from "@/platform/call/client";
import { submit } from "@/platform/call/submit";
import type { Finding, Section } from "@/platform/contract";
import { FormStore, type Values } from "@/platform/forms/form-store";
import { jumpTo } from "@/platform/forms/form-keys";
import { translate } from "@/platform/i18n";
import { type Checked, LiveCheck, shownFindings } from "@/platform/forms/live-check";
import type { Marks } from "@/platform/order/marked";
import { EXPORT_TERMINALS, usualTerminal } from "@/platform/order/usual-terminal";
import { loadPersonal } from "@/platform/personal";
import { toast } from "@/platform/toast";
import { useLoad } from "@/platform/use-load";
import { orderBody } from "./order-body";
import { presetsOf } from "./order-presets";

/** Which order the page is about. */
export interface OrderSource {
  uuid: string | null;
  /** A new order after the model of another. */
  copyFrom: string | null;
  parts: string[];
}

interface SavedOrder {
  orderUuid: string;
  orderCode: string;
  rowUuid: string;
  findings: Finding[];
}

/** Figures that are shown as computed, whatever was typed. */
const ALWAYS_COMPUTED = ["planDensity", "confirmDensity", "incomeChargeWeight", "costChargeWeight"];
const DEFAULTED = ["salesId", "servicerId"];

interface AirChecked extends Checked {
  marks: Marks;
}

export interface OrderForm {
  form: FormStore;
  state: "loading" | "ready" | "failed";
  message: string;
  marks: Marks;
  /** Volume weights of the two sides, which are not members of the order. */
  volumeWeights: { plan: number | null; confirm: number | null };
  saving: boolean;
  reload(): Promise<void>;
  /** Answers the uuid of the saved order, null when it was not saved. */
  save(tab: string): Promise<string | null>;
}

export function useOrder(source: OrderSource, sections: Section[]): OrderForm {
  const [form] = useState(() => new FormStore());
  const [state, setState] = useState<OrderForm["state"]>("loading");
  const [message, setMessage] = useState("");
  const [marks, setMarks] = useState<Marks>({});
  const [volumeWeights, setVolumeWeights] = useState<OrderForm["volumeWeights"]>({ plan: null, confirm: null });
  const [saving, setSaving] = useState(false);
  const queries = useQueryClient();
  const busy = useRef(false);
  const { uuid, copyFrom } = source;
  const parts = source.parts.join(",");

  const show = useCallback((checked: AirChecked, attempted: boolean) => {
    form.compute(followed(form.all(), checked.computed));
    setMarks(checked.marks);
    setVolumeWeights({ plan: figure(checked, "planVolumeWeight"), confirm: figure(checked, "confirmVolumeWeight") });
    form.setFindings(shownFindings(form, checked.findings, attempted));
  }, [form]);
  const [check] = useState(() => liveCheck(form, sections));
  useEffect(() => (state === "ready" ? check.listen(show) : undefined), [check, show, state]);

  const reload = useCallback(async () => {
    try {
      const order = await read(uuid, copyFrom, parts, queries);
      check.forget();
      form.reset(order);
      setMarks((order["marks"] as Marks | undefined) ?? {});
      setState("ready");
      void check.look();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setMessage(error.message || translate("platform:error.loadFailed"));
      setState("failed");
    }
  }, [check, copyFrom, form, parts, queries, uuid]);

  useLoad(() => {
    setState("loading");
    void reload();
  }, [reload]);

  const save = async (tab: string): Promise<string | null> => {
    if (busy.current) return null;
    busy.current = true;
    setSaving(true);
    try {
      check.attempted();
      const path = uuid ? "/afbase/order/doUpdate" : "/afbase/order/doSave";
      const result = await submit((confirmed) => {
        const body = { ...orderBody(sections, form.all()), ...(uuid ? { tab } : {}) };
        return post<SavedOrder>(path, confirmed.length > 0 ? { ...body, confirmed } : body, { quiet: true });
      });
      if (result.kind === "findings") {
        form.setFindings(result.findings);
        const first = result.findings.find((found) => found.severity === "error") ?? result.findings[0];
        if (first) toast.failed(first.message);
        if (first) jumpTo(first.field);
        return null;
      }
      if (result.kind === "declined" && result.field) jumpTo(result.field);
      if (result.kind === "stale" && result.reload) await reload();
      if (result.kind !== "saved") return null;
      void queries.invalidateQueries({ queryKey: ["list"] });
      check.forget();
      form.reset(form.all());
      if (uuid) await reload();
      form.setFindings(result.warnings);
      return result.data.orderUuid;
    } finally {
      busy.current = false;
      setSaving(false);
    }
  };
  return { form, state, message, marks, volumeWeights, saving, reload, save };
}

/** The check of air export; a charge weight that was typed stays, an emptied one follows again. */
function liveCheck(form: FormStore, sections: Section[]): LiveCheck<AirChecked> {
  const ask = () => post<AirChecked>("/afbase/order/check", orderBody(sections, form.all()), { quiet: true });
  return new LiveCheck(form, ask, (path) => {
    if (path !== "planChargeWeight" && path !== "confirmChargeWeight") return;
    const value = form.get(path);
    form.compute({ [path.replace("Weight", "Manual")]: value !== null && value !== undefined });
  });
}

function read(uuid: string | null, copyFrom: string | null, parts: string, queries: QueryClient): Promise<Values> {
  if (uuid) return get<Values>(`/afbase/order/view/${encodeURIComponent(uuid)}`, undefined, { quiet: true });
  if (copyFrom) {
    const path = `/afbase/order/copy/${encodeURIComponent(copyFrom)}`;
    return post<Values>(path, { parts: parts.split(",").filter(Boolean) }, { quiet: true });
  }
  return readNew(queries);
}

async function readNew(queries: QueryClient): Promise<Values> {
  const blank = get<Values>("/afbase/order/new", { businessScope: "AE" }, { quiet: true });
  const [order, personal] = await Promise.all([blank, loadPersonal(queries)]);
  const terminal = order["departureWarehouse"] ? null : await usualTerminal(EXPORT_TERMINALS, personal.aeWarehouseId);
  const presets = presetsOf(order, personal.scopes.AE, businessDay(new Date()));
  return { ...order, ...presets, ...(terminal ? { departureWarehouse: terminal.warehouseName } : {}) };
}

/** Computed members that take the place of what stands in the form: an overwritten charge weight stays. */
function followed(values: Values, computed: Record<string, unknown>): Record<string, unknown> {
  const changes: Record<string, unknown> = {};
  for (const name of ALWAYS_COMPUTED) if (name in computed) changes[name] = computed[name];
  for (const side of ["plan", "confirm"]) {
    if (values[`${side}ChargeManual`] !== true) changes[`${side}ChargeWeight`] = computed[`${side}ChargeWeight`] ?? null;
    for (const name of [`${side}Pieces`, `${side}Volume`]) {
      const before = values[`${name}Followed`];
      const now = values[name];
      const empty = now === null || now === undefined || now === "";
      if (computed[name] !== undefined && (empty || now === before)) changes[name] = computed[name];
      changes[`${name}Followed`] = computed[name];
    }
  }
  for (const name of DEFAULTED) if (!values[name] && computed[name]) changes[name] = computed[name];
  return changes;
}

function figure(checked: AirChecked, name: string): number | null {
  const value = checked.computed[name];
  return typeof value === "number" ? value : null;
}
