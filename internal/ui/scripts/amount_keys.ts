// Keypads of phones for numbers have no minus and no arithmetic, so both stand beside an amount's field.

const keys: [sign: string, name: string][] = [
  ['+', 'Plus'],
  ['−', 'Minus'],
  ['×', 'Times'],
  ['÷', 'Divided by'],
];

/** Gives fields for amounts their signs, where there is a touch screen. */
export function amountKeys(): void {
  if (!window.matchMedia('(pointer: coarse)').matches) return;
  document.addEventListener('focusin', (event) => {
    const field = event.target as HTMLInputElement;
    if (!field.matches?.('.menu-form .amount-in, .sheet .edit') || field.parentElement?.querySelector('.amount-keys')) return;
    field.after(bar(field)); // it stays when the focus goes: what is below must not move away under the finger
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

/** A key of a keypad for amounts. */
export function key(sign: string, name: string, press: () => void): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.tabIndex = -1; // a keyboard has them itself
  button.textContent = sign;
  button.setAttribute('aria-label', name);
  button.addEventListener('click', press);
  return button;
}

/** All of the text is marked, as where a field is come to: a digit takes its place, a sign goes on from it. */
export const all = (at: HTMLInputElement) => at.value !== '' && at.selectionStart === 0 && at.selectionEnd === at.value.length;

/** Puts what stands on a key where the cursor is. */
export function insert(at: HTMLInputElement, sign: string): void {
  const end = at.value.length;
  const goesOn = all(at) && /^[÷×−+]$/.test(sign);
  at.setRangeText(sign, goesOn ? end : (at.selectionStart ?? end), at.selectionEnd ?? end, 'end');
  at.dispatchEvent(new Event('input', { bubbles: true }));
}
