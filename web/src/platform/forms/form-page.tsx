import type { FormPage } from "@/platform/contract";
import type { FormOverrides } from "@/platform/forms/form-overrides";
import { useLabel } from "@/platform/i18n";

export function FormPageView({ page }: { page: FormPage; overrides: FormOverrides }) {
  const label = useLabel();
  return <main className="form-page"><h1>{label(page.title)}</h1></main>;
}
