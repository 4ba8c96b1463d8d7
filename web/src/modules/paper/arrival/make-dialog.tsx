import { useQuery } from "@tanstack/react-query";
import { Modal } from "antd";
import { type ProposedNotice, makeNotice, numberOf, readNotice } from "@/modules/paper/arrival/arrival-calls";
import type { Field, Row } from "@/platform/contract";
import { labelPair, useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { openMade } from "@/platform/made-file";
import { MoveDialog } from "@/platform/move-dialog";
import { PageLoading } from "@/platform/page-loading";

const WIDTH = 560;
const NAME_MAX = 100;
const CONTACT_MAX = 50;
const TEXT_MAX = 500;
const FREE_DAYS_MAX = 90;

interface MakeDialogProps {
  row: Row;
  close(): void;
  /** Reads the list again. */
  reload(): void;
}

const fieldsOf = (terminals: ProposedNotice["terminals"]): Field[] => [
  {
    name: "language", kind: "select", required: true, label: labelPair("paper:arrival.language"),
    options: [
      { value: "zh", label: labelPair("paper:arrival.zh") },
      { value: "en", label: labelPair("paper:arrival.en") },
    ],
  },
  { name: "consignee", kind: "text", required: true, maxLength: NAME_MAX, label: labelPair("paper:arrival.consignee") },
  { name: "contact", kind: "text", maxLength: CONTACT_MAX, label: labelPair("paper:arrival.contact") },
  { name: "phone", kind: "text", maxLength: CONTACT_MAX, label: labelPair("paper:arrival.phone") },
  { name: "warehouseId", kind: "select", options: terminals, label: labelPair("paper:arrival.terminal") },
  { name: "freeDays", kind: "int", min: 0, max: FREE_DAYS_MAX, label: labelPair("paper:arrival.freeDays") },
  { name: "documents", kind: "longText", maxLength: TEXT_MAX, label: labelPair("paper:arrival.documents") },
  { name: "remark", kind: "longText", maxLength: TEXT_MAX, label: labelPair("paper:arrival.remark") },
];

/** When it came, how much of it, and what keeps the paper from saying more. */
function useNotes({ actualArrival, expectArrival, pieces, arrivedPieces, terminals }: ProposedNotice): string {
  const t = useText();
  const came = () => {
    if (!actualArrival) return t("paper:arrival.expected", { day: expectArrival });
    const inPart = arrivedPieces !== null && arrivedPieces < pieces;
    const values = { time: actualArrival, pieces, arrived: arrivedPieces ?? pieces };
    return t(inPart ? "paper:arrival.arrivedPart" : "paper:arrival.arrivedAll", values);
  };
  return [came(), ...(terminals.length === 0 ? [t("paper:arrival.noTerminal")] : [])].join(" ");
}

/** What the paper is to say; it opens beside the application. */
export function MakeDialog({ row, close, reload }: MakeDialogProps) {
  const t = useText();
  const title = t("paper:arrival.makeTitle", { number: numberOf(row) });
  const { data, error, refetch } = useQuery({
    queryKey: ["arrival.notice", row.id],
    gcTime: 0,
    staleTime: 0,
    queryFn: () => readNotice(row),
  });
  if (data && !error) return <Filled row={row} title={title} told={data} close={close} reload={reload} />;
  return (
    <Modal open width={WIDTH} title={title} footer={null} onCancel={close}>
      {error ? <LoadFailed message={error.message} retry={() => void refetch()} /> : <PageLoading rows={8} />}
    </Modal>
  );
}

function Filled({ row, title, told, close, reload }: MakeDialogProps & { title: string; told: ProposedNotice }) {
  const t = useText();
  return (
    <MoveDialog
      title={title}
      ok={t("paper:arrival.make")}
      width={WIDTH}
      said={t("paper:arrival.made")}
      note={<p className="soft paper-note">{useNotes(told)}</p>}
      fields={fieldsOf(told.terminals)}
      initial={told.notice}
      send={(body) => makeNotice(row, told.version, body)}
      done={(url) => {
        void openMade(() => Promise.resolve(url));
        reload();
        close();
      }}
      stale={reload}
      close={close}
    />
  );
}
