// Pages around the form of a transaction, and pages without data.

import { database } from './database';
import { make, named } from './dom';
import type { Present } from './figures';
import type { QueuedChange } from './queued';
import { type Context, pageOf, put, type View } from './context';
import { rowLabel } from './labels';
import { rowForm } from './row_form';

/** Draws the form of a new transaction. After saving it is ready for the next one. */
export async function addView(c: Context, b: Present, address: URL, said: (entry: QueuedChange | undefined) => void): Promise<View> {
  if (!b.snapshot.mayChange) return { title: 'New transaction', section: 'add', content: [make('h1', {}, 'New transaction'), make('p', {}, 'You can see this budget, and not change it.')] };
  if (!b.snapshot.accounts.length) return { title: 'New transaction', section: 'add', content: [make('h1', {}, 'New transaction'), make('p', {}, 'This budget has no account yet. Accounts are added with a connection.')] };
  const shared = address.searchParams.has('shared') ? (await (await database()).getAll('shared')).at(-1)?.file : undefined;
  const place = make('div', {});
  const next = async (file?: File) => {
    const form = await rowForm(c, b, file ? { file } : {}, (entry) => {
      said(entry);
      void next();
    });
    place.replaceChildren(form);
    if (!file) form.querySelector<HTMLInputElement>('[name="amount"]')?.focus({ preventScroll: true });
  };
  await next(shared);
  return { title: 'New transaction', section: 'add', content: [make('h1', { class: 'sr-only' }, 'New transaction'), place] };
}

/** Draws the form of a transaction of the snapshot, or of an entry that needs attention (/waiting?edit=SEQ). */
export async function editView(c: Context, address: URL, navigate: (to: string) => void): Promise<View> {
  const seq = address.searchParams.get('edit');
  const entry = seq ? c.queue.find((one) => one.seq === Number(seq) && one.fault) : undefined;
  const b = c.budget;
  const id = decodeURIComponent(address.pathname.split('/')[4] ?? '');
  const row = entry ? undefined : b?.rows.find((one) => one.id === id && !one.sideOf);
  const title = 'Transaction';
  if (!b || (!entry && !row)) return { title, section: '', content: [make('h1', {}, title), make('p', {}, 'This transaction is not on this device. Older ones need a connection.')] };
  const back = entry ? '/waiting' : pageOf(b, `/accounts/${row!.account}`);
  const head = [make('p', {}, make('a', { class: 'back', href: back }, 'Back')), make('h1', {}, title)];
  if (entry && entry.budget !== b.snapshot.budget.id) return { title, section: 'waiting', content: [...head, make('p', {}, 'This change belongs to another budget. Open that budget first.')] };
  const remove = row && b.snapshot.mayChange && make('button', { type: 'button', class: 'button', click: () => {
    void put(c, b, { what: 'delete-rows', record: `row ${row.id}`, fields: { rows: row.id } }).then(() => navigate(back));
  } }, 'Delete transaction');
  if (row && (row.split || row.cleared === 'reconciled' || !b.snapshot.mayChange)) {
    const why = !b.snapshot.mayChange ? 'You can see this budget, and not change it.' : row.split ? 'This transaction is split. Its parts need a connection to be changed.' : 'This transaction is reconciled. It needs a connection to be changed.';
    return { title, section: 'accounts', content: [...head, make('p', {}, named(rowLabel(b.snapshot, row))), make('p', {}, why), ...(remove && row.split && row.cleared !== 'reconciled' ? [make('p', { class: 'actions' }, remove)] : [])] };
  }
  const form = await rowForm(c, b, { ...(row && { row }), ...(entry && { entry }) }, () => navigate(back));
  return { title, section: entry ? 'waiting' : 'accounts', content: [...head, ...(entry ? [make('p', { class: 'fault-message' }, named(entry.fault!.message))] : []), form, ...(remove ? [make('p', { class: 'actions' }, remove)] : [])] };
}

export const needsConnection = (b: Present): View => ({
  title: 'No connection',
  section: '',
  content: [make('section', { class: 'empty' },
    make('h1', {}, 'This page needs a connection'),
    make('p', {}, 'Without one you can see ', make('a', { href: pageOf(b) }, 'the budget'), ' and ', make('a', { href: pageOf(b, '/accounts') }, 'the accounts'), ', and enter ', make('a', { href: '/add' }, 'transactions'), '.'))],
});

/** Says why there is nothing to show. */
export function nothingHere(c: Context, path: string): View {
  const text = c.user ? 'No budget is stored on this device yet. Open one while you are connected, and it can be read here without a connection.' : 'Nobody is signed in on this device. Sign in while you are connected.';
  return { title: 'Nothing here yet', section: path === '/add' ? 'add' : '', content: [make('section', { class: 'empty' },
    make('h1', {}, c.user ? 'This budget is not on this device' : 'You are not signed in'), make('p', {}, text), make('p', { class: 'actions' }, make('a', { class: 'button primary', href: '/', 'data-leave': true }, 'Open Holdover')))] };
}
