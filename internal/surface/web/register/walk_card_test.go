package register_test

import (
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/app"
	"holdover/internal/app/apptest"
	"holdover/internal/app/registers"
	"holdover/internal/app/rows"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
)

// cardWalker uses the card of the sample.
type cardWalker struct {
	walk.RowWalker
	id string // of the account Visa
}

func newCardWalker(t *testing.T, l walk.Look) cardWalker {
	t.Helper()
	walk.RequireAssets(t)
	w := cardWalker{RowWalker: walk.RowWalker{Walker: walk.New(t, walk.NewEnv(t, webtest.Pages), l)}}
	w.ID = apptest.Family(t, w.Env.App)
	w.id = cardID(t, w.Env, w.ID)
	return w
}

func cardID(t *testing.T, world *walk.Env, budget string) string {
	t.Helper()
	accounts, err := world.App.Accounts(t.Context(), app.Machine(), budget)
	if err != nil {
		t.Fatal(err)
	}
	for _, acc := range accounts {
		if acc.Name == "Visa" {
			return acc.ID
		}
	}
	t.Fatal("the sample has no card")
	return ""
}

// card returns the status of the card, and the format of its amounts.
func (w cardWalker) card() (c registers.CardStanding, text func(money.Milli) string) {
	w.Helper()
	r, err := w.Env.App.Register(w.Context(), app.Machine(), w.ID, registers.Query{Filter: rows.Filter{Account: w.id}})
	if err != nil {
		w.Fatal(err)
	}
	return *r.Card, r.Budget.CurrencyFormat.Spoken
}

// toBudget returns To Budget of every month.
func (w cardWalker) toBudget() map[civil.Month]money.Milli {
	w.Helper()
	all := map[civil.Month]money.Milli{}
	for _, m := range w.Env.Months(w, w.ID) {
		all[m.Month] = m.ToBudget
	}
	return all
}

// toEnvelopes opens the setting for cards from the card's register and changes it.
func (w cardWalker) toEnvelopes() {
	w.Helper()
	w.OpenAccount("Visa")
	w.See("This card is treated as an ordinary account.")
	w.Click("Set money aside to pay it")
	w.See("Every month before and after")
	w.Click("Budget cards as envelopes")
	w.See("Cards are budgeted as envelopes")
}

// add enters a transaction on the card by its form.
func (w cardWalker) add(payee, category, amount string, comesIn bool) {
	w.Helper()
	w.Click("Add transaction")
	w.Until("the form", `!!document.querySelector('.row-fields-form')`)
	w.Type("payee", payee)
	w.Keys(kb.Escape)
	w.Type("category", category)
	w.Keys(kb.Escape)
	if comesIn {
		w.Eval(`(() => { const f = document.querySelector('.row-fields-form [name=direction]'); f.value = 'in'; f.dispatchEvent(new Event('change', {bubbles: true})); })()`)
	}
	w.Type("amount", amount)
	w.Click("Save")
	w.See(payee)
}

// TestWalkCardsAsEnvelopes chooses YNAB's way to keep cards, undoes it and redoes it, pays the card by keyboard,
// overspends on it, adds a refund, moves money out of its payment category, and switches back.
func TestWalkCardsAsEnvelopes(t *testing.T) {
	t.Parallel()
	w := newCardWalker(t, walk.WideLight)
	plain := w.toBudget()
	w.toEnvelopes()
	w.UndoRedo("Cards are budgeted as envelopes")
	w.Shoot("cards")

	w.OpenAccount("Visa")
	before, text := w.card()
	if before.Payment() <= 0 {
		t.Fatalf("the sample has no money ready to pay: %+v", before)
	}
	w.See("Ready to pay")
	w.See(text(before.Ready))
	w.Shoot("card-register")
	w.TabToWords("Record payment")
	w.Keys(kb.Enter)
	w.Until("the form", `!!document.querySelector('.row-fields-form')`)
	if payee, amount := w.Value("payee"), w.Value("amount"); payee != "Transfer : Checking" || !strings.HasSuffix(text(before.Payment()), amount) {
		t.Errorf("the payment is filled in with %q and %q, ready to pay is %s", payee, amount, text(before.Payment()))
	}
	w.Keys(kb.Enter)
	w.Until("it is paid", `!document.querySelector('.row-fields-form') || document.querySelector('#row-payee').value === ''`)
	w.Keys(kb.Escape)
	w.See(text(before.Ready - before.Payment()))
	if after, _ := w.card(); after.Ready != before.Ready-before.Payment() || after.Owed != before.Owed-before.Payment() {
		t.Errorf("after the payment %+v, before %+v", after, before)
	}
	w.CheckConserved()

	paid := w.toBudget()
	w.OpenAccount("Visa")
	w.add("Big shop", "Cinema", "900", false)
	w.See("Not covered")
	w.See("was overspent in categories this month")
	w.CheckConserved()
	for m, amount := range w.toBudget() {
		if amount != paid[m] {
			t.Errorf("overspending on a card changed To Budget of %s to %s from %s", m, amount, paid[m])
		}
	}
	w.Shoot("card-overspent")
	w.Click("Overspent categories")
	w.Until("the balance is seen as debt of a card", `!!document.querySelector('.pill.on-card')`)
	w.ClickFigure("Cinema", "balance")
	w.See("becomes card debt")
	w.Shoot("card-debt")
	w.Keys(kb.Escape)
	w.OpenAccount("Visa")
	w.add("Big shop returns", "Cinema", "900", true)
	if refunded, _ := w.card(); refunded.Debt() != before.Debt() || refunded.Ready != before.Ready-before.Payment() {
		t.Errorf("after the refund %+v, before %+v", refunded, before)
	}
	w.See(text(before.Debt()))
	w.CheckConserved()

	w.Open("/budgets/" + w.ID)
	set := w.Figure("Visa", "balance")
	w.ClickFigure("Visa", "balance")
	w.Click("Transfer to another category")
	w.Fill("Amount", "1")
	w.Choose("To", "Cinema")
	w.SubmitOpenForm()
	w.See("from Visa to Cinema")
	if w.Figure("Visa", "balance") == set {
		t.Error("no money was moved")
	}
	w.UndoRedo("Moved")

	w.Open("/budgets/" + w.ID + "/cards")
	w.Click("Treat cards as ordinary accounts")
	w.See("Cards are treated as ordinary accounts")
	w.CheckConserved()
	for m, amount := range w.toBudget() {
		if moved := m >= before.Month; !moved && amount != plain[m] || moved && amount != plain[m]-1000 {
			t.Errorf("after switching back, To Budget of %s is %s, before 1.00 was moved it was %s", m, amount, plain[m])
		}
	}
}

// TestWalkCardsByKeyboard changes the setting for cards, moves money into the payment category and undoes both, with
// the keyboard only.
func TestWalkCardsByKeyboard(t *testing.T) {
	t.Parallel()
	w := newCardWalker(t, walk.WideDark)
	plain := w.toBudget()
	w.Open("/budgets/" + w.ID + "?month=2026-11")
	w.TabToWords("Family Keller")
	w.Keys(kb.Enter)
	for range 20 {
		if w.Eval(`document.activeElement.innerText`) == "Credit cards" {
			break
		}
		w.Keys(kb.ArrowDown)
	}
	w.Keys(kb.Enter)
	w.See("Cards are treated as ordinary accounts")
	w.TabToWords("Budget cards as envelopes")
	w.Keys(kb.Enter)
	w.See("Cards are budgeted as envelopes")
	w.CheckConserved()

	before, _ := w.card()
	w.Open("/budgets/" + w.ID + "?month=2026-11")
	w.TabTo(`e.name === 'to-budget'`)
	w.Keys(kb.Enter)
	w.TabToWords("Move to a category")
	w.Keys(kb.Enter)
	w.Until("the amount", `document.activeElement.name === 'amount'`)
	w.Keys("12.34")
	w.TabTo(`e.name === 'to'`)
	w.Keys("Visa")
	w.TabToWords("Move")
	w.Keys(kb.Enter)
	w.See("to Visa")
	if after, _ := w.card(); after.Ready != before.Ready+12_340 {
		t.Errorf("ready to pay is %s, before 12.34 was moved there it was %s", after.Ready, before.Ready)
	}
	w.CheckConserved()
	w.Press("z", chromedp.ModifierCtrl)
	w.See("Undone: Moved")
	w.Open("/budgets/" + w.ID + "/cards")
	w.TabToWords("Treat cards as ordinary accounts")
	w.Keys(kb.Enter)
	w.See("Cards are treated as ordinary accounts")
	for m, amount := range w.toBudget() {
		if amount != plain[m] {
			t.Errorf("after switching back, To Budget of %s is %s, it was %s", m, amount, plain[m])
		}
	}
}

// TestWalkCardsOnAPhone opens the choice and the card's register on a phone and pays the card there.
func TestWalkCardsOnAPhone(t *testing.T) {
	walk.OnPhones(t, payOnAPhone)
}

func payOnAPhone(t *testing.T, look walk.Look) {
	t.Helper()
	w := newCardWalker(t, look)
	w.OpenAccount("Visa")
	w.Shoot("phone-card-plain")
	w.toEnvelopes()
	w.Shoot("phone-cards")
	w.OpenAccount("Visa")
	before, text := w.card()
	w.Shoot("phone-card")
	w.Click("Record payment")
	w.Until("the form", `!!document.querySelector('.row-fields-form')`)
	w.Shoot("phone-card-payment")
	w.Click("Save")
	w.See(text(before.Ready - before.Payment()))
	w.CheckConserved()
}

// TestCardsWithoutScripts changes the setting for cards and pays the card without scripts. A payment category offers
// no impossible actions.
func TestCardsWithoutScripts(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	id := apptest.Family(t, world.App)
	b, card := walk.NewPlain(t, world), "/budgets/"+id+"/accounts/"+cardID(t, world, id)
	b.Open(card)
	b.Sees("This card is treated as an ordinary account.")
	b.Open("/budgets/" + id + "/cards")
	b.Send("/cards", "Budget cards as envelopes", nil)
	b.Sees("Cards are budgeted as envelopes")
	b.Open(card)
	pay := regexp.MustCompile(`href="([^"]*/rows/new\?[^"]*from=[^"]*)">Record payment`).FindStringSubmatch(b.Page)
	if pay == nil {
		t.Fatal("no payment is offered")
	}
	b.Open(html.UnescapeString(pay[1]))
	b.Sees("Transfer : Checking")
	b.Sees(`<option value="in" selected>`)
	if status := b.Send("/do/add-row", "Save", url.Values{"direction": {"in"}}); status != http.StatusOK {
		t.Fatalf("save the payment: status %d\n%s", status, b.Page)
	}
	b.Sees("€0.00")

	pick := regexp.MustCompile(`name="pick" value="([^"]*)"`).FindStringSubmatch(b.Page)
	screen, err := world.App.Screen(t.Context(), app.Machine(), id)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range screen.Categories {
		if c.Card == 0 {
			continue
		}
		b.Open("/budgets/" + id + "/menu?back=%2F&category=" + c.ID)
		for _, words := range []string{"Rename", "Delete", "Move to another group"} {
			if strings.Contains(b.Page, words) {
				t.Errorf("the menu of %s offers %s", c.Name, words)
			}
		}
		for _, page := range []string{"/rows/new", "/rules/new", "/scheduled/new", "/menu?chosen=category&back=%2F&pick=" + pick[1], "/accounts/new?type=cash"} {
			b.Open("/budgets/" + id + page)
			if strings.Contains(b.Page, c.ID) || strings.Contains(b.Page, "Credit Card Payments") {
				t.Errorf("%s offers %s", page, c.Name)
			}
		}
	}
}

// TestUncategorisedCardSpendingIsNamed spends on a card without a category: the card and the activity of its payment
// category name the amount, with a link to the transactions. It was called overspending in categories.
func TestUncategorisedCardSpendingIsNamed(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	id := apptest.Family(t, world.App)
	card, today := cardID(t, world, id), civil.DateOf(time.Now())
	b := walk.NewPlain(t, world)
	b.Open("/budgets/" + id + "/cards")
	b.Send("/cards", "Budget cards as envelopes", nil)
	status := func() registers.CardStanding {
		t.Helper()
		r, err := world.App.Register(t.Context(), app.Machine(), id, registers.Query{Filter: rows.Filter{Account: card}})
		if err != nil {
			t.Fatal(err)
		}
		return *r.Card
	}
	before := status()
	for payee, amount := range map[string]money.Milli{"Kiosk one": -12_340, "Kiosk two": -7_000} {
		if _, _, err := world.App.AddRow(t.Context(), app.Machine(), id, rows.Entry{Account: card, Date: today, Amount: amount, PayeeName: payee}); err != nil {
			t.Fatal(err)
		}
	}
	b.Open("/budgets/" + id + "/accounts/" + card)
	b.Sees("€19.34 was spent on the card without a category, so no money is set aside for it.")
	link := regexp.MustCompile(`href="([^"]*)">Transactions without a category</a>`)
	follow := func() {
		t.Helper()
		to := link.FindStringSubmatch(b.Page)
		if to == nil {
			t.Fatal("there is no link to the transactions")
		}
		b.Open(html.UnescapeString(to[1]))
		b.Sees("Kiosk one")
		b.Sees("Kiosk two")
		b.Sees("2 transactions")
	}
	follow()

	after := status()
	if after.Uncategorised != 19_340 || after.Spent != before.Spent {
		t.Errorf("%s was spent without a category and %s was overspent in categories, want 19.34 and %s", after.Uncategorised, after.Spent, before.Spent)
	}
	b.Open("/budgets/" + id + "/accounts/all?on-budget=1&category=" + after.Category + "&since=" + today.Month().First().String() + "&until=" + today.Month().Last().String())
	b.Sees("Another €19.34 was spent on the card without a category, so no money came for it.")
	follow()
}
