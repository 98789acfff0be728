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
  for (const [sign, name] of keys) made.append(key(field, sign, name));
  return made;
}

function key(field: HTMLInputElement, sign: string, name: string): HTMLElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.tabIndex = -1; // a keyboard has them itself
  button.textContent = sign;
  button.setAttribute('aria-label', name);
  for (const event of ['pointerdown', 'mousedown']) button.addEventListener(event, (e) => e.preventDefault()); // the field keeps the focus
  button.addEventListener('click', () => {
    const end = field.value.length;
    const all = field.selectionStart === 0 && field.selectionEnd === end; // as it is at first: the sum goes on from what stands there
    field.setRangeText(sign, all ? end : (field.selectionStart ?? end), field.selectionEnd ?? end, 'end');
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  return button;
}
