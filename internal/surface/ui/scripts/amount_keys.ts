// Number keypads of phones have no minus sign and no operators, so buttons for them are shown beside an amount field.

const keys: [sign: string, name: string][] = [
  ['+', 'Plus'],
  ['−', 'Minus'],
  ['×', 'Times'],
  ['÷', 'Divided by'],
];

/** Adds operator buttons to amount fields on touch screens. */
export function amountKeys(): void {
  if (!window.matchMedia('(pointer: coarse)').matches) return;
  document.addEventListener('focusin', (event) => {
    const field = event.target as HTMLInputElement;
    if (!field.matches?.('.menu-form .amount-in, .sheet .edit') || field.parentElement?.querySelector('.amount-keys')) return;
    field.after(bar(field)); // stays after the field loses the focus, so that nothing below it moves under the finger
  });
}

function bar(field: HTMLInputElement): HTMLElement {
  const made = document.createElement('div');
  made.className = 'amount-keys';
  made.setAttribute('role', 'group');
  made.setAttribute('aria-label', 'Signs');
  for (const [sign, name] of keys) {
    const button = key(sign, name, () => insert(field, sign));
    for (const event of ['pointerdown', 'mousedown']) button.addEventListener(event, (e) => e.preventDefault()); // the field keeps the focus
    made.append(button);
  }
  return made;
}

/** Returns a button of a keypad for amounts. */
export function key(sign: string, name: string, press: () => void): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.tabIndex = -1; // a hardware keyboard has these keys
  button.textContent = sign;
  button.setAttribute('aria-label', name);
  button.addEventListener('click', press);
  return button;
}

/**
 * Reports whether all of the text is selected, as after the field gets the focus: a digit replaces the text, an operator is
 * appended.
 */
export const all = (at: HTMLInputElement) => at.value !== '' && at.selectionStart === 0 && at.selectionEnd === at.value.length;

/** Inserts the character of a key at the cursor. */
export function insert(at: HTMLInputElement, sign: string): void {
  const end = at.value.length;
  const goesOn = all(at) && /^[÷×−+]$/.test(sign);
  at.setRangeText(sign, goesOn ? end : (at.selectionStart ?? end), at.selectionEnd ?? end, 'end');
  at.dispatchEvent(new Event('input', { bubbles: true }));
}
