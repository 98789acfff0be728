package web

import (
	"net/http"

	"holdover/internal/app"
	"holdover/internal/auth"
)

// SharingPage says who shares which budget.
type SharingPage struct {
	Settings
	Budgets []SharedBudget
}

func (*SharingPage) template() string { return "settings_sharing" }

// SharedBudget is a budget with those who have to do with it.
type SharedBudget struct {
	ID     string
	Name   string
	URL    string
	Manage bool // it can be shared from here
	Role   string
	Shares []ShareRow
	Fault  *FaultText
	User   string // in the form that shares it
}

// ShareRow is what a user is to a budget.
type ShareRow struct {
	User  string
	Role  string
	Roles []RoleChoice
	You   bool
}

// RoleChoice is a role to choose.
type RoleChoice struct {
	Value   auth.Role
	Label   string
	Current bool
}

// roleNames say the roles and what they may do.
var roleNames = []RoleChoice{
	{Value: auth.Owner, Label: "Owner"}, {Value: auth.Editor, Label: "Editor"}, {Value: auth.Viewer, Label: "Viewer"},
}

func roleChoices(current auth.Role) []RoleChoice {
	all := append([]RoleChoice(nil), roleNames...)
	for i := range all {
		all[i].Current = all[i].Value == current
	}
	return all
}

func roleName(role auth.Role) string {
	for _, c := range roleNames {
		if c.Value == role {
			return c.Label
		}
	}
	return ""
}

func (s *site) sharing(w http.ResponseWriter, r *http.Request) error { return s.showSharing(w, r, nil) }

// showSharing shows an error beside the budget that it is about.
func (s *site) showSharing(w http.ResponseWriter, r *http.Request, failed error) error {
	who, me, err := s.me(r)
	if err != nil {
		return err
	}
	all, err := s.app.Budgets(r.Context(), who)
	if err != nil {
		return err
	}
	p := &SharingPage{Settings: settingsOf(r, &me, sharingURL, nil)}
	for _, b := range all {
		shared, err := s.sharedBudget(r, who, &b)
		if err != nil {
			return err
		}
		if failed != nil && b.ID == r.PathValue("id") {
			text := faultText(failed)
			shared.Fault, shared.User = &text, r.PostFormValue("user")
		}
		p.Budgets = append(p.Budgets, shared)
	}
	return s.pages.render(w, r, statusOf(failed), p)
}

func (s *site) sharedBudget(r *http.Request, who app.Actor, b *app.Budget) (SharedBudget, error) {
	shares, err := s.app.Shares(r.Context(), who, b.ID)
	if err != nil {
		return SharedBudget{}, err
	}
	view := SharedBudget{ID: b.ID, Name: b.Name, URL: linksOf(b.ID).base}
	for _, sh := range shares {
		view.Shares = append(view.Shares, ShareRow{User: sh.User, Role: roleName(sh.Role), Roles: roleChoices(sh.Role), You: sh.You})
		if sh.You {
			view.Manage, view.Role = sh.Role.May(auth.Manage), roleName(sh.Role)
		}
	}
	return view, nil
}

func (s *site) share(w http.ResponseWriter, r *http.Request) error {
	who, err := s.actor(r)
	if err != nil {
		return err
	}
	role := auth.Role(r.PostFormValue("role"))
	if err := s.app.SetShare(r.Context(), who, r.PathValue("id"), r.PostFormValue("user"), role); err != nil {
		return s.besideShared(w, r, who, err)
	}
	return came(w, r, sharingURL, "shared")
}

func (s *site) unshare(w http.ResponseWriter, r *http.Request) error {
	who, err := s.actor(r)
	if err != nil {
		return err
	}
	user := r.PostFormValue("user")
	if err := s.app.RemoveShare(r.Context(), who, r.PathValue("id"), user); err != nil {
		return s.besideShared(w, r, who, err)
	}
	if auth.UserKey(user) == auth.UserKey(who.Name) {
		return came(w, r, sharingURL, "left")
	}
	return came(w, r, sharingURL, "unshared")
}

// besideShared shows an error beside a budget that is on the page; for any
// other there is nothing to stand beside.
func (s *site) besideShared(w http.ResponseWriter, r *http.Request, who app.Actor, err error) error {
	if _, missing := s.app.Budget(r.Context(), who, r.PathValue("id")); missing != nil {
		return missing
	}
	return s.beside(w, r, err, s.showSharing)
}
