import { Checkbox, Radio } from "antd";
import { type Overview, STATE_TONES } from "@/modules/awb/form/waybill-model";
import { EDI_TONES, type SendScope, isMade, scopesOf } from "@/modules/awb/message/send-model";
import { formatNumber } from "@/platform/format";
import { useText } from "@/platform/i18n";
import { ToneTag } from "@/platform/tone-tag";

interface SendChoiceProps {
  overview: Overview;
  scope: SendScope;
  setScope(scope: SendScope): void;
  /** Ids of the houses that are ticked. */
  houses: string[];
  setHouses(houses: string[]): void;
}

/** Master, houses or all of them; which houses. */
export function SendChoice({ overview, scope, setScope, houses, setHouses }: SendChoiceProps) {
  const t = useText();
  const made = overview.hawbs.filter(isMade);
  const all = houses.length === made.length;
  return (
    <>
      <Radio.Group
        aria-label={t("awb:send.scope")}
        value={scope}
        onChange={(event) => setScope(event.target.value as SendScope)}
        options={scopesOf(overview).map((value) => ({ value, label: t(`awb:send.${value}`) }))}
      />
      {scope !== "mawb" && (
        <fieldset className="awb-send-houses">
          <legend>
            <Checkbox checked={all} indeterminate={!all && houses.length > 0} onChange={() => setHouses(all ? [] : made.map((each) => each.hawbId))}>
              {t("awb:send.houses", { n: houses.length, m: made.length })}
            </Checkbox>
          </legend>
          {overview.hawbs.map((house) => (
            <div key={house.hawbId}>
              <Checkbox
                disabled={!isMade(house)}
                checked={houses.includes(house.hawbId)}
                onChange={({ target }) =>
                  setHouses(made.map((each) => each.hawbId).filter((id) => (id === house.hawbId ? target.checked : houses.includes(id))))
                }
              >
                <span className="mono">{house.hawbNumber}</span>
              </Checkbox>
              <span className="soft tabular">
                {t("awb:house.figures", { pieces: formatNumber(house.pieces, 0), weight: formatNumber(house.weight, 1) })}
              </span>
              <ToneTag tone={STATE_TONES[house.state]}>{t(`awb:state.${house.state}`)}</ToneTag>
              <EdiState state={house.fhlState} />
            </div>
          ))}
        </fieldset>
      )}
    </>
  );
}

/** What became of the message that was made of it last. */
function EdiState({ state }: { state: string | null | undefined }) {
  const t = useText();
  const tone = EDI_TONES[state ?? ""];
  return tone ? <ToneTag tone={tone}>{t("awb:send.last", { state: t(`awb:ediState.${state}`) })}</ToneTag> : null;
}
