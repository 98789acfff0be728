// The outbox: changes that wait until the server has saved them. An entry leaves it when the server has saved it or when the
// user discards it, and in no other way.

import { newRequestKey } from '../../../ui/scripts/request_key';
import { type Database, database, device, type SentChange } from './database';
import type { Fault, QueuedChange, Saved, State } from './queued';

/** A change to put into the outbox. */
export type NewChange = Omit<QueuedChange, 'seq' | 'key' | 'at' | 'attempts' | 'fault'> & { key?: string };

const mostOwn = 500; // earlier changes that an entry names
const mostSent = 50; // saved changes that are kept for display
const savedBefore = 'saved-before'; // the server has saved other values with this key

/** Returns the id of the transaction that a request with a key adds. */
export function rowID(key: string): string {
  return key.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

export function stateOf(entry: QueuedChange | SentChange): State {
  if ('saved' in entry) return 'saved';
  return entry.fault ? 'attention' : 'waiting';
}

/** Returns the entries of the user of this browser, in order of entry. */
export async function entries(): Promise<QueuedChange[]> {
  const user = await device('user');
  return (await (await database()).getAll('outbox')).filter((entry) => entry.user === user);
}

/** Returns how many changes of other users wait in this browser, by their names. */
export async function waitingOfOthers(): Promise<Map<string, number>> {
  const user = await device('user');
  const counts = new Map<string, number>();
  for (const entry of await (await database()).getAll('outbox')) if (entry.user !== user) counts.set(entry.user, (counts.get(entry.user) ?? 0) + 1);
  return counts;
}

/** Returns the changes of the user that were saved last, the latest first. */
export async function sent(): Promise<SentChange[]> {
  const user = await device('user');
  return (await (await database()).getAll('sent')).filter((entry) => entry.user === user).sort((a, b) => b.savedAt - a.savedAt);
}

// Reads and writes of one transaction, which is on the disk when it is complete.
function writing(db: Database) {
  return db.transaction('outbox', 'readwrite', { durability: 'strict' });
}

/**
 * Stores a change. A change of a record that waits and was never sent becomes part of the waiting entry. Returns the entry that
 * contains the change, undefined if nothing remains to be sent because a waiting transaction was deleted.
 */
export async function enqueue(change: NewChange): Promise<QueuedChange | undefined> {
  const tx = writing(await database());
  const queue = await tx.store.getAll();
  const all = queue.filter((entry) => sameRecord(entry, change));
  const last = all.at(-1);
  let stored: QueuedChange | undefined;
  if (last && deletesAdded(all, change)) {
    for (const entry of all) await tx.store.delete(entry.seq);
  } else {
    stored = last && unsent(last) && !queue.some((entry) => entry.seq > last.seq && (changesSeveral(entry, change) || isOtherSide(entry, change))) ? combined(last, change) : undefined;
    if (stored) await tx.store.put(stored);
    else stored = await added(change, (entry) => tx.store.add(entry as QueuedChange));
  }
  await tx.done;
  changed();
  return stored;
}

async function added(change: NewChange, add: (entry: Omit<QueuedChange, 'seq'>) => Promise<number>): Promise<QueuedChange> {
  const key = change.key || newRequestKey();
  const record = change.what === 'add-row' ? `row ${rowID(key)}` : change.record;
  const entry = { ...change, key, record, at: Date.now(), attempts: 0 };
  return { ...entry, seq: await add(entry) };
}

/** Reports whether a waiting change may be about the record of another one, and others: the order of the two matters. */
const changesSeveral = (entry: QueuedChange, change: NewChange) => entry.record === '' && entry.user === change.user && entry.budget === change.budget;

const unsent = (entry: QueuedChange) => entry.attempts === 0 && !entry.fault;

/** Reports whether two changes depend on each other. */
export function sameRecord(a: Pick<QueuedChange, 'user' | 'budget' | 'record'>, b: Pick<QueuedChange, 'user' | 'budget' | 'record'>): boolean {
  return a.record !== '' && a.record === b.record && a.user === b.user && a.budget === b.budget;
}

/** Reports whether two changes are edits of the two sides of a transfer: each changes both. */
function isOtherSide(a: NewChange, b: NewChange): boolean {
  return (a.other === b.record || b.other === a.record) && a.record !== '' && a.user === b.user && a.budget === b.budget;
}

/** Reports whether a change deletes a transaction that the server has never received. */
function deletesAdded(all: QueuedChange[], change: NewChange): boolean {
  return change.what === 'delete-rows' && all[0]?.what === 'add-row' && all.every((entry) => entry.attempts === 0);
}

/** Returns a waiting entry together with a later change of its record; undefined if both must be sent. */
function combined(entry: QueuedChange, change: NewChange): QueuedChange | undefined {
  const { fields, label } = change;
  const pair = `${entry.what} ${change.what}`;
  if (pair === 'edit-row edit-row' || (pair === 'budgeted budgeted' && isFigure(change))) return { ...entry, fields, label };
  if (pair !== 'add-row edit-row') return undefined;
  const position = entry.fields.filter(([name]) => name === 'here'); // the form of an edit does not contain it
  return { ...entry, label, fields: [...fields.filter(([name]) => name !== 'row' && name !== 'here'), ...position] };
}

/** Reports whether the typed amount replaces a figure. Arithmetic such as "+15" depends on the figure before. */
const isFigure = (change: NewChange) => /^\s*[-−]?[\d.,'\s]+$/.test(change.fields.find(([name]) => name === 'amount')?.[1] ?? '');

/** Changes an entry that was never sent, or that needs attention, which then waits again. Returns false if it was sent. */
export function amend(seq: number, change: Partial<Pick<QueuedChange, 'fields' | 'label' | 'file' | 'opened' | 'seen'>>): Promise<boolean> {
  return update(seq, (entry) => (unsent(entry) || entry.fault ? { ...again(entry), ...change } : undefined));
}

/** Sends an entry that needs attention once more. */
export function retry(seq: number): Promise<boolean> {
  return update(seq, (entry) => entry.fault && again(entry));
}

/** Sends an entry that needs attention once more, although the record was changed since or is reconciled: the user has seen that. */
export function overwrite(seq: number): Promise<boolean> {
  return update(seq, (entry) => {
    if (!entry.fault) return undefined;
    const fields = entry.fields.filter(([name]) => name !== 'told' && name !== 'even');
    if (entry.fault.code === 'changed-meanwhile' || given(entry, 'told')) fields.push(['told', '1']);
    if (entry.fault.guarded || given(entry, 'even')) fields.push(['even', '1']);
    const { opened, seen } = entry.fault.code === 'changed-meanwhile' ? { opened: entry.fault.other, seen: '' } : entry; // the user has seen that version
    return { ...again(entry), fields, opened, seen };
  });
}

const given = (entry: QueuedChange, name: string) => entry.fields.some(([field, value]) => field === name && value === '1');

/** Returns an entry that waits again. If other values were saved with its key, it gets a new one: both are saved. */
function again({ fault, ...entry }: QueuedChange): QueuedChange {
  if (fault?.code !== savedBefore) return entry;
  const key = newRequestKey();
  return { ...entry, key, record: entry.what === 'add-row' ? `row ${rowID(key)}` : entry.record };
}

async function update(seq: number, change: (entry: QueuedChange) => QueuedChange | undefined): Promise<boolean> {
  const tx = writing(await database());
  const entry = await tx.store.get(seq);
  const next = entry && change(entry);
  if (next) await tx.store.put(next);
  await tx.done;
  if (next) changed();
  return next !== undefined;
}

/** Returns an entry with those that make no sense without it: the later changes of a transaction to add. */
export function withLater(entry: QueuedChange, all: QueuedChange[]): QueuedChange[] {
  return [entry, ...(entry.what === 'add-row' ? all.filter((other) => other.seq > entry.seq && sameRecord(other, entry)) : [])];
}

/** Deletes an entry with those that make no sense without it, as the user decided. Returns their number. */
export async function discard(seq: number): Promise<number> {
  const tx = writing(await database());
  const entry = await tx.store.get(seq);
  const gone = entry ? withLater(entry, await tx.store.getAll()) : [];
  for (const one of gone) await tx.store.delete(one.seq);
  await tx.done;
  if (gone.length) changed();
  return gone.length;
}

// The sender's part. Each function is one transaction, so a change that is entered at the same time is neither lost nor sent twice.

/** Returns the next entry of a user to send after another, and counts the attempt; undefined if none is left. */
export async function claim(user: string, after: number): Promise<QueuedChange | undefined> {
  const tx = writing(await database());
  const all = (await tx.store.getAll()).filter((entry) => entry.user === user);
  const held = (entry: QueuedChange) => all.some((other) => other.seq < entry.seq && other.fault && (sameRecord(other, entry) || isOtherSide(other, entry)));
  const entry = all.find((one) => one.seq > after && !one.fault && !held(one));
  if (entry) await tx.store.put({ ...entry, attempts: ++entry.attempts });
  await tx.done;
  return entry;
}

/** Replaces a saved entry by a record of it. Later changes were made knowing this one. */
export async function settle(entry: QueuedChange, saved: Saved): Promise<void> {
  const tx = (await database()).transaction(['outbox', 'sent'], 'readwrite', { durability: 'strict' });
  const outbox = tx.objectStore('outbox');
  for (const later of await outbox.getAll()) {
    if (later.seq <= entry.seq || later.user !== entry.user || later.budget !== entry.budget || !saved.change) continue;
    if (sameRecord(later, entry)) await outbox.put({ ...later, opened: saved.change, own: [], seen: saved.seen || later.seen });
    else if (later.opened < saved.change) await outbox.put({ ...later, own: [...(later.own ?? []), saved.change].slice(-mostOwn), seen: isOtherSide(later, entry) ? '' : later.seen });
  }
  await outbox.delete(entry.seq);
  const { file: _file, fault: _fault, ...display } = entry;
  const store = tx.objectStore('sent');
  await store.put({ ...display, saved, savedAt: Date.now() });
  const kept = await store.getAllKeys();
  for (const seq of kept.slice(0, Math.max(0, kept.length - mostSent))) await store.delete(seq);
  await tx.done;
  changed();
}

/** Marks an entry that the server has refused. */
export async function refuse(entry: QueuedChange, fault: Fault): Promise<void> {
  await update(entry.seq, (now) => ({ ...now, fault }));
}

// Notification of all windows and the worker

let channel: BroadcastChannel | undefined;
const listeners = new Set<() => void>();

function listen(): BroadcastChannel {
  channel ??= new BroadcastChannel('holdover-outbox');
  channel.onmessage = () => listeners.forEach((listener) => listener());
  return channel;
}

/** Calls a function whenever the outbox has changed, in this window, in another one or in the worker. Returns a function that ends it. */
export function subscribe(listener: () => void): () => void {
  listen();
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Notifies all listeners. */
export function changed(): void {
  listen().postMessage('changed');
  listeners.forEach((listener) => listener());
}
