/** The table of a comparison: one column for each agent that was asked and for each published rate. */
import { Button, Select } from "antd";
import type { ReactNode } from "react";
import { type Answer, type Comparison, type Published, filePath } from "@/modules/inquiry/answers";
import { downloadFrom } from "@/platform/call/client";
import { EMPTY } from "@/platform/format";
import { type Translate, useLabel, useText } from "@/platform/i18n";
import { ToneTag } from "@/platform/tone-tag";
import "./inquiry.css";

interface Line {
  key: string;
  cell: (answer: Answer) => ReactNode;
  /** Costs, for those alone who may see them. */
  money?: boolean;
  /** What the cell is marked as, beside its words. */
  mark?: (answer: Answer) => "fastest" | "missing" | undefined;
}

/** Chooses which of an agent's answers is shown. */
export type Pick = (askedId: string, quoteId: string) => void;

function linesOf(t: Translate, pick: Pick | undefined): Line[] {
  const space = { YES: t("inquiry:answers.spaceYes"), WAIT: t("inquiry:answers.spaceWait"), NO: t("inquiry:answers.spaceNo") };
  return [
    { key: "version", cell: (answer) => pick && <Versions answer={answer} pick={pick} /> },
    { key: "carrier", cell: (answer) => answer.carrierCode },
    { key: "route", cell: (answer) => [answer.route, answer.flightPlan].filter(Boolean).join(" ") },
    {
      key: "transit",
      mark: ({ fastest }) => (fastest ? "fastest" : undefined),
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
    {
      key: "missing",
      mark: ({ missing }) => (missing?.length ? "missing" : undefined),
      cell: ({ missing }) =>
        missing?.map((item) => (
          <div key={item}>
            <ToneTag tone="warning">{t("inquiry:answers.without", { item })}</ToneTag>
          </div>
        )),
    },
    { key: "total", money: true, cell: ({ price }) => price && <Total price={price} /> },
    {
      key: "base",
      money: true,
      cell: ({ price }) => (price?.baseTotal && price.baseTotal !== price.total ? price.baseTotal : null),
    },
    { key: "perKg", money: true, cell: ({ price }) => price?.perKg },
    {
      key: "difference",
      money: true,
      cell: ({ price }) => (price?.difference && !price.lowest ? `${signed(price.difference)} (${signed(price.differencePercent ?? "")}%)` : null),
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

const signed = (figure: string): string => (figure.startsWith("-") ? figure : `+${figure}`);

/** The answers of an agent; the newest is the one that can be chosen. */
function Versions({ answer, pick }: { answer: Answer; pick: Pick }) {
  const t = useText();
  const { versions = [], quoteId, askedId, agentName } = answer;
  if (versions.length === 0) return null;
  const options = versions.map((past) => ({
    value: past.quoteId, label: t("inquiry:answers.past", { round: past.round, version: past.version, time: past.time.slice(0, 16) }),
  }));
  return (
    <Select
      size="small"
      className="wide"
      aria-label={t("inquiry:answers.versionOf", { agent: agentName })}
      placeholder={t("inquiry:answers.choosePast")}
      options={options}
      value={quoteId ?? null}
      popupMatchSelectWidth={false}
      onChange={(chosen: string | null) => chosen && pick(askedId, chosen)}
    />
  );
}

/** A rate that is published, as a column beside the answers. */
function columnOf(one: Published): Answer {
  const { carrierCode, price, validFrom, validTo, source } = one;
  return {
    askedId: `tact-${carrierCode}-${source}`, agentName: `TACT ${carrierCode}`, state: "", stateLabel: null, round: 0, byLink: false,
    sentTime: null, answerBy: null, answeredTime: null, views: 0, declineReason: null, chooseReason: null, carrierCode, validFrom, validTo,
    price: { ...price, priceMode: "NET", fromKg: null, minimum: null, lumpSum: null, lowest: false },
  };
}

function unitOf({ unit, fromKg, lumpSum }: NonNullable<Answer["price"]>, t: Translate): string {
  if (lumpSum) return t("inquiry:answers.lumpSum");
  if (unit && !fromKg) return unit;
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

interface ComparingProps {
  data: Comparison;
  choose: ((answer: Answer) => void) | undefined;
  /** Where the answers of an agent can be looked through. */
  pick: Pick | undefined;
}

export function Comparing({ data, choose, pick }: ComparingProps) {
  const t = useText();
  const label = useLabel();
  const answers = [...data.answers, ...(data.published ?? []).map(columnOf)];
  const hasMoney = answers.some((answer) => "price" in answer);
  const shown = linesOf(t, pick)
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
                  {answer.agentName}{" "}
                  {answer.stateLabel && <ToneTag tone={answer.stateLabel.tone}>{label(answer.stateLabel)}</ToneTag>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ key, cells, mark }) => (
              <tr key={key}>
                <th scope="row">{t(`inquiry:answers.${key}`)}</th>
                {answers.map((answer, place) => (
                  <td
                    key={answer.askedId}
                    data-lowest={answer.price?.lowest || undefined}
                    data-expired={answer.expired || undefined}
                    data-mark={mark?.(answer)}
                  >
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
                    {answer.quoteVersion && !answer.expired && answer.newest !== false ? (
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
