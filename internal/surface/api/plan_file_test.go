package api_test

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"holdover/internal/testing/testkit"
)

type object = map[string]any

// planFile is a plan's file as JSON, with which every response is compared.
type planFile struct {
	*testing.T
	plan  object
	names map[string]any // of accounts, payees and categories, by id
}

func newPlanFile(t *testing.T, text []byte) *planFile {
	t.Helper()
	var doc struct{ Data struct{ Plan object } }
	unmarshal(t, text, &doc)
	h := &planFile{T: t, plan: doc.Data.Plan, names: map[string]any{}}
	h.removeIntendedDifferences()
	for _, array := range []string{"accounts", "payees", "categories"} {
		for _, r := range h.live(array) {
			h.names[r["id"].(string)] = r["name"]
		}
	}
	return h
}

// removeIntendedDifferences removes deliberate differences: rows in the source's placeholder for none, or for splits, have no category;
// the group of hidden categories is hidden; and this version of the client drops internal.
func (h *planFile) removeIntendedDifferences() {
	none := map[any]bool{}
	for _, c := range records(h.plan["categories"]) {
		none[c["id"]] = c["name"] == "Uncategorized"
	}
	split := map[any]bool{}
	for _, array := range []string{"subtransactions", "scheduled_subtransactions"} {
		for _, p := range records(h.plan[array]) {
			split[p["transaction_id"]], split[p["scheduled_transaction_id"]] = true, true
		}
	}
	for _, array := range []string{"transactions", "subtransactions", "scheduled_transactions", "scheduled_subtransactions"} {
		for _, r := range records(h.plan[array]) {
			if none[r["category_id"]] || split[r["id"]] {
				r["category_id"], r["category_name"] = nil, nil
			}
		}
	}
	for _, g := range records(h.plan["category_groups"]) {
		if delete(g, "internal"); g["name"] == "Hidden Categories" {
			g["hidden"] = true
		}
	}
}

// live returns the records of an array that are not deleted.
func (h *planFile) live(array string) []object {
	return slices.DeleteFunc(records(h.plan[array]), func(r object) bool { return r["deleted"] == true })
}

func records(v any) []object {
	var out []object
	all, _ := v.([]any)
	for _, r := range all {
		out = append(out, r.(object))
	}
	return out
}

// compare compares all data except register rows with the file.
func (h *planFile) compare(g *clientOutput, id string) {
	if user := g.Got["user"]["user"].(object); user["id"] == nil {
		h.Errorf("user without id: %v", user)
	}
	h.comparePlans(g, id)
	whole := g.Got["plan"]["plan"].(object)
	for _, array := range []string{"accounts", "payees", "payee_locations", "transactions", "scheduled_transactions", "scheduled_subtransactions", "subtransactions"} {
		h.list("plan: "+array, h.live(array), records(whole[array]))
	}
	h.list("plan: category_groups", h.live("category_groups"), records(whole["category_groups"]))
	h.figures("plan: categories", h.thisMonth(), records(whole["categories"]))
	h.compareMonths("plan", records(whole["months"]))
	changes := g.Got["changes"]["plan"].(object)
	for name, value := range changes {
		if list, ok := value.([]any); ok && len(list) > 0 {
			h.Errorf("delta without a change: %s has %d records", name, len(list))
		}
	}
	h.list("accounts", h.live("accounts"), records(g.Got["accounts"]["accounts"]))
	h.one(g, "account", "account", h.live("accounts"), records(g.Got["accounts"]["accounts"])[0]["id"])
	h.list("payees", h.live("payees"), records(g.Got["payees"]["payees"]))
	h.one(g, "payee", "payee", h.live("payees"), g.Line["payee_id"])
	h.compareLocations(g)
	h.compareCategories(g)
	h.compareMonths("months", records(g.Got["months"]["months"]))
	month := g.Got["month"]["month"].(object)
	h.same("month", h.month(g.Month), month, monthsOwn...)
	h.figures("month: categories", records(h.month(g.Month)["categories"]), records(month["categories"]))
}

func (h *planFile) comparePlans(g *clientOutput, id string) {
	plans := records(g.Got["plans"]["plans"])
	if len(plans) != 1 {
		h.Fatalf("%d plans, want 1", len(plans))
	}
	h.list("plans: accounts", h.live("accounts"), records(plans[0]["accounts"]))
	for where, got := range map[string]object{
		"plans": plans[0], "default plan": g.Got["plans"]["default_plan"].(object), "plan": g.Got["plan"]["plan"].(object),
	} {
		if got["id"] != id {
			h.Errorf("%s: id %v, want %s", where, got["id"], id)
		}
		if at, err := time.Parse(time.RFC3339, got["last_modified_on"].(string)); err != nil || time.Since(at) > time.Hour {
			h.Errorf("%s: last modified %v, want within the last hour (error %v)", where, got["last_modified_on"], err)
		}
		for _, member := range []string{"name", "date_format", "currency_format", "first_month"} {
			if !reflect.DeepEqual(got[member], h.plan[member]) {
				h.Errorf("%s: %s is %v, want %v", where, member, got[member], h.plan[member])
			}
		}
	}
	settings := g.Got["settings"]["settings"].(object)
	for _, member := range []string{"date_format", "currency_format"} {
		if !reflect.DeepEqual(settings[member], h.plan[member]) {
			h.Errorf("settings: %s is %v, want %v", member, settings[member], h.plan[member])
		}
	}
}

func (h *planFile) compareLocations(g *clientOutput) {
	all := h.live("payee_locations")
	h.list("locations", all, records(g.Got["locations"]["payee_locations"]))
	h.list("payee's locations", having(all, "payee_id", g.Line["payee_id"]), records(g.Got["payeeLocations"]["payee_locations"]))
	if len(all) > 0 {
		h.one(g, "location", "payee_location", all, records(g.Got["locations"]["payee_locations"])[0]["id"])
	}
}

func (h *planFile) compareCategories(g *clientOutput) {
	var inside []object
	groups := records(g.Got["categories"]["category_groups"])
	for _, group := range groups {
		for _, c := range records(group["categories"]) {
			if c["category_group_id"] != group["id"] {
				h.Errorf("category %v is in the group %v, want %v", c["name"], group["name"], c["category_group_id"])
			}
			inside = append(inside, c)
		}
	}
	h.list("groups", h.live("category_groups"), groups)
	h.figures("categories", h.thisMonth(), inside)
	h.figures("category", having(h.thisMonth(), "id", g.Line["category_id"]), []object{g.Got["category"]["category"].(object)})
	h.figures("month's category", having(records(h.month(g.Month)["categories"]), "id", g.Line["category_id"]),
		[]object{g.Got["monthCategory"]["category"].(object)})
}

func (h *planFile) thisMonth() []object {
	return records(h.month(time.Now().Format("2006-01") + "-01")["categories"])
}

func (h *planFile) month(first string) object {
	found := having(records(h.plan["months"]), "month", first)
	if len(found) != 1 {
		h.Fatalf("%d months %s in the file, want one", len(found), first)
	}
	return found[0]
}

// monthsOwn are the members of a month that Holdover computes differently: To Budget, the age of money, and figures
// that depend on where card rows count.
var monthsOwn = []string{"age_of_money", "to_be_budgeted", "categories", "income", "activity", "budgeted"}

func (h *planFile) compareMonths(where string, got []object) {
	want := records(h.plan["months"])
	for _, w := range want {
		found := having(got, "month", w["month"])
		if len(found) != 1 {
			h.Errorf("%s: %d months %v, want one", where, len(found), w["month"])
			continue
		}
		h.same(where+": month", w, found[0], monthsOwn...)
	}
}

// figures compares categories and their figures, except those of the source's internal categories.
func (h *planFile) figures(where string, want, got []object) {
	own := map[any]bool{}
	for _, c := range h.live("categories") {
		own[c["id"]] = c["internal"] == true || c["category_group_name"] == "Credit Card Payments"
	}
	if len(want) != len(got) {
		h.Errorf("%s: %d categories, want %d", where, len(got), len(want))
	}
	for _, w := range want {
		found := having(got, "id", w["id"])
		if len(found) != 1 {
			h.Errorf("%s: %v occurs %d times, want once", where, w["name"], len(found))
			continue
		}
		var skip []string
		if own[w["id"]] {
			skip = []string{"budgeted", "activity", "balance"}
		}
		h.same(where, w, found[0], append(skip, "internal")...)
	}
}

// list compares records by id, in any order.
func (h *planFile) list(where string, want, got []object) {
	if len(want) != len(got) {
		h.Errorf("%s: %d records, want %d", where, len(got), len(want))
	}
	for _, w := range want {
		found := having(got, "id", w["id"])
		if len(found) != 1 {
			h.Errorf("%s: %v occurs %d times, want once", where, w["id"], len(found))
			continue
		}
		h.same(where, w, found[0])
	}
}

func (h *planFile) one(g *clientOutput, call, member string, all []object, id any) {
	want := having(all, "id", id)
	got, _ := g.Got[call][member].(object)
	if len(want) != 1 || got == nil {
		h.Errorf("%s %v: %d in the file, response %v", call, id, len(want), g.Got[call])
		return
	}
	h.same(call, want[0], got)
}

func having(all []object, member string, value any) []object {
	var out []object
	for _, r := range all {
		if r[member] == value {
			out = append(out, r)
		}
	}
	return out
}

// same compares every member of the file's record. null, an empty text and a missing member are equal, since the
// client omits null.
func (h *planFile) same(where string, want, got object, skip ...string) {
	for member, w := range want {
		g := got[member]
		if slices.Contains(skip, member) || (testkit.Empty(w) && testkit.Empty(g)) || reflect.DeepEqual(w, g) {
			continue
		}
		h.Errorf("%s %v %v: %s is %v, want %v", where, want["id"], want["name"], member, g, w)
	}
}

// amountsAgree checks that an amount as a number and as text is the one in milliunits.
func (h *planFile) amountsAgree(where string, v any) {
	switch v := v.(type) {
	case []any:
		for _, r := range v {
			h.amountsAgree(where, r)
		}
	case object:
		for member, value := range v {
			h.amountsAgree(where, value)
			name, isCurrency := strings.CutSuffix(member, "_currency")
			milli, known := v[name].(float64)
			if !isCurrency || !known {
				continue
			}
			if units, ok := value.(float64); !ok || math.Round(units*1000) != milli {
				h.Errorf("%s: %s is %v milliunits, but %s is %v", where, name, milli, member, value)
			}
			text, _ := v[name+"_formatted"].(string)
			if (digits(text) != digits(fmt.Sprintf("%.2f", math.Abs(milli)/1000)) && digits(text) != digits(fmt.Sprintf("%.3f", math.Abs(milli)/1000))) || (milli < 0) != strings.ContainsAny(text, "-−(") {
				h.Errorf("%s: %s is %v milliunits, but its text is %q", where, name, milli, text)
			}
		}
	}
}

func digits(text string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, text)
}
