import { Button, Modal, Progress } from "antd";
import { type BatchState, closeBatch, retryRefused, stopBatch, useBatch } from "@/platform/lists/batch";
import { useText } from "@/platform/i18n";
import { useLate } from "@/platform/page-loading";

/** How far the work is, and which rows were refused for which reason. */
export function BatchDialog() {
  const state = useBatch((batch) => batch.state);
  // What is done at once needs no window.
  const late = useLate(state?.running === true);
  if (!state || (state.running && !late)) return null;
  return <Shown state={state} />;
}

function Shown({ state }: { state: BatchState }) {
  const t = useText();
  const { work, finished, refused, running } = state;
  const tried = finished.length + refused.length;
  const footer = running ? (
    <Button onClick={stopBatch}>{t("platform:batch.stop")}</Button>
  ) : (
    <div className="drawer-buttons">
      <span className="top-space" />
      <Button onClick={retryRefused}>{t("platform:batch.retry", { count: refused.length })}</Button>
      <Button type="primary" onClick={closeBatch}>
        {t("platform:action.close")}
      </Button>
    </div>
  );
  return (
    <Modal open width={560} title={work.title} footer={footer} closable={!running} mask={{ closable: false }} onCancel={closeBatch}>
      <Progress percent={Math.round((tried * 100) / Math.max(1, work.rows.length))} showInfo={false} aria-label={work.title} />
      <p role="status">{t("platform:batch.state", { done: finished.length, failed: refused.length, total: work.rows.length })}</p>
      {refused.length > 0 && (
        <ul className="batch-refused">
          {refused.map(({ name, reason }, at) => (
            <li key={at}>
              <b>{name}</b>
              <span>{reason}</span>
            </li>
          ))}
        </ul>
      )}
    </Modal>
  );
}
