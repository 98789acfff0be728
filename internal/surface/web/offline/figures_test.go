package offline_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"holdover/internal/app"
	"holdover/internal/base/money"
	"holdover/internal/logic/amountparse"
	"holdover/internal/model/auth"
	"holdover/internal/model/budget"
	"holdover/internal/testing/browsertest/walk"
	"holdover/internal/testing/testkit"
)

// viewsBundle is the scripts of the views as one script that defines the object "views".
var viewsBundle = sync.OnceValues(func() (string, error) {
	cmd := exec.Command("node_modules/.bin/esbuild", "--bundle", "--format=iife", "--global-name=views", "--loader=ts", "--log-level=error")
	cmd.Dir = "../../../.."
	cmd.Stdin = strings.NewReader(`export * from './internal/surface/web/offline/scripts/context';
		export * from './internal/surface/web/offline/scripts/figures';
		export {over, parse} from './internal/surface/web/offline/scripts/money';
		export * from './internal/surface/web/offline/scripts/outbox';
		export * from './internal/surface/web/offline/scripts/sender';
		export * from './internal/surface/web/offline/scripts/sync';
		export * from './internal/surface/web/offline/scripts/row_form';
		export * from './internal/surface/web/offline/scripts/view_accounts';
		export * from './internal/surface/web/offline/scripts/view_budget';
		export * from './internal/surface/web/offline/scripts/view_forms';`)
	text, err := cmd.Output()
	return string(text), err
})

// figuresJS enters random changes by the forms and buttons of the views, and compares the figures before and after they were sent.
const figuresJS = `
globalThis.figures = {
	random(seed) {
		return (n) => {
			seed = (seed + 0x6D2B79F5) | 0;
			let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
			t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
			return ((t ^ (t >>> 14)) >>> 0) % n;
		};
	},
	async enter(id, seed, count) {
		const r = figures.random(seed);
		const steps = [];
		for (let i = 0; i < count; i++) {
			const c = await views.read(id);
			const step = await figures.step(c, r);
			if (step) steps.push(step);
		}
		return steps;
	},
	pick: (r, list) => list[r(list.length)],
	amount: (r, c) => String(r(4) ? r(90) + 1 : r(3000) + 1) + (r(3) && c.digits > 1 ? c.point + String(r(90) + 10) : ''),
	date(r, today) {
		const [y, m] = today.split('-').map(Number);
		const month = [0, 0, 0, 0, 0, -1, 1, 2][r(8)];
		const at = new Date(Date.UTC(y, m - 1 + month, 1 + r(28)));
		return month === 0 && r(2) ? today : at.toISOString().slice(0, 10);
	},
	// Presses, and waits until the outbox has changed.
	async press(does) {
		let done;
		const changed = new Promise((resolve) => (done = resolve));
		const end = views.subscribe(done);
		does();
		const late = setTimeout(() => done('late'), 3000);
		const how = await changed;
		clearTimeout(late);
		end();
		document.querySelectorAll('dialog').forEach((dialog) => dialog.remove());
		if (how === 'late') throw new Error('nothing was put into the outbox');
	},
	submit: (form) => form.dispatchEvent(new Event('submit', {cancelable: true})),
	fill(form, b, r) {
		const set = (name, value) => { const field = form.querySelector('[name=' + name + ']'); field.value = value; field.dispatchEvent(new Event('change', {bubbles: true})); };
		const options = (name) => [...form.querySelectorAll('[name=' + name + '] option')].map((option) => option.value);
		set('amount', figures.amount(r, b.snapshot.currency));
		set('direction', r(4) ? 'out' : 'in');
		set('account', figures.pick(r, options('account')));
		set('date', figures.date(r, b.snapshot.today));
		if (r(6) === 0) set('payee', 'Transfer: ' + figures.pick(r, b.snapshot.accounts).name);
		else set('payee', r(5) ? figures.pick(r, b.snapshot.payees).name : 'New payee ' + r(5));
		if (r(3)) set('category', figures.pick(r, options('category')));
		if (form.querySelector('[name=payee]').value === 'Transfer: ' + b.snapshot.accounts.find((a) => a.id === form.querySelector('[name=account]').value).name) set('payee', '');
		const value = (name) => form.querySelector('[name=' + name + ']').value;
		const account = b.snapshot.accounts.find((a) => a.id === value('account')).name;
		return [value('direction'), value('amount'), value('date'), account, value('payee'), 'category=' + views.categoryName(b, value('category'))].join(' ');
	},
	button: (nodes, text) => nodes.flatMap((node) => [...(node.matches?.('button') ? [node] : []), ...(node.querySelectorAll?.('button') ?? [])]).filter((button) => !text || button.textContent.startsWith(text)),
	async step(c, r) {
		const b = c.budget;
		const known = b.rows.filter((row) => !row.split && !row.sideOf && row.cleared !== 'reconciled');
		const month = figures.pick(r, b.months);
		const address = new URL(location.origin + '/budgets/' + b.snapshot.budget.id + '?month=' + month.month);
		switch (r(12)) {
		case 0: case 1: case 2: {
			const form = await views.rowForm(c, b, {}, () => {});
			const text = figures.fill(form, b, r);
			await figures.press(() => figures.submit(form));
			return 'add ' + text;
		}
		case 3: case 4: {
			const row = figures.pick(r, known);
			if (!row) return '';
			const form = await views.rowForm(c, b, {row}, () => {});
			const was = [row.id, row.amount, row.date, views.accountName(b, row.account), row.payeeName, 'transfer=' + views.accountName(b, row.transfer), 'category=' + views.categoryName(b, row.category)].join(' ');
			let text = 'amount';
			if (r(2)) text = figures.fill(form, b, r);
			else form.querySelector('[name=amount]').value = text = figures.amount(r, b.snapshot.currency);
			await figures.press(() => figures.submit(form));
			return 'edit ' + was + ' to ' + text;
		}
		case 5: {
			const row = figures.pick(r, b.rows);
			if (!row || row.sideOf) return '';
			const view = await views.editView(c, new URL(address.origin + '/budgets/' + b.snapshot.budget.id + '/rows/' + row.id), () => {});
			const [button] = figures.button(view.content, 'Delete');
			if (!button) return '';
			await figures.press(() => button.click());
			return ['delete', row.id, row.amount, row.date, views.accountName(b, row.account), row.payeeName, 'transfer=' + views.accountName(b, row.transfer), 'category=' + views.categoryName(b, row.category), 'split=' + row.split].join(' ');
		}
		case 6: {
			const marks = figures.button(views.registerView(c, b, 'all').content).filter((button) => button.className === 'offline-mark');
			if (!marks.length) return '';
			const mark = figures.pick(r, marks);
			await figures.press(() => mark.click());
			return 'mark ' + mark.getAttribute('aria-label');
		}
		case 7: {
			const view = views.approveView(c, b);
			const buttons = figures.button(view.content, 'Approve');
			if (!buttons.length) return '';
			const button = figures.pick(r, buttons);
			const select = button.closest('li').querySelector('select');
			if (select && r(2)) select.value = figures.pick(r, [...select.options]).value;
			await figures.press(() => button.click());
			return 'approve ' + button.textContent + ' category=' + (select ? views.categoryName(b, select.value) : '');
		}
		case 8: {
			const view = views.budgetView(c, b, address);
			figures.button(view.content, 'To Budget')[0].click();
			const form = document.querySelector('dialog form');
			const select = form.querySelector('select');
			if (!select.options.length) return '';
			select.value = figures.pick(r, [...select.options]).value;
			form.querySelector('input').value = figures.amount(r, b.snapshot.currency);
			const text = 'from To Budget ' + form.querySelector('input').value + ' to ' + views.categoryName(b, select.value) + ' ' + month.month;
			await figures.press(() => figures.submit(form));
			return text;
		}
		default: {
			const lines = figures.button(views.budgetView(c, b, address).content).filter((button) => button.className === 'offline-line');
			if (!lines.length) return '';
			const overspent = lines.filter((line) => line.lastChild.textContent.includes('\u2212'));
			const line = figures.pick(r, overspent.length && r(2) ? overspent : lines);
			line.click();
			const form = figures.pick(r, [...document.querySelectorAll('dialog form')]);
			const select = form.querySelector('select');
			const input = form.querySelector('input');
			if (select) select.value = figures.pick(r, [...select.options]).value;
			if (input) input.value = (select ? '' : figures.pick(r, ['', '', '+', '-', '='])) + figures.amount(r, b.snapshot.currency);
			const text = [form.getAttribute('aria-label'), line.textContent, input?.value, select && views.categoryName(b, select.value), month.month].join(' ');
			await figures.press(() => figures.submit(form));
			return text;
		}
		}
	},
	// Sends everything, and compares what the page showed, without the refused changes, with the new snapshot.
	async compare(id) {
		const before = (await views.read(id)).queue;
		const {snapshot} = (await views.snapshots()).find((one) => one.budget === id);
		for (let i = 0; i < 20 && (await views.entries()).some((entry) => !entry.fault); i++) await views.send();
		const left = await views.entries();
		if (left.some((entry) => !entry.fault && !left.some((other) => other.fault))) throw new Error('the outbox is not empty');
		const refused = left.map((entry) => entry.what + ' ' + entry.label + ': ' + (entry.fault?.message ?? 'held back'));
		const keys = new Set(left.map(({key}) => key));
		for (const entry of left) await views.discard(entry.seq);
		const shown = views.present(snapshot, before.filter(({key}) => !keys.has(key)));
		await views.sync(id);
		const is = (await views.read(id)).budget;
		const wrong = [], count = {exact: 0, uncertain: 0, uncertainButEqual: 0};
		const check = (what, a, b, uncertain) => {
			if (uncertain) { count.uncertain++; if (a === b) count.uncertainButEqual++; }
			else if (a === b) count.exact++;
			else wrong.push(what + ': ' + a + ' on the page, ' + b + ' on the server');
		};
		if (snapshot.knowledge === is.snapshot.knowledge && before.length > refused.length) wrong.push('the snapshot is the old one');
		for (const [account, balance] of shown.balances) check('balance of ' + views.accountName(is, account), balance, is.balances.get(account), shown.uncertainBalances.has(account));
		shown.months.forEach((month, i) => {
			const now = is.months[i];
			check('To Budget in ' + month.month, month.toBudget, now.toBudget, month.uncertain);
			for (const [category, cell] of month.cells) {
				const at = views.categoryName(is, category) + ' in ' + month.month;
				const there = now.cells.get(category);
				check('budgeted for ' + at, cell.budgeted, there.budgeted, cell.uncertainBudgeted);
				check('activity of ' + at, cell.activity, there.activity, cell.uncertain);
				check('balance of ' + at, cell.balance, there.balance, cell.uncertain);
			}
		});
		const taken = new Set();
		const rows = new Map(is.rows.map((row) => [row.id, row]));
		for (const row of shown.rows) {
			const isSide = (other) => row.sideOf && other.account === row.account && other.transfer === row.transfer && other.date === row.date && other.amount === row.amount;
			const there = rows.get(row.id) ?? is.rows.find((other) => isSide(other) && !taken.has(other.id));
			if (row.sideOf && there) taken.add(there.id);
			if (!there) { if (row.waiting) wrong.push('the waiting row ' + row.id + ' ' + row.payeeName + ' is not on the server'); continue; }
			for (const field of ['account', 'date', 'amount', 'transfer', 'category', 'notes', 'cleared', 'flag', 'approved', 'split']) check(field + ' of the row ' + row.id + ' ' + row.payeeName, row[field], there[field], false);
			if (!row.transfer) check('payee of the row ' + row.id, row.payeeName, there.payeeName, false);
		}
		check('number to approve', shown.toApprove, is.toApprove, false);
		const known = (account) => snapshot.rows.filter((row) => row.account === account).length; // an older one takes the place of a deleted one
		const extra = is.rows.filter((row) => !taken.has(row.id) && !shown.rows.some(({id}) => id === row.id) && known(row.account) < 40);
		return {wrong, refused, ...count, sent: before.length - left.length, sides: taken.size, extra: extra.length};
	},
};`

// loadViews loads the scripts of the views into a page that has none.
func (p *phone) loadViews() {
	p.Helper()
	p.page = "/sw.js" // as text, which is an HTML document
	p.kill()
	script := strings.Replace(testkit.Must(viewsBundle())(p), "var views =", "globalThis.views =", 1)
	testkit.Must(chromedp.Run(p.Tab, chromedp.Evaluate[string](script+figuresJS+"''")))(p)
}

type comparison struct {
	Wrong, Refused     []string
	Exact, Uncertain   int
	UncertainButEqual  int
	Sent, Sides, Extra int
}

// TestFiguresEqualTheServers enters random changes without a connection on generated budgets, and compares every figure that the
// page shows with the server's after they were sent: those that are not marked as uncertain are equal.
func TestFiguresEqualTheServers(t *testing.T) {
	if testing.Short() {
		t.Skip("a hundred sequences in a browser")
	}
	t.Parallel()
	p := newPhones(t, 1)[0]
	p.loadViews()
	seed := uint32(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	month := today().Month().String()
	var sum comparison
	failed := 0
	for i, options := range figureBudgets {
		plan := append([]string{"--seed", fmt.Sprint(i + 1), "--years", "1", "--end-month", month, "--tx", "60", "--groups", "2", "--categories", "5", "--payees", "6"}, options.plan...)
		p.ID = p.Env.ImportFile(t, walk.Generated(t, plan...))
		testkit.NoError(t, p.Env.App.SetShare(t.Context(), app.Machine(), p.ID, "Ben", auth.Editor))
		if options.cards {
			testkit.Must(p.Env.App.KeepCards(t.Context(), app.Machine(), p.ID, true))(t)
		}
		screen := testkit.Must(p.Env.App.Screen(t.Context(), app.Machine(), p.ID))(t)
		hidden := slices.IndexFunc(screen.Categories, func(c budget.Category) bool { return !c.Hidden && !c.Income && c.Card == 0 })
		testkit.Must(p.Env.App.HideCategory(t.Context(), app.Machine(), p.ID, screen.Categories[hidden].ID, true))(t)
		p.call(nil, `views.sync(id)`)
		for n := range sequencesOfBudget {
			var steps []string
			p.line.off.Store(true)
			p.call(&steps, fmt.Sprintf(`figures.enter(id, %d, %d)`, seed+uint32(1000*i+n), 3+n%8))
			p.line.off.Store(false)
			var c comparison
			p.call(&c, `figures.compare(id)`)
			sum.Exact += c.Exact
			sum.Uncertain += c.Uncertain
			sum.UncertainButEqual += c.UncertainButEqual
			sum.Sent += c.Sent
			sum.Sides += c.Sides
			sum.Refused = append(sum.Refused, c.Refused...)
			if c.Extra > 0 {
				c.Wrong = append(c.Wrong, fmt.Sprint(c.Extra, " transactions are on the server only"))
			}
			if len(c.Wrong) > 0 {
				t.Errorf("budget %d, sequence %d:\n\t%s\nfigures:\n\t%s\nrefused: %v", i, n, strings.Join(steps, "\n\t"), strings.Join(c.Wrong, "\n\t"), c.Refused)
				if failed++; failed > 8 {
					t.FailNow()
				}
			}
		}
	}
	t.Logf("%d changes sent, %d refused, %d figures equal, %d uncertain (%d of them equal), %d other sides of transfers", sum.Sent, len(sum.Refused), sum.Exact, sum.Uncertain, sum.UncertainButEqual, sum.Sides)
	if len(sum.Refused) > sum.Sent/10 || sum.Uncertain > sum.Exact/20 {
		t.Errorf("too much was refused or is uncertain: the sequences prove little: %v", sum.Refused)
	}
}

const sequencesOfBudget = 14

var figureBudgets = []struct {
	plan  []string
	cards bool
}{
	{[]string{"--cards", "0", "--accounts", "3"}, false},
	{[]string{"--cards", "1", "--accounts", "4"}, false},
	{[]string{"--cards", "2", "--accounts", "4"}, true},
	{[]string{"--cards", "1", "--accounts", "2", "--currency", "EUR"}, true},
	{[]string{"--cards", "0", "--accounts", "4", "--currency", "JPY"}, false},
	{[]string{"--cards", "0", "--accounts", "3", "--currency", "KWD", "--categories", "2", "--groups", "1"}, false},
	{[]string{"--cards", "2", "--accounts", "5", "--future-months", "0"}, true},
	{[]string{"--cards", "0", "--accounts", "5", "--tx", "20"}, false},
}

// TestTypedAmountsEqualTheServers types random texts as amounts. The page may not be able to read one that the server can read,
// but never reads another amount.
func TestTypedAmountsEqualTheServers(t *testing.T) {
	t.Parallel()
	p := newPhones(t, 1)[0]
	p.loadViews()
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	for _, format := range []money.Format{
		{ISOCode: "USD", CurrencySymbol: "$", DisplaySymbol: true, DecimalDigits: 2, DecimalSeparator: ".", GroupSeparator: ",", SymbolFirst: true},
		{ISOCode: "EUR", CurrencySymbol: "€", DisplaySymbol: true, DecimalDigits: 2, DecimalSeparator: ",", GroupSeparator: "."},
		{ISOCode: "JPY", CurrencySymbol: "¥", DecimalDigits: 0, DecimalSeparator: ".", GroupSeparator: ","},
		{ISOCode: "KWD", CurrencySymbol: "د.ك", DisplaySymbol: true, DecimalDigits: 3, DecimalSeparator: ".", GroupSeparator: ","},
		{ISOCode: "CHF", CurrencySymbol: "CHF", DisplaySymbol: true, DecimalDigits: 2, DecimalSeparator: ".", GroupSeparator: "'"},
		{ISOCode: "SEK", CurrencySymbol: "kr", DisplaySymbol: true, DecimalDigits: 2, DecimalSeparator: ",", GroupSeparator: "\u00a0"},
	} {
		parts := []string{"1", "2", "50", "0", "234", "000", "999999999999", format.DecimalSeparator, format.GroupSeparator, ".", ",", "+", "-", "\u2212", " ", "'", "=", "*", "/", "(", ")", format.CurrencySymbol}
		texts := []string{"", format.Text(-1_234_560), format.Text(1_234_567_890), "1" + format.GroupSeparator + "234", "1000000000000", "1000000000001"}
		for range 1500 {
			var b strings.Builder
			for range 1 + r.IntN(6) {
				b.WriteString(parts[r.IntN(len(parts))])
			}
			texts = append(texts, b.String())
		}
		const there = 12_000
		currency := testkit.Must(json.Marshal(map[string]any{"digits": format.DecimalDigits, "point": format.DecimalSeparator, "group": format.GroupSeparator, "symbol": format.CurrencySymbol}))(t)
		var read [][2]*money.Milli
		p.call(&read, fmt.Sprintf(`%s.map((text) => [views.parse(text, %s), views.over(text, %[2]s, %dn)].map((value) => value === undefined ? null : Number(value)))`, testkit.Must(json.Marshal(texts))(t), currency, there))
		same, unread := 0, 0
		for i, text := range texts {
			check := func(what string, page *money.Milli, server money.Milli, err error) {
				switch {
				case page == nil && err == nil:
					unread++
				case page != nil && (err != nil || *page != server):
					t.Errorf("%s %s: %q is %d on the page, and %d (%v) on the server", format.ISOCode, what, text, *page, server, err)
				case page != nil:
					same++
				}
			}
			server, err := amountparse.Amount(format, text, 0)
			check("amount", read[i][0], server, err)
			server, err = amountparse.Over(format, text, there)
			check("figure", read[i][1], server, err)
		}
		t.Logf("%s: %d texts are read as on the server, %d on the server only", format.ISOCode, same, unread)
	}
}
