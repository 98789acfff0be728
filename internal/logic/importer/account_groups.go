package importer

import (
	"strings"
	"unicode/utf8"

	"holdover/internal/logic/envelope"
	"holdover/internal/model/budget"
)

// addAccountGroups imports the groups of accounts, which only Holdover has. A group that could not be entered here is left
// out, and its accounts are in no group. An account that several groups name is in the first.
func (im *importing) addAccountGroups() {
	if im.marks == nil {
		return
	}
	ids, names := map[string]bool{"": true}, map[string]bool{"": true} // a newer document's groups are matched by their ids
	for i := range im.marks.AccountGroups {
		m := &im.marks.AccountGroups[i]
		name := strings.TrimSpace(m.Name)
		if ids[m.ID] || names[budget.NameKey(name)] || utf8.RuneCountInString(name) > envelope.MaxName || len(im.whole.AccountGroups) == budget.MaxAccountGroups {
			im.notes.warn("account group", "A group of accounts in the file is invalid; it was left out.", "group %d (id %s)", i+1, m.ID)
			continue
		}
		ids[m.ID], names[budget.NameKey(name)] = true, true
		no := budget.AccountGroupNo(len(im.whole.AccountGroups) + 1)
		im.whole.AccountGroups = append(im.whole.AccountGroups, budget.AccountGroup{No: no, ID: m.ID, Name: name, Sort: len(im.whole.AccountGroups)})
		for _, id := range m.Accounts {
			if account := im.accounts[id]; account != 0 && im.whole.Accounts[account-1].Group == 0 {
				im.whole.Accounts[account-1].Group = no
			}
		}
	}
}
