// Formatting of amounts as on the server, for the sum of the selected rows.

/** Formats an amount in milliunits. The format is in an element's data-digits, data-point and data-group. */
export function amountText(milli: bigint, format: DOMStringMap): string {
  const abs = milli < 0n ? -milli : milli;
  const whole = String(abs / 1000n).replace(/\B(?=(\d{3})+$)/g, format['group'] ?? ',');
  const thousandths = String(abs % 1000n).padStart(3, '0');
  let digits = Math.min(Number(format['digits'] ?? 2), 3);
  while (digits < 3 && /[1-9]/.test(thousandths.slice(digits))) digits++;
  const decimals = digits > 0 ? (format['point'] || '.') + thousandths.slice(0, digits) : '';
  return (milli < 0n ? '\u2212' : '') + whole + decimals;
}
