package verification_test

import (
	"testing"

	"holdover/internal/testing/testkit"
)

// Documents merged from several responses have parts both nested in their rows and in a separate list. They are
// imported once, even if the copies differ: differing copies were once imported twice.
func TestPartsBothFlatAndNestedAreImportedOnce(t *testing.T) {
	text := read(t, testkit.Plan(t, "--seed", "5", "--years", "2", "--tx", "420"))
	sound, _ := importDocument(t, decode(t, text))
	for name, differ := range map[string]func(part map[string]any){
		"equal":             func(map[string]any) {},
		"no transaction id": func(p map[string]any) { delete(p, "transaction_id") },
		"one field more":    func(p map[string]any) { p["payee_name"] = "Somebody"; p["newer_field"] = 1 },
		"empty memo":        func(p map[string]any) { p["memo"] = "" },
		"another memo":      func(p map[string]any) { p["memo"] = "other" },
		"another amount":    func(p map[string]any) { addTo(p, "amount", 10) },
	} {
		merged := testkit.EditPlan(t, text, func(p map[string]any) {
			for _, array := range [][3]string{{"transactions", "subtransactions", "transaction_id"}, {"scheduled_transactions", "scheduled_subtransactions", "scheduled_transaction_id"}} {
				of := map[any][]any{}
				for _, s := range records(p, array[1]) {
					nested := map[string]any{}
					for field, value := range s {
						nested[field] = value
					}
					differ(nested)
					of[s[array[2]]] = append(of[s[array[2]]], nested)
				}
				for _, row := range records(p, array[0]) {
					if parts := of[row["id"]]; parts != nil {
						row["subtransactions"] = parts
					}
				}
			}
		})
		whole, _ := importDocument(t, decode(t, merged))
		for i := range whole.Transactions {
			if a, b := whole.Transactions[i].Parts, sound.Transactions[i].Parts; len(a) != len(b) {
				t.Fatalf("%s: %d parts, want %d", name, len(a), len(b))
			}
		}
		for i := range whole.Scheduled {
			if a, b := whole.Scheduled[i].Parts, sound.Scheduled[i].Parts; len(a) != len(b) {
				t.Fatalf("%s: a schedule has %d parts, want %d", name, len(a), len(b))
			}
		}
		if r := verify(t, merged, nil); !r.Sound() || len(r.Contradictions) > 0 {
			t.Errorf("%s differs: %s", name, summaryOf(r))
		}
	}
}
