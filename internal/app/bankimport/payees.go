package bankimport

import (
	"strings"

	"holdover/internal/app/budgetsession"
	"holdover/internal/base/iterutil"
	"holdover/internal/logic/bankfile"
	"holdover/internal/logic/rowindex"
	"holdover/internal/logic/rule"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
)

// payees finds payees by the bank's texts.
type payees struct {
	account *budget.Account
	byNo    map[budget.PayeeNo]budget.Payee
	keys    map[budget.PayeeNo]string                              // keys of the names
	byName  map[string]budget.Payee                                // by the key of the name
	texts   map[string]*budget.LastChoicePredictor[budget.PayeeNo] // payees of the account's rows, by the key of the bank's text
	alike   map[string]*alike                                      // rows with texts that differ only by numbers, by stem
	others  map[string]budget.PayeeNo                              // usual payees of the rows of any account, by text
	usual   *rowindex.CategorySuggester

	accounts map[budget.AccountNo]*budget.Account
}

// newPayees returns the payees for a statement's rows. The account's own rows are added by learn.
func newPayees(v *store.ReadTx, account *budget.Account, rows []bankfile.Row) (*payees, error) {
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
	texts := iterutil.To(rows, func(r bankfile.Row) string { return r.Payee })
	p := &payees{
		others: lines.UsualPayees(texts), account: account, texts: map[string]*budget.LastChoicePredictor[budget.PayeeNo]{}, alike: map[string]*alike{}, usual: lines.CategorySuggester(),
		accounts: iterutil.Index(accounts, func(a *budget.Account) budget.AccountNo { return a.No }),
		byNo:     make(map[budget.PayeeNo]budget.Payee, len(all)), keys: make(map[budget.PayeeNo]string, len(all)), byName: make(map[string]budget.Payee, len(all)),
	}
	for _, payee := range all {
		p.byNo[payee.No] = payee
		key := budget.NameKey(payee.Name)
		p.keys[payee.No] = key
		if p.byName[key].No == 0 { // of two payees with one name, the older one
			p.byName[key] = payee
		}
	}
	return p, nil
}

func (p *payees) name(no budget.PayeeNo) string { return p.byNo[no].Name }

// transferName returns the name of an account's transfer payee.
func (p *payees) transferName(account budget.AccountNo) string {
	return budget.TransferPayee + p.accounts[account].Name
}

// learn records the payee of a row of the account, the oldest row first. By changing the payee of a row, a user
// assigns the bank's text to that payee.
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
		p.texts[key] = new(budget.LastChoicePredictor[budget.PayeeNo])
	}
	p.texts[key].Add(t.Payee)
	if stem := stemOf(text); stem != "" {
		if p.alike[stem] == nil {
			p.alike[stem] = new(alike)
		}
		p.alike[stem].payee.see(t.Payee)
		p.alike[stem].category.see(t.Category)
	}
}

// of returns the payee for a text of the bank, and the text as a payee's name. The third result is true for a
// transfer payee, because the user decides whether the row is a transfer and with which row.
func (p *payees) of(text string) (payee budget.Payee, name string, none bool) {
	name = strings.TrimSpace(text)
	if letters := []rune(name); len(letters) > budgetsession.MaxPayee {
		name = strings.TrimSpace(string(letters[:budgetsession.MaxPayee]))
	}
	if habit := p.texts[budget.NameKey(text)]; habit != nil && habit.IsCertain() { // not for a text such as "Card payment", which has many payees
		payee = p.byNo[habit.Predict()]
		return payee, payee.Name, false
	} else if other := p.others[text]; habit == nil && other != 0 && p.byNo[other].TransferAccount == 0 { // not if the account's own rows are ambiguous
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

// added adds a payee that was just created.
func (p *payees) added(payee budget.Payee) {
	p.byNo[payee.No], p.byName[budget.NameKey(payee.Name)] = payee, payee
}

// category returns the usual category of similar rows: those of the payee, or of texts that differ only by numbers.
// It returns 0 for accounts off budget.
func (p *payees) category(row *rule.Row) budget.CategoryNo {
	if !p.account.OnBudget {
		return 0
	}
	if c := p.usual.Category(rowindex.Like{Payee: row.Payee, Account: row.Account, Amount: row.Amount}); c != 0 {
		return c
	}
	if one := p.alike[stemOf(row.BankText)]; one != nil {
		return one.category.chosen()
	}
	return 0
}
