// What is typed finds what is spelled with accents: budget.SearchKey, in the browser.

/** Letters whose accent is no mark of its own. */
const strokes: Record<string, string> = { ø: 'o', ł: 'l', đ: 'd', ħ: 'h', ı: 'i', æ: 'ae', œ: 'oe', þ: 'th', ð: 'd', ß: 'ss' };

/** A text as it is searched: without regard to case, to accents, or to how letters are composed. */
export function searchKey(text: string): string {
  const bare = text.normalize('NFKD').toLowerCase().replace(/[\u0300-\u036f]/g, '');
  return bare.replace(/[øłđħıæœþðß]/g, (letter) => strokes[letter] ?? letter).normalize('NFC');
}
