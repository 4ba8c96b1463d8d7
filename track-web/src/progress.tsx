// How far an order has come: its nodes in order, those behind it ticked. Down the page on a phone, across it above.

import { minute } from "./format";
import { useSpeech } from "./i18n";
import { Icon } from "./icons";
import type { Milestone } from "./record";

/** The nodes; nothing when the order has none. */
export function Progress({ milestones }: { milestones: Milestone[] | null | undefined }) {
  const { t } = useSpeech();
  if (!milestones || milestones.length === 0) return null;
  const last = milestones.map((one) => one.reached === true).lastIndexOf(true);
  return (
    <ol className="progress" aria-label={t("head.progress")}>
      {milestones.map(({ name, reached, time }, at) => (
        <li key={name} className={reached ? "step done" : "step"} aria-current={at === last ? "step" : undefined}>
          <span className="step-dot">{reached ? <Icon name="check" label={t("head.reached")} /> : null}</span>
          <span className="step-label">{name}</span>
          {time ? <time className="step-time">{minute(time)}</time> : null}
        </li>
      ))}
    </ol>
  );
}
