// Amounts in milliunits: their texts, and the amounts that a user types.

import { amountText } from '../../../ui/scripts/amount';
import type { Currency } from './snapshot';

/** Formats an amount as the pages do, with the currency's symbol. */
export function text(amount: bigint, currency: Currency): string {
  const digits = figure(amount < 0n ? -amount : amount, currency);
  const sign = amount < 0n ? '\u2212' : '';
  if (!currency.symbol) return sign + digits;
  return currency.symbolFirst ? sign + currency.symbol + digits : `${sign}${digits}\u00a0${currency.symbol}`;
}

/** Formats an amount without symbol, as it is typed into a form. */
export function figure(amount: bigint, { digits, point, group }: Currency): string {
  return amountText(amount, { digits: String(digits), point, group });
}

const largest = 10n ** 15n; // of one record, as on the server
const longest = 100; // characters
const mark = "'"; // stands for spaces and apostrophes between two digits
const symbolMark = '¤'; // stands for the symbol between two digits, where it is no part of an amount

/**
 * Parses a typed amount, which may be a sum such as "12.50+3", as amountparse.Amount of the server does; undefined if it is none, or
 * if only the server can read it. An amount that is finer than the currency must be the present one.
 */
export function parse(typed: string, currency: Currency, present = 0n): bigint | undefined {
  return checked(sum(clean(typed, currency), currency), currency, present);
}

/**
 * Parses text typed over a figure, as amountparse.Over of the server does: "+15" adds to it, "-15" subtracts from a positive one,
 * and "=-15" is a new figure. An empty text is zero; undefined if the text is no amount.
 */
export function over(typed: string, currency: Currency, there: bigint): bigint | undefined {
  const plain = clean(typed, currency);
  if (plain === '') return 0n;
  if (plain.startsWith('=')) return checked(sum(plain.slice(1), currency), currency, there);
  const entered = sum(plain, currency);
  const isRelative = plain.startsWith('+') || (plain.startsWith('-') && there > 0n);
  return checked(entered !== undefined && isRelative ? there + entered : entered, currency, there);
}

/** Formats a figure so that `over` reads it as a new one, whatever it replaces. */
export const newFigure = (amount: bigint, currency: Currency): string => (amount < 0n ? `=${figure(amount, currency)}` : figure(amount, currency));

/** Removes the symbol, spaces and apostrophes. Those between two digits become a mark: "12 50" is not 1250. */
function clean(typed: string, { symbol }: Currency): string {
  const text = (symbol ? typed.replaceAll(symbol, symbolMark) : typed).replace(/[\u2212\u2013]/g, '-');
  return text.replace(/[\s'’¤]+/g, (gap, at: number) => {
    const isInside = /\d$/.test(text.slice(0, at)) && /^\d/.test(text.slice(at + gap.length));
    return isInside ? (gap.includes(symbolMark) ? symbolMark : mark) : '';
  });
}

function sum(plain: string, currency: Currency): bigint | undefined {
  const terms = plain.match(/[+-]?[^+-]+/g);
  if (plain.length > longest || !terms || terms.join('') !== plain) return undefined;
  let total = 0n;
  for (const term of terms) {
    const amount = number(term.replace(/^[+-]/, ''), currency);
    if (amount === undefined) return undefined;
    total += term.startsWith('-') ? -amount : amount;
  }
  return total;
}

function checked(amount: bigint | undefined, { digits }: Currency, present: bigint): bigint | undefined {
  if (amount === undefined || amount > largest || amount < -largest) return undefined;
  const isFine = amount % 10n ** BigInt(3 - Math.min(digits, 3)) !== 0n;
  return isFine && amount !== present && amount !== -present ? undefined : amount;
}

// Thousands, and lakhs and crores, with a space between the groups.
const grouped = /^[1-9]\d{0,2}(?: \d{3})+$|^[1-9]\d?(?: \d{2})+ \d{3}$/;

/** Parses a number. A single separator of groups before one or two digits, or after zeros only, is a decimal separator. */
function number(text: string, currency: Currency): bigint | undefined {
  const [point, group] = [currency.point || '.', currency.group];
  let [whole = '', ...rest] = text.split(point);
  let decimals = rest.join(point);
  const at = rest.length ? -1 : whole.search(/[.,]/);
  if (at >= 0 && !/[.,]/.test(whole.slice(at + 1))) {
    const after = whole.length - at - 1;
    if (after === 1 || after === 2 || !group || /^0*$/.test(whole.slice(0, at))) [whole, decimals] = [whole.slice(0, at), whole.slice(at + 1)];
  }
  if (currency.digits < 3 && /^\d\d0$/.test(decimals) && /^[1-9]\d{0,2}$/.test(whole)) return undefined; // it may be meant as thousands
  const sign = [group, mark].find((one) => one && whole.includes(one));
  if (sign) {
    if (!grouped.test(whole.replaceAll(sign, ' '))) return undefined;
    whole = whole.replaceAll(sign, '');
  }
  if (!/^\d+$/.test(whole + decimals) || /[1-9]/.test(decimals.slice(3))) return undefined;
  return BigInt(whole || '0') * 1000n + BigInt(decimals.slice(0, 3).padEnd(3, '0'));
}
