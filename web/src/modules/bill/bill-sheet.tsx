/** The boxes in the order of the paper. */
import { Button, Checkbox } from "antd";
import { type ReactNode, useId, useState } from "react";
import { useBillField, usePartyField, usePartyFields, useRowFields } from "@/modules/bill/bill-fields";
import { type BillKind, CLAUSES, type Role } from "@/modules/bill/bill-model";
import { NumberBox } from "@/modules/bill/number-box";
import type { Bill } from "@/modules/bill/use-bill";
import { PartyTools } from "@/platform/address/party-tools";
import { FormField } from "@/platform/forms/form-field";
import { type FormStore, useFinding, useFindings, useValue } from "@/platform/forms/form-store";
import { RowGrid } from "@/platform/forms/row-grid";
import { useText } from "@/platform/i18n";

interface PartProps {
  form: FormStore;
  readOnly: boolean;
}

const BOXES_MAX = 300;
const CHARGES_MAX = 20;

export function BillSheet({ bill, kind, readOnly }: { bill: Bill; kind: BillKind; readOnly: boolean }) {
  const { form, checked } = bill;
  const part = { form, readOnly };
  return (
    <div className="bill-sheet">
      <Part name="bill">
        <NumberBox {...part} kind={kind} span={6} make={() => void bill.makeNumber()} />
        <Boxes {...part} names={[["issueType", 3, true], ["billType", 3, true]]} />
        <Boxes {...part} names={[["originals", 2, true], ["copies", 2, true], ["bookingNo", 4], ["contractNo", 4]]} />
        <Boxes {...part} names={[["invoiceNo", 4], ["exportReferences", 8]]} />
      </Part>
      <Part name="parties">
        <div className="bill-stack span-6">
          <Party {...part} role="shipper" required />
          <Party {...part} role="consignee" required />
          <Party {...part} role="notify" required />
        </div>
        <div className="bill-stack span-6">
          <Boxes {...part} names={[["deliveryAgent", 12, kind === "HBL"], ["forwardingAgent", 12]]} />
          <Party {...part} role="notify2" />
        </div>
      </Part>
      <Part name="routing">
        <Boxes {...part} names={[["preCarriage", 4], ["placeOfReceipt", 4], ["transhipment", 4]]} />
        <Boxes {...part} names={[["vessel", 4, true], ["voyage", 2, true], ["portOfLoading", 3, true], ["portOfDischarge", 3, true]]} />
        <Boxes {...part} names={[["placeOfDelivery", 6], ["finalDestination", 6]]} />
      </Part>
      <Part name="goods">
        <Boxes {...part} names={[["marks", 3], ["goodsDesc", 5, true]]} />
        <div className="bill-stack span-4">
          <Boxes {...part} names={[["pieces", 6, true], ["packageKind", 6, true], ["grossWeight", 6, true], ["volume", 6, true], ["hsCodes", 12]]} />
        </div>
        <Boxes {...part} names={[["totalInWords", 12]]} />
      </Part>
      <Containers {...part} lines={checked.containerLines} />
      <Clauses {...part} />
      <Freight {...part} />
      <Part name="signing">
        <Boxes {...part} names={[["placeOfIssue", 3, true], ["issueDate", 3, true], ["onBoardDate", 3], ["issuer", 3, true]]} />
        <Boxes {...part} names={[["signAs", 4, true], ["carrierName", 8, true]]} />
      </Part>
    </div>
  );
}

function Part({ name, children }: { name: string; children: ReactNode }) {
  const t = useText();
  return (
    <section className="bill-part" id={`section-${name}`} aria-label={t(`bill:part.${name}`)}>
      <h2>{t(`bill:part.${name}`)}</h2>
      {children}
    </section>
  );
}

/** Name, columns of twelve, and whether the finished bill needs it. */
type Placed = [name: string, span: number, required?: boolean];

function Boxes({ form, readOnly, names }: PartProps & { names: Placed[] }) {
  const field = useBillField();
  return names.map(([name, span, required]) => (
    <FormField key={name} form={form} field={{ ...field(name), required: required ?? false }} readOnly={readOnly} span={span} />
  ));
}

const OFTEN: Placed[] = [["scName", 12], ["scAddress", 12], ["cityNameEn", 4], ["nationCode", 2], ["stateCode", 2], ["postCode", 4], ["telNumber", 6], ["scCode", 6]];
const SELDOM: Placed[] = [["faxNumber", 6], ["cityCode", 6], ["contactName", 6], ["contactTel", 6], ["scCodeType", 6], ["aeoCode", 6], ["accountNo", 12]];

function Party({ form, readOnly, role, required = false }: PartProps & { role: Role; required?: boolean }) {
  const t = useText();
  const field = usePartyField();
  const fields = usePartyFields();
  const values = useValue<Record<string, string | null> | undefined>(form, role);
  const wrong = useFindings(form).some((each) => SELDOM.some(([name]) => each.field === `${role}.${name}`));
  const [opened, setOpened] = useState(false);
  const open = opened || wrong || SELDOM.some(([name]) => values?.[name]);
  const box = ([name, span]: Placed) => (
    <FormField
      key={name}
      form={form}
      field={{ ...field(name), required: required && name === "scName" }}
      path={`${role}.${name}`}
      readOnly={readOnly}
      span={span}
    />
  );
  return (
    <fieldset className="bill-party">
      <legend>
        {t(`bill:box.${role}`)}
        <span>
          {!readOnly && (
            <PartyTools
              role={role === "notify2" ? "notify" : role}
              roleName={t(`bill:box.${role}`)}
              fields={fields}
              form={form}
              path={role}
            />
          )}
          <Button type="link" size="small" aria-expanded={open} onClick={() => setOpened(!opened)}>
            {t(open ? "bill:party.less" : "bill:party.more")}
          </Button>
        </span>
      </legend>
      {OFTEN.map(box)}
      {open && SELDOM.map(box)}
      {box(["printRemark", 12])}
    </fieldset>
  );
}

function Containers({ form, readOnly, lines }: PartProps & { lines: string[] }) {
  const t = useText();
  const fields = useRowFields("containers");
  return (
    <Part name="containers">
      <div className="bill-block span-12">
        <RowGrid form={form} section={{ fields }} path="containers" readOnly={readOnly} most={BOXES_MAX} addLabel={t("bill:form.addBox")} />
        <RowsFinding form={form} path="containers" />
        {lines.length > 0 && (
          <ul className="bill-lines mono" aria-label={t("bill:form.containerLines")}>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
      </div>
    </Part>
  );
}

/** What is said of all rows of a grid together. */
function RowsFinding({ form, path }: { form: FormStore; path: string }) {
  const finding = useFinding(form, path);
  if (!finding) return null;
  return <p className={finding.severity === "error" ? "finding" : "finding is-warning"}>{finding.message}</p>;
}

function Clauses({ form, readOnly }: PartProps) {
  return (
    <Part name="clauses">
      {CLAUSES.map((name) => (
        <Clause key={name} form={form} name={name} readOnly={readOnly} />
      ))}
      <Boxes form={form} readOnly={readOnly} names={[["serviceTerm", 3], ["freeDays", 3]]} />
    </Part>
  );
}

function Clause({ form, name, readOnly }: PartProps & { name: string }) {
  const t = useText();
  const id = useId();
  const ticked = useValue<boolean | undefined>(form, name) === true;
  const finding = useFinding(form, name);
  return (
    <div className="form-field span-3" data-field={name}>
      <Checkbox
        checked={ticked}
        disabled={readOnly}
        className={finding ? "bill-clause is-wrong" : "bill-clause"}
        {...(finding ? { "aria-describedby": id } : {})}
        onChange={(event) => form.set(name, event.target.checked)}
      >
        {t(`bill:box.${name}`)}
      </Checkbox>
      {finding && (
        <p id={id} className="finding">
          {finding.message}
        </p>
      )}
    </div>
  );
}

function Freight({ form, readOnly }: PartProps) {
  const t = useText();
  const fields = useRowFields("charges");
  return (
    <Part name="freight">
      <Boxes form={form} readOnly={readOnly} names={[["freightText", 4], ["payableAt", 4], ["declaredValue", 4]]} />
      <div className="bill-block span-12">
        <RowGrid form={form} section={{ fields }} path="charges" readOnly={readOnly} most={CHARGES_MAX} addLabel={t("bill:form.addCharge")} />
        <RowsFinding form={form} path="charges" />
      </div>
    </Part>
  );
}
