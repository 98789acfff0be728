package web

import (
	"crypto/subtle"
	"net/http"
	"strings"

	"holdover/internal/app"
	"holdover/internal/fault"
	"holdover/internal/httpx"
)

// SignInPage asks who is there.
type SignInPage struct {
	Frame
	Name  string
	Back  string // where to go afterwards
	Fault *FaultText
}

func (*SignInPage) template() string { return "signin" }

// FirstStartPage creates the owner.
type FirstStartPage struct {
	Frame
	Name     string
	Code     bool // the code has to be entered
	NoCode   bool // it would have to be, but there is none
	Existing int  // budgets that are there already
	Fault    *FaultText
}

func (*FirstStartPage) template() string { return "first_start" }

func (s *site) signInForm(w http.ResponseWriter, r *http.Request) error {
	back := localPath(r.FormValue("back"))
	if !actorIn(r.Context()).Nobody() {
		http.Redirect(w, r, back, http.StatusSeeOther)
		return nil
	}
	has, err := s.app.HasUsers(r.Context())
	if err != nil {
		return err
	}
	if !has {
		http.Redirect(w, r, "/first-start", http.StatusSeeOther)
		return nil
	}
	return s.pages.render(w, r, http.StatusOK, &SignInPage{Frame: Frame{Title: "Sign in"}, Back: back})
}

func (s *site) signIn(w http.ResponseWriter, r *http.Request) error {
	name, back := r.PostFormValue("name"), localPath(r.PostFormValue("back"))
	err := s.begin(w, r, name, r.PostFormValue("password"))
	if err == nil {
		http.Redirect(w, r, back, http.StatusSeeOther)
		return nil
	}
	if !forPeople(err) {
		return err
	}
	text := faultText(s.logged(r, err))
	p := &SignInPage{Frame: Frame{Title: "Sign in"}, Name: name, Back: back, Fault: &text}
	return s.pages.render(w, r, httpx.StatusOf(err), p)
}

// begin signs in; the session that the browser may have had ends, so that
// nobody goes on with a key that was known before.
func (s *site) begin(w http.ResponseWriter, r *http.Request, name, password string) error {
	in, err := s.app.SignIn(r.Context(), app.Credentials{Name: name, Password: password, Address: s.address(r)})
	if err != nil {
		return err
	}
	if old := s.sessionKey(r); old != "" {
		if err := s.app.SignOut(r.Context(), old); err != nil {
			return err
		}
	}
	s.keepSession(w, r, in.Key.Reveal())
	return nil
}

func (s *site) signOut(w http.ResponseWriter, r *http.Request) error {
	if key := s.sessionKey(r); key != "" {
		if err := s.app.SignOut(r.Context(), key); err != nil {
			return err
		}
	}
	s.keepSession(w, r, "")
	http.Redirect(w, r, "/sign-in", http.StatusSeeOther)
	return nil
}

func (s *site) firstStart(w http.ResponseWriter, r *http.Request) error {
	return s.showFirstStart(w, r, nil)
}

func (s *site) showFirstStart(w http.ResponseWriter, r *http.Request, failed error) error {
	has, err := s.app.HasUsers(r.Context())
	if err != nil {
		return err
	}
	if has && failed == nil {
		http.Redirect(w, r, "/sign-in", http.StatusSeeOther)
		return nil
	}
	p := &FirstStartPage{Frame: Frame{Title: "Create the owner"}, Name: r.PostFormValue("name")}
	if p.Code = !s.atThisMachine(r); p.Code {
		p.NoCode = s.options.FirstCode == ""
	} else {
		all, err := s.app.Budgets(r.Context(), app.Machine())
		if err != nil {
			return err
		}
		p.Existing = len(all)
	}
	status := http.StatusOK
	if failed != nil {
		text := faultText(s.logged(r, failed))
		p.Fault, status = &text, httpx.StatusOf(failed)
	}
	return s.pages.render(w, r, status, p)
}

func (s *site) createOwner(w http.ResponseWriter, r *http.Request) error {
	name, password := r.PostFormValue("name"), r.PostFormValue("password")
	err := s.mayCreateOwner(r)
	if err == nil {
		err = repeated(password, r.PostFormValue("again"))
	}
	if err == nil {
		err = s.app.CreateOwner(r.Context(), name, password)
	}
	if err == nil {
		err = s.begin(w, r, name, password)
	}
	if err == nil {
		http.Redirect(w, r, "/budgets", http.StatusSeeOther)
		return nil
	}
	if !forPeople(err) {
		return err
	}
	return s.showFirstStart(w, r, err)
}

// mayCreateOwner keeps strangers on the network from being first.
func (s *site) mayCreateOwner(r *http.Request) error {
	if s.atThisMachine(r) {
		return nil
	}
	given := strings.ToUpper(strings.TrimSpace(r.PostFormValue("code")))
	if s.options.FirstCode == "" || subtle.ConstantTimeCompare([]byte(given), []byte(s.options.FirstCode)) != 1 {
		return fault.New(fault.Forbidden, "the code is not the one that Holdover printed").
			WithHint("it stands where holdover serve was started, and is another one after each start")
	}
	return nil
}

// repeated refuses a new password that was not typed the same way twice.
func repeated(password, again string) error {
	if password != again {
		return fault.New(fault.Invalid, "the two passwords are not the same").WithHint("type the new password twice")
	}
	return nil
}

// forPeople says whether a page can show the error beside its form; everything
// else is a fault of its own.
func forPeople(err error) bool {
	switch fault.KindOf(err) {
	case fault.Invalid, fault.Conflict, fault.Unauthorized, fault.Forbidden, fault.TooMany, fault.NotFound:
		return true
	}
	return false
}
