/** The boxes in the order of the paper. */
import { Button } from "antd";
import { useState } from "react";
import { Box, placeOf } from "@/modules/awb/form/box";
import { useWantedBox } from "@/modules/awb/form/reach-box";
import { LinesSheet } from "@/modules/awb/form/lines-sheet";
import { RowGrid } from "@/modules/awb/form/row-grid";
import { ChargeButton, RateButton } from "@/modules/awb/form/take/price-buttons";
import { type Sums, type SumColumn, type WaybillKind, emptyCharge, emptySize } from "@/modules/awb/form/waybill-model";
import type { Waybill } from "@/modules/awb/form/use-waybill";
import { PartyTools } from "@/platform/address/party-tools";
import type { Section } from "@/platform/contract";
import { type FormStore, useFindings, useValue } from "@/platform/forms/form-store";
import { EMPTY, formatFigure } from "@/platform/format";
import { useText } from "@/platform/i18n";

interface PartProps {
  form: FormStore;
  readOnly: boolean;
}

const SIZES_MAX = 200;
const CHARGES_MAX = 40;

/** Keys of the parts with the boxes in them, for the index. */
const PARTS: Record<string, string[]> = {
  numbers: ["awbNumber", "hawbNumber", "departureStation", "arrivalStation", "airlineCode"],
  parties: ["shipper", "consignee", "notify", "issueAgentName", "issueAgentCity", "agentIataCode", "accountNo", "accountingInformation", "referenceNumber", "optionalShippingInfo"],
  routing: [
    "departureStationName", "to1", "by1", "to2", "by2", "to3", "by3", "arrivalStationName", "flightNumber", "flightDate",
    "flightNumber2", "flightDate2", "currency", "chgsCode", "payMethod", "payMethodOther", "declaredValueOfCarriage",
    "declaredValueOfCustoms", "insuranceValue", "insuranceAmount",
  ],
  handling: ["handlingInformation", "specialHandlingCodes", "sci", "osi", "partyCode"],
  goods: ["lines", "sizes", "shippingMarks"],
  charges: ["charges", "valuationCharge", "tax", "destCurrency", "exchangeRate", "chargesAtDestination"],
  execution: ["shipperSignature", "executedOn", "placeOfIssue", "issuer"],
};

export function useSheetParts(): Section[] {
  const t = useText();
  return Object.entries(PARTS).map(([key, boxes]) => {
    const word = t(`awb:part.${key}`);
    return {
      key,
      label: { zh: word, en: word },
      fields: boxes.map((name) => ({ name, label: { zh: name, en: name }, kind: "text" as const })),
    };
  });
}

export function WaybillSheet({ waybill, kind, readOnly }: { waybill: Waybill; kind: WaybillKind; readOnly: boolean }) {
  const { form } = waybill;
  const part = { form, readOnly };
  return (
    <div className="awb-sheet">
      <Part name="numbers">
        <Box {...part} path="awbNumber" span={3} required />
        {kind === "house" && <Box {...part} path="hawbNumber" span={3} required />}
        <Box {...part} path="departureStation" span={2} required />
        <Box {...part} path="arrivalStation" span={2} required />
        <Box {...part} path="airlineCode" span={2} required />
        {kind === "master" && <span className="awb-box span-3 is-blank" />}
      </Part>
      <Parties {...part} />
      <Routing {...part} kind={kind} />
      <Part name="handling">
        <Box {...part} path="handlingInformation" span={6} />
        <div className="awb-stack span-6">
          <Box {...part} path="specialHandlingCodes" span={4} />
          <Box {...part} path="sci" span={2} />
          <Box {...part} path="osi" span={6} />
          <Box {...part} path="partyCode" span={6} />
        </div>
      </Part>
      <Goods {...part} waybill={waybill} kind={kind} />
      <Charges {...part} waybill={waybill} />
      <Part name="execution">
        <Box {...part} path="shipperSignature" span={3} />
        <Box {...part} path="executedOn" span={3} required />
        <Box {...part} path="placeOfIssue" span={3} required />
        <Box {...part} path="issuer" span={3} required />
      </Part>
    </div>
  );
}

function Part({ name, children }: { name: string; children: React.ReactNode }) {
  const t = useText();
  return (
    <section className="awb-part" id={`section-${name}`} aria-label={t(`awb:part.${name}`)}>
      {children}
    </section>
  );
}

/** Left the parties, right the agent, as on the paper. */
function Parties(part: PartProps) {
  return (
    <Part name="parties">
      <div className="awb-stack span-6">
        <PartyBoxes {...part} role="shipper" required />
        <PartyBoxes {...part} role="consignee" required />
      </div>
      <div className="awb-stack span-6">
        <Box {...part} path="issueAgentName" span={4} required />
        <Box {...part} path="issueAgentCity" span={2} />
        <Box {...part} path="agentIataCode" span={3} />
        <Box {...part} path="accountNo" span={3} />
        <Box {...part} path="accountingInformation" span={6} />
        <Box {...part} path="referenceNumber" span={3} />
        <Box {...part} path="optionalShippingInfo" span={3} />
        <PartyBoxes {...part} role="notify" />
      </div>
    </Part>
  );
}

type Role = "shipper" | "consignee" | "notify";
const OFTEN = ["scName", "scAddress", "cityNameEn", "nationCode", "stateCode", "postCode", "telNumber"];
const SELDOM = ["cityCode", "faxNumber", "scCodeType", "scCode", "contactName", "contactTel", "aeoCode", "accountNo", "printRemark"];
const PARTY_FIELDS = [...OFTEN, ...SELDOM];

function PartyBoxes({ form, readOnly, role, required = false }: PartProps & { role: Role; required?: boolean }) {
  const t = useText();
  const values = useValue<Record<string, string> | undefined>(form, role);
  const wrong = useFindings(form).some((each) => SELDOM.some((name) => each.field === `${role}.${name}`));
  const filled = SELDOM.filter((name) => values?.[name]).length;
  const [opened, setOpened] = useState(false);
  const wanted = useWantedBox(({ path }) => SELDOM.some((name) => path === `${role}.${name}`));
  const open = opened || wrong || wanted;
  const fold = () => {
    if (wanted) useWantedBox.setState({ path: "" });
    setOpened(!open);
  };
  const at = (name: string) => ({ form, readOnly, path: `${role}.${name}` });
  return (
    <fieldset className="awb-party span-6">
      <legend>
        {t(`awb:box.${role}`)}
        <span>
          {!readOnly && (
            <PartyTools
              role={role}
              roleName={t(`awb:box.${role}`)}
              fields={PARTY_FIELDS.map((name) => ({ name, label: t(`awb:party.${name}`) }))}
              form={form}
              path={role}
            />
          )}
          <Button type="link" size="small" aria-expanded={open} onClick={fold}>
            {open ? t("awb:party.less") : filled > 0 ? t("awb:party.moreFilled", { n: filled }) : t("awb:party.more")}
          </Button>
        </span>
      </legend>
      <Box {...at("scName")} span={6} required={required} />
      <Box {...at("scAddress")} span={6} required={required} />
      <Box {...at("cityNameEn")} span={2} required={required} />
      <Box {...at("nationCode")} span={1} required={required} />
      <Box {...at("stateCode")} span={1} />
      <Box {...at("postCode")} span={2} />
      <Box {...at("telNumber")} span={open ? 2 : 6} />
      {open && (
        <>
          <Box {...at("faxNumber")} span={2} />
          <Box {...at("cityCode")} span={2} />
          <Box {...at("contactName")} span={2} />
          <Box {...at("contactTel")} span={2} />
          <Box {...at("accountNo")} span={2} />
          <Box {...at("scCodeType")} span={2} />
          <Box {...at("scCode")} span={2} />
          <Box {...at("aeoCode")} span={2} />
          <Box {...at("printRemark")} span={6} />
        </>
      )}
    </fieldset>
  );
}

function Routing({ kind, ...part }: PartProps & { kind: WaybillKind }) {
  return (
    <Part name="routing">
      <Box {...part} path="departureStationName" span={6} required />
      <div className="awb-stack is-six span-6">
        <Box {...part} path="to1" span={1} required />
        <Box {...part} path="by1" span={1} required />
        <Box {...part} path="to2" span={1} />
        <Box {...part} path="by2" span={1} />
        <Box {...part} path="to3" span={1} />
        <Box {...part} path="by3" span={1} />
      </div>
      <Box {...part} path="arrivalStationName" span={4} required />
      <Box {...part} path="flightNumber" span={2} />
      <Box {...part} path="flightDate" span={2} />
      <Box {...part} path="flightNumber2" span={2} />
      <Box {...part} path="flightDate2" span={2} />
      <div className="awb-stack is-four span-4">
        <Box {...part} path="currency" span={1} required />
        <Box {...part} path="chgsCode" span={1} />
        <Box {...part} path="payMethod" span={1} required />
        <Box {...part} path="payMethodOther" span={1} required />
      </div>
      <Box {...part} path="declaredValueOfCarriage" span={3} required />
      <Box {...part} path="declaredValueOfCustoms" span={3} required />
      {kind === "master" ? (
        <Box {...part} path="insuranceAmount" span={2} required />
      ) : (
        <Box {...part} path="insuranceValue" span={2} />
      )}
    </Part>
  );
}

function Goods({ form, readOnly, waybill, kind }: PartProps & { waybill: Waybill; kind: WaybillKind }) {
  const t = useText();
  const grid = { form, readOnly };
  return (
    <Part name="goods">
      <div className="awb-block span-12">
        <h3>
          {t("awb:box.lines")}
          {!readOnly && <RateButton form={form} taking={waybill.taking} />}
        </h3>
        <LinesSheet {...grid} kind={kind} expected={waybill.lineTotals} />
      </div>
      <div className="awb-block span-6">
        <h3>{t("awb:box.sizes")}</h3>
        <RowGrid
          {...grid}
          path="sizes"
          empty={emptySize}
          most={SIZES_MAX}
          minWidth={300}
          columns={[{ name: "length" }, { name: "width" }, { name: "height" }, { name: "pieces" }]}
        />
      </div>
      <Box {...grid} path="shippingMarks" span={6} />
    </Part>
  );
}

function Charges({ form, readOnly, waybill }: PartProps & { waybill: Waybill }) {
  const t = useText();
  const { sums, meta, taking } = waybill;
  const part = { form, readOnly };
  return (
    <Part name="charges">
      <div className="awb-block span-6">
        <h3>
          {t("awb:box.charges")}
          {!readOnly && <ChargeButton form={form} taking={taking} cargo={meta} />}
        </h3>
        <RowGrid
          {...part}
          path="charges"
          empty={emptyCharge}
          most={CHARGES_MAX}
          minWidth={470}
          columns={[
            { name: "code", width: 54, required: true },
            { name: "due", width: 88, required: true },
            { name: "basis", width: 92 },
            { name: "rate" },
            { name: "quantity" },
            { name: "amount", required: true },
            { name: "pay", width: 58 },
          ]}
        />
      </div>
      <div className="awb-stack span-6">
        <div className="awb-block span-6">
          <h3>{t("awb:part.charges")}</h3>
          <SumTable sums={sums} />
        </div>
        <Box {...part} path="valuationCharge" span={3} />
        <Box {...part} path="tax" span={3} />
        <Box {...part} path="destCurrency" span={2} />
        <Box {...part} path="exchangeRate" span={2} />
        <Box {...part} path="chargesAtDestination" span={2} />
        <Computed label={t("awb:sum.ccInDestCurrency")} value={sums?.ccInDestCurrency} />
        <Computed label={t("awb:sum.totalCollect")} value={sums?.totalCollect} />
      </div>
    </Part>
  );
}

const SUM_ROWS: (keyof SumColumn)[] = ["weight", "valuation", "tax", "dueAgent", "dueCarrier", "total"];

function SumTable({ sums }: { sums: Sums | null }) {
  const t = useText();
  return (
    <table className="awb-sums">
      <thead>
        <tr>
          <th>{t("awb:sum.prepaid")}</th>
          <th />
          <th>{t("awb:sum.collect")}</th>
        </tr>
      </thead>
      <tbody>
        {SUM_ROWS.map((row) => (
          <tr key={row} className={row === "total" ? "is-total" : ""}>
            <td className="tabular">{figure(sums?.prepaid[row])}</td>
            <th scope="row">{t(`awb:charge.${row}`)}</th>
            <td className="tabular">{figure(sums?.collect[row])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function figure(value: number | null | undefined): React.ReactNode {
  return value ? formatFigure(value, 2) : <span className="nothing">{EMPTY}</span>;
}

function Computed({ label, value }: { label: string; value: number | null | undefined }) {
  return (
    <div className="awb-box span-3 is-computed">
      <span className="awb-caption">{label}</span>
      <output className="awb-input is-figure is-closed" aria-label={label}>
        {figure(value)}
      </output>
    </div>
  );
}

/** Where a finding stands, in words. */
export function useFindingLabels(form: FormStore): Record<string, string> {
  const t = useText();
  return Object.fromEntries(useFindings(form).map((each) => [each.field, placeOf(each.field, t)]));
}
