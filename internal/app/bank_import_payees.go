package app

import (
	"strings"

	"holdover/internal/budget"
	"holdover/internal/store"
)

// bankPayees knows payees by what a bank writes.
type bankPayees struct {
	view    *store.View
	account *budget.Account
	byNo    map[budget.PayeeNo]budget.Payee
	keys    map[budget.PayeeNo]string // of their names
	byName  map[string]budget.Payee   // by the key of their names
	texts   map[string]bankText       // by the key of what the bank wrote
	usual   map[budget.PayeeNo]budget.CategoryNo
}

// bankText is whose rows had a text of the bank's: the payee of the newest, and
// how many before it in a row had the same.
type bankText struct {
	payee       budget.PayeeNo
	alike, rows int
}

// enoughAlike is how many rows in a row must have had the same payee where older
// ones had others: a text such as "Card payment" stands for many.
const enoughAlike = 3

func newBankPayees(v *store.View, account *budget.Account) (*bankPayees, error) {
	all, err := v.Payees()
	p := &bankPayees{
		view: v, account: account, texts: map[string]bankText{}, usual: map[budget.PayeeNo]budget.CategoryNo{},
		byNo: make(map[budget.PayeeNo]budget.Payee, len(all)), keys: make(map[budget.PayeeNo]string, len(all)), byName: make(map[string]budget.Payee, len(all)),
	}
	for _, payee := range all {
		p.byNo[payee.No] = payee
		key := budget.NameKey(payee.Name)
		p.keys[payee.No] = key
		if p.byName[key].No == 0 { // of two of a name the older one
			p.byName[key] = payee
		}
	}
	return p, err
}

func (p *bankPayees) name(no budget.PayeeNo) string { return p.byNo[no].Name }

// learn sees a row of the account, the oldest first: whoever gave a payee another
// name meant the bank's text.
func (p *bankPayees) learn(t *budget.Transaction) {
	if t.Bank == nil || t.Payee == 0 || p.byNo[t.Payee].TransferAccount != 0 {
		return
	}
	text := t.Bank.PayeeNameOriginal
	if text == "" {
		text = t.Bank.PayeeName
	}
	key := budget.NameKey(text)
	if key == "" {
		return
	}
	was := p.texts[key]
	now := bankText{payee: t.Payee, alike: 1, rows: was.rows + 1}
	if was.payee == t.Payee {
		now.alike = was.alike + 1
	}
	p.texts[key] = now
}

// of is the payee that a text of the bank's means, and the text as a payee's
// name. A payee that stands for an account is none: whether the row is a
// transfer, and to which row, is for the person to say.
func (p *bankPayees) of(text string) (payee budget.Payee, name string, none bool) {
	name = strings.TrimSpace(text)
	if letters := []rune(name); len(letters) > maxPayee {
		name = strings.TrimSpace(string(letters[:maxPayee]))
	}
	if known := p.texts[budget.NameKey(text)]; known.payee != 0 && (known.alike == known.rows || known.alike >= enoughAlike) {
		payee = p.byNo[known.payee]
		return payee, payee.Name, false
	}
	payee = p.byName[budget.NameKey(name)]
	return payee, name, budget.NameKey(name) == "" || payee.TransferAccount != 0
}

// added takes a payee in that was just made.
func (p *bankPayees) added(payee budget.Payee) {
	p.byNo[payee.No], p.byName[budget.NameKey(payee.Name)] = payee, payee
}

// category is the one that a payee's rows had last, on budget alone.
func (p *bankPayees) category(payee budget.PayeeNo) (budget.CategoryNo, error) {
	if payee == 0 || !p.account.OnBudget {
		return 0, nil
	}
	if no, known := p.usual[payee]; known {
		return no, nil
	}
	p.usual[payee] = 0
	for t, err := range p.view.Transactions(store.Filter{Payee: payee, OnBudget: true, Descending: true, Limit: 5}) {
		if err != nil {
			return 0, err
		}
		if t.Category != 0 {
			p.usual[payee] = t.Category
			break
		}
	}
	return p.usual[payee], nil
}
