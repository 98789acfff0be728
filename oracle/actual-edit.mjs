// node actual-edit.mjs PLAN.json
// Imports PLAN.json into the peer, then sets one budgeted amount after another in
// the middle of the plan and reads that month: {"set_ms":…,"read_ms":…}, medians.
import { api, begin } from './peer.mjs';

await begin('actual-edit.mjs PLAN.json');
const months = await api.getBudgetMonths();
const month = months[months.length >> 1];
const groups = await api.getCategoryGroups();
const category = groups.find(g => !g.is_income && g.categories.length).categories[0].id;

async function timed(run) {
  const begun = performance.now();
  await run();
  return performance.now() - begun;
}
const median = list => list.sort((a, b) => a - b)[list.length >> 1];

const set = [], read = [];
for (let i = 0; i < 30; i++) {
  set.push(await timed(async () => {
    await api.setBudgetAmount(month, category, 1000 + i);
    await api.internal.send('get-budget-bounds');     // wait until the cells are computed
  }));
  read.push(await timed(() => api.getBudgetMonth(month)));
}
process.stdout.write(JSON.stringify({ set_ms: median(set), read_ms: median(read) }) + '\n');
await api.shutdown();
process.exit(0);
