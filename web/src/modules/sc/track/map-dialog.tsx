/** 映射: what a source means by a code. */
import { useQuery } from "@tanstack/react-query";
import { Modal } from "antd";
import { useMemo } from "react";
import { get, post } from "@/platform/call/client";
import type { Field, Row } from "@/platform/contract";
import { FieldsDialog } from "@/platform/forms/fields-dialog";
import { type Translate, useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { PageLoading } from "@/platform/page-loading";
import { toast } from "@/platform/toast";
import { BASE, type ModeCodes } from "./track-model";

interface MapDialogProps {
  row: Row;
  close(): void;
  /** The meaning is kept; what waited for it may be gone. */
  mapped(): void;
}

interface Mapped {
  stored: number;
  waiting: number;
}

export function MapDialog({ row, close, mapped }: MapDialogProps) {
  const t = useText();
  const found = useQuery({
    queryKey: ["sc.track.codes"],
    queryFn: () => get<ModeCodes[]>(`${BASE}/codes`, undefined, { quiet: true }),
  });
  const modes = found.data;
  const fields = useMemo(() => (modes ? fieldsOf(t, modes) : []), [t, modes]);
  const title = t("sc:tracking.map.title", { told: String(row["told"]), source: String(row["source"]) });
  if (!modes)
    return (
      <Modal open title={title} footer={null} onCancel={close}>
        {found.error ? (
          <LoadFailed message={found.error.message} retry={() => void found.refetch()} />
        ) : (
          <PageLoading rows={2} />
        )}
      </Modal>
    );
  return (
    <FieldsDialog
      title={title}
      fields={fields}
      initial={{}}
      send={(body: Record<string, unknown>) =>
        post<Mapped>(`${BASE}/map`, { id: String(row.id), ...body }, { quiet: true })
      }
      saved={(answer) => {
        const { stored, waiting } = answer as Mapped;
        if (waiting > 0) toast.warn(t("sc:tracking.map.some", { stored, waiting }));
        else toast.done();
        mapped();
      }}
      close={close}
    />
  );
}

/** One choice of all events; the same code of several modes is one, with each of its names. */
function fieldsOf(t: Translate, modes: ModeCodes[]): Field[] {
  const names = new Map<string, { zh: string[]; en: string[] }>();
  for (const { mode, codes } of modes)
    for (const { code, zh, en } of codes) {
      const known = names.get(code) ?? { zh: [], en: [] };
      const of = t(`sc:tracking.mode.${mode}`);
      known.zh.push(`${of} ${zh}`);
      known.en.push(`${of} ${en}`);
      names.set(code, known);
    }
  const options = [...names].map(([value, { zh, en }]) => ({
    value,
    label: { zh: `${value} ${zh.join(" / ")}`, en: `${value} ${en.join(" / ")}` },
  }));
  const label = t("sc:tracking.map.event");
  return [{ name: "code", kind: "select", label: { zh: label, en: label }, required: true, options }];
}
