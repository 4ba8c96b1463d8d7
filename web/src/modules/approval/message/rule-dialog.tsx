/** The company's rule about one event. */
import { Checkbox, Input, Select, Switch } from "antd";
import { type ReactNode, useState } from "react";
import { AskedDialog, FindingText } from "@/modules/approval/asked-dialog";
import { type MessageRule, type Named, RULES, type Receivers, daysOf } from "@/modules/approval/message/message-rule";
import { Users } from "@/modules/approval/people";
import { put } from "@/platform/call/client";
import { Copyable } from "@/platform/fields/field-value";
import { useLabel, useText } from "@/platform/i18n";
import "./message.css";

const TITLE_MAX = 100;
const TEXT_MAX = 500;
const NAMED_MAX = 20;
const DIALOG_WIDTH = 720;

interface RuleDialogProps {
  rule: MessageRule;
  roles: Named[];
  done(): void;
  close(): void;
}

export function RuleDialog({ rule, roles, done, close }: RuleDialogProps) {
  const t = useText();
  const label = useLabel();
  const [form, setForm] = useState(rule);
  const change = (part: Partial<MessageRule>) => setForm({ ...form, ...part });
  const send = () => {
    const { event, version, active, inner, mail, receivers, titleZh, titleEn, textZh, textEn, days } = form;
    const body = { event, version, active, inner, mail, receivers, titleZh, titleEn, textZh, textEn, days };
    return put(RULES, body, { quiet: true });
  };
  return (
    <AskedDialog title={label(rule.name)} width={DIALOG_WIDTH} send={send} done={done} close={close} reload={done}>
      {(finding) => (
        <>
          <p className="soft message-lead">{label(rule.explanation)}</p>
          <Ways form={form} change={change} />
          {rule.concerned ? (
            <p>
              <span className="soft">{t("approval:rule.receivers")}</span> {label(rule.concerned)}
            </p>
          ) : (
            <Who form={form} roles={roles} finding={finding("receivers")} change={(receivers) => change({ receivers })} />
          )}
          {rule.isAhead && (
            <label>
              {t("approval:rule.daysLong")}
              <Select
                mode="tags"
                value={form.days.map(String)}
                aria-label={t("approval:rule.daysLong")}
                status={finding("days") ? "error" : ""}
                tokenSeparators={[" ", ",", "，"]}
                open={false}
                suffixIcon={null}
                onChange={(typed: string[]) => change({ days: daysOf(typed) })}
              />
              <FindingText text={finding("days")} />
            </label>
          )}
          <Templates form={form} change={change} finding={finding} />
        </>
      )}
    </AskedDialog>
  );
}

interface PartProps {
  form: MessageRule;
  change(part: Partial<MessageRule>): void;
}

function Ways({ form, change }: PartProps) {
  const t = useText();
  const way = (name: "active" | "inner" | "mail", text: string) => (
    <span className="message-way">
      <Switch
        size="small"
        checked={form[name]}
        disabled={name !== "active" && !form.active}
        aria-label={text}
        onChange={(on) => change({ [name]: on })}
      />
      {text}
    </span>
  );
  return (
    <div className="message-ways">
      {way("active", t("approval:rule.inUse"))}
      {way("inner", t("approval:rule.inner"))}
      {way("mail", t("approval:rule.mail"))}
    </div>
  );
}

interface WhoProps {
  form: MessageRule;
  roles: Named[];
  finding: string | undefined;
  change(receivers: Receivers): void;
}

function Who({ form, roles, finding, change }: WhoProps) {
  const t = useText();
  const label = useLabel();
  const { receivers } = form;
  const set = (part: Partial<Receivers>) => change({ ...receivers, ...part });
  return (
    <fieldset className="message-who">
      <legend>{t("approval:rule.receivers")}</legend>
      <Checkbox.Group
        value={receivers.kinds}
        options={form.among.map((kind) => ({ value: kind.code, label: label(kind.label) }))}
        onChange={(kinds) => set({ kinds: kinds as string[] })}
      />
      <label>
        {t("approval:rule.users")}
        <Users label={t("approval:rule.users")} max={NAMED_MAX} value={receivers.users} known={form.users} change={(users) => set({ users })} invalid={finding !== undefined} />
      </label>
      <label>
        {t("approval:rule.roles")}
        <Select
          mode="multiple"
          maxCount={NAMED_MAX}
          value={receivers.roles}
          aria-label={t("approval:rule.roles")}
          showSearch={{ optionFilterProp: "label" }}
          options={roles.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(ids: string[]) => set({ roles: ids })}
        />
      </label>
      <FindingText text={finding} />
    </fieldset>
  );
}

/** The words in both languages, and the names they may hold. */
function Templates({ form, change, finding }: PartProps & { finding(field: string): string | undefined }) {
  const t = useText();
  const label = useLabel();
  const part = (name: string, text: string, editor: ReactNode) => (
    <label>
      {text}
      {editor}
      <FindingText text={finding(name)} />
    </label>
  );
  const title = (name: "titleZh" | "titleEn", text: string) =>
    part(
      name,
      text,
      <Input
        value={form[name]}
        maxLength={TITLE_MAX}
        status={finding(name) ? "error" : ""}
        onChange={(event) => change({ [name]: event.target.value })}
      />,
    );
  const body = (name: "textZh" | "textEn", text: string) =>
    part(
      name,
      text,
      <Input.TextArea
        rows={2}
        value={form[name]}
        maxLength={TEXT_MAX}
        status={finding(name) ? "error" : ""}
        onChange={(event) => change({ [name]: event.target.value })}
      />,
    );
  return (
    <>
      <p className="message-takes">
        <span className="soft">{t("approval:rule.takes")}</span>
        {form.takes.map((each) => (
          <span key={each.name}>
            <Copyable text={`{${each.name}}`} /> <span className="soft">{label(each.label)}</span>
          </span>
        ))}
      </p>
      {title("titleZh", t("approval:rule.titleZh"))}
      {body("textZh", t("approval:rule.textZh"))}
      {title("titleEn", t("approval:rule.titleEn"))}
      {body("textEn", t("approval:rule.textEn"))}
    </>
  );
}
