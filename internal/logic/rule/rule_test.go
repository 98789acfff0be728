package rule

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"holdover/internal/base/apperr"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

const (
	bank, cash, house, closed budget.AccountNo  = 1, 2, 3, 4
	food, rent                budget.CategoryNo = 1, 2
	shop, owner, toCash       budget.PayeeNo    = 10, 11, 12
)

func world() Context {
	return Context{
		Accounts: []budget.Account{{No: bank, Name: "Bank", OnBudget: true}, {No: cash, Name: "Cash", OnBudget: true}, {No: house, Name: "House"}, {No: closed, Closed: true, OnBudget: true}},
		Payees:   []budget.Payee{{No: shop, Name: "Shop"}, {No: owner, Name: "Owner"}, {No: toCash, Name: "Transfer : Cash", TransferAccount: cash}},
		Step:     10,
	}
}

func compileRules(t interface{ Fatal(...any) }, rules ...budget.Rule) *Set {
	for i := range rules {
		rules[i].No = budget.RuleNo(i + 1)
		if err := Check(&rules[i]); err != nil {
			t.Fatal(err)
		}
	}
	s, err := Compile(rules, world())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func when(field budget.RuleField, test budget.RuleTest, text string) []budget.Condition {
	return []budget.Condition{{Field: field, Test: test, Text: text}}
}

func payeeHas(text string) []budget.Condition {
	return when(budget.RulePayee, budget.RuleContains, text)
}

// A disabled rule has no effect, and a later one decides.
func TestADisabledRuleHasNoEffect(t *testing.T) {
	s := compileRules(t, budget.Rule{Off: true, When: payeeHas("shop"), Then: budget.Outcome{Category: food}}, budget.Rule{When: payeeHas("shop"), Then: budget.Outcome{Category: rent}})
	r := Row{Account: bank, Payee: shop, Amount: -100}
	if by := s.Apply(&r); r.Category != rent || by.Money != 2 {
		t.Errorf("the row is %+v, set by %+v", r, by)
	}
}

// A rule that names the payee is followed by one that categorises the payee, even if that one comes first.
func TestARuleSeesTheChangesOfOthers(t *testing.T) {
	s := compileRules(t, budget.Rule{When: when(budget.RulePayee, budget.RuleIs, "SHOP"), Then: budget.Outcome{Category: food}},
		budget.Rule{When: payeeHas("sp*sh"), Then: budget.Outcome{Payee: shop}})
	r := Row{Account: bank, Amount: -4500, BankText: "SP*SHOP 0815 Ulm", Name: "SP*SHOP 0815 Ulm"}
	by := s.Apply(&r)
	if r.Payee != shop || r.Name != "" || r.Category != food || by != (budget.ByRule{Payee: 2, Money: 1}) {
		t.Errorf("the row is %+v, set by %+v", r, by)
	}
}

// Of two rules that would set the same field, the upper one does.
func TestTheUpperRuleHasPrecedence(t *testing.T) {
	one := budget.Rule{When: payeeHas("shop"), Then: budget.Outcome{Category: food, Notes: "one"}}
	other := budget.Rule{When: payeeHas("shop"), Then: budget.Outcome{Category: rent, Flag: "red"}}
	for want, rules := range map[budget.CategoryNo][]budget.Rule{food: {one, other}, rent: {other, one}} {
		r := Row{Account: bank, Amount: -1000, Payee: shop}
		if compileRules(t, rules...).Apply(&r); r.Category != want || r.Notes != "one" || r.Flag != "red" {
			t.Errorf("the row is %+v, want category %d", r, want)
		}
	}
}

func TestConditions(t *testing.T) {
	row := Row{Account: bank, Date: 20260315, Amount: -12340, Payee: shop, BankText: "REWE SAGT DANKE 4140", Notes: "Ünter dem Tisch"}
	for _, c := range []struct {
		want bool
		budget.Condition
	}{
		{true, budget.Condition{Field: "payee", Test: "contains", Text: "sagt"}},
		{true, budget.Condition{Field: "payee", Test: "is", Text: " shop "}},
		{true, budget.Condition{Field: "payee", Test: "begins", Text: "rewe s"}},
		{false, budget.Condition{Field: "payee", Test: "begins", Text: "sagt"}},
		{true, budget.Condition{Field: "payee", Test: "matches", Text: `^rewe .* \d{4}$`}},
		{true, budget.Condition{Field: "notes", Test: "contains", Text: "üNTER"}},
		{false, budget.Condition{Field: "notes", Test: "is", Text: "unter"}},
		{true, budget.Condition{Field: "amount", Test: "is", Min: 12340}},
		{true, budget.Condition{Field: "spent", Test: "between", Min: 12340, Max: 12340}},
		{true, budget.Condition{Field: "spent", Test: "between", Min: 1}},
		{false, budget.Condition{Field: "spent", Test: "between", Max: 12339}},
		{false, budget.Condition{Field: "received", Test: "is", Min: 12340}},
		{true, budget.Condition{Field: "account", Test: "is", Account: bank}},
		{false, budget.Condition{Field: "account", Test: "is", Account: cash}},
		{true, budget.Condition{Field: "date", Test: "between", From: 20260315}},
		{true, budget.Condition{Field: "date", Test: "between", Until: 20260315}},
		{false, budget.Condition{Field: "date", Test: "is", From: 20260314}},
	} {
		r := row
		if compileRules(t, budget.Rule{When: []budget.Condition{c.Condition}, Then: budget.Outcome{Category: food}}).Apply(&r); (r.Category == food) != c.want {
			t.Errorf("%+v matches: %v, want %v", c.Condition, !c.want, c.want)
		}
	}
	for _, c := range []struct {
		what string
		want bool
		row  Row
		when []budget.Condition
	}{
		{"nothing was spent", false, Row{Payee: shop}, []budget.Condition{{Field: "spent", Test: "between", Max: 100}}},
		{"nothing came in", false, Row{Payee: shop}, []budget.Condition{{Field: "received", Test: "between", Max: 100}}},
		{"the payee of a transfer", false, Row{Payee: toCash, Amount: -5}, payeeHas("cash")},
		{"a name with leading spaces", true, Row{Name: "  Rewe Ulm", Amount: -5}, when(budget.RulePayee, budget.RuleBegins, "rewe")},
	} {
		c.row.Account = bank
		if compileRules(t, budget.Rule{When: c.when, Then: budget.Outcome{Flag: "red"}}).Apply(&c.row); (c.row.Flag == "red") != c.want {
			t.Errorf("%s matches: %v, want %v", c.what, !c.want, c.want)
		}
	}
	both := []budget.Condition{{Field: "payee", Test: "is", Text: "Shop"}, {Field: "account", Test: "is", Account: cash}}
	for either := range map[bool]bool{true: true, false: true} {
		r := row
		if compileRules(t, budget.Rule{Any: either, When: both, Then: budget.Outcome{Category: food}}).Apply(&r); (r.Category == food) != either {
			t.Errorf("any of the conditions is %v: %+v", either, r)
		}
	}
}

// Fields set by the user stay: of a transfer, of a split, of any given field.
func TestFieldsSetByTheUserAreKept(t *testing.T) {
	all := budget.Rule{When: payeeHas("o"), Then: budget.Outcome{Payee: owner, Category: food, Notes: "n", Flag: "red"}}
	s := compileRules(t, all)
	split := RowOf(&budget.Transaction{Account: bank, Amount: -1, Payee: shop, Parts: []budget.Part{{Amount: -1, Category: rent}}})
	if by := s.Apply(&split); split.Category != 0 || split.Parts != nil || split.Payee != owner || by.Money != 0 {
		t.Errorf("the split became %+v", split)
	}
	moved := RowOf(&budget.Transaction{Account: bank, Amount: -1, Payee: toCash, Transfer: budget.Transfer{Account: cash}, Memo: "o", Bank: &budget.Bank{PayeeName: "o"}})
	if by := s.Apply(&moved); moved.Transfer != cash || moved.Payee != toCash || moved.Notes != "n" || by != (budget.ByRule{Notes: 1, Flag: 1}) {
		t.Errorf("the transfer became %+v", moved)
	}
	given := Row{Account: bank, Amount: -1, Name: "Shop", Category: rent, Locked: Locked{Payee: true, Money: true}}
	if s.Apply(&given); given.Name != "Shop" || given.Category != rent || given.Flag != "red" {
		t.Errorf("the row with given fields became %+v", given)
	}
	off := Row{Account: house, Amount: -1, Payee: shop}
	if s.Apply(&off); off.Category != 0 {
		t.Error("a row off budget has a category")
	}
}

func TestTransferByRule(t *testing.T) {
	for _, c := range []struct {
		from, to budget.AccountNo
		made     bool
		category budget.CategoryNo
	}{{bank, cash, true, 0}, {bank, house, true, food}, {bank, bank, false, 0}, {bank, closed, false, 0}, {house, bank, true, 0}} {
		s := compileRules(t, budget.Rule{When: payeeHas("shop"), Then: budget.Outcome{Transfer: c.to, Category: food}})
		r := Row{Account: c.from, Amount: -5, Payee: shop}
		if s.Apply(&r); (r.Transfer == c.to) != c.made || r.Category != c.category || c.made && r.Payee != 0 {
			t.Errorf("%+v: the row became %+v", c, r)
		}
	}
}

// The parts of a split sum to the amount exactly. Each is a whole number of cents, except the last one of an amount
// that is not, and none has another sign.
func TestPartsOfASplitSumToTheAmount(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		step := rapid.SampledFrom([]money.Milli{1, 10, 100, 1000}).Draw(t, "step")
		amount := money.Milli(rapid.Int64Range(-int64(money.Limit), int64(money.Limit)).Draw(t, "amount"))
		shares, left := []budget.Share{}, Whole
		for range rapid.IntRange(1, MaxShares-1).Draw(t, "parts") {
			if left > 1 {
				one := rapid.IntRange(1, left-1).Draw(t, "share")
				shares, left = append(shares, budget.Share{Category: food, Share: one}), left-one
			}
		}
		shares = append(shares, budget.Share{Category: rent, Share: left})
		parts := (&Set{step: step}).divide(amount, shares)
		var sum money.Milli
		for i, p := range parts {
			sum += p.Amount
			exact := float64(amount) * float64(shares[i].Share) / Whole
			if float64(p.Amount)-exact > 2*float64(step)+1 || exact-float64(p.Amount) > 2*float64(step)+1 {
				t.Fatalf("part %d of %d is %d, want about %f", i, amount, p.Amount, exact)
			}
			if p.Amount != 0 && (p.Amount < 0) != (amount < 0) || i < len(parts)-1 && p.Amount%step != 0 {
				t.Fatalf("part %d of %d is %d: not a whole cent, or of another sign", i, amount, p.Amount)
			}
		}
		if sum != amount {
			t.Fatalf("the parts of %d sum to %d", amount, sum)
		}
	})
}

func drawRule(t *rapid.T) budget.Rule {
	text := rapid.SampledFrom([]string{"shop", "own", "a", "b", "c"})
	r := budget.Rule{Any: rapid.Bool().Draw(t, "any")}
	for range rapid.IntRange(1, 3).Draw(t, "conditions") {
		c := budget.Condition{Field: rapid.SampledFrom([]budget.RuleField{"payee", "notes", "spent", "account"}).Draw(t, "field"), Test: "contains", Text: text.Draw(t, "text")}
		switch c.Field {
		case "spent":
			c = budget.Condition{Field: c.Field, Test: "between", Max: money.Milli(rapid.IntRange(1, 100).Draw(t, "max"))}
		case "account":
			c = budget.Condition{Field: c.Field, Test: "is", Account: rapid.SampledFrom([]budget.AccountNo{bank, cash, house}).Draw(t, "account")}
		}
		r.When = append(r.When, c)
	}
	o := &r.Then
	switch rapid.IntRange(0, 3).Draw(t, "kind") {
	case 0:
		o.Transfer = rapid.SampledFrom([]budget.AccountNo{bank, cash, house, closed}).Draw(t, "to")
	case 1:
		o.Shares = []budget.Share{{Category: food, Share: 3333}, {Category: rent, Share: 6667}}
	case 2:
		o.Payee = rapid.SampledFrom([]budget.PayeeNo{0, shop, owner}).Draw(t, "payee")
		o.Category = rapid.SampledFrom([]budget.CategoryNo{0, food, rent}).Draw(t, "category")
	}
	o.Notes = rapid.SampledFrom([]string{"", "a", "b", "c"}).Draw(t, "notes")
	if o.Payee == 0 && o.Category == 0 && o.Transfer == 0 && o.Shares == nil && o.Notes == "" {
		o.Flag = "red"
	}
	return r
}

func drawRow(t *rapid.T) Row {
	return Row{
		Account: rapid.SampledFrom([]budget.AccountNo{bank, cash, house}).Draw(t, "in"), Amount: money.Milli(rapid.IntRange(-200, 200).Draw(t, "amount")),
		Payee: rapid.SampledFrom([]budget.PayeeNo{0, shop, owner}).Draw(t, "who"), Notes: rapid.SampledFrom([]string{"", "a", "b", "c"}).Draw(t, "memo"),
		BankText: rapid.SampledFrom([]string{"", "a shop", "b"}).Draw(t, "bank"), Category: rapid.SampledFrom([]budget.CategoryNo{0, food}).Draw(t, "had"),
	}
}

// For any rules, also contradicting ones: applying them twice equals applying them once, reported changes are
// changes, and the first rule that matches the result has set its fields.
func TestRulesAreIdempotent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rules := rapid.SliceOfN(rapid.Custom(drawRule), 1, 6).Draw(t, "rules")
		s, r := compileRules(t, rules...), rapid.Custom(drawRow).Draw(t, "row")
		if !s.accounts[r.Account].OnBudget {
			r.Category = 0
		}
		before := r
		by := s.Apply(&r)
		if same(&before, &r) != (by == budget.ByRule{}) {
			t.Fatalf("%+v changed to %+v, reported as %+v", before, r, by)
		}
		again := r
		if by := s.Apply(&again); by != (budget.ByRule{}) || !same(&again, &r) {
			t.Fatalf("%+v became %+v, and then %+v", before, r, again)
		}
		if by == (budget.ByRule{}) {
			return
		}
		var sum money.Milli
		for _, p := range r.Parts {
			sum += p.Amount
		}
		if len(r.Parts) > 0 && (sum != r.Amount || r.Category != 0) {
			t.Fatalf("the parts do not sum to the amount: %+v", r)
		}
		for i := range s.rules { // the uppermost rule that fits and names notes has named them
			if one := &s.rules[i]; one.Then.Notes != "" && s.fits(one, &r) {
				if r.Notes != one.Then.Notes {
					t.Fatalf("rule %d sets %q, the notes are %q", i, one.Then.Notes, r.Notes)
				}
				break
			}
		}
	})
}

func TestCircularRulesChangeNothing(t *testing.T) {
	note := func(from, to string) budget.Rule {
		return budget.Rule{When: when(budget.RuleNotes, budget.RuleIs, from), Then: budget.Outcome{Notes: to}}
	}
	s := compileRules(t, note("b", "c"), note("a", "b"), note("c", "a"))
	r := Row{Account: bank, Amount: -1, Notes: "a"}
	if by := s.Apply(&r); r.Notes != "a" || by != (budget.ByRule{}) {
		t.Errorf("the row is %+v, set by %+v", r, by)
	}
}

func TestCheck(t *testing.T) {
	good := func() budget.Rule { return budget.Rule{When: payeeHas("x"), Then: budget.Outcome{Category: food}} }
	for field, spoil := range map[string]func(*budget.Rule){
		"when":     func(r *budget.Rule) { r.When = nil },
		"when 1":   func(r *budget.Rule) { r.When[0].Text = "  " },
		"when 1 ":  func(r *budget.Rule) { r.When[0].Text = strings.Repeat("x", MaxText+1) },
		"when 1  ": func(r *budget.Rule) { r.When[0] = budget.Condition{Field: "payee", Test: "matches", Text: "("} },
		"when 1a": func(r *budget.Rule) {
			r.When[0] = budget.Condition{Field: "payee", Test: "matches", Text: "((a{30}){30}){9}"}
		},
		"when 1b":  func(r *budget.Rule) { r.When[0] = budget.Condition{Field: "amount", Test: "contains"} },
		"when 1c":  func(r *budget.Rule) { r.When[0] = budget.Condition{Field: "spent", Test: "is", Min: -1} },
		"when 1d":  func(r *budget.Rule) { r.When[0] = budget.Condition{Field: "spent", Test: "between", Min: 5, Max: 4} },
		"when 1e":  func(r *budget.Rule) { r.When[0] = budget.Condition{Field: "date", Test: "between", From: 99991231} },
		"when 1f":  func(r *budget.Rule) { r.When[0] = budget.Condition{Field: "date", Test: "is", Until: 20260101} },
		"when 1g":  func(r *budget.Rule) { r.When[0] = budget.Condition{Field: "nonsense", Test: "is"} },
		"when x":   func(r *budget.Rule) { r.When = slices.Repeat(r.When, MaxConditions+1) },
		"then":     func(r *budget.Rule) { r.Then = budget.Outcome{} },
		"transfer": func(r *budget.Rule) { r.Then = budget.Outcome{Transfer: cash, Payee: shop} },
		"notes":    func(r *budget.Rule) { r.Then.Notes = strings.Repeat("x", MaxNotes+1) },
		"flag":     func(r *budget.Rule) { r.Then.Flag = "pink" },
		"shares": func(r *budget.Rule) {
			r.Then = budget.Outcome{Shares: []budget.Share{{Category: food, Share: 5000, Notes: ""}, {Category: rent, Share: 4999, Notes: ""}}}
		},
		"shares 1": func(r *budget.Rule) {
			r.Then = budget.Outcome{Shares: []budget.Share{{Category: 0, Share: 5000, Notes: ""}, {Category: rent, Share: 5000, Notes: ""}}}
		},
		"shares 2": func(r *budget.Rule) {
			r.Then = budget.Outcome{Shares: []budget.Share{{Category: food, Share: 5000, Notes: ""}, {Category: rent, Share: Whole, Notes: ""}}}
		},
		"shares b": func(r *budget.Rule) {
			r.Then = budget.Outcome{Category: food, Shares: []budget.Share{{Category: food, Share: 5000, Notes: ""}, {Category: rent, Share: 5000, Notes: ""}}}
		},
	} {
		r := good()
		if err := Check(&r); err != nil {
			t.Fatal(err)
		}
		spoil(&r)
		want, _, _ := strings.Cut(field, " ")
		if f, ok := errors.AsType[*apperr.Error](Check(&r)); !ok || f.Kind != apperr.Invalid || f.Field != want {
			t.Errorf("%s: error %v, want field %q", field, f, want)
		}
	}
}

// A pattern that takes exponential time elsewhere takes linear time.
func TestPatternsTakeLinearTime(t *testing.T) {
	s := compileRules(t, budget.Rule{When: when(budget.RulePayee, budget.RuleMatches, `^(a+)+(b?){200}$`), Then: budget.Outcome{Category: food}})
	begin := time.Now()
	r := Row{Account: bank, Amount: -1, Name: strings.Repeat("a", 1<<20) + "!"}
	if s.Apply(&r); time.Since(begin) > time.Second {
		t.Errorf("the pattern took %v", time.Since(begin))
	}
}

func TestPercent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, Whole).Draw(t, "share")
		if got, ok := ParsePercent(Percent(n)); !ok || got != n {
			t.Fatalf("%d is formatted as %q and parsed as %d", n, Percent(n), got)
		}
	})
	for text, want := range map[string]int{"50 %": 5000, "33,3": 3330, "0.05": 5} {
		if got, ok := ParsePercent(text); !ok || got != want {
			t.Errorf("%q is read as %d, want %d", text, got, want)
		}
	}
	for _, text := range []string{"", "x", "-1", "1.234", "1e3", "99999"} {
		if got, ok := ParsePercent(text); ok {
			t.Errorf("%q is read as %d, want it refused", text, got)
		}
	}
}

// TestConditionsAreNegated checks each test of a text with its negation, and conditions about accounts.
func TestConditionsAreNegated(t *testing.T) {
	for _, c := range []struct {
		condition budget.Condition
		row       Row
		want      bool
	}{
		{budget.Condition{Field: budget.RulePayee, Test: budget.RuleOneOf, Text: "kiosk; Shop ;"}, Row{Payee: shop}, true},
		{budget.Condition{Field: budget.RulePayee, Test: budget.RuleOneOf, Text: "kiosk; Sho"}, Row{Payee: shop}, false},
		{budget.Condition{Field: budget.RulePayee, Test: budget.RuleOneOf, Text: "kiosk; SHOP 12"}, Row{Name: "x", BankText: "shop 12"}, true},
		{budget.Condition{Field: budget.RulePayee, Test: budget.RuleContains, Text: "shop"}, Row{Name: "x", BankText: "SHOP 12"}, true},
		{budget.Condition{Field: budget.RulePayee, Test: budget.RuleIs, Text: "shop"}, Row{Payee: owner}, false},
		{budget.Condition{Field: budget.RulePayee, Test: budget.RuleMatches, Text: "^s.op$"}, Row{Payee: shop}, true},
		{budget.Condition{Field: budget.RulePayee, Test: budget.RuleIs, Text: "Transfer : Cash"}, Row{Payee: toCash}, false},
		{budget.Condition{Field: budget.RuleNotes, Test: budget.RuleOneOf, Text: "a;b"}, Row{Notes: "B"}, true},
		{budget.Condition{Field: budget.RuleAccount, Test: budget.RuleIs, Account: cash}, Row{}, false},
	} {
		for _, not := range []bool{false, true} {
			condition := c.condition
			condition.Not = not
			s := compileRules(t, budget.Rule{When: []budget.Condition{condition}, Then: budget.Outcome{Flag: "red"}})
			r := c.row
			r.Account = bank
			if s.Apply(&r); (r.Flag == "red") != (c.want != not) {
				t.Errorf("%+v of %+v: %t, want %t", condition, c.row, r.Flag == "red", c.want != not)
			}
		}
	}
}

// TestResultsForNewRows checks that the rows after the last round decide, and that fields set by the user do not matter.
func TestResultsForNewRows(t *testing.T) {
	s := compileRules(t,
		budget.Rule{When: payeeHas("owner"), Then: budget.Outcome{LeaveOut: true}},
		budget.Rule{When: when(budget.RuleNotes, budget.RuleIs, "mine"), Then: budget.Outcome{Payee: owner}},
		budget.Rule{When: payeeHas("owner"), Then: budget.Outcome{Schedule: "rent", Category: rent}},
		budget.Rule{When: payeeHas("owner"), Then: budget.Outcome{Schedule: "other"}},
	)
	for range 2 {
		r := Row{Account: bank, Payee: shop, Notes: "mine", Amount: -1}
		if s.Apply(&r); r.LeaveOut != 1 || r.Schedule != "rent" || r.Category != rent {
			t.Errorf("the renamed row: %+v, want it left out by rule 1 and entering rent", r)
		}
		r.Payee, r.Notes = shop, ""
		if s.Apply(&r); r.LeaveOut != 0 || r.Schedule != "" {
			t.Errorf("another row: %+v, want neither", r)
		}
	}
	locked := Row{Account: bank, Payee: owner, Locked: Locked{Payee: true, Money: true, Notes: true, Flag: true}}
	if by := s.Apply(&locked); by != (budget.ByRule{}) || locked.LeaveOut != 1 || locked.Schedule != "rent" {
		t.Errorf("a locked row: %+v by %+v", locked, by)
	}
	for _, then := range []budget.Outcome{{LeaveOut: true, Flag: "red"}, {LeaveOut: true, Schedule: "rent"}} {
		if err := Check(&budget.Rule{When: payeeHas("x"), Then: then}); apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("%+v: error %v, want Invalid", then, err)
		}
	}
	for _, c := range []budget.Condition{{Field: budget.RulePayee, Test: budget.RuleOneOf, Text: " ; "}, {Field: budget.RuleSpent, Test: budget.RuleIs, Min: 10, Not: true}} {
		if err := Check(&budget.Rule{When: []budget.Condition{c}, Then: budget.Outcome{Flag: "red"}}); apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("%+v: error %v, want Invalid", c, err)
		}
	}
}
