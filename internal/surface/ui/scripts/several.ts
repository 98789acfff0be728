// Filters that accept several values: an option chosen from a select becomes a checked checkbox, and the select offers another
// value. Without scripts each value is submitted on its own.

const within = '[data-some-of] select';

// A key in a closed select changes its value at once, letter by letter of a name. Such a value is accepted on Enter or when the
// select loses the focus. A value chosen from an open select is accepted at once.
let byKey = false;

/** Makes the selects of the filter accept several values. */
export function chooseSeveral(): void {
  document.addEventListener('change', (event) => {
    if (!byKey) take(listOf(event));
  });
  document.addEventListener('keydown', (event) => {
    const list = listOf(event);
    if (event.key === 'Enter' && take(list)) {
      event.preventDefault();
      forgetLetters(list);
    }
    during(event);
  });
  document.addEventListener('keypress', during);
  document.addEventListener('focusout', (event) => {
    take(listOf(event));
  });
}

/** Sets byKey until the key event has been handled. */
function during(event: Event): void {
  if (!listOf(event)) return;
  byKey = true;
  setTimeout(() => (byKey = false));
}

/** Resets the browser's type-ahead buffer, which otherwise keeps the letters of the last name for a second. */
function forgetLetters(list: HTMLSelectElement | undefined): void {
  list?.blur();
  list?.focus();
}

function listOf(event: Event): HTMLSelectElement | undefined {
  const at = event.target as HTMLElement;
  return at.matches?.(within) ? (at as HTMLSelectElement) : undefined;
}

/** Adds a checked checkbox for the value of a select. Reports whether the select had a value. */
function take(list: HTMLSelectElement | undefined): boolean {
  const option = list?.selectedOptions[0];
  if (!list || !option?.value) return false;
  list.before(ticked(list.name, option));
  option.remove();
  list.value = '';
  const none = list.querySelector('option');
  if (none) none.textContent = 'Add another';
  const not = list.parentElement?.querySelector('.all-but')?.lastChild;
  if (not) not.textContent = 'All except these';
  return true;
}

function ticked(name: string, option: HTMLOptionElement): HTMLElement {
  const label = document.createElement('label');
  label.className = 'ticked';
  const box = document.createElement('input');
  box.type = 'checkbox';
  box.name = name;
  box.value = option.value;
  box.checked = true;
  const text = document.createElement('bdi');
  text.textContent = option.textContent;
  label.append(box, text);
  return label;
}
