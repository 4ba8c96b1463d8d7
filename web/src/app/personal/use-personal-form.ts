/** Reading, saving and trying out of 个人设置. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import { switchLanguage } from "@/app/language";
import {
  type PersonalAnswers,
  bodyOf,
  formOf,
  isEmailLocked,
  isAreaLocked,
  isPhoneLocked,
  needsLogin,
  resetOf,
  savedBodyOf,
} from "@/app/personal/personal-model";
import { type Fault, faultsOf, trialFaultsOf } from "@/app/personal/personal-rules";
import { findingsOf } from "@/app/personal/use-judge";
import { get, post, put } from "@/platform/call/client";
import { submit } from "@/platform/call/submit";
import type { Finding } from "@/platform/contract";
import { FormStore, type Values } from "@/platform/forms/form-store";
import { asLanguage, chosenLanguage, translate } from "@/platform/i18n";
import { EXTEND_CALL, type PersonalExtend, forgetPersonal } from "@/platform/personal";
import { useSession } from "@/platform/session";
import { KEY, write } from "@/platform/storage";
import { toast } from "@/platform/toast";

async function read(userId: string, signal: AbortSignal): Promise<PersonalAnswers> {
  const options = { quiet: true, signal };
  const [user, extend] = await Promise.all([
    get<Values>(`/hrs/user/${encodeURIComponent(userId)}`, undefined, options),
    get<PersonalExtend>(EXTEND_CALL, undefined, options),
  ]);
  return { user, extend };
}

/** What the other pages know of the user from now on. */
async function takeOver(values: Values): Promise<void> {
  const text = (name: string) => String(values[name] ?? "");
  write(KEY.pageLanguage, text("pageLanguage"));
  write(KEY.orderEditNewPage, text("orderEditNewPage"));
  write(KEY.orderSaveClosePage, text("orderSaveClosePage"));
  useSession.getState().amend({ userEname: text("userEname"), userEmail: text("userEmail").trim().toLowerCase() });
  const next = asLanguage(text("pageLanguage"));
  if (next !== chosenLanguage()) await switchLanguage(next);
}

export function usePersonalForm(show: (findings: Finding[]) => void, close: () => void) {
  const userId = useSession((state) => state.user?.userId ?? "");
  const queries = useQueryClient();
  const [working, setWorking] = useState<"save" | "try" | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ["personal-settings", userId],
    // Read when the dialog opens: a refresh in between would take away what was changed.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: ({ signal }) => read(userId, signal),
  });
  const loaded = useMemo(() => (data ? formOf(data) : {}), [data]);
  const form = useMemo(() => new FormStore(loaded), [loaded]);
  const emailLocked = data ? isEmailLocked(data) : false;
  const phoneLocked = data ? isPhoneLocked(data) : false;
  const areaLocked = data ? isAreaLocked(data) : false;
  const faults = useCallback((values: Values) => faultsOf(values, emailLocked), [emailLocked]);

  const refuse = (findings: Finding[]) => {
    form.setFindings(findings);
    show(findings);
  };
  /** Runs one call at a time, and none while something is wrong. */
  const run = async (work: "save" | "try", found: Fault[], call: () => Promise<void>) => {
    if (working) return;
    if (found.length > 0) return refuse(findingsOf(found));
    setWorking(work);
    try {
      await call();
    } finally {
      setWorking(null);
    }
  };
  const save = () =>
    run("save", faults(form.all()), async () => {
      const values = form.all();
      const done = needsLogin(loaded, values) ? { done: translate("personal:relogin") } : {};
      const body = savedBodyOf(values, emailLocked);
      const send = (confirmed: string[]) =>
        put("/hrs/user/editPersonal", confirmed.length > 0 ? { ...body, confirmed } : body, { quiet: true });
      const result = await submit(send, done);
      if (result.kind === "findings") return refuse(result.findings);
      if (result.kind === "stale" && result.reload) await refetch();
      if (result.kind !== "saved") return;
      close();
      await takeOver(values);
      await forgetPersonal(queries);
    });
  const tryMail = () =>
    run("try", trialFaultsOf(form.all(), emailLocked), async () => {
      const send = () => post<boolean>("/hrs/user/checkEmail", bodyOf(form.all()), { quiet: true, long: true });
      const result = await submit(send, { done: false });
      if (result.kind === "findings") refuse(result.findings);
      else if (result.kind === "saved" && result.data === true) toast.done(translate("personal:trial.done"));
      else if (result.kind === "saved") toast.error(translate("personal:trial.failed"));
    });
  const clear = () => {
    form.patch(resetOf(emailLocked));
    form.setFindings([]);
  };
  const ready = data !== undefined;
  const reload = () => void refetch();
  return { form, emailLocked, phoneLocked, areaLocked, faults, ready, error, reload, working, save, tryMail, clear };
}
