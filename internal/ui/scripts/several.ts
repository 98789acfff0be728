// Of some things a filter takes several values: what is chosen from the list becomes a box that is ticked,
// and the list is there for one more. Without scripts each one is sent by itself.

const within = '[data-some-of] select';

// A key in a closed list changes it at once, letter by letter of a name: what it then stands at is taken when one is done
// with it, by Enter or on leaving. What is chosen from an open list is taken at once.
let byKey = false;

/** Makes the lists of the filter take one value after the other. */
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

/** Notes that a key is what changes a list, until its event is over. */
function during(event: Event): void {
  if (!listOf(event)) return;
  byKey = true;
  setTimeout(() => (byKey = false));
}

/** Lets the letters of the next name begin anew: for a second a browser puts them behind those of the last one. */
function forgetLetters(list: HTMLSelectElement | undefined): void {
  list?.blur();
  list?.focus();
}

function listOf(event: Event): HTMLSelectElement | undefined {
  const at = event.target as HTMLElement;
  return at.matches?.(within) ? (at as HTMLSelectElement) : undefined;
}

/** Ticks what a list stands at, and says whether it stands at something. */
function take(list: HTMLSelectElement | undefined): boolean {
  const option = list?.selectedOptions[0];
  if (!list || !option?.value) return false;
  list.before(ticked(list.name, option));
  option.remove();
  list.value = '';
  const none = list.querySelector('option');
  if (none) none.textContent = 'One more';
  const not = list.parentElement?.querySelector('.all-but')?.lastChild;
  if (not) not.textContent = 'All but these';
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
