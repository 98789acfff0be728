package register

import (
	"net/url"
	"strconv"
	"strings"

	"holdover/internal/app"
	"holdover/internal/app/pageframe"
	"holdover/internal/app/registers"
	"holdover/internal/app/rows"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/amountparse"
	"holdover/internal/model/budget"
	"holdover/internal/model/humanize"
	"holdover/internal/surface/ui"
)

// reconcileBar returns the bar of an account's register, or nil if no reconciliation has begun or the account cannot
// be reconciled.
func reconcileBar(r *ui.Request, l *listing, got *registers.Page) (*ReconcileBar, error) {
	u, acc := l.UnderWay, got.Account
	if acc == nil || acc.Closed || !got.MayChange() || !u.Begun {
		return nil, nil //nolint:nilnil // no bar is an answer
	}
	format, to := got.Budget.CurrencyFormat, ui.LinksOf(got.Budget.ID)
	left, asking := l.but(func(l *listing) { l.UnderWay = underWay{} }), l.but(func(l *listing) { l.UnderWay.Told = false })
	bar := &ReconcileBar{URL: r.URL.Path, LeaveURL: left.url(to), Kept: ui.HiddenFields(asking.query()), Bank: u.Bank, On: ui.DayTyped(got.Budget.DateFormat, u.On, r.Today), Words: reconcileWordsOf(acc)}
	if !u.Told {
		cleared, err := r.App.ClearedUntil(r.Context(), r.Actor, got.Budget.ID, acc.ID, r.Today)
		bar.Bank, bar.On = format.Text(cleared), ui.DayIn(got.Budget.DateFormat, r.Today)
		if by := acc.Bank; by != nil && by.BalanceDate != 0 {
			bar.Bank, bar.On = format.Text(by.Balance), ui.DayIn(got.Budget.DateFormat, by.BalanceDate)
			bar.Says = "The bank says " + ui.Figures{Format: format}.Symbol(by.Balance).Text + " on " + by.BalanceDate.In(got.Budget.DateFormat)
		}
		return bar, err
	}
	bank, on, err := u.read(&got.Budget, r.Today)
	if err != nil {
		bar.Faults = ui.AtField(err, bankKey, "date")
		return bar, nil
	}
	bar.Result, err = reconcileResult(r, l, got, bank, on)
	return bar, err
}

// read parses the bank's balance and its date.
func (u underWay) read(b *pageframe.Budget, today civil.Date) (money.Milli, civil.Date, error) {
	bank, err := amountparse.Amount(b.CurrencyFormat, u.Bank, 0)
	if err != nil {
		return 0, 0, apperr.New(apperr.Invalid, "%s", err.Error()).Of("bank").WithHint("%s", apperr.HintOf(err))
	}
	on, err := ui.ReadDate(b.DateFormat, u.On, today)
	if err != nil {
		return 0, 0, apperr.New(apperr.Invalid, "%s", err.Error()).Of("date").WithHint("%s", apperr.HintOf(err))
	}
	if on.FarOff() {
		return 0, 0, apperr.New(apperr.Invalid, "%s is out of range", on.In(b.DateFormat)).Of("date").WithHint("check the year")
	}
	return bank, on, nil
}

func reconcileResult(r *ui.Request, l *listing, got *registers.Page, bank money.Milli, on civil.Date) (*ReconcileResult, error) {
	now, err := r.App.Reconciling(r.Context(), r.Actor, got.Budget.ID, got.Account.ID, bank, on)
	if err != nil {
		return nil, err
	}
	fig, to := ui.Figures{Format: got.Budget.CurrencyFormat}, ui.LinksOf(got.Budget.ID)
	res := &ReconcileResult{
		Cleared: fig.Symbol(now.Cleared), Bank: fig.Symbol(bank), Missing: fig.Symbol(now.Missing), Agrees: now.Missing == 0,
		Action: to.To("do/reconcile"), Adjustment: fig.Symbol(now.Missing).Text,
		Hidden: []ui.Field{
			ui.Hidden("account", got.Account.ID), ui.Hidden(bankKey, l.UnderWay.Bank), ui.Hidden(onKey, on.String()),
			ui.Hidden("adjustment", strconv.FormatInt(int64(now.Missing), 10)), ui.Hidden("back", r.Here()),
		},
		Hint: suspicion(fig, got.Budget.DateFormat, now.Suspects, reconcileWordsOf(got.Account)),
	}
	if now.Uncleared > 0 {
		uncleared := l.but(func(l *listing) { l.Filter.Cleared, l.Filter.Until = string(budget.Uncleared), on })
		res.Uncleared, res.UnclearedURL = humanize.Number(now.Uncleared, "transaction is", "transactions are")+" uncleared", uncleared.url(to)
	}
	if now.Later > 0 {
		res.Later = humanize.Number(now.Later, "cleared transaction after that day stays as it is", "cleared transactions after that day stay as they are")
	}
	if res.Hint != nil {
		res.Hint.Action, res.Hint.Hidden = to.To("do/rows-cleared"), append(res.Hint.Hidden, ui.Hidden("back", r.Here()))
	}
	if !got.Account.OnBudget || res.Agrees {
		return res, nil
	}
	d, err := r.ScreenMenu()
	if err != nil {
		return nil, err
	}
	res.Categories = d.CategoryChoices("")
	return res, nil
}

// reconcileWords are the words for the balance that an account is compared with.
type reconcileWords struct {
	Balance, Date string // labels of the fields
	Short         string // label of the figure
	Agree, Differ string
	Question      string // about a cleared transaction
}

// reconcileWordsOf returns the words for an account: cash has no bank, its money is counted.
func reconcileWordsOf(acc *pageframe.Account) reconcileWords {
	if budget.AccountType(acc.Type) == budget.Cash {
		return reconcileWords{
			Balance: "Count your money", Date: "Counted on", Short: "Counted", Agree: "The cleared transactions agree with your money.",
			Differ: "Mark the transactions that were paid as cleared, or correct what differs.", Question: "Was it paid?",
		}
	}
	return reconcileWords{
		Balance: "Bank balance", Date: "Statement of", Short: "Bank", Agree: "The cleared transactions agree with the bank.",
		Differ: "Mark the transactions that are on the statement as cleared, or correct what differs.", Question: "Is it on the statement?",
	}
}

// suspicion describes the rows that would explain the difference. It returns nil for no rows.
func suspicion(fig ui.Figures, dates string, rows []rows.Row, words reconcileWords) *Suspicion {
	if len(rows) == 0 {
		return nil
	}
	var ids, said []string
	for i := range rows {
		text := fig.Symbol(rows[i].Amount).Text + " of " + rows[i].Date.In(dates)
		if rows[i].PayeeName != "" {
			text += " (" + rows[i].PayeeName + ")"
		}
		ids, said = append(ids, rows[i].ID), append(said, text)
	}
	become, its := budget.ClearedYes, ui.Hidden("rows", strings.Join(ids, " "))
	sus := &Suspicion{Text: "A transaction of " + said[0] + " is uncleared.", Button: "Mark it cleared"}
	switch {
	case len(rows) == 2:
		sus.Text, sus.Button = "Two transactions that are uncleared make up what is missing: "+strings.Join(said, " and ")+".", "Mark both cleared"
	case len(rows) > 2:
		sus.Text, sus.Button = explanation(said), "Clear these "+humanize.Count(len(rows))+" transactions"
	case clearedMark(rows[0].Cleared) == IsCleared:
		sus.Text, sus.Button, become = "A transaction of "+said[0]+" is marked cleared. "+words.Question, "Mark it uncleared", budget.Uncleared
	}
	sus.Hidden = []ui.Field{its, ui.Hidden("cleared", string(become))}
	return sus
}

// mostNamed is the number of transactions that an explanation names.
const mostNamed = 6

// explanation returns the text about uncleared transactions that add up to the difference. said describes each of them.
func explanation(said []string) string {
	text := humanize.Count(len(said)) + " transactions that are uncleared make up what is missing: "
	if len(said) > mostNamed {
		return text + strings.Join(said[:mostNamed], ", ") + " and " + humanize.Count(len(said)-mostNamed) + " more."
	}
	return text + strings.Join(said[:len(said)-1], ", ") + " and " + said[len(said)-1] + "."
}

// reconcileAccount marks the cleared rows up to the statement's date as reconciled. On success, the page to return to
// has no reconciliation bar.
func reconcileAccount(r *ui.Request) (app.ChangeResult, error) {
	b, err := r.App.Budget(r.Context(), r.Actor, r.BudgetID)
	if err != nil {
		return app.ChangeResult{}, err
	}
	balance, on, err := underWay{Bank: r.Get(bankKey), On: r.Get(onKey)}.read(&b, r.Today)
	if err != nil {
		return app.ChangeResult{}, err
	}
	bank := app.BankBalance{Balance: balance, Date: on, Category: r.Get("category")}
	if adjustment, err := strconv.ParseInt(r.Get("adjustment"), 10, 64); err == nil {
		bank.Adjustment = money.Milli(adjustment)
	}
	done, err := r.App.Reconcile(r.Context(), r.Actor, r.BudgetID, r.Get("account"), bank)
	if back, parsed := url.Parse(r.Get("back")); err == nil && parsed == nil {
		r.PostForm.Set("back", withoutReconciling(back))
	}
	return done, err
}

// ReconcileBar compares an account with its bank, above the rows. Its whole state is stored in the page's address.
type ReconcileBar struct {
	URL      string     // the register, to which the bank's balance is submitted
	Kept     []ui.Field // other parameters of the address
	LeaveURL string
	Bank     string // as typed
	On       ui.Day // date of the statement
	Says     string // the balance that the bank told, with its day, or ""
	Faults   ui.FieldFaults
	Words    reconcileWords
	Result   *ReconcileResult // nil until the bank's balance is known
}

type ReconcileResult struct {
	Cleared, Bank, Missing ui.Figure
	Agrees                 bool
	Uncleared              string // "3 transactions are uncleared"; empty if all are cleared
	UnclearedURL           string
	Later                  string // "2 cleared transactions after that day stay as they are"; empty if there are none
	Hint                   *Suspicion
	Action                 string // address of the reconciliation
	Hidden                 []ui.Field
	Adjustment             string           // the amount of an adjustment, with its sign
	Categories             []ui.OptionGroup // of the adjustment; none for an account off budget
}

// Suspicion describes rows that would explain the difference, with a button that changes their state.
type Suspicion struct {
	Text   string
	Action string
	Hidden []ui.Field
	Button string
}

// The parameters of an address that contain the state of a reconciliation.
const (
	reconcileKey = "reconcile"
	bankKey      = "bank"
	onKey        = "on"
)

// underWay is the state of a reconciliation in a register's address. It continues while rows are filtered, sorted or
// marked.
type underWay struct {
	Begun    bool
	Told     bool   // the bank's balance was submitted
	Bank, On string // the balance and its date, as typed
}

func underWayIn(q url.Values) underWay {
	return underWay{q.Has(reconcileKey), q.Has(bankKey), beginning(q.Get(bankKey)), beginning(q.Get(onKey))}
}

// mostTyped is the maximum number of characters stored of an amount or a date, since every link of the page contains
// them. Longer text is invalid; its beginning causes the error.
const mostTyped = 100

func beginning(text string) string {
	if long := []rune(text); len(long) > mostTyped {
		return string(long[:mostTyped])
	}
	return text
}

func (u underWay) set(q url.Values) {
	if u.Begun {
		q.Set(reconcileKey, "1")
	}
	if u.Begun && u.Told {
		q.Set(bankKey, u.Bank)
		q.Set(onKey, u.On)
	}
}

// withoutReconciling removes the reconciliation from an address, and the filters of uncleared transactions until the
// statement's date: they would find none.
func withoutReconciling(u *url.URL) string {
	q := u.Query()
	for _, key := range []string{reconcileKey, bankKey, onKey} {
		q.Del(key)
	}
	if q.Get("state") == string(budget.Uncleared) {
		q.Del("state")
		q.Del("until")
	}
	left := url.URL{Path: u.Path, RawPath: u.RawPath, RawQuery: q.Encode()}
	return left.RequestURI()
}
