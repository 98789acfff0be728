package bankimport

import (
	"strings"

	"holdover/internal/app/access"
	"holdover/internal/bankfile"
	"holdover/internal/budget"
	"holdover/internal/each"
	"holdover/internal/finder"
	"holdover/internal/rule"
	"holdover/internal/store"
)

// payees knows payees by what a bank writes.
type payees struct {
	account *budget.Account
	byNo    map[budget.PayeeNo]budget.Payee
	keys    map[budget.PayeeNo]string                // of their names
	byName  map[string]budget.Payee                  // by the key of their names
	texts   map[string]*budget.Habit[budget.PayeeNo] // whose rows had a text of the bank's, by its key
	alike   map[string]*alike                        // rows of texts that differ by numbers, by what is left of them
	others  map[string]budget.PayeeNo                // whom rows of any account with such a text usually have
	usual   *finder.Usuals

	accounts map[budget.AccountNo]*budget.Account
}

// newPayees is what the budget knows of the payees of a statement's rows, but for
// what the account's own rows say: see learn.
func newPayees(v *store.View, account *budget.Account, rows []bankfile.Row) (*payees, error) {
	all, err := v.Payees()
	if err != nil {
		return nil, err
	}
	lines, err := v.Lines()
	if err != nil {
		return nil, err
	}
	accounts, err := v.AccountRecords()
	if err != nil {
		return nil, err
	}
	texts := each.To(rows, func(r bankfile.Row) string { return r.Payee })
	p := &payees{
		others: lines.UsualPayees(texts), account: account, texts: map[string]*budget.Habit[budget.PayeeNo]{}, alike: map[string]*alike{}, usual: lines.Usuals(),
		accounts: each.Index(accounts, func(a *budget.Account) budget.AccountNo { return a.No }),
		byNo:     make(map[budget.PayeeNo]budget.Payee, len(all)), keys: make(map[budget.PayeeNo]string, len(all)), byName: make(map[string]budget.Payee, len(all)),
	}
	for _, payee := range all {
		p.byNo[payee.No] = payee
		key := budget.NameKey(payee.Name)
		p.keys[payee.No] = key
		if p.byName[key].No == 0 { // of two of a name the older one
			p.byName[key] = payee
		}
	}
	return p, nil
}

func (p *payees) name(no budget.PayeeNo) string { return p.byNo[no].Name }

// transferName returns the name of the payee that stands for an account.
func (p *payees) transferName(account budget.AccountNo) string {
	return budget.TransferPayee + p.accounts[account].Name
}

// learn sees a row of the account, the oldest first: whoever gave a payee another
// name meant the bank's text.
func (p *payees) learn(t *budget.Transaction) {
	if t.Bank == nil || t.Payee == 0 || p.byNo[t.Payee].TransferAccount != 0 {
		return
	}
	text := t.Bank.Text()
	key := budget.NameKey(text)
	if key == "" {
		return
	}
	if p.texts[key] == nil {
		p.texts[key] = new(budget.Habit[budget.PayeeNo])
	}
	p.texts[key].See(t.Payee)
	if stem := stemOf(text); stem != "" {
		if p.alike[stem] == nil {
			p.alike[stem] = new(alike)
		}
		p.alike[stem].payee.see(t.Payee)
		p.alike[stem].category.see(t.Category)
	}
}

// of is the payee that a text of the bank's means, and the text as a payee's
// name. A payee that stands for an account is none: whether the row is a
// transfer, and to which row, is for the person to say.
func (p *payees) of(text string) (payee budget.Payee, name string, none bool) {
	name = strings.TrimSpace(text)
	if letters := []rune(name); len(letters) > access.MaxPayee {
		name = strings.TrimSpace(string(letters[:access.MaxPayee]))
	}
	if habit := p.texts[budget.NameKey(text)]; habit != nil && habit.Sure() { // a text such as "Card payment" stands for many
		payee = p.byNo[habit.Usual()]
		return payee, payee.Name, false
	} else if other := p.others[text]; habit == nil && other != 0 && p.byNo[other].TransferAccount == 0 { // what is unsure here is not made sure elsewhere
		payee = p.byNo[other]
		return payee, payee.Name, false
	}
	payee = p.byName[budget.NameKey(name)]
	if payee.No == 0 {
		if one := p.alike[stemOf(text)]; one != nil && one.payee.chosen() != 0 {
			payee = p.byNo[one.payee.chosen()]
			return payee, payee.Name, false
		}
	}
	return payee, name, budget.NameKey(name) == "" || payee.TransferAccount != 0
}

// added takes a payee in that was just made.
func (p *payees) added(payee budget.Payee) {
	p.byNo[payee.No], p.byName[budget.NameKey(payee.Name)] = payee, payee
}

// category is the one that rows like one usually have, on budget alone: those of its
// payee, or of texts that differ by numbers.
func (p *payees) category(row *rule.Row) budget.CategoryNo {
	if !p.account.OnBudget {
		return 0
	}
	if c := p.usual.Category(finder.Like{Payee: row.Payee, Account: row.Account, Amount: row.Amount}); c != 0 {
		return c
	}
	if one := p.alike[stemOf(row.BankText)]; one != nil {
		return one.category.chosen()
	}
	return 0
}
