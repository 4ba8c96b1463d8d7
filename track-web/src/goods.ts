// What the goods are called.

import { NOTHING } from "./format";
import type { Language } from "./i18n";

type Text = string | null | undefined;

/** The name of the goods, in the reader's language where there is one in it. */
export function goodsName(goods: { goodsNameCn?: Text; goodsNameEn?: Text }, language: Language): string {
  const names = language === "zh-CN" ? [goods.goodsNameCn, goods.goodsNameEn] : [goods.goodsNameEn, goods.goodsNameCn];
  return names.find(Boolean) ?? NOTHING;
}
