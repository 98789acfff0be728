// What all views of the offline page share.

import { device, setDevice, type StoredSnapshot } from './database';
import { otherSide, type Present, present } from './figures';
import { labelOf } from './labels';
import { text } from './money';
import { enqueue, entries, type NewChange } from './outbox';
import type { QueuedChange } from './queued';
import { categoryNamed } from './snapshot';
import { snapshots } from './sync';

/** Everything that a view needs to draw. */
export interface Context {
  user: string; // '' if nobody has signed in on this device
  stored: StoredSnapshot[]; // budgets on this device
  budget?: Present; // of the address, or the one shown last
  queue: QueuedChange[]; // of the user
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
  return { user: user ?? '', stored, queue, budget: chosen && present(chosen.snapshot, queue) };
}

/** Puts a change of a budget into the outbox. */
export function put(c: Context, b: Present, change: Pick<NewChange, 'what' | 'record'> & { fields: Record<string, string>; seen?: string; opened?: number; key?: string; file?: File }): Promise<QueuedChange | undefined> {
  const { what, record, seen = '', opened = b.snapshot.knowledge, key = '', file } = change;
  const fields = Object.entries(change.fields);
  const row = what === 'edit-row' && b.rows.find(({ id }) => `row ${id}` === record);
  const side = row ? otherSide(b, row) : undefined;
  return enqueue({ user: c.user, budget: b.snapshot.budget.id, what, fields, opened, key, seen, record, label: labelOf(what, fields, b.snapshot, b.rows), ...(side && !side.sideOf && { other: `row ${side.id}` }), ...(file && { file }) });
}

/** Returns the address of a page of a budget. */
export const pageOf = (b: Present, path = ''): string => `/budgets/${encodeURIComponent(b.snapshot.budget.id)}${path}`;

/** Formats an amount of a budget. */
export const money = (b: Present, amount: bigint): string => text(amount, b.snapshot.currency);

/** Returns the name of a category, '' if it is not in the snapshot. */
export const categoryName = (b: Present, id: string): string => categoryNamed(b.snapshot, id) ?? '';

export const accountName = (b: Present, id: string): string => b.snapshot.accounts.find((account) => account.id === id)?.name ?? (id && 'A closed account');

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
