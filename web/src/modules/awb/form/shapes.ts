/** What can be typed into a box at all; whether it is right is the server's to say. */

export interface Shape {
  /** Tidies what was typed. */
  tidy?: (text: string) => string;
  max?: number;
  /** Lines of a box for longer text. */
  rows?: number;
  options?: readonly string[];
  day?: boolean;
  codes?: { length: number; most: number };
  figure?: boolean;
  mono?: boolean;
}

const half = (text: string) =>
  text.replaceAll(/[\uff01-\uff5e]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0)).replaceAll("\u3000", " ");
const upper = (text: string) => half(text).toUpperCase();
const letters = (text: string) => upper(text).replaceAll(/[^A-Z]/g, "");
const lettersAndDigits = (text: string) => upper(text).replaceAll(/[^A-Z0-9]/g, "");
const digits = (text: string) => half(text).replaceAll(/\D/g, "");
const decimal = (text: string) => half(text).replaceAll(/[^\d.]/g, "");

/** 99012345675 → 990-12345675, eleven digits at most. */
export function masterNumber(text: string): string {
  const all = digits(text).slice(0, 11);
  return all.length > 3 ? `${all.slice(0, 3)}-${all.slice(3)}` : all;
}

/** Letters, digits and Chinese, upper case, twelve at most; the rule of the number refuses the rest. */
export function houseNumber(text: string): string {
  return [...upper(text).replaceAll(/[^A-Z0-9\u4e00-\u9fff]/g, "")].slice(0, 12).join("");
}

const station: Shape = { tidy: letters, max: 3, mono: true };
const carrier: Shape = { tidy: lettersAndDigits, max: 2, mono: true };
const flight: Shape = { tidy: lettersAndDigits, max: 20, mono: true };
const pay: Shape = { options: ["PP", "CC"] };
const amount: Shape = { tidy: decimal, max: 12, figure: true };
const declared: Shape = { tidy: upper, max: 12, figure: true };

const CHGS_CODES = ["PP", "PX", "PZ", "CC", "CZ", "NC"] as const;
const RATE_CLASSES = ["M", "N", "Q", "C", "R", "S", "U", "E", "X", "B", "K", "P", "Y", "W"] as const;
/** Stored words of what a charge is counted by, with the keys of their texts. */
export const BASIS_KEYS: Record<string, string> = { 票: "shipment", 计费重量: "chargeWeight", 毛重: "grossWeight", 件: "pieces", 分单: "houses" };
const BASES = Object.keys(BASIS_KEYS);
const CODE_TYPES = ["USCI", "EORI", "EIN", "VAT", "其他"] as const;

const BOXES: Record<string, Shape> = {
  awbNumber: { tidy: masterNumber, max: 16, mono: true },
  hawbNumber: { tidy: houseNumber, mono: true },
  departureStation: station,
  arrivalStation: station,
  airlineCode: carrier,
  issueAgentName: { tidy: upper, max: 35, rows: 2 },
  issueAgentCity: { tidy: upper, max: 17 },
  agentIataCode: { tidy: digits, max: 11, mono: true },
  accountNo: { tidy: upper, max: 14 },
  departureStationName: { tidy: upper, max: 60 },
  to1: station,
  to2: station,
  to3: station,
  by1: carrier,
  by2: carrier,
  by3: carrier,
  arrivalStationName: { tidy: upper, max: 60 },
  flightNumber: flight,
  flightDate: { day: true },
  flightNumber2: flight,
  flightDate2: { day: true },
  accountingInformation: { tidy: upper, max: 215, rows: 5 },
  currency: { tidy: upper, max: 3, mono: true },
  chgsCode: { options: CHGS_CODES },
  payMethod: pay,
  payMethodOther: pay,
  declaredValueOfCarriage: declared,
  declaredValueOfCustoms: declared,
  insuranceValue: { ...declared, max: 11 },
  insuranceAmount: { ...declared, max: 11 },
  handlingInformation: { tidy: upper, max: 500, rows: 3 },
  specialHandlingCodes: { codes: { length: 3, most: 9 } },
  sci: { tidy: lettersAndDigits, max: 2, mono: true },
  osi: { tidy: upper, max: 195, rows: 2 },
  shippingMarks: { max: 500, rows: 3 },
  valuationCharge: amount,
  tax: amount,
  destCurrency: { tidy: letters, max: 3, mono: true },
  exchangeRate: { ...amount, max: 14 },
  chargesAtDestination: amount,
  shipperSignature: { tidy: upper, max: 20 },
  executedOn: { day: true },
  placeOfIssue: { tidy: upper, max: 17 },
  issuer: { tidy: upper, max: 20 },
  partyCode: { tidy: upper, max: 35 },
  referenceNumber: { tidy: upper, max: 15 },
  optionalShippingInfo: { tidy: upper, max: 12 },
};

const PARTY: Record<string, Shape> = {
  scName: { tidy: upper, max: 100, rows: 1 },
  scAddress: { tidy: upper, max: 150, rows: 2 },
  nationCode: { tidy: letters, max: 2, mono: true },
  stateCode: { tidy: upper, max: 10 },
  cityNameEn: { tidy: upper, max: 30 },
  cityCode: { tidy: upper, max: 10 },
  postCode: { tidy: upper, max: 20 },
  telNumber: { max: 30 },
  faxNumber: { max: 30 },
  scCode: { tidy: upper, max: 50 },
  scCodeType: { options: CODE_TYPES },
  contactName: { tidy: upper, max: 100 },
  contactTel: { max: 30 },
  aeoCode: { tidy: upper, max: 50 },
  accountNo: { tidy: upper, max: 14 },
  printRemark: { tidy: upper, max: 500, rows: 4 },
};

const GRIDS: Record<string, Record<string, Shape>> = {
  lines: {
    pieces: { tidy: digits, max: 9, figure: true },
    slac: { tidy: digits, max: 6, figure: true },
    grossWeight: { tidy: decimal, max: 9, figure: true },
    rateClass: { options: RATE_CLASSES },
    commodityItemNo: { tidy: lettersAndDigits, max: 7, mono: true },
    chargeWeight: { tidy: decimal, max: 9, figure: true },
    rateCharge: { tidy: decimal, max: 10, figure: true },
    total: { tidy: decimal, max: 14, figure: true },
    volume: { tidy: decimal, max: 11, figure: true },
    goodsNameEn: { tidy: upper, max: 100, rows: 1 },
    hsCodes: { codes: { length: 18, most: 9 } },
  },
  sizes: {
    length: { tidy: decimal, max: 8, figure: true },
    width: { tidy: decimal, max: 8, figure: true },
    height: { tidy: decimal, max: 8, figure: true },
    pieces: { tidy: digits, max: 5, figure: true },
  },
  charges: {
    code: { tidy: letters, max: 2, mono: true },
    due: { options: ["A", "C"] },
    basis: { options: BASES },
    rate: { tidy: decimal, max: 12, figure: true },
    quantity: { tidy: decimal, max: 12, figure: true },
    amount,
    pay,
  },
};

/** The shape of a box by its path: `to1`, `shipper.scName`, `lines.0.total`. */
export function shapeOf(path: string): Shape {
  const parts = path.split(".");
  const last = parts.at(-1) ?? "";
  if (parts.length === 3) return GRIDS[parts[0] ?? ""]?.[last] ?? {};
  return (parts.length === 2 ? PARTY[last] : BOXES[last]) ?? {};
}
