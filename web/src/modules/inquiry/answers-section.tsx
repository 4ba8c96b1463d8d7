/** The answers of an inquiry side by side: one column for each agent that was asked, the lowest marked. */
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { type ReactNode, useState } from "react";
import { type Answer, type Comparison, comparison, filePath } from "@/modules/inquiry/answers";
import { SelectDialog } from "@/modules/inquiry/select-dialog";
import { downloadFrom } from "@/platform/call/client";
import type { SectionProps } from "@/platform/forms/form-overrides";
import { useValue } from "@/platform/forms/form-store";
import { EMPTY } from "@/platform/format";
import { type Translate, useLabel, useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { PageLoading } from "@/platform/page-loading";
import { useCan } from "@/platform/session";
import { ToneTag } from "@/platform/tone-tag";
import "./inquiry.css";

/** State in which one of the answers may be chosen. */
const QUOTED = "QUOTED";

export function AnswersSection({ form }: SectionProps) {
  const t = useText();
  const id = String(useValue(form, "id") ?? "");
  const state = useValue<string>(form, "state");
  const version = useValue<number>(form, "version");
  const mayChoose = useCan("af-compare-select");
  const [chosen, setChosen] = useState<Answer | null>(null);
  const [selected, setSelected] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ["inquiry.compare", id],
    gcTime: 0,
    staleTime: 0,
    enabled: id !== "",
    queryFn: () => comparison(id),
  });
  if (error) return <LoadFailed message={error.message} retry={() => void refetch()} />;
  if (!data) return <PageLoading rows={4} />;
  if (data.answers.length === 0) return <p className="soft">{t("inquiry:answers.none")}</p>;
  const choose = mayChoose && state === QUOTED && !selected ? setChosen : undefined;
  return (
    <>
      <Comparing data={data} choose={choose} />
      {chosen && (
        <SelectDialog
          inquiry={id}
          version={version}
          answer={chosen}
          close={() => setChosen(null)}
          done={() => {
            setChosen(null);
            setSelected(true);
            void refetch();
          }}
        />
      )}
    </>
  );
}

interface Line {
  key: string;
  cell: (answer: Answer) => ReactNode;
  /** Costs, for those alone who may see them. */
  money?: boolean;
}

function linesOf(t: Translate): Line[] {
  const space = { YES: t("inquiry:answers.spaceYes"), WAIT: t("inquiry:answers.spaceWait"), NO: t("inquiry:answers.spaceNo") };
  return [
    { key: "carrier", cell: (answer) => answer.carrierCode },
    { key: "route", cell: (answer) => [answer.route, answer.flightPlan].filter(Boolean).join(" ") },
    {
      key: "transit",
      cell: (answer) =>
        answer.transitDays === null || answer.transitDays === undefined ? null : (
          <>
            {answer.transitDays} {answer.fastest && <ToneTag tone="info">{t("inquiry:answers.fastest")}</ToneTag>}
          </>
        ),
    },
    { key: "unit", money: true, cell: ({ price }) => price && unitOf(price, t) },
    { key: "freight", money: true, cell: ({ price }) => price?.freight },
    {
      key: "extras",
      money: true,
      cell: ({ price }) => price?.extras.map(({ code, amount }) => <div key={code}>{`${code} ${amount}`}</div>),
    },
    { key: "total", money: true, cell: ({ price }) => price && <Total price={price} /> },
    { key: "perKg", money: true, cell: ({ price }) => price?.perKg },
    {
      key: "difference",
      money: true,
      cell: ({ price }) => (price?.difference && !price.lowest ? `+${price.difference} (+${price.differencePercent}%)` : null),
    },
    { key: "space", cell: (answer) => answer.space && space[answer.space] },
    { key: "storage", cell: (answer) => answer.freeStorage },
    {
      key: "validity",
      cell: (answer) =>
        answer.validTo && (
          <>
            {answer.validFrom} ~ {answer.validTo} {answer.expired && <ToneTag tone="danger">{t("inquiry:answers.expired")}</ToneTag>}
          </>
        ),
    },
    { key: "conditions", cell: (answer) => answer.conditions },
    { key: "contact", cell: (answer) => [answer.contactName, answer.contactEmail].filter(Boolean).join(" ") },
    {
      key: "files",
      cell: (answer) =>
        answer.files?.map((file) => (
          <Button key={file.id} type="link" size="small" onClick={() => void downloadFrom(filePath(file.id))}>
            {file.name}
          </Button>
        )),
    },
    { key: "answered", cell: (answer) => answer.answeredTime?.slice(0, 16) },
    { key: "reason", cell: (answer) => answer.declineReason ?? answer.chooseReason },
  ];
}

function unitOf({ unit, fromKg, lumpSum }: NonNullable<Answer["price"]>, t: Translate): string {
  if (lumpSum) return t("inquiry:answers.lumpSum");
  return unit ? `+${fromKg} ${unit}` : t("inquiry:answers.minimum");
}

function Total({ price }: { price: NonNullable<Answer["price"]> }) {
  const t = useText();
  return (
    <>
      <strong>{`${price.currency} ${price.total}`}</strong>{" "}
      {price.lowest && <ToneTag tone="done">{t("inquiry:answers.lowest")}</ToneTag>}
    </>
  );
}

const isEmpty = (cell: ReactNode): boolean =>
  cell === null || cell === undefined || cell === "" || (Array.isArray(cell) && cell.length === 0);

function Comparing({ data, choose }: { data: Comparison; choose: ((answer: Answer) => void) | undefined }) {
  const t = useText();
  const label = useLabel();
  const { answers } = data;
  const hasMoney = answers.some((answer) => "price" in answer);
  const shown = linesOf(t)
    .filter(({ money }) => !money || hasMoney)
    .map((line) => ({ ...line, cells: answers.map(line.cell) }))
    .filter(({ cells }) => !cells.every(isEmpty));
  return (
    <>
      <p className="soft tabular">{t("inquiry:answers.weight", { kg: data.chargeWeight.toFixed(2), pieces: data.pieces })}</p>
      {/* The table scrolls inside its box, so the box takes the focus of the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="inquiry-compare" role="region" aria-label={t("inquiry:answers.title")} tabIndex={0}>
        <table className="tabular">
          <thead>
            <tr>
              <th scope="col">{t("inquiry:answers.agent")}</th>
              {answers.map((answer) => (
                <th key={answer.askedId} scope="col" data-lowest={answer.price?.lowest || undefined}>
                  {answer.agentName} <ToneTag tone={answer.stateLabel?.tone ?? "neutral"}>{label(answer.stateLabel ?? undefined)}</ToneTag>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ key, cells }) => (
              <tr key={key}>
                <th scope="row">{t(`inquiry:answers.${key}`)}</th>
                {answers.map((answer, place) => (
                  <td key={answer.askedId} data-lowest={answer.price?.lowest || undefined}>
                    {isEmpty(cells[place]) ? <span className="nothing">{EMPTY}</span> : cells[place]}
                  </td>
                ))}
              </tr>
            ))}
            {choose && (
              <tr>
                <th scope="row">{t("inquiry:answers.choice")}</th>
                {answers.map((answer) => (
                  <td key={answer.askedId}>
                    {answer.quoteVersion && !answer.expired ? (
                      <Button size="small" aria-label={t("inquiry:select.of", { agent: answer.agentName })} onClick={() => choose(answer)}>
                        {t("inquiry:select.ok")}
                      </Button>
                    ) : (
                      <span className="nothing">{EMPTY}</span>
                    )}
                  </td>
                ))}
              </tr>
            )}
          </tbody>
        </table>
      </div>
    </>
  );
}
