package verification_test

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"holdover/internal/logic/verification"
	"holdover/internal/testing/testkit"
)

// structural contains mutations that change the structure of a document, or several of its figures at once. Each
// reports whether it could be applied.
var structural = map[string]func(r *rand.Rand, p map[string]any) bool{
	"account becomes a card": func(r *rand.Rand, p map[string]any) bool {
		return set(pick(r, p, "accounts", func(a map[string]any) bool { return a["type"] != "creditCard" && a["on_budget"] == true }), "type", "creditCard")
	},
	"account becomes a line of credit": func(r *rand.Rand, p map[string]any) bool {
		return set(pick(r, p, "accounts", func(a map[string]any) bool { return a["type"] != "creditCard" && a["on_budget"] == true }), "type", "lineOfCredit")
	},
	"card becomes a checking account": func(r *rand.Rand, p map[string]any) bool {
		return set(pick(r, p, "accounts", func(a map[string]any) bool { return a["type"] == "creditCard" }), "type", "checking")
	},
	"card becomes an unknown type": func(r *rand.Rand, p map[string]any) bool {
		return set(pick(r, p, "accounts", func(a map[string]any) bool { return a["type"] == "creditCard" }), "type", "otherDebt")
	},
	"category listed in no month": func(r *rand.Rand, p map[string]any) bool {
		c := cell(r, p)
		return c != nil && unlist(p, c["id"], func(int) bool { return true })
	},
	"category listed from a month on": func(r *rand.Rand, p map[string]any) bool {
		c, from := cell(r, p), r.IntN(len(p["months"].([]any)))
		return c != nil && unlist(p, c["id"], func(i int) bool { return i >= from }) // the newest month is first
	},
	"category missing in one month": func(r *rand.Rand, p map[string]any) bool {
		c, at := cell(r, p), r.IntN(len(p["months"].([]any)))
		return c != nil && unlist(p, c["id"], func(i int) bool { return i == at })
	},
	"two categories listed in no month": func(r *rand.Rand, p map[string]any) bool {
		a, b := cell(r, p), cell(r, p)
		return a != nil && b != nil && unlist(p, a["id"], func(int) bool { return true }) && unlist(p, b["id"], func(int) bool { return true })
	},
	"several wrong ready to assign": func(r *rand.Rand, p map[string]any) bool {
		if len(records(p, "months")) < 6 {
			return false // it would change all of them
		}
		for range 2 + r.IntN(4) {
			shift(r, pick(r, p, "months", any1), "to_be_budgeted")
		}
		return true
	},
	"equal adjacent wrong ready to assign": func(r *rand.Rand, p map[string]any) bool {
		months := records(p, "months")
		if len(months) < 4 {
			return false
		}
		at, by := 1+r.IntN(len(months)-3), []int64{7000, -12340}[r.IntN(2)]
		addTo(months[at], "to_be_budgeted", by)
		addTo(months[at+1], "to_be_budgeted", by)
		return true
	},
	"income and ready to assign": func(r *rand.Rand, p map[string]any) bool {
		m := pick(r, p, "months", any1)
		addTo(m, "income", 7770)
		addTo(m, "to_be_budgeted", 7770)
		return true
	},
	"budgeted and ready to assign": func(r *rand.Rand, p map[string]any) bool {
		m := pick(r, p, "months", any1)
		c := pick(r, m, "categories", nonzero("budgeted"))
		if c == nil {
			return false
		}
		addTo(m, "budgeted", 7770)
		addTo(c, "budgeted", 7770)
		addTo(c, "balance", 7770)
		addTo(m, "to_be_budgeted", -7770)
		return true
	},
	"several months missing": func(r *rand.Rand, p map[string]any) bool {
		months := p["months"].([]any)
		if len(months) < 6 {
			return false
		}
		at, n := r.IntN(len(months)-3), 1+r.IntN(3)
		p["months"] = slices.Delete(months, at, at+n)
		return true
	},
	"two gaps of months": func(r *rand.Rand, p map[string]any) bool {
		for range 2 {
			months := p["months"].([]any)
			if len(months) < 5 {
				return false
			}
			at := r.IntN(len(months))
			p["months"] = slices.Delete(months, at, at+1)
		}
		return true
	},
	"last month missing": func(_ *rand.Rand, p map[string]any) bool {
		p["months"] = p["months"].([]any)[1:]
		return true
	},
	"a repeated month": func(r *rand.Rand, p map[string]any) bool {
		again := maps.Clone(pick(r, p, "months", any1))
		shift(r, again, "to_be_budgeted")
		months := p["months"].([]any)
		p["months"] = slices.Insert(months, r.IntN(len(months)), any(again))
		return true
	},
	"an additional empty month": func(r *rand.Rand, p map[string]any) bool {
		months := records(p, "months")
		month := map[string]any{"month": later(months[0]["month"].(string), 1+r.IntN(3)), "income": 0, "budgeted": 0, "activity": 0, "to_be_budgeted": 0, "categories": []any{}, "deleted": false}
		p["months"] = append([]any{month}, p["months"].([]any)...)
		return true
	},
	"an empty month before the first": func(r *rand.Rand, p map[string]any) bool {
		months := records(p, "months")
		month := map[string]any{"month": later(months[len(months)-1]["month"].(string), -1-r.IntN(3)), "income": 0, "budgeted": 0, "activity": 0, "to_be_budgeted": 0, "categories": []any{}, "deleted": false}
		p["months"] = append(p["months"].([]any), month)
		return true
	},
	"months with other figures": func(r *rand.Rand, p map[string]any) bool { // swaps two months
		a, b := pick(r, p, "months", any1), pick(r, p, "months", any1)
		a["month"], b["month"] = b["month"], a["month"]
		return true
	},
	"a month without categories": func(r *rand.Rand, p map[string]any) bool {
		return set(pick(r, p, "months", any1), "categories", []any{})
	},
	"account off the budget": func(r *rand.Rand, p map[string]any) bool {
		a := pick(r, p, "accounts", any1)
		return set(a, "on_budget", a["on_budget"] != true)
	},
	"account deleted": func(r *rand.Rand, p map[string]any) bool { return set(pick(r, p, "accounts", any1), "deleted", true) },
	"category deleted": func(r *rand.Rand, p map[string]any) bool {
		return set(pick(r, p, "categories", any1), "deleted", true)
	},
	"transfer without its other side": func(r *rand.Rand, p map[string]any) bool {
		t := pick(r, p, "transactions", func(t map[string]any) bool { return t["transfer_account_id"] != nil })
		return set(t, "transfer_account_id", nil) && set(t, "transfer_transaction_id", nil)
	},
	"row uncategorised": func(r *rand.Rand, p map[string]any) bool {
		return set(pick(r, p, "transactions", noTransfer), "category_id", nil)
	},
	"a repeated row": func(r *rand.Rand, p map[string]any) bool {
		again := maps.Clone(pick(r, p, "transactions", noTransfer))
		if again == nil {
			return false
		}
		again["id"] = "again"
		p["transactions"] = append(p["transactions"].([]any), again)
		return true
	},
	"sign of a row": func(r *rand.Rand, p map[string]any) bool {
		t := pick(r, p, "transactions", any1)
		n := number(t["amount"])
		return n != 0 && set(t, "amount", -n)
	},
	"several rows and figures": func(r *rand.Rand, p map[string]any) bool {
		if len(records(p, "months")) < 6 {
			return false
		}
		for range 3 {
			shift(r, pick(r, p, "transactions", any1), "amount")
			shift(r, cell(r, p), "budgeted")
			shift(r, pick(r, p, "months", any1), "to_be_budgeted")
		}
		return true
	},
}

// unlist removes a category from the months at the document's indexes for which from returns true.
func unlist(p map[string]any, id any, from func(i int) bool) bool {
	removed := false
	for i, m := range records(p, "months") {
		if from(i) {
			list := m["categories"].([]any)
			m["categories"] = slices.DeleteFunc(list, func(c any) bool { return c.(map[string]any)["id"] == id })
			removed = removed || len(m["categories"].([]any)) < len(list)
		}
	}
	return removed
}

// later returns the month n months after another.
func later(month string, n int) string {
	var y, m int
	fmt.Sscanf(month, "%d-%d", &y, &m)
	at := y*12 + m - 1 + n
	return fmt.Sprintf("%04d-%02d-01", at/12, at%12+1)
}

// For any contradictions within a document, nothing is unexplained and nothing is reported as a defect of this program.
// The environment variable MUTATIONS sets the number of documents.
func TestMutatedDocumentsLeaveNothingUnexplained(t *testing.T) {
	n := testkit.Must(strconv.Atoi(cmp.Or(os.Getenv("MUTATIONS"), "150")))(t)
	documents := map[string][]byte{}
	for seed := 1; seed <= 12; seed++ {
		documents[fmt.Sprint("generated ", seed)] = read(t, testkit.Plan(t, options(seed)...))
	}
	for _, path := range testkit.GenuinePlans(t) {
		documents[filepath.Base(path)] = read(t, path)
	}
	names := slices.Sorted(maps.Keys(documents))
	all := maps.Clone(mutations)
	maps.Copy(all, structural)
	kinds := slices.Sorted(maps.Keys(all))
	tried, failed := 0, map[string]int{}
	for i := range n {
		kind := kinds[i%len(kinds)]
		r := rand.New(rand.NewPCG(uint64(i), 73))
		name := names[r.IntN(len(names))]
		did := false
		text := testkit.EditPlan(t, documents[name], func(p map[string]any) { did = all[kind](r, p) })
		if !did {
			continue
		}
		tried++
		var report *verification.Report
		envelopes := i/len(kinds)%2 == 1
		if envelopes {
			_, report = verifyCards(t, decode(t, text))
		} else {
			report = verify(t, text, nil)
		}
		if !report.Sound() {
			failed[kind]++
			t.Errorf("mutation %d, %s of %s, cards as envelopes %v: %s", i, kind, name, envelopes, summaryOf(report))
		}
	}
	t.Logf("%d documents were verified; those with something unexplained, by mutation: %v", tried, failed)
}
