/** What is wrong with the form of 个人设置 before anything is sent. Pure: answers the keys of texts. */
import { CC_LISTS, DIGIT_FIELDS, isAdmin } from "@/app/personal/personal-model";
import { isEmail } from "@/platform/email";
import type { Values } from "@/platform/forms/form-store";
import { toHalfWidth } from "@/platform/fields/typed-number";
import { MAIL_MAX } from "@/platform/mail/mail-account";
import { type Measure, memberOf } from "@/platform/personal";
import { SCOPES, type Scope } from "@/platform/scopes";

/** A broken rule: the key of its text, and the placeholders of that text, some of them texts themselves. */
interface Broken {
  key: string;
  values?: Record<string, number>;
  texts?: Record<string, string>;
}

export interface Fault extends Broken {
  field: string;
}

const ENAME_MAX = 40;
const PHONE_MAX = 30;
const EMAIL_MAX = 80;
export const STATION_MAX = 10;

/** Scopes whose weights are given with fewer decimals. */
const COARSE: ReadonlySet<Scope> = new Set(["AI", "LC", "IO"]);

/** Most decimals of a measure. */
export function digitsMax(scope: Scope, measure: Measure): number {
  return COARSE.has(scope) && (measure === "weight" || measure === "chargeWeight") ? 2 : 3;
}

/** What of typed text stays in a field of one digit. */
export function oneDigit(typed: string): string {
  return /\d/.exec(toHalfWidth(typed))?.[0] ?? "";
}

type Check = (text: string) => Broken | null;
type Rules = [field: string, checks: Check[]][];

const given =
  (key: string, texts?: Record<string, string>): Check =>
  (text) =>
    text === "" ? { key, texts } : null;
const atMost =
  (max: number, key = "personal:fault.tooLong"): Check =>
  (text) =>
    // A limit counts characters, as the server does, not the halves of an emoji.
    [...text].length > max ? { key, values: { max } } : null;
/** The other text of a field that must be filled too. */
const upTo = (max: number) => atMost(max, "personal:fault.length");
const email: Check = (text) => (text === "" || isEmail(text) ? null : { key: "personal:fault.email" });

function decimals(scope: Scope, measure: Measure): Check {
  const max = digitsMax(scope, measure);
  const texts = { scope: `platform:scope.${scope}`, measure: `personal:measure.${measure}` };
  const fault: Broken = { key: "personal:fault.digits", values: { max }, texts };
  return (text) => (/^\d$/.test(text) && Number(text) <= max ? null : fault);
}

/** A locked address is nothing the user could put right here. */
function basicRules(emailLocked: boolean): Rules {
  const address: Rules = [["userEmail", [given("personal:fault.needEmail"), email, upTo(EMAIL_MAX)]]];
  return [
    ["userEname", [given("personal:fault.needEname"), upTo(ENAME_MAX)]],
    ["internationalCountryCode", [given("personal:fault.needAreaCode")]],
    ["phoneNumber", [given("personal:fault.needPhone"), atMost(PHONE_MAX)]],
    ...(emailLocked ? [] : address),
    ["orderEditNewPage", [given("personal:fault.needEditNewPage")]],
    ["orderSaveClosePage", [given("personal:fault.needSaveClosePage")]],
  ];
}

const ORDER_RULES: Rules = SCOPES.flatMap((scope) => [
  ...DIGIT_FIELDS.filter((each) => each.scope === scope).map(({ member, measure }): Rules[number] => [
    member,
    [decimals(scope, measure)],
  ]),
  [memberOf(scope, "station"), [atMost(STATION_MAX)]] satisfies Rules[number],
]);

/** The members of the mail section, with what each is asked for; `wanted` ones must be filled. */
function mailRules(wanted: boolean, admin: boolean): Rules {
  const need = (name: string) => given("personal:fault.empty", { item: `personal:field.${name}` });
  const filled = (name: string): Check[] => (wanted ? [need(name)] : []);
  const limited = (name: keyof typeof MAIL_MAX): Rules[number] => [name, [...filled(name), atMost(MAIL_MAX[name])]];
  const address: Rules[number] = ["mailAddress", [...filled("mailAddress"), email, atMost(MAIL_MAX.mailAddress)]];
  return [
    limited("mailName"),
    ...(admin ? [address] : []),
    limited("mailSmtp"),
    ["mailPort", filled("mailPort")],
    limited("mailUser"),
    limited("mailVerifyCode"),
    ["mailSignature", [atMost(MAIL_MAX.mailSignature)]],
  ];
}

function broken(rules: Rules, values: Values): Fault[] {
  return rules.flatMap(([field, checks]) => {
    const text = String(values[field] ?? "").trim();
    for (const check of checks) {
      const found = check(text);
      if (found) return [{ field, ...found }];
    }
    return [];
  });
}

/** All faults of the form, in the order its fields stand in. */
export function faultsOf(values: Values, emailLocked: boolean): Fault[] {
  const mail = mailRules(values["mailValid"] === "1", isAdmin(values));
  return broken([...basicRules(emailLocked), ...ORDER_RULES, ...mail], values);
}

/** What the trial of the mailbox needs: an address to send from, a server and a password. */
export function trialFaultsOf(values: Values, emailLocked: boolean): Fault[] {
  const admin = isAdmin(values);
  const tried = new Set(["mailSmtp", "mailPort", "mailVerifyCode", ...(admin ? ["mailAddress"] : [])]);
  const own = admin ? [] : basicRules(emailLocked).filter(([field]) => field === "userEmail");
  return broken([...own, ...mailRules(true, admin).filter(([field]) => tried.has(field))], values);
}

export type Place = { section: "basic" | "mail" | "cc" } | { section: "orders"; scope: Scope };

const OTHER_SETTINGS = ["defaultDate", "station", "feeService", "lockStatus"] as const;
const SCOPE_OF = new Map<string, Scope>([
  ...DIGIT_FIELDS.map(({ member, scope }): [string, Scope] => [member, scope]),
  ...SCOPES.flatMap((scope) => OTHER_SETTINGS.map((setting): [string, Scope] => [memberOf(scope, setting), scope])),
  ["orderAeDefaultBarcodeLabelSize", "AE"],
  ["orderAeHawbCopyAwbInfo", "AE"],
  ["loadingDateType", "AE"],
  ["aeWarehouseId", "AE"],
  ["aiWarehouseId", "AI"],
]);
const CC = new Set<string>(CC_LISTS);

/** The part of the dialog a field stands in. */
export function placeOf(field: string): Place {
  const scope = SCOPE_OF.get(field);
  if (scope) return { section: "orders", scope };
  if (CC.has(field)) return { section: "cc" };
  return { section: field.startsWith("mail") ? "mail" : "basic" };
}
