/** Files of an order: their kinds, classes and limits, and how their bytes come and go. */
import { get, saveFile, upload } from "@/platform/call/client";
import { language, translate } from "@/platform/i18n";
import { session } from "@/platform/session";

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

/** Classes as they are stored, with the name of their text. */
export const CLASSES: [value: string, name: string][] = [
  ["发票", "invoice"],
  ["装箱单", "packing"],
  ["托书", "booking"],
  ["鉴定", "identification"],
  ["报关单", "declaration"],
  ["运单", "waybill"],
  ["POD", "delivery"],
  [OTHER, "other"],
];

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

/** The bytes of a file; an image tag cannot carry the token. Throws the sentence for the user. */
export async function fetchFile(file: OrderFile, signal?: AbortSignal): Promise<Blob> {
  const response = await fetch(file.fileUrl, {
    headers: { Authorization: `Bearer ${session.token() ?? ""}`, "Accept-Language": language() },
    ...(signal ? { signal } : {}),
  });
  const type = response.headers.get("content-type") ?? "";
  if (response.ok && !type.includes("json")) return response.blob();
  const envelope = (await response.json().catch(() => null)) as { messageInfo?: string } | null;
  throw new Error(envelope?.messageInfo || translate("platform:error.loadFailed"));
}

export async function downloadFile(file: OrderFile): Promise<void> {
  saveFile(await fetchFile(file), file.fileName);
}
