/** The table of levels: who decides, how, when, and who gets a copy. */
import { Button, Input, InputNumber, Select } from "antd";
import { type FactField, type Named, type SettingChoices, optionsOf, useSettingChoices } from "@/modules/approval/setting/choices";
import {
  APPROVERS,
  COMPARES,
  CONDITIONS_MAX,
  type Condition,
  LEVELS_MAX,
  type Level,
  MODES,
  TEXT_COMPARES,
  TIMEOUTS,
  changed,
  comparing,
  newLevel,
  raised,
  withApprover,
} from "@/modules/approval/setting/level-model";
import { FindingText } from "@/modules/approval/asked-dialog";
import type { SectionProps } from "@/platform/forms/form-overrides";
import { type FormStore, useFinding, useValue } from "@/platform/forms/form-store";
import { useText } from "@/platform/i18n";
import "../approval.css";

const HOURS_MAX = 720;
const NAME_MAX = 20;

export function LevelsSection({ form, readOnly }: SectionProps) {
  const t = useText();
  const choices = useSettingChoices();
  const levels = useValue<Level[] | null>(form, "levels") ?? [];
  const event = String(useValue<string | number | null>(form, "eventId") ?? "");
  const facts = choices.events.find((each) => each.value === event)?.facts ?? [];
  const finding = useFinding(form, "levels");
  const set = (next: Level[]) => form.set("levels", next);
  return (
    <div data-field="levels">
      {levels.map((level, place) => (
        <LevelCard
          key={place}
          form={form}
          place={place}
          level={level}
          facts={facts}
          choices={choices}
          readOnly={readOnly}
          change={(part) => set(changed(levels, place, part))}
          raise={() => set(raised(levels, place))}
          remove={() => set(levels.filter((_, index) => index !== place))}
        />
      ))}
      {!readOnly && levels.length < LEVELS_MAX && (
        <Button onClick={() => set([...levels, newLevel()])}>{t("approval:level.add")}</Button>
      )}
      <FindingText text={finding?.message} />
    </div>
  );
}

interface LevelCardProps {
  form: FormStore;
  place: number;
  level: Level;
  facts: FactField[];
  choices: SettingChoices;
  readOnly: boolean;
  change(part: Partial<Level>): void;
  raise(): void;
  remove(): void;
}

function LevelCard(props: LevelCardProps) {
  const { form, place, level, choices, readOnly, change, raise, remove } = props;
  const t = useText();
  const at = (name: string) => `levels.${place}.${name}`;
  const title = t(`approval:level.ordinal${place + 1}`);
  return (
    <fieldset className="approval-setting-level" disabled={readOnly} aria-label={title}>
      <header>
        {title}
        <span className="top-space" />
        {!readOnly && place > 0 && (
          <Button size="small" type="text" onClick={raise}>
            {t("approval:level.up")}
          </Button>
        )}
        {!readOnly && (
          <Button size="small" type="text" danger onClick={remove}>
            {t("platform:action.remove")}
          </Button>
        )}
      </header>
      <Part form={form} path={at("name")} label={t("approval:level.name")}>
        <Input value={level.name} maxLength={NAME_MAX} placeholder={title} onChange={(event) => change({ name: event.target.value })} />
      </Part>
      <Part form={form} path={at("approverType")} label={t("approval:level.approverType")}>
        <Select
          value={level.approverType}
          aria-label={t("approval:level.approverType")}
          options={APPROVERS.map((value) => ({ value, label: t(`approval:approver.${value}`) }))}
          onChange={(value: string) => change(withApprover(value))}
        />
      </Part>
      <Who {...props} />
      <Part form={form} path={at("mode")} label={t("approval:level.mode")}>
        <Select
          value={level.mode}
          aria-label={t("approval:level.mode")}
          options={MODES.map((value) => ({ value, label: t(`approval:mode.${value}`) }))}
          onChange={(mode: string) => change({ mode })}
        />
      </Part>
      <Part form={form} path={at("limitHours")} label={t("approval:level.limitHours")}>
        <InputNumber
          min={0}
          max={HOURS_MAX}
          precision={0}
          value={level.limitHours}
          aria-label={t("approval:level.limitHours")}
          onChange={(value) => change({ limitHours: value ?? 0 })}
        />
      </Part>
      <Part form={form} path={at("onTimeout")} label={t("approval:level.onTimeout")}>
        <Select
          value={level.onTimeout}
          disabled={level.limitHours === 0}
          aria-label={t("approval:level.onTimeout")}
          options={TIMEOUTS.map((value) => ({ value, label: t(`approval:timeout.${value}`) }))}
          onChange={(onTimeout: string) => change({ onTimeout })}
        />
      </Part>
      <Part form={form} path={at("ccIds")} label={t("approval:level.cc")}>
        <Select
          mode="multiple"
          value={level.ccIds}
          aria-label={t("approval:level.cc")}
          options={choices.users}
          showSearch={{ optionFilterProp: "label" }}
          onChange={(ccIds: string[]) => change({ ccIds })}
        />
      </Part>
      <Conditions {...props} />
    </fieldset>
  );
}

/** The people or roles named, or how far up. */
function Who({ form, place, level, choices, change }: LevelCardProps) {
  const t = useText();
  const at = (name: string) => `levels.${place}.${name}`;
  if (level.approverType === "upperHead") {
    return (
      <Part form={form} path={at("approverUp")} label={t("approval:level.approverUp")}>
        <InputNumber
          min={1}
          max={3}
          precision={0}
          value={level.approverUp}
          aria-label={t("approval:level.approverUp")}
          onChange={(value) => change({ approverUp: value ?? 1 })}
        />
      </Part>
    );
  }
  if (level.approverType !== "user" && level.approverType !== "role") return null;
  return (
    <Part form={form} path={at("approverIds")} label={t("approval:level.approvers")}>
      <Select
        mode="multiple"
        value={level.approverIds}
        aria-label={t("approval:level.approvers")}
        options={level.approverType === "user" ? choices.users : choices.roles}
        showSearch={{ optionFilterProp: "label" }}
        onChange={(approverIds: string[]) => change({ approverIds })}
      />
    </Part>
  );
}

function Conditions({ form, place, level, facts, choices, readOnly, change }: LevelCardProps) {
  const t = useText();
  const { conditions } = level;
  const set = (next: Condition[]) => change({ conditions: next });
  const replace = (index: number, part: Partial<Condition>) =>
    set(conditions.map((each, other) => (other === index ? { ...each, ...part } : each)));
  const first = facts[0];
  return (
    <div className="is-wide">
      <Part form={form} path={`levels.${place}.conditions`} label={t("approval:level.conditions")}>
        <>
          {conditions.map((condition, index) => (
            <ConditionLine
              key={index}
              condition={condition}
              facts={facts}
              choices={choices}
              change={(part) => replace(index, part)}
              remove={() => set(conditions.filter((_, other) => other !== index))}
            />
          ))}
          {!readOnly && first && conditions.length < CONDITIONS_MAX && (
            <span>
              <Button size="small" type="dashed" onClick={() => set([...conditions, { field: first.name, compare: "eq", value: "" }])}>
                {t("approval:level.addCondition")}
              </Button>
            </span>
          )}
        </>
      </Part>
    </div>
  );
}

interface ConditionLineProps {
  condition: Condition;
  facts: FactField[];
  choices: SettingChoices;
  change(part: Partial<Condition>): void;
  remove(): void;
}

function ConditionLine({ condition, facts, choices, change, remove }: ConditionLineProps) {
  const t = useText();
  const fact = facts.find((each) => each.name === condition.field);
  const compares = fact?.kind === "number" ? COMPARES : TEXT_COMPARES;
  return (
    <div className="approval-condition">
      <Select
        value={condition.field}
        aria-label={t("approval:condition.field")}
        options={facts.map((each) => ({ value: each.name, label: each.label }))}
        onChange={(field: string) => change({ field, compare: "eq", value: "" })}
      />
      <Select
        value={condition.compare}
        aria-label={t("approval:condition.compare")}
        options={compares.map((value) => ({ value, label: t(`approval:compare.${value}`) }))}
        onChange={(compare: string) => change(comparing(condition, compare))}
      />
      <ConditionValue condition={condition} options={optionsOf(fact, choices)} change={(value) => change({ value })} />
      <Button type="text" danger aria-label={t("approval:condition.remove")} onClick={remove}>
        {t("platform:action.remove")}
      </Button>
    </div>
  );
}

interface ConditionValueProps {
  condition: Condition;
  options: Named[] | undefined;
  change(value: string): void;
}

/** Typed, or chosen: one, or several where the fact is to be one of them. */
function ConditionValue({ condition, options, change }: ConditionValueProps) {
  const label = useText()("approval:condition.value");
  if (!options) return <Input value={condition.value} aria-label={label} onChange={(event) => change(event.target.value)} />;
  const shared = { "aria-label": label, options, showSearch: { optionFilterProp: "label" } };
  if (condition.compare !== "in") return <Select {...shared} value={condition.value || null} onChange={change} />;
  const values = condition.value.split(",").filter(Boolean);
  return <Select {...shared} mode="multiple" value={values} onChange={(next: string[]) => change(next.join(","))} />;
}

/** Label, editor and what the server found at it. */
function Part({ form, path, label, children }: { form: FormStore; path: string; label: string; children: React.ReactNode }) {
  const finding = useFinding(form, path);
  return (
    <div className="form-field" data-field={path}>
      <span className="field-label">{label}</span>
      {children}
      <FindingText text={finding?.message} />
    </div>
  );
}
