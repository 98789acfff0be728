package rules

import (
	"context"
	"encoding/json"
	"slices"

	"holdover/internal/app/budgetsession"
	"holdover/internal/app/users"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
)

// Offer is a suggested rule that would automate the user's last change.
type Offer struct {
	Text     string   // "Always categorise REWE like this?"
	Contains []string // texts of which the payee contains one
	Is       string   // or its exact value
	Payee    string   // the name that is set
	Category string   // the id of the category that is set
}

// maxOffered is the maximum number of merged payees for which one rule is offered.
const maxOffered = 10

// offering lists the kinds of changes after which a rule may be offered.
var offering = []string{"rename-payee", "merge-payees", "edit-row", "set-on-rows"}

// OfferAfter returns the rule to suggest after a change: after a payee was renamed or merged, and after the category
// of one imported transaction was corrected; otherwise nil. It reads the journal unless the result of the change is
// sufficient.
func (rs *Rules) OfferAfter(ctx context.Context, who users.Actor, id string, done budgetsession.ChangeResult) (offer *Offer, err error) {
	if done.Action != "" && !slices.Contains(offering, done.Action) {
		return nil, nil //nolint:nilnil // nothing is offered
	}
	change := done.Change
	err = rs.access.ReadTx(ctx, who, id, func(v *store.ReadTx) error {
		c, payees, err := v.ChangeOf(change, store.KindPayee, maxOffered+1)
		if err != nil {
			return err
		}
		switch c.Action {
		case "rename-payee":
			if len(payees) == 1 {
				offer = &Offer{Text: "Always rename it when importing?", Contains: []string{text(payees[0].Old["name"])}, Payee: text(payees[0].New["name"])}
			}
		case "merge-payees":
			offer, err = offerOfMerge(v, change, payees)
		case "edit-row", "set-on-rows":
			offer, err = offerOfCategory(v, change)
		}
		return err
	})
	return offer, err
}

func text(member json.RawMessage) (s string) {
	_ = json.Unmarshal(member, &s) // anything but a text is ignored
	return s
}

func number(member json.RawMessage) (n int64) {
	_ = json.Unmarshal(member, &n) // likewise
	return n
}

// offerOfMerge finds the payee that replaced merged ones by one of their transactions.
func offerOfMerge(v *store.ReadTx, change int64, payees []store.RecordChange) (*Offer, error) {
	_, rows, err := v.ChangeOf(change, store.KindTransaction, 1)
	if err != nil || len(rows) == 0 || len(payees) > maxOffered {
		return nil, err
	}
	into, err := v.Payee(budget.PayeeNo(number(rows[0].New["payee"])))
	if err != nil {
		return nil, nil //nolint:nilerr,nilnil // deleted since: nothing is offered
	}
	offer := &Offer{Text: "Always rename them when importing?", Payee: into.Name}
	for _, p := range payees {
		if p.New == nil {
			offer.Contains = append(offer.Contains, text(p.Old["name"]))
		}
	}
	return offer, nil
}

func offerOfCategory(v *store.ReadTx, change int64) (*Offer, error) {
	_, rows, err := v.ChangeOf(change, store.KindTransaction, 2)
	if err != nil || len(rows) != 1 || number(rows[0].New["category"]) == 0 {
		return nil, err
	}
	t, err := v.Transaction(budget.TxNo(rows[0].No))
	if err != nil || t.Bank == nil || t.Bank.ImportID == "" || t.Payee == 0 || t.Category == 0 || t.Transfer.Account != 0 {
		return nil, nil //nolint:nilerr,nilnil // deleted since, or entered as text
	}
	payee, err := v.Payee(t.Payee)
	if err != nil {
		return nil, err
	}
	category, err := v.Category(t.Category)
	return &Offer{Text: "Always categorise " + payee.Name + " like this?", Is: payee.Name, Category: category.ID}, err
}
