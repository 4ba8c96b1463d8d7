import { Popover } from "antd";
import { useEffect } from "react";
import { refreshCounts, shownCount, useCounts } from "@/platform/counts";
import { useText } from "@/platform/i18n";
import { goTo } from "@/platform/navigate";
import { usePushed } from "@/platform/push/push";

/** Approvals and messages that wait: a dot for each, the numbers in the box. */
export function Bell() {
  const t = useText();
  const { approvals, messages } = useCounts();
  useEffect(() => void refreshCounts(), []);
  usePushed("counts", refreshCounts);
  const lines: [string, string, number][] = [
    ["0", t("app:bell.approvals"), approvals],
    ["1", t("app:bell.messages"), messages],
  ];
  const content = (
    <div className="user-menu" role="menu">
      {lines.map(([id, label, count]) => (
        <button key={id} type="button" role="menuitem" onClick={() => goTo(`/notification?id=${id}`)}>
          {label}
          <span className="count tabular">{shownCount(count)}</span>
        </button>
      ))}
      <p className="user-menu-who">
        <span>
          {t("app:bell.total")}
          <span className="count tabular">{shownCount(approvals + messages)}</span>
        </span>
      </p>
    </div>
  );
  return (
    <Popover trigger={["hover", "click"]} placement="bottomRight" content={content} styles={{ container: { padding: 4 } }}>
      <button type="button" className="icon-button bell" aria-label={t("app:bell.label", { n: shownCount(approvals + messages) })} aria-haspopup="menu">
        <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
          <path d="M4 11V7a4 4 0 0 1 8 0v4l1 1.500H3zM6.700 14h2.600" fill="none" stroke="currentColor" strokeWidth="1.3" strokeLinecap="round" strokeLinejoin="round" />
        </svg>
        {approvals > 0 && <i className="bell-dot is-approval" data-testid="dot-approvals" />}
        {messages > 0 && <i className="bell-dot is-message" data-testid="dot-messages" />}
      </button>
    </Popover>
  );
}
