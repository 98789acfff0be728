package ui

import (
	"testing"

	"holdover/internal/model/budget"
)

// Every account type that a user can choose has a label, and no other type is offered.
func TestEveryAccountTypeHasALabel(t *testing.T) {
	types := budget.AccountTypes()
	if len(types) != len(KindsByType) {
		t.Errorf("%d labelled types, but %d account types", len(KindsByType), len(types))
	}
	for _, one := range types {
		if KindsByType[one].Name == "" {
			t.Errorf("%s has no label", one)
		}
	}
}
