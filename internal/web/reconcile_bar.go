package web

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"holdover/internal/app"
	"holdover/internal/budget"
	"holdover/internal/cal"
	"holdover/internal/fault"
	"holdover/internal/money"
)

// reconcileBar is the bar of an account's register; nil where no reconciliation
// is under way, or cannot be.
func (s *site) reconcileBar(r *http.Request, who app.Actor, l *listing, got *app.Register) (*ReconcileBar, error) {
	u, acc := l.UnderWay, got.Account
	if acc == nil || acc.Closed || !got.MayChange() || !u.Begun {
		return nil, nil //nolint:nilnil // no bar is an answer
	}
	format, to := got.Budget.CurrencyFormat, linksOf(got.Budget.ID)
	left, asking := l.but(func(l *listing) { l.UnderWay = underWay{} }), l.but(func(l *listing) { l.UnderWay.Told = false })
	bar := &ReconcileBar{URL: r.URL.Path, LeaveURL: to.register(&left), Kept: hiddenFields(asking.query()), Bank: u.Bank, On: u.On}
	if !u.Told {
		bar.Bank, bar.On = format.Text(acc.ClearedBalance), s.today().String()
		return bar, nil
	}
	bank, on, err := u.read(format)
	if err != nil {
		bar.Faults = atField(err, bankKey, "date")
		return bar, nil
	}
	bar.Result, err = s.reconcileResult(r, who, l, got, bank, on)
	return bar, err
}

// read is the bank's balance and its day.
func (u underWay) read(format money.Format) (money.Milli, cal.Date, error) {
	bank, err := app.ParseAmount(format, u.Bank, 0)
	if err != nil {
		return 0, 0, fault.New(fault.Invalid, "bank: %s", err.Error()).WithHint("%s", fault.HintOf(err))
	}
	on, err := cal.ParseDate(u.On)
	if err != nil {
		return 0, 0, fault.New(fault.Invalid, "date: %q is none", u.On).WithHint("a date is written 2026-03-31")
	}
	return bank, on, nil
}

func (s *site) reconcileResult(r *http.Request, who app.Actor, l *listing, got *app.Register, bank money.Milli, on cal.Date) (*ReconcileResult, error) {
	now, err := s.app.Reconciling(r.Context(), who, got.Budget.ID, got.Account.ID, bank, on)
	if err != nil {
		return nil, err
	}
	fig, to := figures{got.Budget.CurrencyFormat}, linksOf(got.Budget.ID)
	res := &ReconcileResult{
		Cleared: fig.symbol(now.Cleared), Bank: fig.symbol(bank), Missing: fig.symbol(now.Missing), Agrees: now.Missing == 0,
		Action: to.to("do/reconcile"), Adjustment: fig.symbol(now.Missing).Text,
		Hidden: []Field{
			hiddenField("account", got.Account.ID), hiddenField(bankKey, l.UnderWay.Bank), hiddenField(onKey, on.String()),
			hiddenField("adjustment", strconv.FormatInt(int64(now.Missing), 10)), hiddenField("back", here(r)),
		},
		Hint: suspicion(fig, got.Budget.DateFormat, now.Suspects),
	}
	if now.Uncleared > 0 {
		uncleared := l.but(func(l *listing) { l.Filter.Cleared = string(budget.Uncleared) })
		res.Uncleared, res.UnclearedURL = counted(now.Uncleared, "row is", "rows are")+" not cleared", to.register(&uncleared)
	}
	if res.Hint != nil {
		res.Hint.Action, res.Hint.Hidden = to.to("do/rows-cleared"), append(res.Hint.Hidden, hiddenField("back", here(r)))
	}
	if !got.Account.OnBudget || res.Agrees {
		return res, nil
	}
	screen, err := s.app.Screen(r.Context(), who, got.Budget.ID)
	d := menuDrawing{Screen: &screen, members: membersOf(screen.Categories)}
	res.Categories = d.categoryChoices("")
	return res, err
}

// suspicion says which rows would explain what is missing; nil where it is not
// clear.
func suspicion(fig figures, dates string, rows []app.Row) *Suspicion {
	if len(rows) == 0 {
		return nil
	}
	var ids, said []string
	for i := range rows {
		text := fig.symbol(rows[i].Amount).Text + " of " + rows[i].Date.In(dates)
		if rows[i].PayeeName != "" {
			text += " (" + rows[i].PayeeName + ")"
		}
		ids, said = append(ids, rows[i].ID), append(said, text)
	}
	become, its := budget.ClearedYes, hiddenField("rows", strings.Join(ids, " "))
	sus := &Suspicion{Text: "A row of " + said[0] + " is not cleared.", Button: "Mark it cleared"}
	switch {
	case len(rows) > 1:
		sus.Text, sus.Button = "Two rows that are not cleared make up what is missing: "+strings.Join(said, " and ")+".", "Mark both cleared"
	case clearedMark(rows[0].Cleared) == IsCleared:
		sus.Text, sus.Button, become = "A row of "+said[0]+" is marked cleared. Is it on the statement?", "Mark it not cleared", budget.Uncleared
	}
	sus.Hidden = []Field{its, hiddenField("cleared", string(become))}
	return sus
}

// reconcileAccount makes the cleared rows reconciled ones and leaves the bar.
func reconcileAccount(c *changing) (app.Done, error) {
	b, err := c.app.Budget(c.ctx, c.who, c.id)
	if err != nil {
		return app.Done{}, err
	}
	balance, on, err := underWay{Bank: c.get(bankKey), On: c.get(onKey)}.read(b.CurrencyFormat)
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
