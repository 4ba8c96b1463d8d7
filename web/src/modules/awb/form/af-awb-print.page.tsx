/** 运单制单: masters with their houses below them, and what is done with their forms. */
import { useQuery } from "@tanstack/react-query";
import { Suspense, lazy, useEffect, useMemo } from "react";
import { useReason } from "@/modules/awb/form/move-form";
import { closePrint, openPrint, usePrint } from "@/modules/awb/form/print-store";
import { reachAfterwards } from "@/modules/awb/form/reach-box";
import { moveRow, removeRow } from "@/modules/awb/form/row-actions";
import { RuleCell } from "@/modules/awb/form/rule-cell";
import { type SendRow, formOf as formOfSent } from "@/modules/awb/message/send-model";
import { closeSend, openSend, useSend } from "@/modules/awb/message/send-store";
import type { Button, Column, ListPage, Row, When } from "@/platform/contract";
import { FieldValue } from "@/platform/fields/field-value";
import { useText } from "@/platform/i18n";
import type { ActionHandler, ListContext, ListOverrides } from "@/platform/lists/list-overrides";
import { goTo } from "@/platform/navigate";
import { PageLink } from "@/platform/page-link";
import { PageLoading } from "@/platform/page-loading";
import { declaredList, definePage, loadPages } from "@/platform/page-registry";
import { ToneIcon } from "@/platform/tone-icon";
import "../awb.css";

// The list comes beside its declaration, dialogs when they are opened.
const listPage = () => import("@/platform/lists/list-page");
const ListPageView = lazy(async () => ({ default: (await listPage()).ListPageView }));
const PrintDialog = lazy(async () => ({ default: (await import("@/modules/awb/form/print-dialog")).PrintDialog }));
const SendDialog = lazy(async () => ({ default: (await import("@/modules/awb/message/send-dialog")).SendDialog }));
const ReasonDialog = lazy(async () => ({ default: (await import("@/modules/awb/form/reason-dialog")).ReasonDialog }));

const isHouse = (row: Row): boolean => row["hawbId"] !== undefined && row["hawbId"] !== null;

/** The address of the form of a master or house row. */
function formOf(row: Row): string {
  const order = String(row["orderUuid"] ?? "");
  return isHouse(row) ? `/hawb_info_page?o=${order}&hawbId=${String(row["hawbId"])}` : `/af_mawb_make?o=${order}`;
}

const SEND = "af-edi-send";

/** House rows say nothing about their buttons themselves; their state does. */
const WHEN: Record<string, When> = {
  "af-awbprint-mawb": { not: { set: "hawbId" } },
  "af-awbprint-hawb": { set: "hawbId" },
  "af-awbprint-finish": { is: ["awbStatus", "DRAFT"] },
  "af-awbprint-back": { is: ["awbStatus", "DONE"] },
  "af-awbprint-del": { is: ["awbStatus", "DRAFT"] },
  "af-awbprint-print": { set: "awbPrintId" },
  [SEND]: { set: "awbPrintId" },
};

/** The declared buttons, and the one of the messages where the list does not declare it. */
function buttonsOf({ buttons }: ListPage, send: string): Button[] {
  if (buttons.some(({ code }) => code === SEND)) return buttons;
  return [...buttons, { code: SEND, label: { zh: send, en: send }, place: "row", action: "custom", own: true }];
}

/** The declared list with what each row, master or house, offers. */
function withHouses(page: ListPage, send: string): ListPage {
  const buttons = buttonsOf(page, send).map((button): Button => {
    const when = WHEN[button.code];
    return { ...button, danger: button.code === "af-awbprint-del", ...(when ? { when } : {}) };
  });
  return { ...page, buttons };
}

function PrintListPage() {
  const t = useText();
  const { data } = useQuery({
    queryKey: ["awb-print-page"],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      await Promise.all([loadPages("af.awb-print.list"), listPage()]);
      return declaredList("af.awb-print.list") ?? null;
    },
  });
  const send = t("awb:send.send");
  const page = useMemo(() => data && withHouses(data, send), [data, send]);
  const loading = <PageLoading rows={12} />;
  if (!page) return loading;
  return (
    <Suspense fallback={loading}>
      <ListPageView page={page} overrides={OVERRIDES} />
    </Suspense>
  );
}

const numberOf = (row: Row): string => String((isHouse(row) ? row["hawbNumber"] : row["awbNumber"]) ?? "");

function NumberCell({ row }: { row: Row }) {
  return (
    <PageLink href={formOf(row)} className={isHouse(row) ? "mono awb-house-number" : "mono"}>
      {numberOf(row)}
    </PageLink>
  );
}

/** The state, and what of the form is outside the tolerance of its orders. */
function StateCell({ row, column }: { row: Row; column: Column }) {
  const t = useText();
  const check = row["check"] as { state?: string; fields?: string[] } | undefined;
  const fields = check?.state === "DIFFERS" ? (check.fields ?? []) : [];
  const tip = t("awb:prints.check", { fields: fields.join("、") });
  return (
    <span className="awb-state-cell">
      <FieldValue field={column} value={row["awbStatus"]} />
      {fields.length > 0 && (
        <span className="awb-differs" title={tip}>
          <ToneIcon tone="danger" size={13} />
          <span className="sr-only">{tip}</span>
        </span>
      )}
    </span>
  );
}

const toForm: ActionHandler = ([row]) => {
  if (row) goTo(formOf(row));
};

const send: ActionHandler = ([row]) => {
  if (row) openSend({ orderUuid: String(row["orderUuid"]), number: numberOf(row), hawbId: isHouse(row) ? String(row["hawbId"]) : null });
};

function Dialogs({ list }: { list: ListContext }) {
  const row = usePrint((state) => state.rows[0]);
  const target = useSend((state) => state.target);
  const reason = useReason((state) => state.asked);
  // A dialog left open by another page would surprise.
  useEffect(() => closeSend, []);
  const reach = (sent: SendRow, field: string) => {
    if (!target) return;
    closeSend();
    reachAfterwards(field);
    goTo(formOfSent(target.orderUuid, sent));
  };
  return (
    <Suspense fallback={null}>
      {reason && <ReasonDialog asked={reason} />}
      {target && <SendDialog target={target} close={closeSend} sent={list.reload} reach={reach} />}
      {row && (
        <PrintDialog
          target={{
            house: isHouse(row),
            orderUuid: String(row["orderUuid"]),
            awbPrintId: String(row["awbPrintId"]),
            number: numberOf(row),
          }}
          draft={row["awbStatus"] !== "DONE"}
          close={closePrint}
          printed={list.reload}
        />
      )}
    </Suspense>
  );
}

const OVERRIDES: ListOverrides = {
  cells: {
    awbNumber: (_, row) => <NumberCell row={row} />,
    awbStatus: (_, row, column) => <StateCell row={row} column={column} />,
    ruleState: (_, row, column) => <RuleCell row={row} column={column} />,
  },
  open: (row) => goTo(formOf(row)),
  dialogs: Dialogs,
  actions: {
    "af-awbprint-mawb": toForm,
    "af-awbprint-hawb": toForm,
    "af-awbprint-finish": moveRow("finish", formOf),
    "af-awbprint-back": moveRow("back", formOf),
    "af-awbprint-del": removeRow,
    "af-awbprint-print": ([row]) => row && openPrint(row),
    [SEND]: send,
  },
};

export default definePage({ page: PrintListPage });
