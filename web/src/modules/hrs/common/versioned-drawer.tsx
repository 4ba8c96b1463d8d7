/**
 * A drawer that edits one versioned thing of a row: read with its version, saved whole, guarded while unsaved. Rights,
 * scopes and holders of a role, and the own rights of a user are such things.
 */
import { useQuery } from "@tanstack/react-query";
import { Button, Drawer } from "antd";
import { type ReactNode, useMemo, useState } from "react";
import { withConfirmed } from "@/modules/hrs/common/run-call";
import { busy } from "@/platform/busy";
import { get, put } from "@/platform/call/client";
import { submit } from "@/platform/call/submit";
import type { Finding } from "@/platform/contract";
import { jumpTo, useSaveKey } from "@/platform/forms/form-keys";
import { FormStore, type Values, useDirty } from "@/platform/forms/form-store";
import { confirmLeave, useLeaveGuard } from "@/platform/forms/use-leave-guard";
import { useText } from "@/platform/i18n";
import type { ListContext } from "@/platform/lists/list-overrides";
import { LoadFailed } from "@/platform/load-failed";
import { PageLoading } from "@/platform/page-loading";
import { toast } from "@/platform/toast";

interface Versioned {
  version: number;
}

interface VersionedDrawerProps<T extends Versioned> {
  title: string;
  size: number;
  /** Read by GET, saved by PUT. */
  path: string;
  /** What is edited of the answer. Stands outside the component: a new function is a new form. */
  values(data: T): Values;
  /** What is sent beside the version. */
  body(values: Values): Values;
  /** What is wrong before anything is sent. */
  check?(values: Values): Finding[];
  /** Where a finding of the server stands in the form. */
  place?(finding: Finding, values: Values): Finding;
  /** Stays open after saving, to show what is in force then. */
  stays?: boolean;
  /** Left in the foot. */
  note?(form: FormStore, data: T): ReactNode;
  list: ListContext;
  close(): void;
  children(data: T, form: FormStore): ReactNode;
}

export function VersionedDrawer<T extends Versioned>(props: VersionedDrawerProps<T>) {
  const { title, size, list, close, stays = false, note, children } = props;
  const t = useText();
  const [open, setOpen] = useState(true);
  const { data, error, form, reload, save, saving } = useVersioned(props);
  const dirty = useDirty(form);
  useLeaveGuard(form);
  const leave = async () => {
    if (!dirty || (await confirmLeave())) setOpen(false);
  };
  const send = async () => {
    if (!(await save())) return;
    list.reload();
    if (!stays) setOpen(false);
  };
  useSaveKey(() => void send(), dirty);
  const foot = (
    <div className="drawer-buttons hrs-drawer-foot">
      {data && note?.(form, data)}
      <span className="top-space" />
      <Button onClick={() => void leave()}>{t(stays ? "platform:action.close" : "platform:action.cancel")}</Button>
      <Button type="primary" disabled={!dirty} loading={busy(saving)} onClick={() => void send()}>
        {t("platform:action.save")}
      </Button>
    </div>
  );
  return (
    <Drawer
      open={open}
      size={size}
      title={title}
      onClose={() => void leave()}
      afterOpenChange={(next) => !next && close()}
      footer={foot}
      className="hrs-drawer"
    >
      {error && <LoadFailed message={error.message} retry={reload} />}
      {!error && !data && <PageLoading rows={8} />}
      {!error && data && children(data, form)}
    </Drawer>
  );
}

function useVersioned<T extends Versioned>({ path, values, body, check, place, stays }: VersionedDrawerProps<T>) {
  const [saving, setSaving] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ["hrs-versioned", path],
    // Read when the drawer opens and when it is asked for: a refresh in between would take away what was changed.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: ({ signal }) => get<T>(path, undefined, { quiet: true, signal }),
  });
  const form = useMemo(() => new FormStore(data ? values(data) : {}), [data, values]);
  const send = async (): Promise<boolean> => {
    const wrong = check?.(form.all()) ?? [];
    if (wrong.length > 0) return show(form, wrong);
    const sent = { version: data?.version, ...body(form.all()) };
    const result = await submit((confirmed) => put(path, withConfirmed(sent, confirmed), { quiet: true }));
    if (result.kind === "findings") {
      return show(form, place ? result.findings.map((each) => place(each, form.all())) : result.findings);
    }
    if (result.kind === "saved" && !stays) form.reset(form.all());
    else if (result.kind === "saved" || (result.kind === "stale" && result.reload)) await refetch();
    return result.kind === "saved";
  };
  const save = async (): Promise<boolean> => {
    if (saving || !data) return false;
    setSaving(true);
    try {
      return await send();
    } finally {
      setSaving(false);
    }
  };
  return { data, error, form, reload: () => void refetch(), save, saving };
}

/** Shows findings at their fields; false, because nothing was saved. */
function show(form: FormStore, findings: Finding[]): false {
  form.setFindings(findings);
  if (!findings.some((each) => jumpTo(each.field))) toast.failed(findings[0]?.message ?? "");
  return false;
}
