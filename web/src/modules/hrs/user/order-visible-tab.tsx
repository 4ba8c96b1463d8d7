import { Button, Input, Segmented } from "antd";
import { type FormEvent, useId, useState } from "react";
import { busy } from "@/platform/busy";
import { CallError, get } from "@/platform/call/client";
import { useText } from "@/platform/i18n";
import { ToneTag } from "@/platform/tone-tag";

interface Visible {
  visible: boolean;
  reasons: string[];
}

type Answer = ({ kind: "told" } & Visible & { code: string }) | { kind: "refused"; message: string };

/** What can be asked for, by the member of the call that names it. */
const THINGS = ["orderCode", "coopCode"] as const;
const CODE_MAX = 40;

/** Does the user see this order or this partner, and why. */
export function OrderVisibleTab({ userId }: { userId: string }) {
  const t = useText();
  const id = useId();
  const [thing, setThing] = useState<(typeof THINGS)[number]>("orderCode");
  const [code, setCode] = useState("");
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [asking, setAsking] = useState(false);
  const label = t(`hrs:rights.${thing}`);
  const look = async (event: FormEvent) => {
    event.preventDefault();
    const wanted = code.trim();
    if (asking) return;
    if (!wanted) return setAnswer({ kind: "refused", message: t("platform:form.required", { label }) });
    setAsking(true);
    try {
      const told = await get<Visible>(`/hrs/user/orderVisible/${encodeURIComponent(userId)}`, { [thing]: wanted }, { quiet: true });
      setAnswer({ kind: "told", ...told, code: wanted });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setAnswer({ kind: "refused", message: error.message });
    } finally {
      setAsking(false);
    }
  };
  const refused = answer?.kind === "refused" ? answer.message : null;
  return (
    <div className="order-visible">
      <form noValidate onSubmit={(event) => void look(event)}>
        <Segmented
          aria-label={t("hrs:rights.thing")}
          options={THINGS.map((value) => ({ value, label: t(`hrs:rights.${value}`) }))}
          value={thing}
          onChange={(value) => {
            setThing(value);
            setAnswer(null);
          }}
        />
        <div className="form-field">
          <label htmlFor={id}>{label}</label>
          <Input
            id={id}
            allowClear
            className="mono"
            maxLength={CODE_MAX}
            value={code}
            status={refused ? "error" : ""}
            aria-invalid={refused !== null}
            aria-describedby={`${id}-finding`}
            onChange={(event) => {
              setCode(event.target.value);
              setAnswer(null);
            }}
          />
          <p id={`${id}-finding`} className="finding" role="alert">
            {refused}
          </p>
        </div>
        <Button htmlType="submit" loading={busy(asking)}>
          {t("platform:list.search")}
        </Button>
      </form>
      {answer?.kind === "told" && <Told answer={answer} />}
    </div>
  );
}

function Told({ answer }: { answer: Visible & { code: string } }) {
  const t = useText();
  return (
    <section className="order-told" role="status" aria-label={answer.code}>
      <p>
        <span className="mono">{answer.code}</span>
        <ToneTag tone={answer.visible ? "done" : "danger"}>{t(answer.visible ? "hrs:rights.visible" : "hrs:rights.hidden")}</ToneTag>
      </p>
      <ul>
        {answer.reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </section>
  );
}
