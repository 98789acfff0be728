// When the outbox is sent: as soon as something waits, when the connection returns, when the page is shown again, and with growing
// pauses while the server cannot be reached.

import { entries, subscribe } from './outbox';
import { type Result, send } from './sender';

const shortest = 2_000; // milliseconds
const longest = 60_000;

let pause = shortest;
let timer: ReturnType<typeof setTimeout> | undefined;
let sending = false;

/** Sends the outbox whenever that may succeed. `told` gets the results. */
export function keepSending(told: (result: Result) => void): void {
  const now = () => void attempt(told);
  window.addEventListener('online', now);
  document.addEventListener('visibilitychange', () => document.hidden || now());
  subscribe(() => {
    if (timer === undefined && !sending) timer = setTimeout(now, pause);
  });
  now();
}

async function attempt(told: (result: Result) => void): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  if (sending || !(await waits())) return;
  sending = true;
  const result = await send();
  sending = false;
  told(result);
  pause = result.stopped ? Math.min(longest, Math.max(pause * 2, result.retryAfter * 1000)) : shortest;
  if (!(await waits())) return;
  timer ??= setTimeout(() => void attempt(told), pause);
  void inBackground();
}

const waits = async () => (await entries()).some((entry) => !entry.fault);

/** Lets the browser send the outbox after this page is closed, where it can. */
async function inBackground(): Promise<void> {
  const registration = (await navigator.serviceWorker?.getRegistration()) as (ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } }) | undefined;
  await registration?.sync?.register('outbox').catch(() => undefined); // the user has turned it off
}
