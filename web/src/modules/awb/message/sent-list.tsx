import { Button } from "antd";
import { useState } from "react";
import { EDI_TONES, type Sent, type SentMessage } from "@/modules/awb/message/send-model";
import { busy } from "@/platform/busy";
import { CallError, downloadFrom } from "@/platform/call/client";
import { useText } from "@/platform/i18n";
import { encodeQuery, goTo } from "@/platform/navigate";
import { usePermission } from "@/platform/permission";
import { ToneTag } from "@/platform/tone-tag";

const MESSAGES = "/af_edi_message";

interface SentListProps {
  result: Sent;
  awbNumber: string;
  close(): void;
}

/** What became of each message, and the file of them. */
export function SentList({ result, awbNumber, close }: SentListProps) {
  const t = useText();
  const mayLook = usePermission(({ paths }) => paths.has(MESSAGES));
  const [loading, setLoading] = useState(false);
  // The address of the file works once; the list of messages has each of them.
  const [loaded, setLoaded] = useState(false);
  const { downloadUrl } = result;
  const load = async () => {
    if (!downloadUrl) return;
    setLoading(true);
    try {
      await downloadFrom(downloadUrl);
      setLoaded(true);
    } catch (error) {
      // The call has told the user.
      if (!(error instanceof CallError)) throw error;
    } finally {
      setLoading(false);
    }
  };
  const look = () => {
    close();
    goTo(`${MESSAGES}?awbNumber=${encodeQuery(awbNumber)}`);
  };
  return (
    <div className="awb-send">
      <table className="plain-table" aria-label={t("awb:send.results")}>
        <thead>
          <tr>
            <th>{t("awb:send.type")}</th>
            <th>{t("awb:send.number")}</th>
            <th>{t("awb:send.state")}</th>
          </tr>
        </thead>
        <tbody>
          {result.sent.map((each) => (
            <SentRow key={each.id} message={each} />
          ))}
        </tbody>
      </table>
      <div className="drawer-buttons awb-send-foot">
        {mayLook && <Button onClick={look}>{t("awb:send.look")}</Button>}
        {downloadUrl && (
          <Button disabled={loaded || loading} loading={busy(loading)} onClick={() => void load()}>
            {t("awb:send.download")}
          </Button>
        )}
        <Button type="primary" onClick={close}>
          {t("platform:action.close")}
        </Button>
      </div>
    </div>
  );
}

function SentRow({ message }: { message: SentMessage }) {
  const t = useText();
  const known = EDI_TONES[message.state];
  return (
    <tr>
      <td className="mono">{message.type}</td>
      <td className="mono">{message.number}</td>
      <td>{known ? <ToneTag tone={known}>{t(`awb:ediState.${message.state}`)}</ToneTag> : message.state}</td>
    </tr>
  );
}
