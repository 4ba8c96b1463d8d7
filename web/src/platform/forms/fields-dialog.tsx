import type { ReactNode } from "react";
import type { Field } from "@/platform/contract";
import type { Values } from "@/platform/forms/form-store";
import { useText } from "@/platform/i18n";
import { MoveDialog } from "@/platform/move-dialog";

interface FieldsDialogProps {
  title: string;
  fields: Field[];
  initial: Values;
  /** The quiet call with every field. */
  send(body: Values): Promise<unknown>;
  /** What the server answered; tells of the success itself. */
  saved(answer: unknown): void;
  close(): void;
  /** The user wants to see what somebody else saved meanwhile. */
  reload?(): void;
  /** Pixels. */
  width?: number;
  /** Below the fields. */
  children?: ReactNode;
}

const WIDTH = 560;

/** Two columns of fields that are saved; the success is told by whoever opened it. */
export function FieldsDialog({ title, fields, initial, send, saved, close, reload, width = WIDTH, children }: FieldsDialogProps) {
  const t = useText();
  const done = (answer: unknown) => {
    saved(answer);
    close();
  };
  return (
    <MoveDialog
      title={title}
      fields={fields}
      initial={initial}
      columns={2}
      width={width}
      below={children}
      ok={t("platform:action.save")}
      said={false}
      send={send}
      done={done}
      stale={() => reload?.()}
      stays
      close={close}
    />
  );
}
