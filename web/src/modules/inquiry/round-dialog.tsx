/** 再询一轮: some of the agents get new links, with what the customer wants to pay by now. */
import { useState } from "react";
import { type Comparison, pathOf } from "@/modules/inquiry/answers";
import { Links, type Sent } from "@/modules/inquiry/send-dialog";
import { post } from "@/platform/call/client";
import type { Field } from "@/platform/contract";
import { labelPair, useText } from "@/platform/i18n";
import { MoveDialog } from "@/platform/move-dialog";

interface RoundDialogProps {
  inquiry: string;
  data: Comparison;
  changed(): void;
  close(): void;
}

function fieldsOf(): Field[] {
  return [
    { name: "agents", kind: "multi", reference: "inquiryAgent", required: true, label: labelPair("inquiry:compare.roundAgents") },
    { name: "targetPrice", kind: "decimal", digits: 2, min: 0.01, unit: "/KG", label: labelPair("inquiry:compare.target") },
    { name: "targetCurrency", kind: "reference", reference: "currency", label: labelPair("inquiry:compare.targetCurrency") },
    { name: "answerBy", kind: "instant", required: true, label: labelPair("inquiry:compare.answerBy") },
  ];
}

export function RoundDialog({ inquiry, data, changed, close }: RoundDialogProps) {
  const t = useText();
  const [sent, setSent] = useState<Sent | null>(null);
  const title = t("inquiry:compare.roundTitle", { code: data.inquiryCode ?? "" });
  if (sent) return <Links sent={sent} title={title} close={close} />;
  const quoted = data.answers.filter(({ quoteVersion }) => quoteVersion !== undefined);
  return (
    <MoveDialog<Sent>
      title={title}
      ok={t("inquiry:compare.roundOk")}
      width={560}
      said={false}
      note={<p className="soft inquiry-note">{t("inquiry:compare.roundNote")}</p>}
      fields={fieldsOf()}
      initial={{
        agents: quoted.map(({ agentId }) => agentId ?? ""),
        targetPrice: data.targetPrice ? Number(data.targetPrice) : null,
        targetCurrency: data.targetCurrency ?? null,
        answerBy: data.roundAnswerBy ?? null,
      }}
      send={(body) => post<Sent>(pathOf(inquiry, "round"), { ...body, version: data.version }, { quiet: true })}
      done={(answer) => {
        changed();
        setSent(answer);
      }}
      stale={changed}
      close={close}
    />
  );
}
