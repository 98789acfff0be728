package banks

import (
	"net/http"

	"holdover/internal/app"
	"holdover/internal/app/banks"
	"holdover/internal/app/pageframe"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/model/auth"
	"holdover/internal/model/budget"
	"holdover/internal/storage/bankapi"
	"holdover/internal/surface/ui"
	"holdover/internal/surface/web/bankfile"
)

// answer redirects to a page that reports what was done, or shows the connection again with the error.
func answer(w http.ResponseWriter, r *ui.Request, failed error, to, did string) error {
	if failed == nil {
		return r.Redirect(w, to+"?did="+did)
	}
	return beside(w, r, failed)
}

// beside shows the connection again with an error. What a request to the bank has stored about itself is no change of the user's.
func beside(w http.ResponseWriter, r *ui.Request, failed error) error {
	if !isShown(failed) {
		return failed
	}
	apperr.SetOutcome(r.Context(), apperr.Unchanged)
	f, err := r.Frame()
	if err != nil {
		return err
	}
	return showConnection(w, r, f, failed)
}

// here returns the address of the page of the request's connection.
func here(r *ui.Request) string { return connectionURL(r.Links, r.PathValue("connection")) }

// browser describes the browser of a request to the bank.
func browser(r *ui.Request) banks.Browser {
	return banks.Browser{IP: r.Address(), UserAgent: r.UserAgent()}
}

// Fetch fetches and imports the transactions of a connection.
func Fetch(w http.ResponseWriter, r *ui.Request) error {
	err := r.App.FetchBank(r.Context(), r.Actor, r.BudgetID, r.PathValue("connection"), browser(r))
	if err == nil {
		to := here(r)
		if r.Get("back") == "list" {
			to = r.To("banks")
		}
		return r.Redirect(w, to+"?did=fetched")
	}
	if c, unknown := r.App.BankConnection(r.Context(), r.Actor, r.BudgetID, r.PathValue("connection")); unknown == nil && isStored(&c, err) {
		return r.Redirect(w, here(r))
	}
	return beside(w, r, err)
}

// ListAgain asks the bank for its accounts again.
func ListAgain(w http.ResponseWriter, r *ui.Request) error {
	err := r.App.ListBankAccounts(r.Context(), r.Actor, r.BudgetID, r.PathValue("connection"))
	return answer(w, r, err, here(r), "listed")
}

// Disconnect ends a connection.
func Disconnect(w http.ResponseWriter, r *ui.Request) error {
	isEnded, err := r.App.DisconnectBank(r.Context(), r.Actor, r.BudgetID, r.PathValue("connection"))
	did := "disconnected"
	if !isEnded {
		did = "disconnected-here"
	}
	return answer(w, r, err, r.To("banks"), did)
}

// Preview fetches transactions of a bank account and redirects to their preview.
func Preview(w http.ResponseWriter, r *ui.Request) error {
	if err := r.Require(auth.Change); err != nil {
		return err
	}
	l, err := link(r)
	if err == nil && l.Account == "" {
		err = apperr.New(apperr.Conflict, "this bank account is not linked any more").WithHint("link it again")
	}
	if err != nil {
		return beside(w, r, err)
	}
	return previewOf(w, r, &l, l.Account)
}

// link returns the bank account that a form names.
func link(r *ui.Request) (banks.Link, error) {
	c, err := r.App.BankConnection(r.Context(), r.Actor, r.BudgetID, r.PathValue("connection"))
	if err != nil {
		return banks.Link{}, err
	}
	if l := iterutil.First(c.Links, func(l banks.Link) bool { return l.Key == r.Get("key") }); l != nil {
		return *l, nil
	}
	return banks.Link{}, apperr.New(apperr.NotFound, "the bank does not list this account any more").WithHint("list the bank accounts again")
}

// previewOf fetches transactions of a linked bank account and redirects to their preview.
func previewOf(w http.ResponseWriter, r *ui.Request, l *banks.Link, account string) error {
	fetched, err := r.App.FetchBankFile(r.Context(), r.Actor, r.BudgetID, r.PathValue("connection"), l.Key, 0, browser(r))
	if err != nil {
		return beside(w, r, err)
	}
	return hold(w, r, l, account, &fetched)
}

// hold stores fetched transactions until the user decides about them, and redirects to their preview.
func hold(w http.ResponseWriter, r *ui.Request, l *banks.Link, account string, fetched *banks.FetchedFile) error {
	to, err := bankfile.Hold(r, account, bankfile.Origin{Connection: r.PathValue("connection"), Key: l.Key, Starts: !l.IsStarted}, fetched)
	if err != nil {
		return beside(w, r, err)
	}
	return r.Redirect(w, to)
}

// Link stores where the transactions of a bank account go, and fetches the first ones for a preview.
func Link(w http.ResponseWriter, r *ui.Request) error {
	r.ReadHidden()
	if err := r.Require(auth.Manage); err != nil {
		return err
	}
	f, err := r.Frame()
	if err != nil {
		return err
	}
	l, err := link(r)
	if err != nil {
		return beside(w, r, err)
	}
	choice := banks.LinkChoice{Key: l.Key, Account: r.Get("account"), ByPurchaseDate: r.Get("dates") == "purchase", Uses: bankapi.BalanceKind(r.Get("balance"))}
	if choice.Account == noAccount {
		if l.Account == "" {
			return beside(w, r, apperr.New(apperr.Invalid, "no account is chosen").AtField("account").WithHint("choose where the transactions go"))
		}
		return answer(w, r, r.App.LinkBankAccount(r.Context(), r.Actor, r.BudgetID, r.PathValue("connection"), choice), here(r), "saved")
	}
	if choice.From, err = firstDay(r, f); err != nil {
		return beside(w, r, err)
	}
	if choice.Account == newAccount {
		return linkNewAccount(w, r, f, &l, choice)
	}
	if err := r.App.LinkBankAccount(r.Context(), r.Actor, r.BudgetID, r.PathValue("connection"), choice); err != nil {
		return beside(w, r, err)
	}
	if r.Get("do") == "preview" {
		return previewOf(w, r, &l, choice.Account)
	}
	return r.Redirect(w, here(r)+"?did=saved")
}

// firstDay returns the first day to fetch.
func firstDay(r *ui.Request, f *pageframe.Frame) (civil.Date, error) {
	from, err := ui.ReadDate(f.Budget.DateFormat, r.Get("from"), r.Today)
	switch {
	case err != nil:
		return 0, apperr.New(apperr.Invalid, "%s", err.Error()).AtField("from").WithHint("%s", apperr.HintOf(err))
	case from > r.Today:
		return 0, apperr.New(apperr.Invalid, "the first day to fetch is in the future").AtField("from").WithHint("choose today or an earlier day")
	}
	return from, nil
}

// linkNewAccount adds an account that begins with the bank's balance at the first day, links it, and shows the preview. The
// transactions are fetched first, so that nothing is added if that fails.
func linkNewAccount(w http.ResponseWriter, r *ui.Request, f *pageframe.Frame, l *banks.Link, choice banks.LinkChoice) error {
	kind, isKnown := ui.KindsByType[budget.AccountType(r.Get("type"))]
	if !isKnown {
		return beside(w, r, apperr.New(apperr.Invalid, "no kind of account is chosen").AtField("account").WithHint("choose one, such as Checking"))
	}
	for i := range f.Accounts { // before anything is asked of the bank
		if budget.NameKey(f.Accounts[i].Name) == budget.NameKey(r.Get("name")) {
			return beside(w, r, apperr.New(apperr.Conflict, "an account named %s already exists", f.Accounts[i].Name).AtField("name").WithHint("choose another name, or link that account"))
		}
	}
	connection := r.PathValue("connection")
	fetched, err := r.App.FetchBankFile(r.Context(), r.Actor, r.BudgetID, connection, l.Key, choice.From, browser(r))
	if err != nil {
		return beside(w, r, err)
	}
	entry := app.AccountEntry{Name: r.Get("name"), Type: string(kind.Type), OnBudget: kind.Type.IsUsuallyOnBudget()}
	if fetched.Opening != nil {
		entry.Balance, entry.Date = fetched.Opening.Amount, choice.From
	}
	_, account, err := r.App.AddAccount(r.Context(), r.Actor, r.BudgetID, entry)
	if err != nil {
		return beside(w, r, err)
	}
	if account == "" { // an earlier request added and linked it
		return r.Redirect(w, here(r))
	}
	choice.Account = account
	if err := r.App.LinkBankAccount(r.Context(), r.Actor, r.BudgetID, connection, choice); err != nil {
		return beside(w, r, err)
	}
	return hold(w, r, l, account, &fetched)
}
