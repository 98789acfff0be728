// Folding of groups without a request. Groups folded on the budget screen are also sent to the server, which stores them for
// the next page load.

/** Makes fold buttons fold their group without reloading the page. */
export function foldInPlace(): void {
  document.addEventListener('click', (event) => {
    const button = (event.target as HTMLElement).closest?.<HTMLButtonElement>('button.fold');
    const body = button?.closest('tbody');
    if (!button || !body) return;
    event.preventDefault();
    const folded = body.toggleAttribute('data-folded');
    button.setAttribute('aria-expanded', String(!folded));
    if (button.form) void tell(button.form, button.name, button.value);
  });
}

async function tell(form: HTMLFormElement, name: string, value: string): Promise<void> {
  const body = new URLSearchParams({ [name]: value, quiet: '1' });
  await fetch(form.action, { method: 'POST', body });
}
