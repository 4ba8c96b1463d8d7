// What is shipped: stations and flight, planned and actual figures, goods, sizes and dates.

import { day, decimal, density, joined, minute, NOTHING, pieces, text, volume, weight } from "./format";
import { dimensions, sizesDiffer } from "./dimensions";
import { useSpeech } from "./i18n";
import { Icon } from "./icons";
import { piecesDiffer, volumeDiffers, weightDiffers } from "./mismatch";
import { QrCode } from "./qr-code";
import { Fact } from "./section";
import type { TrackedOrder } from "./record";

/** The body of the order section. */
export function OrderInfo({ order, shareUrl }: { order: TrackedOrder; shareUrl: string }) {
  const { t } = useSpeech();
  return (
    <div className="order">
      <div className="order-top">
        <Stations order={order} />
        <dl className="facts">
          <Fact label={t("head.flight")}>
            <span className="number">{text(order.expectFlight)}</span>
          </Fact>
          <Fact label={t("head.departure")}>{text(order.expectDepartureFormat || order.expectDeparture)}</Fact>
          <Fact label={t("head.arrival")}>{minute(order.expectArrival)}</Fact>
        </dl>
      </div>
      <Figures order={order} />
      <Goods order={order} />
      <div className="sizes">
        <SizeTable title={t("order.planSizes")} list={order.planDimensions} />
        <SizeTable
          title={t("order.confirmSizes")}
          list={order.confirmDimensions}
          differs={sizesDiffer(order.planDimensions, order.confirmDimensions)}
        />
      </div>
      <dl className="facts dates">
        <Fact label={t("order.inbound")}>{day(order.inboundDate)}</Fact>
        <Fact label={t("order.outbound")}>{day(order.outboundDate)}</Fact>
        <Fact label={t("order.inspection")}>{day(order.inspectionDate)}</Fact>
        <Fact label={t("order.clearance")}>{day(order.clearanceDate)}</Fact>
      </dl>
      <figure className="order-qr">
        <QrCode content={shareUrl} label={t("head.qr")} />
        <figcaption>{t("head.scan")}</figcaption>
      </figure>
    </div>
  );
}

function Stations({ order }: { order: TrackedOrder }) {
  const { t } = useSpeech();
  const transits = [order.transitStation, order.transitStation2].filter(Boolean);
  return (
    <ol className="stations">
      <Station label={t("head.from")} code={order.departureStation} name={order.departureStationName} />
      {transits.map((code) => (
        <Station key={code} label={t("head.transit")} code={code} />
      ))}
      <Station label={t("head.to")} code={order.arrivalStation} name={order.arrivalStationName} />
    </ol>
  );
}

function Station({ label, code, name }: { label: string; code?: string | null | undefined; name?: string | null | undefined }) {
  return (
    <li className="station">
      <span className="station-label">{label}</span>
      <span className="station-code">{text(code)}</span>
      {name && name !== code ? <span className="station-name">{name}</span> : null}
    </li>
  );
}

interface Comparison {
  label: string;
  unit: string;
  plan: string;
  confirm: string;
  differs: boolean;
}

function Figures({ order }: { order: TrackedOrder }) {
  const { t, language } = useSpeech();
  const unit = order.weightUnit || "KG";
  const chinese = language === "zh-CN";
  const packed = (chinese ? order.packageType : order.packageTypeEn) || order.packageType || order.packageTypeEn || "";
  const rows: Comparison[] = [
    compared(t("order.pieces"), packed, pieces, order.planPieces, order.confirmPieces, piecesDiffer),
    compared(t("order.weight"), unit, weight, order.planWeight, order.confirmWeight, weightDiffers),
    compared(t("order.volume"), "CBM", volume, order.planVolume, order.confirmVolume, volumeDiffers),
    compared(t("order.chargeWeight"), order.chargeWeightUnit || "KG", volume, order.planChargeWeight, order.confirmChargeWeight, weightDiffers),
    compared(t("order.density"), "KG/CBM", density, order.planDensity, order.confirmDensity),
  ];
  return (
    <table className="figures">
      <thead>
        <tr>
          <th scope="col">{t("order.item")}</th>
          <th scope="col">{t("order.plan")}</th>
          <th scope="col">{t("order.confirm")}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <FigureRow key={row.label} row={row} />
        ))}
      </tbody>
    </table>
  );
}

type Value = number | string | null | undefined;

function compared(
  label: string,
  unit: string,
  write: (value: Value) => string,
  plan: Value,
  confirm: Value,
  differs: (plan: Value, confirm: Value) => boolean = () => false,
): Comparison {
  return { label, unit, plan: write(plan), confirm: write(confirm), differs: differs(plan, confirm) };
}

function FigureRow({ row }: { row: Comparison }) {
  const { t } = useSpeech();
  const mark = row.differs ? "differs" : undefined;
  return (
    <tr>
      <th scope="row">
        {row.label}
        {row.unit ? <small>{row.unit}</small> : null}
      </th>
      <td className={mark}>{row.plan}</td>
      <td className={mark}>
        {row.differs ? <Icon name="warning" label={t("order.differs")} /> : null}
        {row.confirm}
      </td>
    </tr>
  );
}

function Goods({ order }: { order: TrackedOrder }) {
  const { t } = useSpeech();
  return (
    <dl className="facts">
      <Fact label={t("order.goodsNameCn")}>{text(order.goodsNameCn)}</Fact>
      <Fact label={t("order.goodsNameEn")}>{text(order.goodsNameEn)}</Fact>
      <Fact label={t("order.goodsType")}>{text(order.goodsType)}</Fact>
      <Fact label={t("order.code")}>
        <span className="number">{joined([order.orderCode], "")}</span>
      </Fact>
    </dl>
  );
}

function SizeTable({ title, list, differs }: { title: string; list: Value; differs?: boolean }) {
  const { t } = useSpeech();
  const rows = dimensions(list === null || list === undefined ? "" : String(list));
  return (
    <table className="size-table">
      <caption>
        {title}
        {differs ? <Icon name="warning" label={t("order.differs")} /> : null}
      </caption>
      <thead>
        <tr>
          <th scope="col">{t("order.length")}</th>
          <th scope="col">{t("order.width")}</th>
          <th scope="col">{t("order.height")}</th>
          <th scope="col">{t("order.pieces")}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={at} className={differs ? "differs" : undefined}>
            <td>{row.length || NOTHING}</td>
            <td>{row.width || NOTHING}</td>
            <td>{row.height || NOTHING}</td>
            <td>{decimal(row.pieces, 0)}</td>
          </tr>
        ))}
        {rows.length === 0 ? (
          <tr>
            <td className="none" colSpan={4}>
              {t("empty.data")}
            </td>
          </tr>
        ) : null}
      </tbody>
    </table>
  );
}
