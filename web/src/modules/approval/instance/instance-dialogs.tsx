/** What an administrator does about applications: hand waiting tasks over, end one. */
import { Input } from "antd";
import { useState } from "react";
import { create } from "zustand";
import { AskedDialog, FindingText } from "@/modules/approval/asked-dialog";
import { User } from "@/modules/approval/people";
import { put } from "@/platform/call/client";
import { useText } from "@/platform/i18n";
import type { ListContext } from "@/platform/lists/list-overrides";
import { toast } from "@/platform/toast";
import { ApprovalDrawer } from "@/modules/approval/centre/approval-drawer";

const REASON_MAX = 200;

type Open = { kind: "transfer" } | { kind: "terminate"; id: string; no: string };

export const useInstance = create<{ open: Open | null }>(() => ({ open: null }));

const close = () => useInstance.setState({ open: null });

export function InstanceDialogs({ list }: { list: ListContext }) {
  const open = useInstance((state) => state.open);
  return (
    <>
      <ApprovalDrawer changed={list.reload} />
      {open?.kind === "transfer" && <TransferDialog list={list} />}
      {open?.kind === "terminate" && <TerminateDialog id={open.id} no={open.no} list={list} />}
    </>
  );
}

function TransferDialog({ list }: { list: ListContext }) {
  const t = useText();
  const [from, setFrom] = useState<string | null>(null);
  const [to, setTo] = useState<string | null>(null);
  const send = async () => {
    const body = { fromUserId: from ?? "0", toUserId: to ?? "0" };
    const done = await put<{ moved: number; kept: number }>("/prm/ics/approval/instance/transfer", body, { quiet: true });
    toast.info(t("approval:records.moved", { moved: done.moved, kept: done.kept }));
  };
  return (
    <AskedDialog title={t("approval:records.transfer")} send={send} done={list.reload} close={close}>
      {(finding) => (
        <>
          <label>
            {t("approval:records.from")}
            <User label={t("approval:records.from")} value={from} change={setFrom} />
          </label>
          <label>
            {t("approval:records.to")}
            <User label={t("approval:records.to")} value={to} change={setTo} invalid={finding("toUserId") !== undefined} />
            <FindingText text={finding("toUserId")} />
          </label>
        </>
      )}
    </AskedDialog>
  );
}

function TerminateDialog({ id, no, list }: { id: string; no: string; list: ListContext }) {
  const t = useText();
  const [reason, setReason] = useState("");
  const send = () => put("/prm/ics/approval/instance/terminate", { id, reason }, { quiet: true });
  return (
    <AskedDialog danger title={t("approval:records.terminate", { no })} send={send} done={list.reload} close={close}>
      {(finding) => (
        <label>
          {t("approval:reason")}
          <Input.TextArea rows={3} maxLength={REASON_MAX} value={reason} status={finding("reason") ? "error" : ""} onChange={(event) => setReason(event.target.value)} />
          <FindingText text={finding("reason")} />
        </label>
      )}
    </AskedDialog>
  );
}
