import assert from 'node:assert/strict';
import { test } from 'node:test';
import { present } from './figures';
import { figure, newFigure, over, parse } from './money';

const currency = { digits: 2, point: ',', group: '.', symbol: '€', symbolFirst: false };
const account = (id, more = {}) => ({ id, name: id, onBudget: true, card: false, balance: '100000', cleared: '0', uncleared: '0', ...more });
const figures = () => ({ food: { budgeted: '50000', activity: '0', balance: '50000' }, rent: { budgeted: '0', activity: '0', balance: '0' } });
const row = (id, more = {}) => ({
  id, account: 'bank', date: '2026-11-20', amount: '-10000', payee: 'p', payeeName: 'Bakery', transfer: '', category: 'food',
  notes: '', cleared: 'uncleared', flag: '', approved: true, split: false, seen: 's', ...more,
});
const snapshot = (more = {}) => ({
  format: 1, budget: { id: 'b', name: 'B' }, currency, dateFormat: 'DD.MM.YYYY', knowledge: 7, today: '2026-11-29', at: '', mayChange: true,
  accounts: [account('bank'), account('cash')],
  groups: [
    { id: 'g', name: 'Daily', income: false, cards: false, categories: [{ id: 'food', name: 'Food' }, { id: 'rent', name: 'Rent' }] },
    { id: 'i', name: 'Income', income: true, cards: false, categories: [{ id: 'pay', name: 'Pay' }] },
  ],
  months: [{ month: '2026-11', toBudget: '200000', figures: figures() }, { month: '2026-12', toBudget: '200000', figures: figures() }],
  payees: [], rows: [row('r1'), row('r2', { approved: false })], toApprove: 1, ...more,
});
const change = (what, fields, more = {}) => ({
  seq: 1, key: '0'.repeat(32), user: 'Anna', budget: 'b', what, fields: Object.entries(fields), opened: 7, seen: '', record: '', label: '', at: 0, attempts: 0, ...more,
});
const entered = (fields = {}) => ({ account: 'bank', date: '21.11.2026', direction: 'out', amount: '3,20', payee: 'Bakery', category: 'Food', 'category-ref': 'food=Food', ...fields });
const after = (changes, more) => present(snapshot(more), changes);
const cell = (p, category = 'food', month = 0) => p.months[month].cells.get(category);
const assigned = (amount, more = {}) => change('budgeted', { category: 'food', month: '2026-11', amount }, more);

test('without waiting changes the figures are those of the snapshot', () => {
  const p = after([]);
  assert.deepEqual([p.balances.get('bank'), p.months[0].toBudget, cell(p)], [100000n, 200000n, { budgeted: 50000n, activity: 0n, balance: 50000n, uncertain: false, uncertainBudgeted: false }]);
});

test('a new transaction changes its account, its category and the next month', () => {
  const p = after([change('add-row', entered(), { record: 'row new' })]);
  assert.deepEqual([p.balances.get('bank'), cell(p).activity, cell(p).balance, cell(p, 'food', 1).balance, p.months[0].toBudget], [96800n, -3200n, 46800n, 46800n, 200000n]);
  assert.deepEqual([p.rows[0].id, p.rows[0].date, p.rows[0].amount, p.rows[0].waiting], ['new', '2026-11-21', '-3200', true]);
});

test('income is added to To Budget, and a transfer moves money between accounts only', () => {
  const income = after([change('add-row', entered({ direction: 'in', amount: '7', category: 'Pay', 'category-ref': 'pay=Pay' }))]);
  assert.deepEqual(income.months.map(({ toBudget }) => toBudget), [207000n, 207000n]);
  const transfer = after([change('add-row', entered({ payee: 'Transfer: cash', 'payee-ref': 'account:cash=Transfer: cash', category: '', 'category-ref': '' }))]);
  assert.deepEqual([transfer.balances.get('bank'), transfer.balances.get('cash'), cell(transfer).balance], [96800n, 103200n, 50000n]);
});

test('an edit replaces the old values, and a deletion takes them back', () => {
  const edited = after([change('edit-row', entered({ row: 'r1', amount: '4' }), { record: 'row r1' })]);
  assert.deepEqual([edited.balances.get('bank'), cell(edited).balance], [106000n, 56000n]);
  const deleted = after([change('delete-rows', { rows: 'r1 r2' })]);
  assert.deepEqual([deleted.balances.get('bank'), cell(deleted).balance, deleted.rows.length, deleted.toApprove], [120000n, 70000n, 0, 0]);
});

test('both sides of a transfer change together', () => {
  const side = (id, account, transfer, amount) => row(id, { account, transfer, amount, category: '', payee: '', payeeName: '' });
  const rows = [side('out', 'bank', 'cash', '-30000'), side('in', 'cash', 'bank', '30000')];
  const deleted = after([change('delete-rows', { rows: 'out in' })], { rows });
  assert.deepEqual([deleted.rows.length, deleted.balances.get('bank'), deleted.balances.get('cash')], [0, 130000n, 70000n]);
  const edit = (fields) => after([change('edit-row', entered({ row: 'out', amount: '40', category: '', 'category-ref': '', ...fields }))], { rows });
  const larger = edit({ payee: 'Transfer: cash', 'payee-ref': 'account:cash=Transfer: cash' });
  assert.deepEqual([larger.rows.find(({ id }) => id === 'in').amount, larger.balances.get('bank'), larger.balances.get('cash')], ['40000', 90000n, 110000n]);
  const spent = edit({ payee: 'Bakery' });
  assert.deepEqual([spent.rows.map(({ id }) => id), spent.balances.get('bank'), spent.balances.get('cash')], [['out'], 90000n, 70000n]);
});

test('a transfer that waits is in both registers, until it is deleted or becomes something else', () => {
  const transfer = (fields = {}) => entered({ payee: 'Transfer: cash', 'payee-ref': 'account:cash=Transfer: cash', category: '', 'category-ref': '', ...fields });
  const added = change('add-row', transfer(), { record: 'row new' });
  const of = (p, account) => p.rows.filter((row) => row.account === account && row.waiting).map(({ amount, transfer, sideOf }) => [amount, transfer, sideOf]);
  const p = after([added]);
  assert.deepEqual([of(p, 'bank'), of(p, 'cash')], [[['-3200', 'cash', undefined]], [['3200', 'bank', 'new']]]);
  const larger = after([added, change('edit-row', transfer({ row: 'new', amount: '5' }), { record: 'row new' })]);
  assert.deepEqual([of(larger, 'bank'), of(larger, 'cash'), larger.balances.get('cash')], [[['-5000', 'cash', undefined]], [['5000', 'bank', 'new']], 105000n]);
  const spent = after([added, change('edit-row', entered({ row: 'new' }), { record: 'row new' })]);
  assert.deepEqual([of(spent, 'cash'), spent.balances.get('cash')], [[], 100000n]);
  const deleted = after([added, change('delete-rows', { rows: 'new' })]);
  assert.deepEqual([of(deleted, 'bank'), of(deleted, 'cash'), deleted.toApprove], [[], [], 1]);
  const became = after([change('edit-row', transfer({ row: 'r1' }), { record: 'row r1' })]);
  assert.deepEqual([of(became, 'cash'), became.balances.get('cash')], [[['3200', 'bank', 'r1']], 103200n]);
});

test('text typed over a figure is read as the server reads it', () => {
  const cases = [['12,50', 50000n, 12500n], ['+15', 50000n, 65000n], ['-15', 50000n, 35000n], ['\u221215', 50000n, 35000n], ['-15', -5000n, -15000n], ['-15', 0n, -15000n], ['=-15', 50000n, -15000n], ['', 50000n, 0n], ['120/4', 50000n, undefined], ['1.234,50 €', 0n, 1234500n]];
  for (const [typed, there, want] of cases) assert.equal(over(typed, currency, there), want, `${typed} over ${there}`);
  for (const amount of [-20000n, 0n, 20000n]) for (const there of [-1000n, 0n, 50000n]) assert.equal(over(newFigure(amount, currency), currency, there), amount);
});

test('arithmetic on a budgeted amount that waits', () => {
  const p = after([assigned('+15'), assigned('-5', { seq: 2 })]);
  assert.deepEqual([cell(p).budgeted, cell(p).balance, cell(p, 'food', 1).balance, p.months[0].toBudget, cell(p).uncertain], [60000n, 60000n, 60000n, 190000n, false]);
});

test('figures that cannot be computed here are marked', () => {
  const product = after([assigned('120/4')]);
  assert.deepEqual([cell(product).budgeted, cell(product).uncertain, cell(product, 'rent').uncertain, product.months[0].uncertain], [50000n, true, false, true]);
  assert.equal(after([change('add-row', entered({ amount: '3*2' }))]).months[0].uncertain, true);
  const overspent = after([change('add-row', entered({ amount: '60' }))]);
  assert.deepEqual([cell(overspent).balance, cell(overspent).uncertain, cell(overspent, 'food', 1).uncertain, overspent.months[1].uncertain], [-10000n, false, true, true]);
});

test('changes that were refused, and those of other budgets, are left out', () => {
  const p = after([assigned('1', { fault: { status: 409, code: '', message: '', hint: '', field: '', guarded: 0 } }), assigned('1', { budget: 'other' })]);
  assert.equal(cell(p).budgeted, 50000n);
});

test('approving, clearing, moving and covering', () => {
  const approved = after([change('approve-row', { row: 'r2', stood: 'Food', category: 'Rent', 'category-ref': 'rent=Rent' }), change('mark-cleared', { mark: 'cleared r1' })]);
  assert.deepEqual([approved.toApprove, cell(approved, 'rent').balance, cell(approved).balance, approved.rows.find(({ id }) => id === 'r1').cleared], [0, -10000n, 60000n, 'cleared']);
  const month = '2026-11';
  const covered = after([change('transfer', { category: 'food', to: 'rent', amount: '20', month }), change('move-to-category', { to: 'food', amount: '5', month }),
    change('add-row', entered({ amount: '30', category: 'Rent', 'category-ref': 'rent=Rent' })), change('cover', { category: 'rent', from: 'food', month })]);
  assert.deepEqual([cell(covered).balance, cell(covered, 'rent').balance, covered.months[0].toBudget], [25000n, 0n, 195000n]);
});

test('moving and covering money keep the sum of To Budget and all balances', () => {
  let seed = 7;
  const random = (n) => (seed = (seed * 1103515245 + 12345) % 2147483648) % n;
  const names = ['food', 'rent'];
  const sum = (p) => p.months[0].toBudget + cell(p, 'food').balance + cell(p, 'rent').balance;
  for (let run = 0; run < 200; run++) {
    const changes = Array.from({ length: 8 }, (_, i) => {
      const [from, amount, month] = [names[random(2)], figure(BigInt(random(9000)) * 10n, currency), '2026-11'];
      const to = ['', ...names][random(3)];
      return [assigned(amount, { seq: i }), change('transfer', { category: from, to, amount, month }), change('move-to-category', { to: from, amount, month }), change('cover', { category: from, from: to, month })][random(4)];
    });
    const p = after(changes);
    assert.equal(sum(p), 250000n, JSON.stringify(changes.map(({ what, fields }) => [what, fields])));
  }
});

test('amounts are exact beyond the integers of a number', () => {
  const p = after([change('add-row', entered({ amount: '0,01' }))], { accounts: [account('bank', { balance: '9007199254740993000' })] });
  assert.equal(p.balances.get('bank'), 9007199254740992990n);
  assert.equal(parse('1.000.000.000.000', currency), 10n ** 15n);
});

test('what card envelopes move is marked, and income on a card is not budgeted', () => {
  const [cards, group] = [account('visa', { card: true }), { id: 'c', name: 'Cards', income: false, cards: true, categories: [{ id: 'pay-visa', name: 'Visa' }] }];
  const base = snapshot();
  const withCard = (changes) => after(changes, {
    accounts: [...base.accounts, cards], groups: [...base.groups, group],
    months: base.months.map((month) => ({ ...month, figures: { ...month.figures, 'pay-visa': { budgeted: '0', activity: '0', balance: '0' } } })),
  });
  const marks = (p) => [cell(p, 'pay-visa').uncertain, p.months[0].uncertain, p.months[1].uncertain];
  const add = (fields) => withCard([change('add-row', entered(fields))]);
  assert.deepEqual(marks(add({})), [false, false, false]);
  assert.deepEqual(marks(add({ account: 'visa' })), [true, false, true]);
  assert.deepEqual(marks(add({ category: '', 'category-ref': '' })), [true, false, true]);
  assert.deepEqual(marks(add({ amount: '60' })), [true, false, true]);
  const income = add({ account: 'visa', direction: 'in', category: 'Pay', 'category-ref': 'pay=Pay' });
  assert.deepEqual([income.months[0].toBudget, income.months[0].uncertain], [200000n, false]);
});

test('the side on budget of a transfer has the category', () => {
  const rows = [row('out', { transfer: 'fund', payee: '' }), row('in', { account: 'fund', transfer: 'bank', payee: '', category: '', amount: '10000' })];
  const accounts = [account('bank'), account('fund', { onBudget: false })];
  const edited = after([change('edit-row', entered({ row: 'in', account: 'fund', date: '2026-11-20', direction: 'in', amount: '4', payee: 'Transfer: bank', 'payee-ref': 'account:bank=Transfer: bank', category: '', 'category-ref': '' }))], { rows, accounts });
  assert.deepEqual([cell(edited).balance, cell(edited).activity, edited.balances.get('bank'), edited.balances.get('fund')], [56000n, 6000n, 106000n, 94000n]);
  const deleted = after([change('delete-rows', { rows: 'in' })], { rows, accounts });
  assert.deepEqual([cell(deleted).balance, deleted.rows.length], [60000n, 0]);
  const part = after([change('delete-rows', { rows: 'in' })], { rows: rows.slice(1), accounts });
  assert.equal(cell(part).uncertain, true);
});

test('overspending of a hidden category, and money moved by figures that are uncertain, are marked', () => {
  const hidden = after([change('add-row', entered({ category: 'Old', 'category-ref': 'old=Old' }))]);
  assert.deepEqual(hidden.months.map(({ uncertain }) => uncertain), [false, true]);
  const month = '2026-12';
  const covered = after([change('add-row', entered({ amount: '60' })), change('cover', { category: 'rent', from: 'food', month })]);
  assert.deepEqual([cell(covered, 'rent', 1).uncertainBudgeted, cell(covered, 'rent', 1).uncertain, cell(covered, 'rent').uncertainBudgeted], [true, true, false]);
  const unread = after([change('add-row', entered({ amount: '3*2' }))]);
  assert.deepEqual([...unread.uncertainBalances], ['bank']);
});

test('typed amounts are read as the server reads them, or not at all', () => {
  const dollars = { digits: 2, point: '.', group: ',', symbol: '$', symbolFirst: true };
  const cases = [
    ['12.50', 12500n], ['12,50', 12500n], ['12,5', 12500n], ['0,123', undefined], ['1,234', 1234000n], ['1,234.50', 1234500n], ['$1,234.50', 1234500n], ['50 $', 50000n],
    ['1$50', undefined], ['12 50', undefined], ['1 234', 1234000n], ["1'234", 1234000n], ['1,2,3', undefined], ['1,', undefined], ['12,34,567', 1234567000n], ['.5', 500n],
    ['\u22125', -5000n], ['\u20135', -5000n], ['10+2.5-1', 11500n], ['5-', undefined], ['--5', undefined], ['3*2', undefined], ['', undefined], ['abc', undefined],
    ['1.234', undefined], ['1.2300', 1230n], ['1000000000000', 10n ** 15n], ['1000000000001', undefined],
  ];
  for (const [typed, want] of cases) assert.equal(parse(typed, dollars), want, typed);
  assert.equal(parse('0.001', dollars, -1n), 1n); // as it is now
  assert.equal(parse('1.5', { ...dollars, digits: 0 }), undefined);
  assert.equal(parse('12.5', currency), 12500n);
});
