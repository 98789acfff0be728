package web

import (
	"net/http"

	"holdover/internal/app"
	"holdover/internal/auth"
	"holdover/internal/httpx"
)

// fileMenu is the menu of a budget in the list.
func (s *site) fileMenu(w http.ResponseWriter, r *http.Request) error {
	who, err := s.actor(r)
	if err != nil {
		return err
	}
	f, err := s.app.Frame(r.Context(), who, r.PathValue("id"))
	if err != nil {
		return err
	}
	return s.showFileMenu(w, r, http.StatusOK, fileMenuOf(&f))
}

func (s *site) showFileMenu(w http.ResponseWriter, r *http.Request, status int, p *MenuPage) error {
	if fromScript(r) {
		return s.pages.renderPart(w, status, p, "menubody")
	}
	return s.pages.render(w, r, status, p)
}

func fileMenuOf(f *app.Frame) *MenuPage {
	b, l := &f.Budget, linksOf(f.Budget.ID)
	rename := MenuItem{
		Label: "Rename", Action: l.to("rename"), Submit: "Rename",
		Fields: []Field{{ID: "in-name", Name: "name", Label: "Name", Value: b.Name, Kind: TextField}},
	}
	remove := MenuItem{
		Label: "Delete", Action: l.to("delete"), Submit: "Delete " + b.Name, Danger: true, Apart: true,
		Intro: b.Name + " with " + counted(b.Accounts, "account", "accounts") + " and " + counted(b.Transactions, "transaction", "transactions") +
			" will be gone, its history and the original document too. This cannot be undone; Download keeps a copy.",
	}
	p := &MenuPage{Frame: Frame{Title: b.Name}, Heading: b.Name, BackURL: "/budgets", Items: []MenuItem{{Label: "Open", URL: l.base}}}
	manage := f.Role.May(auth.Manage)
	if manage {
		p.Items = append(p.Items, rename)
	}
	p.Items = append(p.Items, MenuItem{Label: "Duplicate", Action: l.to("duplicate")}, MenuItem{Label: "Download", URL: l.to("document")})
	if f.Imported {
		p.Items = append(p.Items, MenuItem{Label: "Download the original document", URL: l.to("original")})
	}
	if manage {
		p.Items = append(p.Items, remove)
	}
	return p
}

// onFile does something with a budget as a file and goes back to the list; what
// was wrong is said in the budget's menu.
func (s *site) onFile(what func(r *http.Request, who app.Actor, id string) error) httpx.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		who, err := s.actor(r)
		if err != nil {
			return err
		}
		id := r.PathValue("id")
		failed := what(r, who, id)
		if failed == nil {
			http.Redirect(w, r, "/budgets", http.StatusSeeOther)
			return nil
		}
		f, err := s.app.Frame(r.Context(), who, id)
		if err != nil {
			return failed
		}
		p, text := fileMenuOf(&f), faultText(failed)
		p.Fault = &text
		for i := range p.Items {
			if it := &p.Items[i]; it.Submit != "" && it.Action == r.URL.Path {
				it.Open = true
			}
		}
		return s.showFileMenu(w, r, httpx.StatusOf(s.logged(r, failed)), p)
	}
}

func (s *site) rename(r *http.Request, who app.Actor, id string) error {
	_, err := s.app.Rename(r.Context(), who, id, r.PostFormValue("name"))
	return err
}

func (s *site) duplicate(r *http.Request, who app.Actor, id string) error {
	_, err := s.app.Duplicate(r.Context(), who, id)
	return err
}

func (s *site) remove(r *http.Request, who app.Actor, id string) error {
	return s.app.Delete(r.Context(), who, id)
}
