/** The editor of rich texts, in a script of its own: it is as large as the rest of a page. */
import { type Extensions, Mark, Node } from "@tiptap/core";
import { Image } from "@tiptap/extension-image";
import { TableKit } from "@tiptap/extension-table";
import { Color, TextStyle } from "@tiptap/extension-text-style";
import { EditorContent, useEditor } from "@tiptap/react";
import { StarterKit } from "@tiptap/starter-kit";
import { useEffect, useRef } from "react";
import type { EditorProps } from "@/platform/fields/editor-props";
import { useLabel } from "@/platform/i18n";
import { PICTURE } from "@/platform/rich/clean";
import { showPicture } from "@/platform/rich/pictures";
import { RichToolbar } from "@/platform/rich/rich-toolbar";
import "./rich.css";

/** Pictures of the own store alone; they are fetched with the session. */
const OwnImage = Image.extend({
  parseHTML: () => [
    {
      tag: "img[src]",
      getAttrs: (image) => (PICTURE.test((image as HTMLElement).getAttribute("src") ?? "") ? null : false),
    },
  ],
  addNodeView: () => ({ node }) => {
    const dom = document.createElement("img");
    dom.alt = String(node.attrs["alt"] ?? "");
    showPicture(dom, String(node.attrs["src"]));
    return { dom };
  },
});

// A title knows `b` and `i` alone, and no second line.
const OneLine = Node.create({ name: "doc", topNode: true, content: "paragraph" });
const Bold = Mark.create({ name: "bold", parseHTML: () => [{ tag: "b" }, { tag: "strong" }], renderHTML: () => ["b", 0] });
const Italic = Mark.create({ name: "italic", parseHTML: () => [{ tag: "i" }, { tag: "em" }], renderHTML: () => ["i", 0] });

const BODY: Extensions = [
  StarterKit.configure({
    heading: { levels: [1, 2, 3, 4] },
    link: { openOnClick: false, protocols: ["http", "https", "mailto"], defaultProtocol: "https" },
  }),
  TextStyle,
  Color,
  OwnImage,
  TableKit.configure({ table: { resizable: false } }),
];
const TITLE: Extensions = [
  StarterKit.configure({
    document: false, bold: false, italic: false, strike: false, code: false, codeBlock: false, blockquote: false,
    bulletList: false, orderedList: false, listItem: false, listKeymap: false, heading: false, horizontalRule: false,
    hardBreak: false, link: false, trailingNode: false,
  }),
  OneLine,
  Bold,
  Italic,
  TextStyle,
  Color,
];

/** Pixels of the editor with its toolbar. */
export const EDITOR_HEIGHT = 300;

export default function RichEditor(props: EditorProps<string>) {
  const { field, value, change, blur, disabled = false, invalid = false } = props;
  const label = useLabel();
  const title = field.kind === "richTitle";
  const given = useRef(value ?? "");
  const editor = useEditor({
    extensions: title ? TITLE : BODY,
    content: value ?? "",
    editable: !disabled,
    injectCSS: false,
    editorProps: {
      attributes: {
        "aria-label": props.name ?? label(field.label),
        "aria-multiline": String(!title),
        "aria-invalid": String(invalid),
        role: "textbox",
        ...(props.describedBy ? { "aria-describedby": props.describedBy } : {}),
        ...(props.id ? { id: props.id } : {}),
      },
    },
    onUpdate: ({ editor: now }) => {
      given.current = now.isEmpty ? "" : now.getHTML();
      change(given.current || null);
    },
    onBlur: () => blur?.(),
  });
  // A value from outside (loading, copying) is taken over; an own one comes back and changes nothing.
  useEffect(() => {
    const next = value ?? "";
    if (!editor || next === given.current) return;
    given.current = next;
    editor.commands.setContent(next, { emitUpdate: false });
  }, [editor, value]);
  const state = `rich-editor${title ? " is-title" : ""}${invalid ? " is-invalid" : ""}`;
  return (
    <div className={state} {...(title ? {} : { style: { height: EDITOR_HEIGHT } })}>
      {editor && !disabled && <RichToolbar editor={editor} title={title} />}
      <EditorContent editor={editor} className="rich-text" />
    </div>
  );
}
