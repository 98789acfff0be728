package archive

import (
	"bytes"
	"maps"
	"reflect"
	"strings"
	"testing"

	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

const (
	june  civil.Date = 2024_06_10
	july  civil.Date = 2024_07_10
	bank             = budget.AccountNo(1)
	cash             = budget.AccountNo(2)
	house            = budget.AccountNo(3) // tracking
	food             = budget.CategoryNo(1)
)

func row(no budget.TxNo, account budget.AccountNo, date civil.Date, amount money.Milli, category budget.CategoryNo) budget.Transaction {
	return budget.Transaction{No: no, Account: account, Date: date, Amount: amount, Category: category, Approved: true}
}

func transfer(t budget.Transaction, to budget.AccountNo, other budget.TxNo) budget.Transaction {
	t.Transfer = budget.Transfer{Account: to, Tx: other}
	return t
}

func unapproved(t budget.Transaction) budget.Transaction {
	t.Approved = false
	return t
}

// TestSelection lists which transactions stay, and why.
func TestSelection(t *testing.T) {
	for name, c := range map[string]struct {
		rows  []budget.Transaction
		stays map[budget.TxNo]Reason
	}{
		"ordinary":                           {[]budget.Transaction{row(1, bank, june, -5, food), row(2, house, june, 9, 0)}, nil},
		"not approved":                       {[]budget.Transaction{unapproved(row(1, bank, june, -5, food))}, map[budget.TxNo]Reason{1: Unapproved}},
		"without a category":                 {[]budget.Transaction{row(1, bank, june, -5, 0)}, map[budget.TxNo]Reason{1: Uncategorised}},
		"with a category that is not there":  {[]budget.Transaction{row(1, bank, june, -5, 77)}, map[budget.TxNo]Reason{1: Uncategorised}},
		"a transfer":                         {[]budget.Transaction{transfer(row(1, bank, june, -5, 0), cash, 2), transfer(row(2, cash, june, 5, 0), bank, 1)}, nil},
		"a transfer to tracking, two months": {[]budget.Transaction{transfer(row(1, bank, june, -5, food), house, 2), transfer(row(2, house, july, 5, 0), bank, 1)}, nil},
		"a transfer within two months":       {[]budget.Transaction{transfer(row(1, bank, june, -5, 0), cash, 2), transfer(row(2, cash, july, 5, 0), bank, 1)}, map[budget.TxNo]Reason{1: Linked, 2: Linked}},
		"a transfer across the border":       {[]budget.Transaction{transfer(row(1, bank, june, -5, food), house, 9)}, map[budget.TxNo]Reason{1: Linked}},
		"a transfer that is not linked":      {[]budget.Transaction{transfer(row(1, bank, june, -5, 0), cash, 0)}, map[budget.TxNo]Reason{1: Linked}},
		"a transfer with another amount":     {[]budget.Transaction{transfer(row(1, bank, june, -5, 0), cash, 2), transfer(row(2, cash, june, 6, 0), bank, 1)}, map[budget.TxNo]Reason{1: Linked, 2: Linked}},
		"a transfer with one category":       {[]budget.Transaction{transfer(row(1, bank, june, -5, 0), cash, 2), transfer(row(2, cash, june, 5, food), bank, 1)}, map[budget.TxNo]Reason{1: Linked, 2: Linked}},
		"a transfer with one side to approve": {
			[]budget.Transaction{unapproved(transfer(row(1, bank, june, -5, food), house, 2)), transfer(row(2, house, june, 5, 0), bank, 1)},
			map[budget.TxNo]Reason{1: Unapproved, 2: Linked},
		},
		"a split whose transfer stays": {[]budget.Transaction{
			{No: 1, Account: bank, Date: june, Amount: -9, Approved: true, Parts: []budget.Part{{No: 5, Amount: -5, Transfer: budget.Transfer{Account: house, Tx: 2}, Category: food}, {No: 6, Amount: -4, Transfer: budget.Transfer{Account: cash, Tx: 3}}}},
			{No: 2, Account: house, Date: june, Amount: 5, Approved: true, Transfer: budget.Transfer{Account: bank, Tx: 1, Part: 5}},
			{No: 3, Account: cash, Date: july, Amount: 4, Approved: true, Transfer: budget.Transfer{Account: bank, Tx: 1, Part: 6}},
		}, map[budget.TxNo]Reason{1: Linked, 2: Linked, 3: Linked}},
	} {
		s := NewSelection([]budget.Account{{No: bank, OnBudget: true}, {No: cash, OnBudget: true}, {No: house}}, []budget.Category{{No: food}})
		for i := range c.rows {
			s.Add(&c.rows[i])
		}
		s.Decide()
		stays := map[budget.TxNo]Reason{}
		for i := range c.rows {
			if why := s.Stays(&c.rows[i]); why != "" {
				stays[c.rows[i].No] = why
			}
		}
		if !maps.Equal(stays, c.stays) {
			t.Errorf("%s: %v stay, want %v", name, stays, c.stays)
		}
	}
}

// TestFileIsReadAsWritten writes one line of each kind and reads them back.
func TestFileIsReadAsWritten(t *testing.T) {
	cell, tx := budget.Cell{Category: food, Month: june.Month(), Budgeted: 1, Note: "a\nb"}, row(1, bank, june, -5, food)
	lines := []Line{
		{Transaction: &tx},
		{Receipt: &budget.Receipt{No: 1, Name: "a.pdf"}},
		{Cell: &cell},
		{Month: &budget.Month{Month: june.Month(), Held: 3}},
		{Switches: &Switches{Category: food, Before: []budget.Rollover{{Category: food, From: june.Month(), On: true}}}},
		{Assigned: &Assigned{food, 1, 2}},
		{Opening: &tx},
	}
	var file bytes.Buffer
	w, err := NewWriter(&file, Head{ID: "id", Budget: "Home", Before: july})
	for i := range lines {
		if err == nil {
			err = w.Write(lines[i])
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	var head Head
	var got []Line
	err = Read(&file, func(h Head) error { head = h; return nil }, func(l *Line) error { got = append(got, *l); return nil })
	if err != nil || head != (Head{version, "id", "Home", july}) || !reflect.DeepEqual(got, lines) {
		t.Errorf("read %+v and %+v (%v)", head, got, err)
	}
}

// FuzzRead reads any bytes: the only error is Invalid.
func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"holdover_archive":1,"id":"x","before":"2024-01-01"}` + "\n" + `{"transaction":{"no":1,"date":"2024-01-01","amount":5}}`))
	f.Add([]byte(`{"holdover_archive":9}`))
	f.Add([]byte("\xef\xbb\xbf{}"))
	f.Fuzz(func(t *testing.T, text []byte) {
		err := Read(strings.NewReader(string(text)), func(Head) error { return nil }, func(*Line) error { return nil })
		if err != nil && apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("error %v", err)
		}
	})
}
