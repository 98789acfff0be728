package banks

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"holdover/internal/app/bankimport"
	"holdover/internal/app/users"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/bankfile"
	"holdover/internal/model/auth"
	"holdover/internal/model/budget"
	"holdover/internal/storage/bankapi"
	"holdover/internal/storage/connectionstore"
	"holdover/internal/storage/store"
)

const (
	// overlapDays is the number of days before the last fetch that are fetched again, because banks book late.
	overlapDays = 10
	// claimTime is the time for which a process claims a connection. A process that ends before loses the claim after it.
	claimTime = 15 * time.Minute
	// fetchesByHand is the limit of fetches by hand of a connection in a day, in addition to the first one of each bank
	// account. Providers limit requests.
	fetchesByHand = 8
)

// Browser describes the browser of a user waiting for a fetch. Banks limit requests without a user.
type Browser struct{ IP, UserAgent string }

// accountID returns the id of the account with a number. Error: NotFound.
func (b *Banks) accountID(ctx context.Context, who users.Actor, id string, no budget.AccountNo) (account string, err error) {
	return account, b.access.ReadTx(ctx, who, id, func(v *store.ReadTx) error {
		accounts, err := v.Accounts()
		if err != nil {
			return err
		}
		i := slices.IndexFunc(accounts, func(a store.Account) bool { return a.No == no })
		if i < 0 {
			return apperr.New(apperr.NotFound, "the account of the budget was deleted").WithHint("link another account, or end the link")
		}
		account = accounts[i].ID
		return nil
	})
}

// took stores the result of an import.
func (l *link) took(in *bankimport.Imported, now time.Time) {
	l.LastFetch, l.Problem = now, ""
	l.Undecided, l.UndecidedSince = in.Undecided, in.UndecidedSince
	if civil.DateOf(now) > l.RenewedOn.AddDays(overlapDays) && in.Undecided == 0 {
		l.RenewedOn = 0
	}
	if l.IsConfirmed = true; in.KeepsIDs {
		l.RenewedOn = 0
	}
	if l.Rows = in.Added + in.Linked; l.Rows > 0 {
		l.LastRows = now
	}
	latest := in.Omitted[max(0, len(in.Omitted)-mostOmitted):]
	l.Omitted = slices.DeleteFunc(l.Omitted, func(id string) bool { return slices.Contains(latest, id) })
	l.Omitted = append(l.Omitted, latest...)
	l.Omitted = l.Omitted[max(0, len(l.Omitted)-mostOmitted):]
}

// FetchBank fetches and imports the transactions of all started links of a connection. Errors of single accounts are in the
// connection that BankConnection returns. Errors: Conflict if it is being fetched, TooMany if it was fetched too often today.
func (b *Banks) FetchBank(ctx context.Context, who users.Actor, id, connection string, by Browser) error {
	c, err := b.connection(ctx, who, id, connection, auth.Change)
	if err != nil {
		return err
	}
	d, err := b.claim(ctx, &c, true)
	if err != nil {
		return err
	}
	if !d.isStarted() {
		return errors.Join(b.release(ctx, &c), apperr.New(apperr.Invalid, "no account is fetched through this connection yet").WithHint("link an account, and import its first transactions"))
	}
	return b.fetchAll(ctx, who, id, &c, d, &by)
}

// claim reserves a connection for this process. A fetch by hand counts for the day's limit.
func (b *Banks) claim(ctx context.Context, c *connectionstore.Connection, byHand bool) (d *document, err error) {
	now := b.access.Now()
	err = b.update(ctx, c, func(c *connectionstore.Connection, stored *document) error {
		if c.ClaimedUntil.After(now) && c.ClaimedUntil.Before(now.Add(2*claimTime)) { // a later time is that of a clock that was wrong
			return apperr.New(apperr.Conflict, "%s is being fetched right now", stored.Name).WithHint("wait a moment")
		}
		if !byHand && !isDue(c, now) {
			return errNotDue
		}
		if today := civil.DateOf(now); byHand && stored.Day != today {
			stored.Day, stored.Requests = today, 0
		}
		if stored.Requests >= fetchesByHand+len(stored.Links) && byHand {
			return apperr.New(apperr.TooMany, "%s was fetched %d times today", stored.Name, stored.Requests).WithHint("banks limit this: try again tomorrow")
		}
		if byHand {
			stored.Requests++
		}
		c.ClaimedUntil, d = now.Add(claimTime), stored
		return nil
	})
	return d, err
}

// errNotDue is the error for a connection that another process has fetched.
var errNotDue = errors.New("the bank connection is not due")

// release ends a claim.
func (b *Banks) release(ctx context.Context, c *connectionstore.Connection) error {
	return b.update(context.WithoutCancel(ctx), c, func(c *connectionstore.Connection, _ *document) error {
		c.ClaimedUntil = noClaim
		return nil
	})
}

// noClaim is the time until which a connection is claimed that is not.
var noClaim = time.UnixMilli(0)

// wanted returns the request for a link's next transactions.
func (b *Banks) wanted(l *link, by *Browser) bankapi.Wanted {
	w := bankapi.Wanted{Key: l.Key, Handle: l.Handle, From: l.From, ByPurchaseDate: l.ByPurchaseDate}
	if by != nil {
		w.Waiting, w.UserIP, w.UserAgent = true, by.IP, by.UserAgent
	}
	if l.LastFetch.IsZero() {
		return w
	}
	last := l.LastFetch
	if now := b.access.Now(); last.After(now) {
		last = now // the clock was wrong then, or is now
	}
	w.From = civil.DateOf(last).AddDays(-overlapDays)
	if l.UndecidedSince != 0 {
		w.From = min(w.From, l.UndecidedSince)
	}
	w.From = max(w.From, l.From)
	return w
}

// fetchInTime fetches transactions while the connection is claimed.
func fetchInTime(ctx context.Context, access bankapi.Connection, wanted []bankapi.Wanted) (bankapi.Fetched, error) {
	inTime, cancel := context.WithTimeout(ctx, claimTime-time.Minute)
	defer cancel()
	got, err := access.Fetch(inTime, wanted)
	if err != nil && ctx.Err() == nil && inTime.Err() != nil {
		err = apperr.New(apperr.Unavailable, "the bank did not answer within %d minutes", int((claimTime - time.Minute).Minutes())).WithCode(bankapi.Down).WithCause(err).
			WithHint("Holdover tries again later")
	}
	return got, err
}

// outcome is the result of fetching one bank account.
type outcome struct {
	link      link // when the fetch began
	statement *bankapi.Statement
	imported  bankimport.Imported
	err       error
}

// fetchAll fetches and imports the transactions of all started links of a claimed connection, and stores the result.
func (b *Banks) fetchAll(ctx context.Context, who users.Actor, id string, c *connectionstore.Connection, d *document, by *Browser) error {
	var wanted []bankapi.Wanted
	for i := range d.Links {
		if l := &d.Links[i]; l.IsStarted && l.Account != 0 {
			wanted = append(wanted, b.wanted(l, by))
		}
	}
	access, err := b.open(c)
	var got bankapi.Fetched
	if err == nil {
		got, err = fetchInTime(ctx, access, wanted)
	}
	outcomes := map[string]*outcome{}
	if err == nil {
		for _, w := range wanted {
			o := &outcome{link: *d.link(w.Key)}
			outcomes[w.Key] = o
			if o.statement, o.err = statementOf(&got, w.Key); o.err == nil {
				o.imported, o.err = b.importStatement(ctx, who, id, d, &o.link, o.statement)
			}
		}
	}
	if ctx.Err() != nil { // the program ends; the next one begins again
		return errors.Join(ctx.Err(), b.release(ctx, c))
	}
	failed, used := err, c.Secret
	if err := b.update(context.WithoutCancel(ctx), c, func(c *connectionstore.Connection, d *document) error {
		if bytes.Equal(c.Secret, used) {
			b.conclude(c, d, &got, outcomes, failed)
			return nil
		}
		c.ClaimedUntil = noClaim // it was renewed, and is due again: the old access tells nothing about the new one
		for _, o := range outcomes {
			if l := d.link(o.link.Key); l != nil && l.IsStarted {
				l.RenewedOn, l.IsConfirmed = max(l.RenewedOn, civil.DateOf(b.access.Now())), false
			}
		}
		return nil
	}); err != nil {
		return err
	}
	return failed
}

// importStatement imports a fetched statement as far as no decision of the user is needed.
func (b *Banks) importStatement(ctx context.Context, who users.Actor, id string, d *document, l *link, s *bankapi.Statement) (in bankimport.Imported, err error) {
	_, currency, err := b.accountWith(ctx, who, id, "")
	if err != nil {
		return in, err
	}
	if len(s.Rows) > 0 && !strings.EqualFold(s.Currency, currency) {
		return in, otherCurrency(l.Name, s.Currency, currency)
	}
	account, err := b.accountID(ctx, who, id, l.Account)
	if err != nil {
		return in, err
	}
	data, err := bankfile.EncodeFetched(&s.Statement)
	if err != nil {
		return in, err
	}
	_, in, err = b.importer.ImportBankFile(ctx, who, id, account, data, bankimport.Options{
		Name: d.Name, LeaveUndecided: true, LeaveNewUntil: l.RenewedOn, MayKeepIDs: !l.IsConfirmed, Omit: l.Omitted,
		// The user has linked the bank account, whatever file was imported into the account since.
		Accept:        []bankimport.WarningCode{bankimport.WarnBalance, bankimport.WarnOtherAccount},
		SetCategories: true, // only another budget names any
	})
	in.Omitted = nil // they are known
	return in, err
}

// conclude stores the results of a fetch, and when the next one is due.
func (b *Banks) conclude(c *connectionstore.Connection, d *document, got *bankapi.Fetched, outcomes map[string]*outcome, failed error) {
	now := b.access.Now()
	c.ClaimedUntil, d.NeedsReconnect = noClaim, apperr.CodeOf(failed) == bankapi.Reconnect
	if failed != nil {
		d.Failures++
		d.Problem = sentence(failed)
		c.NextAt = afterFailure(c.ID, d, failed, now)
		b.access.Log.Warn("a bank could not be fetched", "provider", c.Provider, "attempt", d.Failures, "err", failed)
		return
	}
	d.Problem, d.Failures, d.Messages, d.LastFetch, c.NextAt = "", 0, nil, now, nextNight(c.ID, now)
	d.tell(got.Messages)
	for key, o := range outcomes {
		l := d.link(key)
		if l == nil || l.Account != o.link.Account {
			continue // the link has ended
		}
		if s := o.statement; s != nil {
			l.Pending, l.PendingAmount = len(s.Pending), money.Milli(0)
			for i := range s.Pending {
				l.PendingAmount = l.PendingAmount.Plus(s.Pending[i].Amount)
			}
			if len(s.Balances) > 0 {
				l.Balances = s.Balances
			}
		}
		if o.err != nil {
			l.Problem = sentence(o.err)
			b.access.Log.Warn("a bank account could not be fetched", "provider", c.Provider, "err", o.err)
			continue
		}
		l.took(&o.imported, now)
		if l.From < o.link.From {
			l.LastFetch = noTime // the user asked for earlier days meanwhile
		}
	}
}

// sentence returns an error as sentences for users.
func sentence(err error) string {
	e, ok := errors.AsType[*apperr.Error](err)
	if !ok {
		return "Holdover could not read the bank's response. The log of the server has the details."
	}
	text := capitalised(e.Sentence()) + "."
	if e.Hint != "" {
		text += " " + capitalised(e.Hint) + "."
	}
	return text
}

func capitalised(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(first)) + strings.TrimSuffix(s[size:], ".")
}
