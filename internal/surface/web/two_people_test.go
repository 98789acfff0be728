package web_test

import (
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"holdover/internal/app"
	"holdover/internal/app/rows"
	"holdover/internal/app/schedules"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
)

// twoUsers is Anna and Ben with pages of one budget open at the same time. A page may be outdated by the other user's
// change.
type twoUsers struct {
	*testing.T
	world     *walk.Env
	anna, ben *walk.Plain
	id        string
	account   string // the first account
	today     civil.Date
}

func newTwoUsers(t *testing.T) *twoUsers {
	t.Helper()
	t.Parallel()
	world := walk.NewEnvWithSignIn(t, webtest.Pages, slog.New(slog.DiscardHandler))
	world.AddAnnaAndBen(t)
	id := world.ImportSample(t)
	if err := world.App.SetShare(t.Context(), app.Machine(), id, "Ben", "editor"); err != nil {
		t.Fatal(err)
	}
	return &twoUsers{
		T: t, world: world, id: id, account: world.AccountIDs(t, id)[0], today: civil.DateOf(time.Now()),
		anna: world.SignedInPlain(t, "Anna", walk.AnnasPassword), ben: world.SignedInPlain(t, "Ben", walk.BensPassword),
	}
}

func (c *twoUsers) home(path string) string { return "/budgets/" + c.id + path }

// open opens a page for both users.
func (c *twoUsers) open(path string) {
	c.Helper()
	c.anna.Open(c.home(path))
	c.ben.Open(c.home(path))
}

func (c *twoUsers) add(payee string, amount money.Milli) (row string) {
	c.Helper()
	_, row, err := c.world.App.AddRow(c.Context(), app.Machine(), c.id, rows.Entry{Account: c.account, Date: c.today, Amount: amount, PayeeName: payee})
	if err != nil {
		c.Fatal(err)
	}
	return row
}

func (c *twoUsers) schedule(payee, frequency string, first civil.Date) (id string) {
	c.Helper()
	entry := schedules.Entry{Frequency: frequency, Entry: rows.Entry{Account: c.account, Date: first, Amount: -42_000, PayeeName: payee}}
	_, id, err := c.world.App.AddScheduled(c.Context(), app.Machine(), c.id, entry)
	if err != nil {
		c.Fatal(err)
	}
	return id
}

// rows returns the transactions with a payee that contains a name.
func (c *twoUsers) rows(payee string) (list []rows.Row) {
	c.Helper()
	err := c.world.App.Transactions(c.Context(), app.Machine(), c.id, rows.Filter{Search: payee}, func(r rows.Row) error {
		list = append(list, r)
		return nil
	})
	if err != nil {
		c.Fatal(err)
	}
	return list
}

func (c *twoUsers) scheduled(id string) *schedules.Row {
	c.Helper()
	s, err := c.world.App.ScheduledByID(c.Context(), app.Machine(), c.id, id, c.today)
	if err != nil {
		c.Fatal(err)
	}
	return s
}

// Both users see that a transaction is due. If Ben enters or skips it first, Anna's request enters neither that day
// again nor the next day.
func TestTwoUsersEnterADueTransaction(t *testing.T) {
	c := newTwoUsers(t)
	first := c.today.AddDays(-21)
	lessons := c.schedule("Piano lessons", "weekly", first)
	register := "/accounts/" + url.PathEscape(c.account)
	b, err := c.world.App.Budget(t.Context(), app.Machine(), c.id)
	if err != nil {
		t.Fatal(err)
	}
	for n, step := range []struct{ page, ben, anna string }{{register, "enter", "enter"}, {"/scheduled", "enter", "skip"}, {register, "skip", "enter"}} {
		day := func(weeks int) string { return first.AddDays(7 * weeks).In(b.DateFormat) }
		c.open(step.page)
		c.ben.CheckStatus(c.ben.Send("/do/"+step.ben+"-scheduled", "Piano lessons", nil), http.StatusOK, map[string]string{"enter": "Entered", "skip": "Skipped"}[step.ben]+" the scheduled Piano lessons")
		c.anna.CheckStatus(c.anna.Send("/do/"+step.anna+"-scheduled", "Piano lessons", nil), http.StatusConflict, day(n)+" has been entered, skipped or moved in the meantime", day(n+1)+" comes next")
		c.anna.Follow("Back") // which returns to her previous page
		c.anna.Sees("Piano lessons on " + day(n+1))
	}
	if rows := c.rows("Piano lessons"); len(rows) != 2 || rows[0].Date == rows[1].Date || c.scheduled(lessons).Date != c.today {
		t.Errorf("the entered transactions are %+v", rows)
	}

	// The menu contains the due day too, even if the transaction is entered with today's date.
	menu := "/menu?scheduled=" + url.QueryEscape(lessons) + "&back=" + url.QueryEscape(c.home("/scheduled"))
	c.open(menu)
	c.ben.CheckStatus(c.ben.Send("/do/enter-scheduled", "dated today", nil), http.StatusOK, "Entered the scheduled Piano lessons")
	c.anna.CheckStatus(c.anna.Send("/do/enter-scheduled", "dated today", nil), http.StatusConflict, "in the meantime")
	c.anna.CheckStatus(c.anna.Send("/do/skip-scheduled", "Skip", nil), http.StatusOK, "Skipped the scheduled Piano lessons") // the menu was rendered again
	if n := len(c.rows("Piano lessons")); n != 3 {
		t.Errorf("%d lessons are entered", n)
	}

	// A schedule that occurs once is deleted for the other user as well. "Enter all" enters each due day once.
	c.schedule("Moving van", "never", c.today)
	c.open("/scheduled")
	c.ben.Send("/do/enter-scheduled", "Moving van", nil)
	c.anna.CheckStatus(c.anna.Send("/do/enter-scheduled", "Moving van", nil), http.StatusNotFound, "This scheduled transaction no longer exists", "entered for the last time")
	c.schedule("Swimming", "daily", c.today.AddDays(-2))
	c.open("/scheduled")
	c.ben.CheckStatus(c.ben.Send("/do/enter-due", "", nil), http.StatusOK, "Entered 3 scheduled transactions")
	c.anna.CheckStatus(c.anna.Send("/do/enter-due", "", nil), http.StatusConflict, "No due transaction can be entered")
	if vans, swims := len(c.rows("Moving van")), len(c.rows("Swimming")); vans != 1 || swims != 3 {
		t.Errorf("%d transactions of the van, and %d of swimming", vans, swims)
	}
}

// If the users change different fields of a schedule, both changes remain. If they change the same field, the second
// user must confirm.
func TestTwoUsersEditASchedule(t *testing.T) {
	c := newTwoUsers(t)
	id := c.schedule("Landlord", "monthly", c.today)
	form := "/scheduled/" + url.PathEscape(id)
	base := url.Values{"account": {c.account}, "direction": {"out"}, "frequency": {"monthly"}, "weekend": {""}, "unit": {"Weeks"}, "by-itself": {}}
	with := func(changed ...string) url.Values {
		fields := url.Values{}
		for name, value := range base {
			fields[name] = value
		}
		for i := 0; i < len(changed); i += 2 {
			fields.Set(changed[i], changed[i+1])
		}
		return fields
	}
	c.open(form)
	c.ben.CheckStatus(c.ben.Send("/do/edit-scheduled", "Landlord", with("frequency", "weekly", "weekend", "after", "by-itself", "1")), http.StatusOK, "Changed the scheduled Landlord")
	c.anna.CheckStatus(c.anna.Send("/do/edit-scheduled", "Landlord", with("notes", "flat 3")), http.StatusOK, "Changed the scheduled Landlord")
	if s := c.scheduled(id); s.Frequency != "weekly" || s.Weekend != "after" || !s.AutoEnter || s.Memo != "flat 3" {
		t.Errorf("the schedule is %+v", s)
	}

	base.Set("frequency", "weekly")
	base.Set("weekend", "after")
	base.Set("by-itself", "1")
	base.Set("notes", "flat 3")
	c.open(form)
	c.ben.Send("/do/edit-scheduled", "Landlord", with("times", "4"))
	end := c.scheduled(id).Until
	c.anna.CheckStatus(c.anna.Send("/do/edit-scheduled", "Landlord", with("times", "9")), http.StatusConflict, "Ben changed this scheduled transaction at ", "another end")
	if got := c.scheduled(id).Until; got != end {
		t.Errorf("after the refused change it ends on %s", got)
	}
	c.anna.CheckStatus(c.anna.Send("/do/edit-scheduled", "Landlord", with("times", "9")), http.StatusOK, "Changed the scheduled Landlord") // she confirms
	if got := c.scheduled(id).Until; got <= end {
		t.Errorf("after the confirmed change it ends on %s", got)
	}

	c.open(form)
	c.ben.Open(c.home("/menu?scheduled=" + url.QueryEscape(id)))
	c.ben.Send("/do/delete-scheduled", "Delete", nil)
	c.anna.CheckStatus(c.anna.Send("/do/edit-scheduled", "Landlord", with("notes", "flat 4")), http.StatusNotFound, "This scheduled transaction no longer exists")
}

// A form that is rendered again because of an invalid field does not overwrite changes made since it was opened.
func TestTwoUsersEditATransaction(t *testing.T) {
	c := newTwoUsers(t)
	row := c.add("Greengrocer", -5_000)
	form := "/rows/" + url.PathEscape(row)
	fields := func(notes, amount string) url.Values {
		return url.Values{"account": {c.account}, "direction": {"out"}, "cleared": {"uncleared"}, "notes": {notes}, "amount": {amount}}
	}
	c.open(form)
	c.ben.CheckStatus(c.ben.Send("/do/edit-row", "Greengrocer", fields("apples", "5")), http.StatusOK, "Changed")
	c.anna.CheckStatus(c.anna.Send("/do/edit-row", "Greengrocer", fields("", "six")), http.StatusBadRequest, "six")
	c.anna.CheckStatus(c.anna.Send("/do/edit-row", "Greengrocer", fields("", "6")), http.StatusOK, "Changed")
	if got := c.rows("Greengrocer"); len(got) != 1 || got[0].Memo != "apples" || got[0].Amount != -6_000 {
		t.Errorf("the transaction is %+v", got)
	}
}

// If both users merge the same two rows, or one of them with another row, the rows are merged once, and the receipts
// stay visible.
func TestTwoUsersMerge(t *testing.T) {
	c := newTwoUsers(t)
	three := []string{c.add("Twin typed", -77_770), c.add("Twin of the bank", -77_770), c.add("Twin of the till", -77_770)}
	at := c.home("/accounts/all?search=twin+77.77")
	chosen := func(rows ...string) string {
		return "/menu?" + url.Values{"chosen": {"merge"}, "pick": rows, "back": {at}}.Encode()
	}
	c.open(chosen(three[:2]...))
	c.ben.CheckStatus(c.ben.Send("/do/merge-rows", "Merge", url.Values{"pick": three[:2]}), http.StatusOK, "Merged the transaction of", "2 transactions,")
	c.anna.CheckStatus(c.anna.Send("/do/merge-rows", "Merge", url.Values{"pick": three[:2]}), http.StatusConflict, "1 of the 2 transactions is no longer available; nothing was changed", "check them again")
	kept, removed := three[0], three[1]
	if status := c.anna.Read(c.anna.HTTP.Get(c.world.Server.URL + c.home("/rows/"+kept))); status != http.StatusOK {
		kept, removed = removed, kept
	}
	c.anna.CheckStatus(c.anna.Read(c.anna.HTTP.Get(c.world.Server.URL+c.home(chosen(removed, three[2])))), http.StatusConflict, "is no longer available")

	// A receipt for the removed row is refused, and one for the remaining row is stored. A merge is undone once.
	c.anna.CheckStatus(c.anna.Upload(c.home("/rows/"+removed+"/receipts"), "slip.png", walk.Picture(t)), http.StatusNotFound, "This transaction no longer exists", "merged with another")
	c.anna.CheckStatus(c.anna.Upload(c.home("/rows/"+kept+"/receipts?back="+url.QueryEscape(at)), "slip.png", walk.Picture(t)), http.StatusOK, "Added the receipt slip.png")
	c.open("/menu?" + url.Values{"row": {kept}, "back": {at}}.Encode())
	c.ben.CheckStatus(c.ben.Send("/do/unmatch", "Unmatch", nil), http.StatusOK, "Unmatched the transaction of", "3 transactions,")
	c.anna.CheckStatus(c.anna.Send("/do/unmatch", "Unmatch", nil), http.StatusBadRequest, "The transaction was not matched in Holdover")
	if got, err := c.world.App.RowReceipts(t.Context(), app.Machine(), c.id, kept); err != nil || len(got.Receipts) != 1 || len(c.rows("Twin")) != 3 {
		t.Errorf("receipts %+v, error %v, %d rows", got.Receipts, err, len(c.rows("Twin")))
	}
}

// The receipts that either user adds are visible to both. Anna gets an error about a receipt that Ben has removed.
func TestTwoUsersAddReceipts(t *testing.T) {
	c := newTwoUsers(t)
	row := c.add("Till", -5_000)
	at := "/rows/" + url.PathEscape(row) + "/receipts"
	c.open(at)
	for name, who := range map[string]*walk.Plain{"anna.png": c.anna, "ben.png": c.ben} {
		who.CheckStatus(who.Upload(c.home(at), name, walk.Picture(t)), http.StatusOK, "Added the receipt "+name)
	}
	c.open(at)
	c.ben.CheckStatus(c.ben.Send("/do/remove-receipt", "anna.png", nil), http.StatusOK, "Removed the receipt anna.png")
	c.anna.CheckStatus(c.anna.Send("/do/remove-receipt", "anna.png", nil), http.StatusNotFound, "This receipt no longer exists", "may have been removed")
	c.ben.Open(c.home(at))
	c.ben.Sees("ben.png")
	c.ben.Open(c.home("/menu?row=" + url.QueryEscape(row)))
	c.ben.Send("/do/delete-rows", "Delete", nil)
	c.anna.CheckStatus(c.anna.Upload(c.home(at), "late.png", walk.Picture(t)), http.StatusNotFound, "This transaction no longer exists")
}

// A filter's name is unique. Each operation on a deleted filter reports that the filter was deleted.
func TestTwoUsersSaveFilters(t *testing.T) {
	c := newTwoUsers(t)
	keep := "/menu?" + url.Values{"keep-filter": {"flag=red"}, "back": {c.home("/accounts/all?flag=red")}}.Encode()
	named := url.Values{"name": {"Reds"}}
	c.open(keep)
	c.ben.CheckStatus(c.ben.Send("/do/keep-filter", `name="name"`, named), http.StatusOK, "Saved the filter Reds")
	c.anna.CheckStatus(c.anna.Send("/do/keep-filter", `name="name"`, named), http.StatusConflict, `there is already a filter "Reds"`)
	c.anna.CheckStatus(c.anna.Send("/do/keep-filter", `name="name"`, url.Values{"name": {"Anna's reds"}}), http.StatusOK, "Saved the filter Anna's reds")
	filters, err := c.world.App.OwnFilters(t.Context(), app.Machine(), c.id)
	if err != nil || len(filters) != 2 {
		t.Fatalf("the saved filters are %+v, error %v", filters, err)
	}
	one := "/menu?kept-filter=" + url.QueryEscape(filters[0].ID)
	c.open(one)
	c.anna.Open(c.home(keep))
	instead := c.anna.Page
	c.anna.Open(c.home(one))
	c.ben.CheckStatus(c.ben.Send("/do/delete-filter", "Delete", nil), http.StatusOK, "Deleted the filter Reds")
	menu := c.anna.Page
	for action, words := range map[string]string{"rename-filter": "Rename", "delete-filter": "Delete"} {
		c.anna.Page = menu
		c.anna.CheckStatus(c.anna.Send("/do/"+action, words, url.Values{"name": {"Rubies"}}), http.StatusNotFound, "This filter no longer exists")
	}
	c.anna.Page = instead
	c.anna.CheckStatus(c.anna.Send("/do/replace-filter", "Replace", url.Values{"id": {filters[0].ID}}), http.StatusNotFound, "This filter no longer exists")
	if filters, err = c.world.App.OwnFilters(t.Context(), app.Machine(), c.id); err != nil || len(filters) != 1 || filters[0].Name != "Anna's reds" {
		t.Errorf("the saved filters are %+v, error %v", filters, err)
	}
}

// Both users see a suggestion. The second user to dismiss it, or to restore it, gets a message.
func TestTwoUsersDismissASuggestion(t *testing.T) {
	c := newTwoUsers(t)
	for month := range 4 {
		entry := rows.Entry{Account: c.account, Date: c.today.AddMonths(-1 - month), Amount: -9_990, PayeeName: "Stream & Co"}
		if _, _, err := c.world.App.AddRow(t.Context(), app.Machine(), c.id, entry); err != nil {
			t.Fatal(err)
		}
	}
	for _, step := range []struct {
		do, done, late string
		status         int
	}{
		{"dismiss-recurring", "Dismissed the suggestion Stream & Co", "The suggestion Stream & Co has already been dismissed", http.StatusConflict},
		{"offer-recurring", "Restored the suggestion Stream & Co", "This suggestion no longer exists", http.StatusNotFound},
	} {
		c.open("/scheduled")
		c.ben.CheckStatus(c.ben.Send("/do/"+step.do, "Stream & Co", nil), http.StatusOK, step.done)
		c.anna.CheckStatus(c.anna.Send("/do/"+step.do, "Stream & Co", nil), step.status, step.late)
		c.anna.Follow("Back") // which returns to her previous page
		c.anna.Sees("Suggestions")
	}
}

// A change of many rows applies to all or none, and only the first of two requests undoes a step.
func TestTwoUsersChangeManyRowsAndUndo(t *testing.T) {
	c := newTwoUsers(t)
	rows := []string{c.add("Kino one", -7_000), c.add("Kino two", -7_100), c.add("Kino three", -7_200)}
	at := c.home("/accounts/all?search=kino")
	bulk := func(what string, rows ...string) string {
		return "/menu?" + url.Values{"chosen": {what}, "pick": rows, "back": {at}}.Encode()
	}
	picked := func(what, text, way string, rows []string) url.Values {
		return url.Values{what: {text}, "way": {way}, "pick": rows}
	}
	c.open(bulk("notes", rows...))
	c.ben.CheckStatus(c.ben.Send("/do/rows-notes", `name="notes"`, picked("notes", "film", "append", rows)), http.StatusOK, "Set the notes of 3 transactions")
	c.anna.CheckStatus(c.anna.Send("/do/rows-notes", `name="notes"`, picked("notes", "popcorn", "append", rows)), http.StatusOK, "Set the notes of 3 transactions")
	for _, r := range c.rows("Kino") {
		if r.Memo != "film popcorn" {
			t.Errorf("the notes are %q", r.Memo)
		}
	}

	// Ben cannot undo rows that Anna has changed since, not even partially.
	c.ben.CheckStatus(c.ben.Read(c.ben.HTTP.PostForm(c.world.Server.URL+c.home("/undo"), url.Values{"back": {at}})), http.StatusConflict, "was changed later", "Undo the later change first")
	c.open("/history")
	for range 2 { // Anna's notes, then Ben's
		c.ben.Open(c.home("/history"))
		c.anna.Open(c.home("/history"))
		c.ben.CheckStatus(c.ben.Send("/undo", "Set the notes of 3 transactions", nil), http.StatusOK, "Undone: Set the notes of 3 transactions")
		c.anna.CheckStatus(c.anna.Send("/undo", "Set the notes of 3 transactions", nil), http.StatusConflict, "This change has been undone already")
	}
	for _, r := range c.rows("Kino") {
		if r.Memo != "" {
			t.Errorf("after the undo the notes are %q", r.Memo)
		}
	}

	c.open(bulk("payee", rows...))
	c.ben.Open(c.home("/menu?row=" + url.QueryEscape(rows[2])))
	c.ben.Send("/do/delete-rows", "Delete", nil)
	c.anna.CheckStatus(c.anna.Send("/do/rows-payee", `name="payee"`, picked("payee", "Film house", "", rows)), http.StatusConflict, "1 of the 3 transactions is no longer available; nothing was changed")
	if n := len(c.rows("Film house")); n != 0 {
		t.Errorf("%d transactions have the payee", n)
	}

	// If the number of rows that match has changed since the page was shown, "All that match" changes nothing.
	matching := "/menu?" + url.Values{"chosen": {"payee"}, "matching": {"search=kino"}, "count": {"2"}, "back": {at}}.Encode()
	c.anna.Open(c.home(matching))
	c.add("Kino four", -7_300)
	c.anna.CheckStatus(c.anna.Send("/do/rows-payee", `name="payee"`, url.Values{"payee": {"Film house"}}), http.StatusConflict, "3 transactions match now, not 2; nothing was changed")
	if n := len(c.rows("Film house")); n != 0 || strings.Contains(c.anna.Page, "Set the payee") {
		t.Errorf("%d transactions have the payee", n)
	}
}
