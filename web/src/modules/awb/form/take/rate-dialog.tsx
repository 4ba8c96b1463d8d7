/** 取运价: the rate of the route for one line, what it was compared with, and what taking it changes. */
import { useQuery } from "@tanstack/react-query";
import { Button, Input, Modal, Select } from "antd";
import { type ReactNode, useState } from "react";
import { type Priced, money, rateChanges, rateParams, savedBy, weightOf, weightText } from "@/modules/awb/form/take/rate-model";
import type { Taking } from "@/modules/awb/form/take/taking";
import { CallError, get } from "@/platform/call/client";
import { type FormStore, useValue } from "@/platform/forms/form-store";
import { formatFigure } from "@/platform/format";
import { useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { PageLoading } from "@/platform/page-loading";

interface RateDialogProps {
  form: FormStore;
  /** The line that is priced first. */
  line: number;
  taking: Taking;
  close(): void;
}

export function RateDialog({ form, line: first, taking, close }: RateDialogProps) {
  const t = useText();
  const [line, setLine] = useState(first);
  const [weight, setWeight] = useState(() => weightOf(form, first));
  const [asked, setAsked] = useState(weight);
  const count = useValue<unknown[]>(form, "lines").length;
  const params = rateParams(form, line, asked);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["awb-rate", params],
    staleTime: 0,
    gcTime: 0,
    retry: false,
    queryFn: () => get<Priced>("/afbase/tact/getTactForBillMake", params, { quiet: true }),
  });
  const choose = (next: number) => {
    setLine(next);
    setWeight(weightOf(form, next));
    setAsked(weightOf(form, next));
  };
  const take = () => {
    if (!data) return;
    const rate = `${data.rateClass} ${money(data.rate)}`;
    taking.take(t("awb:take.rateTaken", { row: line + 1, rate, total: money(data.total) }), rateChanges(form, line, data));
    close();
  };
  const ready = data !== undefined && !isFetching && !error && weight.trim() === asked;
  return (
    <Modal
      open
      width={560}
      title={t("awb:take.rate")}
      onCancel={close}
      footer={[
        <Button key="close" onClick={close}>
          {t("platform:action.cancel")}
        </Button>,
        <Button key="take" type="primary" disabled={!ready} onClick={take}>
          {t("awb:take.use")}
        </Button>,
      ]}
    >
      <div className="awb-take-asked">
        {count > 1 && (
          <label>
            {t("awb:take.line")}
            <Select
              value={line}
              onChange={choose}
              options={Array.from({ length: count }, (_, at) => ({ value: at, label: t("awb:take.lineNo", { row: at + 1 }) }))}
            />
          </label>
        )}
        <label>
          {t("awb:lines.chargeWeight")}
          <Input
            autoFocus
            aria-label={t("awb:lines.chargeWeight")}
            className="tabular"
            suffix="KG"
            value={weight}
            onChange={(event) => setWeight(event.target.value.replaceAll(/[^\d.]/g, ""))}
            onBlur={() => setAsked(weight.trim())}
            onPressEnter={() => (ready ? take() : setAsked(weight.trim()))}
          />
        </label>
      </div>
      <div role="status">
        {error && <NotPriced error={error} retry={() => void refetch()} />}
        {!error && data && !isFetching && <Found form={form} priced={data} />}
        {!error && (!data || isFetching) && <PageLoading rows={4} />}
      </div>
    </Modal>
  );
}

/** Why there is no rate; without one the boxes are typed. */
function NotPriced({ error, retry }: { error: Error; retry(): void }) {
  const t = useText();
  if (!(error instanceof CallError) || error.kind !== "refused") return <LoadFailed message={error.message} retry={retry} />;
  return (
    <p className="page-note tone-warning">
      {error.findings[0]?.message ?? error.message}
      <br />
      {t("awb:take.typeIt")}
    </p>
  );
}

function Found({ form, priced }: { form: FormStore; priced: Priced }) {
  const t = useText();
  const currency = useValue<string>(form, "currency");
  const saved = savedBy(priced);
  const least = priced.rateClass === "M" ? priced.candidates[0] : undefined;
  const notes: string[] = [
    ...(saved ? [t("awb:take.cheaper", { weight: weightText(priced.chargeWeight), amount: formatFigure(saved, 2), currency: priced.currency })] : []),
    ...(least ? [t("awb:take.minimum", { total: formatFigure(least.total, 2), minimum: formatFigure(priced.total, 2) })] : []),
    ...(priced.gapKg && priced.next ? [t("awb:take.gap", { gap: weightText(priced.gapKg), total: formatFigure(priced.next.total, 2) })] : []),
    ...(currency && currency !== priced.currency ? [t("awb:take.currency", { now: currency, next: priced.currency })] : []),
  ];
  const where = { carrier: priced.carrierCode, from: priced.departure, to: priced.arrival, validFrom: priced.validFrom, validTo: priced.validTo };
  return (
    <>
      <p className="soft">{`${t(`awb:take.source.${priced.source}`)} ${t("awb:take.where", where)}`}</p>
      <table className="awb-candidates" aria-label={t("awb:take.candidates")}>
        <thead>
          <tr>
            <th>{t("awb:lines.rateClass")}</th>
            <th>{t("awb:lines.chargeWeight")}</th>
            <th>{t("awb:lines.rateCharge")}</th>
            <th>{`${t("awb:lines.total")} ${priced.currency}`}</th>
          </tr>
        </thead>
        <tbody>
          {rowsOf(priced).map((each) => (
            <tr key={each.key} className={each.chosen ? "is-chosen" : ""}>
              <td>
                {each.name}
                {each.chosen && <span className="tag">{t("awb:take.chosen")}</span>}
              </td>
              <td className="tabular">{each.weight}</td>
              <td className="tabular">{each.rate}</td>
              <td className="tabular">{each.total}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {notes.map((note): ReactNode => <p key={note}>{note}</p>)}
    </>
  );
}

interface CandidateRow {
  key: string;
  name: string;
  weight: string;
  rate: string;
  total: string;
  chosen: boolean;
}

/** The general rates with the chosen one marked; a rate that is none of them stands first. */
function rowsOf(priced: Priced): CandidateRow[] {
  const figures = (weight: number, rate: number, total: number) => ({
    weight: formatFigure(weight, 1),
    rate: formatFigure(rate, 2),
    total: formatFigure(total, 2),
  });
  const general = priced.candidates.map((each): CandidateRow => {
    const chosen = priced.rateClass === each.rateClass && priced.chargeWeight === each.weight && priced.rate === each.rate;
    const name = each.from > 0 ? `${each.rateClass}${each.from}` : each.rateClass;
    return { key: `${each.rateClass} ${each.from}`, name, chosen, ...figures(each.weight, each.rate, each.total) };
  });
  if (general.some(({ chosen }) => chosen)) return general;
  const name = `${priced.rateClass} ${priced.commodityItemNo}`.trim();
  return [{ key: "chosen", name, chosen: true, ...figures(priced.chargeWeight, priced.rate, priced.total) }, ...general];
}
