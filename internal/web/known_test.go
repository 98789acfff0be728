package web

import (
	"bytes"
	"fmt"
	"mime/multipart"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"

	"holdover/internal/app"
	"holdover/internal/cal"
	"holdover/internal/cleanup"
	"holdover/internal/money"
	"holdover/internal/reconcile"
	"holdover/internal/reimport"
)

// sendPlan sends the import form as a browser without scripts does.
func sendPlan(t *testing.T, client *http.Client, url string, text []byte) *http.Response {
	t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	_ = form.WriteField("type", planJSON)
	part, err := form.CreateFormFile("file", "plan.json")
	if err == nil {
		_, err = part.Write(text)
	}
	if err != nil || form.Close() != nil {
		t.Fatal(err)
	}
	answer, err := client.Post(url, form.FormDataContentType(), &body)
	if err != nil {
		t.Fatal(err)
	}
	return answer
}

// By forms alone: a plan that is here is asked about, a file that was sent is
// nobody else's, and a budget that only somebody else has is no reason to ask.
func TestKnownPlanWithoutScripts(t *testing.T) {
	var log bytes.Buffer
	world := fromSourceWorld(t, &log)
	anna, ben := world.signedIn(t, "Anna", annasPassword), world.signedIn(t, "Ben", bensPassword)
	text, err := os.ReadFile(generated(t, "--seed", "5", "--years", "1", "--tx", "100", "--name", "From the source"))
	if err != nil {
		t.Fatal(err)
	}
	send := func(p *person) string {
		answer := sendPlan(t, p.client, world.server.URL+"/import", text)
		defer answer.Body.Close()
		return answer.Request.URL.Path
	}
	if at := send(anna); !strings.HasSuffix(at, "/report") {
		t.Fatalf("the first import leads to %s", at)
	}
	if at := send(ben); !strings.HasSuffix(at, "/report") {
		t.Errorf("what Anna has is no reason to ask Ben: %s", at)
	}
	asked := send(anna)
	if !strings.HasPrefix(asked, "/known-plan/") {
		t.Fatalf("the second import leads to %s", asked)
	}
	anna.wants(200, asked, "From the source</bdi> is here already")(anna.get(asked))
	ben.wants(404, asked, "not kept any more")(ben.get(asked))
	ben.wants(404, asked, "not kept any more")(ben.post(asked, "name", "Taken"))
	budgets, err := world.app.Budgets(t.Context(), app.Machine())
	if err != nil || len(budgets) != 2 {
		t.Fatalf("%d budgets, %v", len(budgets), err)
	}
	_, _, page := anna.get(asked)
	way := regexp.MustCompile(`href="(/budgets/[^"]+/newer-file/[^"]+)"`).FindStringSubmatch(page)
	if way == nil {
		t.Fatal("there is no way to what changed since")
	}
	since := way[1]
	anna.wants(200, since, "It is the file that the budget is compared with.")(anna.get(since))
	ben.wants(404, since, "")(ben.get(since))
	status, at, _ := anna.post(asked, "name", "Beside it")
	if status != http.StatusOK || !strings.HasSuffix(at, "/report") {
		t.Errorf("%d at %s", status, at)
	}
	anna.wants(404, asked, "not kept any more")(anna.get(asked))
}

// Long lists are shortened at first and whole on demand.
func TestShowAll(t *testing.T) {
	b := &app.Budget{CurrencyFormat: money.DefaultFormat(), DateFormat: "DD.MM.YYYY"}
	view := app.Reimport{New: 1500}
	for i := range 1500 {
		view.Changes = append(view.Changes, reimport.Change{Action: reimport.New, Kind: "payee", Name: fmt.Sprint(i)})
	}
	if p := newerPreview(view, b, false); !p.Shortened || len(p.Sections[0].Table.Rows) != mostChanges || p.Sections[0].Count != "1,500" {
		t.Errorf("%d changes, %+v", len(p.Sections[0].Table.Rows), p.Sections[0].Count)
	}
	if p := newerPreview(view, b, true); p.Shortened || len(p.Sections[0].Table.Rows) != 1500 {
		t.Errorf("%d of all changes", len(p.Sections[0].Table.Rows))
	}

	proposal := &app.CleanUp{Proposal: &cleanup.Proposal{Kind: cleanup.Holds}}
	for i := range 1500 {
		proposal.Items = append(proposal.Items, app.CleanUpItem{Item: cleanup.Item{ID: fmt.Sprint(i), Action: cleanup.Hold}})
	}
	d := &cleanUpDrawing{screen: &app.Screen{}, figures: figures{b.CurrencyFormat}, links: linksOf("b"), chosen: cleanup.Holds}
	if card := d.card(proposal); card.More != "and 500 more" || len(card.Items) != mostItems || card.Count != "1,500" || card.All {
		t.Errorf("%d items, %q", len(card.Items), card.More)
	}
	d.all = true
	if card := d.card(proposal); card.More != "" || len(card.Items) != 1500 || !card.All {
		t.Errorf("%d of all items, %q", len(card.Items), card.More)
	}

	march := cal.MakeMonth(2026, 3)
	report := &reconcile.Report{Evidence: map[reconcile.Cause][]reconcile.Evidence{}}
	for i := range 400 {
		report.Evidence[reconcile.EditedHere] = append(report.Evidence[reconcile.EditedHere], reconcile.Evidence{Month: march, Of: fmt.Sprint(i), Amount: 1})
	}
	v := &verifyDrawing{Report: report, figures: figures{b.CurrencyFormat}, links: linksOf("b")}
	var some, all VerifyCause
	v.prove(&some, reconcile.EditedHere, march)
	v.all = true
	v.prove(&all, reconcile.EditedHere, march)
	if len(some.Evidence) != mostEvidence || !strings.HasSuffix(some.AllURL, "month=2026-03&all=1") || some.More != "and 100 older ones" {
		t.Errorf("%d pieces, %q at %s", len(some.Evidence), some.More, some.AllURL)
	}
	if len(all.Evidence) != 400 || all.AllURL != "" {
		t.Errorf("%d of all pieces", len(all.Evidence))
	}
}
