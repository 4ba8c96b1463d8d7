/** Why a number is void: the stored words with the keys of their texts. */
export const VOID_REASONS = [
  { value: "错填", key: "wrong" },
  { value: "破损", key: "damaged" },
  { value: "遗失", key: "lost" },
  { value: "航司收回", key: "recalled" },
  { value: "其他", key: "other" },
] as const;
