package payees

import (
	"fmt"
	"strings"
	"testing"

	"holdover/internal/app/budgetsession"
	"holdover/internal/model/budget"
)

// The offer sent to a form is limited in places and bytes, newest first.
func TestOfferedPayeesAreLimited(t *testing.T) {
	var payees []budget.Payee
	var places []budget.Location
	for i := 1; i <= maxOffered+100; i++ {
		payees = append(payees, budget.Payee{No: budget.PayeeNo(i), ID: budgetsession.NewID(), Name: fmt.Sprint("Payee ", i)})
		places = append(places, budget.Location{No: budget.LocationNo(i), Payee: budget.PayeeNo(i), Latitude: "1", Longitude: "2"})
	}
	if got := offered(payees, places); len(got) != maxOffered || got[0].Name != fmt.Sprint("Payee ", maxOffered+100) {
		t.Errorf("%d payees are offered, %s first; want %d", len(got), got[0].Name, maxOffered)
	}
	for i := range payees {
		payees[i].Name = strings.Repeat("x", 10_000)
	}
	if got := offered(payees, places); len(got) == 0 || len(got)*10_000 > maxOfferedBytes {
		t.Errorf("%d names of 10,000 letters are offered, want at most %d bytes", len(got), maxOfferedBytes)
	}
}
