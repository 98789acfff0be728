package banks

import (
	"context"
	"strings"

	"holdover/internal/app/users"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/model/auth"
	"holdover/internal/model/budget"
	"holdover/internal/storage/bankapi"
	"holdover/internal/storage/connectionstore"
	"holdover/internal/storage/store"
)

// LinkChoice is the user's choice about a bank account.
type LinkChoice struct {
	Key            string              `json:"key"`
	Account        string              `json:"account_id"` // of the budget; "" ends the link
	From           civil.Date          `json:"from"`
	ByPurchaseDate bool                `json:"by_purchase_date"`
	Uses           bankapi.BalanceKind `json:"uses"`
}

// LinkBankAccount links a bank account with an account of the budget, or changes or ends the link. If the account is linked
// with a bank account that the provider no longer lists, the new link takes that one's place and goes on where it ended.
// Errors: Invalid for a currency other than the budget's, Conflict if the account has another link.
func (b *Banks) LinkBankAccount(ctx context.Context, who users.Actor, id, connection string, choice LinkChoice) error {
	c, err := b.connection(ctx, who, id, connection, auth.Manage)
	if err != nil {
		return err
	}
	account, currency, err := b.accountWith(ctx, who, id, choice.Account)
	if err != nil {
		return err
	}
	if account.No != 0 {
		if err := b.refuseSecondLink(ctx, &c, &account); err != nil {
			return err
		}
	}
	return b.update(ctx, &c, func(_ *connectionstore.Connection, d *document) error {
		l := d.link(choice.Key)
		if l == nil {
			return apperr.New(apperr.NotFound, "the bank does not list this account any more").WithCode(bankapi.NoAccount).WithHint("list the bank accounts again")
		}
		if account.No == 0 {
			l.unlink()
		} else if err := d.connect(l, &account, currency, &choice); err != nil {
			return err
		}
		d.forgetMissing()
		return nil
	})
}

// accountWith returns the open account with an id and the currency of the budget; for "" no account.
func (b *Banks) accountWith(ctx context.Context, who users.Actor, id, account string) (a budget.Account, currency string, err error) {
	err = b.access.ReadTx(ctx, who, id, func(v *store.ReadTx) error {
		if currency = v.Info().Currency.ISOCode; account == "" {
			return nil
		}
		if a, err = v.AccountByID(account); err == nil && a.Closed {
			return apperr.New(apperr.Invalid, "%s is closed", a.Name).AtField("account").WithHint("reopen it first, or choose another account")
		}
		return err
	})
	return a, currency, err
}

// refuseSecondLink returns a Conflict error if another connection of the budget feeds an account.
func (b *Banks) refuseSecondLink(ctx context.Context, c *connectionstore.Connection, account *budget.Account) error {
	all, err := b.store.Of(ctx, c.Budget)
	if err != nil {
		return err
	}
	for i := range all {
		if all[i].No == c.No {
			continue
		}
		d, err := decode(&all[i])
		if err != nil {
			return err
		}
		for k := range d.Links {
			if d.Links[k].Account == account.No {
				return linkedElsewhere(account, d.Name)
			}
		}
	}
	return nil
}

func linkedElsewhere(account *budget.Account, with string) error {
	return apperr.New(apperr.Conflict, "%s already gets the transactions of %s", account.Name, with).AtField("account").
		WithHint("end that link first, or choose another account")
}

// connect links a bank account with an account of the budget.
func (d *document) connect(l *link, account *budget.Account, currency string, choice *LinkChoice) error {
	if l.Currency != "" && !strings.EqualFold(l.Currency, currency) { // a fetch names the currency of the others
		return otherCurrency(l.Name, l.Currency, currency)
	}
	from := choice.From
	for i := range d.Links {
		old := &d.Links[i]
		if old == l || old.Account != account.No {
			continue
		}
		if !old.IsMissing {
			return linkedElsewhere(account, old.Name)
		}
		l.IsStarted, l.LastFetch, l.LastRows, l.Omitted = old.IsStarted, old.LastFetch, old.LastRows, old.Omitted
		l.Undecided, l.UndecidedSince, l.RenewedOn = old.Undecided, old.UndecidedSince, old.RenewedOn
		l.renew()
		from = max(from, old.From)
		old.unlink()
	}
	if from == 0 || from.FarOff() {
		return apperr.New(apperr.Invalid, "the first day to fetch is missing or out of range").AtField("from").WithHint("enter a day such as the first of this month")
	}
	if l.Account != account.No && l.Account != 0 {
		l.unlink()
	}
	if from < l.From {
		l.LastFetch = noTime // earlier days are fetched too
	}
	l.Account, l.From, l.ByPurchaseDate, l.Uses = account.No, from, choice.ByPurchaseDate, bankapi.Booked
	if choice.Uses == bankapi.Available {
		l.Uses = bankapi.Available
	}
	return nil
}

// unlink ends a link. What the provider has told about the bank account stays.
func (l *link) unlink() {
	*l = link{
		Key: l.Key, Handle: l.Handle, Name: l.Name, Bank: l.Bank, Number: l.Number, Currency: l.Currency, Type: l.Type, IsMissing: l.IsMissing,
		Balances: l.Balances, Uses: bankapi.Booked,
	}
}

// otherCurrency returns the error for a bank account in another currency than the budget's.
func otherCurrency(name, theirs, own string) error {
	if theirs == "" {
		theirs = "an unknown currency"
	}
	return apperr.New(apperr.Invalid, "%s is in %s, the budget in %s", name, theirs, own).AtField("account").WithHint("connect it with a budget in its own currency: nothing is converted")
}
