package api_test

import (
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/google/uuid"

	"holdover/internal/app"
	"holdover/internal/app/bankimport"
	"holdover/internal/app/rows"
	"holdover/internal/app/schedules"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/geo"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
	"holdover/internal/storage/database/databasetest"
	"holdover/internal/storage/store"
	"holdover/internal/surface/api"
)

// pages fills a budget through the use cases behind the pages.
type pages struct {
	*testing.T
	*served
	today      civil.Date
	accounts   []string
	categories []string // ordinary ones
	cards      []string // payment categories
}

// did fails the test if a change failed.
func (p *pages) did(_ app.ChangeResult, err error) {
	p.Helper()
	if err != nil {
		p.Fatal(err)
	}
}

// tried fails the test if a change failed for another reason than its values.
func (p *pages) tried(_ app.ChangeResult, err error) {
	p.Helper()
	if kind := apperr.KindOf(err); err != nil && kind != apperr.Invalid && kind != apperr.Conflict {
		p.Error(err)
	}
}

// texts are names and notes that pages accept.
var texts = []string{"Plain", "Größe & Söhne <b>", "\U0001F9FE 松屋 \u202eright to left\u202c", "two\nlines\tand a tab", `"quoted" \back`, strings.Repeat("ñ", 190)}

// TestAnyBudgetOfPagesIsAsDescribed fills a budget with every kind of record and every value that pages can set. Each
// response to each reading operation is valid by our description and by the source's: members, types, formats,
// enums and null.
func TestAnyBudgetOfPagesIsAsDescribed(t *testing.T) {
	for name, fill := range map[string]func(*pages){"every kind": (*pages).everyKind, "extremes": (*pages).extremes} {
		t.Run(name, func(t *testing.T) {
			p := &pages{T: t, today: civil.DateOf(time.Now())}
			p.served = serveFrom(t, 0, func(a *app.App) (string, error) {
				b, err := a.NewBudget(t.Context(), app.Machine(), app.BudgetEntry{Name: texts[2], Currency: "EUR"})
				return b.ID, err
			}, store.Config{Dir: databasetest.Dir(t)})
			fill(p)
			p.readEverything()
		})
	}
}

func (p *pages) everyKind() {
	ctx, me, a := p.Context(), app.Machine(), p.app
	for i, kind := range budget.AccountTypes() {
		for _, onBudget := range []bool{true, false} {
			_, id, err := a.AddAccount(ctx, me, p.id, app.AccountEntry{
				Name: fmt.Sprint(kind, onBudget), Type: string(kind), OnBudget: onBudget, Note: texts[i%len(texts)], Balance: money.Milli(i-6) * 10_010, Date: p.today.AddMonths(-2),
			})
			if err != nil {
				p.Fatal(err)
			}
			p.accounts = append(p.accounts, id)
		}
	}
	_, _, err := a.AddAccount(ctx, me, p.id, app.AccountEntry{Name: "Odd", Type: "piggyBank", OnBudget: true})
	p.tried(app.ChangeResult{}, err)
	p.did(a.KeepCards(ctx, me, p.id, true))
	p.everyTarget()
	p.everyRow()
	p.everySchedule()
	p.everyMonth()
	p.hideCloseAndDelete()
}

func (p *pages) everyTarget() {
	ctx, me, a, m := p.Context(), app.Machine(), p.app, p.today.Month()
	_, group, err := a.CreateGroup(ctx, me, p.id, "Group "+texts[1])
	if err != nil {
		p.Fatal(err)
	}
	p.did(a.SetGroupNote(ctx, me, p.id, group, texts[3]))
	var forms []app.TargetForm
	for _, filling := range []budget.Filling{budget.SetAside, budget.RefillUpTo} {
		add := func(f app.TargetForm) {
			f.Amount, f.Filling = "120.50", string(filling)
			forms = append(forms, f)
		}
		for day := range 32 {
			add(app.TargetForm{Shape: app.EveryWeek, Day: fmt.Sprint(day % 7)})
			add(app.TargetForm{Shape: app.EveryMonth, Day: fmt.Sprint(day)})
		}
		for months := range 24 {
			add(app.TargetForm{Shape: app.EverySoOften, Months: fmt.Sprint(months + 1), Date: p.today.AddDays(40)})
		}
		for _, date := range []civil.Date{0, p.today, m.Add(600).Last()} {
			add(app.TargetForm{Shape: app.ByADate, Date: date})
			add(app.TargetForm{Shape: app.ABalance, Date: date})
		}
		add(app.TargetForm{Shape: app.ShareOfIncome, Percent: "100", LastMonth: filling == budget.SetAside})
		add(app.TargetForm{Shape: app.PartOfTheRest, Weight: "1000"})
		add(app.TargetForm{Shape: app.FromSchedules})
	}
	for i, form := range forms {
		p.did(a.NewCategory(ctx, me, p.id, group, fmt.Sprint("Category ", i)))
		c := p.newest()
		p.tried(a.SetTarget(ctx, me, p.id, c, m.Add(-i%3), form))
		p.did(a.SetCategoryNote(ctx, me, p.id, c, texts[i%len(texts)]))
		p.did(a.SetBudgeted(ctx, me, p.id, c, m, money.Milli(i-20)*1_010))
		switch i % 5 {
		case 1:
			p.tried(a.SnoozeTarget(ctx, me, p.id, c, m, true))
		case 2:
			p.tried(a.RemoveTarget(ctx, me, p.id, c, m.Add(1)))
		}
	}
	for i, c := range p.cards {
		p.tried(a.SetTarget(ctx, me, p.id, c, m, app.TargetForm{Shape: app.PayMonthly, Amount: "30"}))
		if i%2 == 0 {
			p.tried(a.SetTarget(ctx, me, p.id, c, m, app.TargetForm{Shape: app.PayOff, Date: m.Add(i).Last()}))
		}
	}
}

// newest reads the categories again and returns the one added last.
func (p *pages) newest() string {
	known := map[string]bool{}
	for _, c := range p.categories {
		known[c] = true
	}
	screen, err := p.app.Screen(p.Context(), app.Machine(), p.id)
	if err != nil {
		p.Fatal(err)
	}
	p.categories, p.cards = nil, nil
	added := ""
	for _, c := range screen.Categories {
		switch {
		case c.Card != 0:
			p.cards = append(p.cards, c.ID)
		case !c.Income:
			p.categories = append(p.categories, c.ID)
			if !known[c.ID] {
				added = c.ID
			}
		}
	}
	return added
}

func (p *pages) everyRow() {
	ctx, me, a := p.Context(), app.Machine(), p.app
	for i := range 60 {
		e := p.entry(i)
		e.Cleared = []string{"uncleared", "cleared", "reconciled", "", "pending"}[i%5]
		_, _, err := a.AddRow(ctx, me, p.id, e)
		p.tried(app.ChangeResult{}, err)
	}
	file := "Date,Payee,Amount,Reference\n2026-11-02,\"KIOSK \u00e4 0042\",-3.20,A1\n2026-11-03,KIOSK,-120.00,A2\n2026-11-03,,4.00,\n"
	_, _, err := a.ImportBankFile(ctx, me, p.id, p.accounts[0], []byte(file), bankimport.Options{})
	p.tried(app.ChangeResult{}, err)
	p.tried(a.Reconcile(ctx, me, p.id, p.accounts[0], app.BankBalance{Date: p.today}))
}

// entry returns the ith transaction; the fields take their values in turn.
func (p *pages) entry(i int) rows.Entry {
	e := rows.Entry{
		Account: p.accounts[i%len(p.accounts)], Date: p.today.AddDays(-i), Amount: money.Milli(30-i)*1_230 + 10, Memo: texts[i%len(texts)],
		FlagColour: append([]string{"", "pink"}, budget.FlagColours...)[i%8], FlagName: []string{"", texts[i%len(texts)]}[i%2],
	}
	switch i % 7 {
	case 0:
		e.PayeeName, e.Category, e.Place = texts[i%len(texts)], p.categories[i%len(p.categories)], &geo.Point{Latitude: -89.999999, Longitude: float64(i) * 2.999999}
	case 1:
		e.TransferTo = p.accounts[(i+3)%len(p.accounts)]
	case 2:
		e.TransferTo, e.Category = p.accounts[(i+4)%len(p.accounts)], p.categories[0]
	case 3, 4:
		e.Parts = []rows.PartEntry{
			{Amount: 1_000, Category: p.categories[i%len(p.categories)], Memo: texts[i%len(texts)]},
			{Amount: e.Amount - 3_000, PayeeName: "Part " + texts[1]},
			{Amount: 2_000, TransferTo: p.accounts[(i+5)%len(p.accounts)]},
		}
	case 5:
		e.Amount = 0
	}
	return e
}

func (p *pages) everySchedule() {
	ctx, me, a := p.Context(), app.Machine(), p.app
	every := append(schedules.Frequencies(), "sometimes", "every1000Days")
	for _, unit := range schedules.IntervalUnits() {
		for _, n := range []int{1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 13, 18, 24, 25, 52, 365, 999} {
			if f, ok := schedules.EveryInterval(n, unit); ok {
				every = append(every, f)
			}
		}
	}
	for i, f := range every {
		e := schedules.Entry{Entry: p.entry(i), Frequency: string(f), AutoEnter: i%2 == 0, Weekend: []string{"", "before", "after", "nearest"}[i%4], Pattern: []string{"", "", "2-friday", "", "last-working-day"}[i%5]}
		e.Date = p.today.AddDays(i%40 + 1)
		switch i % 4 {
		case 1:
			e.Until = e.Date.AddMonths(30)
		case 2:
			e.Times = i
		}
		_, id, err := a.AddScheduled(ctx, me, p.id, e)
		p.tried(app.ChangeResult{}, err)
		switch {
		case err != nil:
		case i%5 == 3:
			p.tried(a.EnterScheduled(ctx, me, p.id, id, 0, p.today))
		case i%5 == 4:
			p.tried(a.SkipScheduled(ctx, me, p.id, id, 0))
		case i%11 == 0:
			p.did(a.DeleteScheduled(ctx, me, p.id, id))
		}
	}
}

func (p *pages) everyMonth() {
	ctx, me, a, m := p.Context(), app.Machine(), p.app, p.today.Month()
	for i, text := range texts {
		p.did(a.SetMonthNote(ctx, me, p.id, m.Add(-i), text))
	}
	p.tried(a.Hold(ctx, me, p.id, m, 1_000))
	for _, action := range []app.MonthAction{app.CopyLastMonth, app.Average3, app.SetToZero} {
		p.tried(a.FillMonth(ctx, me, p.id, m.Add(1), action))
	}
	p.tried(a.AssignMonth(ctx, me, p.id, m, "underfunded", nil))
}

// hideCloseAndDelete hides, closes and deletes some of each kind of record.
func (p *pages) hideCloseAndDelete() {
	ctx, me, a := p.Context(), app.Machine(), p.app
	for i, c := range p.categories {
		if i%4 == 0 {
			p.did(a.HideCategory(ctx, me, p.id, c, true))
		}
		if i%9 == 1 {
			p.did(a.DeleteCategory(ctx, me, p.id, c, p.categories[0]))
		}
	}
	for i, account := range p.accounts {
		if i%3 == 0 {
			p.tried(a.CloseAccount(ctx, me, p.id, account, app.ClosingTransfer{WriteOff: true, Date: p.today}))
		}
		if i%5 == 1 {
			p.tried(a.DeleteAccount(ctx, me, p.id, account))
		}
	}
	list := p.records("transactions")
	for i := 0; i+1 < len(list); i += 9 {
		p.tried(a.DeleteRows(ctx, me, p.id, rows.These(list[i]), true))
	}
	p.tried(a.DeletePayees(ctx, me, p.id, p.records("payees")[:9]))
}

// extremes fills a budget with the least and greatest dates and amounts that are accepted.
func (p *pages) extremes() {
	ctx, me, a := p.Context(), app.Machine(), p.app
	_, account, err := a.AddAccount(ctx, me, p.id, app.AccountEntry{Name: "Checking", Type: "checking", OnBudget: true})
	if err != nil {
		p.Fatal(err)
	}
	_, group, err := a.CreateGroup(ctx, me, p.id, "Group")
	if err != nil {
		p.Fatal(err)
	}
	p.did(a.NewCategory(ctx, me, p.id, group, "Category"))
	c := p.newest()
	added := 0
	for _, amount := range []money.Milli{money.Limit, -money.Limit, money.Limit - 10, 0, 10, -10, 1} {
		for _, day := range []civil.Date{p.today.AddMonths(-119), p.today.AddMonths(119), civil.Earliest, civil.Latest, p.today} {
			_, _, err := a.AddRow(ctx, me, p.id, rows.Entry{Account: account, Date: day, Amount: amount, Category: c, Memo: strings.Repeat("\U0001F9FE", 200)})
			if p.tried(app.ChangeResult{}, err); err == nil {
				added++
			}
			_, _, err = a.AddScheduled(ctx, me, p.id, schedules.Entry{Entry: rows.Entry{Account: account, Date: day, Amount: amount}, Frequency: "every999Years"})
			p.tried(app.ChangeResult{}, err)
			p.tried(a.SetBudgeted(ctx, me, p.id, c, day.Month(), amount))
			p.tried(a.SetTarget(ctx, me, p.id, c, day.Month(), app.TargetForm{Shape: app.ByADate, Amount: fmt.Sprint(int64(amount) / 1000), Date: day.AddMonths(600)}))
		}
	}
	if added < 10 {
		p.Errorf("only %d transactions were accepted", added)
	}
}

// records returns the ids of a kind of record in the whole plan; for months the months.
func (p *pages) records(kind string) (ids []string) {
	var whole struct{ Data struct{ Plan object } }
	p.answered(p.T, http.MethodGet, "", "", 200, &whole)
	for _, r := range records(whole.Data.Plan[kind]) {
		if id, ok := r["id"].(string); ok {
			ids = append(ids, id)
		} else {
			ids = append(ids, r["month"].(string))
		}
	}
	return ids
}

// readEverything makes each reading call of our description for each record, also for the changes since an earlier
// knowledge.
func (p *pages) readEverything() {
	handler := api.New(api.Config{App: p.app, Log: p.logger, Authenticate: authenticate})
	own := httptest.NewRecorder()
	handler.ServeHTTP(own, httptest.NewRequest(http.MethodGet, "/v1/openapi.json", nil))
	ours := describe(p.T, handler, own.Body.Bytes())
	front := ours
	if text := sourceDescription(p.T); text != nil {
		front = describe(p.T, ours, text)
	}
	server := httptest.NewServer(front)
	defer server.Close()
	p.url = server.URL + "/v1"
	months := p.records("months")
	known := map[string][]string{
		"{plan_id}": {p.id}, "{account_id}": p.records("accounts"), "{category_id}": p.records("categories"), "{payee_id}": p.records("payees"),
		"{payee_location_id}": p.records("payee_locations"), "{scheduled_transaction_id}": p.records("scheduled_transactions"),
		"{transaction_id}": p.records("transactions"),
		"{month}":          slices.Compact([]string{months[0], months[len(months)/2], months[len(months)-1]}), // the whole plan has all
	}
	for path, item := range ours.doc.Paths.Map() {
		if item.Get == nil || strings.HasPrefix(path, "/budgets") { // the older names of the same calls
			continue
		}
		for _, path := range filled(path, known) {
			for _, query := range queries(item.Get) {
				status, text := p.send(p.T, http.MethodGet, path+query, token, "")
				if status == http.StatusBadRequest && strings.HasSuffix(path, "/loan") {
					continue // the account is not a loan
				}
				if status != http.StatusOK {
					p.Errorf("%s%s: %d %.300s", path, query, status, text)
					continue
				}
				var answer any
				unmarshal(p.T, text, &answer)
				p.checkMembers(path, answer)
			}
		}
		if front.seen[item.Get.OperationID] == nil && ours.seen[item.Get.OperationID] == nil && !strings.Contains(path, "payee_location") {
			p.Errorf("%s was not called", item.Get.OperationID)
		}
	}
}

// sourceEnums are the values that the source's description allows, besides null, where ours names no enum: documents of
// the source have others.
var sourceEnums = map[string][]string{
	"goal_type": {"TB", "TBD", "MF", "NEED", "DEBT"}, "flag_color": append([]string{""}, budget.FlagColours...),
	"debt_transaction_type": {"payment", "refund", "fee", "interest", "escrow", "balanceAdjustment", "credit", "charge"},
}

// checkMembers checks the members of all records in a response whose values the source's description limits and ours
// does not. It needs no copy of that description.
func (p *pages) checkMembers(path string, answer any) {
	switch is := answer.(type) {
	case []any:
		for _, one := range is {
			p.checkMembers(path, one)
		}
	case object:
		if kind, _ := is["type"].(string); is["on_budget"] != nil && !slices.Contains(budget.AccountTypes(), budget.AccountType(kind)) {
			p.Errorf("%s: an account of type %q", path, kind)
		}
		for name, value := range is {
			text, isText := value.(string)
			switch {
			case !isText:
				p.checkMembers(path, value)
			case sourceEnums[name] != nil && !slices.Contains(sourceEnums[name], text):
				p.Errorf("%s: %s is %q", path, name, text)
			case slices.Contains([]string{"payee_id", "category_id", "transfer_account_id", "performed_by_user_id", "money_movement_group_id"}, name) && uuid.Validate(text) != nil:
				p.Errorf("%s: %s is %q, which is no UUID", path, name, text)
			}
		}
	}
}

// filled returns a path with each combination of values in place of its parameters.
func filled(path string, values map[string][]string) []string {
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if before, after, found := strings.Cut(path, name); found {
			var all []string
			for _, value := range values[name] {
				all = append(all, filled(before+value+after, values)...)
			}
			return all
		}
	}
	return []string{path}
}

// queries returns the queries with which an operation is called.
func queries(op *openapi3.Operation) []string {
	switch {
	case op.Parameters.GetByInAndName("query", "since_date") != nil:
		return []string{"?since_date=1900-01-01", "?last_knowledge_of_server=5"}
	case op.Parameters.GetByInAndName("query", "last_knowledge_of_server") != nil:
		return []string{"", "?last_knowledge_of_server=5"}
	case op.Parameters.GetByInAndName("query", "include_accounts") != nil:
		return []string{"?include_accounts=true"}
	}
	return []string{""}
}
