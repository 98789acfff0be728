// Of some things a filter takes several values: what is chosen from the list becomes a box that is ticked,
// and the list is there for one more. Without scripts each one is sent by itself.

/** Makes the lists of the filter take one value after the other. */
export function chooseSeveral(): void {
  document.addEventListener('change', (event) => {
    const list = event.target as HTMLSelectElement;
    const some = list.closest?.<HTMLElement>('[data-some-of]');
    const option = list.selectedOptions?.[0];
    if (!some || !option?.value) return;
    list.before(ticked(list.name, option));
    option.remove();
    list.value = '';
    const none = list.querySelector('option');
    if (none) none.textContent = 'One more';
  });
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
