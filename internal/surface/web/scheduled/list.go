// Package scheduled contains the list of scheduled transactions and their form: the form of a transaction with fields
// for its frequency.
//
// Start with list.go.
package scheduled

import (
	"embed"
	"net/http"
	"net/url"
	"slices"
	"time"

	"holdover/internal/app"
	"holdover/internal/app/schedules"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/model/auth"
	"holdover/internal/model/humanize"
	"holdover/internal/surface/httpx"
	"holdover/internal/surface/ui"
	"holdover/internal/surface/web/register"
)

//go:embed templates/*.html
var templates embed.FS

// Feature returns the templates of this package and its changes and menus, for package web.
func Feature() ui.Feature {
	return ui.Feature{Templates: templates, Changes: changes(), Menus: menus(), Refused: map[string]ui.Refusal{menuOfScheduled: refuseScheduled}, Destinations: append(
		ui.Pages("Page", "Scheduled", "scheduled"),
		ui.Destination{Label: "New scheduled transaction", Kind: "Action", Words: "add recurring", URL: "scheduled/new", Right: auth.Change},
	)}
}

func List(w http.ResponseWriter, r *ui.Request) error {
	got, err := r.App.Scheduled(r.Context(), r.Actor, r.BudgetID, r.Today)
	if err != nil {
		return err
	}
	d := &scheduledDrawing{
		List: &got, Figures: ui.Figures{Format: got.Budget.CurrencyFormat}, Links: ui.LinksOf(got.Budget.ID), words: register.WordsOf(got.Names, got.Accounts),
		server: r.Clock(),
	}
	return r.RenderBudgetPage(w, &got.Frame, d.page())
}

// Form shows the form of a scheduled transaction or of a new one, which is empty or filled in from a transaction.
func Form(w http.ResponseWriter, r *ui.Request) error {
	q := r.URL.Query()
	if q.Has("from") {
		return repeat(w, r, q)
	}
	form, err := r.App.ScheduledForm(r.Context(), r.Actor, r.BudgetID, r.PathValue("scheduled"), r.Today)
	if err != nil {
		return err
	}
	sc := &scheduledReading{form: &form, when: typedWhen{frequency: "monthly", byItself: true}}
	fields := register.NewFields(register.StartAccount(&form.Form, q.Get("account")), r.Today.In(form.Budget.DateFormat), false)
	if form.Scheduled != nil {
		fields = register.FieldsOf(&form.Form)
		sc.when = whenOf(form.Scheduled, &form.Budget)
		fields.Seen, fields.Opened = schedules.VersionOf(form.Scheduled), app.Opened{Change: form.Budget.Knowledge}
	}
	sc.RowReading = register.NewRowReading(&form.Form, fields, r.Today)
	return showScheduled(w, r, http.StatusOK, sc, "")
}

// repeat shows the form of a schedule made from a transaction.
func repeat(w http.ResponseWriter, r *ui.Request, q url.Values) error {
	every := schedules.Frequency(q.Get("every"))
	if !slices.Contains(schedules.Frequencies(), every) {
		every = "monthly"
	}
	form, err := r.App.RepeatForm(r.Context(), r.Actor, r.BudgetID, q.Get("from"), every, r.Today)
	if err != nil {
		return err
	}
	fields := register.FieldsOf(&form.Form).AsNew()
	form.Row = nil
	sc := &scheduledReading{form: &form, when: typedWhen{frequency: string(every), byItself: true}}
	sc.RowReading = register.NewRowReading(&form.Form, fields, r.Today)
	return showScheduled(w, r, http.StatusOK, sc, "")
}

// backOf returns the page to which a form leads back: the page before it, or the list.
func backOf(r *ui.Request, sc *scheduledReading) string {
	return ui.LocalPathOr(r.FormValue("back"), ui.LinksOf(sc.form.Budget.ID).To("scheduled"))
}

// Redraw renders the form again as typed, after a button that saves nothing.
func Redraw(w http.ResponseWriter, r *ui.Request) error {
	sc, err := readScheduled(r)
	if err != nil {
		return err
	}
	shape := r.PostFormValue("shape")
	if shape == "left" && r.FromScript() {
		return r.RenderPart(w, http.StatusOK, &register.RowPage{Left: sc.LeftText()}, "rowleft")
	}
	return showScheduled(w, r, http.StatusOK, sc, sc.ChangeForm(shape))
}

// refuseScheduled renders the form again with the error.
func refuseScheduled(w http.ResponseWriter, r *ui.Request, failed error) error {
	sc, err := readScheduled(r)
	if err != nil {
		return failed // it was deleted
	}
	sc.Faults, sc.Fields.Request = register.FaultsOf(failed), r.RequestKey(failed)
	if sc.form.Scheduled != nil && apperr.CodeOf(failed) == app.ChangedMeanwhile { // the page now shows the conflict, so the next save overwrites
		sc.Fields.Seen, sc.Fields.Opened = schedules.VersionOf(sc.form.Scheduled), app.Opened{Change: sc.form.Budget.Knowledge, Told: true}
	}
	return showScheduled(w, r, httpx.StatusOf(r.Logged(failed)), sc, "")
}

// showScheduled writes the form: only its body for a script.
func showScheduled(w http.ResponseWriter, r *ui.Request, status int, sc *scheduledReading, at string) error {
	p := scheduledPage(sc, backOf(r, sc), r.Today)
	p.FocusOn = at
	if r.FromScript() {
		return r.RenderPart(w, status, p, "rowbody")
	}
	if err := register.OfferPayees(r, sc.RowReading, p); err != nil {
		return err
	}
	p.Sidebar = ui.SidebarOf(&sc.form.Frame, ui.OnScheduled, "")
	return r.Render(w, status, p)
}

// ScheduledPage is the list of scheduled transactions, with upcoming ones by month.
type ScheduledPage struct {
	ui.Frame
	Summary string // "21 scheduled, 3 due"
	NewURL  string // empty without permission to change
	DoURL   string
	MenuURL string
	Due     int  // number of transactions that can be entered today
	NoneOn  bool // there are rows, and no row is entered automatically
	// Midnight is the local time at which the server's day begins, when due rows are entered automatically, such as
	// 13:00. It is empty if that is midnight.
	Midnight string
	Rows     []ScheduledItem
	Coming   []ComingMonth
	Ahead    int // number of days that Coming covers
	Found    []FoundItem
	// Dismissed contains the suggestions that were dismissed.
	Dismissed []DismissedItem
}

// FoundItem is a suggestion: a recurring transaction that could be scheduled.
type FoundItem struct {
	Name, When, Last, URL string
	Times                 int
	Amount                ui.Figure
	Row, Every            string // sent to dismiss it
}

type DismissedItem struct {
	ID, Name, When string
	Amount         ui.Figure
}

type ScheduledItem struct {
	ID        string
	Name      string // the payee's, or a text in its place
	URL       string // of its form; empty without permission to change
	Next      string
	ISONext   string
	When      string // frequency in words
	Account   string
	Category  register.CategoryText
	Flag      string
	Amount    ui.Figure
	AutoEnter bool
	Switch    string // value that its switch sends: "1" or "0"
	Due       bool   // it can be entered today
	State     ScheduledState
	Why       string // reason for the state, as a sentence
	Asks      bool   // switching it on enters past days, so a menu asks for confirmation
}

type ScheduledState string

const (
	WillCome  ScheduledState = ""
	IsDue     ScheduledState = "due"   // its day has been reached
	IsWaiting ScheduledState = "waits" // it cannot be entered, or its transaction was undone
)

// ComingMonth contains the upcoming transactions of a month. Its sums exclude transfers.
type ComingMonth struct {
	Name    string
	Rows    []ComingRow
	Out, In ui.Figure
}

// ComingRow is one upcoming transaction on its day.
type ComingRow struct {
	Date, ISODate string
	Name, Account string
	Amount        ui.Figure
	Apart         bool // it is in no sum
}

func (*ScheduledPage) Template() string { return "scheduled" }

// scheduledDrawing renders the page of scheduled transactions.
type scheduledDrawing struct {
	*schedules.List
	ui.Figures
	ui.Links
	words  *register.Words
	server time.Time // current time in the server's time zone
}

func (d *scheduledDrawing) page() *ScheduledPage {
	p := &ScheduledPage{
		Frame: ui.Frame{Title: "Scheduled", Sidebar: ui.SidebarOf(&d.Frame, ui.OnScheduled, "")}, Summary: humanize.Number(len(d.Rows), "scheduled transaction", "scheduled transactions"),
		Ahead: schedules.ComingDays, Coming: d.months(),
	}
	p.NoneOn = len(d.Rows) > 0
	for r := range iterutil.Pointers(d.Rows) {
		p.Rows = append(p.Rows, d.item(r))
		if r.Due > 0 && r.Refused == "" {
			p.Due++
		}
		p.NoneOn = p.NoneOn && !r.AutoEnter
	}
	for f := range iterutil.Pointers(d.Found) {
		p.Found = append(p.Found, FoundItem{
			Name: f.Name, When: f.When, Last: f.Last.In(d.Budget.DateFormat), URL: d.To("scheduled/new?") + url.Values{"from": {f.Row}, "every": {string(f.Every)}}.Encode(),
			Times: f.Times, Amount: d.Plain(f.Amount), Row: f.Row, Every: string(f.Every),
		})
	}
	for _, one := range d.List.Dismissed {
		p.Dismissed = append(p.Dismissed, DismissedItem{one.ID, one.Name, one.When, d.Plain(one.Amount)})
	}
	if len(p.Rows) > 0 && !p.NoneOn {
		p.Midnight = d.midnight()
	}
	if p.Due > 0 {
		p.Summary += ", " + humanize.Count(p.Due) + " due"
	}
	if d.MayChange() {
		p.NewURL, p.DoURL, p.MenuURL = d.To("scheduled/new"), d.To("do/"), d.To("menu")
	}
	return p
}

// midnight returns the local time of the server's next midnight, or "" if it is the same.
func (d *scheduledDrawing) midnight() string {
	year, month, day := d.server.Date()
	next := time.Date(year, month, day+1, 0, 0, 0, 0, d.server.Location())
	switch here := next.In(d.Zone); {
	case here.Format(time.DateTime) == next.Format(time.DateTime):
		return ""
	case civil.DateOf(here) < civil.DateOf(next):
		return here.Format("15:04") + " on the day before"
	default:
		return here.Format("15:04")
	}
}

func (d *scheduledDrawing) item(r *schedules.Row) ScheduledItem {
	it := ScheduledItem{
		ID: r.ID, Name: register.ScheduledName(r), Next: r.Date.In(d.Budget.DateFormat), ISONext: r.Date.String(), When: r.When, Account: r.AccountName,
		Category: d.words.Scheduled(r), Flag: register.FlagName(r.FlagColour), Amount: d.Plain(r.Amount), AutoEnter: r.AutoEnter, Switch: "1",
		Due: r.Due > 0 && r.Refused == "", Asks: r.Due > 0 && !r.TakenBack,
	}
	if r.AutoEnter {
		it.Switch = "0"
	}
	if d.MayChange() {
		it.URL = scheduledURL(d.Links, r.ID)
	}
	it.State, it.Why = d.waits(r)
	return it
}

// waits returns the state of a scheduled transaction, and the reason why a due one is not entered yet or cannot be
// entered.
func (d *scheduledDrawing) waits(r *schedules.Row) (ScheduledState, string) {
	days, enter := "", "Enter or skip it."
	if r.Due > 1 {
		days = humanize.Number(r.Due, "day", "days") + " are due. "
	}
	if !d.MayChange() {
		enter = "It waits to be entered."
	}
	switch {
	case r.Refused != "":
		return IsWaiting, ui.Sentence(r.Refused) + ", so it cannot be entered."
	case r.TakenBack && r.Due > 0:
		return IsDue, days + "Its transaction was undone. " + enter
	case r.TakenBack:
		return IsWaiting, "It was entered and undone, so it waits."
	case r.Due > 0 && r.AutoEnter && r.Date > civil.DateOf(d.server):
		return IsDue, days + "It is entered at " + d.midnight() + ", when the server's day begins."
	case r.Due > 0 && r.AutoEnter:
		return IsDue, days + "It is entered within a minute while the server runs."
	case r.Due > 0:
		return IsDue, days + enter
	}
	return WillCome, ""
}

// months returns the upcoming transactions by month.
func (d *scheduledDrawing) months() []ComingMonth {
	var months []ComingMonth
	var sums []struct{ out, in money.Milli }
	onBudget := map[string]bool{}
	for a := range iterutil.Pointers(d.Accounts) {
		onBudget[a.ID] = a.OnBudget
	}
	for _, c := range d.Coming {
		name := c.Date.Month().Name()
		if len(months) == 0 || months[len(months)-1].Name != name {
			months = append(months, ComingMonth{Name: name})
			sums = append(sums, struct{ out, in money.Milli }{})
		}
		last, sum := &months[len(months)-1], &sums[len(sums)-1]
		moved := budgetFlow(c.Row, onBudget)
		if moved < 0 {
			sum.out += moved
		} else {
			sum.in += moved
		}
		last.Out, last.In = d.Plain(sum.out), d.Plain(sum.in)
		last.Rows = append(last.Rows, ComingRow{
			Date: c.Date.In(d.Budget.DateFormat), ISODate: c.Date.String(), Name: register.ScheduledName(c.Row), Account: c.Row.AccountName,
			Amount: d.Plain(c.Row.Amount), Apart: moved == 0,
		})
	}
	return months
}

// budgetFlow returns by how much a row changes the money on budget, as the reports count it: transfers to accounts off budget
// are included, rows of such accounts are not.
func budgetFlow(r *schedules.Row, onBudget map[string]bool) money.Milli {
	flow := func(amount money.Milli, transfer string) money.Milli {
		switch here, there := onBudget[r.AccountID], onBudget[transfer]; {
		case here && !there:
			return amount
		case there && !here:
			return -amount
		}
		return 0
	}
	if len(r.Parts) == 0 {
		return flow(r.Amount, r.TransferAccountID)
	}
	var sum money.Milli
	for i := range r.Parts {
		sum += flow(r.Parts[i].Amount, r.Parts[i].TransferAccountID)
	}
	return sum
}
