package banks

import (
	"context"
	"errors"
	"slices"
	"strings"

	"holdover/internal/app/bankimport"
	"holdover/internal/app/budgetsession"
	"holdover/internal/app/users"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/logic/bankfile"
	"holdover/internal/model/auth"
	"holdover/internal/storage/bankapi"
	"holdover/internal/storage/connectionstore"
	"holdover/internal/storage/store"
)

// FetchedFile is a fetched statement of a bank account, as a bank's file.
type FetchedFile struct {
	Account string // the id of the linked account, or ""
	Name    string // for the history
	Data    []byte
	// Opening is the balance at the start of the first day, or nil if the bank does not name a balance.
	Opening *bankfile.Balance
}

// FetchBankFile fetches the transactions of a bank account from a day on, for a preview. If from is 0, it begins where the
// next fetch would. The file is read and imported like a downloaded one, and ImportFetched imports it.
func (b *Banks) FetchBankFile(ctx context.Context, who users.Actor, id, connection, key string, from civil.Date, by Browser) (f FetchedFile, err error) {
	c, err := b.connection(ctx, who, id, connection, auth.Change)
	if err != nil {
		return f, err
	}
	d, err := b.claim(ctx, &c, true)
	if err != nil {
		return f, err
	}
	defer func() { err = errors.Join(err, b.release(ctx, &c)) }()
	l := d.link(key)
	if l == nil {
		return f, noAccount()
	}
	wanted := b.wanted(l, &by)
	if from != 0 {
		wanted.From = from
	}
	if wanted.From == 0 {
		return f, apperr.New(apperr.Invalid, "the first day to fetch is missing").AtField("from").WithHint("enter a day such as the first of this month")
	}
	access, err := b.open(&c)
	if err != nil {
		return f, err
	}
	got, err := fetchInTime(ctx, access, []bankapi.Wanted{wanted})
	if err != nil {
		return f, err
	}
	s, err := statementOf(&got, key)
	if err != nil {
		return f, err
	}
	f.Name, f.Opening = d.Name, opening(s, wanted.From)
	if f.Data, err = bankfile.EncodeFetched(&s.Statement); err != nil {
		return f, err
	}
	return f, b.access.ReadTx(ctx, who, id, func(v *store.ReadTx) error {
		if currency := v.Info().Currency.ISOCode; len(s.Rows) > 0 && !strings.EqualFold(s.Currency, currency) {
			return otherCurrency(l.Name, s.Currency, currency)
		}
		accounts, err := v.Accounts()
		if i := slices.IndexFunc(accounts, func(a store.Account) bool { return l.Account != 0 && a.No == l.Account }); i >= 0 {
			f.Account = accounts[i].ID
		}
		return err
	})
}

func noAccount() error {
	return apperr.New(apperr.NotFound, "the bank does not list this account any more").WithCode(bankapi.NoAccount).
		WithHint("connect again, or link another bank account")
}

// statementOf returns the fetched statement of a bank account.
func statementOf(got *bankapi.Fetched, key string) (*bankapi.Statement, error) {
	s, ok := got.Statements[key]
	if !ok {
		return nil, noAccount()
	}
	return &s, s.Err
}

// opening returns the balance before the first fetched day: the closing balance without the transactions since.
func opening(s *bankapi.Statement, from civil.Date) *bankfile.Balance {
	if s.Closing == nil {
		return nil
	}
	amount := s.Closing.Amount
	for i := range s.Rows {
		if s.Rows[i].Date <= s.Closing.Date {
			amount = amount.Plus(-s.Rows[i].Amount)
		}
	}
	return &bankfile.Balance{Date: from, Amount: amount}
}

// ImportFetched imports a file of FetchBankFile into the linked account, as ImportBankFile does. Rows that are omitted now are
// omitted by later fetches. From then on the program fetches automatically.
func (b *Banks) ImportFetched(ctx context.Context, who users.Actor, id, connection, key string, data []byte, options bankimport.Options) (done budgetsession.ChangeResult, result bankimport.Imported, err error) {
	c, err := b.connection(ctx, who, id, connection, auth.Change)
	if err != nil {
		return done, result, err
	}
	d, err := decode(&c)
	if err != nil {
		return done, result, err
	}
	l := d.link(key)
	if l == nil || l.Account == 0 {
		return done, result, apperr.New(apperr.Conflict, "this bank account is not linked any more").WithHint("link it again")
	}
	into := l.Account
	account, err := b.accountID(ctx, who, id, into)
	if err != nil {
		return done, result, err
	}
	done, result, err = b.importer.ImportBankFile(ctx, who, id, account, data, options)
	if err != nil {
		return done, result, err
	}
	return done, result, b.update(ctx, &c, func(c *connectionstore.Connection, d *document) error {
		l := d.link(key)
		if l == nil || l.Account != into {
			return nil // the link has ended
		}
		in, wantsEarlierDays := result, l.IsStarted && l.LastFetch.IsZero()
		if l.UndecidedSince != 0 && (in.First == 0 || in.First > l.UndecidedSince) { // the file begins later
			in.Undecided, in.UndecidedSince = l.Undecided, l.UndecidedSince
		}
		if l.took(&in, b.access.Now()); wantsEarlierDays {
			l.LastFetch = noTime
		}
		if !d.isStarted() || c.NextAt.Equal(never) {
			c.NextAt = nextNight(c.ID, b.access.Now())
		}
		l.IsStarted = true
		return nil
	})
}
