import { BoolEditor, ReferenceEditor, SelectEditor, TypedListEditor } from "@/platform/fields/choice-editors";
import { DayEditor } from "@/platform/fields/day-editor";
import type { EditorProps } from "@/platform/fields/editor-props";
import { FieldValue } from "@/platform/fields/field-value";
import { NumberEditor } from "@/platform/fields/number-editor";
import { ColorEditor, LongTextEditor, TextEditor, UpperEditor, WaybillEditor } from "@/platform/fields/text-editors";
import { LargeField } from "@/platform/rich/rich-field";

/** The editor of a field's kind: `<FieldEditor field={field} value={value} change={setValue} />`. */
export function FieldEditor(props: EditorProps) {
  const { field } = props;
  switch (field.kind) {
    case "upper":
      return <UpperEditor {...(props as EditorProps<string>)} />;
    case "int":
    case "decimal":
      return <NumberEditor {...(props as EditorProps<number>)} />;
    case "bool":
      return <BoolEditor {...(props as EditorProps<boolean>)} />;
    case "day":
    case "instant":
      return <DayEditor {...(props as EditorProps<string>)} />;
    case "select":
      return <SelectEditor {...(props as EditorProps<string | string[]>)} />;
    case "reference":
      return <ReferenceEditor {...(props as EditorProps<string | string[]>)} />;
    case "multi": {
      const many = props as EditorProps<string | string[]>;
      if (field.reference) return <ReferenceEditor {...many} multiple />;
      const chosen = field.options !== undefined || field.dictionary !== undefined;
      return chosen ? <SelectEditor {...many} multiple /> : <TypedListEditor {...many} />;
    }
    case "waybill":
      return <WaybillEditor {...(props as EditorProps<string>)} />;
    case "longText":
      return <LongTextEditor {...(props as EditorProps<string>)} />;
    case "color":
      return <ColorEditor {...(props as EditorProps<string>)} />;
    case "richText":
    case "richTitle":
    case "markdown":
    case "files":
    case "picture":
      return <LargeField editor={props} />;
    case "state":
      return <FieldValue field={field} value={props.value} />;
    default:
      return <TextEditor {...(props as EditorProps<string>)} />;
  }
}
