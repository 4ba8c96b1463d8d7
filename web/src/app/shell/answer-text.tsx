/** An answer as text: bold words, code and lists, and nothing else of what stands in it. */
import { Fragment, type ReactNode } from "react";

const PARTS = /(\*\*[^*\n]+\*\*|`[^`\n]+`)/;
const ITEM = /^(\s*)- /;

export function AnswerText({ text }: { text: string }) {
  return (
    <>
      {text.split("\n").map((line, at) => {
        const item = ITEM.exec(line);
        const depth = item && (item[1] ?? "").length > 0 ? " is-below" : "";
        return (
          <p key={at} className={item ? `answer-item${depth}` : undefined}>
            {item ? inline(line.slice(item[0].length)) : inline(line)}
          </p>
        );
      })}
    </>
  );
}

function inline(line: string): ReactNode {
  return line.split(PARTS).map((part, at) => {
    if (part.startsWith("**") && part.length > 4) return <b key={at}>{part.slice(2, -2)}</b>;
    if (part.startsWith("`") && part.length > 2) return <code key={at}>{part.slice(1, -1)}</code>;
    return <Fragment key={at}>{part}</Fragment>;
  });
}
