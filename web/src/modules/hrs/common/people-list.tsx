import { Input } from "antd";
import { useState } from "react";
import { useText } from "@/platform/i18n";

export interface Listed {
  id: string;
  name: string;
  hint: string;
}

/** More are found by name: nobody reads through them. */
const DRAWN_MAX = 200;

interface PeopleListProps {
  title: string;
  /** What a click on somebody does: 分配, 移除. */
  act: string;
  people: Listed[];
  move(ids: string[]): void;
}

/** One side of a pair of lists between which people move, one by one or all that were found. */
export function PeopleList({ title, act, people, move }: PeopleListProps) {
  const t = useText();
  const [words, setWords] = useState("");
  const wanted = words.trim().toLowerCase();
  const found = people.filter(({ name, hint }) => `${name} ${hint}`.toLowerCase().includes(wanted));
  return (
    <section className="people-list" aria-label={title}>
      <header>
        <b>{title}</b>
        <span className="soft tabular">{people.length}</span>
        <span className="top-space" />
        <button type="button" className="text-button" disabled={found.length === 0} onClick={() => move(found.map(({ id }) => id))}>
          {t(wanted ? "hrs:people.allFound" : "hrs:people.all", { act })}
        </button>
      </header>
      <Input
        allowClear
        value={words}
        aria-label={t("hrs:people.findIn", { title })}
        placeholder={t("hrs:people.find")}
        onChange={(event) => setWords(event.target.value)}
      />
      {found.length === 0 && <p className="nothing">{t(wanted ? "hrs:people.notFound" : "platform:state.empty")}</p>}
      <ul>
        {found.slice(0, DRAWN_MAX).map(({ id, name, hint }) => (
          <li key={id}>
            <button
              type="button"
              aria-label={`${act} ${name} ${hint}`.trim()}
              onClick={(event) => {
                focusBeside(event.currentTarget);
                move([id]);
              }}
            >
              <span>{name}</span>
              <span className="choice-hint">{hint}</span>
              <span className="people-act" aria-hidden="true">
                {act}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {found.length > DRAWN_MAX && <p className="soft">{t("hrs:people.more", { n: found.length - DRAWN_MAX })}</p>}
    </section>
  );
}

/** Who moves somebody by keyboard goes on with the next one. */
function focusBeside(button: HTMLElement): void {
  const line = button.closest("li");
  (line?.nextElementSibling ?? line?.previousElementSibling)?.querySelector("button")?.focus();
}
