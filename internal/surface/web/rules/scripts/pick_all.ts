// A checkbox above a preview selects and clears all listed transactions. Without scripts it is hidden.

const master = 'input[data-pick-all]';

/** Connects every checkbox with data-pick-all with the checkboxes of that name in its form. */
export function pickAll(): void {
  document.addEventListener('change', (event) => {
    const changed = event.target as HTMLInputElement;
    if (!changed.form) return;
    if (changed.matches(master)) {
      const { checked } = changed;
      picks(changed).forEach((pick) => {
        pick.checked = checked;
      });
    }
    changed.form.querySelectorAll<HTMLInputElement>(master).forEach(show);
  });
  document.addEventListener('form:shown', showAll);
  document.addEventListener('htmx:after:swap', showAll);
  showAll();
}

function picks(all: HTMLInputElement): HTMLInputElement[] {
  return [...(all.form?.querySelectorAll<HTMLInputElement>(`input[name="${all.dataset['pickAll'] ?? ''}"]`) ?? [])];
}

function showAll(): void {
  document.querySelectorAll<HTMLInputElement>(master).forEach(show);
}

/** Shows whether all, none or some are selected. */
function show(all: HTMLInputElement): void {
  const chosen = picks(all).filter((pick) => pick.checked).length;
  all.checked = chosen > 0 && chosen === picks(all).length;
  all.indeterminate = chosen > 0 && !all.checked;
  all.closest('label')?.removeAttribute('hidden');
}
