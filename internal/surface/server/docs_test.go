package server

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"holdover/internal/app"
	"holdover/internal/app/apptest"
	"holdover/internal/app/users"
	"holdover/internal/base/civil"
	"holdover/internal/model/auth"
	"holdover/internal/model/ynabdoc"
	"holdover/internal/surface/web"
	"holdover/internal/testing/browsertest"
)

// TestAPIPagesInTheBrowser uses the API pages in a browser: paste a token, list the plans, get one and download it. No other
// server is contacted.
func TestAPIPagesInTheBrowser(t *testing.T) {
	a, address := running(t, web.Options{})
	apptest.Household(t, a, app.Machine())
	plans, err := a.Budgets(t.Context(), app.Machine())
	if err != nil || len(plans) != 1 {
		t.Fatalf("budgets: %v, want one (error %v)", plans, err)
	}
	token, _, err := a.NewToken(t.Context(), app.Machine(), users.TokenRequest{Name: "Pages", Scope: auth.ReadOnly})
	if err != nil {
		t.Fatal(err)
	}
	tab := browsertest.Tab(t, 1280, 1000)
	folder := browsertest.Downloads(t, tab)
	const list, one = "#operations-Plans-getPlans", "#operations-Plans-getPlanById"
	openAPIPages(t, tab, address, token.Reveal())
	browsertest.Do(t, tab, chromedp.Click(chromedp.CSS(list+" .opblock-summary-control")), chromedp.Click(chromedp.CSS(list+" .try-out__btn")),
		chromedp.Click(chromedp.CSS(list+" .execute")), chromedp.WaitVisible(chromedp.CSS(list+" .live-responses-table .response-col_description pre")))
	shown, err := chromedp.Run(tab, chromedp.Text(chromedp.CSS(list+" .live-responses-table .response-col_description pre")))
	if err != nil || !strings.Contains(shown, plans[0].ID) || !strings.Contains(shown, plans[0].Name) {
		t.Errorf("List plans shows %.600s (error %v)", shown, err)
	}
	browsertest.Do(t, tab, chromedp.Click(chromedp.CSS(one+" .opblock-summary-control")), chromedp.Click(chromedp.CSS(one+" .try-out__btn")))
	paste(t, tab, one+` tr[data-param-name="plan_id"] input`, plans[0].ID)
	browsertest.Do(t, tab, chromedp.Click(chromedp.CSS(one+" .execute")), chromedp.Click(chromedp.CSS(one+" .live-responses-table .download-contents")))
	readDownload(t, waitForDownload(t, folder), plans[0].Name)
	requested, err := chromedp.Run(tab, chromedp.Evaluate[[]string](`performance.getEntriesByType("resource").map(e => e.name)`))
	if err != nil {
		t.Fatal(err)
	}
	if slices.ContainsFunc(requested, func(u string) bool { return isOtherServer(u, address) }) || len(requested) < 5 {
		t.Errorf("requests of the page: %v, want none to another server", requested)
	}
}

// openAPIPages opens the API pages and pastes a token.
func openAPIPages(t *testing.T, tab context.Context, address, token string) {
	t.Helper()
	browsertest.Do(t, tab, chromedp.Navigate(address+"/docs/api"), chromedp.Click(chromedp.CSS("button.authorize")))
	paste(t, tab, ".auth-container input", token)
	browsertest.Do(t, tab, chromedp.Click(chromedp.CSS(".auth-btn-wrapper button.authorize")), chromedp.Click(chromedp.CSS("button.btn-done")))
}

// paste replaces the text of a field at once: the API pages redraw completely at each typed character.
func paste(t *testing.T, tab context.Context, field, text string) {
	t.Helper()
	browsertest.Do(t, tab, chromedp.WaitEnabled(chromedp.CSS(field)), chromedp.Focus(chromedp.CSS(field)))
	if _, err := chromedp.Run(tab, chromedp.Evaluate[bool](`document.activeElement.select() || true`)); err != nil {
		t.Fatal(err)
	}
	if _, err := chromedp.Call(tab, input.InsertText, input.InsertTextParams{Text: text}); err != nil {
		t.Fatal(err)
	}
}

// TestAPIPagesSendAWrite sends a write from the pages as a user does. With a read-only token it is refused. With a
// token that may write it succeeds and can be undone. The pages explain the meaning of to_be_budgeted.
func TestAPIPagesSendAWrite(t *testing.T) {
	a, address := running(t, web.Options{})
	plan, month := apptest.Household(t, a, app.Machine()), civil.DateOf(time.Now()).Month()
	budgeted := func() app.MonthCategory {
		months, err := a.Months(t.Context(), app.Machine(), plan, app.MonthSpan{From: month, To: month})
		if err != nil || len(months) != 1 {
			t.Fatalf("%d months, want one (error %v)", len(months), err)
		}
		for _, c := range months[0].Categories {
			if !c.Income && !c.Hidden {
				return c
			}
		}
		t.Fatal("no category found")
		return app.MonthCategory{}
	}
	before := budgeted()
	const call = "#operations-Categories-updateMonthCategory"
	const said = call + " .live-responses-table .response-col_description pre"
	for scope, says := range map[auth.Scope]string{auth.ReadOnly: `"403.3"`, auth.Full: `"budgeted": 4321000`} {
		token, _, err := a.NewToken(t.Context(), app.Machine(), users.TokenRequest{Name: "Pages " + string(scope), Scope: scope})
		if err != nil {
			t.Fatal(err)
		}
		tab := browsertest.Tab(t, 1280, 1000)
		openAPIPages(t, tab, address, token.Reveal())
		browsertest.Do(t, tab, chromedp.WaitVisible(chromedp.Search(`//*[contains(., "to_be_budgeted") and contains(., "does not look at what later months assign")]`)))
		browsertest.Do(t, tab, chromedp.Click(chromedp.CSS(call+" .opblock-summary-control")), chromedp.Click(chromedp.CSS(call+" .try-out__btn")))
		paste(t, tab, call+` tr[data-param-name="plan_id"] input`, plan)
		paste(t, tab, call+` tr[data-param-name="month"] input`, "current")
		paste(t, tab, call+` tr[data-param-name="category_id"] input`, before.ID)
		paste(t, tab, call+" textarea.body-param__text", `{"category":{"budgeted":4321000}}`)
		browsertest.Do(t, tab, chromedp.Click(chromedp.CSS(call+" .execute")), chromedp.WaitVisible(chromedp.CSS(said)))
		shown, err := chromedp.Run(tab, chromedp.Text(chromedp.CSS(said)))
		if err != nil || !strings.Contains(shown, says) {
			t.Errorf("%s token: page shows %.600s, want %s (error %v)", scope, shown, says, err)
		}
	}
	if got := budgeted(); got.Budgeted != 4_321_000 {
		t.Errorf("%s has %s budgeted, want 4,321", got.Name, got.Budgeted)
	}
	history, err := a.History(t.Context(), app.Machine(), plan, 0, 5)
	if err != nil || len(history) != 2 || !strings.Contains(history[0].Actor, "Pages full") {
		t.Errorf("history: %+v, want the token's change first (error %v)", history, err)
	}
	if _, err := a.Undo(t.Context(), app.Machine(), plan, history[0].Change); err != nil || budgeted().Budgeted != before.Budgeted {
		t.Errorf("after the undo %s has %s budgeted (error %v)", before.Name, budgeted().Budgeted, err)
	}
}

// TestAPIPagesExplainAShortenedToken: a token pasted as lists show it was answered with a TypeError.
func TestAPIPagesExplainAShortenedToken(t *testing.T) {
	_, address := running(t, web.Options{})
	token := auth.NewSecret(auth.PersonalToken)
	const list = "#operations-Plans-getPlans"
	tab := browsertest.Tab(t, 1280, 1000)
	openAPIPages(t, tab, address, token.Short())
	browsertest.Do(t, tab, chromedp.Click(chromedp.CSS(list+" .opblock-summary-control")), chromedp.Click(chromedp.CSS(list+" .try-out__btn")),
		chromedp.Click(chromedp.CSS(list+" .execute")), chromedp.WaitVisible(chromedp.CSS(list+" .live-responses-table .response-col_description pre")))
	shown, err := chromedp.Run(tab, chromedp.Text(chromedp.CSS(list+" .live-responses-table .response-col_description pre")))
	if err != nil || !strings.Contains(shown, "his is the shortened form of a token") || strings.Contains(shown, "TypeError") {
		t.Errorf("shortened token: page shows %.600s (error %v)", shown, err)
	}
}

// The API pages run only their own scripts, identified by hash, and no script in user-provided text.
func TestAPIPagesRunOnlyTheirOwnScripts(t *testing.T) {
	_, address := running(t, web.Options{})
	resp, page := ask(t, http.MethodGet, address+"/docs/api/")
	policy := resp.Header.Get("Content-Security-Policy")
	scripts, _, _ := strings.Cut(policy[strings.Index(policy, "script-src"):], ";")
	if !strings.Contains(page, "<script>") || !strings.Contains(scripts, " 'sha256-") || strings.Contains(scripts, "unsafe") || !strings.Contains(policy, "frame-ancestors 'none'") {
		t.Error(policy)
	}
	tab := browsertest.Tab(t, 1280, 1000)
	browsertest.Do(t, tab, chromedp.Navigate(address+"/docs/api/"), chromedp.WaitVisible(chromedp.CSS("#operations-Plans-getPlans"))) // its own ran
}

// TestAPIPagesAreAccessible checks names, contrast and nesting of the initial view of the API pages.
func TestAPIPagesAreAccessible(t *testing.T) {
	_, address := running(t, web.Options{})
	tab := browsertest.Tab(t, 1280, 1000)
	browsertest.Do(t, tab, chromedp.Navigate(address+"/docs/api/"), chromedp.WaitVisible(chromedp.CSS("#operations-Plans-getPlans")), chromedp.WaitVisible(chromedp.CSS("#servers[aria-label]")))
	browsertest.Accessible(t, tab)
}

// readDownload reads a plan document once it is complete: the file exists before all of it is written.
func readDownload(t *testing.T, path, name string) {
	t.Helper()
	var doc *ynabdoc.Document
	err := io.ErrUnexpectedEOF
	for begin := time.Now(); err != nil && time.Since(begin) < 10*time.Second; time.Sleep(10 * time.Millisecond) {
		var file *os.File
		if file, err = os.Open(path); err != nil {
			t.Fatal(err)
		}
		doc, err = ynabdoc.Decode(file)
		file.Close()
	}
	if err != nil || doc.Plan.Name != name || len(doc.Plan.Transactions) == 0 {
		t.Errorf("downloaded file is not the plan %s (error %v)", name, err)
	}
}

// isOtherServer reports whether an address is on another server.
func isOtherServer(address, server string) bool {
	u, err := url.Parse(address)
	return err != nil || (u.Scheme != "data" && !strings.HasPrefix(strings.TrimPrefix(address, "blob:"), server+"/"))
}
