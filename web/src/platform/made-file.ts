/** Files that a call makes and leaves at an address which works once: shown beside the application, or stored. */
import { CallError, fileName, saveFile } from "@/platform/call/client";
import { translate } from "@/platform/i18n";
import { toast } from "@/platform/toast";

export interface MadeFile {
  blob: Blob;
  /** As the server calls it. */
  name: string;
}

/** The call that makes a file and answers its address. */
export type Make = () => Promise<string>;

const PDF = "application/pdf";
/** A window has read its file long before. */
const KEPT_MS = 600_000;

/** The file at an address; its refusal as an error. */
export async function fetchMade(address: string): Promise<MadeFile> {
  const answer = await fetch(address);
  const type = answer.headers.get("content-type") ?? "";
  if (!answer.ok || type.includes("json")) throw new Error(await refusalOf(answer));
  return { blob: await answer.blob(), name: fileName(answer.headers.get("content-disposition")) ?? "download" };
}

async function refusalOf(answer: Response): Promise<string> {
  try {
    return ((await answer.json()) as { messageInfo?: string }).messageInfo ?? "";
  } catch {
    return "";
  }
}

/** The file a call makes, or null after its failure was told. */
export async function takeMade(make: Make): Promise<MadeFile | null> {
  try {
    return await fetchMade(await make());
  } catch (error) {
    // The call client has told its own failures.
    if (!(error instanceof CallError)) {
      toast.error((error instanceof Error && error.message) || translate("platform:print.failed"));
    }
    return null;
  }
}

/** A window beside the application that waits for a file. */
export interface Beside {
  show(file: MadeFile): void;
  close(): void;
}

/** Opened by the click itself, or browsers would stop it; where they do, the file is stored. */
export function openBeside(): Beside {
  const window = globalThis.window.open("", "_blank");
  const show = (file: MadeFile) => {
    if (!window) {
      toast.warn(translate("platform:print.blocked"));
      return saveFile(file.blob, file.name);
    }
    // Whatever the bytes are, they are shown as nothing else.
    const address = URL.createObjectURL(new Blob([file.blob], { type: PDF }));
    window.opener = null;
    window.location.replace(address);
    setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
  };
  return { show, close: () => window?.close() };
}

/** Opens the PDF a call makes; false after its failure was told. */
export async function openMade(make: Make): Promise<boolean> {
  const beside = openBeside();
  const file = await takeMade(make);
  if (file) beside.show(file);
  else beside.close();
  return file !== null;
}

/** Stores the file a call makes; false after its failure was told. */
export async function saveMade(make: Make): Promise<boolean> {
  const file = await takeMade(make);
  if (file) saveFile(file.blob, file.name);
  return file !== null;
}
