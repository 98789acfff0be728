package web

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"holdover/internal/app"
	"holdover/internal/cal"
	"holdover/internal/fault"
	"holdover/internal/money"
)

// The words of the address that a reconciliation under way is kept in.
const (
	reconcileKey = "reconcile"
	bankKey      = "bank"
	onKey        = "on"
)

var reconcileKeys = []string{reconcileKey, bankKey, onKey}

// withoutReconciling is a page's address after its reconciliation.
func withoutReconciling(u *url.URL) string {
	q := u.Query()
	for _, key := range reconcileKeys {
		q.Del(key)
	}
	left := url.URL{Path: u.Path, RawPath: u.RawPath, RawQuery: q.Encode()}
	return left.RequestURI()
}

// reconcileBar is the bar of an account's register; nil where no reconciliation
// is under way, or cannot be.
func (s *site) reconcileBar(r *http.Request, who app.Actor, got *app.Register) (*ReconcileBar, error) {
	q, acc := r.URL.Query(), got.Account
	if acc == nil || acc.Closed || !got.MayChange() || !q.Has(reconcileKey) {
		return nil, nil //nolint:nilnil // no bar is an answer
	}
	format := got.Budget.CurrencyFormat
	bar := &ReconcileBar{URL: r.URL.Path, LeaveURL: withoutReconciling(r.URL), Bank: q.Get(bankKey), On: q.Get(onKey)}
	for key, values := range q {
		if key != bankKey && key != onKey && key != "done" {
			bar.Kept = append(bar.Kept, Field{Name: key, Value: values[0]})
		}
	}
	slices.SortFunc(bar.Kept, func(a, b Field) int { return strings.Compare(a.Name, b.Name) })
	if !q.Has(bankKey) {
		bar.Bank, bar.On = format.Text(acc.ClearedBalance), s.today().String()
		return bar, nil
	}
	bank, on, err := bankBalance(format, q.Get)
	if err != nil {
		bar.Faults = atField(err, bankKey, "date")
		return bar, nil
	}
	bar.Result, err = s.reconcileResult(r, who, got, bank, on)
	return bar, err
}

// bankBalance reads what the bank says.
func bankBalance(format money.Format, get func(string) string) (money.Milli, cal.Date, error) {
	bank, err := app.ParseAmount(format, get(bankKey), 0)
	if err != nil {
		return 0, 0, fault.New(fault.Invalid, "bank: %s", err.Error()).WithHint("%s", fault.HintOf(err))
	}
	on, err := cal.ParseDate(get(onKey))
	if err != nil {
		return 0, 0, fault.New(fault.Invalid, "date: %q is none", get(onKey)).WithHint("a date is written 2026-03-31")
	}
	return bank, on, nil
}

func (s *site) reconcileResult(r *http.Request, who app.Actor, got *app.Register, bank money.Milli, on cal.Date) (*ReconcileResult, error) {
	now, err := s.app.Reconciling(r.Context(), who, got.Budget.ID, got.Account.ID, bank, on)
	if err != nil {
		return nil, err
	}
	fig, l := figures{got.Budget.CurrencyFormat}, linksOf(got.Budget.ID)
	res := &ReconcileResult{
		Cleared: fig.symbol(now.Cleared), Bank: fig.symbol(bank), Missing: fig.symbol(now.Missing), Agrees: now.Missing == 0,
		Action: l.to("do/reconcile"), Adjustment: fig.symbol(now.Missing).Text,
		Hidden: []Field{
			hiddenField("account", got.Account.ID), hiddenField(bankKey, r.URL.Query().Get(bankKey)), hiddenField(onKey, on.String()),
			hiddenField("adjustment", strconv.FormatInt(int64(now.Missing), 10)), hiddenField("back", r.URL.RequestURI()),
		},
	}
	if now.Uncleared > 0 {
		res.Uncleared = counted(now.Uncleared, "row is", "rows are") + " not cleared"
		q := r.URL.Query()
		q.Set("cleared", "uncleared")
		res.UnclearedURL = r.URL.Path + "?" + q.Encode()
	}
	res.Hint = suspectText(fig, got.Budget.DateFormat, now.Suspects)
	if got.Account.OnBudget && !res.Agrees {
		screen, err := s.app.Screen(r.Context(), who, got.Budget.ID)
		if err != nil {
			return nil, err
		}
		d := menuDrawing{Screen: &screen, members: membersOf(screen.Categories)}
		res.Categories = d.categoryChoices("")
	}
	return res, nil
}

// suspectText says which rows would explain what is missing.
func suspectText(fig figures, dates string, rows []app.Row) string {
	row := func(i int) string {
		said := fig.symbol(rows[i].Amount).Text + " of " + dateText(dates, rows[i].Date)
		if rows[i].PayeeName != "" {
			said += " (" + rows[i].PayeeName + ")"
		}
		return said
	}
	switch {
	case len(rows) == 2:
		return "Two rows that are not cleared make up what is missing: " + row(0) + " and " + row(1) + "."
	case len(rows) == 0:
		return ""
	case clearedMark(rows[0].Cleared) == IsCleared:
		return "A row of " + row(0) + " is marked cleared. Is it on the statement?"
	}
	return "A row of " + row(0) + " is not cleared."
}

// reconcileAccount makes the cleared rows reconciled ones and leaves the bar.
func reconcileAccount(c *changing) (app.Done, error) {
	b, err := c.app.Budget(c.ctx, c.who, c.id)
	if err != nil {
		return app.Done{}, err
	}
	balance, on, err := bankBalance(b.CurrencyFormat, c.get)
	if err != nil {
		return app.Done{}, err
	}
	bank := app.BankBalance{Balance: balance, Date: on, Category: c.get("category")}
	if adjustment, err := strconv.ParseInt(c.get("adjustment"), 10, 64); err == nil {
		bank.Adjustment = money.Milli(adjustment)
	}
	done, err := c.app.Reconcile(c.ctx, c.who, c.id, c.get("account"), bank)
	if back, parsed := url.Parse(c.get("back")); err == nil && parsed == nil {
		c.form.PostForm.Set("back", withoutReconciling(back))
	}
	return done, err
}
