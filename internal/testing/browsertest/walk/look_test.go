package walk_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"holdover/internal/app"
	"holdover/internal/base/apperr"
	"holdover/internal/base/money"
	"holdover/internal/surface/ui"
	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/browsertest/walk"
)

// No line ends between a minus sign and its amount, however narrow the page is: browsers end lines after a minus sign.
func TestMinusStaysWithItsAmount(t *testing.T) {
	t.Parallel()
	amounts := ui.Figures{Format: money.Format{CurrencySymbol: "€", SymbolFirst: true, DisplaySymbol: true, DecimalDigits: 2, DecimalSeparator: ".", GroupSeparator: ","}}
	spoken := amounts.Format.Spoken(-6_445_300)
	for text, parted := range map[string]bool{
		spoken:                                 true, // a browser ends a line there
		amounts.Symbol(-6_445_300).Text:        false,
		amounts.Plain(-6_445_300).Text:         false,
		ui.Whole("(" + spoken + ", " + spoken): false,
		ui.Whole("5 \u2212 3, a\u2212b"):       false,
	} {
		page := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			_, _ = w.Write([]byte(`<!doctype html><p style="width: 1px">` + text))
		}))
		tab := browsertest.Tab(t, 390, 844)
		walk.Visit(t, tab, page.URL)
		if found := walk.SeparatedSigns(t, tab); (found != "") != parted {
			t.Errorf("%q: separated signs %q, want any: %v", text, found, parted)
		}
		page.Close()
	}
	if text := ui.FaultOf(errBelow).Message; text != "It is \u2212\u2060€1.00" {
		t.Errorf("the text of the error is %q", text)
	}
	if text := ui.ChangeLabel("Moved \u2212€1.00", app.Reversal{}); text != "Moved \u2212\u2060€1.00" {
		t.Errorf("the text of the change is %q", text)
	}
}

var errBelow = apperr.New(apperr.Invalid, "it is \u2212€1.00")
