// Makes every read call of the unmodified official client against the address in argv[2], with the token in the environment,
// and prints the results. argv[4] is a server where the token has exceeded its request limit.
import { createRequire } from 'node:module';

const ynab = createRequire(import.meta.url)('ynab');
const [, , address, plan, limited] = process.argv;
const client = new ynab.API(process.env.TOKEN, address);
const moves = new ynab.MoneyMovementsApi(new ynab.Configuration({ basePath: address, accessToken: process.env.TOKEN }));
const got = {};
const call = async (name, promise) => (got[name] = (await promise).data);

await call('user', client.user.getUser());
await call('plans', client.plans.getPlans(true));
const whole = (await call('plan', client.plans.getPlanById(plan))).plan;
await call('settings', client.plans.getPlanSettingsById(plan));
await call('changes', client.plans.getPlanById(plan, got.plan.server_knowledge));

const { accounts } = await call('accounts', client.accounts.getAccounts(plan));
await call('account', client.accounts.getAccountById(plan, accounts[0].id));

const { category_groups: groups } = await call('categories', client.categories.getCategories(plan));
const row = whole.transactions.find((t) => !t.deleted && t.category_id && t.payee_id && groups.some((g) => g.categories.some((c) => c.id === t.category_id)));
const month = row.date.slice(0, 8) + '01';
await call('category', client.categories.getCategoryById(plan, row.category_id));
await call('monthCategory', client.categories.getMonthCategoryById(plan, month, row.category_id));

await call('payees', client.payees.getPayees(plan));
await call('payee', client.payees.getPayeeById(plan, row.payee_id));
const { payee_locations: places } = await call('locations', client.payeeLocations.getPayeeLocations(plan));
if (places.length > 0) await call('location', client.payeeLocations.getPayeeLocationById(plan, places[0].id));
await call('payeeLocations', client.payeeLocations.getPayeeLocationsByPayee(plan, row.payee_id));

await call('months', client.months.getPlanMonths(plan));
await call('month', client.months.getPlanMonth(plan, month));
await call('movements', moves.getMoneyMovements(plan));
await call('monthMovements', moves.getMoneyMovementsByMonth(plan, month));
await call('movementGroups', moves.getMoneyMovementGroups(plan));
await call('monthMovementGroups', moves.getMoneyMovementGroupsByMonth(plan, month));

const since = '1990-01-01';
await call('transactions', client.transactions.getTransactions(plan, since));
await call('unapproved', client.transactions.getTransactions(plan, since, 'unapproved'));
await call('uncategorized', client.transactions.getTransactions(plan, since, 'uncategorized'));
await call('transaction', client.transactions.getTransactionById(plan, row.id));
await call('accountTransactions', client.transactions.getTransactionsByAccount(plan, row.account_id, since));
await call('categoryTransactions', client.transactions.getTransactionsByCategory(plan, row.category_id, since));
await call('payeeTransactions', client.transactions.getTransactionsByPayee(plan, row.payee_id, since));
await call('monthTransactions', client.transactions.getTransactionsByMonth(plan, month, since));

const { scheduled_transactions: scheduled } = await call('scheduled', client.scheduledTransactions.getScheduledTransactions(plan));
if (scheduled.length > 0) await call('oneScheduled', client.scheduledTransactions.getScheduledTransactionById(plan, scheduled[0].id));

// The client's error for an error response. Only its middleware can read the headers.
const refused = async (token, at, ask) => {
	const seen = {};
	const post = async ({ response }) => {
		seen.status = response.status;
		seen.retryAfter = response.headers.get('Retry-After');
	};
	const plans = new ynab.PlansApi(new ynab.Configuration({ basePath: at, accessToken: token, middleware: [{ post }] }));
	try {
		await ask(plans);
	} catch (thrown) {
		Object.assign(seen, thrown);
	}
	return seen;
};
const known = process.env.TOKEN;
const refusals = {
	unknownPlan: await refused(known, address, (plans) => plans.getPlanById('00000000-0000-4000-8000-000000000000')),
	wrongToken: await refused('wrong', address, (plans) => plans.getPlans()),
	badMonth: await refused(known, address, () => client.months.getPlanMonth(plan, 'soon')),
	badKnowledge: await refused(known, address, (plans) => plans.getPlanById(plan, 'x')),
	tooMany: await refused(known, limited, (plans) => plans.getPlans()),
};
process.stdout.write(JSON.stringify({ row, month, got, refusals }));
