/** What was typed before the window went, offered above the form; what others changed meanwhile stands side by side. */
import { Button, Modal, Radio } from "antd";
import { useState } from "react";
import { businessTime } from "@/platform/business-time";
import type { Field, Section } from "@/platform/contract";
import { ask } from "@/platform/dialog";
import { labelMember } from "@/platform/fields/editor-props";
import { FieldValue } from "@/platform/fields/field-value";
import { type Change, type DraftPlace, same } from "@/platform/forms/drafts";
import type { FormStore, Values } from "@/platform/forms/form-store";
import { useDraft } from "@/platform/forms/use-draft";
import { translate, useLabel, useText } from "@/platform/i18n";
import { ToneIcon } from "@/platform/tone-icon";

const NONE: Change[] = [];

interface DraftOfferProps {
  form: FormStore;
  of: DraftPlace;
  sections: Section[];
  /** What was typed here, and changed by somebody else before it was saved. */
  kept?: Change[];
  /** How a change of a draft is laid over what is stored by now, where it does not simply take its place. */
  fit?: (change: Change) => Change;
}

const asItIs = (change: Change): Change => change;

/** Only in forms that may be written, and that are read. */
export function DraftOffer({ form, of, sections, kept = NONE, fit = asItIs }: DraftOfferProps) {
  const t = useText();
  const left = useDraft(form, of);
  const [settled, setSettled] = useState(NONE);
  const crossed = kept !== settled && conflictsOf(kept, form, sections).length > 0;
  const draft = left.draft ?? (crossed ? { at: Date.now(), changes: kept } : null);
  const take = (changes: Change[]) => {
    if (left.draft) return left.take(changes.map(fit));
    form.patch(Object.fromEntries(changes.map(({ path, to }) => [path, to])));
    setSettled(kept);
  };
  const discard = () => (left.draft ? left.discard() : setSettled(kept));
  const [choosing, setChoosing] = useState<Conflict[]>([]);
  if (!draft) return null;
  const restore = () => {
    const conflicts = of.id === null ? [] : conflictsOf(draft.changes, form, sections);
    if (conflicts.length > 0) setChoosing(conflicts);
    else take(draft.changes);
  };
  const asked = async () => {
    if (await ask({ text: translate("platform:draft.discardConfirm"), danger: true })) discard();
  };
  return (
    <section className="page-note tone-warning draft-offer" role="status">
      <ToneIcon tone="warning" />
      <span>{t("platform:draft.offer", { time: businessTime(new Date(draft.at)).slice(5, 16) })}</span>
      <Button size="small" type="primary" onClick={restore}>
        {t("platform:draft.restore")}
      </Button>
      <Button size="small" onClick={() => void asked()}>
        {t("platform:draft.discard")}
      </Button>
      {choosing.length > 0 && (
        <ChooseDialog
          conflicts={choosing}
          form={form}
          changes={draft.changes}
          close={() => setChoosing([])}
          take={(changes) => {
            setChoosing([]);
            take(changes);
          }}
        />
      )}
    </section>
  );
}

/** A member that was typed here and changed elsewhere. */
interface Conflict {
  change: Change;
  label: Section["label"];
  /** Absent for child rows, of which only their number is told. */
  field?: Field;
}

function conflictsOf(changes: Change[], form: FormStore, sections: Section[]): Conflict[] {
  return changes.flatMap((change): Conflict[] => {
    const now = form.get(change.path);
    if (same(now, change.from) || same(now, change.to)) return [];
    const rows = sections.find(({ key, rows: many }) => many && key === change.path);
    if (rows) return [{ change, label: rows.label }];
    const field = fieldOf(change.path, sections);
    return field && !field.readOnly ? [{ change, label: field.label, field }] : [];
  });
}

/** The declared field of a path: of the form itself, or of the part of it a section is named after. */
function fieldOf(path: string, sections: Section[]): Field | undefined {
  const name = path.slice(path.lastIndexOf(".") + 1);
  const having = sections.filter(({ rows, fields }) => !rows && fields.some((field) => field.name === name));
  const section = having.find(({ key }) => `${key}.${name}` === path) ?? having[0];
  return section?.fields.find((field) => field.name === name);
}

interface ChooseDialogProps {
  conflicts: Conflict[];
  changes: Change[];
  form: FormStore;
  close(): void;
  take(changes: Change[]): void;
}

function ChooseDialog({ conflicts, changes, form, close, take }: ChooseDialogProps) {
  const t = useText();
  const label = useLabel();
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  const choose = (path: string, now: boolean) => {
    const others = [...kept].filter((each) => each !== path);
    setKept(new Set(now ? [...others, path] : others));
  };
  // The words beside a reference go with it.
  const stays = ({ path }: Change) => kept.has(path) || [...kept].some((each) => labelMember(each) === path);
  const typed = typedValues(form, changes);
  return (
    <Modal
      open
      width={640}
      title={t("platform:draft.conflictTitle")}
      onCancel={close}
      okText={t("platform:draft.restore")}
      cancelText={t("platform:action.cancel")}
      onOk={() => take(changes.filter((change) => !stays(change)))}
    >
      <p>{t("platform:draft.conflict")}</p>
      <table className="plain-table draft-choice">
        <thead>
          <tr>
            <th>{t("platform:draft.field")}</th>
            <th>{t("platform:draft.now")}</th>
            <th>{t("platform:draft.typed")}</th>
          </tr>
        </thead>
        <tbody>
          {conflicts.map(({ change, label: words, field }) => (
            <tr key={change.path}>
              <th scope="row">{label(words)}</th>
              {[true, false].map((now) => (
                <td key={String(now)}>
                  <Radio checked={kept.has(change.path) === now} onChange={() => choose(change.path, now)}>
                    <Value field={field} value={now ? form.get(change.path) : change.to} row={now ? form.all() : typed} />
                  </Radio>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Modal>
  );
}

function Value({ field, value, row }: { field: Field | undefined; value: unknown; row: Values }) {
  const t = useText();
  if (!field) return <>{t("platform:draft.rows", { count: Array.isArray(value) ? value.length : 0 })}</>;
  return <FieldValue field={field} value={value} row={row} asks nought />;
}

/** The members of the form as the draft has them, for the words of references. */
function typedValues(form: FormStore, changes: Change[]): Values {
  return { ...form.all(), ...Object.fromEntries(changes.map(({ path, to }) => [path, to])) };
}
