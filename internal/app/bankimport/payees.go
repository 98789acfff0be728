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
	account  *budget.Account // of the file
	accounts map[budget.AccountNo]*budget.Account
	byNo     map[budget.PayeeNo]budget.Payee
	byName   map[string]budget.Payee   // by the key of the name
	keys     map[budget.PayeeNo]string // keys of the names

	byText     map[string]*budget.LastChoicePredictor[budget.PayeeNo] // payees of the account's rows, by the key of the bank's text
	byStem     map[string]*stemHabit                                  // payees and categories of the account's rows, by the stem of the bank's text
	anyAccount map[string]budget.PayeeNo                              // usual payees of the rows of any account, by the bank's text
	categories *rowindex.CategorySuggester
}

// newPayees returns the payees for a statement's rows. The account's existing rows are added by learn.
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
	p := &payees{
		account:    account,
		accounts:   iterutil.PtrByKey(accounts, func(a *budget.Account) budget.AccountNo { return a.No }),
		byNo:       make(map[budget.PayeeNo]budget.Payee, len(all)),
		byName:     make(map[string]budget.Payee, len(all)),
		keys:       make(map[budget.PayeeNo]string, len(all)),
		byText:     map[string]*budget.LastChoicePredictor[budget.PayeeNo]{},
		byStem:     map[string]*stemHabit{},
		anyAccount: lines.UsualPayees(iterutil.Map(rows, func(r bankfile.Row) string { return r.Payee })),
		categories: lines.CategorySuggester(),
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

// name returns the name of a payee.
func (p *payees) name(no budget.PayeeNo) string { return p.byNo[no].Name }

// transferName returns the name of an account's transfer payee.
func (p *payees) transferName(account budget.AccountNo) string {
	return budget.TransferPayee + p.accounts[account].Name
}

// learn records the payee and category of an existing row of the account. It has to be called for the oldest row first,
// because the last rows decide: by changing the payee of a row, a user assigns the bank's text to that payee.
func (p *payees) learn(t *budget.Transaction) {
	if t.Bank == nil || t.Payee == 0 || p.byNo[t.Payee].TransferAccount != 0 {
		return
	}
	text := t.Bank.Text()
	key := budget.NameKey(text)
	if key == "" {
		return
	}
	if p.byText[key] == nil {
		p.byText[key] = new(budget.LastChoicePredictor[budget.PayeeNo])
	}
	p.byText[key].Add(t.Payee)
	if stem := stemOf(text); stem != "" {
		if p.byStem[stem] == nil {
			p.byStem[stem] = new(stemHabit)
		}
		p.byStem[stem].payee.see(t.Payee)
		if !p.byNo[t.Payee].LearningOff {
			p.byStem[stem].category.see(t.Category)
		}
	}
}

// forText returns the payee for a text of the bank, and its name. If there is no such payee, it returns a zero payee
// and the text as the name of a new one. undecided is true if the row gets neither: for an empty text, and for a
// transfer payee, because the user decides whether the row is a transfer and with which row.
func (p *payees) forText(text string) (payee budget.Payee, name string, undecided bool) {
	name = strings.TrimSpace(text)
	if letters := []rune(name); len(letters) > budgetsession.MaxPayee {
		name = strings.TrimSpace(string(letters[:budgetsession.MaxPayee]))
	}
	habit := p.byText[budget.NameKey(text)]
	// A text such as "Card payment" has many payees: its habit is not certain.
	if habit != nil && habit.IsCertain() {
		payee = p.byNo[habit.Predict()]
		return payee, payee.Name, false
	}
	// Other accounts decide only about a text that this account does not have.
	if no := p.anyAccount[text]; habit == nil && no != 0 && p.byNo[no].TransferAccount == 0 {
		payee = p.byNo[no]
		return payee, payee.Name, false
	}
	payee = p.byName[budget.NameKey(name)]
	if payee.No == 0 {
		if similar := p.byStem[stemOf(text)]; similar != nil && similar.payee.chosen() != 0 {
			payee = p.byNo[similar.payee.chosen()]
			return payee, payee.Name, false
		}
	}
	return payee, name, budget.NameKey(name) == "" || payee.TransferAccount != 0
}

// add adds a payee that was just created.
func (p *payees) add(payee budget.Payee) {
	p.byNo[payee.No], p.byName[budget.NameKey(payee.Name)] = payee, payee
}

// category returns the usual category of similar rows: those of the payee, otherwise those whose texts differ only by
// words with digits. It returns 0 if there is none, for accounts off budget, and for a payee with learning switched off.
func (p *payees) category(row *rule.Row) budget.CategoryNo {
	if !p.account.OnBudget || p.byNo[row.Payee].LearningOff {
		return 0
	}
	if c := p.categories.Category(rowindex.Like{Payee: row.Payee, Account: row.Account, Amount: row.Amount}); c != 0 {
		return c
	}
	if similar := p.byStem[stemOf(row.BankText)]; similar != nil {
		return similar.category.chosen()
	}
	return 0
}
