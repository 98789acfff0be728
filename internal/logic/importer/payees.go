package importer

import (
	"holdover/internal/base/iterutil"
	"holdover/internal/model/budget"
	"holdover/internal/model/ynabdoc"
)

// addPayees imports the payees and links transfer payees to their accounts.
func (im *importing) addPayees() {
	im.whole.Payees = make([]budget.Payee, 0, len(im.plan.Payees))
	addAll(im, kindOf[ynabdoc.Payee, budget.PayeeNo]{
		array: inPayees, kind: "payee", how: "kept",
		about: func(y *ynabdoc.Payee) about { return about{y.ID, y.Name, y.Deleted} },
		add: func(y *ynabdoc.Payee, no budget.PayeeNo, id string, named bool) {
			if named {
				im.payees[y.ID] = no
			}
			im.whole.Payees = append(im.whole.Payees, budget.Payee{
				No: no, ID: id, SourceID: y.ID, Name: y.Name, TransferAccount: im.accounts[y.TransferAccountID], Extra: object(y.Extra()),
			})
		},
	}, im.plan.Payees)
	im.markPayees()
	im.tiePayees()
}

// markPayees sets the marks of payees about suggestions, which only Holdover has. Transfer payees have none.
func (im *importing) markPayees() {
	if im.marks == nil {
		return
	}
	for _, m := range im.marks.Payees {
		if no := im.payees[m.ID]; no != 0 && im.whole.Payees[no-1].TransferAccount == 0 {
			p := &im.whole.Payees[no-1]
			p.Hidden, p.Favourite, p.LearningOff = m.Hidden, m.Favourite, m.LearningOff
		}
	}
}

// tiePayees sets each account's transfer payee from the file, or else by the payee that names the account.
func (im *importing) tiePayees() {
	for a := range iterutil.Pointers(im.plan.Accounts) {
		if no, ok := im.accounts[a.ID]; ok && im.whole.Accounts[no-1].TransferPayee == 0 {
			im.whole.Accounts[no-1].TransferPayee = im.payees[a.TransferPayeeID]
		}
	}
	for y := range iterutil.Pointers(im.whole.Payees) {
		if y.TransferAccount != 0 && im.whole.Accounts[y.TransferAccount-1].TransferPayee == 0 {
			im.whole.Accounts[y.TransferAccount-1].TransferPayee = y.No
		}
	}
}

func (im *importing) addLocations() {
	addAll(im, kindOf[ynabdoc.PayeeLocation, budget.LocationNo]{
		array: inLocations, kind: "payee location",
		about: func(l *ynabdoc.PayeeLocation) about { return about{id: l.ID, deleted: l.Deleted} },
		unfit: func(l *ynabdoc.PayeeLocation) string {
			if im.payees[l.PayeeID] == 0 {
				return ofNoPayee
			}
			return ""
		},
		add: func(l *ynabdoc.PayeeLocation, no budget.LocationNo, id string, _ bool) {
			im.whole.Locations = append(im.whole.Locations, budget.Location{
				No: no, ID: id, SourceID: l.ID, Payee: im.payees[l.PayeeID], Latitude: l.Latitude, Longitude: l.Longitude,
				Extra: object(l.Extra()),
			})
		},
	}, im.plan.PayeeLocations)
}
