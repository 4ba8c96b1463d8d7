import { useText } from "@/platform/i18n";
import { PageLink } from "@/platform/page-link";
import { dismissToast, useToasts } from "@/platform/toast";
import { ToneIcon } from "@/platform/tone-icon";

/** Draws the messages at the bottom right; read out by screen readers as they come. */
export function ToastHost() {
  const items = useToasts((state) => state.items);
  const t = useText();
  return (
    <div className="toasts" role="status" aria-live="polite">
      {items.map((item) => (
        <div key={item.id} className={`toast tone-${item.tone}`}>
          <ToneIcon tone={item.tone} />
          <span className="toast-text">
            {item.text}
            {item.link && (
              <PageLink className="toast-link" href={item.link.href}>
                {item.link.text}
              </PageLink>
            )}
          </span>
          <button type="button" aria-label={t("platform:action.close")} onClick={() => dismissToast(item.id)}>
            ×
          </button>
        </div>
      ))}
    </div>
  );
}
