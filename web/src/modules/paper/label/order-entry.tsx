import { Button, Input } from "antd";
import { useId, useState } from "react";
import { ORDERS_MAX } from "@/modules/paper/label/label-values";
import { findOrders } from "@/modules/paper/label/label-calls";
import { busy } from "@/platform/busy";
import { CallError } from "@/platform/call/client";
import { useText } from "@/platform/i18n";

interface OrderEntryProps {
  /** On the page already. */
  there: string[];
  add(orderUuids: string[]): void;
}

const NUMBERS_MAX = 1000;

/** Takes orders in by their numbers, or by those of their masters; several may be pasted. */
export function OrderEntry({ there, add }: OrderEntryProps) {
  const t = useText();
  const id = useId();
  const [number, setNumber] = useState("");
  const [finding, setFinding] = useState("");
  const [looking, setLooking] = useState(false);
  const look = async () => {
    const asked = number.trim();
    if (looking) return;
    if (!asked) return setFinding(t("paper:label.numberMissing"));
    setLooking(true);
    try {
      const { found, missing } = await findOrders(asked);
      const fresh = found.filter((uuid) => !there.includes(uuid));
      if (fresh.length + there.length > ORDERS_MAX) return setFinding(t("paper:label.tooMany", { max: ORDERS_MAX }));
      if (fresh.length > 0) add(fresh);
      // What was found is on the page; what was not stays to be corrected.
      setNumber(missing.join(" "));
      if (missing.length > 0) setFinding(t("paper:label.unknown", { numbers: missing.join("、") }));
      else setFinding(fresh.length === 0 ? t("paper:label.known", { number: asked }) : "");
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setFinding(error.message);
    } finally {
      setLooking(false);
    }
  };
  return (
    <div className="form-field label-entry">
      <label className="field-label" htmlFor={id}>
        {t("paper:label.number")}
      </label>
      <div className="label-entry-line">
        <Input
          id={id}
          className="mono"
          value={number}
          maxLength={NUMBERS_MAX}
          autoComplete="off"
          placeholder={t("paper:label.numberHint")}
          status={finding ? "error" : ""}
          aria-invalid={finding !== ""}
          aria-describedby={finding ? `${id}-finding` : undefined}
          onChange={(event) => {
            setNumber(event.target.value);
            setFinding("");
          }}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            // The page previews on Enter elsewhere.
            event.stopPropagation();
            void look();
          }}
        />
        <Button loading={busy(looking)} onClick={() => void look()}>
          {t("paper:label.add")}
        </Button>
      </div>
      {finding && (
        <p className="finding" id={`${id}-finding`} role="alert">
          {finding}
        </p>
      )}
    </div>
  );
}
