/** Files of an order: their kinds, classes and limits, and how their bytes come and go. */
import { get, upload } from "@/platform/call/client";
import { translate } from "@/platform/i18n";

export interface OrderFile {
  orderFileId: string;
  fileType: string;
  fileClass: string;
  fileName: string;
  fileRemark: string;
  isDisplay: boolean;
  size: number;
  creatorName: string;
  createTime: string;
  contentType: string;
  fileUrl: string;
}

/** The kinds as they are stored. */
export const PHOTO = "照片";
export const DOCUMENT = "文件";
export const OTHER = "其他";

/** Classes of a document and of a photo as they are stored, with the name of their text. */
const CLASSES: Record<string, [value: string, name: string][]> = {
  [DOCUMENT]: [
    ["托书", "booking"],
    ["主单", "master"],
    ["分单", "house"],
    ["运单", "waybill"],
    ["报关单", "declaration"],
    ["舱单", "manifest"],
    ["鉴定", "identification"],
    ["装箱单", "packing"],
    ["发票", "invoice"],
    ["合同", "contract"],
    ["POD", "delivery"],
    [OTHER, "other"],
  ],
  [PHOTO]: [
    ["入库照片", "inbound"],
    ["出库照片", "outbound"],
    ["POD", "delivery"],
    [OTHER, "other"],
  ],
};

/** The classes of a kind, for a choice, and the one a file has from a time when it was no class of its kind. */
export function classesOf(kind: string, has?: string): { value: string; label: string }[] {
  const own = CLASSES[kind] ?? [];
  const other = Object.values(CLASSES).flat().find(([value]) => value === has);
  const all = other && !own.some(([value]) => value === has) ? [...own, other] : own;
  return all.map(([value, name]) => ({ value, label: translate(`order:file.class.${name}`) }));
}

const MEGABYTE = 1024 * 1024;
const IMAGES = ["jpg", "jpeg", "bmp", "png"];
const DOCUMENTS = ["pdf", "doc", "docx", "xls", "xlsx", "txt", "rar", "zip", ...IMAGES, "ofd"];

export const FILES_MAX = 50;
/** Kinds with their endings and their largest size, as the server takes them. */
export const LIMITS = {
  [PHOTO]: { endings: IMAGES, megabytes: 10 },
  [DOCUMENT]: { endings: DOCUMENTS, megabytes: 50 },
};

export type FileKind = keyof typeof LIMITS;

/** The endings of a kind as a file dialog and a sentence want them. */
export function endingsOf(kind: FileKind): { accept: string; words: string } {
  const { endings } = LIMITS[kind];
  return { accept: endings.map((ending) => `.${ending}`).join(","), words: endings.join(", ").toUpperCase() };
}

/** Why a file will not be taken, known before megabytes are sent; the server looks at the content as well. */
export function refusalOf(file: File, kind: FileKind): string | null {
  const { endings, megabytes } = LIMITS[kind];
  const ending = file.name.split(".").at(-1)?.toLowerCase() ?? "";
  if (!file.name.includes(".") || !endings.includes(ending)) {
    return translate(kind === PHOTO ? "order:file.notImage" : "order:file.notTaken");
  }
  if (file.size === 0) return translate("order:file.empty");
  return file.size > megabytes * MEGABYTE ? translate("order:file.tooBig", { n: megabytes }) : null;
}

export function listFiles(orderUuid: string): Promise<OrderFile[]> {
  return get<OrderFile[]>("/afbase/orderFiles/getList", { orderUuid }, { quiet: true });
}

/** Sends one file; the server refuses a batch as a whole, and each file deserves its own answer. */
export function sendFile(orderUuid: string, kind: FileKind, fileClass: string, file: File): Promise<string[]> {
  const form = new FormData();
  form.append("files", file, file.name);
  const params = { orderUuid, fileType: kind, fileClass };
  return upload<string[]>("/afbase/orderFiles/upload", form, { params, quiet: true });
}
