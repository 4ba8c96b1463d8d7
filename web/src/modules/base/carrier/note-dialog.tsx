/** 航司要求: what a carrier demands, written by the company; the platform's words stand below as the fall-back. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Modal } from "antd";
import { openCarrierNote, useCarrierNote } from "@/modules/base/carrier/note-store";
import { get, put } from "@/platform/call/client";
import type { Field } from "@/platform/contract";
import { FieldsDialog } from "@/platform/forms/fields-dialog";
import { labelPair, useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { PageLoading } from "@/platform/page-loading";
import { RichText } from "@/platform/rich/rich-text";
import { toast } from "@/platform/toast";

interface Note {
  carrierCode: string;
  /** Of the company's own note; 0 where there is none. */
  version: number;
  text: string | null;
  platformText: string | null;
}

const WIDTH = 760;
const WORDS_MAX = 5000;

/** Mounted once by the list. */
export function CarrierNoteDialog() {
  const open = useCarrierNote((state) => state.open);
  return open && <NoteOf key={open} code={open} />;
}

function NoteOf({ code }: { code: string }) {
  const t = useText();
  const cache = useQueryClient();
  const path = `/afbase/carrier/note/${encodeURIComponent(code)}`;
  const { data, error, refetch } = useQuery({
    queryKey: ["carrier-note", code],
    gcTime: 0,
    // What is typed is not taken away by reading anew unasked.
    refetchOnWindowFocus: false,
    queryFn: () => get<Note>(path, undefined, { quiet: true }),
  });
  const close = () => openCarrierNote(null);
  const title = t("base:note.title", { code });
  if (!data) {
    return (
      <Modal open width={WIDTH} title={title} footer={null} onCancel={close}>
        {error ? <LoadFailed message={error.message} retry={() => void refetch()} /> : <PageLoading rows={5} />}
      </Modal>
    );
  }
  const field: Field = { name: "text", kind: "richText", maxLength: WORDS_MAX, label: labelPair("base:note.text") };
  return (
    <FieldsDialog
      key={data.version}
      title={title}
      width={WIDTH}
      fields={[field]}
      initial={{ text: data.text }}
      send={(typed) => put(path, { version: data.version, ...typed }, { quiet: true })}
      saved={() => {
        toast.done(t("base:note.saved"));
        void cache.invalidateQueries({ queryKey: ["carrier-note-shown"] });
      }}
      reload={() => void refetch()}
      close={close}
    >
      {data.platformText && (
        <section aria-label={t("base:note.platforms")}>
          <h3>{t("base:note.platforms")}</h3>
          <p className="soft">{t("base:note.fallback")}</p>
          <RichText html={data.platformText} />
        </section>
      )}
    </FieldsDialog>
  );
}
