// Selection of rows in a list: the number of selected rows is shown, and the buttons for them open their menu in place.

/** Updates every form with data-choose when its checkboxes change. */
export function chooseRows(): void {
  document.addEventListener('change', (event) => {
    const form = (event.target as HTMLInputElement).form;
    if (form?.dataset['choose']) show(form);
  });
  document.addEventListener('htmx:after:swap', showAll);
  showAll();
}

function showAll(): void {
  document.querySelectorAll<HTMLFormElement>('form[data-choose]').forEach(show);
}

function show(form: HTMLFormElement): void {
  const chosen = new FormData(form).getAll(form.dataset['choose'] ?? '').map(String);
  const count = form.querySelector('.chosen-count');
  if (count) count.textContent = chosen.length > 0 ? `${chosen.length} chosen` : '';
  form.querySelectorAll<HTMLButtonElement>('button[name="what"]').forEach((button) => {
    const url = new URL(form.action);
    chosen.forEach((one) => url.searchParams.append(form.dataset['choose'] ?? '', one));
    button.dataset['spot'] = url.pathname + url.search;
    button.disabled = chosen.length < (button.value === 'merge' ? 2 : 1);
  });
}
