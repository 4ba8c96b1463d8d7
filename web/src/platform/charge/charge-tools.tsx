/** What fills the grids by other ways than typing: rating, templates, copies, new rates, files. Each proposes, and its user decides. */
import { Button } from "antd";
import { Suspense, lazy, useState } from "react";
import { get } from "@/platform/call/client";
import { submit } from "@/platform/call/submit";
import { DropMenu } from "@/platform/drop-menu";
import { rowsOf } from "@/platform/forms/rows";
import { type Values, useValue } from "@/platform/forms/form-store";
import { isNothing } from "@/platform/nothing";
import { translate, useText } from "@/platform/i18n";
import { toast } from "@/platform/toast";
import { ChargeExport } from "@/platform/charge/charge-export";
import { unreconciled } from "@/platform/charge/unreconciled";
import { BASE, type Proposal, SIDES, isShown } from "@/platform/charge/charge-model";
import { entered } from "@/platform/charge/charge-rows";
import type { Template, Tool } from "@/platform/charge/tool-fields";
import { unbilled } from "@/platform/charge/unbilled";
import type { ChargesHands } from "@/platform/charge/use-charges";

// The dialogs come when they are opened.
const ToolDialog = lazy(async () => ({ default: (await import("@/platform/charge/tool-dialog")).ToolDialog }));
const ImportDialog = lazy(async () => ({ default: (await import("@/platform/charge/import-dialog")).ImportDialog }));
const BillDialog = lazy(async () => ({ default: (await import("@/platform/charge/bill-dialog")).BillDialog }));
const PayDialog = lazy(async () => ({ default: (await import("@/platform/charge/pay-dialog")).PayDialog }));
const ResultDialog = lazy(async () => ({ default: (await import("@/platform/charge/result-dialog")).ResultDialog }));

/** The button that allows each. */
const CODES: Record<Tool, string> = {
  rate: "css-charge-rate",
  applyTemplate: "css-charge-template",
  copyIncomeToCost: "css-charge-copy",
  copyOrder: "css-charge-copy-order",
  refreshRate: "css-charge-refresh",
  import: "css-charge-import",
};

interface Open {
  tool: Tool;
  templates: Template[];
}

export function ChargeTools({ charges }: { charges: ChargesHands }) {
  const t = useText();
  const [open, setOpen] = useState<Open | null>(null);
  const [proposed, setProposed] = useState<{ tool: Tool; proposal: Proposal } | null>(null);
  const [waits, setWaits] = useState(false);
  const [bills, setBills] = useState(false);
  const [pays, setPays] = useState(false);
  const { told, form } = charges;
  const rows = { income: useValue(form, "income"), cost: useValue(form, "cost") };
  if (!told) return null;
  const sides = SIDES.filter((side) => isShown(rows[side]) && !told.closed[side]);
  const may = (tool: Tool) => told.buttons.includes(CODES[tool]) && sides.length > 0;
  // The income that is copied may be closed, the cost it becomes may not.
  const copied = rowsOf(rows.income).some((row) => !isNothing(row["serviceItemId"]));
  const word = (tool: Tool) => t(`css:tool.${tool}.title`);
  const press = async (tool: Tool) => {
    // The rows go along but for a file, and what can't be read would be lost on the way.
    if (tool !== "import" && !charges.readable()) return;
    setWaits(true);
    try {
      if (tool === "refreshRate") {
        const result = await submit(() => charges.propose(tool, {}), { done: false });
        if (result.kind === "saved") setProposed({ tool, proposal: result.data });
        if (result.kind === "findings") toast.failed(result.findings[0]?.message ?? "");
      } else if (tool === "applyTemplate") {
        const result = await submit(() => get<Template[]>(`${BASE}/templates`, { orderUuid: told.order.orderUuid }, { quiet: true }), { done: false });
        if (result.kind !== "saved") return;
        if (result.data.length === 0) toast.info(t("css:tool.applyTemplate.none"));
        else setOpen({ tool, templates: result.data });
      } else setOpen({ tool, templates: [] });
    } finally {
      setWaits(false);
    }
  };
  const done = (proposal: Proposal) => {
    if (open) setProposed({ tool: open.tool, proposal });
    setOpen(null);
  };
  const take = (proposal: Proposal) => {
    setProposed(null);
    const before = Object.fromEntries(SIDES.map((side) => [side, form.get(side)]));
    const typed = () => JSON.stringify(SIDES.map((side) => rowsOf(form.get(side)).map((row) => entered(row, charges.fields[side]))));
    charges.take(proposal);
    const taken = typed();
    const undo = () => {
      // What was typed since is not taken back along with it.
      if (typed() === taken) charges.take({ ...(before as Values), totals: charges.totals, result: [] });
      else toast.warn(translate("css:result.changedSince"));
    };
    toast.undoable(t("css:result.taken"), { text: t("platform:batch.undo"), run: undo });
  };
  const copies = (["copyIncomeToCost", "copyOrder"] as const).filter((tool) => may(tool) && (tool === "copyOrder" || (copied && sides.includes("cost"))));
  return (
    <>
      {(["rate", "applyTemplate"] as const).filter(may).map((tool) => (
        <Button key={tool} disabled={waits} onClick={() => void press(tool)}>
          {word(tool)}
        </Button>
      ))}
      {copies.length > 0 && (
        <DropMenu menu={{ items: copies.map((tool) => ({ key: tool, label: word(tool), onClick: () => void press(tool) })) }}>
          <Button>{t("css:tool.copy")}</Button>
        </DropMenu>
      )}
      {(["refreshRate", "import"] as const).filter(may).map((tool) => (
        <Button key={tool} disabled={waits} onClick={() => void press(tool)}>
          {word(tool)}
        </Button>
      ))}
      {told.buttons.includes("css-dn-add") && unbilled(told.income).length > 0 && (
        <Button disabled={waits} onClick={() => setBills(true)}>
          {t("css:bill.title")}
        </Button>
      )}
      {told.buttons.includes("css-payment-add") && unreconciled(told.cost).length > 0 && (
        <Button disabled={waits} onClick={() => setPays(true)}>
          {t("css:pay.title")}
        </Button>
      )}
      {told.buttons.includes("css-charge-export") && <ChargeExport charges={charges} />}
      {bills && (
        <Suspense fallback={null}>
          <BillDialog rows={unbilled(told.income)} made={() => void charges.renew()} close={() => setBills(false)} />
        </Suspense>
      )}
      {pays && (
        <Suspense fallback={null}>
          <PayDialog rows={unreconciled(told.cost)} made={() => void charges.renew()} close={() => setPays(false)} />
        </Suspense>
      )}
      {open && (
        <Suspense fallback={null}>
          {open.tool === "import" ? (
            <ImportDialog orderUuid={told.order.orderUuid} done={done} close={() => setOpen(null)} />
          ) : (
            <ToolDialog {...open} charges={charges} sides={sides} done={done} close={() => setOpen(null)} />
          )}
        </Suspense>
      )}
      {proposed && (
        <Suspense fallback={null}>
          <ResultDialog
            title={t("css:result.title", { tool: word(proposed.tool) })}
            proposal={proposed.proposal}
            take={() => take(proposed.proposal)}
            close={() => setProposed(null)}
          />
        </Suspense>
      )}
    </>
  );
}
