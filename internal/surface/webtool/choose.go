package webtool

import (
	"context"
	"crypto/rand"
	"net/http"
	"strings"
	"time"

	"holdover/internal/base/apperr"
	"holdover/internal/storage/sourceapi"
	"holdover/internal/surface/ui"
)

// longestBusy is the longest time that a page waits for a busy source.
const longestBusy = 10 * time.Second

// client returns a client of the source for one request. If the source requests a long wait, the client stops, since
// no user waits at a page for an hour.
func (t *Tool) client(stop context.CancelCauseFunc, access string, progress func(sourceapi.Progress)) (*sourceapi.Client, error) {
	token, err := sourceapi.ParseToken(access)
	if err != nil {
		return nil, t.ranOut().WithCause(err)
	}
	return sourceapi.New(sourceapi.Options{
		Address: t.cfg.Source, Token: token, Agent: t.cfg.Agent, Progress: progress,
		Waiting: func(p sourceapi.Pause) {
			if p.Busy && p.For > longestBusy {
				stop(t.rateLimited(seconds(p.For)))
			}
		},
	})
}

// home writes the tool's page: the connect form, or the list of plans.
func (t *Tool) home(w http.ResponseWriter, r *http.Request) error {
	p := t.page()
	p.Disconnected = r.URL.Query().Has("disconnected")
	v := t.cookies.take(r, t.now())
	if v.Access == "" {
		return ui.RenderPlain(w, http.StatusOK, t.pages.tool, p)
	}
	if err := t.mayCall(r); err != nil {
		return err
	}
	plans, err := t.plans(r.Context(), v.Access)
	if err != nil {
		if apperr.KindOf(err) == apperr.Unauthorized {
			t.cookies.clear(w)
		}
		return err
	}
	p.Connected, p.Visit = true, rand.Text()
	for i, plan := range plans {
		p.Plans = append(p.Plans, choice{ID: plan.ID, Name: plan.Name, Facts: facts(plan), First: i == 0})
	}
	return ui.RenderPlain(w, http.StatusOK, t.pages.tool, p)
}

// facts returns details that distinguish two plans of the same name, if the source provides them.
func facts(p sourceapi.Plan) string {
	var parts []string
	if p.Currency != "" {
		parts = append(parts, p.Currency)
	}
	if p.FirstMonth != 0 && p.LastMonth != 0 {
		parts = append(parts, p.FirstMonth.String()+" to "+p.LastMonth.String())
	}
	if !p.LastModifiedOn.IsZero() {
		parts = append(parts, "changed "+p.LastModifiedOn.UTC().Format("2 January 2006, 15:04 UTC"))
	}
	return strings.Join(parts, " · ")
}

func (t *Tool) plans(ctx context.Context, access string) ([]sourceapi.Plan, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	c, err := t.client(stop, access, nil)
	if err != nil {
		return nil, err
	}
	defer c.Close()
	plans, err := c.Plans(ctx)
	if err != nil {
		return nil, t.readTrouble(ctx, err)
	}
	return plans, nil
}
