// A file dropped on a transaction is stored as its receipt.

import { here, inTurn, unreachable, update } from '../../../ui/scripts/change';
import { takeDrops } from '../../../ui/scripts/drop';
import { fetchSignedIn } from '../../../ui/scripts/session';
import { showToast, working } from '../../../ui/scripts/toast';

/** Makes the rows of a register accept files. */
export function dropReceipts(): void {
  takeDrops(
    (event) => (event.dataTransfer?.types.includes('Files') ? (event.target as HTMLElement).closest?.<HTMLElement>('.may-change .tx') : undefined),
    (row, files) => {
      for (const file of files) void send(row.dataset['row'] ?? '', file);
    },
  );
}

function send(row: string, file: File): Promise<void> {
  return inTurn(async () => {
    const base = document.querySelector<HTMLElement>('#register')?.dataset['do']?.replace(/do\/$/, '') ?? '';
    const body = new FormData();
    body.append('file', file);
    const done = working();
    const url = `${base}rows/${encodeURIComponent(row)}/receipts?back=${encodeURIComponent(here())}`;
    const answer = await fetchSignedIn(url, { method: 'POST', body });
    const page = answer ? new DOMParser().parseFromString(await answer.text(), 'text/html') : unreachable();
    done();
    if (answer?.ok) await update(page);
    else showToast(page);
  });
}
