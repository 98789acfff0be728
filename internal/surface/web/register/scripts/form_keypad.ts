// A keypad for the amount of a transaction on touch screens: phone keypads have neither signs nor operators. A hardware
// keyboard types into the same field.

import { all, insert, key } from '../../../ui/scripts/amount_keys';
import { turnAmount, workOut } from './form_fields';

const phone = () => matchMedia('(pointer: coarse) and (max-width: 720px)').matches;
const amounts = '.row-fields-form [data-amount]';

let pad: HTMLElement | undefined;
let field: HTMLInputElement | undefined; // the field of the open keypad
let down = false; // whether a finger is on the screen

/** Shows the keypad for the focused amount field. */
export function keypads(): void {
  for (const touched of ['pointerdown', 'focusin']) {
    document.addEventListener(touched, (event) => {
      const at = event.target as HTMLInputElement;
      if (at.matches?.(amounts) && phone()) at.inputMode = 'none'; // suppresses the device's keypad
    }, true);
  }
  document.addEventListener('focusin', (event) => {
    const at = event.target as HTMLInputElement;
    if (at.matches?.(amounts) && phone()) open(at);
    else setTimeout(leave); // a touch moves the focus after pointerup, and the click follows
  });
  document.addEventListener('pointerdown', () => (down = true), true);
  for (const up of ['pointerup', 'pointercancel']) {
    document.addEventListener(up, () => {
      down = false;
      setTimeout(leave); // after the click
    }, true);
  }
  document.addEventListener('htmx:after:swap', () => field?.isConnected === false && close());
  document.addEventListener('focusout', () => requestAnimationFrame(leave));
  keyboardBelow();
}

/** Closes the keypad if its field has lost the focus. It stays open while a finger is down, as the touched element would move. */
function leave(): void {
  if (field && !down && field !== document.activeElement) close();
}

function open(at: HTMLInputElement): void {
  if (field === at && pad?.isConnected) return;
  close();
  field = at;
  pad = drawn(at.form?.dataset['point'] ?? '');
  document.body.append(pad);
  document.documentElement.classList.add('keypad-open');
  if (at.getBoundingClientRect().bottom > pad.getBoundingClientRect().top - 60) at.scrollIntoView({ block: 'center' });
}

function close(): void {
  pad?.remove();
  pad = field = undefined;
  document.documentElement.classList.remove('keypad-open');
}

/** Returns the keys in order, each with its text and its accessible name. */
function keys(point: string): [sign: string, name: string][] {
  const number = (n: number): [string, string] => [String(n), String(n)];
  return [
    number(1), number(2), number(3), ['÷', 'Divided by'], ['⌫', 'Backspace'],
    number(4), number(5), number(6), ['×', 'Times'], ['±', 'Out or in'],
    number(7), number(8), number(9), ['−', 'Minus'], ['=', 'Equals'],
    [point, 'Decimal point'], number(0), ['00', '00'], ['+', 'Plus'], ['Done', 'Done'],
  ];
}

function drawn(point: string): HTMLElement {
  const made = document.createElement('div');
  made.id = 'keypad';
  made.setAttribute('role', 'group');
  made.setAttribute('aria-label', 'Keypad');
  for (const event of ['pointerdown', 'mousedown']) made.addEventListener(event, (e) => e.preventDefault()); // the field keeps the focus
  for (const [sign, name] of keys(point)) made.append(keyOf(sign, name));
  return made;
}

function keyOf(sign: string, name: string): HTMLElement {
  const button = key(sign, name, () => field && press(field, sign));
  button.disabled = sign === ''; // a currency without decimals
  if (/^[÷×−+=±⌫]$/.test(sign)) button.className = 'sign';
  if (sign === 'Done') button.className = 'done';
  return button;
}

function press(at: HTMLInputElement, sign: string): void {
  if (sign === 'Done') at.blur();
  else if (sign === '=') void workOut(at);
  else if (sign === '±') turnAmount(at);
  else if (sign === '⌫') erase(at);
  else if (!full(at, sign)) insert(at, sign);
}

/** Reports whether a key would exceed the currency's decimals in the number at the cursor. */
function full(at: HTMLInputElement, sign: string): boolean {
  const point = at.form?.dataset['point'] ?? '';
  const number = /[^÷×−+\-*/()]*$/.exec(at.value.slice(0, at.selectionStart ?? at.value.length))?.[0] ?? '';
  const behind = point && all(at) === false ? number.split(point)[1] : undefined;
  if (sign === point) return behind !== undefined;
  return /^\d+$/.test(sign) && behind !== undefined && behind.length + sign.length > Number(at.form?.dataset['digits']);
}

function erase(at: HTMLInputElement): void {
  const [from, to] = [at.selectionStart ?? at.value.length, at.selectionEnd ?? at.value.length];
  at.setRangeText('', from === to ? Math.max(0, from - 1) : from, to, 'end');
  at.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Keeps elements at the bottom of the page above the on-screen keyboard, which covers the page. */
function keyboardBelow(): void {
  const seen = window.visualViewport;
  if (!seen) return;
  const measure = () => {
    const covered = seen.scale > 1.01 ? 0 : Math.round(innerHeight - seen.height - seen.offsetTop);
    document.documentElement.classList.toggle('keyboard-open', covered > 120);
    document.documentElement.style.setProperty('--keyboard', `${covered}px`);
  };
  for (const event of ['resize', 'scroll']) seen.addEventListener(event, measure);
}
