/** 系统公告 as readers are told of them. */
import type { Tone } from "@/platform/contract";
import type { KeptFile } from "@/platform/fields/files-editor";

/** A line of the list. */
export interface Notice {
  noticeId: string;
  /** HTML of one line. */
  noticeTitle: string;
  noticeType: string;
  /** `2026-07-15` */
  noticeDate: string;
  /** By the caller. */
  read?: boolean;
}

/** All there is to read of one. */
export interface NoticeText extends Notice {
  noticeText: string;
  publishedAt: string | null;
  editedAt: string | null;
  files: KeptFile[];
}

/** The query of the list. */
export const NOTICES = ["home", "notices"];

/** The known types, with the tone of their tags. */
const TONES: Record<string, Tone> = { XTGX: "info", HDTG: "warning", XTWH: "danger" };

export function toneOfType(type: string): Tone | undefined {
  return TONES[type];
}
