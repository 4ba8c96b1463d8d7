// The blocks of the customer information form: company, contacts, invoicing, bank accounts.

import type { ReactNode } from "react";
import type { Country } from "./customer-call";
import { SheetField, useFilling } from "./customer-fields";
import { blankAccount, blankContact, MOST_ROWS } from "./customer-sheet";
import { Fault, Field } from "./form";
import { useSpeech, type Key } from "./i18n";
import { DUTIES, INDUSTRIES, INVOICE_TYPES, NATURES } from "./i18n/customer";
import { Icon } from "./icons";
import { Empty } from "./section";

const CHINA = "CN";

/** A titled block of the form. */
export function Block({ title, children }: { title: Key; children: ReactNode }) {
  const { t } = useSpeech();
  return (
    <fieldset className="section sheet-form">
      <legend>{t(title)}</legend>
      {children}
    </fieldset>
  );
}

/** Who the company is. */
export function Company({ countries }: { countries: Country[] }) {
  const { t, language } = useSpeech();
  const { sheet, faults, put } = useFilling();
  return (
    <Block title="customer.company">
      <div className="fields">
        <SheetField path="fullName" label="customer.fullName" required max={120} />
        <SheetField path="nameEn" label="customer.nameEn" max={120} />
        <Field
          label={t("customer.nation")}
          value={sheet.nationCode}
          change={(value) => put("nationCode", value)}
          required
          fault={faults.nationCode}
          options={countries.map((one) => ({ value: one.code, name: language === "zh-CN" ? one.nameCn : one.nameEn }))}
        />
        <SheetField path="socialCode" label="customer.socialCode" required={sheet.nationCode === CHINA} max={18} />
        <SheetField path="addressCn" label="customer.address" max={200} />
        <SheetField path="addressEn" label="customer.addressEn" max={200} />
        <SheetField path="phone" label="customer.phone" type="tel" max={30} />
        <SheetField path="nature" label="customer.nature" choices={NATURES} />
        <SheetField path="industry" label="customer.industry" choices={INDUSTRIES} />
      </div>
    </Block>
  );
}

/** Whom to speak to: one at least. */
export function Contacts() {
  return (
    <Rows list="contacts" title="customer.contacts" rowTitle="customer.contact" least={1} blank={blankContact}>
      {(path) => (
        <>
          <SheetField path={`${path}.name`} label="customer.name" required max={40} />
          <SheetField path={`${path}.duty`} label="customer.duty" required choices={DUTIES} />
          <SheetField path={`${path}.mobile`} label="customer.mobile" required type="tel" max={30} />
          <SheetField path={`${path}.email`} label="customer.email" type="email" max={80} />
        </>
      )}
    </Rows>
  );
}

/** What an invoice needs. */
export function Invoicing() {
  return (
    <Block title="customer.invoice">
      <div className="fields">
        <SheetField path="invoice.title" label="customer.invoiceTitle" required max={120} />
        <SheetField path="invoice.taxNumber" label="customer.taxNumber" required max={30} />
        <SheetField path="invoice.address" label="customer.address" max={200} />
        <SheetField path="invoice.phone" label="customer.phone" type="tel" max={30} />
        <SheetField path="invoice.bank" label="customer.bank" max={120} />
        <SheetField path="invoice.account" label="customer.account" max={34} />
        <SheetField path="invoice.type" label="customer.invoiceType" choices={INVOICE_TYPES} />
        <SheetField path="invoice.email" label="customer.invoiceEmail" type="email" max={80} />
      </div>
    </Block>
  );
}

/** Where suppliers and agents are paid. */
export function BankAccounts() {
  return (
    <Rows
      list="bankAccounts"
      title="customer.banks"
      rowTitle="customer.bankAccount"
      empty="customer.noBanks"
      least={0}
      blank={blankAccount}
    >
      {(path) => (
        <>
          <SheetField path={`${path}.bank`} label="customer.bank" required max={120} />
          <SheetField path={`${path}.accountName`} label="customer.accountName" required max={120} />
          <SheetField path={`${path}.account`} label="customer.account" required max={34} />
          <SheetField path={`${path}.swift`} label="customer.swift" max={11} />
          <SheetField path={`${path}.currency`} label="customer.currency" required max={3} />
        </>
      )}
    </Rows>
  );
}

interface RowsProps {
  list: "contacts" | "bankAccounts";
  title: Key;
  rowTitle: Key;
  empty?: Key;
  least: number;
  blank: () => object;
  /** The fields of the row at a place of the sheet. */
  children: (path: string) => ReactNode;
}

/** A block of rows that can be added and removed. */
function Rows({ list, title, rowTitle, empty, least, blank, children }: RowsProps) {
  const { t } = useSpeech();
  const { sheet, faults, put } = useFilling();
  const rows: object[] = sheet[list];
  return (
    <Block title={title}>
      {rows.length === 0 && empty ? <Empty>{t(empty)}</Empty> : null}
      {rows.map((_, at) => {
        const name = t(rowTitle, { n: String(at + 1) });
        return (
          <div className="row" role="group" aria-label={name} key={at}>
            <p className="row-head">
              {name}
              {rows.length > least ? (
                <button
                  type="button"
                  className="plain"
                  aria-label={t("customer.remove", { name })}
                  onClick={() => put(list, rows.filter((__, other) => other !== at))}
                >
                  <Icon name="close" />
                </button>
              ) : null}
            </p>
            <div className="fields">{children(`${list}.${at}`)}</div>
          </div>
        );
      })}
      <Fault text={faults[list]} />
      {rows.length < MOST_ROWS ? (
        <button type="button" className="tile" onClick={() => put(list, [...rows, blank()])}>
          {t("customer.add")}
        </button>
      ) : null}
    </Block>
  );
}
