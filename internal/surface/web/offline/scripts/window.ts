// Work without a connection, on ordinary pages: they install the service worker, store the snapshot of their budget, show how many
// changes wait, and send them. Everything starts when the page is idle.

import { awaitSession } from '../../../ui/scripts/session';
import { storeUnanswered } from '../../../ui/scripts/unanswered';
import { device, setDevice } from './database';
import { mayWait, pageUser, store, storeBehindOthers } from './forms';
import { leaveNothing } from './leave';
import { entries, subscribe } from './outbox';
import { keepSending } from './schedule';
import type { Result } from './sender';
import { today } from './snapshot';
import { sessionEnded, setEnabled, signedIn, signedOut, snapshotOf, sync, syncStored } from './sync';

const pause = 10_000; // milliseconds between two requests for a snapshot
const confirmed = 600_000; // milliseconds; snapshots of other budgets that are older are requested again

/** Reports whether this browser can work without a connection: over HTTPS, or with a server on its own machine. */
export const possible = (): boolean => 'serviceWorker' in navigator && 'locks' in navigator && 'indexedDB' in window;

const budget = () => /^\/budgets\/([^/]+)\/events$/.exec(document.body.dataset['live'] ?? '')?.[1];

/** Lets this page work without a connection. */
export function workOffline(): void {
  if (!possible()) return;
  storeUnanswered({ mayWait, store, storeBehindOthers: async (action, body) => waiting > 0 && storeBehindOthers(action, body) });
  document.addEventListener('submit', (event) => void signOut(event), true);
  document.addEventListener('session:ended', () => void sessionEnded().catch(() => undefined));
  const run = () => void begin().catch(() => undefined); // the browser may not allow storage
  const start = () => ('requestIdleCallback' in window ? requestIdleCallback(run, { timeout: 5000 }) : setTimeout(run));
  if (document.readyState === 'complete') start();
  else window.addEventListener('load', start, { once: true });
}

async function begin(): Promise<void> {
  if (!pageUser()) {
    if (location.pathname === '/sign-in') await sessionEnded();
    return;
  }
  await signedIn(pageUser());
  await setDevice('near', document.body.dataset['offersNear'] !== undefined);
  subscribe(() => void showWaiting());
  await showWaiting();
  keepSending((result) => void told(result));
  if ((await device('enabled')) === false) return;
  await navigator.serviceWorker.register('/sw.js').catch(() => undefined); // the program was built without scripts
  await keepSnapshot();
}

async function told(result: Result): Promise<void> {
  if (result.stopped === 'signed-out' && !document.hidden) await awaitSession(); // the user signs in on this page
  await syncStored(0); // with the changes, or not at all if the user has lost the right to the budget
}

/** Stores the snapshot of the page's budget now and whenever the page shows another change. */
async function keepSnapshot(): Promise<void> {
  const id = budget();
  if (!id) {
    await syncStored(location.pathname.startsWith('/budgets/') ? 0 : confirmed); // the page may say that there is no such budget any more
    return;
  }
  await setDevice('budget', decodeURIComponent(id));
  let at = 0;
  let planned = false;
  const update = async () => {
    planned = false;
    at = Date.now();
    const stored = await snapshotOf(decodeURIComponent(id));
    const same = stored && String(stored.snapshot.knowledge) === document.body.dataset['knowledge'] && stored.snapshot.today === today();
    if (!same) await sync(decodeURIComponent(id));
  };
  await syncStored(confirmed);
  await update();
  new MutationObserver(() => {
    if (planned) return;
    planned = true;
    setTimeout(() => void update(), Math.max(0, at + pause - Date.now()));
  }).observe(document.body, { attributeFilter: ['data-knowledge'] });
}

let waiting = 0; // entries of the outbox

/** Shows in the corner of the page how many changes wait. */
async function showWaiting(): Promise<void> {
  const all = await entries();
  waiting = all.length;
  const faults = all.filter((entry) => entry.fault).length;
  const texts = [faults && `${faults} ${faults === 1 ? 'needs' : 'need'} attention`, all.length > faults && `${all.length - faults} waiting`];
  const now = document.querySelector('.waiting-here');
  if (all.length === 0) {
    now?.remove();
    return;
  }
  const place = now ?? document.createElement('nav');
  place.className = 'waiting-here';
  place.setAttribute('aria-label', 'Changes on this device');
  const link = place.querySelector('a') ?? document.createElement('a');
  link.href = '/waiting';
  link.className = faults ? 'needs-attention' : '';
  link.textContent = texts.filter(Boolean).join(', ');
  place.append(link);
  if (!now) document.body.append(place);
}

const cleared = new WeakSet<HTMLFormElement>(); // forms before which everything was removed

/** Removes everything of the user before the form to sign out is sent. If changes wait, the user decides about them. */
async function signOut(event: SubmitEvent): Promise<void> {
  const form = event.target as HTMLFormElement;
  if (form.getAttribute('action') !== '/sign-out' || cleared.has(form)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const leave = await leaveNothing({ title: 'Sign out?', stay: 'Stay signed in', leave: 'Discard and sign out' }).catch(() => true);
  if (!leave) return;
  void endReminders().catch(() => undefined);
  await signedOut().catch(() => undefined); // nothing is stored
  cleared.add(form);
  form.requestSubmit();
}

/** Removes the reminders that are shown, and those that the browser's push service has not delivered yet. */
async function endReminders(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  for (const shown of (await registration?.getNotifications()) ?? []) shown.close();
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
  await navigator.clearAppBadge?.();
}

/** Turns work without a connection on this device on or off. Returns false if the user wants to keep it on. */
export async function setWorkOffline(on: boolean): Promise<boolean> {
  if (!on && !(await leaveNothing({ title: 'Keep no budgets on this device?', stay: 'Keep them', leave: 'Discard and turn off' }))) return false;
  await setEnabled(on);
  if (on) {
    await begin();
    return true;
  }
  const registration = await navigator.serviceWorker.getRegistration();
  if (!(await registration?.pushManager?.getSubscription())) await registration?.unregister(); // otherwise it shows reminders
  return true;
}
