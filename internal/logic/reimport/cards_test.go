package reimport

import (
	"testing"

	"holdover/internal/model/budget"
)

// A newer file repeats an older one's data about a card's payments: a category deleted here with its card is not
// restored.
func TestADeletedPaymentCategoryIsNotRestored(t *testing.T) {
	document := func(gone bool) *budget.Whole {
		return &budget.Whole{Info: budget.Info{CardPayments: []budget.CardPayment{{SourceID: "visa", Gone: gone}, {SourceID: "amex"}}}}
	}
	c := &comparison{was: document(false), is: document(false), now: document(true)}
	if got := c.info().CardPayments; !got[0].Gone || got[1].Gone {
		t.Errorf("after a newer file the card payments are %+v", got)
	}
	if c.is.Info.CardPayments[0].Gone {
		t.Error("the newer document was modified")
	}
}
