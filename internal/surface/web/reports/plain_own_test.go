package reports_test

import (
	"net/url"
	"slices"
	"testing"

	"holdover/internal/app"
	"holdover/internal/app/reports"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
)

// TestSavedReportsAreOrderedWithoutScripts saves three reports without scripts, one without a chart on the overview,
// and moves them up and down.
func TestSavedReportsAreOrderedWithoutScripts(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	id := world.ImportSample(t)
	b := walk.NewPlain(t, world)
	for _, report := range []struct{ name, front string }{{"One", "1"}, {"Two", ""}, {"Three", "1"}} {
		b.Open("/budgets/" + id + "/menu?" + url.Values{"keep-report": {"spending?by=payee"}}.Encode())
		b.Send("keep-report", "Save", url.Values{"name": {report.name}, "front": {report.front}})
	}
	saved := func() (all []reports.SavedReport) {
		t.Helper()
		all, err := world.App.OwnReports(t.Context(), app.Machine(), id)
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	for i, front := range []bool{true, false, true} {
		if saved()[i].Front != front {
			t.Errorf("the chart is on the overview: %+v", saved()[i])
		}
	}
	for _, step := range []struct {
		name, button string
		want         []string
	}{
		{"One", "Move down", []string{"Two", "One", "Three"}},
		{"One", "Move down", []string{"Two", "Three", "One"}},
		{"Three", "Move up", []string{"Three", "Two", "One"}},
		{"Three", "Move down", []string{"Two", "Three", "One"}},
	} {
		at := slices.IndexFunc(saved(), func(o reports.SavedReport) bool { return o.Name == step.name })
		b.Open("/budgets/" + id + "/menu?report=" + saved()[at].ID)
		b.Send("move-report", step.button, nil)
		var names []string
		for _, o := range saved() {
			names = append(names, o.Name)
		}
		if !slices.Equal(names, step.want) {
			t.Errorf("%s, %s: %v, want %v", step.name, step.button, names, step.want)
		}
	}
}
