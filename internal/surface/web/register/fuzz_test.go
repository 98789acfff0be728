package register

import (
	"net/url"
	"reflect"
	"testing"

	"holdover/internal/app/pageframe"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/surface/ui"
	"holdover/internal/testing/browsertest/preview"
	"holdover/internal/testing/testkit"
)

// FuzzAddress checks that any query of a register causes an error that names the parameter, or gives the same listing
// after it is written and parsed again.
func FuzzAddress(f *testing.F) {
	seeds := []string{
		"search=a&category=c&since=2026-01-01&least=10&most=20%2C5&way=spent", "month=2026-03&sort=payee&order=down", "account=a2&flag=red&state=reconciled", "on-budget=1&unapproved=1&uncategorised=1",
		"reconcile=1&bank=1.234%2C50&on=2026-01-01", "page=-1&month=9999-12", "way=received", "category=group%3Ag&category=c&not=category&flag=none", "split=1&transfer=no&notes=a&time=this-year", "match=any&flag=red&payee-regexp=%5E%28a&not=payee-regexp", "match=any&account=a2", "notes-regexp=x&match=all", "%zz", "search=%ff",
	}
	testkit.Fuzz(f, seeds, func(t testing.TB, input []byte) {
		q, err := url.ParseQuery(string(input))
		if err != nil {
			return
		}
		for _, account := range []string{"", "a1"} {
			l, err := listingIn(account, q, preview.Euro, today)
			if err != nil {
				if apperr.KindOf(err) != apperr.Invalid {
					t.Fatalf("%q: error %v, want invalid", input, err)
				}
				continue
			}
			again, err := listingIn(account, l.query(), preview.Euro, today)
			if err != nil || !reflect.DeepEqual(l.Filter, again.Filter) || l.Ascending != again.Ascending || l.Sort != again.Sort {
				t.Fatalf("%q: %+v became %+v, error %v", input, l, again, err)
			}
			if once, twice := l.query().Encode(), again.query().Encode(); once != twice {
				t.Fatalf("%q is written %q, then %q", input, once, twice)
			}
			if l.UnderWay.Told {
				_, _, _ = l.UnderWay.read(&pageframe.Budget{CurrencyFormat: preview.Euro, DateFormat: "DD.MM.YYYY"}, civil.Date(2026_11_22))
			}
		}
	})
}

// FuzzDay checks that any typed date causes an error or is valid, and is the same after it is written and parsed
// again.
func FuzzDay(f *testing.F) {
	testkit.Fuzz(f, []string{"31.3.26", "3/31", "31", "2026-03-31", "29.2.", "9999-12-31", "٣1.3.26", "00.00.0000", "1 2 3 4"}, func(t testing.TB, input []byte) {
		for _, pattern := range []string{"DD.MM.YYYY", "MM/DD/YYYY", "YYYY-MM-DD", "DD/MM/YYYY", "YYYY. MM. DD", ""} {
			d, err := ui.ReadDate(pattern, string(input), civil.Date(2026_11_22))
			if err != nil {
				if apperr.KindOf(err) != apperr.Invalid {
					t.Fatal(err)
				}
				continue
			}
			if again, err := ui.ReadDate(pattern, d.In(pattern), civil.Date(2026_11_22)); d == 0 || err != nil || again != d {
				t.Fatalf("%q by %s is %v, written %s, and parsed as %v, error %v", input, pattern, d, d.In(pattern), again, err)
			}
		}
	})
}
