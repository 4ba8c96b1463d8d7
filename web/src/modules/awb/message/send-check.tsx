import { type SendCheck, type SendRow, isHouseRow } from "@/modules/awb/message/send-model";
import { useText } from "@/platform/i18n";
import { ToneIcon } from "@/platform/tone-icon";

interface CheckListProps {
  check: SendCheck;
  reach(row: SendRow, field: string): void;
}

/** Where the messages go, and per waybill what an airline would not take. */
export function CheckList({ check, reach }: CheckListProps) {
  const t = useText();
  const { channel, rows, accepted } = check;
  const errors = rows.flatMap((row) => row.findings).filter(({ severity }) => severity === "error").length;
  return (
    <>
      <p className="awb-send-channel">
        <span className="soft">{t("awb:send.channel")}</span>
        {channel ? <b>{channel.name}</b> : <span className="awb-over">{t("awb:send.noChannel")}</span>}
      </p>
      {accepted && <p className="page-note tone-warning">{t("awb:send.accepted")}</p>}
      {errors > 0 && (
        <p className="page-note tone-warning" role="alert">
          {t("awb:send.errors", { n: errors })}
        </p>
      )}
      <ul className="awb-send-rows" aria-label={t("awb:send.checks")}>
        {rows.map((row) => (
          <li key={`${row.type} ${row.number}`}>
            <b>
              {t(isHouseRow(row) ? "awb:send.hawb" : "awb:send.mawb")} <span className="mono">{row.number}</span>
            </b>
            <RowFindings row={row} reach={reach} />
          </li>
        ))}
      </ul>
    </>
  );
}

function RowFindings({ row, reach }: { row: SendRow; reach: CheckListProps["reach"] }) {
  const t = useText();
  if (row.findings.length === 0) {
    return (
      <p className="awb-message-fine">
        <ToneIcon tone="done" />
        {t("awb:send.fine")}
      </p>
    );
  }
  return (
    <ul className="awb-message-findings">
      {row.findings.map((each) => {
        const text = each.box && !each.message.startsWith(each.box) ? t("awb:send.finding", { box: each.box, message: each.message }) : each.message;
        return (
          <li key={`${each.field} ${each.message}`} className={each.severity === "error" ? "is-error" : "is-warning"}>
            <ToneIcon tone={each.severity === "error" ? "danger" : "warning"} />
            <span className="sr-only">{t(`awb:message.${each.severity}`)}</span>
            {each.field ? (
              <button type="button" onClick={() => reach(row, each.field)}>
                {text}
              </button>
            ) : (
              <span>{text}</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
