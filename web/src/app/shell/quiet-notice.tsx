import { useQuery } from "@tanstack/react-query";
import { memo } from "react";
import { boot } from "@/platform/boot";
import { get, post } from "@/platform/call/client";
import { submit } from "@/platform/call/submit";
import { ask } from "@/platform/dialog";
import { useText } from "@/platform/i18n";
import { useCan, useSession } from "@/platform/session";
import { ToneIcon } from "@/platform/tone-icon";

/** Somebody else may have released it. */
const LOOK_EVERY_MS = 60_000;

/** The answer of GET /hrs/quiet. */
interface Quiet {
  quiet: boolean;
  madeAt: string | null;
  restoredAt: string | null;
  /** Queues that are sent as soon as the place is released; for those who may. */
  waiting: { name: string; count: number }[];
}

/** Tells administrators that this place is a restored copy that does nothing to the world, until it is released. */
export const QuietNotice = memo(function QuietNotice() {
  const t = useText();
  const mayRelease = useCan("sys_quiet_release");
  const administers = useSession(({ user }) => Boolean(user?.adminRole)) || mayRelease;
  const told = boot().quiet === true && administers;
  const { data, refetch } = useQuery({
    queryKey: ["quiet"],
    queryFn: () => get<Quiet>("/hrs/quiet", undefined, { quiet: true }),
    enabled: told,
    refetchInterval: LOOK_EVERY_MS,
  });
  // The page knows it before it has asked; that it is over it learns by asking.
  if (!told || data?.quiet === false) return null;
  const release = async () => {
    const queues = (data?.waiting ?? []).map((queue) => t("app:quiet.queue", { name: queue.name, n: String(queue.count) }));
    const text = [t("app:quiet.ask")];
    if (queues.length > 0) text.push(t("app:quiet.waiting", { queues: queues.join(t("app:quiet.and")) }));
    if (!(await ask({ title: t("app:quiet.release"), text, yes: t("app:quiet.release"), danger: true }))) return;
    await submit(() => post("/hrs/quiet/release", {}, { quiet: true }));
    await refetch();
  };
  return (
    <div className="browser-notice tone-warning" role="note">
      <ToneIcon tone="warning" />
      <span>
        {data?.madeAt ? t("app:quiet.of", { time: data.madeAt.slice(0, 16) }) : t("app:quiet.text")}
        {!mayRelease && t("app:quiet.others")}
      </span>
      {mayRelease && (
        <button type="button" className="link-button" onClick={() => void release()}>
          {t("app:quiet.release")}
        </button>
      )}
    </div>
  );
});
