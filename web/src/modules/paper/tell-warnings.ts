import type { Finding } from "@/platform/contract";
import type { Values } from "@/platform/forms/form-store";
import { toast } from "@/platform/toast";

/** After a save the form is gone, so what is worth knowing is told beside it. */
export function tellWarnings({ findings }: Values): void {
  for (const { message } of (findings as Finding[] | undefined) ?? []) toast.warn(message);
}
