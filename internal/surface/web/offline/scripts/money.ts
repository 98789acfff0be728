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

/** Parses a typed amount, which may be a sum such as "12.50+3"; undefined if it is none. */
export function parse(typed: string, currency: Currency): bigint | undefined {
  const plain = typed.replaceAll(currency.symbol || ' ', '').replace(/[\u2212\u2013]/g, '-').replace(/\s/g, '');
  const terms = plain.match(/[+-]?[^+-]+/g);
  if (!terms || terms.join('') !== plain) return undefined;
  let sum = 0n;
  for (const term of terms) {
    const milli = parseTerm(term, currency);
    if (milli === undefined) return undefined;
    sum += milli;
  }
  return sum <= largest && sum >= -largest ? sum : undefined;
}

/**
 * Parses text typed over a figure, as amountparse.Over of the server does: "+15" adds to it, "-15" subtracts from a positive one,
 * and "=-15" is a new figure. An empty text is zero; undefined if the text is no amount.
 */
export function over(typed: string, currency: Currency, there: bigint): bigint | undefined {
  const plain = typed.replaceAll(currency.symbol || ' ', '').replace(/[\u2212\u2013]/g, '-').replace(/\s/g, '');
  if (plain === '') return 0n;
  if (plain.startsWith('=')) return parse(plain.slice(1), currency);
  const entered = parse(plain, currency);
  const isRelative = plain.startsWith('+') || (plain.startsWith('-') && there > 0n);
  return entered === undefined || !isRelative ? entered : there + entered;
}

/** Formats a figure so that `over` reads it as a new one, whatever it replaces. */
export const newFigure = (amount: bigint, currency: Currency): string => (amount < 0n ? `=${figure(amount, currency)}` : figure(amount, currency));

function parseTerm(term: string, currency: Currency): bigint | undefined {
  const point = currency.point || '.';
  const [, sign, digits] = /^([+-]?)(.+)$/.exec(term)!;
  const [whole = '', decimals = '', ...more] = (currency.group ? digits!.replaceAll(currency.group, '') : digits!).split(point);
  if (more.length || !/^\d*$/.test(whole + decimals) || whole + decimals === '' || decimals.length > 3) return undefined;
  const milli = BigInt(whole || '0') * 1000n + BigInt(decimals.padEnd(3, '0'));
  return sign === '-' ? -milli : milli;
}
