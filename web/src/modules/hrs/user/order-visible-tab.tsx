import { Button, Input } from "antd";
import { type FormEvent, useId, useState } from "react";
import { busy } from "@/platform/busy";
import { CallError, get } from "@/platform/call/client";
import { useText } from "@/platform/i18n";
import { ToneTag } from "@/platform/tone-tag";

interface Visible {
  visible: boolean;
  reasons: string[];
}

type Answer = ({ kind: "told" } & Visible & { orderCode: string }) | { kind: "refused"; message: string };

const ORDER_MAX = 40;

/** Does the user see this order, and why. */
export function OrderVisibleTab({ userId }: { userId: string }) {
  const t = useText();
  const id = useId();
  const [code, setCode] = useState("");
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [asking, setAsking] = useState(false);
  const look = async (event: FormEvent) => {
    event.preventDefault();
    const orderCode = code.trim();
    if (asking) return;
    if (!orderCode) return setAnswer({ kind: "refused", message: t("platform:form.required", { label: t("hrs:rights.orderCode") }) });
    setAsking(true);
    try {
      const told = await get<Visible>(`/hrs/user/orderVisible/${encodeURIComponent(userId)}`, { orderCode }, { quiet: true });
      setAnswer({ kind: "told", ...told, orderCode });
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
        <div className="form-field">
          <label htmlFor={id}>{t("hrs:rights.orderCode")}</label>
          <Input
            id={id}
            allowClear
            className="mono"
            maxLength={ORDER_MAX}
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

function Told({ answer }: { answer: Visible & { orderCode: string } }) {
  const t = useText();
  return (
    <section className="order-told" role="status" aria-label={answer.orderCode}>
      <p>
        <span className="mono">{answer.orderCode}</span>
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
