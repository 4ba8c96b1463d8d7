import {
  BoldOutlined, CodeOutlined, FontColorsOutlined, ItalicOutlined, LinkOutlined, MinusOutlined, OrderedListOutlined,
  PictureOutlined, RedoOutlined, StrikethroughOutlined, TableOutlined, UnderlineOutlined, UndoOutlined, UnorderedListOutlined,
} from "@ant-design/icons";
import { type Editor, useEditorState } from "@tiptap/react";
import { Input, Popover } from "antd";
import { type ReactNode, useRef, useState } from "react";
import { upload } from "@/platform/call/client";
import { useText } from "@/platform/i18n";

interface ToolProps {
  name: string;
  on?: boolean;
  off?: boolean;
  run(): void;
  children: ReactNode;
}

function Tool({ name, on = false, off = false, run, children }: ToolProps) {
  return (
    <button
      type="button"
      className={on ? "rich-tool is-on" : "rich-tool"}
      aria-label={name}
      title={name}
      aria-pressed={on}
      disabled={off}
      // The marked words stay marked.
      onMouseDown={(event) => event.preventDefault()}
      onClick={run}
    >
      {children}
    </button>
  );
}

/** What can be done to the marked words, and what can be put in. */
export function RichToolbar({ editor, title }: { editor: Editor; title: boolean }) {
  const t = useText();
  const state = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      marks: Object.fromEntries(["bold", "italic", "underline", "strike", "link", "blockquote", "bulletList", "orderedList", "code"].map((name) => [name, now.isActive(name)])),
      level: [2, 3].find((level) => now.isActive("heading", { level })),
      table: now.isActive("table"),
      undo: now.can().undo(),
      redo: now.can().redo(),
    }),
  });
  const chain = () => editor.chain().focus();
  const mark = (name: string, label: string, icon: ReactNode) => (
    <Tool name={label} on={state.marks[name] ?? false} run={() => chain().toggleMark(name).run()}>
      {icon}
    </Tool>
  );
  return (
    <div className="rich-toolbar" role="toolbar" aria-label={t("rich:toolbar")}>
      {mark("bold", t("rich:bold"), <BoldOutlined />)}
      {mark("italic", t("rich:italic"), <ItalicOutlined />)}
      {mark("underline", t("rich:underline"), <UnderlineOutlined />)}
      <ColorTool editor={editor} />
      {!title && (
        <>
          {mark("strike", t("rich:strike"), <StrikethroughOutlined />)}
          {([2, 3] as const).map((level) => (
            <Tool key={level} name={t("rich:heading", { n: level - 1 })} on={state.level === level} run={() => chain().toggleHeading({ level }).run()}>
              <b>{`H${level - 1}`}</b>
            </Tool>
          ))}
          <Tool name={t("rich:bullets")} on={state.marks["bulletList"] ?? false} run={() => chain().toggleBulletList().run()}>
            <UnorderedListOutlined />
          </Tool>
          <Tool name={t("rich:numbers")} on={state.marks["orderedList"] ?? false} run={() => chain().toggleOrderedList().run()}>
            <OrderedListOutlined />
          </Tool>
          {mark("code", t("rich:code"), <CodeOutlined />)}
          <LinkTool editor={editor} on={state.marks["link"] ?? false} />
          <PictureTool editor={editor} />
          <Tool name={t("rich:table")} on={state.table} run={() => toggleTable(editor, state.table)}>
            <TableOutlined />
          </Tool>
          <Tool name={t("rich:line")} run={() => chain().setHorizontalRule().run()}>
            <MinusOutlined />
          </Tool>
        </>
      )}
      <span className="top-space" />
      <Tool name={t("rich:undo")} off={!state.undo} run={() => chain().undo().run()}>
        <UndoOutlined />
      </Tool>
      <Tool name={t("rich:redo")} off={!state.redo} run={() => chain().redo().run()}>
        <RedoOutlined />
      </Tool>
    </div>
  );
}

/** Puts a table in; inside one, takes it out. */
function toggleTable(editor: Editor, inside: boolean): void {
  if (inside) editor.chain().focus().deleteTable().run();
  else editor.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run();
}

function ColorTool({ editor }: { editor: Editor }) {
  const t = useText();
  return (
    <label className="rich-tool rich-color" title={t("rich:color")}>
      <FontColorsOutlined />
      <input
        type="color"
        aria-label={t("rich:color")}
        onChange={(event) => editor.chain().focus().setColor(event.target.value).run()}
      />
    </label>
  );
}

function LinkTool({ editor, on }: { editor: Editor; on: boolean }) {
  const t = useText();
  const [open, setOpen] = useState(false);
  const set = (address: string) => {
    const chain = editor.chain().focus().extendMarkRange("link");
    if (/^(https?:\/\/|mailto:)/i.test(address)) chain.setLink({ href: address }).run();
    else if (address === "") chain.unsetLink().run();
    else chain.setLink({ href: `https://${address}` }).run();
    setOpen(false);
  };
  const present = String(editor.getAttributes("link")["href"] ?? "");
  const content = (
    <Input.Search
      defaultValue={present}
      placeholder={t("rich:address")}
      aria-label={t("rich:address")}
      enterButton={t("platform:action.ok")}
      onSearch={(text) => set(text.trim())}
    />
  );
  return (
    <Popover trigger="click" open={open} onOpenChange={setOpen} content={content} destroyOnHidden>
      <span>
        <Tool name={t("rich:link")} on={on} run={() => setOpen(true)}>
          <LinkOutlined />
        </Tool>
      </span>
    </Popover>
  );
}

function PictureTool({ editor }: { editor: Editor }) {
  const t = useText();
  const input = useRef<HTMLInputElement>(null);
  const put = async (file: File | undefined) => {
    if (!file) return;
    const form = new FormData();
    form.append("file", file);
    const kept = await upload<{ url: string }>("/platform/picture", form).catch(() => null);
    if (kept) editor.chain().focus().setImage({ src: kept.url, alt: file.name }).run();
  };
  return (
    <>
      <Tool name={t("rich:picture")} run={() => input.current?.click()}>
        <PictureOutlined />
      </Tool>
      <input
        ref={input}
        type="file"
        accept=".jpg,.jpeg,.png,.bmp"
        hidden
        onChange={(event) => {
          void put(event.target.files?.[0]);
          event.target.value = "";
        }}
      />
    </>
  );
}
