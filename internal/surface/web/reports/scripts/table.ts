// Keyboard navigation of report tables: Tab moves from name to name, arrow keys from figure to figure. A table of two years has
// five hundred linked figures, too many for tab stops.

import { arrowOf, goIn } from '../../../ui/scripts/grid';

/** Listens for events of all report tables, also those inserted later. */
export function walkReportTables(): void {
  oneStopARow();
  document.addEventListener('htmx:after:swap', oneStopARow);
  document.addEventListener('keydown', (event) => {
    const at = (event.target as HTMLElement).closest?.<HTMLElement>('.report-table tbody a');
    const by = arrowOf(event.key);
    if (!at || !by || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    event.preventDefault();
    goIn([...at.closest('tbody')!.rows], at, ...by);
  });
}

/** Makes one link of each row a tab stop: its name, or its first figure if the name is not a link. */
function oneStopARow(): void {
  for (const row of document.querySelectorAll('.report-table tbody tr')) {
    const [, ...others] = row.querySelectorAll('a');
    for (const link of others) link.setAttribute('tabindex', '-1');
  }
}
