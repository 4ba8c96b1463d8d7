import { describe, expect, it } from "vitest";
import {
  type PersonalAnswers,
  bodyOf,
  formOf,
  isEmailLocked,
  needsLogin,
  resetOf,
  savedBodyOf,
} from "@/app/personal/personal-model";
import { digitsMax, faultsOf, oneDigit, placeOf, trialFaultsOf } from "@/app/personal/personal-rules";
import type { Values } from "@/platform/forms/form-store";
import { type Measure, memberOf, personalOf } from "@/platform/personal";
import { SCOPES, type Scope } from "@/platform/scopes";

const USER = {
  userId: "7",
  loginRole: "",
  orgName: "示例货代",
  userName: "lixiang",
  userEname: "Li Xiang",
  phoneNumber: "13800000000",
  internationalCountryCode: "86",
  userEmail: "li@example.com",
  pageLanguage: "zh-CN",
  orderEditNewPage: false,
  orderSaveClosePage: true,
  mailValid: null,
  version: 3,
};

const answers = (user: Values = {}, extend: Values = {}): PersonalAnswers => ({ user: { ...USER, ...user }, extend });
const form = (user: Values = {}, extend: Values = {}) => formOf(answers(user, extend));
const faults = (changes: Values, locked = false) => faultsOf({ ...form(), ...changes }, locked);
const keyAt = (changes: Values, field: string) => faults(changes).find((each) => each.field === field)?.key;

describe("what the form begins with", () => {
  it("takes the extra fields, but not the ids and the name among them", () => {
    const values = form({}, { userId: "8", orgId: "2", userEname: "Other", orderAeDefaultStation: "PVG" });
    expect(values).toMatchObject({ userId: "7", userEname: "Li Xiang", orderAeDefaultStation: "PVG" });
    expect(values).not.toHaveProperty("orgId");
  });

  it.each([
    ["-1", null],
    [-1, null],
    [null, null],
    ["0", "0"],
    ["12", "12"],
  ])("reads the warehouse %s as %s", (id, expected) => {
    const values = form({}, { aeWarehouseId: id, aiWarehouseId: id });
    expect([values["aeWarehouseId"], values["aiWarehouseId"]]).toEqual([expected, expected]);
  });

  it.each([
    [null, "0"],
    ["", "0"],
    [false, "0"],
    [0, "0"],
    [1, "1"],
    [true, "1"],
  ])("holds mail sending %s as %s", (mailValid, expected) => expect(form({ mailValid })["mailValid"]).toBe(expected));

  it("takes the usual port where none is kept", () => {
    expect(form()["mailPort"]).toBe("25");
    expect(form({ mailSsl: true })["mailPort"]).toBe("465");
    expect(form({ mailSsl: true, mailPort: 994 })["mailPort"]).toBe("994");
  });

  it.each([
    ["AE", "1322"],
    ["AI", "132"],
    ["SE", "333"],
    ["SI", "333"],
    ["TE", "333"],
    ["TI", "333"],
    ["LC", "132"],
    ["IO", "132"],
  ] as const)("gives %s the decimals %s until others are saved, and again on reset", (scope, expected) => {
    const shown = (values: Values) =>
      (["weight", "volume", "chargeWeight", "density"] as const)
        .map((measure) => values[memberOf(scope, measure)] ?? "")
        .join("");
    expect(shown(form())).toBe(expected);
    expect(shown(resetOf(true))).toBe(expected);
    expect(shown(form({}, { [memberOf(scope, "volume")]: 0 }))[1]).toBe("0");
  });

  it("gives every other setting its default, and keeps what was saved", () => {
    const values = form();
    for (const scope of SCOPES) {
      expect(values[memberOf(scope, "feeService")]).toBe("ZH");
      expect(values[memberOf(scope, "lockStatus")]).toBe("2");
    }
    expect(values).toMatchObject({ orderAeHawbCopyAwbInfo: "1", loadingDateType: "LOCALTIME", orderTrackCcUser: [] });
    const saved = { orderAeHawbCopyAwbInfo: "0", loadingDateType: "FLIGHTDATE", personalSiLockPageLockStatus: "0" };
    expect(form({}, saved)).toMatchObject(saved);
  });
});

describe("what is sent", () => {
  it("holds flags as booleans, figures as numbers, and empty texts", () => {
    const body = bodyOf({
      ...form({}, { aiWarehouseId: "4" }),
      mailValid: "1",
      mailSsl: "1",
      mailPort: "465",
      mailName: null,
    });
    expect(body).toMatchObject({
      orderEditNewPage: false,
      orderSaveClosePage: true,
      mailValid: true,
      mailSsl: true,
      mailPort: 465,
      mailName: "",
      orderAeDigitsWeight: 1,
      orderAeDefaultDate: "",
      aeWarehouseId: null,
      aiWarehouseId: "4",
      version: 3,
      paramText: "简体中文",
    });
  });

  it("leaves out an address that was set, and lowers the letters of a new one", () => {
    expect(savedBodyOf(form(), isEmailLocked(answers()))).not.toHaveProperty("userEmail");
    const empty = answers({ userEmail: null });
    expect(isEmailLocked(empty)).toBe(false);
    expect(savedBodyOf({ ...formOf(empty), userEmail: " Li@Example.COM " }, false)["userEmail"]).toBe("li@example.com");
    expect(bodyOf(form())["userEmail"]).toBe("li@example.com");
  });
});

describe("the hint to log in again", () => {
  const before = form({
    userEmail: "",
    mailName: "李",
    mailAddress: "",
    mailSmtp: "smtp.example.com",
    mailUser: "li",
    mailVerifyCode: "******",
  });

  it.each(["mailName", "mailAddress", "mailSmtp", "mailUser", "mailVerifyCode", "userEmail"])(
    "follows a change of %s",
    (name) => {
      expect(needsLogin(before, { ...before, [name]: "other@example.com" })).toBe(true);
      // From something to nothing, or the other way round.
      expect(needsLogin({ ...before, [name]: "a@example.com" }, { ...before, [name]: null })).toBe(true);
    },
  );

  it.each([
    ["mailPort", "994"],
    ["mailSsl", "1"],
    ["mailSignature", "谢谢"],
    ["mailValid", "1"],
    ["userEname", "Other"],
  ])("does not follow a change of %s", (name, value) =>
    expect(needsLogin(before, { ...before, [name]: value })).toBe(false),
  );

  it("knows no difference between two ways of being empty", () => {
    expect(needsLogin({ ...before, mailAddress: null }, { ...before, mailAddress: "" })).toBe(false);
    expect(needsLogin({ ...before, userEmail: "a@b.cn" }, { ...before, userEmail: "A@B.cn" })).toBe(false);
  });
});

describe("rules of the user", () => {
  it.each([
    ["userEname", "", "needEname"],
    ["userEname", "  ", "needEname"],
    ["userEname", "a", undefined],
    ["userEname", "a".repeat(40), undefined],
    ["userEname", "a".repeat(41), "length"],
    ["phoneNumber", "", "needPhone"],
    ["phoneNumber", "1".repeat(30), undefined],
    ["phoneNumber", "1".repeat(31), "tooLong"],
    ["internationalCountryCode", "", "needAreaCode"],
    ["internationalCountryCode", "852", undefined],
    ["userEmail", "", "needEmail"],
    ["userEmail", "li@", "email"],
    ["userEmail", "li@example", "email"],
    ["userEmail", "l@x.cn", undefined],
    ["userEmail", `${"a".repeat(75)}@b.cn`, undefined],
    ["userEmail", `${"a".repeat(76)}@b.cn`, "length"],
    ["orderEditNewPage", null, "needEditNewPage"],
    ["orderEditNewPage", "0", undefined],
    ["orderSaveClosePage", null, "needSaveClosePage"],
    ["orderSaveClosePage", "1", undefined],
  ])("judges %s %s", (field, value, expected) => {
    expect(keyAt({ [field]: value }, field)).toBe(expected && `personal:fault.${expected}`);
  });

  it("asks nothing of an address that cannot be changed here", () => {
    expect(faults({ userEmail: "old-style" }, true)).toEqual([]);
  });
});

describe("rules of the orders", () => {
  it("keeps one digit of what is typed", () => {
    expect(["2", "23", "a1b2", "．３", "-", ""].map(oneDigit)).toEqual(["2", "2", "1", "3", "", ""]);
  });

  const cases = SCOPES.flatMap((scope) =>
    (["weight", "volume", "chargeWeight"] as const).map((measure): [Scope, Measure] => [scope, measure]),
  );
  it.each([...cases, ["AE", "density"] as [Scope, Measure]])("limits the decimals of %s %s", (scope, measure) => {
    const max = ["AI", "LC", "IO"].includes(scope) && measure !== "volume" ? 2 : 3;
    expect(digitsMax(scope, measure)).toBe(max);
    const member = memberOf(scope, measure);
    const fault = {
      field: member,
      key: "personal:fault.digits",
      values: { max },
      texts: { scope: `platform:scope.${scope}`, measure: `personal:measure.${measure}` },
    };
    expect(faults({ [member]: "0" })).toEqual([]);
    expect(faults({ [member]: String(max) })).toEqual([]);
    expect(faults({ [member]: String(max + 1) })).toEqual([fault]);
    expect(faults({ [member]: null })).toEqual([fault]);
  });

  it("limits stations", () => {
    expect(keyAt({ orderTiDefaultStation: "X".repeat(10) }, "orderTiDefaultStation")).toBeUndefined();
    expect(keyAt({ orderTiDefaultStation: "X".repeat(11) }, "orderTiDefaultStation")).toBe("personal:fault.tooLong");
  });
});

describe("rules of the mailbox", () => {
  const on = { mailValid: "1", mailPort: null };
  const fields = (changes: Values) => faults(changes).map((each) => each.field);

  it("asks for nothing while it is off", () => expect(fields({ mailPort: null })).toEqual([]));

  it("asks for everything while it is on, for its own address only the administrator", () => {
    const all = ["mailName", "mailAddress", "mailSmtp", "mailPort", "mailUser", "mailVerifyCode"];
    expect(fields({ ...on, loginRole: "admin" })).toEqual(all);
    expect(fields(on)).toEqual(all.filter((name) => name !== "mailAddress"));
    expect(faults({ ...on })[0]).toEqual({
      field: "mailName",
      key: "personal:fault.empty",
      texts: { item: "personal:field.mailName" },
    });
  });

  it.each([
    ["mailName", 20],
    ["mailSmtp", 100],
    ["mailUser", 100],
    ["mailVerifyCode", 100],
    ["mailSignature", 200],
  ])("limits %s to %s characters", (field, max) => {
    expect(keyAt({ [field]: "信".repeat(max) }, field)).toBeUndefined();
    expect(keyAt({ [field]: "信".repeat(max + 1) }, field)).toBe("personal:fault.tooLong");
  });

  it("judges the address of the administrator, which others do not see", () => {
    const admin = { loginRole: "admin" };
    expect(keyAt({ ...admin, mailAddress: "office" }, "mailAddress")).toBe("personal:fault.email");
    expect(keyAt({ ...admin, mailAddress: "office@example.com" }, "mailAddress")).toBeUndefined();
    expect(keyAt({ ...admin, mailAddress: `${"a".repeat(95)}@b.cn` }, "mailAddress")).toBeUndefined();
    expect(keyAt({ ...admin, mailAddress: `${"a".repeat(96)}@b.cn` }, "mailAddress")).toBe("personal:fault.tooLong");
    expect(keyAt({ mailAddress: "office" }, "mailAddress")).toBeUndefined();
  });

  it("asks before a trial for an address, a server, a port and a password", () => {
    const tried = (changes: Values) =>
      trialFaultsOf({ ...form({ userEmail: "" }), mailPort: null, ...changes }, false).map((each) => each.field);
    expect(tried({ loginRole: "admin" })).toEqual(["mailAddress", "mailSmtp", "mailPort", "mailVerifyCode"]);
    expect(tried({})).toEqual(["userEmail", "mailSmtp", "mailPort", "mailVerifyCode"]);
    const filled = { mailSmtp: "smtp.example.com", mailPort: "25", mailVerifyCode: "******" };
    expect(tried({ ...filled, userEmail: "li@example.com" })).toEqual([]);
    expect(tried({ ...filled, loginRole: "admin", mailAddress: "office@example.com" })).toEqual([]);
  });
});

describe("reset", () => {
  it("writes the initial values over the settings, and leaves the user who he is", () => {
    const reset = resetOf(false);
    const mail = { mailValid: "0", mailSsl: "0", mailPort: "25", mailName: null, mailSmtp: null, mailVerifyCode: null };
    expect(reset).toMatchObject({
      pageLanguage: "zh-CN",
      loadingDateType: "LOCALTIME",
      feeAeDefaultService: "ZH",
      ...mail,
    });
    for (const name of ["userEname", "phoneNumber", "internationalCountryCode", "version"])
      expect(reset).not.toHaveProperty(name);
  });

  it("takes away an address only where there was none", () => {
    expect(resetOf(false)["userEmail"]).toBeNull();
    expect(resetOf(true)).not.toHaveProperty("userEmail");
  });
});

it("knows the part of the dialog a field stands in", () => {
  expect(placeOf("feeLcDefaultService")).toEqual({ section: "orders", scope: "LC" });
  expect(placeOf("aiWarehouseId")).toEqual({ section: "orders", scope: "AI" });
  expect(placeOf("loadingDateType")).toEqual({ section: "orders", scope: "AE" });
  expect(placeOf("mailUser")).toEqual({ section: "mail" });
  expect(placeOf("sendBillCcUser")).toEqual({ section: "cc" });
  expect(placeOf("userEname")).toEqual({ section: "basic" });
});

it("tells the other pages by scope, with defaults for what was never saved", () => {
  const personal = personalOf({
    orderAeDigitsWeight: 0,
    orderAeDefaultDate: "3",
    orderAeDefaultStation: "PVG",
    aeWarehouseId: -1,
  });
  expect(personal.scopes.AE).toEqual({
    digits: { weight: 0, volume: 3, chargeWeight: 2, density: 2 },
    defaultDays: 3,
    station: "PVG",
    feeService: "ZH",
    lockStatus: "2",
  });
  expect(personal.scopes.SE).toMatchObject({ digits: { weight: 3, volume: 3, chargeWeight: 3 }, defaultDays: null });
  expect(personal).toMatchObject({
    hawbCopy: true,
    aeWarehouseId: null,
    labelSize: null,
    loadingDateType: "LOCALTIME",
  });
  expect(personalOf({ orderAeHawbCopyAwbInfo: "0", aiWarehouseId: 9 })).toMatchObject({
    hawbCopy: false,
    aiWarehouseId: "9",
  });
});
