/** The form of 个人设置: what it begins with, what is sent of it, and what a reset makes of it. */
import type { Values } from "@/platform/forms/form-store";
import { DEFAULT_LANGUAGE, languageName } from "@/platform/i18n";
import {
  DEFAULT_DIGITS,
  DEFAULT_FEE_SERVICE,
  DEFAULT_LOADING_DATE,
  DEFAULT_LOCK_STATUS,
  type Measure,
  type PersonalExtend,
  memberOf,
  warehouseOf,
} from "@/platform/personal";
import { SCOPES, type Scope } from "@/platform/scopes";

/** What the two calls answer. */
export interface PersonalAnswers {
  user: Values;
  extend: PersonalExtend;
}

export const FEE_SERVICES = ["ZH", "EN", "ZH_EN", "EN_ZH"] as const;
export const LOCK_STATUSES = ["2", "1", "0"] as const;
export const LOADING_DATES = ["LOCALTIME", "FLIGHTDATE"] as const;
export const MAIL_PORTS = ["25", "454", "465", "587", "994"];
/** The usual port without and with SSL. */
export const USUAL_PORT = { "0": 25, "1": 465 } as const;

/** The lists of users that get a copy. */
export const CC_LISTS = ["orderTrackCcUser", "sendGoodsNotifyCcUser", "sendBillCcUser", "sendInventoryCcUser"] as const;
const WAREHOUSES = ["aeWarehouseId", "aiWarehouseId"] as const;
/** Held as "1" or "0", sent as booleans. */
const FLAGS = ["orderEditNewPage", "orderSaveClosePage", "mailValid", "mailSsl"] as const;
/** Members whose change takes effect with the next log-in. */
const RELOGIN = ["userEmail", "mailName", "mailAddress", "mailSmtp", "mailUser", "mailVerifyCode"] as const;
/** Of the first answer; the administration of users reads more from the same call. */
const USER_MEMBERS = [
  "userId",
  "loginRole",
  "orgName",
  "userName",
  "userEname",
  "phoneNumber",
  "internationalCountryCode",
  "userEmail",
  "mailName",
  "mailAddress",
  "mailSmtp",
  "mailUser",
  "mailVerifyCode",
  "mailSignature",
  "version",
] as const;
/** Members of the second answer that are the user's own in the first. */
const SKIPPED = new Set(["userId", "orgId", "userEname"]);

export function measuresOf(scope: Scope): Measure[] {
  return Object.keys(DEFAULT_DIGITS[scope]) as Measure[];
}

/** All decimals of the form: their scope, what they measure, the member they are in and what they are by default. */
export const DIGIT_FIELDS = SCOPES.flatMap((scope) =>
  measuresOf(scope).map((measure) => ({
    scope,
    measure,
    member: memberOf(scope, measure),
    usual: String(DEFAULT_DIGITS[scope][measure]),
  })),
);

/** An address once given is changed elsewhere. */
export function isEmailLocked({ user }: PersonalAnswers): boolean {
  return textOf(user["userEmail"]) !== "";
}

/** Neither is a number that is there; who has none gives one. */
export function isPhoneLocked({ user }: PersonalAnswers): boolean {
  return textOf(user["phoneNumber"]) !== "";
}

/** The dialling code of a number that can't be changed. */
export function isAreaLocked(answers: PersonalAnswers): boolean {
  return isPhoneLocked(answers) && textOf(answers.user["internationalCountryCode"]) !== "";
}

export const isAdmin = (values: Values): boolean => values["loginRole"] === "admin";

/** The form as it is filled by the two answers. What is empty is null, as the editors leave it. */
export function formOf({ user, extend }: PersonalAnswers): Values {
  const ssl = flagOf(user["mailSsl"]) ?? "0";
  return {
    ...Object.fromEntries(USER_MEMBERS.map((name) => [name, isEmpty(user[name]) ? null : user[name]])),
    ...extendOf(extend),
    pageLanguage: textOf(user["pageLanguage"]) || DEFAULT_LANGUAGE,
    orderEditNewPage: flagOf(user["orderEditNewPage"]),
    orderSaveClosePage: flagOf(user["orderSaveClosePage"]),
    mailValid: flagOf(user["mailValid"]) ?? "0",
    mailSsl: ssl,
    mailPort: textOf(user["mailPort"]) || String(USUAL_PORT[ssl]),
  };
}

function extendOf(extend: PersonalExtend): Values {
  const taken = Object.entries(extend).filter(([name, value]) => !SKIPPED.has(name) && !isEmpty(value));
  const digits = DIGIT_FIELDS.map(({ member, usual }) => [member, textOf(extend[member]) || usual]);
  return {
    ...orderDefaults(),
    ...Object.fromEntries(taken),
    ...Object.fromEntries(digits),
    ...Object.fromEntries(WAREHOUSES.map((name) => [name, warehouseOf(extend[name])])),
    ...Object.fromEntries(CC_LISTS.map((name) => [name, idsOf(extend[name])])),
  };
}

/** What the orders of all scopes begin with, for who has chosen nothing. */
function orderDefaults(): Values {
  const scopes = SCOPES.flatMap((scope) => [
    [memberOf(scope, "defaultDate"), null],
    [memberOf(scope, "station"), null],
    [memberOf(scope, "feeService"), DEFAULT_FEE_SERVICE],
    [memberOf(scope, "lockStatus"), DEFAULT_LOCK_STATUS],
  ]);
  return {
    ...Object.fromEntries(DIGIT_FIELDS.map(({ member, usual }) => [member, usual])),
    ...Object.fromEntries(scopes),
    orderAeDefaultBarcodeLabelSize: null,
    orderAeHawbCopyAwbInfo: "1",
    loadingDateType: DEFAULT_LOADING_DATE,
    aeWarehouseId: null,
    aiWarehouseId: null,
  };
}

/** What 清空 writes: whatever has an initial value. Who the user is stays, and so does an address already kept. */
export function resetOf(emailLocked: boolean): Values {
  return {
    ...orderDefaults(),
    ...Object.fromEntries(CC_LISTS.map((name) => [name, []])),
    ...(emailLocked ? {} : { userEmail: null }),
    pageLanguage: DEFAULT_LANGUAGE,
    orderEditNewPage: "0",
    orderSaveClosePage: "0",
    mailValid: "0",
    mailName: null,
    mailAddress: null,
    mailSmtp: null,
    mailSsl: "0",
    mailPort: String(USUAL_PORT["0"]),
    mailUser: null,
    mailVerifyCode: null,
    mailSignature: null,
  };
}

/** The whole form as it is sent: figures as numbers, flags as booleans, nothing undefined. */
export function bodyOf(values: Values): Values {
  const known = Object.entries(values).map(([name, value]) => [name, value ?? ""]);
  return {
    ...Object.fromEntries(known),
    ...Object.fromEntries(FLAGS.map((name) => [name, values[name] === "1"])),
    ...Object.fromEntries(DIGIT_FIELDS.map(({ member }) => [member, numberOf(values[member])])),
    ...Object.fromEntries(WAREHOUSES.map((name) => [name, values[name] ?? null])),
    mailPort: numberOf(values["mailPort"]),
    userEmail: emailOf(values),
    paramText: languageName(textOf(values["pageLanguage"])),
  };
}

/** As `bodyOf`, without an address that was kept before: a save does not change it. */
export function savedBodyOf(values: Values, emailLocked: boolean): Values {
  const { userEmail, ...rest } = bodyOf(values);
  return emailLocked ? rest : { ...rest, userEmail };
}

/** Whether a save takes effect with the next log-in. */
export function needsLogin(before: Values, after: Values): boolean {
  const shown = (values: Values, name: string) => (name === "userEmail" ? emailOf(values) : textOf(values[name]));
  return RELOGIN.some((name) => shown(before, name) !== shown(after, name));
}

function emailOf(values: Values): string {
  return textOf(values["userEmail"]).trim().toLowerCase();
}

function flagOf(value: unknown): "1" | "0" | null {
  if (isEmpty(value)) return null;
  return value === true || value === 1 || value === "1" ? "1" : "0";
}

function idsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === "";
}

function textOf(value: unknown): string {
  return value === null || value === undefined ? "" : String(value);
}

function numberOf(value: unknown): number | null {
  return isEmpty(value) ? null : Number(value);
}
