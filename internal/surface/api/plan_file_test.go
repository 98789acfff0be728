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

// planFile is a plan document as JSON. Its methods compare the responses of the API with it.
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

// removeIntendedDifferences changes the file where the API differs on purpose: rows in the source's category
// Uncategorized and splits have no category, and the group of hidden categories is hidden. It also removes the member
// internal of groups, which this version of the client drops.
func (h *planFile) removeIntendedDifferences() {
	uncategorised := map[any]bool{}
	for _, c := range records(h.plan["categories"]) {
		uncategorised[c["id"]] = c["name"] == "Uncategorized"
	}
	split := map[any]bool{}
	for _, array := range []string{"subtransactions", "scheduled_subtransactions"} {
		for _, p := range records(h.plan[array]) {
			split[p["transaction_id"]], split[p["scheduled_transaction_id"]] = true, true
		}
	}
	for _, array := range []string{"transactions", "subtransactions", "scheduled_transactions", "scheduled_subtransactions"} {
		for _, r := range records(h.plan[array]) {
			if uncategorised[r["category_id"]] || split[r["id"]] {
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

// records converts a list of objects.
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
		h.compareRecords("plan: "+array, h.live(array), records(whole[array]))
	}
	h.compareRecords("plan: category_groups", h.live("category_groups"), records(whole["category_groups"]))
	h.compareFigures("plan: categories", h.thisMonth(), records(whole["categories"]))
	h.compareMonths("plan", records(whole["months"]))
	changes := g.Got["changes"]["plan"].(object)
	for name, value := range changes {
		if list, ok := value.([]any); ok && len(list) > 0 {
			h.Errorf("delta without a change: %s has %d records", name, len(list))
		}
	}
	h.compareRecords("accounts", h.live("accounts"), records(g.Got["accounts"]["accounts"]))
	h.compareOne(g, "account", "account", h.live("accounts"), records(g.Got["accounts"]["accounts"])[0]["id"])
	h.compareRecords("payees", h.live("payees"), records(g.Got["payees"]["payees"]))
	h.compareOne(g, "payee", "payee", h.live("payees"), g.Row["payee_id"])
	h.compareLocations(g)
	h.compareCategories(g)
	h.compareMonths("months", records(g.Got["months"]["months"]))
	month := g.Got["month"]["month"].(object)
	h.compareRecord("month", h.month(g.Month), month, computedMonthMembers...)
	h.compareFigures("month: categories", records(h.month(g.Month)["categories"]), records(month["categories"]))
}

func (h *planFile) comparePlans(g *clientOutput, id string) {
	plans := records(g.Got["plans"]["plans"])
	if len(plans) != 1 {
		h.Fatalf("%d plans, want 1", len(plans))
	}
	h.compareRecords("plans: accounts", h.live("accounts"), records(plans[0]["accounts"]))
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
	h.compareRecords("locations", all, records(g.Got["locations"]["payee_locations"]))
	h.compareRecords("payee's locations", having(all, "payee_id", g.Row["payee_id"]), records(g.Got["payeeLocations"]["payee_locations"]))
	if len(all) > 0 {
		h.compareOne(g, "location", "payee_location", all, records(g.Got["locations"]["payee_locations"])[0]["id"])
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
	h.compareRecords("groups", h.live("category_groups"), groups)
	h.compareFigures("categories", h.thisMonth(), inside)
	h.compareFigures("category", having(h.thisMonth(), "id", g.Row["category_id"]), []object{g.Got["category"]["category"].(object)})
	h.compareFigures("month's category", having(records(h.month(g.Month)["categories"]), "id", g.Row["category_id"]),
		[]object{g.Got["monthCategory"]["category"].(object)})
}

// thisMonth returns the file's categories of the current month.
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

// computedMonthMembers are the members of a month that Holdover computes differently from the source: To Budget, the age
// of money, and figures that depend on how the rows of cards count.
var computedMonthMembers = []string{"age_of_money", "to_be_budgeted", "categories", "income", "activity", "budgeted"}

func (h *planFile) compareMonths(where string, got []object) {
	want := records(h.plan["months"])
	for _, w := range want {
		found := having(got, "month", w["month"])
		if len(found) != 1 {
			h.Errorf("%s: %d months %v, want one", where, len(found), w["month"])
			continue
		}
		h.compareRecord(where+": month", w, found[0], computedMonthMembers...)
	}
}

// compareFigures compares categories. It compares their figures too, except those of internal categories and card
// payment categories.
func (h *planFile) compareFigures(where string, want, got []object) {
	skipFigures := map[any]bool{}
	for _, c := range h.live("categories") {
		skipFigures[c["id"]] = c["internal"] == true || c["category_group_name"] == "Credit Card Payments"
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
		if skipFigures[w["id"]] {
			skip = []string{"budgeted", "activity", "balance"}
		}
		h.compareRecord(where, w, found[0], append(skip, "internal")...)
	}
}

// compareRecords compares records by id, in any order.
func (h *planFile) compareRecords(where string, want, got []object) {
	if len(want) != len(got) {
		h.Errorf("%s: %d records, want %d", where, len(got), len(want))
	}
	for _, w := range want {
		found := having(got, "id", w["id"])
		if len(found) != 1 {
			h.Errorf("%s: %v occurs %d times, want once", where, w["id"], len(found))
			continue
		}
		h.compareRecord(where, w, found[0])
	}
}

// compareOne compares the response of a call for one record.
func (h *planFile) compareOne(g *clientOutput, call, member string, all []object, id any) {
	want := having(all, "id", id)
	got, _ := g.Got[call][member].(object)
	if len(want) != 1 || got == nil {
		h.Errorf("%s %v: %d records in the file, want 1; got response %v", call, id, len(want), g.Got[call])
		return
	}
	h.compareRecord(call, want[0], got)
}

// having returns the records with a value in a member.
func having(all []object, member string, value any) []object {
	var out []object
	for _, r := range all {
		if r[member] == value {
			out = append(out, r)
		}
	}
	return out
}

// compareRecord compares every member of the file's record. null, an empty text and a missing member are equal, since the
// client omits null.
func (h *planFile) compareRecord(where string, want, got object, skip ...string) {
	for member, w := range want {
		g := got[member]
		if slices.Contains(skip, member) || (testkit.Empty(w) && testkit.Empty(g)) || reflect.DeepEqual(w, g) {
			continue
		}
		h.Errorf("%s %v %v: %s is %v, want %v", where, want["id"], want["name"], member, g, w)
	}
}

// compareAmounts checks that each amount in currency units, as a number and as text, equals the amount in milliunits.
func (h *planFile) compareAmounts(where string, v any) {
	switch v := v.(type) {
	case []any:
		for _, r := range v {
			h.compareAmounts(where, r)
		}
	case object:
		for member, value := range v {
			h.compareAmounts(where, value)
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
