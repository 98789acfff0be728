// Folding of groups without a request. Groups folded on the budget screen and groups of accounts folded in the sidebar are also
// sent to the server, which stores them for the next page load.

/** Makes fold buttons fold their group without reloading the page. */
export function foldInPlace(): void {
  document.addEventListener('click', (event) => {
    const summary = (event.target as HTMLElement).closest?.('a, #sidebar [data-fold] > summary');
    const group = summary?.matches('summary') && (summary.parentElement as HTMLDetailsElement);
    if (group) void tell(group.closest<HTMLElement>('[data-view]')!.dataset['view']!, { 'fold-accounts': group.dataset['fold']!, folded: group.open ? '1' : '' });
  });
  document.addEventListener('click', (event) => {
    const button = (event.target as HTMLElement).closest?.<HTMLButtonElement>('button.fold');
    const body = button?.closest('tbody');
    if (!button || !body) return;
    event.preventDefault();
    const folded = body.toggleAttribute('data-folded');
    button.setAttribute('aria-expanded', String(!folded));
    if (button.form) void tell(button.form.action, { [button.name]: button.value, quiet: '1' });
  });
}

async function tell(action: string, fields: Record<string, string>): Promise<void> {
  await fetch(action, { method: 'POST', body: new URLSearchParams(fields) });
}
