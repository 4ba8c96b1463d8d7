/** What is printed and mailed in this room: debit notes, and statements in three formats. */
export interface Bills {
  /** Beginning of their calls. */
  base: string;
  /** The call that prints them. */
  print: string;
  /** Keys of the words that name them. */
  words: { print: string; many: string; mail: string; to: string };
  /** Codes of the formats there are, with the keys of their names. */
  layouts: { value: string; label: string }[];
}

export const NOTES: Bills = {
  base: "/css/debitNote",
  print: "printNotes",
  words: {
    print: "receivable:print.title",
    many: "receivable:print.many",
    mail: "receivable:mail.title",
    to: "receivable:mail.to",
  },
  layouts: [],
};

export const STATEMENTS: Bills = {
  base: "/css/statement",
  print: "printStatements",
  words: {
    print: "receivable:statement.print",
    many: "receivable:statement.many",
    mail: "receivable:statement.mail",
    to: "receivable:statement.to",
  },
  layouts: [
    { value: "SUMMARY", label: "receivable:statement.summary" },
    { value: "DETAIL", label: "receivable:statement.detail" },
    { value: "SERVICE", label: "receivable:statement.service" },
  ],
};
