package rules_test

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"holdover/internal/app"
	"holdover/internal/app/rows"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
)

// TestRuleFormWithoutScripts checks the initial form, the form of an existing rule, and removing a condition or part.
func TestRuleFormWithoutScripts(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	id := world.ImportSample(t)
	ctx, me := t.Context(), app.Machine()
	_, closed, err := world.App.AddAccount(ctx, me, id, app.AccountEntry{Name: "Shut for good", Type: "cash", OnBudget: true, Date: civil.MakeDate(2026, 11, 1)})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := world.App.CloseAccount(ctx, me, id, closed, app.ClosingTransfer{}); err != nil {
		t.Fatal(err)
	}
	b, at := walk.NewPlain(t, world), "/budgets/"+id+"/rules"
	not := func(words string) {
		t.Helper()
		if strings.Contains(b.Page, words) {
			t.Errorf("%s contains %q", b.At, words)
		}
	}
	b.Open(at + "/new")
	b.Sees(`<option value="payee contains" selected>`)
	not(`<option>Shut for good`)
	not("Shut for good</option>")
	_, offered, _ := strings.Cut(b.Page, `<datalist id="rule-payees">`)
	offered, _, _ = strings.Cut(offered, "</datalist>")
	if n := strings.Count(offered, "<option "); n < 20 || strings.Contains(offered, "Transfer : ") {
		t.Errorf("%d payees are offered, want no transfers: %s", n, offered)
	}
	b.Send(at+"/form", "Save for new transactions", url.Values{"act": {"save"}, "what": {"account is"}, "account": {closed}, "notes": {"told of a closed one"}})
	b.Follow("Account is Shut for good")
	b.Sees(`" selected>Shut for good</option>`)
	b.Open(at + "/new?text=One&text=Two")
	b.Sees(`<option value="1" selected>Any condition applies`)
	b.Open(at + "/new?is=One")
	b.Sees(`<option value="payee is" selected>`)
	not("Any condition applies")

	b.Send(at+"/form", "Add condition", url.Values{"act": {"add-condition"}})
	b.Send(at+"/form", "Add condition", url.Values{"act": {"remove-condition=2"}})
	not("Remove condition")
	b.Sees(`value="One"`)
	b.Send(at+"/form", "Split by shares", url.Values{"act": {"add-share"}})
	if values := b.FormValues(at+"/form", ""); !slices.Equal(values["share"], []string{"50", "50"}) {
		t.Errorf("a new split has the share %q", values["share"])
	}

	// Fields that a condition does not use are ignored; "off" and "any" stay.
	b.Open(at + "/new?text=One&text=Two")
	b.Send(at+"/form", "Save for new transactions", url.Values{"act": {"save"}, "off": {"1"}, "any": {"1"}, "what": {"spent is", "date is"}, "min": {"5", ""}, "max": {"nonsense", ""}, "from": {"", "2026-11-20"}, "until": {"", "nonsense"}, "notes": {"told"}})
	b.Sees("Spent is ")
	b.Sees(" or date is ")
	b.Sees(">Off<")
	b.Follow("Spent is €5.00 or date is 2026-11-20")
	b.Sees(`<option value="1" selected>Any condition applies`)
	b.Send(at+"/form", "Save for new transactions", url.Values{"act": {"save"}, "notes": {"told twice"}})
	b.Sees("Changed the rule")
	b.Sees(">Off<")
}

// TestButtonsOfRulesWithoutScripts checks where the buttons of rules lead.
func TestButtonsOfRulesWithoutScripts(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	id := world.ImportSample(t)
	threeRules(t, world, id)
	b := walk.NewPlain(t, world)
	b.Open("/budgets/" + id + "/rules")
	all := func(pattern string) (found []string) {
		for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(b.Page, -1) {
			found = append(found, m[1])
		}
		return found
	}
	ids := slices.Compact(all(`name="rule" value="([^"]*)"`))
	if len(ids) != 3 {
		t.Fatalf("the page lists the rules %q", ids)
	}
	if before := all(`name="before" value="([^"]*)"`); !slices.Equal(before, []string{"", ids[2], ids[0], "", ids[1], ""}) {
		t.Errorf("the rules %q can be moved before %q", ids, before)
	}
}

// TestPreviewsListUnchangedRowsWithoutScripts lists the rows that rules would not change, and only the newest of many.
func TestPreviewsListUnchangedRowsWithoutScripts(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	id := world.ImportSample(t)
	accounts := world.AccountIDs(t, id)
	for i := range 201 {
		entry := rows.Entry{Account: accounts[0], Date: civil.MakeDate(2026, 10, 1+i%30), Amount: money.Milli(-1000 - 10*i), PayeeName: "Many of them"}
		if _, _, err := world.App.AddRow(t.Context(), app.Machine(), id, entry); err != nil {
			t.Fatal(err)
		}
	}
	for account, amount := range map[string]money.Milli{accounts[0]: -77_770, accounts[1]: 77_770} {
		if _, _, err := world.App.AddRow(t.Context(), app.Machine(), id, rows.Entry{Account: account, Date: civil.MakeDate(2026, 11, 2), Amount: amount, PayeeName: "Moved"}); err != nil {
			t.Fatal(err)
		}
	}
	b, at := walk.NewPlain(t, world), "/budgets/"+id+"/rules"
	try := func(fields url.Values) {
		t.Helper()
		b.Open(at + "/new")
		fields.Set("act", "try")
		b.Send(at+"/form", "Preview changes", fields)
	}
	try(url.Values{"text": {"Many of them"}, "notes": {"x"}})
	b.Sees("Would change 201 transactions")
	b.Sees("The newest 200 of them are listed; the others are changed too.")
	try(url.Values{"text": {"Nobody at all"}, "notes": {"x"}})
	b.Sees("Would change none of the ")
	try(url.Values{"what": {"spent is"}, "min": {"77.77"}, "transfer": {accounts[1]}})
	b.Sees("1 transaction stays as it is: the account on the other side seems to already have the other side of the transfer.")
}

// TestDatesOfRulesFollowTheBudgetsFormat: the dates of a rule were shown in the browser's format instead of the
// budget's.
func TestDatesOfRulesFollowTheBudgetsFormat(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	made, err := world.App.NewBudget(t.Context(), app.Machine(), app.BudgetEntry{Name: "Days", Currency: "EUR", DateFormat: "DD.MM.YYYY"})
	if err != nil {
		t.Fatal(err)
	}
	b, at := walk.NewPlain(t, world), "/budgets/"+made.ID+"/rules"
	save := func(from, until string) {
		t.Helper()
		b.Open(at + "/new")
		b.Send(at+"/form", "Save for new transactions", url.Values{"act": {"save"}, "what": {"date between"}, "from": {from}, "until": {until}, "notes": {"told"}})
	}
	save("20.11.2026", "31.02.2027")
	b.Sees(`"31.02.2027" is not a date`)
	b.Sees(`value="31.02.2027"`)
	save("20.11.2026", "28.2.27")
	b.Follow("Date between 20.11.2026 and 28.02.2027")
	b.Sees(`value="20.11.2026" placeholder="DD.MM.YYYY"`)
	save("2026-11-20", "2027-02-28") // the format of a device's date picker
	b.Sees("Date between 20.11.2026 and 28.02.2027")
}
