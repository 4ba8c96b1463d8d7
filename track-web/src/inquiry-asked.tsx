// What an agent is asked: who asks, until when, the route, the cargo and the services.

import { useEffect, useState } from "react";
import { NOTHING, day, joined, minute, text } from "./format";
import { useSpeech, type Key, type Language } from "./i18n";
import type { Inquiry, Named } from "./inquiry-call";
import { Facts, Section } from "./section";

const MINUTE_MS = 60_000;

const inWords = (named: Named | null, language: Language): string | null => (named ? (language === "zh-CN" ? named.zh : named.en) : null);

const momentOf = (time: string): number => Date.parse(`${time.replace(" ", "T")}Z`);

/** Minutes that were left on the server's clock when it answered. */
export function minutesLeft(inquiry: Pick<Inquiry, "answerBy" | "now">): number {
  return inquiry.answerBy ? Math.floor((momentOf(inquiry.answerBy) - momentOf(inquiry.now)) / MINUTE_MS) : 0;
}

/** Minutes left now: the reader's own clock may be wrong, but goes as fast as the server's. */
function useMinutesLeft({ answerBy, now }: Inquiry): number {
  const [left, setLeft] = useState(() => minutesLeft({ answerBy, now }));
  useEffect(() => {
    const since = Date.now();
    const look = (): void => setLeft(minutesLeft({ answerBy, now }) - Math.floor((Date.now() - since) / MINUTE_MS));
    look();
    const timer = setInterval(look, MINUTE_MS);
    return () => clearInterval(timer);
  }, [answerBy, now]);
  return left;
}

/** Who asks, for what, and how much time is left. */
export function AskedHead({ inquiry }: { inquiry: Inquiry }) {
  const { t } = useSpeech();
  const left = useMinutesLeft(inquiry);
  const parts = { d: String(Math.floor(left / 1440)), h: String(Math.floor((left % 1440) / 60)), m: String(left % 60) };
  return (
    <div className="head">
      <p>{t("quote.asks", { name: inquiry.orgName ?? "" })}</p>
      <h1 className="head-number">{inquiry.inquiryCode}</h1>
      <div className="current">
        <p className="current-label">{t("quote.answerBy")}</p>
        <p className="current-line">
          {minute(inquiry.answerBy)} <span>{left > 0 && !inquiry.closed ? t("quote.left", parts) : t("quote.over")}</span>
        </p>
      </div>
    </div>
  );
}

const SERVICE_NAMES: Record<string, Key> = {
  pickUp: "quote.pickUp",
  storage: "quote.storage",
  customs: "quote.customs",
  clearance: "quote.clearance",
  delivery: "quote.delivery",
  insurance: "quote.insurance",
};

/** What nobody said anything of is left out: the page is read on phones. */
const told = (facts: [Key, string][]): [Key, string][] => facts.filter(([, value]) => value !== NOTHING);

/** The cargo, where from and where to. */
export function AskedCargo({ inquiry }: { inquiry: Inquiry }) {
  const { t, language } = useSpeech();
  const station = (code: string, name: Named | null) => joined([code, inWords(name, language)], " ");
  const sizes = (inquiry.dimensions ?? []).map((each) => `${each.length}×${each.width}×${each.height} / ${each.pieces}`);
  const services = (inquiry.services ?? []).flatMap((each) => SERVICE_NAMES[each] ?? []).map((key) => t(key));
  const goods = language === "zh-CN" ? inquiry.goodsNameCn : inquiry.goodsNameEn || inquiry.goodsNameCn;
  return (
    <Section title={t("quote.cargo")} initiallyOpen>
      <Facts
        of={told([
          ["quote.route", joined([station(inquiry.departureStation, inquiry.departureName), station(inquiry.arrivalStation, inquiry.arrivalName)], " → ")],
          ["quote.pieces", text(String(inquiry.pieces))],
          ["quote.weight", text(inquiry.weight)],
          ["quote.volume", text(inquiry.volume)],
          ["quote.chargeWeight", text(inquiry.chargeWeight)],
          ["quote.density", text(inquiry.density)],
          ["quote.ready", text(day(inquiry.readyDate))],
          ["quote.latest", text(day(inquiry.latestDate))],
          ["quote.goods", text(goods)],
          ["quote.goodsType", text(inWords(inquiry.goodsType, language))],
          ["quote.battery", text(inWords(inquiry.batteryType, language))],
          ["quote.dangerous", joined([inquiry.unNumber, inquiry.dgClass, inquiry.packingGroup], " ")],
          ["quote.temperature", text(inquiry.temperature)],
          ["quote.package", text(inWords(inquiry.packageType, language))],
          ["quote.stacking", [t(inquiry.stackable ? "quote.stackable" : "quote.notStackable"), t(inquiry.turnable ? "quote.turnable" : "quote.notTurnable")].join(" / ")],
          ["quote.sizes", joined(sizes, "; ")],
          ["quote.term", text(inquiry.term)],
          ["quote.finalPlace", text(inquiry.finalPlace)],
          ["quote.wish", text(inquiry.wishFlight)],
          ["quote.transit", t(inquiry.transitAllowed ? "quote.allowed" : "quote.refused")],
          ["quote.services", [t("quote.carriage"), ...services].join(" / ")],
        ])}
      />
    </Section>
  );
}
