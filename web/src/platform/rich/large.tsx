/** Editors, cleaner and file lists of the large kinds, each a script of its own. */
import { Suspense, lazy } from "react";
import type { Kind } from "@/platform/contract";
import type { EditorProps } from "@/platform/fields/editor-props";
import type { KeptFile } from "@/platform/fields/files-editor";
import { loadRoom } from "@/platform/i18n";
import { PageLoading } from "@/platform/page-loading";
import type { LargeFieldProps } from "@/platform/rich/rich-field";

// Their words come with them.
const worded = async <T,>(load: Promise<T>): Promise<T> => {
  await loadRoom("rich");
  return load;
};
const Rich = lazy(() => worded(import("@/platform/rich/rich-editor")));
const Text = lazy(async () => ({ default: (await import("@/platform/rich/rich-text")).RichText }));
const Markdown = lazy(async () => ({ default: (await worded(import("@/platform/fields/markdown-editor"))).MarkdownEditor }));
const Files = lazy(async () => ({ default: (await worded(import("@/platform/fields/files-editor"))).FilesEditor }));
const Picture = lazy(async () => ({ default: (await worded(import("@/platform/fields/picture-editor"))).PictureEditor }));
const Shown = lazy(async () => ({ default: (await import("@/platform/rich/kept-picture")).KeptPicture }));
const Names = lazy(async () => ({ default: (await worded(import("@/platform/fields/files-editor"))).FileNames }));

/** The editor of one of these kinds. */
function LargeEditor(props: EditorProps<unknown>) {
  const { kind } = props.field;
  return (
    <Suspense fallback={<PageLoading rows={kind === "richText" || kind === "markdown" ? 5 : 1} />}>
      {kind === "files" && <Files {...(props as EditorProps<KeptFile[]>)} />}
      {kind === "picture" && <Picture {...(props as EditorProps<string>)} />}
      {kind === "markdown" && <Markdown {...(props as EditorProps<string>)} />}
      {(kind === "richText" || kind === "richTitle") && <Rich {...(props as EditorProps<string>)} />}
    </Suspense>
  );
}

/** How a value of one of these kinds is read. */
function LargeValue({ kind, value }: { kind: Kind; value: unknown }) {
  return (
    <Suspense fallback={null}>
      {kind === "files" && <Names files={value as KeptFile[]} />}
      {kind === "picture" && <Shown path={String(value)} alt="" className="picture-shown" />}
      {(kind === "richText" || kind === "richTitle") && <Text html={String(value)} title={kind === "richTitle"} />}
    </Suspense>
  );
}

export default function Large(props: LargeFieldProps) {
  return "editor" in props ? <LargeEditor {...props.editor} /> : <LargeValue {...props} />;
}
