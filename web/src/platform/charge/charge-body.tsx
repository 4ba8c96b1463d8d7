/** Both grids with what fills them and what they come to; the same on the page of charges and in the tab of an order. */
import { Button, Switch } from "antd";
import { type RefObject, type SyntheticEvent, useEffect } from "react";
import { jumpTo } from "@/platform/forms/form-keys";
import { useValue } from "@/platform/forms/form-store";
import { useText } from "@/platform/i18n";
import { type KeyLine, useKeyPart } from "@/platform/keys/key-sheet-store";
import { isInDialog } from "@/platform/keys/key-target";
import { SIDES, isShown } from "@/platform/charge/charge-model";
import { Notice } from "@/platform/order/order-parts";
import { ChargeSide } from "@/platform/charge/charge-side";
import { OrderSums, TypeBars } from "@/platform/charge/charge-sums";
import { ChargeTools } from "@/platform/charge/charge-tools";
import type { ChargesHands } from "@/platform/charge/use-charges";
import "@/platform/charge/charge.css";

const LINES: readonly KeyLine[] = [
  [["Alt", "1"], "css:keys.income"],
  [["Alt", "2"], "css:keys.cost"],
];
/** By the place of the key: with Alt a Mac types other characters. */
const KEYS: Record<string, (typeof SIDES)[number]> = { Digit1: "income", Digit2: "cost" };

interface ChargeBodyProps {
  charges: ChargesHands;
  /** It is the one that is looked at. */
  front: boolean;
}

export function ChargeBody({ charges, front }: ChargeBodyProps) {
  const t = useText();
  const { form, totals, behind, saving, box, more, showMore } = charges;
  const [income, cost] = [isShown(useValue(form, "income")), isShown(useValue(form, "cost"))];
  useSideKeys(front, box);
  if (!income && !cost) return <p className="tab-empty soft">{t("css:grid.hidden")}</p>;
  // What is typed while it is saved would be lost; the focus stays where it is.
  const still = saving ? { onKeyDownCapture: swallow, onPasteCapture: swallow, onCutCapture: swallow } : {};
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={box} className={`charge-body${saving ? " is-saving" : ""}`} {...still}>
      <div className="charge-bar">
        <ChargeTools charges={charges} />
        <span className="top-space" />
        <label className="charge-more">
          <Switch size="small" checked={more} onChange={showMore} />
          {t("css:grid.more")}
        </label>
      </div>
      <div className={income && cost ? "charge-sides is-both" : "charge-sides"}>
        {SIDES.map((side) => (
          <ChargeSide key={side} side={side} charges={charges} />
        ))}
      </div>
      <Lagging charges={charges} />
      <OrderSums totals={totals} behind={behind} />
      <TypeBars totals={totals} />
    </div>
  );
}

/** The figures below are not those of the rows, and nobody asks for them. */
function Lagging({ charges: { lagging, recheck } }: { charges: ChargesHands }) {
  const t = useText();
  if (lagging === null) return null;
  return (
    <Notice text={lagging ? t("css:lagging.why", { why: lagging }) : t("css:lagging.text")}>
      <Button size="small" onClick={recheck}>
        {t("css:lagging.again")}
      </Button>
    </Notice>
  );
}

function swallow(event: SyntheticEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

/** Alt+1 and Alt+2 go to the grids; to the button that adds the first row where one is empty. */
function useSideKeys(front: boolean, box: RefObject<HTMLDivElement | null>): void {
  useKeyPart("form", LINES);
  useEffect(() => {
    if (!front) return;
    const press = (event: KeyboardEvent) => {
      const side = KEYS[event.code];
      if (!side || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || isInDialog(event.target)) return;
      // Other pages stay mounted behind this one.
      const shown = box.current;
      if (!shown || shown.closest("[hidden]")) return;
      event.preventDefault();
      jumpTo(side, shown);
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [front, box]);
}
