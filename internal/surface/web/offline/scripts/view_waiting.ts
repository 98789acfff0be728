// The outbox: changes that wait, those that need attention, and those that were saved.

import type { SentChange } from './database';
import { make, named } from './dom';
import { dateIn, fieldOf, type Present, present } from './figures';
import { parse } from './money';
import { discard, enqueue, entries, overwrite, retry, sent, waitingOfOthers, withLater } from './outbox';
import type { QueuedChange } from './queued';
import { accountName, categoryName, type Context, dateText, money, timeText, type View } from './context';

const conflict = 'changed-meanwhile';
const discarded: QueuedChange[][] = []; // each with the later changes that were discarded with it, since the page was loaded, for Undo

export async function waitingView(c: Context, send: () => void): Promise<View> {
  const attention = c.queue.filter((entry) => entry.fault);
  const waiting = c.queue.filter((entry) => !entry.fault);
  const [saved, others] = [await sent(), await waitingOfOthers()];
  return {
    title: 'Waiting',
    section: 'waiting',
    content: [
      make('h1', {}, 'Waiting'),
      ...[...others].map(([name, count]) => make('p', { class: 'offline-note' }, `${count === 1 ? '1 change of' : `${count} changes of`} `, named(name), ' wait in this browser. Sign in as ', named(name), ' to send them.')),
      ...discarded.map((gone) => make('p', { class: 'offline-note', role: 'status' }, 'Discarded: ', named(gone[0]!.label), gone.length > 1 && ` and ${gone.length - 1} later`, ' ', make('button', { type: 'button', class: 'linklike', click: () => void restore(gone) }, 'Undo'))),
      ...section('Needs attention', attention.map((entry) => refused(c, entry))),
      ...section('Waiting', waiting.map((entry) => item(entry, `entered ${timeText(entry.at)}`)), waiting.length > 0 && make('button', { type: 'button', class: 'button', click: send }, 'Send now')),
      ...section('Saved', saved.map((entry) => item(entry, `saved ${timeText(entry.savedAt)}`))),
      c.queue.length || saved.length ? undefined : make('section', { class: 'empty' }, make('h2', {}, 'Nothing is waiting'), make('p', {}, 'What you enter without a connection waits here until it is saved.')),
    ].filter((node) => node !== undefined),
  };
}

const section = (title: string, items: HTMLElement[], button?: HTMLElement | false): Node[] =>
  items.length ? [make('section', { class: 'offline-group', 'aria-label': title }, make('h2', {}, title, button), make('ul', { class: 'offline-entries' }, ...items))] : [];

const item = (entry: QueuedChange | SentChange, state: string): HTMLElement =>
  make('li', {}, named(entry.label), entry.attempts > 1 && !('saved' in entry) && make('span', { class: 'offline-about' }, `tried ${entry.attempts} times`), make('span', { class: 'offline-about' }, state));

/** Draws an entry that the server refused, with what the user can do. */
function refused(c: Context, entry: QueuedChange): HTMLElement {
  const fault = entry.fault!;
  const isConflict = fault.code === conflict;
  const button = (label: string, press: () => void, main = false) => make('button', { type: 'button', class: `button${main ? ' primary' : ''}`, click: press }, label);
  const give = () => void discardWithLater(entry);
  return make('li', { class: 'offline-refused' },
    named(entry.label),
    make('p', { class: 'fault-message', role: 'alert' }, named(fault.message)),
    fault.hint !== '' && !isConflict && make('p', { class: 'hint' }, named(fault.hint)),
    isConflict && versions(c, entry),
    make('p', { class: 'actions' },
      isConflict || fault.guarded > 0 ? button(isConflict ? 'Use mine' : 'Change it anyway', () => void overwrite(entry.seq), true) : button('Try again', () => void retry(entry.seq), true),
      /-row$/.test(entry.what) && make('a', { class: 'button', href: `/waiting?edit=${entry.seq}` }, 'Edit'),
      button(isConflict ? 'Keep theirs' : 'Discard', give)),
  );
}

/** Draws what the user entered beside what stands now. */
function versions(c: Context, entry: QueuedChange): HTMLElement {
  const stored = c.stored.find((one) => one.budget === entry.budget);
  const b = stored && present(stored.snapshot, []); // the entry's budget, which may not be the one shown last
  const mine = described(b, entry);
  const theirs = b ? standing(b, entry) : [];
  const list = (title: string, values: [string, string][]) => make('div', {}, make('h3', {}, title), make('dl', {}, ...values.map(([name, value]) => make('div', {}, make('dt', {}, name), make('dd', {}, named(value || '–'))))));
  return make('div', { class: 'offline-versions' }, list('Yours', mine), list('Now', theirs.length ? theirs : [['', 'It is not among the transactions of this device any more.']]));
}

function described(b: Present | undefined, entry: QueuedChange): [string, string][] {
  const field = (name: string) => fieldOf(entry, name);
  if (entry.what === 'budgeted') return [['Budgeted', field('amount')]];
  if (entry.what !== 'edit-row') return [['Change', entry.label]];
  const isOut = field('direction') === 'out';
  const entered = b && parse(field('amount'), b.snapshot.currency);
  const amount = b && entered !== undefined ? money(b, isOut ? -entered : entered) : (isOut ? '\u2212' : '') + field('amount');
  return [['Date', b ? dateText(b, dateIn(b.snapshot.dateFormat, field('date'))) : field('date')], ['Payee', field('payee')], ['Amount', amount], ['Category', field('category')], ['Account', b ? accountName(b, field('account')) : ''], ['Notes', field('notes')]];
}

/** Returns the present values of what an entry changes, from the last snapshot. */
function standing(b: Present, entry: QueuedChange): [string, string][] {
  const { snapshot } = b;
  if (entry.what === 'budgeted') {
    const figures = snapshot.months.find(({ month }) => month === fieldOf(entry, 'month'))?.figures[fieldOf(entry, 'category')];
    return figures ? [['Budgeted', money(b, BigInt(figures.budgeted))]] : [];
  }
  const row = snapshot.rows.find(({ id }) => `row ${id}` === entry.record);
  if (!row) return [];
  return [['Date', dateText(b, row.date)], ['Payee', row.payeeName], ['Amount', money(b, BigInt(row.amount))], ['Category', row.split ? 'Split' : categoryName(b, row.category)], ['Account', accountName(b, row.account)], ['Notes', row.notes]];
}

/** Discards an entry. The changes of a transaction to add are discarded with it. */
async function discardWithLater(entry: QueuedChange): Promise<void> {
  discarded.push(withLater(entry, await entries())); // before the outbox notifies the page, which draws them
  await discard(entry.seq);
}

async function restore(gone: QueuedChange[]): Promise<void> {
  discarded.splice(discarded.indexOf(gone), 1);
  for (const { seq: _seq, at: _at, attempts: _attempts, fault: _fault, ...change } of gone) await enqueue(change);
}
