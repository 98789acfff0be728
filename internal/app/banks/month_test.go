package banks_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"holdover/internal/app/bankimport"
	"holdover/internal/app/banks"
	"holdover/internal/app/rows"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/ledger"
	"holdover/internal/model/budget"
	"holdover/internal/storage/bankapi"
	"holdover/internal/testing/testkit"
)

// month is a simulation of thirty days.
type month struct {
	*home
	t  *testing.T
	r  *rapid.T
	no int // of the process that acts
	// expected contains the amounts of all rows that the account must have in the end.
	expected []int64
	edited   map[string]rows.Entry // what the user made of fetched rows, by id
	typed    int                   // how many rows the user has typed
}

// TestThirtyDaysGiveEachBookedRowOnce lets a bank book rows, some of them days late and some in pairs that agree in
// everything but the id, for thirty days. The program fetches each night; a third of the fetches fail or are cut off; two
// processes take turns; the bank is linked again, with other ids for everything; the clock is set back and forth; the user edits,
// deletes and types rows, and decides about possible duplicates. In the end the account has each booked row exactly once, and
// each edited row is as the user left it.
func TestThirtyDaysGiveEachBookedRowOnce(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		m := &month{home: newHome(t), t: t, r: r, edited: map[string]rows.Entry{}}
		m.bank.renumbers = rapid.Bool().Draw(r, "linking again changes the key")
		if m.bank.renumbers {
			testkit.NoError(t, m.processes[0].ListBankAccounts(t.Context(), who, m.id, m.conn))
			testkit.NoError(t, m.processes[0].LinkBankAccount(t.Context(), who, m.id, m.conn, banks.LinkChoice{Key: m.bank.key(), Account: m.account, From: civil.DateOf(start).AddDays(-1)}))
		}
		m.book()
		m.firstImport(t)
		renewal := rapid.IntRange(5, 25).Draw(r, "linked again on day")
		for day := range 30 {
			m.no = rapid.IntRange(0, 1).Draw(r, "process")
			m.book()
			m.user()
			if day == renewal {
				m.linkAgain()
			}
			m.clock.move(24 * time.Hour)
			if rapid.IntRange(0, 9).Draw(r, "clock") == 0 {
				m.clock.move(time.Duration(rapid.IntRange(-30, 30).Draw(r, "hours")) * time.Hour)
			}
			m.night()
		}
		m.end()
	})
}

// book lets the bank book up to three rows.
func (m *month) book() {
	today := civil.DateOf(m.clock.Now())
	for range rapid.IntRange(0, 3).Draw(m.r, "rows") {
		one := row(today.AddDays(-rapid.IntRange(0, 4).Draw(m.r, "days late")), money.Milli(rapid.IntRange(1, 40).Draw(m.r, "amount"))*-1000, rapid.SampledFrom([]string{"Market", "Bakery", "Employer"}).Draw(m.r, "payee"))
		one.Date = max(one.Date, civil.DateOf(start))
		times := 1
		if rapid.IntRange(0, 5).Draw(m.r, "a pair") == 0 {
			times = 2
		}
		for range times {
			m.bank.book(one)
			m.expected = append(m.expected, int64(one.Amount))
		}
	}
}

// user changes what came, types a row before the bank books it, and decides about possible duplicates.
func (m *month) user() {
	all := m.rows(m.t)
	if len(all) > 0 && rapid.Bool().Draw(m.r, "edits") {
		one := rapid.SampledFrom(all).Draw(m.r, "row")
		entry := rows.Entry{Account: m.account, Date: one.Date, Amount: one.Amount, PayeeName: fmt.Sprintf("My shop %d", len(m.edited)), Memo: "mine", Cleared: string(one.Cleared)}
		if _, err := m.EditRow(m.t.Context(), who, m.id, one.ID, entry, "", ledger.UnlessReconciled); err != nil {
			m.t.Fatal(err)
		}
		m.edited[one.ID] = entry
	}
	listed := slices.DeleteFunc(all, func(one budget.Transaction) bool { return one.Bank == nil })
	if len(listed) > 0 && rapid.IntRange(0, 7).Draw(m.r, "deletes") == 0 {
		one := rapid.SampledFrom(listed).Draw(m.r, "deleted row")
		if _, err := m.DeleteTransaction(m.t.Context(), who, m.id, one.ID); err != nil {
			m.t.Fatal(err)
		}
		at := slices.Index(m.expected, int64(one.Amount))
		m.expected = slices.Delete(m.expected, at, at+1)
		delete(m.edited, one.ID)
	}
	if rapid.IntRange(0, 4).Draw(m.r, "types") == 0 {
		m.typed++
		amount := money.Milli(100_000 + m.typed) // no other row has it
		today := civil.DateOf(m.clock.Now())
		_, _, err := m.AddRow(m.t.Context(), who, m.id, rows.Entry{Account: m.account, Date: today, Amount: amount * 10, PayeeName: "Cinema"})
		testkit.NoError(m.t, err)
		m.bank.book(row(today, amount*10, rapid.SampledFrom([]string{"Cinema", "SumUp KINO 12"}).Draw(m.r, "text")))
		m.expected = append(m.expected, int64(amount*10))
	}
	if rapid.Bool().Draw(m.r, "decides") {
		m.decide()
	}
}

// decide matches every possible duplicate and omits the new rows that the user has deleted, unless the bank was asked too
// often. The user recognises rows by how many of an amount there should be.
func (m *month) decide() {
	p, key := m.processes[m.no], m.bank.key()
	f, err := p.FetchBankFile(m.t.Context(), who, m.id, m.conn, key, 0, banks.Browser{})
	if apperr.KindOf(err) == apperr.TooMany {
		return
	}
	testkit.NoError(m.t, err)
	preview := testkit.Must(m.ReadBankFile(m.t.Context(), who, m.id, m.account, f.Data, bankimport.Options{}))(m.t)
	missing := map[int64]int{}
	for _, amount := range m.expected {
		missing[amount]++
	}
	for _, amount := range amounts(m.rows(m.t)) {
		missing[amount]--
	}
	var skip []int
	for _, r := range preview.Rows {
		switch amount := int64(r.Amount); {
		case r.Verdict == bankimport.VerdictAsk, r.Verdict == bankimport.VerdictNew && missing[amount] <= 0:
			skip = append(skip, r.No)
		case r.Verdict == bankimport.VerdictNew:
			missing[amount]--
		}
	}
	if _, _, err = p.ImportFetched(m.t.Context(), who, m.id, m.conn, key, f.Data, bankimport.Options{Skip: skip, Accept: []bankimport.WarningCode{bankimport.WarnBalance}}); err != nil {
		m.t.Fatal(err)
	}
}

// linkAgain revokes the access and connects again: everything has another id.
func (m *month) linkAgain() {
	m.bank.epoch++
	m.connect(m.t, m.conn)
	if m.bank.renumbers {
		testkit.NoError(m.t, m.processes[m.no].LinkBankAccount(m.t.Context(), who, m.id, m.conn, banks.LinkChoice{Key: m.bank.key(), Account: m.account, From: civil.DateOf(start)}))
	}
}

// night fetches, perhaps with a failure or an end of the process, and perhaps in both processes at the same time.
func (m *month) night() {
	ctx, cancel := context.WithCancel(m.t.Context())
	defer cancel()
	switch rapid.IntRange(0, 5).Draw(m.r, "failure") {
	case 0:
		m.bank.fail = func() error {
			return apperr.New(apperr.Unavailable, "the bank is closed").WithCode(bankapi.Down)
		}
	case 1:
		m.bank.fail = func() error { cancel(); return nil }
	}
	done := make(chan error)
	for _, p := range m.processes {
		go func() {
			_, err := p.FetchDue(ctx)
			done <- err
		}()
	}
	if err := errors.Join(<-done, <-done); err != nil && ctx.Err() == nil {
		m.t.Fatal(err)
	}
	m.bank.fail = nil
}

// end decides everything and compares.
func (m *month) end() {
	m.clock.move(24 * time.Hour)
	m.decide()
	m.clock.move(72 * time.Hour)
	testkit.Must(m.processes[0].FetchDue(m.t.Context()))(m.t)
	all := m.rows(m.t)
	slices.Sort(m.expected)
	if got := amounts(all); !slices.Equal(got, m.expected) {
		m.r.Fatalf("amounts %v\nwant    %v", got, m.expected)
	}
	byID := map[string]budget.Transaction{}
	for _, one := range all {
		byID[one.ID] = one
	}
	for id, entry := range m.edited {
		if one := byID[id]; one.Memo != entry.Memo || one.Date != entry.Date || one.Amount != entry.Amount {
			m.r.Fatalf("the row %s was edited to %+v, and is %+v", id, entry, one)
		}
	}
}
