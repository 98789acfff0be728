package reimport_test

import (
	"testing"

	"holdover/internal/logic/reimport"
	"holdover/internal/model/budget"
)

// Account groups made here stay when a newer document of the source, which has none, is taken over.
func TestAccountGroupsMadeHereStay(t *testing.T) {
	newer, ours := small(), small()
	ours.AccountGroups = []budget.AccountGroup{{No: 7, ID: "made here", Name: "Everyday"}}
	ours.Accounts[0].Group = 7
	newer.Accounts[0].Name = "Current"
	r := reimport.Compare(small(), newer, ours)
	if w := r.Writes; len(w.GoneAccountGroups) > 0 || len(w.AccountGroups) > 0 || len(w.Accounts) != 1 || w.Accounts[0].Group != 7 || w.Accounts[0].Name != "Current" {
		t.Errorf("the writes are %+v", w)
	}
}

// A newer document of another Holdover adds, renames and deletes its groups and moves accounts between them. A group that is
// used here stays, and a new one with a name that is taken gets another.
func TestAccountGroupsOfANewerDocument(t *testing.T) {
	was, newer, ours := small(), small(), small()
	was.AccountGroups = []budget.AccountGroup{{No: 1, ID: "x", Name: "Everyday"}, {No: 2, ID: "y", Name: "Old", Sort: 1}, {No: 3, ID: "z", Name: "Empty", Sort: 2}}
	was.Accounts[0].Group = 1
	ours.AccountGroups = append([]budget.AccountGroup{{No: 9, ID: "ours", Name: "Savings", Sort: 3}}, was.AccountGroups...)
	ours.Accounts[0].Group, ours.Accounts[1].Group = 1, 2
	newer.AccountGroups = []budget.AccountGroup{{No: 1, ID: "new", Name: "savings"}, {No: 2, ID: "x", Name: "Daily", Sort: 1}}
	newer.Accounts[0].Group = 1

	r := reimport.Compare(was, newer, ours)
	w := r.Writes
	if len(w.AccountGroups) != 2 || len(w.GoneAccountGroups) != 1 || w.GoneAccountGroups[0] != 3 {
		t.Fatalf("want one new, one renamed and one deleted group, got %+v and %v", w.AccountGroups, w.GoneAccountGroups)
	}
	made, renamed := w.AccountGroups[0], w.AccountGroups[1]
	if made.No >= 0 || made.Name != "savings-1" || made.Sort != 4 || renamed.No != 1 || renamed.Name != "Daily" || renamed.Sort != 0 {
		t.Errorf("the new group is %+v, the renamed one %+v", made, renamed)
	}
	if len(w.Accounts) != 1 || w.Accounts[0].Group != made.No {
		t.Errorf("the accounts are %+v", w.Accounts)
	}
}

// An account that moves at the source to a group deleted here is in no group.
func TestAccountsOfDeletedGroups(t *testing.T) {
	was, newer, ours := small(), small(), small()
	was.AccountGroups = []budget.AccountGroup{{No: 1, ID: "x", Name: "Everyday"}}
	newer.AccountGroups = was.AccountGroups
	newer.Accounts[0].Group = 1
	r := reimport.Compare(was, newer, ours)
	if w := r.Writes; len(w.AccountGroups) > 0 || len(w.Accounts) != 1 || w.Accounts[0].Group != 0 {
		t.Errorf("the writes are %+v", w)
	}
}
