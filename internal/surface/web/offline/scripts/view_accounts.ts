// Accounts, registers, and the transactions to approve.

import { amount, make, named, option } from './dom';
import type { Present, PresentRow } from './figures';
import { accountName, categoryName, type Context, dateText, money, pageOf, put, type View } from './context';
import { rowLabel } from './labels';
import type { Account } from './snapshot';

export function accountsView(b: Present): View {
  const balance = (id: string) => b.balances.get(id) ?? 0n;
  const group = (title: string, has: (account: Account) => boolean) => {
    const accounts = b.snapshot.accounts.filter(has);
    return accounts.length > 0 && make('section', { class: 'offline-group', 'aria-label': title }, make('h2', {}, named(title)), make('ul', {}, ...accounts.map(({ id, name }) =>
      make('li', {}, make('a', { class: 'offline-line', href: pageOf(b, `/accounts/${id}`) }, named(name), amount(money(b, balance(id)), balance(id) < 0n, b.uncertainBalances.has(id)))))));
  };
  const groups = [
    ...(b.snapshot.accountGroups ?? []).map((name) => group(name, (account) => account.group === name)),
    group('For budget', ({ group, onBudget }) => !group && onBudget),
    group('Off budget', ({ group, onBudget }) => !group && !onBudget),
  ].filter((section) => section !== false);
  const none = make('section', { class: 'empty' }, make('h2', {}, 'No accounts yet'), make('p', {}, 'Accounts are added with a connection.'));
  return {
    title: 'Accounts',
    section: 'accounts',
    content: [make('h1', {}, 'Accounts'), ...(groups.length ? [make('p', {}, make('a', { href: pageOf(b, '/accounts/all') }, 'All transactions')), ...groups] : [none])],
  };
}

export function registerView(c: Context, b: Present, account: string): View {
  const all = account === 'all';
  const rows = b.rows.filter((row) => all || row.account === account);
  const title = all ? 'All accounts' : accountName(b, account);
  const balance = b.balances.get(account);
  return {
    title,
    section: 'accounts',
    content: [
      make('h1', {}, named(title)),
      make('p', { class: 'sub' }, balance !== undefined && 'Balance ', balance !== undefined && amount(money(b, balance), balance < 0n, b.uncertainBalances.has(account)), all ? 'The latest transactions' : ' · the latest transactions'),
      rows.length ? make('ul', { class: 'offline-rows' }, ...rows.map((row) => line(c, b, row, all))) : make('section', { class: 'empty' }, make('h2', {}, 'No transactions here')),
    ],
  };
}

/** Draws a transaction with a link to its form. */
function line(c: Context, b: Present, row: PresentRow, withAccount: boolean): HTMLElement {
  return make('li', { class: row.approved ? '' : 'unapproved', id: `row-${row.id}` },
    make('a', { class: 'offline-row', href: pageOf(b, `/rows/${row.sideOf ?? row.id}`) }, ...contents(c, b, row, withAccount)),
    !row.sideOf && row.cleared !== 'reconciled' && b.snapshot.mayChange && cleared(c, b, row),
  );
}

function contents(c: Context, b: Present, row: PresentRow, withAccount: boolean): Node[] {
  const milli = BigInt(row.amount);
  const about = [dateText(b, row.date), row.split ? 'Split' : categoryName(b, row.category), withAccount && accountName(b, row.account), row.notes].filter(Boolean).join(' · ');
  return [
    make('span', { class: 'offline-payee' }, payee(b, row)),
    amount(money(b, milli), milli < 0n),
    make('span', { class: 'offline-about' }, row.waiting && c.queue.length > 0 && make('span', { class: 'offline-tag' }, 'waiting'), named(about)),
  ];
}

function payee(b: Present, row: PresentRow): HTMLElement {
  if (row.transfer) return named(`Transfer: ${accountName(b, row.transfer)}`);
  return row.payeeName ? named(row.payeeName) : make('span', { class: 'nobody' }, 'No payee');
}

function cleared(c: Context, b: Present, row: PresentRow): HTMLElement {
  const next = row.cleared === 'cleared' ? 'uncleared' : 'cleared';
  const press = () => void put(c, b, { what: 'mark-cleared', record: `row ${row.id}`, fields: { mark: `${next} ${row.id}` } });
  return make('button', { type: 'button', class: 'offline-mark', 'aria-pressed': String(row.cleared === 'cleared'), 'aria-label': `Cleared: ${row.payeeName || 'transaction'} of ${dateText(b, row.date)}`, click: press }, row.cleared === 'cleared' ? '✓' : '○');
}

export function approveView(c: Context, b: Present): View {
  const rows = b.rows.filter((row) => !row.approved);
  const more = b.toApprove - rows.length;
  return {
    title: 'To approve',
    section: 'approve',
    content: [
      make('h1', {}, 'To approve'),
      rows.length ? make('ul', { class: 'offline-rows' }, ...rows.map((row) => waiting(c, b, row))) : make('section', { class: 'empty' }, make('h2', {}, 'Nothing to approve')),
      ...(more > 0 ? [make('p', { class: 'hint' }, `${more} more can be approved with a connection.`)] : []),
    ],
  };
}

function waiting(c: Context, b: Present, row: PresentRow): HTMLElement {
  const label = rowLabel(b.snapshot, row);
  const mayHave = !row.split && !row.transfer;
  const stood = categoryName(b, row.category);
  const select = mayHave ? categories(b, row.category) : undefined;
  const approve = () => {
    const category = select ? categoryName(b, select.value) : stood;
    const fields = { row: row.id, stood, category, 'category-ref': select?.value ? `${select.value}=${category}` : '' };
    void put(c, b, { what: 'approve-row', record: `row ${row.id}`, fields });
  };
  return make('li', { class: 'unapproved' },
    make('a', { class: 'offline-row', href: pageOf(b, `/rows/${row.id}`) }, ...contents(c, b, row, true)),
    b.snapshot.mayChange && make('div', { class: 'offline-approve' },
      select && make('label', {}, make('span', { class: 'sr-only' }, `Category of ${label}`), select),
      make('button', { type: 'button', class: 'button', click: approve }, 'Approve', make('span', { class: 'sr-only' }, ` ${label}`))),
  );
}

/** Makes a list of the categories that a transaction can have. */
export function categories(b: Present, chosen: string): HTMLSelectElement {
  const hidden = chosen !== '' && categoryName(b, chosen) === '';
  return make('select', { name: 'category' }, option('', 'No category', chosen), hidden && option(chosen, 'A hidden category', chosen),
    ...b.snapshot.groups.filter((group) => !group.cards).map((group) => make('optgroup', { label: group.name }, ...group.categories.map(({ id, name }) => option(id, name, chosen)))));
}
