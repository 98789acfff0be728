package settings

import (
	"net/http"
	"slices"

	"holdover/internal/app/pageframe"
	"holdover/internal/model/auth"
	"holdover/internal/surface/httpx"
	"holdover/internal/surface/ui"
)

// SharingPage lists the budgets and the users with access to them.
type SharingPage struct {
	Settings
	Budgets []SharedBudget
	Alone   bool // there are no other users
}

func (*SharingPage) Template() string { return "settings_sharing" }

type SharedBudget struct {
	ID     string
	Name   string
	URL    string
	Manage bool // the user may share it
	Role   string
	Shares []ShareRow
	Fault  *ui.FaultText
	User   string // value of the form's field
}

type ShareRow struct {
	User  string
	Role  string
	Roles []ui.Option
	You   bool
}

// roleNames are the options of a role, in descending order.
var roleNames = []ui.Option{
	{Value: string(auth.Owner), Label: "Owner"}, {Value: string(auth.Editor), Label: "Editor"}, {Value: string(auth.Viewer), Label: "Viewer"},
}

func Sharing(w http.ResponseWriter, r *ui.Request) error { return showSharing(w, r, nil) }

// showSharing renders the page. An error is shown next to its budget.
func showSharing(w http.ResponseWriter, r *ui.Request, failed error) error {
	me, err := me(r)
	if err != nil {
		return err
	}
	all, err := r.App.Budgets(r.Context(), r.Actor)
	if err != nil {
		return err
	}
	p := &SharingPage{Settings: settingsOf(r, &me, sharingURL, nil)}
	if me.Admin { // if there is one user, it is the admin
		users, err := r.App.Users(r.Context(), r.Actor)
		if err != nil {
			return err
		}
		p.Alone = len(users) == 1
	}
	for _, b := range all {
		shared, err := sharedBudget(r, &b)
		if err != nil {
			return err
		}
		if failed != nil && b.ID == r.BudgetID {
			shared.Fault, shared.User = ui.FaultIn(failed), r.PostFormValue("user")
		}
		p.Budgets = append(p.Budgets, shared)
	}
	return r.Render(w, httpx.StatusOf(failed), p)
}

func sharedBudget(r *ui.Request, b *pageframe.Budget) (SharedBudget, error) {
	shares, err := r.App.Shares(r.Context(), r.Actor, b.ID)
	if err != nil {
		return SharedBudget{}, err
	}
	view := SharedBudget{ID: b.ID, Name: b.Name, URL: ui.LinksOf(b.ID).Base}
	for _, sh := range shares {
		roles := ui.ChooseOf(string(sh.Role), slices.Clone(roleNames)...)
		name := ui.ChosenLabel(ui.Ungrouped(roles))
		view.Shares = append(view.Shares, ShareRow{User: sh.User, Role: name, Roles: roles, You: sh.You})
		if sh.You {
			view.Manage, view.Role = sh.Role.May(auth.Manage), name
		}
	}
	return view, nil
}

func Share(w http.ResponseWriter, r *ui.Request) error {
	role := auth.Role(r.PostFormValue("role"))
	if err := r.App.SetShare(r.Context(), r.Actor, r.BudgetID, r.PostFormValue("user"), role); err != nil {
		return besideShared(w, r, err)
	}
	return came(w, r, sharingURL, "shared")
}

func Unshare(w http.ResponseWriter, r *ui.Request) error {
	user := r.PostFormValue("user")
	if err := r.App.RemoveShare(r.Context(), r.Actor, r.BudgetID, user); err != nil {
		return besideShared(w, r, err)
	}
	if auth.UserKey(user) == auth.UserKey(r.Actor.Name) {
		return came(w, r, sharingURL, "left")
	}
	return came(w, r, sharingURL, "unshared")
}

// besideShared shows an error next to its budget. If the user has no access to the budget, it returns that error
// instead.
func besideShared(w http.ResponseWriter, r *ui.Request, err error) error {
	if _, missing := r.App.Budget(r.Context(), r.Actor, r.BudgetID); missing != nil {
		return missing
	}
	return beside(w, r, err, showSharing)
}
