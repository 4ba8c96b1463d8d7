import { useText } from "@/platform/i18n";
import { PageLink } from "@/platform/page-link";
import { type ToastAction, dismissToast, useToasts } from "@/platform/toast";
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
            {item.title && <b className="toast-title">{item.title}</b>}
            {item.text}
            {item.link && (
              <PageLink className="toast-link" href={item.link.href}>
                {item.link.text}
              </PageLink>
            )}
            {item.action && <ActionButton id={item.id} action={item.action} />}
          </span>
          <button type="button" aria-label={t("platform:action.close")} onClick={() => dismissToast(item.id)}>
            ×
          </button>
        </div>
      ))}
    </div>
  );
}

/** Works once: the message goes with the click. */
function ActionButton({ id, action }: { id: number; action: ToastAction }) {
  const run = () => {
    dismissToast(id);
    action.run();
  };
  return (
    <button type="button" className="toast-action" onClick={run}>
      {action.text}
    </button>
  );
}
