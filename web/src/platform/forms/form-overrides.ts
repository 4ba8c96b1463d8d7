import type { ComponentType } from "react";
import type { Access } from "@/gen/contract";
import type { Section } from "@/platform/contract";
import type { FormStore, Values } from "@/platform/forms/form-store";

/** What a module's section component receives instead of the default grid of fields. */
export interface SectionProps {
  section: Section;
  form: FormStore;
  readOnly: boolean;
  /** False for a new thing. */
  editing: boolean;
}

export interface FormActionProps {
  form: FormStore;
  reload: () => void;
  /** Saves as the save button does; nothing when it was not saved. Beside a list the form closes afterwards. */
  save: () => Promise<Values | null>;
}

/** What a module may change of a declared form. */
export interface FormOverrides {
  /** By section key. */
  sections?: Record<string, ComponentType<SectionProps>>;
  /** Keys of the sections that are not drawn for a new thing, for one that is edited, or for one that is only looked at. */
  without?: (editing: boolean, lookedAt?: boolean) => string[];
  /** A section of its own wants room beside the list. */
  wide?: boolean;
  /** Below the title: state, key figures. */
  header?: ComponentType<{ form: FormStore }>;
  /** False where secrets are typed, which no device keeps. */
  drafts?: false;
  /** One user edits a thing at a time: where its page lock is taken, who may edit and take over, what the others are told. */
  lease?: { base: string; edit: Access; takeOver: Access; held: string };
  /** Extra buttons left of save. */
  actions?: ComponentType<FormActionProps>;
  /** After saving, with the values and what the answer added to them: a password shown once. */
  saved?: (values: Values) => void;
}
