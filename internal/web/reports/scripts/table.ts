// The tables of reports by keyboard: Tab goes from name to name, arrows from figure to figure. A table of two years has five
// hundred figures that lead somewhere, which nobody wants to pass one by one.

import { arrowOf, goIn } from '../../../ui/scripts/grid';

/** Listens to the tables of reports, those that come later included. */
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

/** Leaves one link of each row to the Tab key: its name, or its first figure where that leads nowhere. */
function oneStopARow(): void {
  for (const row of document.querySelectorAll('.report-table tbody tr')) {
    const [, ...others] = row.querySelectorAll('a');
    for (const link of others) link.setAttribute('tabindex', '-1');
  }
}
