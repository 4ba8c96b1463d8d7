/** What is done with several orders at once beside changing them: one event, links, their files. Each order by a call of its own, so that what was not done is told with its reason. */
import { useQuery } from "@tanstack/react-query";
import { Button as AntButton, Input, Modal } from "antd";
import { useMemo } from "react";
import { create } from "zustand";
import { CallError, download, get, post } from "@/platform/call/client";
import { copyText } from "@/platform/clipboard";
import type { Button, Field, Row } from "@/platform/contract";
import { FieldsDialog } from "@/platform/forms/fields-dialog";
import type { Values } from "@/platform/forms/form-store";
import { labelPair, translate, useText } from "@/platform/i18n";
import { runBatch } from "@/platform/lists/batch";
import type { ActionHandler, ListContext } from "@/platform/lists/list-overrides";
import { airEventFields } from "@/platform/order/air-track-dialogs";
import type { StoredEvent } from "@/platform/order/stored-event";
import { usePageTab } from "@/platform/page-tab";
import { toast } from "@/platform/toast";
import { eventFields } from "./events/event-dialog";
import type { EventCode } from "./events/track-tab";
import { moveActions } from "./order-moves";
import type { Prefix } from "./scopes";

/** What flies is told by the number of its master. */
const FLIES: readonly Prefix[] = ["af", "ai"];
const PARTS = ["order", "track", "manifest", "files", "photos", "print"];
const VALIDITIES = ["7", "30", "90", "forever"];
const VALIDITY_FIRST = "30";

interface Asked {
  act: "event" | "share";
  prefix: Prefix;
  rows: Row[];
  list: ListContext;
}

interface Open {
  asked: Asked | null;
  /** Lines of code and address of the links that were made, which are told once. */
  links: string[];
}

const useOpen = create<Open>(() => ({ asked: null, links: [] }));
const close = () => useOpen.setState({ asked: null });

const codesOf = (prefix: Prefix) => ({
  event: FLIES.includes(prefix) ? "af-track-input" : `${prefix}-order-track`,
  share: `${prefix}-order-share`,
  files: `${prefix}-order-file`,
});

/** The buttons over the chosen rows; who may do it with one order may do it with several. */
export function actButtons(prefix: Prefix): Button[] {
  const codes = codesOf(prefix);
  const button = (name: keyof typeof codes): Button => {
    return { code: codes[name], label: labelPair(`order:batch.${name}`), place: "batch", action: "custom", own: true };
  };
  return [button("event"), button("share"), button("files")];
}

/** The same as handlers of a list. */
export function actActions(prefix: Prefix): Record<string, ActionHandler> {
  const { event, share, files } = codesOf(prefix);
  const open = (act: Asked["act"]): ActionHandler => (rows, list) => useOpen.setState({ asked: { act, prefix, rows, list } });
  const shareOne = moveActions(prefix)[share];
  return {
    [`${event} custom`]: open("event"),
    // One code: the button of a row shares it alone.
    [`${share} custom`]: (rows, list, button) => (button.place === "batch" ? open("share") : shareOne)?.(rows, list, button),
    [`${files} custom`]: packFiles,
  };
}

const nameOf = (row: Row): string => String(row["orderCode"] ?? "");
const uuidOf = (row: Row): string => String(row["orderUuid"] ?? "");
/** A row that was left out, said as the server says why. */
const leftOut = (key: string) => new CallError("refused", translate(key), 200, 1, null);

function done(list: ListContext): void {
  list.clearSelection();
  list.reload();
}

/** The files of the orders in one archive; an order that has none is told. */
const packFiles: ActionHandler = (rows, list) => {
  const filed: string[] = [];
  const call = async (row: Row) => {
    const files = await get<unknown[]>("/afbase/orderFiles/getList", { orderUuid: uuidOf(row) }, { quiet: true });
    if (files.length === 0) throw leftOut("order:batch.noFiles");
    filed.push(uuidOf(row));
  };
  const changed = () => {
    list.clearSelection();
    download("/afbase/orderFiles/zipSeveral", { orderUuids: filed }).catch((error: unknown) => {
      // The call has shown why.
      if (!(error instanceof CallError)) throw error;
    });
  };
  void runBatch({ title: translate("order:batch.files"), rows, nameOf, call, changed });
};

/** Draws what the acts ask for, and the links they made. */
export function OrderActDialogs() {
  const { asked, links } = useOpen();
  // Lists of other tabs are there as well: the one that is looked at draws.
  const tab = usePageTab();
  if (tab?.inFront() === false) return null;
  return (
    <>
      {asked?.act === "event" && <EventOfSeveral asked={asked} />}
      {asked?.act === "share" && <ShareSeveral asked={asked} />}
      {links.length > 0 && <Links links={links} />}
    </>
  );
}

/** One event, entered for each of the orders. */
function EventOfSeveral({ asked: { prefix, rows, list } }: { asked: Asked }) {
  const t = useText();
  const flies = FLIES.includes(prefix);
  const [first] = rows;
  const known = useQuery({
    queryKey: ["sc.event-codes", prefix],
    enabled: !flies && first !== undefined,
    queryFn: () => get<{ codes: EventCode[] }>("/sc/order/events", { orderUuid: uuidOf(first ?? { id: "" }) }, { quiet: true }),
  });
  const codes = known.data?.codes;
  const fields = useMemo(() => (flies ? airEventFields(t) : eventFields(t, codes ?? [], { prefix, boxes: [] })).filter(isShared), [t, flies, codes, prefix]);
  if (!flies && !codes) return null;
  const send = async (body: Values) => {
    const call = async (row: Row) => {
      const stored = flies
        ? await post<StoredEvent>("/afbase/track/doSave", { ...body, awbNumber: row["awbNumber"] ?? "" }, { quiet: true })
        : await post<StoredEvent>("/sc/track/doSave", { ...body, orderUuid: uuidOf(row) }, { quiet: true });
      if (Number(stored.stored) === 0) throw leftOut("order:track.repeated");
    };
    void runBatch({ title: t("order:batch.event"), rows, nameOf, call, changed: () => done(list) });
  };
  return (
    <FieldsDialog
      title={t("order:batch.eventOf", { n: rows.length })}
      fields={fields}
      initial={flies ? {} : { classifier: "ACT" }}
      send={send}
      saved={() => undefined}
      close={close}
    >
      <p className="soft dialog-note">{t("order:batch.eventNote")}</p>
    </FieldsDialog>
  );
}

/** What is of one order alone is not asked for several. */
const OF_ONE = ["awbNumber", "containerNo", "pieces", "weight", "part"];
const isShared = ({ name }: Field): boolean => !OF_ONE.includes(name);

/** A new link of each order, with the same parts and the same end. */
function ShareSeveral({ asked: { rows, list } }: { asked: Asked }) {
  const t = useText();
  const fields: Field[] = [
    {
      name: "validity",
      kind: "select",
      required: true,
      label: labelPair("order:share.validity"),
      options: VALIDITIES.map((value) => ({ value, label: labelPair(`order:share.valid.${value}`) })),
    },
    ...PARTS.map((part): Field => ({ name: part, kind: "bool", label: labelPair(`order:share.part.${part}`) })),
  ];
  const initial = { validity: VALIDITY_FIRST, ...Object.fromEntries(PARTS.map((part) => [part, true])) };
  const send = async (body: Values) => {
    const parts = PARTS.filter((part) => body[part] === true);
    const links: string[] = [];
    const call = async (row: Row) => {
      const share = { orderUuid: uuidOf(row), validity: body["validity"], parts };
      const { url } = await post<{ url: string }>("/afbase/orderShare/createLink", share, { quiet: true });
      links.push(`${nameOf(row)}\t${new URL(url, window.location.origin).href}`);
    };
    const changed = () => {
      useOpen.setState({ links });
      done(list);
    };
    void runBatch({ title: t("order:batch.share"), rows, nameOf, call, changed });
  };
  return (
    <FieldsDialog title={t("order:batch.shareOf", { n: rows.length })} fields={fields} initial={initial} send={send} saved={() => undefined} close={close}>
      <p className="soft dialog-note">{t("order:batch.shareNote")}</p>
    </FieldsDialog>
  );
}

/** The links that were made: told once, as lines for a mail or a sheet. */
function Links({ links }: { links: string[] }) {
  const t = useText();
  const text = links.join("\n");
  const copy = async () => {
    if (await copyText(text)) toast.info(t("order:share.copied"));
    else toast.warn(t("order:share.copyByHand"));
  };
  const leave = () => useOpen.setState({ links: [] });
  return (
    <Modal
      open
      width={720}
      title={t("order:batch.links", { n: links.length })}
      mask={{ closable: false }}
      onCancel={leave}
      footer={
        <>
          <AntButton onClick={leave}>{t("platform:action.close")}</AntButton>
          <AntButton type="primary" onClick={() => void copy()}>
            {t("order:batch.copyLinks")}
          </AntButton>
        </>
      }
    >
      <p className="soft">{t("order:share.once")}</p>
      <Input.TextArea className="mono" readOnly rows={Math.min(12, links.length + 1)} value={text} aria-label={t("order:batch.linksText")} onFocus={(event) => event.target.select()} />
    </Modal>
  );
}
