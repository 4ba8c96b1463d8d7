/** The first letters of the pinyin of Chinese words, read off the order in which the browser sorts characters. */

// The first character of each letter in that order; no word begins with i, u or v.
const STARTS = "阿八嚓哒妸发旮哈讥咔垃妈拏噢妑七呥仨他穵夕丫帀";
const LETTERS = "abcdefghjklmnopqrstwxyz";
const CHINESE = /[\u4e00-\u9fff]/;

const collator = new Intl.Collator("zh-Hans-CN-u-co-pinyin");
// Without the order of Chinese there are no letters to be had.
const ordered = collator.compare("阿", "八") < 0 && collator.compare("夕", "帀") < 0;

/** 空运出口订单 → kyckdd; what is not Chinese stays, in small letters. */
export function initials(text: string): string {
  return [...text].map((character) => (ordered && CHINESE.test(character) ? letterOf(character) : character.toLowerCase())).join("");
}

function letterOf(character: string): string {
  const after = [...STARTS].findIndex((start) => collator.compare(start, character) > 0);
  const at = after < 0 ? LETTERS.length - 1 : after - 1;
  return LETTERS[at] ?? character;
}
