// Snapshots of budgets for reading them without a connection: fetching them, and deleting them as soon as they may no longer be here.

import { database, device, setDevice, type StoredSnapshot } from './database';
import { changed } from './outbox';
import { format } from './snapshot';

export type Synced = 'stored' | 'unchanged' | 'deleted' | 'no-answer' | 'signed-out' | 'off';

/** Fetches the snapshot of a budget if it has changed since the stored one. */
export async function sync(budget: string): Promise<Synced> {
  const user = await device('user');
  if (!user || (await device('enabled')) === false) return 'off';
  const db = await database();
  const stored = await snapshotOf(budget);
  const headers: Record<string, string> = { Accept: 'application/json', 'Holdover-User': encodeURIComponent(user) };
  if (stored) headers['If-None-Match'] = stored.etag;
  const response = await fetch(`/budgets/${encodeURIComponent(budget)}/offline`, { headers, redirect: 'manual', cache: 'no-store' }).catch(() => undefined);
  if (response?.status === 401) {
    await sessionEnded();
    return 'signed-out';
  }
  if (response?.status === 403 || response?.status === 404) {
    await forget(budget);
    return 'deleted';
  }
  const same = response?.status === 304 ? stored?.snapshot : undefined;
  const snapshot = same ?? (response?.ok ? await response.json().catch(() => undefined) : undefined);
  if (snapshot?.format !== format) return 'no-answer';
  const tx = db.transaction(['device', 'snapshots'], 'readwrite');
  if ((await tx.objectStore('device').get('user')) === user) { // no other user has signed in since
    await tx.objectStore('snapshots').put({ budget, user, etag: response?.headers.get('ETag') ?? stored?.etag ?? '', synced: Date.now(), snapshot });
    if (!same && snapshot.lastAccount) await tx.objectStore('device').put(snapshot.lastAccount, 'account');
  }
  await tx.done;
  changed();
  return same ? 'unchanged' : 'stored';
}

/** Asks the server about all stored snapshots that it has not confirmed for some milliseconds. */
export async function syncStored(olderThan: number): Promise<void> {
  for (const stored of await snapshots()) if (Date.now() - stored.synced >= olderThan) await sync(stored.budget);
}

/** Returns the stored snapshot of a budget; undefined if it has another format or belongs to another user. */
export async function snapshotOf(budget: string): Promise<StoredSnapshot | undefined> {
  return usable(await (await database()).get('snapshots', budget), await device('user'));
}

/** Returns all stored snapshots of the user. */
export async function snapshots(): Promise<StoredSnapshot[]> {
  const user = await device('user');
  return (await (await database()).getAll('snapshots')).filter((stored) => usable(stored, user));
}

const usable = (stored: StoredSnapshot | undefined, user: string | undefined) =>
  stored && user && stored.user === user && stored.snapshot.format === format ? stored : undefined;

/** Records the user of a page. Snapshots of other users are deleted; their outbox waits until they sign in again. */
export async function signedIn(user: string): Promise<void> {
  if ((await device('user')) === user) return;
  const tx = (await database()).transaction(['device', 'snapshots', 'shared'], 'readwrite');
  for (const stored of await tx.objectStore('snapshots').getAll()) if (stored.user !== user) await tx.objectStore('snapshots').delete(stored.budget);
  if (await tx.objectStore('device').get('user')) await tx.objectStore('shared').clear(); // another user shared them
  await tx.objectStore('device').delete('budget');
  await tx.objectStore('device').put(user, 'user');
  await tx.done;
  changed();
}

/** Deletes what can be read, as the session has ended. The outbox waits until its user signs in again. */
export async function sessionEnded(): Promise<void> {
  const tx = (await database()).transaction(['snapshots', 'sent'], 'readwrite');
  await tx.objectStore('snapshots').clear();
  await tx.objectStore('sent').clear();
  await tx.done;
  changed();
}

/** Deletes what can be read of a budget, as the user may no longer see it. */
async function forget(budget: string): Promise<void> {
  const tx = (await database()).transaction(['snapshots', 'sent'], 'readwrite');
  await tx.objectStore('snapshots').delete(budget);
  for (const entry of await tx.objectStore('sent').getAll()) if (entry.budget === budget) await tx.objectStore('sent').delete(entry.seq);
  await tx.done;
  changed();
}

/** Deletes everything of the user from this browser, with the outbox: the user has decided so. */
export async function signedOut(): Promise<void> {
  const user = await device('user');
  const tx = (await database()).transaction(['device', 'snapshots', 'outbox', 'sent', 'shared'], 'readwrite');
  for (const entry of await tx.objectStore('outbox').getAll()) if (entry.user === user) await tx.objectStore('outbox').delete(entry.seq);
  for (const entry of await tx.objectStore('sent').getAll()) if (entry.user === user) await tx.objectStore('sent').delete(entry.seq);
  await tx.objectStore('snapshots').clear();
  await tx.objectStore('shared').clear();
  for (const key of ['user', 'budget', 'failure']) await tx.objectStore('device').delete(key);
  await tx.done;
  changed();
}

/** Turns the storage of budgets on this device on or off. Turning it off deletes what can be read; the outbox stays. */
export async function setEnabled(on: boolean): Promise<void> {
  await setDevice('enabled', on);
  if (!on) await sessionEnded();
}
