// node actual-register.mjs PLAN.json
// Imports PLAN.json into the peer, then reads the account with the most rows by
// the peer's own queries, searches it, adds a row to it and reads the month.
// One line of JSON, times in ms, medians: {"rows":…,"all_rows_ms":…,"page_ms":…,
// "search_ms":…,"add_ms":…,"month_ms":…}
import { api, begin } from './peer.mjs';

await begin('actual-register.mjs PLAN.json');

const of = account => api.q('transactions').filter({ account });
const rowsOf = async account => (await api.aqlQuery(of(account).calculate({ $count: '$id' }))).data;

let account, rows = -1;
for (const a of await api.getAccounts()) {
  const n = a.closed || a.offbudget ? -1 : await rowsOf(a.id);
  if (n > rows) [account, rows] = [a.id, n];
}

const median = list => list.sort((a, b) => a - b)[list.length >> 1];
async function timed(times, run) {
  const took = [];
  for (let i = 0; i < times; i++) {
    const begun = performance.now();
    await run(i);
    took.push(performance.now() - begun);
  }
  return median(took);
}

// The query of the peer's register: the rows with the parts of splits beneath them.
const register = of(account).select('*').options({ splits: 'grouped' });
const all_rows_ms = await timed(5, () => api.aqlQuery(register));
const page_ms = await timed(10, () => api.aqlQuery(register.limit(100)));
const search_ms = await timed(5, () => api.aqlQuery(register.filter({ $or: [
  { 'payee.name': { $like: '%weekly%' } }, { notes: { $like: '%weekly%' } }, { 'category.name': { $like: '%weekly%' } },
] })));

const months = await api.getBudgetMonths();
const month = months[months.length >> 1];
const category = (await api.getCategoryGroups()).find(g => !g.is_income && g.categories.length).categories[0].id;
const add = [], read = [];
for (let i = 0; i < 30; i++) {
  add.push(await timed(1, async () => {
    await api.addTransactions(account, [{ date: month + '-15', amount: -1234 - i, category, notes: 'added' }]);
    await api.internal.send('get-budget-bounds');     // wait until the cells are computed
  }));
  read.push(await timed(1, () => api.getBudgetMonth(month)));
}
process.stdout.write(JSON.stringify({ rows, all_rows_ms, page_ms, search_ms, add_ms: median(add), month_ms: median(read) }) + '\n');
await api.shutdown();
process.exit(0);
