/** What can be asked for, and how it ends, as the server keeps it. */

export const UPGRADE = "升级版本";

/** Kinds of requests with the keys of their names. */
export const REQUEST_KINDS: [string, string][] = [
  [UPGRADE, "hrs:contactKind.upgrade"],
  ["增加用户", "hrs:contactKind.users"],
  ["功能咨询", "hrs:contactKind.question"],
  ["问题反馈", "hrs:contactKind.problem"],
  ["开通接口", "hrs:contactKind.interface"],
];

export const DONE = "已完成";
export const CLOSED = "已关闭";

export const mailLink = (address: string) => ["mailto", address].join(":");
export const phoneLink = (number: string) => ["tel", number].join(":");
