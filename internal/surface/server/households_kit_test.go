package server_test

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"holdover/internal/app"
	"holdover/internal/app/migration"
	"holdover/internal/app/users"
	"holdover/internal/model/auth"
	"holdover/internal/storage/store"
	"holdover/internal/testing/browsertest/walk"
	"holdover/internal/testing/testkit"
)

// household is a signed-in user with a budget.
type household struct {
	id       string // the budget's
	account  string
	category string
	month    string
	cookie   string
	token    string
	stamps   map[string]string // the stamps of a page that the browser's script has, by path
}

// createHouseholds fills an empty database with households, each with the given number of transactions.
func createHouseholds(b testing.TB, at store.Config, households, transactions int) []household {
	b.Helper()
	a, err := app.Open(b.Context(), at, slog.New(slog.DiscardHandler))
	if err != nil {
		b.Fatal(err)
	}
	defer a.Close()
	plan, err := os.ReadFile(testkit.Plan(b, testkit.Today("--seed", "77", "--years", "4", "--tx", fmt.Sprint(transactions), "--cards", "1")...))
	if err != nil {
		b.Fatal(err)
	}
	if err := a.CreateOwner(b.Context(), "Owner", password); err != nil {
		b.Fatal(err)
	}
	all := make([]household, households)
	group, ctx := errgroup.WithContext(b.Context())
	group.SetLimit(4)
	for i := range all {
		group.Go(func() (err error) {
			all[i], err = createHousehold(ctx, a, fmt.Sprint("Household ", i+1), string(plan))
			return err
		})
	}
	if err := group.Wait(); err != nil {
		b.Fatal(err)
	}
	return all
}

func createHousehold(ctx context.Context, a *app.App, name, plan string) (h household, err error) {
	if _, err := a.AddUser(ctx, app.Machine(), name, password); err != nil {
		return h, err
	}
	who, err := h.signIn(ctx, a, name)
	if err != nil {
		return h, err
	}
	got, err := a.Import(ctx, who, strings.NewReader(plan), migration.ImportOptions{})
	if err != nil {
		return h, err
	}
	h.id = got.Budget.ID
	return h, h.findRecords(ctx, a, who)
}

// signIn creates a session and a token for the household.
func (h *household) signIn(ctx context.Context, a *app.App, name string) (app.Actor, error) {
	in, err := a.SignIn(ctx, users.Credentials{Name: name, Password: password, Device: users.Device{Address: "127.0.0.1"}})
	if err != nil {
		return app.Actor{}, err
	}
	token, _, err := a.NewToken(ctx, in.Who, users.TokenRequest{Name: "program", Scope: auth.Full, Password: password})
	h.cookie, h.token = in.Key.Reveal(), token.Reveal()
	return in.Who, err
}

// findRecords finds an account, a category and a month of the household's budget.
func (h *household) findRecords(ctx context.Context, a *app.App, who app.Actor) error {
	screen, err := a.Screen(ctx, who, h.id)
	if err != nil {
		return err
	}
	for _, acc := range screen.Accounts {
		if acc.OnBudget && !acc.Closed && h.account == "" {
			h.account = acc.ID
		}
	}
	for _, c := range screen.Categories {
		if !c.Income && !c.Hidden && h.category == "" {
			h.category = c.ID
		}
	}
	h.month = screen.Sheet.Months[len(screen.Sheet.Months)-2].Month.String()
	return nil
}

// requestKind is one kind of request, with its percentage.
type requestKind struct {
	name       string
	percentage int
	writes     bool
	path       func(h *household) string
	form       func(h *household, n int64) url.Values // nil for reads; n varies the written values
}

var (
	register   = requestKind{"register", 20, false, func(h *household) string { return "/budgets/" + h.id + "/accounts/" + h.account }, nil}
	showBudget = requestKind{"budget screen", 35, false, func(h *household) string { return "/budgets/" + h.id }, nil}
	search     = requestKind{"search", 10, false, func(h *household) string { return "/budgets/" + h.id + "/accounts/all?search=market" }, nil}
)

// requestKinds are the requests of a household on a normal day.
var requestKinds = []requestKind{
	showBudget, search, register,
	{"report", 5, false, func(h *household) string { return "/budgets/" + h.id + "/reports/spending" }, nil},
	{"API: months", 5, false, func(h *household) string { return "/v1/plans/" + h.id + "/months" }, nil},
	{"amount set", 15, true, func(h *household) string { return "/budgets/" + h.id + "/do/budgeted" }, amountSet},
	{"row added", 10, true, func(h *household) string { return "/budgets/" + h.id + "/do/add-row" }, rowAdded},
}

// amountSet and rowAdded return forms as users send them.
func amountSet(h *household, n int64) url.Values {
	return url.Values{"category": {h.category}, "month": {h.month}, "amount": {fmt.Sprint(n)}, "back": {"/budgets/" + h.id}}
}

func rowAdded(h *household, n int64) url.Values {
	return url.Values{
		"account": {h.account}, "date": {time.Now().Format(time.DateOnly)}, "payee": {"Tram"}, "amount": {fmt.Sprint(1 + n)}, "direction": {"out"},
		"back": {"/budgets/" + h.id + "/accounts/" + h.account},
	}
}

// drawRequestKind returns a random request kind, weighted by its percentage.
func drawRequestKind(r *rand.Rand) *requestKind {
	n := r.IntN(100)
	for i := range requestKinds {
		if n -= requestKinds[i].percentage; n < 0 {
			return &requestKinds[i]
		}
	}
	return &requestKinds[0]
}

// clientPool is a set of clients that make requests for households in sequence. Each request is sent to any process, or to
// the process assigned to the budget.
type clientPool struct {
	households  []household
	processes   []*walk.Process
	byBudget    bool
	connections connectionPool
	browser     string // identifies the browser, where several request a page for the first time
	lock        sync.Mutex
	durations   map[*requestKind][]time.Duration
	errors      []string
}

func newClientPool(households []household, processes []*walk.Process, byBudget bool) *clientPool {
	return &clientPool{households: households, processes: processes, byBudget: byBudget, durations: map[*requestKind][]time.Duration{}}
}

// run runs the given number of clients for a duration, and returns the duration that they needed.
func (c *clientPool) run(clients int, length time.Duration) time.Duration {
	var group sync.WaitGroup
	start := time.Now()
	for n := range clients {
		group.Go(func() {
			r := rand.New(rand.NewPCG(uint64(n), uint64(start.UnixNano())))
			for time.Since(start) < length {
				c.perform(drawRequestKind(r), r)
			}
		})
	}
	group.Wait()
	return time.Since(start)
}

// processOf returns the process that serves a household if requests are distributed by budget.
func (c *clientPool) processOf(home int) int { return home % len(c.processes) }

// perform performs one request and records its duration or failure.
func (c *clientPool) perform(e *requestKind, r *rand.Rand) {
	home, to := r.IntN(len(c.households)), r.IntN(len(c.processes))
	if c.byBudget {
		to = c.processOf(home)
	}
	h, p := &c.households[home], c.processes[to]
	var form url.Values
	if e.form != nil {
		form = e.form(h, r.Int64N(500))
	}
	start := time.Now()
	err := c.send(h, p.Address+e.path(h), form)
	took := time.Since(start)
	c.lock.Lock()
	defer c.lock.Unlock()
	if err != nil {
		c.errors = append(c.errors, e.name+": "+err.Error())
		return
	}
	c.durations[e] = append(c.durations[e], took)
}

// send requests a page, or sends a form as a browser's script does: with the stamps that it has of the changed page.
func (c *clientPool) send(h *household, url string, form url.Values) error {
	request, err := c.request(h, url, form)
	if err != nil {
		return err
	}
	return c.connections.send(request)
}

func (c *clientPool) request(h *household, url string, form url.Values) (*http.Request, error) {
	method := http.MethodGet
	if form != nil {
		method = http.MethodPost
	}
	request, err := http.NewRequest(method, url, strings.NewReader(form.Encode()))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Authorization", "Bearer "+h.token)
	request.Header.Set("Accept-Encoding", "gzip")
	request.AddCookie(&http.Cookie{Name: "holdover_session", Value: h.cookie})
	request.AddCookie(&http.Cookie{Name: "holdover_last_account", Value: h.account}) // as set when the user added a transaction
	if c.browser != "" {
		request.AddCookie(&http.Cookie{Name: "browser", Value: c.browser})
	}
	if form != nil {
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		request.Header.Set("HX-Request", "true")
		if stamp := h.stamps[form.Get("back")]; stamp != "" {
			request.Header.Set("Holdover-Has", stamp)
		}
	}
	return request, nil
}
