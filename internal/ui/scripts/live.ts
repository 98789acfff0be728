// What others change shows here within a second. The connection is held only while the page is
// looked at: a browser has few of them.

import { ask, inTurn } from './change';
import { stamps } from './pieces';

let events: EventSource | undefined;

/** Follows the budget that the page shows. */
export function followChanges(): void {
  if (!document.body.dataset['live']) return;
  document.addEventListener('visibilitychange', connect);
  connect();
}

function connect(): void {
  events?.close();
  events = undefined;
  const url = document.body.dataset['live'];
  if (!url || document.hidden) return;
  events = new EventSource(url);
  events.addEventListener('change', (event) => {
    const now = Number((event as MessageEvent<string>).data);
    void inTurn(() => catchUp(now));
  });
}

async function catchUp(now: number): Promise<void> {
  if (now <= Number(document.body.dataset['knowledge'])) return;
  await ask(stamps());
}
