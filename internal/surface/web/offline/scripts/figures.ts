// The figures of the offline page: the snapshot with the changes that wait. The arithmetic is exact where the snapshot contains all
// that a figure depends on. Where it does not, as for overspending that a month passes to the next, the figure of the last sync is
// shown and marked as uncertain.

import { rowsOf } from './labels';
import { over, parse } from './money';
import type { QueuedChange } from './queued';
import type { Account, Row, Snapshot } from './snapshot';

/** A budget as the offline page shows it. */
export interface Present {
  snapshot: Snapshot;
  balances: Map<string, bigint>; // of accounts, by id
  uncertainBalances: Set<string>; // accounts
  months: PresentMonth[]; // this month and the next
  rows: PresentRow[]; // newest first
  toApprove: number;
}

export interface PresentMonth {
  month: string;
  toBudget: bigint;
  uncertain: boolean; // of To Budget
  cells: Map<string, Cell>; // by category
}

export interface Cell {
  budgeted: bigint;
  activity: bigint;
  balance: bigint;
  uncertain: boolean; // of the balance and the activity
  uncertainBudgeted: boolean;
}

export type PresentRow = Row & {
  waiting: boolean;
  sideOf?: string; // the id of a waiting transfer, of which it is the other side: it has no id before the server has saved it
};

type Effect = (row: Row, sign: 1n | -1n) => void;

/** Returns a budget with the changes that wait. Changes that the server has refused are left out. */
export function present(snapshot: Snapshot, queue: QueuedChange[]): Present {
  const p: Present = {
    snapshot,
    balances: new Map(snapshot.accounts.map((account) => [account.id, BigInt(account.balance)])),
    uncertainBalances: new Set(),
    months: snapshot.months.map(({ month, toBudget, figures }) => ({
      month,
      toBudget: BigInt(toBudget),
      uncertain: false,
      cells: new Map(Object.entries(figures).map(([id, f]) => [id, { budgeted: BigInt(f.budgeted), activity: BigInt(f.activity), balance: BigInt(f.balance), uncertain: false, uncertainBudgeted: false }])),
    })),
    rows: snapshot.rows.map((row) => ({ ...row, waiting: false })),
    toApprove: snapshot.toApprove,
  };
  const enter = effectOn(p);
  for (const entry of queue) if (entry.budget === snapshot.budget.id && !entry.fault) apply(p, entry, enter);
  p.rows.sort((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0));
  return p;
}

/** Returns the value of a field of a waiting form. */
export const fieldOf = (entry: QueuedChange, name: string): string => entry.fields.find(([field]) => field === name)?.[1] ?? '';

function apply(p: Present, entry: QueuedChange, enter: Effect): void {
  const field = (name: string) => fieldOf(entry, name);
  const find = (id: string) => p.rows.find((row) => row.id === id);
  const chosen = () => rowsOf(entry.fields).map(find).filter((row) => row !== undefined);
  const month = p.months.find((one) => one.month === field('month'));
  switch (entry.what) {
    case 'add-row': {
      const row = rowIn(p.snapshot, entry);
      if (!row) {
        doubtRow(p, entry);
        return;
      }
      p.rows.unshift(row);
      addSide(p, row);
      enter(row, 1n);
      return;
    }
    case 'edit-row': {
      const before = find(field('row'));
      const after = rowIn(p.snapshot, entry, before);
      if (!before || !after) {
        doubtRow(p, entry, before);
        return;
      }
      const other = otherSide(p, before);
      if (isPartElsewhere(before, other)) doubtAll(p);
      enter(categorised(before, other), -1n);
      const isMoved = after.account !== before.account || after.transfer !== before.transfer;
      Object.assign(before, after);
      const isPair = other?.account === after.transfer;
      if (other && isPair) Object.assign(other, { transfer: after.account, date: after.date, amount: String(-BigInt(after.amount)), waiting: true });
      else if (other) remove(p, other);
      if (isMoved && !isPair) addSide(p, before);
      enter(categorised(before, isPair ? other : undefined), 1n);
      return;
    }
    case 'delete-rows':
      for (const row of chosen()) {
        if (!p.rows.includes(row)) continue; // it was deleted with the other side of its transfer
        const other = otherSide(p, row);
        if (isPartElsewhere(row, other)) doubtAll(p);
        enter(categorised(row, other), -1n);
        remove(p, row);
        if (other) remove(p, other);
      }
      return;
    case 'mark-cleared': {
      const [state, id] = field('mark').split(' ');
      const row = find(id ?? '');
      if (row && state) Object.assign(row, { cleared: state, waiting: true });
      return;
    }
    case 'rows-approve':
      for (const row of chosen()) approve(p, row);
      return;
    case 'approve-row':
    case 'categorise-row': {
      const row = find(field('row'));
      if (!row) return;
      if (field('category') !== field('stood')) recategorise(row, categoryIn(p.snapshot, entry, ''), enter);
      if (entry.what === 'approve-row') approve(p, row);
      return;
    }
    case 'budgeted': {
      const cell = month?.cells.get(field('category'));
      const amount = cell && over(field('amount'), p.snapshot.currency, cell.budgeted);
      if (cell && amount !== undefined) assign(p, month!, field('category'), amount - cell.budgeted);
      else doubtBudgeted(p, month, field('category'));
      return;
    }
    case 'transfer':
    case 'move-to-category': {
      const amount = parse(field('amount'), p.snapshot.currency);
      const from = entry.what === 'transfer' ? field('category') : '';
      if (month && amount !== undefined) move(p, month, from, field('to'), amount);
      else for (const id of [from, field('to')]) doubtBudgeted(p, month, id);
      return;
    }
    case 'cover':
      if (month) cover(p, month, field('category'), field('from'));
  }
}

/** Returns the other side of a transfer, which the server changes too; undefined if it is not among the rows. */
export function otherSide(p: Present, row: PresentRow): PresentRow | undefined {
  if (!row.transfer) return undefined;
  return p.rows.find((other) => other !== row && other.account === row.transfer && other.transfer === row.account && other.date === row.date && BigInt(other.amount) === -BigInt(row.amount));
}

/** Adds the other side of a transfer that waits. */
function addSide(p: Present, row: PresentRow): void {
  if (!p.balances.has(row.transfer)) return;
  p.rows.unshift({ ...row, id: `${row.id}-side`, sideOf: row.id, account: row.transfer, transfer: row.account, amount: String(-BigInt(row.amount)), category: '', cleared: 'uncleared', flag: '', approved: true, seen: '' });
}

/** Reports whether the other side of a known transfer is not here: it may be a part of a split transaction, which changes too. */
const isPartElsewhere = (row: PresentRow, other: PresentRow | undefined): boolean => row.transfer !== '' && row.seen !== '' && !other;

/** Returns the side of a transfer that has the category: the one on budget, if the other account is off budget. */
const categorised = (row: PresentRow, other: PresentRow | undefined): PresentRow => (other?.category ? other : row);

function remove(p: Present, row: PresentRow): void {
  if (!row.approved) p.toApprove--;
  p.rows.splice(p.rows.indexOf(row), 1);
}

function approve(p: Present, row: PresentRow): void {
  if (!row.approved) p.toApprove--;
  row.approved = row.waiting = true;
}

function recategorise(row: PresentRow, category: string, enter: Effect): void {
  enter(row, -1n);
  row.category = category;
  row.waiting = true;
  enter(row, 1n);
}

/** Returns the transaction of a waiting form; undefined if its amount cannot be read here. */
function rowIn(snapshot: Snapshot, entry: QueuedChange, before?: Row): PresentRow | undefined {
  const field = (name: string) => fieldOf(entry, name);
  const typed = parse(field('amount'), snapshot.currency, BigInt(before?.amount ?? 0));
  const date = dateIn(snapshot.dateFormat, field('date')) || (before?.date ?? snapshot.today);
  if (typed === undefined || field('account') === '') return undefined;
  const payee = referenced(field('payee-ref'), field('payee'));
  const transfer = payee.startsWith('account:') ? payee.slice('account:'.length) : '';
  return {
    id: entry.what === 'edit-row' ? field('row') : entry.record.replace(/^row /, ''),
    account: field('account'),
    date,
    amount: String(field('direction') === 'out' && !/^[-+\u2212]/.test(field('amount').trim()) ? -typed : typed),
    payee: transfer ? '' : payee,
    payeeName: field('payee'),
    transfer,
    category: categoryIn(snapshot, entry, before?.category ?? ''),
    notes: field('notes'),
    cleared: (field('cleared') || 'uncleared') as Row['cleared'],
    flag: field('flag'),
    approved: before?.approved ?? true,
    split: entry.fields.some(([name]) => name === 'part-id'),
    seen: before?.seen ?? '',
    waiting: true,
  };
}

/** Parses a date of a form, in the budget's form or as 2026-11-29; '' if it is none. */
export function dateIn(format: string, text: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return text;
  const parts = text.match(/\d+/g) ?? [];
  const order = format.match(/Y+|M+|D+/gi) ?? [];
  if (parts.length !== 3 || order.length !== 3) return '';
  const part = (letter: string) => parts[order.findIndex((one) => one[0]!.toUpperCase() === letter)] ?? '';
  const date = `${part('Y')}-${part('M').padStart(2, '0')}-${part('D').padStart(2, '0')}`;
  return /^\d{4}-\d{2}-\d{2}$/.test(date) ? date : '';
}

/** Returns the id of a chosen record, '' if the text was changed since it was chosen. */
export function referenced(ref: string, text: string): string {
  const at = ref.indexOf('=');
  return at > 0 && ref.slice(at + 1) === text ? ref.slice(0, at) : '';
}

/** Returns the category of a form by its reference or its name; `otherwise` for a name that is unknown or used twice here. */
function categoryIn(snapshot: Snapshot, entry: QueuedChange, otherwise: string): string {
  const typed = fieldOf(entry, 'category').trim();
  const id = referenced(fieldOf(entry, 'category-ref'), fieldOf(entry, 'category'));
  if (id || !typed) return id;
  const named = snapshot.groups.flatMap((group) => group.categories).filter((one) => one.name.toLowerCase() === typed.toLowerCase());
  return named.length === 1 ? named[0]!.id : otherwise;
}

/** Returns a function that adds a transaction to the figures, or removes it from them. */
function effectOn(p: Present): Effect {
  const accounts = new Map(p.snapshot.accounts.map((account) => [account.id, account]));
  const income = new Set(p.snapshot.groups.filter((group) => group.income).flatMap((group) => group.categories.map(({ id }) => id)));
  const envelopes = p.snapshot.groups.some((group) => group.cards);
  return (row, sign) => {
    const amount = sign * BigInt(row.amount);
    add(p.balances, row.account, amount);
    if (row.transfer) add(p.balances, row.transfer, -amount);
    const [own, other] = [accounts.get(row.account), accounts.get(row.transfer)];
    if (!own?.onBudget && !other?.onBudget) return; // tracking accounts have no part in the budget
    if (row.split || (row.transfer && !other) || !own) doubtAll(p);
    if (own?.onBudget && other?.onBudget && !isCard(own) && !isCard(other)) return;
    // With card envelopes, a line on a card moves money, and one without category is overspent like a category.
    if (envelopes && (isCard(own) || isCard(other) || !row.category)) doubtCards(p, row.date.slice(0, 7));
    if (!row.category || !own?.onBudget || other?.onBudget) return;
    if (!income.has(row.category)) spend(p, row, amount);
    else if (!envelopes || !isCard(own)) receive(p, row, amount); // income on a card cannot be budgeted
  };
}

const isCard = (account: Account | undefined) => account?.card === true;

function add(sums: Map<string, bigint>, id: string, amount: bigint): void {
  const sum = sums.get(id);
  if (sum !== undefined) sums.set(id, sum + amount);
}

/** Adds income. That of an earlier month also changes holds and overspending of months that are not here. */
function receive(p: Present, row: Row, amount: bigint): void {
  const of = row.date.slice(0, 7);
  for (const month of p.months) {
    if (of < p.months[0]!.month) month.uncertain = true;
    else if (of <= month.month) month.toBudget += amount;
    const cell = month.cells.get(row.category);
    if (cell && of === month.month) cell.activity += amount;
  }
}

function spend(p: Present, row: Row, amount: bigint): void {
  const month = row.date.slice(0, 7);
  if (month < p.months[0]!.month) doubtAll(p, row.category);
  const at = p.months.findIndex((one) => one.month === month);
  const cell = p.months[at]?.cells.get(row.category);
  if (!cell) {
    doubtCards(p, month); // the overspending of a hidden category
    return;
  }
  cell.activity += amount;
  change(p, at, row.category, amount);
}

/** Changes the balance of a category in a month, and what the month passes to the next. */
function change(p: Present, at: number, category: string, amount: bigint): void {
  const cell = p.months[at]!.cells.get(category)!;
  const before = cell.balance;
  cell.balance += amount;
  const carried = p.months[at + 1]?.cells.get(category);
  if (before >= 0n && cell.balance >= 0n) {
    if (carried) carried.balance += amount;
    return;
  }
  if (carried) carried.uncertain = true; // overspending: its rule depends on the category and on cards
  doubtCards(p, p.months[at]!.month);
}

function assign(p: Present, month: PresentMonth, category: string, amount: bigint): void {
  const at = p.months.indexOf(month);
  month.cells.get(category)!.budgeted += amount;
  for (const one of p.months.slice(at)) one.toBudget -= amount;
  change(p, at, category, amount);
}

/** Moves money between two categories; '' is To Budget. */
function move(p: Present, month: PresentMonth, from: string, to: string, amount: bigint): void {
  if (from && month.cells.has(from)) assign(p, month, from, -amount);
  if (to && month.cells.has(to)) assign(p, month, to, amount);
}

function cover(p: Present, month: PresentMonth, category: string, from: string): void {
  const available = (id: string) => (id ? (month.cells.get(id)?.balance ?? 0n) : month.toBudget);
  const isUncertain = (id: string) => (id ? month.cells.get(id)?.uncertain !== false : month.uncertain);
  if (isUncertain(category) || isUncertain(from)) {
    for (const id of [category, from]) doubtBudgeted(p, month, id);
    return;
  }
  const [missing, has] = [-available(category), available(from)];
  if (missing <= 0n || has <= 0n) return;
  if (missing <= has) move(p, month, from, category, missing);
  else move(p, month, from, category, has);
}

/** Marks what the server moves to card payment categories, and the overspending that a month passes to later ones. */
function doubtCards(p: Present, month: string): void {
  const cards = p.snapshot.groups.filter((group) => group.cards).flatMap((group) => group.categories);
  for (const one of p.months) {
    if (one.month > month) one.uncertain = true;
    for (const { id } of cards) mark(one, id);
  }
}

function mark(month: PresentMonth, category: string): void {
  const cell = month.cells.get(category);
  if (cell) cell.uncertain = true;
}

/** Marks the figures of one category, or of all, and To Budget as uncertain. */
function doubtAll(p: Present, category?: string): void {
  doubtCards(p, '');
  for (const month of p.months) for (const id of category === undefined ? month.cells.keys() : [category]) mark(month, id);
}

/** Marks the budgeted amount of a category in a month, and what depends on it. */
function doubtBudgeted(p: Present, month: PresentMonth | undefined, category: string): void {
  doubtAll(p, category);
  const cell = month?.cells.get(category);
  if (cell) cell.uncertainBudgeted = true;
}

/** Marks what depends on a transaction whose form cannot be read here. */
function doubtRow(p: Present, entry: QueuedChange, before?: Row): void {
  doubtAll(p);
  const ref = referenced(fieldOf(entry, 'payee-ref'), fieldOf(entry, 'payee')).replace(/^account:/, '');
  for (const id of [fieldOf(entry, 'account'), ref, before?.account ?? '', before?.transfer ?? '']) if (p.balances.has(id)) p.uncertainBalances.add(id);
}
