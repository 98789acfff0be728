// Search without regard to accents: the same as budget.SearchKey in Go.

/** Letters that have no decomposition into a base letter and a combining mark. */
const strokes: Record<string, string> = { ø: 'o', ł: 'l', đ: 'd', ħ: 'h', ı: 'i', æ: 'ae', œ: 'oe', þ: 'th', ð: 'd', ß: 'ss' };

/** Returns a text without case, accents and differences of Unicode composition, for comparison. */
export function searchKey(text: string): string {
  const bare = text.normalize('NFKD').toLowerCase().replace(/[\u0300-\u036f]/g, '');
  return bare.replace(/[øłđħıæœþðß]/g, (letter) => strokes[letter] ?? letter).normalize('NFC');
}
