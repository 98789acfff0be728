package api

import (
	"context"
	"log/slog"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"holdover/internal/app"
	"holdover/internal/storage/tempfile"
	"holdover/internal/surface/httpx"
)

type Config struct {
	App *app.App
	Log *slog.Logger
	// Authenticate returns the actor that a token was issued to. It returns an apperr.Unauthorized error for an unknown
	// or revoked token.
	Authenticate func(ctx context.Context, token string) (app.Actor, error)
	// Limit counts the requests of each token. Nil means no limit.
	Limit *httpx.RateLimiter
}

// DefaultHourlyLimit is the same as the source's limit.
const DefaultHourlyLimit = 200

// mostCall is the maximum size of a request body in bytes.
const mostCall = 16 << 20 // 10,000 transactions with long notes

// The limits on large responses in progress, in total and for one user.
const (
	mostStreams = 64
	mostOfOne   = 8
)

// base is the path prefix of the API; clients contain it in their addresses.
const base = "/v1"

// api contains the handlers of the calls and the data that they share.
type api struct {
	app *app.App
	log *slog.Logger
	doc huma.API

	relays *tempfile.Relays
}

// New returns the handler of all paths below /v1 and /docs/api.
func New(cfg Config) http.Handler {
	a := &api{app: cfg.App, log: cfg.Log, relays: tempfile.NewRelays(mostStreams, mostOfOne)}
	router := httpx.NewRouter(writeFault)
	a.doc = humago.NewWithPrefix(mux{router}, base, description())
	a.register()
	gate := &gate{app: cfg.App, authenticate: cfg.Authenticate, limit: cfg.Limit, next: oldNames(router)}
	root := httpx.NewRouter(writeFault)
	root.HandleCall(base+"/", mostCall, gate.serve)
	root.HandleHTTP("GET "+base+"/openapi.json", http.HandlerFunc(a.openAPI))
	root.Handle("GET "+base+"/openapi.yaml", a.openAPIYAML)
	root.HandleHTTP("GET "+base+"/{$}", http.RedirectHandler(docsPath, http.StatusSeeOther))
	root.HandleHTTP(docsPath, docs())
	return httpx.Wrap(root, cfg.Log, writeFault, httpx.CORS{
		Methods: "GET, POST, PUT, PATCH, DELETE",
		Expose:  "ETag, Retry-After, X-Rate-Limit, X-Request-Id",
	})
}

// mux registers huma's handlers on our router, which answers unknown paths and wrong methods in the source's format.
type mux struct{ *httpx.Router }

// HandleFunc registers a call. Every response is JSON; the Accept header is removed, because huma parses it too and
// panics if it is malformed.
func (m mux) HandleFunc(pattern string, h func(http.ResponseWriter, *http.Request)) {
	m.HandleHTTP(pattern, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Header.Del("Accept")
		h(w, r)
	}))
}

func (a *api) register() {
	get(a, "getUser", "/user", "User", "Who the token belongs to", a.user)

	get(a, "getPlans", "/plans", "Plans", "List the plans", a.plans)
	get(a, "getBudgets", "/budgets", "Older names", "List the plans, in the older form", a.budgets)
	getStream(a, stream[PlanDetailResponse]{"getPlanById", "/plans/{plan_id}", "Plans", "Get a plan whole"}, a.wholePlan("plan"))
	getStream(a, stream[BudgetDetailResponse]{"getBudgetById", "/budgets/{plan_id}", "Older names", "Get a plan whole, in the older form"}, a.wholePlan("budget"))
	get(a, "getPlanSettingsById", "/plans/{plan_id}/settings", "Plans", "How the plan writes dates and amounts", a.settings)

	getFromPlan(a, "getAccounts", "/plans/{plan_id}/accounts", "Accounts", "List the accounts", (*readSession).listAccounts)
	getFromPlan(a, "getAccountById", "/plans/{plan_id}/accounts/{account_id}", "Accounts", "Get an account", (*readSession).oneAccount)

	getFromPlan(a, "getAccountGroups", "/plans/{plan_id}/account_groups", "Accounts", "Holdover only: list the account groups", (*readSession).listAccountGroups)

	getFromPlan(a, "getCategories", "/plans/{plan_id}/categories", "Categories", "List the categories by group, with this month's figures", (*readSession).listCategories)
	getFromPlan(a, "getCategoryById", "/plans/{plan_id}/categories/{category_id}", "Categories", "Get a category with this month's figures", (*readSession).oneCategory)
	getFromPlan(a, "getMonthCategoryById", "/plans/{plan_id}/months/{month}/categories/{category_id}", "Categories", "Get a category with a month's figures", (*readSession).oneMonthCategory)

	getFromPlan(a, "getPayees", "/plans/{plan_id}/payees", "Payees", "List the payees", (*readSession).listPayees)
	getFromPlan(a, "getPayeeById", "/plans/{plan_id}/payees/{payee_id}", "Payees", "Get a payee", (*readSession).onePayee)
	getFromPlan(a, "getPayeeLocations", "/plans/{plan_id}/payee_locations", "Payee locations", "List the places of payees", (*readSession).listLocations)
	getFromPlan(a, "getPayeeLocationById", "/plans/{plan_id}/payee_locations/{payee_location_id}", "Payee locations", "Get a place", (*readSession).oneLocation)
	getFromPlan(a, "getPayeeLocationsByPayee", "/plans/{plan_id}/payees/{payee_id}/payee_locations", "Payee locations", "List the places of a payee", (*readSession).listPayeeLocations)

	get(a, "getPlanMonths", "/plans/{plan_id}/months", "Months", "List the months, newest first", a.listMonths)
	getFromPlan(a, "getPlanMonth", "/plans/{plan_id}/months/{month}", "Months", "Get a month with its categories", (*readSession).oneMonth)

	getMovements(a, "getMoneyMovements", "/plans/{plan_id}/money_movements", "List how money was assigned", (*readSession).listMovements)
	getMovements(a, "getMoneyMovementsByMonth", "/plans/{plan_id}/months/{month}/money_movements", "List how money was assigned in a month", (*readSession).listMonthMovements)
	getMovements(a, "getMoneyMovementGroups", "/plans/{plan_id}/money_movement_groups", "List what was assigned together", (*readSession).listMovementGroups)
	getMovements(a, "getMoneyMovementGroupsByMonth", "/plans/{plan_id}/months/{month}/money_movement_groups", "List what was assigned together in a month", (*readSession).listMonthMovementGroups)

	a.registerTransactions()
	a.registerTransactionWrites()
	a.registerCategoryWrites()
	a.registerOtherWrites()
	a.registerAccountGroupWrites()
	a.registerLoans()
	a.registerTags()
	a.registerArchives()
	a.registerScheduledWrites()

	getFromPlan(a, "getScheduledTransactions", "/plans/{plan_id}/scheduled_transactions", "Scheduled transactions", "List the scheduled transactions", (*readSession).listScheduled)
	getFromPlan(a, "getScheduledTransactionById", "/plans/{plan_id}/scheduled_transactions/{scheduled_transaction_id}", "Scheduled transactions", "Get a scheduled transaction", (*readSession).oneScheduled)
}

func (a *api) registerTransactions() {
	const tag = "Transactions"
	getRowStream(a, stream[TransactionsResponse]{"getTransactions", "/plans/{plan_id}/transactions", tag, "List transactions"}, (*readSession).transactions)
	getFromPlan(a, "getTransactionById", "/plans/{plan_id}/transactions/{transaction_id}", tag, "Get a transaction", (*readSession).oneTransaction)
	getRowStream(a, stream[TransactionsResponse]{"getTransactionsByAccount", "/plans/{plan_id}/accounts/{account_id}/transactions", tag, "List the transactions of an account"}, (*readSession).accountTransactions)
	getRowStream(a, stream[HybridTransactionsResponse]{"getTransactionsByCategory", "/plans/{plan_id}/categories/{category_id}/transactions", tag, "List the lines of a category"}, (*readSession).categoryTransactions)
	getRowStream(a, stream[HybridTransactionsResponse]{"getTransactionsByPayee", "/plans/{plan_id}/payees/{payee_id}/transactions", tag, "List the lines of a payee"}, (*readSession).payeeTransactions)
	getRowStream(a, stream[TransactionsResponse]{"getTransactionsByMonth", "/plans/{plan_id}/months/{month}/transactions", tag, "List the transactions of a month"}, (*readSession).monthTransactions)
}
