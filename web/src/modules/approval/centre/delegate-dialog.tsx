/** 委托设置: who decides in the user's place, from when to when. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "antd";
import { useState } from "react";
import { AskedDialog, FindingText, runQuiet } from "@/modules/approval/asked-dialog";
import { User } from "@/modules/approval/people";
import { get, put } from "@/platform/call/client";
import type { Field } from "@/platform/contract";
import { FieldEditor } from "@/platform/fields/field-editor";
import { useText } from "@/platform/i18n";

interface Delegation {
  toUserId: string;
  toUserName: string;
  from: string;
  until: string;
}

const PATH = "/prm/ics/delegate";
const KEY = ["approval-delegate"];
const TIME: Field = { name: "time", label: { zh: "", en: "" }, kind: "instant" };

export function DelegateDialog({ close }: { close(): void }) {
  const queries = useQueryClient();
  const { data, isPending } = useQuery({ queryKey: KEY, queryFn: () => get<Delegation | null>(PATH, undefined, { quiet: true }) });
  const done = () => void queries.invalidateQueries({ queryKey: KEY });
  return isPending ? null : <DelegateFields present={data ?? null} done={done} close={close} />;
}

function DelegateFields({ present, done, close }: { present: Delegation | null; done(): void; close(): void }) {
  const t = useText();
  const [to, setTo] = useState<string | null>(present?.toUserId ?? null);
  const [from, setFrom] = useState<unknown>(present?.from ?? null);
  const [until, setUntil] = useState<unknown>(present?.until ?? null);
  const send = () => put(PATH, { toUserId: to ?? "0", from: String(from ?? ""), until: String(until ?? "") }, { quiet: true });
  const end = () =>
    runQuiet(
      () => put(PATH, {}, { quiet: true }),
      () => {
        done();
        close();
      },
    );
  return (
    <AskedDialog title={t("approval:delegate.title")} send={send} done={done} close={close}>
      {(finding) => (
        <>
          {present && (
            <p>
              {t("approval:delegate.now", { name: present.toUserName, from: present.from, until: present.until })}{" "}
              <Button size="small" danger onClick={() => void end()}>
                {t("approval:delegate.end")}
              </Button>
            </p>
          )}
          <label>
            {t("approval:delegate.to")}
            <User label={t("approval:delegate.to")} value={to} change={setTo} invalid={finding("toUserId") !== undefined} />
            <FindingText text={finding("toUserId")} />
          </label>
          <label>
            {t("approval:delegate.from")}
            <FieldEditor field={TIME} value={from} change={setFrom} name={t("approval:delegate.from")} />
          </label>
          <label>
            {t("approval:delegate.until")}
            <FieldEditor field={TIME} value={until} change={setUntil} name={t("approval:delegate.until")} invalid={finding("until") !== undefined} />
            <FindingText text={finding("until")} />
          </label>
        </>
      )}
    </AskedDialog>
  );
}
