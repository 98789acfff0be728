// node actual-reports.mjs PLAN.json
//
// Imports PLAN.json into the peer, then computes the figures of reports with queries like those of its own reports, over all
// months. Prints {"rows":…,"spent":…,"net":…,"ms":{"spending/category":…,…}}: medians in milliseconds, amounts in cents.
import { api, begin } from './peer.mjs';

await begin('actual-reports.mjs PLAN.json');

const month = { $month: '$date' };
const sum = { amount: { $sum: '$amount' } };
const ask = async query => (await api.aqlQuery(query)).data;
// Rows on budget that are not transfers between accounts on budget.
const counted = api.q('transactions').filter({
  'account.offbudget': false,
  $or: [{ 'payee.transfer_acct': null }, { 'payee.transfer_acct.offbudget': true }],
});
const spent = counted.filter({ $or: [{ category: null }, { 'category.is_income': false }] });
const by = (query, ...fields) => query.groupBy([month, ...fields]).select([{ month }, ...fields, sum]);

const reports = {
  'spending/group': () => ask(by(spent, 'category.group', 'category')),
  'spending/category': () => ask(by(spent, 'category')),
  'spending/payee': () => ask(by(spent, 'payee')),
  'spending/account': () => ask(by(spent, 'account')),
  income: () => Promise.all([
    ask(by(counted.filter({ 'category.is_income': true }), 'payee')),
    ask(by(spent, 'category.group', 'category')),
  ]),
  'net-worth': () => ask(by(api.q('transactions'), 'account')),
};

const median = list => list.sort((a, b) => a - b)[list.length >> 1];
const ms = {};
for (const [name, run] of Object.entries(reports)) {
  const took = [];
  for (let i = 0; i < 5; i++) {
    const begun = performance.now();
    await run();
    took.push(performance.now() - begun);
  }
  ms[name] = median(took);
}
const total = rows => rows.reduce((n, r) => n + r.amount, 0);
process.stdout.write(JSON.stringify({
  rows: await ask(api.q('transactions').calculate({ $count: '$id' })),
  spent: -total(await reports['spending/category']()),
  net: total(await reports['net-worth']()),
  ms,
}) + '\n');
await api.shutdown();
process.exit(0);
