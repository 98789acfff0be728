// node actual-zip.mjs SOURCE OUT.json [EXPORT.zip] [--live] [--try=ROWS.json]
// Opens SOURCE, a plan document or an export of the peer (.zip), in the peer. Writes the peer's figures and rows to OUT.json
// and, if EXPORT.zip is given, the peer's own export to it. --live first adds data of each kind that the peer has: holds,
// rollovers, schedules, rules, notes, templates, merged payees, deleted categories. --try applies each rule alone to each of some
// transactions, and writes which of them it changes.
import fs from 'node:fs';
import path from 'node:path';
import { api, start, importPlan, dumpAll, dumpMonths, said, say, write } from './peer.mjs';

const words = process.argv.slice(2).filter(w => !w.startsWith('--'));
const live = process.argv.includes('--live');
const rowsToTry = process.argv.find(w => w.startsWith('--try='))?.slice('--try='.length);
const [source, out, zip] = words;
if (!out) {
  say('usage: node actual-zip.mjs SOURCE OUT.json [EXPORT.zip] [--live]');
  process.exit(2);
}
await start();
let opened;
if (source.endsWith('.zip')) {
  opened = await api.internal.send('import-budget', { filepath: path.resolve(source), type: 'actual' });
  if (!opened.error && !opened.id) {
    opened = { id: (await api.internal.send('load-prefs'))?.id };
  }
} else {
  opened = await importPlan(source);
}
const failed = () => said.filter(l => l.startsWith('error') || l.startsWith('unhandled')).join('\n');
if (opened.error || !opened.id) {
  say(`the peer cannot open ${source}: ${opened.error}\n${failed()}`);
  process.exit(1);
}
await api.internal.send('get-budget-bounds');
if (live) await use();

const rows = async () => (await api.aqlQuery(api.q('transactions')
  .select(['id', 'date', 'amount', 'notes', 'account.name', 'category.name', 'payee.name', 'transfer_id', 'is_parent', 'parent_id',
    'cleared', 'reconciled', 'imported_id', 'imported_payee', 'starting_balance_flag'])
  .options({ splits: 'all' }).orderBy([{ date: 'asc' }, { starting_balance_flag: 'desc' }, { sort_order: 'asc' }]))).data;
const doc = { ok: true, ...(await dumpAll()) };
for (const a of await api.getAccounts()) {                    // the balance that pages show: rows without the parts of splits
  const q = api.q('transactions').filter({ account: a.id }).options({ splits: 'none' }).calculate({ $sum: '$amount' });
  doc.accounts.find(d => d.name === a.name).balance = (await api.aqlQuery(q)).data ?? 0;
}
doc.months = await dumpMonths();
doc.rows = await rows();
doc.schedule_list = await api.internal.send('schedule/get-all').catch(() => undefined) ?? await api.getSchedules();
doc.rule_list = await api.getRules();
doc.notes = (await api.aqlQuery(api.q('notes').select('*'))).data;
doc.account_groups = await api.internal.send('account-groups-get').catch(() => undefined);
doc.tags = await api.internal.send('tags-get');
if (rowsToTry) doc.tried = await tryRules(JSON.parse(fs.readFileSync(rowsToTry, 'utf8')));
doc.said = said.filter(l => l.startsWith('error') || l.startsWith('unhandled'));
write(out, doc);
if (zip) {
  const { data, error } = await api.internal.send('export-budget');
  if (error) {
    say(`the peer cannot export the budget: ${error}\n${failed()}`);
    process.exit(1);
  }
  fs.writeFileSync(zip, data);
}
await api.shutdown();
process.exit(0);

// tryRules returns the indexes of the transactions that each rule changes, by the id of the rule. Rules of schedules cannot be
// deleted and stay.
async function tryRules(transactions) {
  const send = (name, args) => api.internal.send(name, args);
  const rules = (await send('rules-get')).slice();
  const deleted = [];
  for (const rule of rules) if ((await send('rule-delete', rule.id)) !== false) deleted.push(rule);
  const changed = {};
  for (const { id: was, ...rule } of deleted) {
    const { id, error } = await send('rule-add', rule);
    if (error) throw new Error(`the peer refuses the rule ${JSON.stringify(rule)}`);
    changed[was] = [];
    for (const [i, transaction] of transactions.entries()) {
      const after = await send('rules-run', { transaction });
      if (['notes', 'tombstone', 'schedule'].some(field => (after[field] ?? null) !== (transaction[field] ?? null))) changed[was].push(i);
    }
    await send('rule-delete', id);
  }
  return changed;
}

// use adds data of each kind to the budget with the peer's own methods.
async function use() {
  const groups = await api.getCategoryGroups();
  const expenses = groups.filter(g => !g.is_income).flatMap(g => g.categories);
  const income = groups.find(g => g.is_income).categories[0];
  const accounts = await api.getAccounts();
  const onBudget = accounts.filter(a => !a.offbudget && !a.closed);
  const months = (await dumpMonths()).filter(m => m.totalSpent || m.totalBudgeted || m.totalIncome).map(m => m.month);
  const [first, middle, last] = [months[0], months[months.length >> 1], months[months.length - 1]];

  for (const month of [first, middle]) {                      // a month can hold what is left to budget
    const m = await api.getBudgetMonth(month);
    const budgeted = m.categoryGroups.flatMap(g => g.categories).find(c => c.id === expenses[0].id).budgeted;
    await api.setBudgetAmount(month, expenses[0].id, budgeted + m.toBudget - 60000);
    await api.internal.send('get-budget-bounds');
    if (!(await api.holdBudgetForNextMonth(month, 12345))) throw new Error(`${month} holds nothing`);
  }
  await api.setBudgetCarryover(middle, expenses[1].id, true);
  await api.setBudgetCarryover(first, expenses[2].id, true);
  await api.setBudgetCarryover(last, expenses[2].id, false);
  await api.internal.send('budget/set-carryover', { startMonth: last, category: income.id, flag: true }); // automatic hold

  const day = n => `${last}-${String(n).padStart(2, '0')}`;
  const split = await api.addTransactions(onBudget[0].id, [{
    date: day(3), amount: -5000, payee_name: 'Split Shop', notes: 'two things',
    subtransactions: [
      { amount: -3000, category: expenses[0].id, notes: 'one' },
      { amount: -2000, category: expenses[1].id },
    ],
  }], { runTransfers: true });
  const transferTo = (await api.getPayees()).find(p => p.transfer_acct === onBudget[1].id);
  await api.addTransactions(onBudget[0].id, [
    { date: day(4), amount: -7700, payee: transferTo.id, notes: 'over there' },
    { date: day(4), amount: -1111, payee_name: 'Nobody', notes: 'without category' },
    { date: day(4), amount: -222, payee_name: 'Coffee Bar', category: expenses[3].id, imported_id: 'bank-1', imported_payee: 'COFFEE BAR 0042', cleared: true },
  ], { runTransfers: true });
  await api.addTransactions(onBudget[0].id, [{
    date: day(5), amount: -9000, payee_name: 'Both',
    subtransactions: [{ amount: -4000, payee: transferTo.id }, { amount: -5000, category: expenses[0].id }],
  }], { runTransfers: true });

  const coffee = (await api.getPayees()).find(p => p.name === 'Coffee Bar');
  const other = await api.createPayee({ name: 'Coffee-Bar' });
  await api.addTransactions(onBudget[0].id, [{ date: day(6), amount: -333, payee: other, category: expenses[3].id }]);
  await api.mergePayees(coffee.id, [other]);
  await api.deleteCategory(expenses[4].id, expenses[5].id);
  await api.deleteCategory(expenses[6].id);

  const note = (id, text) => api.internal.send('notes-save', { id, note: text });
  await note(expenses[0].id, 'Hello #tag\n#template 50');
  await note(expenses[1].id, '#template up to 150');
  await note(expenses[2].id, `#template 500 by ${last}`);
  await note(expenses[3].id, '#template 10 repeat every week starting 2026-01-05');
  await note(expenses[5].id, '#template average 3 months');
  await note(expenses[7].id, '#goal 1000');
  await note(`account-${onBudget[0].id}`, 'My account');
  await note(`budget-${last}`, 'A month to remember');

  const schedule = (name, amount, date, more) => api.createSchedule({ name, account: onBudget[0].id, amount, amountOp: 'is', date, posts_transaction: false, ...more });
  await schedule('Rent', -80000, { start: '2026-01-31', frequency: 'monthly', interval: 1, patterns: [{ type: 'day', value: -1 }], skipWeekend: true, weekendSolveMode: 'before', endMode: 'never' }, { payee: coffee.id, posts_transaction: true });
  await schedule('Gym', -3000, { start: '2026-01-05', frequency: 'weekly', interval: 5, endMode: 'after_n_occurrences', endOccurrences: 10 });
  await schedule('Second Friday', -1500, { start: '2026-01-09', frequency: 'monthly', interval: 1, patterns: [{ type: 'FR', value: 2 }], endMode: 'never' });
  await schedule('Once', -999, '2030-02-03');
  await schedule('To there', -20000, { start: '2026-01-15', frequency: 'yearly', interval: 1, endMode: 'on_date', endDate: '2033-01-15' }, { payee: transferTo.id });

  const rule = (stage, conditionsOp, conditions, actions) => api.createRule({ stage, conditionsOp, conditions, actions });
  await rule('pre', 'and', [{ field: 'imported_payee', op: 'contains', value: 'coffee' }], [{ op: 'set', field: 'payee', value: coffee.id }]);
  await rule(null, 'and', [{ field: 'payee', op: 'is', value: coffee.id }], [{ op: 'set', field: 'category', value: expenses[3].id }]);
  await rule(null, 'and', [{ field: 'payee', op: 'oneOf', value: [coffee.id] }, { field: 'amount', op: 'gt', value: 100 }], [{ op: 'set', field: 'notes', value: 'x' }]);
  await rule('post', 'or', [{ field: 'account', op: 'is', value: onBudget[0].id }, { field: 'notes', op: 'contains', value: 'split' }], [
    { op: 'set', field: 'category', value: null },
    { op: 'set-split-amount', value: 25, options: { splitIndex: 1, method: 'fixed-percent' } },
    { op: 'set', field: 'category', value: expenses[0].id, options: { splitIndex: 1 } },
    { op: 'set-split-amount', value: null, options: { splitIndex: 2, method: 'remainder' } },
    { op: 'set', field: 'category', value: expenses[1].id, options: { splitIndex: 2 } },
  ]);
  await rule(null, 'and', [{ field: 'amount', op: 'isbetween', value: { num1: -5000, num2: -1000 } }, { field: 'payee', op: 'is', value: coffee.id }], [{ op: 'set', field: 'notes', value: 'big coffee' }]);
  await api.internal.send('get-budget-bounds');
  if (!split) throw new Error('no split');
}
