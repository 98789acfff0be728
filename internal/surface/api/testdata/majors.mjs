// Makes every call of one major version of the unmodified official client, including writes, against the address in argv[3] and
// prints the results. argv[2] is the package, argv[4] the plan.
import { createRequire } from 'node:module';

const [, , name, address, plan] = process.argv;
const ynab = createRequire(import.meta.url)(name);
const api = new ynab.API(process.env.TOKEN, address);
const apis = Object.entries(Object.getOwnPropertyDescriptors(Object.getPrototypeOf(api)))
	.filter(([, d]) => d.get)
	.map(([k]) => k)
	.concat(Object.keys(api))
	.filter((k) => api[k] && typeof api[k] === 'object' && k !== '_configuration');
const methods = (o) => {
	const names = new Set();
	for (let p = o; p && p !== Object.prototype; p = Object.getPrototypeOf(p))
		for (const n of Object.getOwnPropertyNames(p))
			if (typeof o[n] === 'function' && /^(get|create|update|delete|import|bulk)/.test(n) && !/Raw$|RequestOpts$|^createFetchParams$/.test(n)) names.add(n);
	return names;
};
const every = new Map();
for (const k of apis) for (const n of methods(api[k])) every.set(n, api[k]);
every.delete('getTransactionsByType'); // an alias of getTransactions
if (ynab.MoneyMovementsApi) {
	const moves = new ynab.MoneyMovementsApi(new ynab.Configuration({ basePath: address, accessToken: process.env.TOKEN }));
	for (const n of methods(moves)) every.set(n, moves);
}

const made = {};
const call = async (n, ...args) => {
	const old = n.replace('Plan', 'Budget');
	const real = every.has(n) ? n : old;
	if (!every.has(real)) return undefined;
	const answer = await every.get(real)[real](...args);
	made[real] = true;
	return answer.data;
};
const refusals = [];
const refused = async (n, ...args) => {
	if (!every.has(n)) return;
	try {
		await every.get(n)[n](...args);
		refusals.push({ call: n, refused: false });
	} catch (thrown) {
		refusals.push({ call: n, refused: true, error: thrown.error });
	}
};

await call('getUser');
await call('getPlans', true);
const whole = await call('getPlanById', plan);
const budget = whole.plan || whole.budget;
await call('getPlanSettingsById', plan);
const today = new Date(Date.now() - 86400000).toISOString().slice(0, 10);
const month = today.slice(0, 8) + '01';

const accounts = (await call('getAccounts', plan)).accounts.filter((a) => a.on_budget && !a.closed);
await call('getAccountById', plan, accounts[0].id);
const account = (await call('createAccount', plan, { account: { name: 'New ' + name, type: 'checking', balance: 123450 } })).account;
const groups = (await call('getCategories', plan)).category_groups;
let group = groups.find((g) => g.categories.length > 1 && !/^(Internal|Credit Card)/.test(g.name) && !g.deleted);
let category = group.categories[0];
const group2 = await call('createCategoryGroup', plan, { category_group: { name: 'Made by ' + name } });
if (group2) {
	await call('updateCategoryGroup', plan, group2.category_group.id, { category_group: { name: 'Still by ' + name } });
	const made = await call('createCategory', plan, { category: { name: 'Made', category_group_id: group2.category_group.id, goal_target: 50000 } });
	category = made.category;
}
await call('updateCategory', plan, category.id, { category: { note: 'noted by ' + name, goal_target: 70000 } });
await call('updateMonthCategory', plan, month, category.id, { category: { budgeted: 12340 } });
const got = (await call('getMonthCategoryById', plan, month, category.id)).category;
await call('getCategoryById', plan, category.id);

const payee2 = await call('createPayee', plan, { payee: { name: 'Payee of ' + name } });
const payees = (await call('getPayees', plan)).payees;
const payee = payee2 ? payee2.payee : payees.find((p) => !p.transfer_account_id);
await call('updatePayee', plan, payee.id, { payee: { name: 'Renamed by ' + name } });
await call('getPayeeById', plan, payee.id);
const places = (await call('getPayeeLocations', plan)).payee_locations;
if (places.length > 0) await call('getPayeeLocationById', plan, places[0].id);
else delete made.getPayeeLocationById;
await call('getPayeeLocationsByPayee', plan, payee.id);

await call('getPlanMonths', plan);
await call('getPlanMonth', plan, month);
await call('getMoneyMovements', plan);
await call('getMoneyMovementsByMonth', plan, month);
await call('getMoneyMovementGroups', plan);
await call('getMoneyMovementGroupsByMonth', plan, month);

const row = { account_id: account.id, date: today, amount: -10000, payee_name: 'Shop', category_id: category.id, memo: 'm', cleared: 'cleared', approved: true, flag_color: 'red' };
const one = (await call('createTransaction', plan, { transaction: { ...row, import_id: name + ':1' } })).transaction;
const many = await call('createTransactions', plan, {
	transactions: [
		{ ...row, amount: -20000, import_id: name + ':2' },
		{ ...row, import_id: name + ':1' },
		{ ...row, amount: -30000, payee_name: undefined, payee_id: accounts[0].transfer_payee_id, category_id: undefined },
		{ ...row, amount: -40000, category_id: null, subtransactions: [{ amount: -15000, category_id: category.id }, { amount: -25000, category_id: category.id, memo: 'rest' }] },
	],
});
const bulk = await call('bulkCreateTransactions', plan, { transactions: [{ ...row, amount: -50000, import_id: name + ':3' }, { ...row, import_id: name + ':1' }] });
const changed = (await call('updateTransaction', plan, one.id, { transaction: { ...row, amount: -11000, memo: 'changed' } })).transaction;
const patched = await call('updateTransactions', plan, { transactions: [{ id: one.id, memo: 'again' }, { import_id: name + ':2', approved: false }] });
const imported = await call('importTransactions', plan);
for (const [n, id] of [['Account', account.id], ['Category', category.id], ['Payee', changed.payee_id], ['Month', month]]) await call('getTransactionsBy' + n, plan, id, '1990-01-01');
await call('getTransactions', plan, '1990-01-01');
await call('getTransactionById', plan, one.id);
const deleted = (await call('deleteTransaction', plan, many.transaction_ids[0])).transaction;

const later = new Date(Date.now() + 20 * 86400000).toISOString().slice(0, 10);
const schedule = { account_id: account.id, date: later, amount: -9990, payee_name: 'Club', category_id: category.id, frequency: 'monthly' };
const scheduled2 = await call('createScheduledTransaction', plan, { scheduled_transaction: schedule });
const list = (await call('getScheduledTransactions', plan)).scheduled_transactions;
const scheduled = scheduled2 ? scheduled2.scheduled_transaction : list[0];
await call('getScheduledTransactionById', plan, scheduled.id);
await call('updateScheduledTransaction', plan, scheduled.id, { scheduled_transaction: { ...schedule, amount: -8880, memo: 'less' } });
await call('deleteScheduledTransaction', plan, scheduled.id);

await refused('createTransaction', plan, { transaction: { ...row, import_id: name + ':1' } });
await refused('createTransaction', plan, { transaction: { ...row, account_id: '00000000-0000-4000-8000-000000000000' } });
await refused('createTransactions', plan, { transactions: [row, { ...row, category_id: '00000000-0000-4000-8000-000000000000' }] });
await refused('createTransaction', plan, { transaction: { ...row, date: '2999-01-01' } });
await refused('createAccount', plan, { account: { name: 'New ' + name, type: 'checking', balance: 0 } });
await refused('updateTransaction', plan, '00000000-0000-4000-8000-000000000000', { transaction: row });
await refused('deleteTransaction', plan, '00000000-0000-4000-8000-000000000000');
await refused('updateMonthCategory', plan, 'soon', category.id, { category: { budgeted: 1 } });

process.stdout.write(JSON.stringify({
	missed: [...every.keys()].filter((n) => !made[n] && !(n === 'getPayeeLocationById' && places.length === 0)),
	refusals, budgeted: got.budgeted, account, one, many, bulk, changed, patched, imported, deleted,
}));
