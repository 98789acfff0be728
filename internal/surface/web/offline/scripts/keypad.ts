// A keypad for the amount, within reach of a thumb. A hardware keyboard types into the same field.

import { insert, key } from '../../../ui/scripts/amount_keys';
import { make } from './dom';
import type { Currency } from './snapshot';

/** Makes a keypad for a field. It is shown on touch screens, where it replaces the keypad of the device. */
export function keypad(field: HTMLInputElement, { point, digits }: Currency): HTMLElement {
  if (matchMedia('(pointer: coarse)').matches) field.inputMode = 'none';
  const pad = make('div', { class: 'offline-keypad', role: 'group', 'aria-label': 'Keypad' });
  for (const event of ['pointerdown', 'mousedown']) pad.addEventListener(event, (e) => e.preventDefault()); // the field keeps the focus
  const type = (sign: string) => key(sign, sign, () => insert(field, sign));
  const back = key('⌫', 'Backspace', () => {
    const end = field.selectionEnd ?? field.value.length;
    const start = field.selectionStart ?? end;
    field.setRangeText('', start === end ? Math.max(0, start - 1) : start, end, 'end');
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  pad.append(...['1', '2', '3', '4', '5', '6', '7', '8', '9'].map(type), digits > 0 ? type(point) : type('00'), type('0'), back);
  return pad;
}
