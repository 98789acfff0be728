package server_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"holdover/internal/app"
	"holdover/internal/app/migration"
	"holdover/internal/app/pageframe"
	"holdover/internal/app/users"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/auth"
	"holdover/internal/storage/store"
	"holdover/internal/testing/browsertest/walk"
	"holdover/internal/testing/testkit"
)

// Two processes serve one database. Programs and users write to both at random and concurrently, undo and redo
// changes, while a third process reads. Money is conserved, both sides of a transfer are equal, splits add up, a bulk
// change is never seen in part, and an old response plus the later delta equals the current response.
func TestTwoProcessesWithOneDatabase(t *testing.T) {
	t.Run("SQLite", func(t *testing.T) {
		dir := t.TempDir()
		shareDatabase(t, store.Config{Dir: dir}, "--data", dir)
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		url := testkit.Postgres(t)
		shareDatabase(t, store.Config{URL: url}, "--database", url)
	})
}

func shareDatabase(t *testing.T, at store.Config, flags ...string) {
	a, err := app.Open(t.Context(), at, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = a.Close() })
	s := &sharing{app: a, seed: uint64(time.Now().UnixNano())}
	s.begin(t)
	serve := append([]string{"serve", "--listen", "127.0.0.1:0", "--api-limit", "0"}, flags...)
	first, second := walk.Start(t, "Holdover is at ", serve...), walk.Start(t, "Holdover is at ", serve...)
	t.Logf("seed %d", s.seed)
	(&apiClient{sharing: s, T: t, url: first}).readAccounts()
	var writers, lookers sync.WaitGroup
	for i, write := range []func(*apiClient){(*apiClient).callAtRandom, (*apiClient).editAtRandom, (*apiClient).callAtRandom, (*apiClient).changeMany} {
		h := &apiClient{sharing: s, T: t, url: []string{first, second}[i%2], r: rand.New(rand.NewPCG(s.seed, uint64(i)))}
		h.signIn()
		writers.Go(func() {
			for range 25 {
				write(h)
			}
		})
	}
	done := make(chan struct{})
	for i, url := range []string{first, second} {
		h := &apiClient{sharing: s, T: t, url: url}
		lookers.Go(func() {
			copied, knowledge := h.planSince(0)
			for looking := true; looking && !t.Failed(); {
				select {
				case <-done:
					looking = false
				default:
				}
				if i == 0 {
					s.checkBudget(t)
				}
				changes, now := h.planSince(knowledge)
				testkit.PutChanges(copied, changes, map[string]int{})
				knowledge = now
			}
			present, _ := h.planSince(0)
			if diff := cmp.Diff(testkit.ByID(present), testkit.ByID(copied)); diff != "" {
				t.Errorf("%s: plan with the deltas applied (+) differs from the plan (-):\n%.3000s", url, diff)
			}
		})
	}
	writers.Wait()
	close(done)
	lookers.Wait()
	s.checkBudget(t)
	if err := a.CheckBudget(t.Context(), s.id); err != nil {
		t.Error(err)
	}
	t.Logf("responses: %v", s.answers)
	if s.answers["POST 201"] == 0 || s.answers["page 303"] == 0 {
		t.Error("no write succeeded")
	}
}

// sharing is the state shared by the two processes and their clients.
type sharing struct {
	app         *app.App
	id, token   string
	seed        uint64
	accounts    []pageframe.Account // open ones on budget
	categories  []string
	bulkAccount string // used only by changeMany
	lock        sync.Mutex
	answers     map[string]int
	begun       int               // bulks
	transfers   map[string]string // by account, its transfer payee
}

const password = "plain words for signing in"

const together = 25 // rows of a bulk

func (s *sharing) begin(t *testing.T) {
	ctx, me := t.Context(), app.Machine()
	s.answers = map[string]int{}
	file, err := os.Open(testkit.Plan(t, testkit.Today("--seed", "71", "--years", "1", "--tx", "120", "--cards", "1")...))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if err := s.app.CreateOwner(ctx, "Anna", password); err != nil {
		t.Fatal(err)
	}
	got, err := s.app.Import(ctx, me, file, migration.ImportOptions{})
	if err != nil {
		t.Fatal(err)
	}
	s.id = got.Budget.ID
	secret, _, err := s.app.NewToken(ctx, me, users.TokenRequest{Name: "writer", Scope: auth.Full})
	if err != nil {
		t.Fatal(err)
	}
	s.token = secret.Reveal()
	if _, s.bulkAccount, err = s.app.AddAccount(ctx, me, s.id, app.AccountEntry{Name: "Bulks", Type: "cash", OnBudget: true}); err != nil {
		t.Fatal(err)
	}
	screen, err := s.app.Screen(ctx, me, s.id)
	if err != nil {
		t.Fatal(err)
	}
	for _, acc := range screen.Accounts {
		if acc.OnBudget && !acc.Closed && acc.ID != s.bulkAccount {
			s.accounts = append(s.accounts, acc)
		}
	}
	for _, c := range screen.Categories {
		if !c.Income && !c.Hidden {
			s.categories = append(s.categories, c.ID)
		}
	}
}

// checkBudget reads the budget at one moment, as a third process does.
func (s *sharing) checkBudget(t *testing.T) {
	t.Helper()
	screen, err := s.app.Screen(t.Context(), app.Machine(), s.id)
	if err != nil {
		t.Error(err)
		return
	}
	var inAccounts, uncategorised money.Milli
	for _, acc := range screen.Accounts {
		if acc.OnBudget {
			inAccounts += acc.Balance
		}
	}
	for _, m := range screen.Sheet.Months {
		uncategorised += m.Uncategorised
	}
	last := screen.Sheet.Months[len(screen.Sheet.Months)-1]
	if inBudget := last.ToBudget + last.Held + last.Balance + uncategorised; inBudget != inAccounts {
		t.Errorf("accounts hold %s, the budget %s", inAccounts, inBudget)
	}
	rows, parts, err := rowsOf(t.Context(), s.app, s.id)
	if err != nil {
		t.Error(err)
		return
	}
	s.checkRows(t, rows, parts)
}

// rowsOf returns the transactions of a budget and the parts of split ones, in the form of the plan document.
func rowsOf(ctx context.Context, a *app.App, id string) (rows, parts []documentRow, err error) {
	var text bytes.Buffer
	if err := a.Document(ctx, app.Machine(), id, "plan", &text); err != nil {
		return nil, nil, err
	}
	var doc struct {
		Data struct {
			Plan struct {
				Transactions    []documentRow
				Subtransactions []documentRow
			}
		}
	}
	err = json.Unmarshal(text.Bytes(), &doc)
	return doc.Data.Plan.Transactions, doc.Data.Plan.Subtransactions, err
}

type documentRow struct {
	ID, Memo, Date string
	Amount         money.Milli
	Account        string  `json:"account_id"`
	Parent         string  `json:"transaction_id"`
	Colour         string  `json:"flag_color"`
	To             *string `json:"transfer_account_id"`
	Other          *string `json:"transfer_transaction_id"`
	Deleted        bool
}

func (s *sharing) checkRows(t *testing.T, rows, parts []documentRow) {
	t.Helper()
	byID, sums, split := map[string]documentRow{}, map[string]money.Milli{}, map[string]bool{}
	bulks := map[string][]documentRow{}
	for _, r := range rows {
		if byID[r.ID] = r; !r.Deleted && r.Account == s.bulkAccount && strings.HasPrefix(r.Memo, "bulk ") {
			bulks[r.Memo] = append(bulks[r.Memo], r)
		}
	}
	for _, p := range parts {
		if !p.Deleted {
			byID[p.ID] = p
			sums[p.Parent] += p.Amount
			split[p.Parent] = true
		}
	}
	for _, r := range rows {
		if split[r.ID] && !r.Deleted && sums[r.ID] != r.Amount {
			t.Errorf("parts of a split of %s sum to %s", r.Amount, sums[r.ID])
		}
		if r.Other == nil || r.Deleted {
			continue
		}
		if other, known := byID[*r.Other]; !known || other.Deleted || other.Amount != -r.Amount {
			t.Errorf("sides of a transfer differ: %+v, %+v", r, other)
		}
	}
	for name, rows := range bulks {
		for _, r := range rows {
			if len(rows) != together || r.Colour != rows[0].Colour {
				t.Errorf("a part of the change %s is visible: %d rows, %q beside %q", name, len(rows), r.Colour, rows[0].Colour)
				break
			}
		}
	}
}

// apiClient is a client that reads or writes through one of the processes.
type apiClient struct {
	*sharing
	*testing.T
	url   string
	r     *rand.Rand
	pages http.Client
	mine  []string // ids of rows that it made
}

func (h *apiClient) readAccounts() {
	var got struct {
		Data struct {
			Accounts []struct {
				ID    string
				Payee string `json:"transfer_payee_id"`
			}
		}
	}
	if err := json.Unmarshal(h.call("GET", "/accounts", nil), &got); err != nil {
		h.Fatal(err)
	}
	h.transfers = map[string]string{}
	for _, acc := range got.Data.Accounts {
		h.transfers[acc.ID] = acc.Payee
	}
}

func (h *apiClient) signIn() {
	h.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		h.Fatal(err)
	}
	h.pages = http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	resp, err := h.pages.PostForm(h.url+"/sign-in", url.Values{"name": {"Anna"}, "password": {password}})
	if err != nil || resp.StatusCode != http.StatusSeeOther {
		h.Fatalf("sign-in: response %v (error %v)", resp, err)
	}
	_ = resp.Body.Close()
}

// answered counts a response, and fails if it reports an internal error.
func (h *apiClient) answered(what string, resp *http.Response, text []byte) {
	h.lock.Lock()
	h.answers[fmt.Sprintf("%s %d", what, resp.StatusCode)]++
	h.lock.Unlock()
	if resp.StatusCode >= 500 {
		h.Errorf("%s: status %d: %.300s", what, resp.StatusCode, text)
	}
}

func (h *apiClient) call(method, path string, body any) []byte {
	h.Helper()
	sent, err := json.Marshal(body)
	if err != nil {
		h.Error(err)
	}
	req, err := http.NewRequestWithContext(h.Context(), method, h.url+"/v1/plans/"+h.id+path, bytes.NewReader(sent))
	if err != nil {
		h.Error(err)
		return nil
	}
	req.Header.Set("Authorization", "Bearer "+h.token)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		h.Error(err)
		return nil
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		h.Error(err)
	}
	h.answered(method, resp, text)
	return text
}

func (h *apiClient) planSince(knowledge int64) (map[string]any, int64) {
	var got struct {
		Data struct {
			Plan      map[string]any
			Knowledge int64 `json:"server_knowledge"`
		}
	}
	if err := json.Unmarshal(h.call("GET", fmt.Sprintf("?last_knowledge_of_server=%d", knowledge), nil), &got); err != nil {
		h.Error(err)
	}
	return got.Data.Plan, got.Data.Knowledge
}

// page sends a form of a page and returns the number of its change.
func (h *apiClient) page(path string, form url.Values) (change string) {
	h.Helper()
	form.Set("back", "/budgets/"+h.id)
	resp, err := h.pages.PostForm(h.url+"/budgets/"+h.id+path, form)
	if err != nil {
		h.Error(err)
		return ""
	}
	defer resp.Body.Close()
	text, _ := io.ReadAll(resp.Body)
	h.answered("page", resp, text)
	to, err := url.Parse(resp.Header.Get("Location"))
	if err != nil {
		h.Error(err)
		return ""
	}
	return to.Query().Get("done")
}

func oneOf[T any](h *apiClient, of []T) T { return of[h.r.IntN(len(of))] }

// row returns a random transaction as a program sends it: plain, split or a transfer.
func (h *apiClient) row() map[string]any {
	account := oneOf(h, h.accounts)
	amount := (h.r.Int64N(40) - 20) * 1000
	row := map[string]any{"account_id": account.ID, "date": civil.DateOf(time.Now()).AddDays(-h.r.IntN(60)).String(), "amount": amount, "category_id": oneOf(h, h.categories), "payee_name": oneOf(h, []string{"Baker", "Kiosk", "Grocer"})}
	switch h.r.IntN(4) {
	case 0:
		delete(row, "category_id")
		row["subtransactions"] = []map[string]any{{"amount": amount - 1000, "category_id": oneOf(h, h.categories)}, {"amount": 1000}}
	case 1:
		if to := oneOf(h, h.accounts); to.ID != account.ID {
			delete(row, "category_id")
			delete(row, "payee_name")
			row["payee_id"] = h.transfers[to.ID]
		}
	}
	return row
}

// callAtRandom makes a random call of a program.
func (h *apiClient) callAtRandom() {
	switch n := h.r.IntN(8); {
	case n < 3 || len(h.mine) == 0:
		var rows []map[string]any
		for range 1 + h.r.IntN(4) {
			rows = append(rows, h.row())
		}
		var got struct {
			Data struct {
				IDs []string `json:"transaction_ids"`
			}
		}
		_ = json.Unmarshal(h.call("POST", "/transactions", map[string]any{"transactions": rows}), &got) // refused ones have none
		h.mine = append(h.mine, got.Data.IDs...)
	case n < 5:
		row := h.row()
		row["id"] = oneOf(h, h.mine)
		h.call("PATCH", "/transactions", map[string]any{"transactions": []any{row}})
	case n == 5:
		h.call("DELETE", "/transactions/"+oneOf(h, h.mine), nil)
	case n == 6:
		h.call("POST", "/payees", map[string]any{"payee": map[string]any{"name": fmt.Sprint("Payee ", h.r.IntN(5))}})
	default:
		month := civil.DateOf(time.Now()).AddDays(-h.r.IntN(90)).Month().First()
		h.call("PATCH", "/months/"+month.String()+"/categories/"+oneOf(h, h.categories), map[string]any{"category": map[string]any{"budgeted": h.r.Int64N(50) * 1000}})
	}
}

// editAtRandom makes a random edit of a user.
func (h *apiClient) editAtRandom() {
	if len(h.mine) == 0 {
		h.callAtRandom()
		return
	}
	rows := url.Values{"rows": {oneOf(h, h.mine) + " " + oneOf(h, h.mine)}}
	switch h.r.IntN(8) {
	case 0:
		rows.Set("flag", "red")
		h.page("/do/rows-flag", rows)
	case 1:
		rows.Set("category", oneOf(h, h.categories))
		h.page("/do/rows-category", rows)
	case 2:
		rows.Set("account", oneOf(h, h.accounts).ID)
		h.page("/do/rows-account", rows)
	case 3:
		h.page("/do/duplicate-rows", rows)
	case 4:
		h.page("/do/delete-rows", rows)
	case 5:
		h.page("/undo", url.Values{})
	case 6:
		h.page("/redo", url.Values{})
	default:
		h.callAtRandom()
	}
}

// changeMany adds many rows in one call, flags all of them on a page, and undoes both.
func (h *apiClient) changeMany() {
	h.lock.Lock()
	h.begun++
	name := fmt.Sprint("bulk ", h.begun)
	h.lock.Unlock()
	var rows []map[string]any
	for range together {
		rows = append(rows, map[string]any{"account_id": h.bulkAccount, "date": civil.DateOf(time.Now()).String(), "amount": -1000, "memo": name})
	}
	var got struct {
		Data struct {
			IDs []string `json:"transaction_ids"`
		}
	}
	if err := json.Unmarshal(h.call("POST", "/transactions", map[string]any{"transactions": rows}), &got); err != nil {
		h.Error(err)
	}
	change := h.page("/do/rows-flag", url.Values{"rows": {strings.Join(got.Data.IDs, " ")}, "flag": {"green"}})
	if change == "" {
		h.Errorf("row %s was not flagged", name)
		return
	}
	h.page("/undo", url.Values{"change": {change}})
}
