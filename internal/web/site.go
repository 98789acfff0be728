package web

import (
	"log/slog"
	"net/http"
	"time"

	"holdover/internal/app"
	"holdover/internal/cal"
	"holdover/internal/httpx"
)

// site is what the handlers of the pages share.
type site struct {
	app     *app.App
	log     *slog.Logger
	pages   *renderer
	router  *httpx.Router
	now     func() time.Time
	options Options
	jobs    jobs // imports under way, for those who watch their progress
	held    heldSources
	kept    keptFiles

	bankFiles heldBankFiles
}

// New is the pages of the application. It panics where the program's own
// templates cannot be read, which is a defect of the build.
func New(a *app.App, log *slog.Logger, options Options) http.Handler {
	rd, err := newRenderer()
	if err != nil {
		panic(err)
	}
	s := &site{app: a, log: log, pages: rd, now: time.Now, options: options}
	s.router = httpx.NewRouter(rd.writeFault)
	s.routes(s.router)
	s.proofRoutes(s.router)
	s.scheduledRoutes(s.router)
	s.fromSourceRoutes(s.router)
	s.bankFileRoutes(s.router)
	s.rowRoutes(s.router)
	s.knownRoutes(s.router)
	s.registerSignIn(s.router)
	return httpx.Wrap(s.recognised(s.router), log, rd.writeFault)
}

// routes is the whole map of the pages' addresses.
func (s *site) routes(rt *httpx.Router) {
	rt.HandleHTTP("GET "+assetPrefix, s.pages.assets)
	rt.Handle("GET /{$}", s.home)
	rt.Handle("POST /theme", setTheme)
	rt.Handle("GET /export-guide", s.guide)

	rt.Handle("GET /budgets", s.budgets)
	rt.Handle("POST /budgets", s.beginBudget)
	rt.Handle("GET /budgets/new", s.newBudget)
	rt.Handle("GET /import", s.importForm)
	rt.Handle("POST /import", s.importFile)
	rt.Handle("GET /import/{job}/progress", s.importProgress)

	rt.Handle("GET /budgets/{id}", s.budget)
	rt.Handle("POST /budgets/{id}/view", s.view)
	rt.Handle("GET /budgets/{id}/accounts", s.accounts)
	rt.Handle("POST /budgets/{id}/accounts", s.addAccount)
	rt.Handle("GET /budgets/{id}/accounts/new", s.newAccount)
	rt.Handle("GET /budgets/{id}/accounts/{account}", s.register)
	rt.Handle("GET /budgets/{id}/accounts/{account}/filter", s.filter)
	rt.Handle("GET /budgets/{id}/payees", s.payees)
	rt.Handle("GET /budgets/{id}/payees/chosen", s.chosenPayees)
	rt.Handle("GET /budgets/{id}/report", s.report)
	rt.Handle("GET /budgets/{id}/original", s.original)
	rt.Handle("GET /budgets/{id}/document", s.document)

	rt.Handle("GET /budgets/{id}/menu", s.menu)
	rt.Handle("POST /budgets/{id}/do/{what}", s.change)
	rt.Handle("GET /budgets/{id}/history", s.history)
	rt.Handle("POST /budgets/{id}/undo", s.undo)
	rt.Handle("POST /budgets/{id}/redo", s.redo)
	rt.Handle("GET /budgets/{id}/events", s.events)

	rt.Handle("GET /budgets/{id}/file", s.fileMenu)
	rt.Handle("POST /budgets/{id}/rename", s.onFile(s.rename))
	rt.Handle("POST /budgets/{id}/duplicate", s.onFile(s.duplicate))
	rt.Handle("POST /budgets/{id}/delete", s.onFile(s.remove))
}

func (s *site) home(w http.ResponseWriter, r *http.Request) error {
	http.Redirect(w, r, "/budgets", http.StatusSeeOther)
	return nil
}

// thisMonth is the current month where the server runs.
func (s *site) thisMonth() cal.Month { return s.today().Month() }

func (s *site) today() cal.Date { return cal.DateOf(s.now()) }
