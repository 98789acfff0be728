package migration_test

import (
	"bytes"
	"mime/multipart"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"

	"holdover/internal/app"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
)

// sendPlan sends the import form as a browser without scripts does.
func sendPlan(t *testing.T, client *http.Client, url string, text []byte) *http.Response {
	t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", "plan.json")
	if err == nil {
		_, err = part.Write(text)
	}
	if err != nil || form.Close() != nil {
		t.Fatal(err)
	}
	res, err := client.Post(url, form.FormDataContentType(), &body)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// With forms only: the page asks how to handle a plan imported before, other users cannot read an uploaded file, and
// another user's budget does not cause the question.
func TestKnownPlanWithoutScripts(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	world := webtest.NewEnvWithLog(t, &log)
	anna, ben := world.SignedIn(t, "Anna", walk.AnnasPassword), world.SignedIn(t, "Ben", walk.BensPassword)
	text, err := os.ReadFile(walk.Generated(t, "--seed", "5", "--years", "1", "--tx", "100", "--name", "From the source"))
	if err != nil {
		t.Fatal(err)
	}
	send := func(p *walk.Person) string {
		res := sendPlan(t, p.Client, world.Server.URL+"/import", text)
		defer res.Body.Close()
		return res.Request.URL.Path
	}
	if at := send(anna); !strings.HasSuffix(at, "/report") {
		t.Fatalf("the first import redirects to %s", at)
	}
	if at := send(ben); !strings.HasSuffix(at, "/report") {
		t.Errorf("Ben is asked about a budget of Anna: %s", at)
	}
	question := send(anna)
	if !strings.HasPrefix(question, "/known-plan/") {
		t.Fatalf("the second import redirects to %s", question)
	}
	anna.Expect(200, question, "From the source</bdi> already exists")(anna.Get(question))
	ben.Expect(404, question, "has expired")(ben.Get(question))
	ben.Expect(404, question, "has expired")(ben.Post(question, "name", "Taken"))
	budgets, err := world.App.Budgets(t.Context(), app.Machine())
	if err != nil || len(budgets) != 2 {
		t.Fatalf("%d budgets, error %v", len(budgets), err)
	}
	_, _, page := anna.Get(question)
	way := regexp.MustCompile(`href="(/budgets/[^"]+/newer-file/[^"]+)"`).FindStringSubmatch(page)
	if way == nil {
		t.Fatal("the page has no link to the later changes")
	}
	since := way[1]
	anna.Expect(200, since, "This is the file that the budget is compared with.")(anna.Get(since))
	ben.Expect(404, since, "")(ben.Get(since))
	status, at, _ := anna.Post(question, "name", "Beside it")
	if status != http.StatusOK || !strings.HasSuffix(at, "/report") {
		t.Errorf("import as a new budget: status %d at %s", status, at)
	}
	anna.Expect(404, question, "has expired")(anna.Get(question))
}
