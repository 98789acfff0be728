// The budget: this month and the next. Amounts are assigned, moved and covered here.

import { amount, labelled, make, named } from './dom';
import type { Present, PresentMonth } from './figures';
import { figure, newFigure, over, parse } from './money';
import { openDialog } from './dialog';
import { categoryName, type Context, money, monthName, pageOf, put, type View } from './context';

export function budgetView(c: Context, b: Present, address: URL): View {
  const chosen = b.months.find((month) => month.month === address.searchParams.get('month')) ?? b.months[0]!;
  const { mayChange } = b.snapshot;
  return {
    title: 'Budget',
    section: 'budget',
    content: [
      make('h1', { class: 'sr-only' }, `Budget, ${monthName(chosen.month)}`),
      months(b, chosen),
      make('button', { type: 'button', class: 'offline-to-budget', disabled: !mayChange, click: () => fromToBudget(c, b, chosen) }, make('span', {}, 'To Budget'), amount(money(b, chosen.toBudget), chosen.toBudget < 0n, chosen.uncertain)),
      ...b.snapshot.groups.filter((group) => !group.income && group.categories.length).map((group) =>
        make('section', { class: 'offline-group', 'aria-label': group.name },
          make('h2', {}, named(group.name)),
          make('ul', {}, ...group.categories.map((category) => line(c, b, chosen, category, mayChange))),
        ),
      ),
      b.snapshot.groups.length ? '' : make('section', { class: 'empty' }, make('h2', {}, 'No categories yet'), make('p', {}, 'Categories are added on the budget page, with a connection.')),
    ].filter((node) => node !== '') as Node[],
  };
}

const months = (b: Present, chosen: PresentMonth) =>
  make('nav', { class: 'offline-months', 'aria-label': 'Months' }, ...b.months.map(({ month }) =>
    make('a', { href: pageOf(b, `?month=${month}`), ...(month === chosen.month && { 'aria-current': 'page' }) }, monthName(month))));

function line(c: Context, b: Present, month: PresentMonth, { id, name }: { id: string; name: string }, mayChange: boolean): HTMLElement {
  const cell = month.cells.get(id);
  if (!cell) return make('li', {}, named(name));
  return make('li', {}, make('button', { type: 'button', class: 'offline-line', disabled: !mayChange, click: () => category(c, b, month, id) },
    named(name),
    make('span', { class: 'offline-budgeted' }, make('span', { class: 'sr-only' }, 'Budgeted '), amount(money(b, cell.budgeted), cell.budgeted < 0n, cell.uncertainBudgeted)),
    make('span', {}, make('span', { class: 'sr-only' }, 'Balance '), amount(money(b, cell.balance), cell.balance < 0n, cell.uncertain)),
  ));
}

function category(c: Context, b: Present, month: PresentMonth, id: string): void {
  const cell = month.cells.get(id)!;
  const name = categoryName(b, id);
  const { currency } = b.snapshot;
  const budgeted = make('input', { type: 'text', name: 'amount', inputmode: 'decimal', autocomplete: 'off', value: figure(cell.budgeted, currency) });
  const moved = make('input', { type: 'text', name: 'amount', inputmode: 'decimal', autocomplete: 'off' });
  const to = choice(b, month, id);
  const from = choice(b, month, id, true);
  openDialog(name, pageOf(b, `/offline/${id}/${month.month}`), [
    { title: 'Budgeted', fields: [labelled(`Budgeted in ${monthName(month.month)}`, budgeted)], button: 'Save', submit: async () => {
      const next = over(budgeted.value, currency, cell.budgeted);
      if (next === undefined) return budgeted;
      await put(c, b, { what: 'budgeted', record: `cell ${id} ${month.month}`, fields: { category: id, month: month.month, amount: newFigure(next, currency) } });
      return undefined;
    } },
    cell.balance < 0n && from.options.length > 0 && { title: 'Cover overspending', fields: [labelled('From', from)], button: 'Cover', submit: async () => {
      await put(c, b, { what: 'cover', record: '', fields: { category: id, month: month.month, from: from.value } });
      return undefined;
    } },
    { title: 'Move money', fields: [labelled('Amount', moved), labelled('To', to)], button: 'Move', submit: async () => {
      const entered = parse(moved.value, currency);
      if (entered === undefined) return moved;
      await put(c, b, { what: 'transfer', record: '', fields: { category: id, month: month.month, to: to.value, amount: figure(entered, currency) } });
      return undefined;
    } },
  ]);
  budgeted.select();
}

function fromToBudget(c: Context, b: Present, month: PresentMonth): void {
  const { currency } = b.snapshot;
  const moved = make('input', { type: 'text', name: 'amount', inputmode: 'decimal', autocomplete: 'off' });
  const to = choice(b, month, '');
  openDialog('To Budget', pageOf(b, `/offline/to-budget/${month.month}`), [{ title: 'Move to a category', fields: [labelled('Amount', moved), labelled('To', to)], button: 'Move', submit: async () => {
    const entered = parse(moved.value, currency);
    if (entered === undefined) return moved;
    await put(c, b, { what: 'move-to-category', record: '', fields: { month: month.month, to: to.value, amount: figure(entered, currency) } });
    return undefined;
  } }]);
}

/** Makes a list of all places for money but one, or of those with money, with what they have. */
function choice(b: Present, month: PresentMonth, without: string, withMoney = false): HTMLSelectElement {
  const option = (id: string, name: string, has: bigint) => (!withMoney || has > 0n) && make('option', { value: id }, `${name} (${money(b, has)})`);
  return make('select', { name: 'place' },
    without !== '' && option('', 'To Budget', month.toBudget),
    ...b.snapshot.groups.filter((group) => !group.income).map((group) => make('optgroup', { label: group.name },
      ...group.categories.filter(({ id }) => id !== without).map(({ id, name }) => option(id, name, month.cells.get(id)?.balance ?? 0n)))));
}
