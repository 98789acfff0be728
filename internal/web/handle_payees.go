package web

import (
	"net/http"
	"net/url"
	"strconv"

	"holdover/internal/app"
)

// payees lists the payees of a budget.
func (s *site) payees(w http.ResponseWriter, r *http.Request) error {
	who, err := s.actor(r)
	if err != nil {
		return err
	}
	q := r.URL.Query()
	page, _ := strconv.Atoi(q.Get("page")) // none is 0: the first
	got, err := s.app.Payees(r.Context(), who, r.PathValue("id"), app.PayeeQuery{
		Search: q.Get("q"), Sort: app.PayeeSort(q.Get("sort")), Unused: q.Has("unused"), Page: page,
	})
	if err != nil {
		return err
	}
	d := &payeeDrawing{Payees: &got, links: linksOf(got.Budget.ID), asked: q}
	return s.showInBudget(w, r, who, &got.Frame, d.page())
}

// chosenPayees shows what can be done with several payees: the menu of a button
// below the list.
func (s *site) chosenPayees(w http.ResponseWriter, r *http.Request) error {
	who, err := s.actor(r)
	if err != nil {
		return err
	}
	q := r.URL.Query()
	kind := "merge-payees"
	if q.Get("what") == "delete" {
		kind = "delete-payees"
	}
	about := payeeList(q["payee"])
	p, f, err := s.asking(r, who).menu(url.Values{kind: {about}, "back": {q.Get("back")}})
	if err != nil {
		return err
	}
	return s.showMenu(w, r, http.StatusOK, f, p)
}

// payeeList writes the ids of payees into one text, which is never empty;
// payeesIn reads it.
func payeeList(ids []string) string {
	if len(ids) == 0 {
		return "none"
	}
	return url.Values{"id": ids}.Encode()
}

func payeesIn(list string) []string {
	q, err := url.ParseQuery(list)
	if err != nil {
		return nil // nobody is chosen
	}
	return q["id"]
}
