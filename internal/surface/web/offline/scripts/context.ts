// What all views of the offline page share.

import { database, device, setDevice, type StoredSnapshot } from './database';
import { type Present, present } from './figures';
import { text } from './money';
import { enqueue, entries, type NewChange } from './outbox';
import type { QueuedChange } from './queued';
import { snapshots } from './sync';

/** Everything that a view needs to draw. */
export interface Context {
  user: string; // '' if nobody has signed in on this device
  stored: StoredSnapshot[]; // budgets on this device
  budget?: Present; // of the address, or the one shown last
  queue: QueuedChange[]; // of the user
  others: { name: string; count: number }[]; // users of this browser with waiting changes
}

export interface View {
  title: string;
  section: 'budget' | 'accounts' | 'add' | 'approve' | 'waiting' | '';
  content: Node[];
}

/** Reads the data for an address with a budget; "" stands for the budget that was shown last. */
export async function read(budget: string): Promise<Context> {
  const [user, stored, queue, last] = await Promise.all([device('user'), snapshots(), entries(), device('budget')]);
  const chosen = stored.find((one) => one.budget === budget) ?? (budget ? undefined : (stored.find((one) => one.budget === last) ?? stored[0]));
  if (chosen && chosen.budget !== last) await setDevice('budget', chosen.budget);
  return { user: user ?? '', stored, queue, budget: chosen && present(chosen.snapshot, queue), others: await otherUsers(user ?? '') };
}

async function otherUsers(user: string): Promise<Context['others']> {
  const counts = new Map<string, number>();
  for (const entry of await (await database()).getAll('outbox')) if (entry.user !== user) counts.set(entry.user, (counts.get(entry.user) ?? 0) + 1);
  return [...counts].map(([name, count]) => ({ name, count }));
}

/** Puts a change of a budget into the outbox. */
export function put(c: Context, b: Present, change: Pick<NewChange, 'what' | 'record' | 'label'> & { fields: Record<string, string>; seen?: string; file?: File }): Promise<QueuedChange | undefined> {
  const { what, record, label, seen = '', file } = change;
  const fields = Object.entries(change.fields);
  return enqueue({ user: c.user, budget: b.snapshot.budget.id, what, fields, opened: b.snapshot.knowledge, seen, record, label, ...(file && { file }) });
}

/** Formats an amount of a budget. */
export const money = (b: Present, amount: bigint): string => text(amount, b.snapshot.currency);

/** Returns the name of a category, '' if it is not in the snapshot. */
export const categoryName = (b: Present, id: string): string => b.snapshot.groups.flatMap((group) => group.categories).find((one) => one.id === id)?.name ?? '';

export const accountName = (b: Present, id: string): string => b.snapshot.accounts.find((account) => account.id === id)?.name ?? '';

/** Formats a date in the budget's form, such as DD.MM.YYYY. */
export function dateText(b: Present, date: string): string {
  const [year = '', month = '', day = ''] = date.split('-');
  return b.snapshot.dateFormat.replace(/Y+/i, year).replace(/M+/i, month).replace(/D+/i, day);
}

/** Formats a month, such as November 2026. */
export const monthName = (month: string): string => new Date(`${month}-15T12:00`).toLocaleDateString('en-GB', { month: 'long', year: 'numeric' });

/** Formats a time of this device. */
export function timeText(at: number): string {
  const time = new Date(at).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  const day = new Date(at).toLocaleDateString('en-GB', { day: 'numeric', month: 'long' });
  return `${day}, ${time}`;
}

/** Describes a transaction for the label of a change. */
export const rowLabel = (b: Present, payee: string, milli: bigint): string => [payee || 'Transaction', money(b, milli)].join(' ');
