import type { ComponentType } from "react";
import type { Section } from "@/platform/contract";
import type { FormStore } from "@/platform/forms/form-store";

/** What a module's section component receives instead of the default grid of fields. */
export interface SectionProps {
  section: Section;
  form: FormStore;
  readOnly: boolean;
}

/** What a module may change of a declared form. */
export interface FormOverrides {
  /** By section key. */
  sections?: Record<string, ComponentType<SectionProps>>;
  /** Below the title: state, key figures. */
  header?: ComponentType<{ form: FormStore }>;
  /** Extra buttons right of save. */
  actions?: ComponentType<{ form: FormStore; reload: () => void }>;
}
