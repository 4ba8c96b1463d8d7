/** The forms of a master's houses that are being filled in: going from one to the next loses nothing that was typed. */
import { useBlocker } from "@tanstack/react-router";
import { useEffect, useSyncExternalStore } from "react";
import { type WaybillKey, storeForm } from "@/modules/awb/form/store-form";
import { type WaybillMeta, atBoxes, boxesOf } from "@/modules/awb/form/waybill-model";
import { FormStore, useDirty } from "@/platform/forms/form-store";
import { confirmLeave } from "@/platform/forms/use-leave-guard";
import { keptBy, usePageTab } from "@/platform/page-tab";

export interface KeptForm {
  form: FormStore;
  /** What is known of it; none before it was read. */
  meta: WaybillMeta | null;
  /** Remembers what is known of it now. */
  keep(meta: WaybillMeta): void;
}

const NONE: readonly string[] = [];

export class HouseDesk {
  private readonly kept = new Map<string, KeptForm & { key: WaybillKey }>();
  private readonly listeners = new Set<() => void>();
  private open: readonly string[] = NONE;

  /** The form of a house, as it was left. */
  of(key: WaybillKey): KeptForm {
    const id = key.hawbId ?? "";
    const known = this.kept.get(id);
    if (known) return known;
    const fresh: KeptForm & { key: WaybillKey } = {
      key,
      form: new FormStore(boxesOf({}, "house")),
      meta: null,
      keep: (meta) => {
        fresh.meta = meta;
      },
    };
    this.kept.set(id, fresh);
    fresh.form.subscribe(this.look);
    return fresh;
  }

  /** Houses with something that is not saved. */
  unsaved = (): readonly string[] => this.open;

  giveUp(): void {
    for (const { form } of this.kept.values()) form.giveUp();
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Forgets a house that is gone, or is read anew. */
  drop(hawbId: string): void {
    this.kept.delete(hawbId);
    this.look();
  }

  /** Saves a house nobody looks at; what is wrong with it stands in its form when it is opened. */
  async save(hawbId: string): Promise<boolean> {
    const each = this.kept.get(hawbId);
    if (!each?.meta) return false;
    const { result, meta } = await storeForm(each.key, each.form, each.meta, false);
    each.meta = meta;
    if (result.kind === "findings") each.form.setFindings(atBoxes(result.findings));
    if (result.kind === "stale" && result.reload) this.drop(hawbId);
    return result.kind === "saved";
  }

  private readonly look = (): void => {
    const now = [...this.kept].filter(([, { form }]) => form.dirty()).map(([id]) => id);
    if (now.join() === this.open.join()) return;
    this.open = now;
    for (const listener of this.listeners) listener();
  };
}

const nothing = (): (() => void) => () => undefined;

export function useUnsaved(desk: HouseDesk | undefined): readonly string[] {
  return useSyncExternalStore(desk?.subscribe ?? nothing, desk?.unsaved ?? (() => NONE));
}

/** Guards what is unsaved; houses of the same order keep theirs while another is open, a tab keeps them all, and a form
 *  that was stored goes to its own address. */
export function useWaybillGuard(form: FormStore, orderUuid: string, desk?: HouseDesk, stored: string | null = null): void {
  const dirty = useDirty(form);
  const unsaved = useUnsaved(desk);
  const tab = usePageTab();
  const any = () => form.dirty() || (desk?.unsaved().length ?? 0) > 0;
  const open = dirty || unsaved.length > 0;
  // Forms of one order are one thing to lose.
  const held = desk ?? form;
  useEffect(() => {
    tab?.say(held, open);
    return () => tab?.gone(held);
  }, [tab, held, open]);
  useBlocker({
    shouldBlockFn: async (going) => {
      const { next } = going;
      const search = next.search as Record<string, unknown>;
      if (desk && next.pathname === "/hawb_info_page" && search["o"] === orderUuid) return false;
      if (stored !== null && search["awbPrintId"] === stored) return false;
      if (keptBy(tab, going)) return false;
      return any() && !(await confirmLeave());
    },
    enableBeforeUnload: any,
    disabled: !open,
  });
}
