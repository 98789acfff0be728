package mcp_test

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"holdover/internal/app"
	"holdover/internal/app/apptest"
	"holdover/internal/app/pageframe"
	"holdover/internal/app/rows"
	"holdover/internal/app/users"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/model/auth"
	"holdover/internal/storage/store"
	"holdover/internal/surface/mcp"
	"holdover/internal/testing/browsertest/walk"
	"holdover/internal/testing/testkit"
)

// walker is a client of the official SDK.
type walker struct {
	t *testing.T
	*sdk.ClientSession
}

func newHolding(t *testing.T) (*app.App, string) {
	t.Helper()
	return newHoldingIn(t, t.TempDir())
}

func newHoldingIn(t *testing.T, dir string) (*app.App, string) {
	t.Helper()
	a := apptest.Open(t, store.Config{Dir: dir})
	file, err := os.Open(testkit.Plan(t, testkit.Today("--seed", "61", "--years", "1", "--tx", "150", "--cards", "1")...))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	return a, apptest.Import(t, a, app.Machine(), file, "")
}

func connect(t *testing.T, transport sdk.Transport) *walker {
	t.Helper()
	session, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), transport, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() })
	return &walker{t, session}
}

// inMemory connects to a server of the machine's owner.
func inMemory(t *testing.T, cfg mcp.Config) *walker {
	t.Helper()
	clientSide, serverSide := sdk.NewInMemoryTransports()
	who := app.Machine()
	who.Token = "an assistant"
	if _, err := mcp.New(cfg, who).Connect(t.Context(), serverSide, nil); err != nil {
		t.Fatal(err)
	}
	return connect(t, clientSide)
}

func (w *walker) names() []string {
	w.t.Helper()
	list, err := w.ListTools(w.t.Context(), nil)
	if err != nil {
		w.t.Fatal(err)
	}
	var names []string
	for _, tool := range list.Tools {
		names = append(names, tool.Name)
	}
	return names
}

// call calls a tool; refused is its error message.
func (w *walker) call(tool string, in, out any) (refused string) {
	w.t.Helper()
	result, err := w.CallTool(w.t.Context(), &sdk.CallToolParams{Name: tool, Arguments: in})
	if err != nil {
		return err.Error()
	}
	text, err := json.Marshal(result.StructuredContent)
	if err != nil {
		w.t.Fatal(err)
	}
	if result.IsError {
		return result.Content[0].(*sdk.TextContent).Text
	}
	if len(text) > 60_000 {
		w.t.Errorf("%s responds with %d bytes, want at most 60,000", tool, len(text))
	}
	if err := json.Unmarshal(text, out); err != nil {
		w.t.Fatalf("response of %s: %v: %.300s", tool, err, text)
	}
	return ""
}

func (w *walker) must(tool string, in, out any) {
	w.t.Helper()
	if refused := w.call(tool, in, out); refused != "" {
		w.t.Fatalf("%s is refused: %s", tool, refused)
	}
}

type object = map[string]any

// A client of the official SDK uses a month: To Budget, adding, categorising, assigning, moving, verifying, and
// undoing all of it.
func TestMonthByTheOfficialSDK(t *testing.T) {
	a, id := newHolding(t)
	useAMonth(t, inMemory(t, mcp.Config{App: a, Log: slog.New(slog.DiscardHandler), Write: true}), id, "an assistant")
}

// The same with the program as assistants start it, by standard input and
// output, and at an address with a token.
func TestMonthByTheRealProgram(t *testing.T) {
	t.Run("stdio", func(t *testing.T) {
		dir := t.TempDir()
		_, id := newHoldingIn(t, dir)
		cmd := exec.Command(walk.Program(t), "mcp", "--write", "--data", dir)
		useAMonth(t, connect(t, &sdk.CommandTransport{Command: cmd}), id, "an assistant")
	})
	t.Run("HTTP", func(t *testing.T) {
		dir := t.TempDir()
		a, id := newHoldingIn(t, dir)
		if err := a.CreateOwner(t.Context(), "Owner", "a long password"); err != nil {
			t.Fatal(err)
		}
		secret, _, err := a.NewToken(t.Context(), app.Machine(), users.TokenRequest{Name: "Claude", Scope: auth.Full})
		if err != nil {
			t.Fatal(err)
		}
		address := walk.Start(t, "Assistants find the budgets at ", "mcp", "--write", "--http", "127.0.0.1:0", "--data", dir)
		useAMonth(t, connect(t, &sdk.StreamableClientTransport{Endpoint: address, HTTPClient: &http.Client{Transport: bearer(secret.Reveal())}}), id, "Claude")
	})
}

// Requests are answered after the end of input: a script that pipes its requests got no response.
func TestRequestsAreAnsweredAfterTheEndOfInput(t *testing.T) {
	dir := t.TempDir()
	newHoldingIn(t, dir)
	cmd := exec.Command(walk.Program(t), "mcp", "--data", dir)
	cmd.Stdin = strings.NewReader(`{"jsonrpc":"2.0","id":"a","method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"month","arguments":{}}}
no message
{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"history","arguments":{}}}
{"jsonrpc":"2.0","id":4,"method":"no/such"}`)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{`"id":"a"`, `"id":2`, `"id":3`, `"id":4`, `"id":null`} {
		if n := bytes.Count(out, []byte(id)); n != 1 {
			t.Errorf("%s has %d responses, want 1: %.2000s", id, n, out)
		}
	}
}

func useAMonth(t *testing.T, w *walker, id, by string) {
	t.Helper()
	var budgets mcp.Budgets
	w.must("budgets", object{}, &budgets)
	if len(budgets.Budgets) != 1 || budgets.Budgets[0].ID != id {
		t.Fatalf("budgets: %+v, want only %s", budgets, id)
	}
	var accounts mcp.Accounts
	w.must("accounts", object{"budget": budgets.Budgets[0].Name}, &accounts)
	at := slices.IndexFunc(accounts.Accounts, func(acc mcp.OneAccount) bool { return acc.OnBudget && !acc.Closed && acc.Type == "checking" })
	account := accounts.Accounts[at]
	var before mcp.Categories
	w.must("categories", object{}, &before)
	category := before.Categories[slices.IndexFunc(before.Categories, func(c mcp.CategoryFigures) bool { return c.Group != "Income" })]

	var assigned mcp.ChangeResult
	w.must("assign", object{"category": category.Group + ": " + category.Category, "amount": "321.09"}, &assigned)
	var added mcp.ChangeResult
	w.must("add_transaction", object{"account": account.Name, "amount": "-12.34", "payee": "Kiosk of the test"}, &added)
	var found mcp.Transactions
	w.must("transactions", object{"payee": "Kiosk of the test"}, &found)
	if found.Count != 1 || found.Sum != "-12.34" || found.Transactions[0].Category != "" || found.Transactions[0].ID != added.ID {
		t.Fatalf("transactions found: %+v, want only the new one", found)
	}
	var categorised mcp.ChangeResult
	w.must("categorize", object{"transactions": []string{added.ID}, "category": category.ID}, &categorised)
	var moved mcp.ChangeResult
	w.must("move_money", object{"from": category.ID, "amount": "1.09"}, &moved)
	var after mcp.Categories
	w.must("categories", object{"group": category.Group}, &after)
	now := after.Categories[slices.IndexFunc(after.Categories, func(c mcp.CategoryFigures) bool { return c.ID == category.ID })]
	if now.Budgeted != "320" && now.Budgeted != "320.00" {
		t.Errorf("budgeted is %s, want 320", now.Budgeted)
	}
	var spent mcp.Spending
	w.must("spending", object{"category": category.ID}, &spent)
	if spent.Total != now.Activity {
		t.Errorf("spending is %s, activity %s", spent.Total, now.Activity)
	}
	var month mcp.OneMonth
	w.must("month", object{}, &month)
	if month.ToBudget != after.ToBudget {
		t.Errorf("To Budget before moving money %s, after it %s", month.ToBudget, after.ToBudget)
	}
	var proof mcp.Verified
	w.must("verify", object{}, &proof)
	if !proof.Agrees || proof.Accounts == "" {
		t.Errorf("verification: %+v, want it to agree", proof)
	}
	var history mcp.History
	w.must("history", object{"limit": 4}, &history)
	for i, change := range history.Changes {
		if !strings.Contains(change.By, by) || change.What == "" {
			t.Errorf("change %d of the history: %+v, want it by %q", i, change, by)
		}
	}
	for i := range 4 { // each was one step
		var undone mcp.ChangeResult
		w.must("undo", object{}, &undone)
		if want := "Undone: " + history.Changes[i].What; undone.What != want {
			t.Errorf("%q, not %q", undone.What, want)
		}
	}
	w.must("history", object{"limit": 1}, &history)
	if want := "Undone: " + assigned.What; history.Changes[0].What != want {
		t.Errorf("%q, not %q", history.Changes[0].What, want)
	}
	var last mcp.Categories
	w.must("categories", object{}, &last)
	if !slices.Equal(last.Categories, before.Categories) || last.ToBudget != before.ToBudget {
		t.Errorf("month after undoing everything:\n%+v\nbefore\n%+v", last, before)
	}
}

func TestErrorsExplainWhatIsWrong(t *testing.T) {
	a, _ := newHolding(t)
	w := inMemory(t, mcp.Config{App: a, Log: slog.New(slog.DiscardHandler), Write: true})
	for _, c := range []struct {
		tool string
		in   object
		says string
	}{
		{"month", object{"month": "soon"}, "not a month"},
		{"month", object{"month": "2026-13"}, `"2026-13" is not a month`},
		{"month", object{"month": "9999-12"}, "too far away"},
		{"categories", object{"budget": "another"}, "budget \"another\" not found"},
		{"assign", object{"category": "nothing such", "amount": "1"}, "category \"nothing such\" not found"},
		{"add_transaction", object{"account": "none", "amount": "1"}, "account \"none\" not found"},
		{"add_transaction", object{"account": "none", "amount": 12.34}, "account \"none\" not found"},
		{"add_transaction", object{"account": "none", "amount": true}, "amount"},
		{"move_money", object{"amount": "4.059"}, "is too precise"},
		{"categorize", object{"transactions": []string{}, "category": "x"}, "0 transactions"},
		{"spending", object{"from": "2020-01", "to": "2026-03"}, "go from 2020-01 to 2026-03"},
		{"spending", object{"category": "nothing such", "from": "2040-01"}, "category \"nothing such\" not found"},
		{"categories", object{"group": "nothing such"}, "group \"nothing such\" with categories not found"},
		{"transactions", object{"category": "nothing such"}, "category \"nothing such\" not found"},
		{"undo", object{"change": 99999}, ""},
		{"categories", object{"group": strings.Repeat("x", 1<<19)}, "group \"xxx"}, // the error once quoted all of it
	} {
		if refused := w.call(c.tool, c.in, &object{}); refused == "" || !strings.Contains(refused, c.says) || len(refused) > 1500 {
			t.Errorf("%s with %.200v: %.2000q, want %q in it", c.tool, c.in, refused, c.says)
		}
	}
	for text, want := range map[string]bool{"1": true, "-0.001": true, "12.3456": false, "1,5": false, "": false, ".5": false, "1e3": false, "99999999999999999999": false, "--1": false} {
		refused := w.call("assign", object{"category": "nothing such", "amount": text}, &object{})
		if strings.Contains(refused, "is not an amount") == want && want {
			t.Errorf("amount %q is refused: %s", text, refused)
		}
	}
}

// A category that the transaction cannot have was ignored, and the response reported that it was set.
func TestImpossibleCategoryIsRefused(t *testing.T) {
	a, id := newHolding(t)
	w := inMemory(t, mcp.Config{App: a, Log: slog.New(slog.DiscardHandler), Write: true})
	var categories mcp.Categories
	w.must("categories", object{}, &categories)
	category := categories.Categories[0].ID
	var transfers, usual []string
	if err := a.Transactions(t.Context(), app.Machine(), id, rows.Filter{}, func(r rows.Row) error {
		switch {
		case r.TransferAccountID != "" && r.CategoryID == "":
			transfers = append(transfers, r.ID)
		case r.CategoryID != "":
			usual = append(usual, r.ID)
		}
		return nil
	}); err != nil || len(transfers) == 0 || len(usual) == 0 {
		t.Fatalf("transfers %v and others %v, want some of each (error %v)", transfers, usual, err)
	}
	both := []string{usual[0], transfers[0]}
	if refused := w.call("categorize", object{"transactions": both, "category": category}, &object{}); !strings.Contains(refused, transfers[0]+": it cannot have a category; none was changed. transfers") {
		t.Errorf("category for a transfer: %q, want it refused for the transfer", refused)
	}
	var done mcp.ChangeResult
	w.must("categorize", object{"transactions": usual[:1], "category": category}, &done)
	w.must("categorize", object{"transactions": usual[:1], "category": category}, &done)
	if done.Change != 0 || done.What != "Nothing was changed: it already has this value" {
		t.Errorf("same category again: %+v, want no change", done)
	}
	if _, _, err := a.AddAccount(t.Context(), app.Machine(), id, app.AccountEntry{Name: "Watched", Type: "otherAsset", Date: civil.DateOf(time.Now())}); err != nil {
		t.Fatal(err)
	}
	if refused := w.call("add_transaction", object{"account": "Watched", "amount": "1", "category": category}, &object{}); !strings.Contains(refused, "cannot have a category") {
		t.Errorf("category in a tracking account: %q, want it refused", refused)
	}
}

// If two accounts had the same name, which YNAB allows, the first one got the transaction.
func TestAmbiguousAccountNameIsRefused(t *testing.T) {
	a := apptest.Open(t, store.Config{Dir: t.TempDir()})
	document, err := os.ReadFile(testkit.Plan(t, testkit.Today("--seed", "61", "--years", "1", "--tx", "150", "--cards", "1")...))
	if err != nil {
		t.Fatal(err)
	}
	changed := regexp.MustCompile(`"name": ?"Savings"`).ReplaceAll(document, []byte(`"name":"Checking"`))
	apptest.Import(t, a, app.Machine(), bytes.NewReader(changed), "")
	w := inMemory(t, mcp.Config{App: a, Log: slog.New(slog.DiscardHandler), Write: true})
	refused := w.call("add_transaction", object{"account": "checking", "amount": "-1"}, &object{})
	if want := `2 accounts are called "checking". give the id, which the list of accounts has`; refused != want {
		t.Errorf("says %q, not %q", refused, want)
	}
	var list mcp.Accounts
	w.must("accounts", object{}, &list)
	for _, other := range list.Accounts {
		if other.Name == "Checking" {
			w.must("add_transaction", object{"account": other.ID, "amount": "-1"}, &object{})
		}
	}
}

// A budget that was not imported has nothing to compare with, and the response states that.
func TestVerifyReportsThatABudgetWasNotImported(t *testing.T) {
	a, _ := newHolding(t)
	if _, err := a.NewBudget(t.Context(), app.Machine(), app.BudgetEntry{Name: "Begun here", Currency: "EUR"}); err != nil {
		t.Fatal(err)
	}
	w := inMemory(t, mcp.Config{App: a, Log: slog.New(slog.DiscardHandler)})
	if refused := w.call("verify", object{"budget": "Begun here"}, &object{}); !strings.Contains(refused, "was not imported") {
		t.Error(refused)
	}
}

// The transactions found for a category sum to its activity, for any way of naming the category and any splits.
func TestTransactionsOfACategorySumToItsActivity(t *testing.T) {
	a, _ := newHolding(t)
	w := inMemory(t, mcp.Config{App: a, Log: slog.New(slog.DiscardHandler)})
	var in mcp.Categories
	w.must("categories", object{}, &in)
	splits, first, last := 0, time.Now().AddDate(-4, 0, 0).Format("2006-01"), time.Now().Format("2006-01")
	end := civil.DateOf(time.Now()).Month().Last().String() // later dates of the month count too
	for _, c := range in.Categories {
		if c.Group == "Income" {
			continue
		}
		var spent mcp.Spending
		w.must("spending", object{"category": c.ID, "from": first, "to": last}, &spent)
		for _, ref := range []string{c.ID, c.Group + ": " + c.Category} {
			var found mcp.Transactions
			w.must("transactions", object{"category": ref, "since": first + "-01", "until": end, "limit": 100}, &found)
			if found.Sum != spent.Total {
				t.Errorf("category %s: transactions sum to %s, spending is %s", ref, found.Sum, spent.Total)
			}
			splits += len(iterutil.Where(found.Transactions, func(t mcp.OneTransaction) bool { return len(t.Parts) > 0 }))
		}
	}
	if splits == 0 {
		t.Error("no split found")
	}
}

// Of a split, only the parts of the payee, or those without category, count.
func TestOnlyMatchingPartsOfASplitAreSummed(t *testing.T) {
	a, id := newHolding(t)
	w := inMemory(t, mcp.Config{App: a, Log: slog.New(slog.DiscardHandler)})
	accounts, err := a.Accounts(t.Context(), app.Machine(), id)
	if err != nil {
		t.Fatal(err)
	}
	own := iterutil.Where(accounts, func(acc pageframe.Account) bool { return acc.OnBudget && !acc.Closed })
	var in mcp.Categories
	w.must("categories", object{}, &in)
	category := in.Categories[slices.IndexFunc(in.Categories, func(c mcp.CategoryFigures) bool { return c.Group != "Income" })]
	_, _, err = a.AddRow(t.Context(), app.Machine(), id, rows.Entry{
		Account: own[0].ID, Date: civil.DateOf(time.Now()), Amount: -22_000, PayeeName: "Market of the test", Parts: []rows.PartEntry{
			{Amount: -10_000, PayeeName: "Baker of the test", Category: category.ID}, {Amount: -5_000}, {Amount: -7_000, TransferTo: own[1].ID},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		asked object
		sum   string
	}{
		{object{"payee": "Baker of the test"}, "-10.00"},
		{object{"payee": "market of the test", "uncategorized": true}, "-5.00"},
		{object{"payee": "Baker of the test", "category": category.ID}, "-10.00"},
		{object{"search": "Market of the test"}, "-22.00"},
		{object{"payee_regexp": "^M[aá]rket of .* test$", "least": 22, "most": "22"}, "-22.00"},
		{object{"payee": "Baker of the test", "flag": "teal", "memo_regexp": "^no such note$", "any": true}, "-22.00"},
	} {
		var found mcp.Transactions
		w.must("transactions", c.asked, &found)
		if found.Sum != c.sum || found.Count != 1 {
			t.Errorf("%v: %d sum to %s, want %s", c.asked, found.Count, found.Sum, c.sum)
		}
	}
}

// A read-only server lists no writing tool for any token, and neither does a server for a read-only token.
func TestReadOnlyServerListsNoWritingTool(t *testing.T) {
	a, _ := newHolding(t)
	log := slog.New(slog.DiscardHandler)
	if names := inMemory(t, mcp.Config{App: a, Log: log}).names(); slices.Contains(names, "assign") || !slices.Contains(names, "month") {
		t.Errorf("tools of a read-only server: %v, want month and not assign", names)
	}
	if err := a.CreateOwner(t.Context(), "Owner", "a long password"); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(mcp.Handler(mcp.Config{App: a, Log: log, Write: true}))
	defer server.Close()
	for scope, writes := range map[auth.Scope]bool{auth.Full: true, auth.ReadOnly: false} {
		secret, _, err := a.NewToken(t.Context(), app.Machine(), users.TokenRequest{Name: "Assistant " + string(scope), Scope: scope})
		if err != nil {
			t.Fatal(err)
		}
		w := connect(t, &sdk.StreamableClientTransport{Endpoint: server.URL, HTTPClient: &http.Client{Transport: bearer(secret.Reveal())}})
		names := w.names()
		if slices.Contains(names, "assign") != writes {
			t.Errorf("tools for the scope %s: %v, want assign among them: %t", scope, names, writes)
		}
		w.must("budgets", object{}, &mcp.Budgets{})
		if refused := w.call("assign", object{"category": "x", "amount": "1"}, &object{}); refused == "" {
			t.Errorf("a token with the scope %s can assign", scope)
		}
	}
	for _, c := range []struct {
		token, origin string
		status        int
	}{{"", "", 401}, {"Bearer wrong", "", 401}, {"Basic eDp5", "", 401}, {"Bearer wrong", "https://evil.example", 403}, {"Bearer wrong", server.URL, 401}} {
		req, err := http.NewRequestWithContext(context.Background(), http.MethodPost, server.URL, strings.NewReader("{}"))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Authorization", c.token)
		req.Header.Set("Origin", c.origin)
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		_ = resp.Body.Close()
		if resp.StatusCode != c.status || c.status == http.StatusUnauthorized && resp.Header.Get("WWW-Authenticate") == "" {
			t.Errorf("%+v: %s, want status %d", c, resp.Status, c.status)
		}
	}
}

type bearer string

func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+string(b))
	return http.DefaultTransport.RoundTrip(r)
}
