package register

import (
	"net/url"
	"reflect"
	"testing"

	"holdover/internal/app/registers"
	"holdover/internal/testing/browsertest/preview"
)

// TestASavedAddressGivesTheSameListing: a saved address gives the same listing and order; relative periods are not
// stored as dates.
func TestASavedAddressGivesTheSameListing(t *testing.T) {
	t.Parallel()
	for _, query := range []string{
		"category=c&category=d&not=category", "flag=none", "state=cleared&state=reconciled", "search=a+-b", "since=2026-01-01", "month=2026-03", "time=last-month", "on-budget=1", "counts=income",
		"uncategorised=1", "unapproved=no", "receipt=1&scheduled=no", "notes=x&payee-words=y", "order=up", "order=down&sort=payee", "sort=amount",
		"way=spent", "way=received", "least=5&way=spent", "most=5&way=spent", "least=5&most=6&way=spent", "least=5&way=received", "most=5&way=received", "least=5&most=6&way=received", "least=5", "most=5", "least=5&most=6",
		"least=0%2C01&way=spent", "account=a",
	} {
		q, err := url.ParseQuery(query)
		if err != nil {
			t.Fatal(err)
		}
		listing, err := listingIn("", q, preview.Euro, today)
		if err != nil {
			t.Fatal(err)
		}
		rows := keptOf(&listing)
		if listing.Time != "" && (rows.Since != 0 || rows.Until != 0) {
			t.Errorf("%s: a relative period is stored as dates: %+v", query, rows)
		}
		stored := keptListing(&registers.OwnFilter{SavedRows: rows}, preview.Euro)
		stored.Account = "" // the account becomes a filter of the register of all accounts
		again, err := listingIn("", stored.query(), preview.Euro, today)
		if err != nil || !reflect.DeepEqual(again.Filter, listing.Filter) || again.Sort != listing.Sort || again.Ascending != listing.Ascending || again.Time != listing.Time || again.Amounts.Way != listing.Amounts.Way {
			t.Errorf("%s is stored as %s: %+v, error %v", query, stored.query().Encode(), again, err)
		}
	}
}
