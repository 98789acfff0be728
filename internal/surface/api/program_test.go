package api_test

import (
	"context"
	"errors"
	"time"

	"pgregory.net/rapid"

	"holdover/internal/app"
	"holdover/internal/app/payees"
	"holdover/internal/app/rows"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
)

var errNothingThere = errors.New("there is nothing of the kind")

// program does something as a program does it over the API.
func (s *served) program(t *rapid.T, kind, name string, m civil.Month, c, other app.MonthCategory, amount money.Milli) error {
	a, ctx, who := s.app, t.Context(), app.Machine()
	accounts, err := a.Accounts(ctx, who, s.id)
	if err != nil {
		return err
	}
	account := accounts[rapid.IntRange(0, len(accounts)-1).Draw(t, "account")].ID
	day := min(m.DayAt(rapid.IntRange(1, 28).Draw(t, "day")), civil.DateOf(time.Now()))
	fields := app.TransactionFields{Account: &account, Date: &day, Amount: &amount, PayeeName: &name, Category: &c.ID}
	switch kind {
	case "api uncategorised":
		empty := ""
		fields.Category = &empty
		_, _, err = a.CreateTransactions(ctx, who, s.id, []app.NewTransaction{{TransactionFields: fields}})
	case "api create":
		_, _, err = a.CreateTransactions(ctx, who, s.id, []app.NewTransaction{{TransactionFields: fields, ImportID: name}, {TransactionFields: fields}})
	case "api split":
		fields.Category = nil
		fields.Parts = []app.PartFields{{Amount: amount - 1000, Category: c.ID, PayeeName: name}, {Amount: 1000, Category: other.ID, PayeeName: name}}
		_, _, err = a.CreateTransactions(ctx, who, s.id, []app.NewTransaction{{TransactionFields: fields}})
	case "api update":
		row, err := s.someRow(ctx, t)
		if err != nil {
			return err
		}
		_, _, err = a.UpdateTransactions(ctx, who, s.id, []app.TransactionChange{{ID: row, TransactionFields: fields}})
		return err
	case "api day": // affects only the age of money
		row, err := s.someRow(ctx, t)
		if err != nil {
			return err
		}
		_, _, err = a.UpdateTransactions(ctx, who, s.id, []app.TransactionChange{{ID: row, TransactionFields: app.TransactionFields{Date: &day}}})
		return err
	case "account type":
		_, err = a.SetAccountType(ctx, who, s.id, account, rapid.SampledFrom([]string{"checking", "creditCard", "cash"}).Draw(t, "type"))
	case "api delete":
		row, err := s.someRow(ctx, t)
		if err != nil {
			return err
		}
		_, err = a.DeleteRows(ctx, who, s.id, rows.These(row), true)
		return err
	case "api account":
		_, _, err = a.AddAccount(ctx, who, s.id, app.AccountEntry{Name: name, Type: "checking", OnBudget: true, Balance: amount, Date: day})
	case "api payee":
		_, _, err = a.AddPayee(ctx, who, s.id, name)
	case "api rename payee":
		payees, err := a.PayeesOf(ctx, who, s.id, payees.Query{})
		if err != nil || len(payees.Page) == 0 {
			return err
		}
		_, err = a.RenamePayee(ctx, who, s.id, payees.Page[rapid.IntRange(0, len(payees.Page)-1).Draw(t, "payee")].ID, name)
		return err
	case "api rename account":
		_, err = a.RenameAccount(ctx, who, s.id, account, name)
	case "api schedule":
		next := civil.DateOf(time.Now()).AddDays(5)
		fields.Date = &next
		_, _, err = a.CreateScheduled(ctx, who, s.id, app.ScheduledFields{TransactionFields: fields, Frequency: "monthly"})
	case "api edit category":
		_, err = a.UpdateCategory(ctx, who, s.id, c.ID, app.CategoryFields{Name: &name, Group: &other.GroupID, Target: &app.TargetFields{Amount: &amount}})
	}
	return err
}

func (s *served) someRow(ctx context.Context, t *rapid.T) (string, error) {
	var ids []string
	err := s.app.Transactions(ctx, app.Machine(), s.id, rows.Filter{Limit: 60}, func(row rows.Row) error {
		ids = append(ids, row.ID)
		return nil
	})
	if err != nil || len(ids) == 0 {
		return "", errors.Join(err, errNothingThere)
	}
	return ids[rapid.IntRange(0, len(ids)-1).Draw(t, "row")], nil
}
