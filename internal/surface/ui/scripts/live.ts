// Changes by other users show here within a second. The connection is open only while the page is visible, as browsers limit
// the number of connections.

import { ask, inTurn, lastChange } from './change';
import { stamps } from './pieces';
import { awaitSession } from './session';
import { say } from './toast';

let events: EventSource | undefined;
let retrying = 0;

const pause = 3000; // milliseconds before reconnecting

/** Subscribes to the changes of the budget that the page shows. */
export function followChanges(): void {
  if (!document.body.dataset['live']) return;
  document.addEventListener('visibilitychange', connect);
  connect();
}

function connect(): void {
  events?.close();
  events = undefined;
  clearTimeout(retrying);
  const url = document.body.dataset['live'];
  if (!url || document.hidden) return;
  events = new EventSource(`${url}?since=${lastChange()}`);
  events.addEventListener('error', () => void lost());
  events.addEventListener('overwritten', (event) => say((event as MessageEvent<string>).data));
  events.addEventListener('change', (event) => {
    const now = Number((event as MessageEvent<string>).data);
    void inTurn(() => catchUp(now));
  });
}

async function catchUp(now: number): Promise<void> {
  if (now <= Number(document.body.dataset['knowledge'])) return;
  await ask(stamps());
}

/** Reconnects after a pause. If the session has ended, the page is covered until the user has signed in. */
async function lost(): Promise<void> {
  events?.close();
  events = undefined;
  await awaitSession();
  clearTimeout(retrying);
  retrying = window.setTimeout(connect, pause);
}
