package verification_test

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"holdover/internal/logic/cardmode"
	"holdover/internal/logic/importer"
	"holdover/internal/logic/verification"
	"holdover/internal/model/budget"
	"holdover/internal/model/ynabdoc"
	"holdover/internal/testing/testkit"
)

// verifyCards imports a document with cards as envelopes and compares it.
func verifyCards(t testing.TB, doc *ynabdoc.Document) (*budget.Whole, *verification.Report) {
	t.Helper()
	n := 0
	newID := func() string { n++; return fmt.Sprint("new-", n) }
	whole, notes, err := importer.Import(doc, importer.Options{NewID: newID, CardEnvelopes: true})
	if err != nil {
		t.Fatal(err)
	}
	if whole.Info.CardEnvelopes {
		cardmode.KeepIn(whole, newID)
	}
	made := verification.Of(whole, sheetOf(whole))
	return whole, verification.Verify(doc, notes.Roles, made, made)
}

// checkEqualsSource fails unless the figures of every category, including card payment categories, equal the file's,
// and To Budget too, apart from assignments of later months.
func checkEqualsSource(t *testing.T, name string, text []byte) *verification.Report {
	t.Helper()
	whole, r := verifyCards(t, decode(t, text))
	cards := 0
	for _, c := range whole.Categories {
		if c.Card != 0 {
			cards++
		}
	}
	late := r.After != 0
	if r.Unexplained != 0 || r.Ours != 0 || !late && (r.Cells.Different != 0 || len(r.Contradictions) > 0) {
		t.Errorf("%s, %d cards: %s", name, cards, summaryOf(r))
	}
	for _, m := range r.Months {
		for _, c := range m.Causes {
			if c.Cause != verification.AssignedLater && !(late && c.Cause == verification.AfterExport) {
				t.Errorf("%s, %s: unexpected cause %s", name, m.Month, c.Cause)
			}
		}
	}
	return r
}

func TestGenuineFilesWithCardsAsEnvelopes(t *testing.T) {
	for _, path := range testkit.RequireGenuinePlans(t) {
		r := checkEqualsSource(t, filepath.Base(path), read(t, path))
		t.Logf("%s: %d category figures and %d months compared", filepath.Base(path), r.Cells.Compared, len(r.Months))
	}
}

// cardOptions returns the generator's options for plan number seed, with one to three cards.
func cardOptions(seed int) []string {
	args := options(seed)
	for i := range args {
		if args[i] == "--cards" {
			args[i+1] = fmt.Sprint(1 + seed%3)
		}
	}
	return args
}

// plans returns the number of generated plans; CARD_PLANS overrides it.
func plans(t *testing.T) int {
	n, err := strconv.Atoi(cmp.Or(os.Getenv("CARD_PLANS"), "20"))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestGeneratedPlansWithCardsAsEnvelopes(t *testing.T) {
	figures, months, cards := 0, 0, 0
	for seed := 1; seed <= plans(t); seed++ {
		args := cardOptions(seed)
		r := checkEqualsSource(t, fmt.Sprint(args), read(t, testkit.Plan(t, args...)))
		figures, months, cards = figures+r.Cells.Compared, months+len(r.Months), cards+1+seed%3
	}
	t.Logf("%d plans with %d cards: %d category figures and %d months equal the file's", plans(t), cards, figures, months)
}

// One wrong figure of a card payment category, and a payment moved to another month, are attributed to the file,
// whether cards are envelopes or not.
func TestCardFiguresOfTheFile(t *testing.T) {
	text := read(t, testkit.Plan(t, "--seed", "5", "--years", "2", "--tx", "420", "--cards", "2"))
	isCard := func(c map[string]any) bool { return c["category_group_name"] == "Credit Card Payments" }
	plants := map[string]func(p map[string]any){}
	for _, field := range []string{"activity", "balance", "budgeted"} {
		plants[field] = func(p map[string]any) {
			addTo(find(records(records(p, "months")[9], "categories"), isCard), field, 1)
		}
	}
	plants["a payment in another month"] = func(p map[string]any) {
		cards := map[any]bool{}
		for _, a := range records(p, "accounts") {
			cards[a["id"]] = a["type"] == "creditCard" && a["deleted"] == false
		}
		paid := find(records(p, "transactions"), func(x map[string]any) bool {
			return cards[x["transfer_account_id"]] && !cards[x["account_id"]] && x["deleted"] == false && strings.HasSuffix(x["date"].(string), "20")
		})
		for _, x := range records(p, "transactions") {
			if x["id"] == paid["id"] || x["id"] == paid["transfer_transaction_id"] {
				date := x["date"].(string)
				set(x, "date", date[:3]+string(date[3]-1)+date[4:])
			}
		}
	}
	for name, plant := range plants {
		changed := testkit.EditPlan(t, text, plant)
		if r := verify(t, changed, nil); r.Ours > 0 || r.Unexplained != 0 || len(r.Contradictions) == 0 {
			t.Errorf("%s, without card envelopes: %s", name, summaryOf(r))
		}
		_, r := verifyCards(t, decode(t, changed))
		if r.Ours > 0 || r.Unexplained != 0 || len(r.Contradictions) == 0 || r.Cells.Different == 0 {
			t.Errorf("%s, cards as envelopes: %s", name, summaryOf(r))
		}
		for _, c := range r.Cells.List {
			if c.Blame != verification.FileContradicts {
				t.Errorf("%s: the figure %+v is not attributed to the file", name, c)
			}
		}
	}
}
