package register

import (
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"holdover/internal/app"
	"holdover/internal/app/pageframe"
	"holdover/internal/app/rows"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/amountparse"
	"holdover/internal/model/budget"
	"holdover/internal/surface/ui"
)

var walkDay = civil.MakeDate(2026, 11, 21)

func TestParseDate(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ pattern, text, want string }{
		{"DD.MM.YYYY", "31.12.2026", "2026-12-31"},
		{"DD.MM.YYYY", "1.2.27", "2027-02-01"},
		{"DD.MM.YYYY", "31.12.", "2026-12-31"},
		{"DD.MM.YYYY", " 5 ", "2026-11-05"},
		{"DD.MM.YYYY", "2024-02-29", "2024-02-29"},
		{"MM/DD/YYYY", "02/29/2024", "2024-02-29"},
		{"MM/DD/YYYY", "12/31", "2026-12-31"},
		{"DD/MM/YYYY", "01/12/2026", "2026-12-01"},
		{"YYYY-MM-DD", "2027-1-1", "2027-01-01"},
		{"YYYY/MM/DD", "2026/06/30", "2026-06-30"},
		{"", "2026-06-30", "2026-06-30"},
		{"YYYY-MM-DD", "25.11.26", "2026-11-25"}, // it was 2025-11-26
		{"YYYY-MM-DD", "31.12.26", "2026-12-31"}, // it was 2031-12-26
		{"YYYY-MM-DD", "5.11.", "2026-11-05"},
		{"YYYY-MM-DD", "25.11.2026", "2026-11-25"},
		{"YYYY/MM/DD", "1.2.27", "2027-02-01"},
		{"YYYY-MM-DD", "2026.11.25", "2026-11-25"},
		{"YYYY-MM-DD", "26-11-25", "2026-11-25"},
		{"YYYY-MM-DD", "11.26.", ""},
		{"YYYY.MM.DD", "26.11.25", "2026-11-25"},
		{"MM/DD/YYYY", "11.25.26", "2026-11-25"},
		{"DD.MM.YYYY", "29.02.2026", ""},
		{"DD.MM.YYYY", "31.11.2026", ""},
		{"DD.MM.YYYY", "tomorrow", ""},
		{"DD.MM.YYYY", "", ""},
		{"DD.MM.YYYY", "1.2.3.4", ""},
		{"DD.MM.YYYY", "1.2.202", ""},
		{"DD.MM.YYYY", "32", ""},
		{"MM/DD/YYYY", "31/12/2026", ""},
	} {
		got, err := ui.ReadDate(c.pattern, c.text, walkDay)
		if c.want == "" {
			if apperr.KindOf(err) != apperr.Invalid || apperr.HintOf(err) == "" {
				t.Errorf("%q in %s: day %v, error %v, want invalid with a hint", c.text, c.pattern, got, err)
			}
			continue
		}
		if err != nil || got.String() != c.want {
			t.Errorf("%q in %s: %s, %v, want %s", c.text, c.pattern, got, err, c.want)
		}
	}
}

// A form parses the values that it displays, for any currency and date format.
func TestFormsParseWhatTheyDisplay(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		code := rapid.SampledFrom([]string{"EUR", "USD", "JPY", "KWD", "CHF", "INR", "SEK"}).Draw(t, "currency")
		format, known := money.FormatOf(code, rapid.SampledFrom(append(money.AllNumbers(), "")).Draw(t, "numbers"))
		if !known {
			t.Fatalf("the currency %s is unknown", code)
		}
		pattern := rapid.SampledFrom(app.DateFormats()).Draw(t, "dates")
		day := civil.MakeDate(2020, 1, 1).AddDays(rapid.IntRange(0, 5000).Draw(t, "day"))
		amount := format.Rounded(money.Milli(rapid.Int64Range(-2_000_000_000_000, 2_000_000_000_000).Draw(t, "amount")))
		rd := &RowReading{form: &rows.Form{}, Fields: &rowFields{Date: day.In(pattern)}, today: walkDay, Faults: rowFaults{}}
		rd.form.Budget.CurrencyFormat, rd.form.Budget.DateFormat = format, pattern
		rd.Fields.setAmount(format, amount)
		got, err := rd.amount(&rd.Fields.lineFields, 0)
		if err != nil || got != amount {
			t.Fatalf("%s: %q %q is parsed as %s, error %v", code, rd.Fields.Direction, rd.Fields.Amount, got, err)
		}
		if rd.date() != day || len(rd.Faults) != 0 {
			t.Fatalf("%q is parsed as %s", rd.Fields.Date, rd.date())
		}
		out := RowLeft{}
		rd.results(&out)
		if len(out.Results) != 0 {
			t.Fatalf("%q is shown as the sum %v", rd.Fields.Amount, out.Results)
		}
	})
}

func TestAmountsAndTheirSigns(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		direction, text string
		want            money.Milli
	}{
		{goesOut, "12.50", -12_500},
		{comesIn, "12.50", 12_500},
		{goesOut, "0", 0},
		{goesOut, "-12.50", -12_500},
		{comesIn, "-12.50", -12_500},
		{goesOut, "+12.50", 12_500},
		{goesOut, "−3", -3_000},
		{goesOut, "€5", -5_000},
		{goesOut, "-€5", -5_000},
		{goesOut, "€-5", -5_000},
		{comesIn, "120/4", 30_000},
		{goesOut, "-10+4", -6_000},
		{goesOut, "10-4", -6_000},
		{goesOut, "*2", -14_000},
	} {
		format, _ := money.FormatOf("EUR", money.CommaPoint)
		rd := &RowReading{form: &rows.Form{}}
		rd.form.Budget.CurrencyFormat = format
		got, err := rd.amount(&lineFields{Direction: c.direction, Amount: c.text}, -7_000)
		if err != nil || got != c.want {
			t.Errorf("%s %q: %s, %v, want %s", c.direction, c.text, got, err, c.want)
		}
	}
}

// The id of a chosen record is used while its text is unchanged, even if two records have that name. Other text is
// looked up by name.
func TestAChosenIDIsUsedWhileItsTextIsUnchanged(t *testing.T) {
	t.Parallel()
	form := &rows.Form{
		Groups:     []budget.Group{{No: 1, Name: "Bills"}, {No: 2, Name: "Fun"}, {No: 3, Name: "Old", Hidden: true}},
		Categories: []budget.Category{{ID: "c1", Group: 1, Name: "Phone"}, {ID: "c2", Group: 2, Name: "Phone"}, {ID: "c3", Group: 2, Name: "Books"}, {ID: "c4", Group: 3, Name: "Books"}},
	}
	form.Accounts = []pageframe.Account{{ID: "a1", Name: "Savings"}, {ID: "a2", Name: "Giro"}, {ID: "a3", Name: "giro"}, {ID: "a4", Name: "Gone", Closed: true}}
	rd := NewRowReading(form, &rowFields{}, walkDay)
	for n, want := range map[named]string{
		{Text: "Books"}: "c3", {Text: " books "}: "c3", {Text: "Old: Books"}: "c4", {Text: "fun: phone"}: "c2", {}: "",
		namedBy("c1", "Bills: Phone"):                     "c1",
		namedBy("c9", "a\nb"):                             "c9",
		{Text: "Books", Ref: "c1=Bills: Phone"}:           "c3",
		{Text: "Phone"}:                                   "!2 categories are named",
		{Text: "Travel"}:                                  "!category \"Travel\" not found",
		{Text: "ab", Ref: namedBy("c9", "a\r\nb").Ref}:    "c9",
		{Text: "x=y", Ref: namedBy("c7", "x=y").Ref}:      "c7",
		{Text: "Books", Ref: namedBy("", "Phone").Ref}:    "c3",
		{Text: "", Ref: namedBy("c1", "Bills: Food").Ref}: "",
	} {
		got, err := rd.category(n)
		if message, isError := strings.CutPrefix(want, "!"); isError {
			if err == nil || !strings.HasPrefix(err.Error(), message) {
				t.Errorf("%+v: category %q, error %v, want %q", n, got, err, message)
			}
			continue
		}
		if err != nil || got != want {
			t.Errorf("%+v: %q, %v, want %q", n, got, err, want)
		}
	}
	for n, want := range map[named]rows.PartEntry{
		{Text: "Aldi"}:                {PayeeName: "Aldi"},
		namedBy("p1", "Aldi"):         {Payee: "p1"},
		{Text: "transfer: SAVINGS"}:   {TransferTo: "a1"},
		{Text: "Transfer : Savings"}:  {TransferTo: "a1"},
		{Text: "Transfer: Gone"}:      {PayeeName: "Transfer: Gone"},
		namedBy("account:a3", "T: g"): {TransferTo: "a3"},
		{}:                            {},
	} {
		var got rows.PartEntry
		if err := rd.party(n, &got); err != nil || got.Payee != want.Payee || got.PayeeName != want.PayeeName || got.TransferTo != want.TransferTo {
			t.Errorf("%+v: read as %+v, error %v, want %+v", n, got, err, want)
		}
	}
	if err := rd.party(named{Text: "Transfer: Giro"}, &rows.PartEntry{}); apperr.KindOf(err) != apperr.Invalid {
		t.Errorf("one of two accounts with the same name was chosen: error %v", err)
	}
}

func TestTypedFieldsAreParsed(t *testing.T) {
	t.Parallel()
	r := httptest.NewRequest("POST", "/", strings.NewReader(url.Values{
		"row": {"r1"}, "account": {"a1"}, "date": {"x"}, "payee": {"P"}, "amount": {"1"}, "direction": {"in"}, "notes": {"a\r\nb"},
		"part-id": {"", "p2"}, "part-payee": {"", "Q"}, "part-category": {"C", ""}, "part-notes": {"", "n"}, "part-amount": {"2", "3"}, "part-direction": {"out", "in"},
	}.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	f, err := TypedFields(&ui.Request{Request: r})
	if err != nil || f.Notes != "a\nb" || f.Direction != comesIn || len(f.Parts) != 2 || f.PartID != "" {
		t.Fatalf("the fields are read as %+v, error %v", f, err)
	}
	if p := f.Parts[1]; p.PartID != "p2" || p.Payee.Text != "Q" || p.Amount != "3" || p.Direction != comesIn || p.Notes != "n" {
		t.Errorf("the second part is read as %+v", p)
	}
	if p := f.Parts[0]; p.Category.Text != "C" || p.Direction != goesOut {
		t.Errorf("the first part is read as %+v", p)
	}
}

func TestErrorsAreShownAtTheirField(t *testing.T) {
	t.Parallel()
	say := func(message string) *apperr.Error { return apperr.New(apperr.Invalid, "%s", message) }
	for want, faults := range map[string][]*apperr.Error{
		"date":          {say("it is missing").Of("date")},
		"part-12-payee": {say("Old is closed").Of("transfer").AtPart(12)},
		"part-2-payee":  {say("it is too long").Of("payee").AtPart(2)},
		"payee":         {say("both sides would be in Bank").Of("transfer")},
		"category":      {say("House is off budget").Of("category"), say("the category is gone").AtField("category")},
		"account":       {say("not found").Of("account")},
		"amount":        {say("the parts sum to 5, the row is 6").Of("amount")},
		"":              {say("this part of the transaction no longer exists").AtPart(1), say("the row of 2026 over 5 is reconciled"), say("it is unknown here").Of("days")},
	} {
		for _, f := range faults {
			got := FaultsOf(f)
			if text, ok := got[want]; !ok || len(got) != 1 || text.Message == "" || want != "" && strings.Contains(text.Message, ": ") {
				t.Errorf("%v: shown as %v, want it at %q", f, got, want)
			}
		}
	}
	if got := FaultsOf(rowFaults{"date": {Message: "x"}}.Refused()); got["date"].Message != "x" {
		t.Errorf("the errors of fields became %v", got)
	}
	if err := (rowFaults{}).Refused(); err != nil {
		t.Error(err)
	}
}

// The example next to a missing amount can be typed; for yen it was 12.5.
func TestTheExampleOfAMissingAmountIsValid(t *testing.T) {
	for _, code := range []string{"JPY", "EUR", "KWD"} {
		format, _ := money.FormatOf(code, money.CommaPoint)
		rd := &RowReading{form: &rows.Form{}}
		rd.form.Budget.CurrencyFormat = format
		_, err := rd.amount(&lineFields{}, 0)
		example, _, _ := strings.Cut(strings.TrimPrefix(apperr.HintOf(err), "write it like "), ",")
		if _, err := amountparse.Amount(format, example, 0); err != nil {
			t.Errorf("%s: the example %q is refused: %v", code, example, err)
		}
	}
}

// The rest of a split is distributed so that nothing is left, in every currency and from any amounts. Parts with an
// amount keep it where others have none.
func TestRestIsDistributedExactly(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		format, _ := money.FormatOf(rapid.SampledFrom([]string{"EUR", "JPY", "KWD"}).Draw(t, "currency"), "")
		drawn := rapid.Int64Range(-2_000_000_000, 2_000_000_000)
		rd := &RowReading{form: &rows.Form{}, Fields: &rowFields{}, Faults: rowFaults{}}
		rd.form.Budget.CurrencyFormat = format
		rd.Fields.setAmount(format, format.Rounded(money.Milli(drawn.Draw(t, "amount"))))
		var filled []lineFields
		for range rapid.IntRange(1, 6).Draw(t, "parts") {
			p := lineFields{Direction: rd.Fields.Direction}
			if rapid.Bool().Draw(t, "filled") {
				p.setAmount(format, format.Rounded(money.Milli(drawn.Draw(t, "part"))))
				filled = append(filled, p)
			}
			rd.Fields.Parts = append(rd.Fields.Parts, p)
		}
		button := rapid.SampledFrom([]string{"rest-evenly", "rest-by-share"}).Draw(t, "button")
		rd.ChangeForm(button)
		if left, ok := rd.left(); !ok || left != 0 {
			t.Fatalf("%s leaves %s", button, left)
		}
		if button == "rest-evenly" && len(filled) < len(rd.Fields.Parts) {
			for _, p := range filled {
				if !slices.Contains(rd.Fields.Parts, p) {
					t.Fatalf("the part of %s changed", p.Amount)
				}
			}
		}
	})
}
