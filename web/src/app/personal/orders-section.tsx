import { Tabs } from "antd";
import { ChoiceField } from "@/app/personal/choice-field";
import { choice, useDefaultDates, useLabelSizes, useWarehouses } from "@/app/personal/choices";
import { FEE_SERVICES, LOADING_DATES, LOCK_STATUSES, measuresOf } from "@/app/personal/personal-model";
import { STATION_MAX } from "@/app/personal/personal-rules";
import { DigitField, YesNoField } from "@/app/personal/small-fields";
import { WrongMark } from "@/app/personal/wrong-mark";
import type { Field } from "@/platform/contract";
import { FormGrid, FormSection } from "@/platform/forms/form-body";
import { FormField } from "@/platform/forms/form-field";
import type { FormStore } from "@/platform/forms/form-store";
import { labelPair, useText } from "@/platform/i18n";
import { memberOf } from "@/platform/personal";
import { SCOPES, type Scope } from "@/platform/scopes";

interface OrdersSectionProps {
  form: FormStore;
  scope: Scope;
  choose(scope: Scope): void;
  /** Scopes with mistakes. */
  wrong: ReadonlySet<string>;
}

/** 订单默认设置: one tab for each scope of business. */
export function OrdersSection({ form, scope, choose, wrong }: OrdersSectionProps) {
  const t = useText();
  const items = SCOPES.map((key) => ({
    key,
    label: (
      <>
        {t(`platform:scope.${key}`)}
        {wrong.has(key) && <WrongMark />}
      </>
    ),
    children: key === scope && (
      <div className="personal-scope">
        <ScopeFields form={form} scope={key} />
      </div>
    ),
  }));
  return (
    <FormSection section={{ key: "personal-orders", label: labelPair("personal:section.orders") }}>
      <Tabs size="small" activeKey={scope} onChange={(key) => choose(key as Scope)} items={items} />
    </FormSection>
  );
}

function ScopeFields({ form, scope }: { form: FormStore; scope: Scope }) {
  const t = useText();
  const station: Field = {
    name: memberOf(scope, "station"),
    kind: "upper",
    maxLength: STATION_MAX,
    label: labelPair(`personal:station.${scope}`),
  };
  return (
    <FormGrid columns={3}>
      {measuresOf(scope).map((measure) => (
        <DigitField
          key={measure}
          form={form}
          path={memberOf(scope, measure)}
          label={t("personal:order.digits", { measure: t(`personal:measure.${measure}`) })}
          required
        />
      ))}
      <ChoiceField
        form={form}
        path={memberOf(scope, "defaultDate")}
        label={t("personal:order.defaultDate")}
        choices={useDefaultDates(scope)}
        clearable
      />
      <FormField form={form} field={station} />
      <ChoiceField
        form={form}
        path={memberOf(scope, "feeService")}
        label={t("personal:order.feeService")}
        choices={FEE_SERVICES.map((value) => choice(value, t(`personal:feeService.${value}`)))}
      />
      <ChoiceField
        form={form}
        path={memberOf(scope, "lockStatus")}
        label={t("personal:order.lockStatus")}
        choices={LOCK_STATUSES.map((value) => choice(value, t(`personal:lockStatus.${value}`)))}
      />
      {scope === "AE" && <AirExportFields form={form} />}
      {scope === "AI" && <Warehouse form={form} scope="AI" />}
    </FormGrid>
  );
}

function AirExportFields({ form }: { form: FormStore }) {
  const t = useText();
  return (
    <>
      <ChoiceField
        form={form}
        path="orderAeDefaultBarcodeLabelSize"
        label={t("personal:order.labelSize")}
        choices={useLabelSizes()}
        clearable
      />
      <YesNoField form={form} path="orderAeHawbCopyAwbInfo" label={t("personal:order.hawbCopy")} />
      <ChoiceField
        form={form}
        path="loadingDateType"
        label={t("personal:order.loadingDate")}
        choices={LOADING_DATES.map((value) => choice(value, t(`personal:loadingDate.${value}`)))}
      />
      <Warehouse form={form} scope="AE" />
    </>
  );
}

function Warehouse({ form, scope }: { form: FormStore; scope: "AE" | "AI" }) {
  const t = useText();
  const choices = useWarehouses(scope);
  if (choices.closed) return null;
  return (
    <ChoiceField
      form={form}
      path={scope === "AE" ? "aeWarehouseId" : "aiWarehouseId"}
      label={t("personal:order.warehouse")}
      choices={choices}
      clearable
    />
  );
}
