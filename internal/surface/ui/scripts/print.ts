// Pages for printing have a button that opens the browser's print dialog.

/** Makes buttons with data-print print the page. */
export function printPages(): void {
  document.addEventListener('click', (event) => {
    if ((event.target as HTMLElement).closest?.('[data-print]')) window.print();
  });
}
