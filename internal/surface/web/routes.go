package web

import (
	"net/url"

	"holdover/internal/app"
	"holdover/internal/app/bankimport"
	"holdover/internal/app/openid"
	"holdover/internal/app/rows"
	"holdover/internal/model/auth"
	"holdover/internal/surface/httpx"
	"holdover/internal/surface/ui"
	"holdover/internal/surface/web/accounts"
	"holdover/internal/surface/web/bankfile"
	"holdover/internal/surface/web/banks"
	"holdover/internal/surface/web/budget"
	"holdover/internal/surface/web/files"
	"holdover/internal/surface/web/inbox"
	"holdover/internal/surface/web/loans"
	"holdover/internal/surface/web/migration"
	"holdover/internal/surface/web/offline"
	"holdover/internal/surface/web/palette"
	"holdover/internal/surface/web/payees"
	"holdover/internal/surface/web/register"
	"holdover/internal/surface/web/reports"
	"holdover/internal/surface/web/rules"
	"holdover/internal/surface/web/scheduled"
	"holdover/internal/surface/web/settings"
	"holdover/internal/surface/web/tags"
)

// Maximum sizes of requests in bytes.
const (
	maxPlanFile = 1 << 30 // the largest real files have 100 MB
	maxBackup   = 8 << 30 // a million transactions take less than a twentieth
	maxLongForm = 2 << 20 // a form that lists many transactions by id
)

// otherRights contains the rights of the budget's forms that need a right other than auth.Change.
var otherRights = map[string]auth.Right{
	"POST /budgets/{id}/rename":    auth.Manage,
	"POST /budgets/{id}/delete":    auth.Manage,
	"POST /budgets/{id}/duplicate": auth.See, // the copy is a new budget of the user; this one does not change
	"POST /budgets/{id}/view":      auth.See, // it changes only the browser's own view

	"POST /budgets/{id}/fresh-start": auth.See, // like duplicate

	"POST /budgets/{id}/banks/connect":                 auth.Manage,
	"POST /budgets/{id}/bank-steps/{step}":             auth.Manage,
	"POST /budgets/{id}/banks/{connection}/link":       auth.Manage,
	"POST /budgets/{id}/banks/{connection}/accounts":   auth.Manage,
	"POST /budgets/{id}/banks/{connection}/disconnect": auth.Manage,
}

// routes registers the addresses of all pages. Pages without users' data are public; all others require a session.
// Requests below /budgets/{id} have their budget set.
func routes(t *table, d *dispatcher) {
	t.Public("POST /theme", ui.SetTheme)
	t.Public("POST /amounts", ui.SetAmounts)
	t.Public("GET /accent/{colour}", ui.AccentCSS)
	t.Public("GET /app.webmanifest", ui.HomeScreen)
	shell := offline.NewShell(t.site.Pages.Assets)
	t.Public("GET /sw.js", shell.Worker)
	t.Public("GET /offline", shell.Page)
	t.Public("GET /waiting", shell.Page)
	t.Public("GET /add", shell.Add)
	t.PublicFile("POST /share", rows.MaxReceipt+httpx.FormBytes, offline.Share)
	t.Handle("GET /add/form", offline.Usual("rows/new"))
	t.Handle("GET /to-approve", offline.Usual("to-approve"))
	t.Public("GET /export-guide", migration.Guide)
	t.Public("GET /first-start", settings.FirstStart)
	t.Public("POST /first-start", settings.CreateOwner)
	t.Public("POST /first-start/restore", settings.RestoreBackup)
	t.PublicFile("POST /first-start/upload", maxBackup, settings.UploadBackup)
	t.Public("GET /sign-in", settings.SignInForm)
	t.Public("POST /sign-in", settings.SignIn)
	passkeys := settings.NewPasskeys()
	t.Public("POST /sign-in/passkey", passkeys.SignIn)
	t.Public("POST /sign-in/passkey/begin", passkeys.Begin)
	t.Public("GET /sign-in/code", settings.SignInStep)
	t.Public("POST /sign-in/code", settings.EnterCode)
	t.Public("GET /sign-in/set-up", settings.SignInStep)
	t.Public("POST /sign-in/set-up", settings.SetUpAppAtSignIn)
	t.Public("POST /sign-out", settings.SignOut)
	t.Public("GET /sign-in/provider", settings.StartProvider)
	t.Public("GET "+openid.CallbackPath, settings.FinishProvider)

	t.Handle("GET /session", settings.HasSession)
	t.Handle("GET /{$}", files.Home)
	t.Handle("GET /settings", settings.Show)
	t.Handle("GET /settings/appearance", settings.Appearance)
	t.Handle("POST /settings/appearance", settings.SetAppearance)
	t.Handle("POST /settings/near", settings.SetNear)
	t.Handle("POST /settings/reminders", settings.TurnOnReminders)
	t.Handle("POST /settings/reminders/key", settings.PushKey)
	t.Handle("POST /settings/reminders/test", settings.TestReminders())
	t.Handle("POST /settings/reminders/off", settings.TurnOffReminders)
	t.Handle("POST /settings/password", settings.ChangePassword)
	t.Handle("POST /settings/sessions", settings.EndSession)
	t.Handle("GET /settings/sign-in", settings.Ways)
	t.Handle("POST /settings/sign-in/confirm", settings.Confirm)
	t.Handle("POST /settings/sign-in/confirm/passkey", passkeys.Confirm)
	t.Handle("POST /settings/sign-in/passkeys", passkeys.Add)
	t.Handle("POST /settings/sign-in/passkeys/begin", passkeys.BeginAdd)
	t.Handle("POST /settings/sign-in/passkeys/rename", passkeys.Rename)
	t.Handle("POST /settings/sign-in/passkeys/remove", passkeys.Remove)
	t.Handle("GET /settings/sign-in/app", settings.SetUpForm)
	t.Handle("POST /settings/sign-in/app", settings.SetUpApp)
	t.Handle("POST /settings/sign-in/app/remove", settings.RemoveApp)
	t.Handle("GET /settings/sign-in/codes", settings.ShowCodes)
	t.Handle("POST /settings/sign-in/codes", settings.MakeCodes)
	t.Handle("GET /sign-in/provider/done", settings.ProviderDone)
	t.Handle("POST /settings/sign-in/link", settings.Link)
	t.Handle("POST /settings/sign-in/unlink", settings.Unlink)
	t.Handle("GET /settings/users", settings.Users)
	t.Handle("POST /settings/users/second-factor", settings.RequireFactor)
	t.Handle("POST /settings/users/reset-second-factor", settings.ResetFactor)
	t.Handle("POST /settings/users/unlink", settings.UnlinkUser)
	t.Handle("POST /settings/users", settings.AddUser)
	t.Handle("POST /settings/users/password", settings.SetPassword)
	t.Handle("POST /settings/users/remove", settings.RemoveUser)
	t.Handle("GET /settings/sharing", settings.Sharing)
	t.Handle("POST /settings/sharing/{id}", settings.Share)
	t.Handle("POST /settings/sharing/{id}/remove", settings.Unshare)
	t.Handle("GET /settings/backups", settings.Backups)
	t.Handle("POST /settings/backups", settings.MakeBackup)
	t.Handle("GET /settings/developer", settings.Tokens)
	t.Handle("POST /settings/developer", settings.NewToken)
	t.Handle("POST /settings/developer/revoke", settings.RevokeToken)

	t.Handle("GET /budgets", files.List)
	t.Handle("POST /budgets", files.Create)
	t.Handle("POST /budgets/sample", files.TrySample)
	t.Handle("GET /budgets/new", files.New)
	t.HandleFramed("GET /budgets/{id}/file", files.Menu)
	t.Handle("POST /budgets/{id}/rename", files.Rename)
	t.Handle("POST /budgets/{id}/duplicate", files.Duplicate)
	t.HandleFramed("GET /budgets/{id}/fresh-start", files.FreshStart)
	t.Handle("POST /budgets/{id}/fresh-start", files.MakeFreshStart)
	t.HandleFramed("GET /budgets/{id}/archive", files.Archive)
	t.Handle("POST /budgets/{id}/archive", files.ArchiveYears)
	t.Handle("GET /budgets/{id}/archive/{archive}", files.ArchiveFile)
	t.Handle("POST /budgets/{id}/bring-back", files.BringBack)
	t.HandleFile("POST /budgets/{id}/bring-back-file", maxPlanFile, files.BringBackFile)
	t.Handle("POST /budgets/{id}/accept", files.Accept)
	t.Handle("POST /budgets/{id}/delete", files.Delete)
	t.Handle("GET /budgets/{id}/original", files.Original)
	t.Handle("GET /budgets/{id}/document", files.Document)
	t.HandleFramed("GET /budgets/{id}/download", files.Downloads)
	t.Handle("GET /budgets/{id}/download/{format}", files.Export)
	t.HandleFramed("GET /budgets/{id}/download/{format}/omitted", files.Omitted)
	t.HandleFramed("GET /budgets/{id}/history", files.History)

	in := &migration.Inbox{}
	t.Handle("GET /import", migration.ImportForm)
	t.HandleFile("POST /import", maxPlanFile, in.ImportFile)
	t.Handle("GET /import/{job}/progress", in.ImportProgress)
	t.Handle("GET /import/from-source", migration.FromSourceForm)
	t.Handle("POST /import/from-source", migration.SourcePlans)
	t.Handle("POST /import/from-source/plan", in.ImportFromSource)
	t.Handle("GET /import/from-source/plan/{job}/progress", in.ImportProgress)
	t.Handle("GET /known-plan/{key}", migration.ExistingPlan)
	t.Handle("POST /known-plan/{key}", in.ImportExisting)
	t.Handle("GET /known-plan/{key}/{job}/progress", in.ImportProgress)
	t.Handle("GET /unclear-file/{key}", migration.UnclearFile)
	t.Handle("POST /unclear-file/{key}", in.ImportAnswered)
	t.Handle("GET /unclear-file/{key}/{job}/progress", in.ImportProgress)
	t.HandleFramed("GET /budgets/{id}/report", migration.ShowImportReport)
	t.Handle("POST /budgets/{id}/report", migration.AnswerCards)
	t.HandleFramed("GET /budgets/{id}/verification", migration.ShowVerification)
	t.Handle("GET /budgets/{id}/clean-up", migration.CleanUp)
	t.HandleForm("POST /budgets/{id}/clean-up/{kind}", maxLongForm, migration.ApplyCleanUp)
	t.HandleFramed("GET /budgets/{id}/cards", migration.Cards)
	t.Handle("POST /budgets/{id}/cards", migration.KeepCards)
	t.Handle("GET /budgets/{id}/newer-file", migration.NewerForm)
	t.HandleFile("POST /budgets/{id}/newer-file", maxPlanFile, migration.NewerFile)
	t.Handle("GET /budgets/{id}/newer-file/{key}", migration.PendingNewerFile)
	t.Handle("POST /budgets/{id}/newer-file/{key}", migration.TakeOverNewer)

	t.Handle("GET /budgets/{id}", ui.WithPageCache(budget.Show))
	t.Handle("POST /budgets/{id}/view", budget.StoreView)
	t.Handle("GET /budgets/{id}/assign", budget.Assign)

	t.HandleFramed("GET /budgets/{id}/accounts", accounts.List)
	t.Handle("POST /budgets/{id}/accounts", accounts.Add)
	t.Handle("GET /budgets/{id}/accounts/new", accounts.New)
	t.Handle("GET /budgets/{id}/accounts/{account}", ui.WithPageCache(register.Show))
	t.Handle("POST /register-columns", register.SetColumns)
	t.Handle("GET /budgets/{id}/accounts/{account}/loan", loans.Show)
	t.Handle("GET /budgets/{id}/accounts/{account}/filter", register.ShowFilter)
	t.Handle("GET /budgets/{id}/accounts/{account}/csv", register.CSV)
	t.Handle("GET /budgets/{id}/accounts/{account}/print", register.Print)
	t.Handle("GET /budgets/{id}/rows/new", register.NewRow)
	t.Handle("GET /budgets/{id}/rows/{row}", register.OpenRow)
	t.HandleForm("POST /budgets/{id}/rows/form", maxLongForm, register.RedrawRow)
	t.HandleFile("POST /budgets/{id}/rows/with-receipt", rows.MaxReceipt+maxLongForm, d.addWithReceipt)
	t.Handle("GET /budgets/{id}/rows/{row}/receipts", register.ShowReceipts)
	t.HandleFile("POST /budgets/{id}/rows/{row}/receipts", rows.MaxReceipt+httpx.FormBytes, register.AddReceipt)
	t.Handle("GET /budgets/{id}/receipts/{receipt}", register.Receipt)
	t.Handle("GET /budgets/{id}/payees/suggest", register.SuggestPayees)
	t.Handle("GET /budgets/{id}/payees/category", register.CategoryOfPayee)
	t.Handle("GET /budgets/{id}/payees/places", register.PlacesOfPayees)

	t.Handle("GET /budgets/{id}/accounts/{account}/bank-file", bankfile.Form)
	t.HandleFile("POST /budgets/{id}/accounts/{account}/bank-file", bankimport.MaxFile+httpx.FormBytes, bankfile.Upload)
	t.Handle("GET /budgets/{id}/accounts/{account}/bank-file/{file}", bankfile.Preview)
	t.HandleForm("POST /budgets/{id}/accounts/{account}/bank-file/{file}", maxLongForm, bankfile.Choose)

	t.HandleFramed("GET /budgets/{id}/banks", banks.List)
	t.Handle("POST /budgets/{id}/banks/connect", banks.Connect)
	t.Handle("GET /budgets/{id}/bank-steps/{step}", banks.Step)
	t.HandleFile("POST /budgets/{id}/bank-steps/{step}", banks.MaxStep, banks.Submit)
	t.Handle("GET "+banks.ReturnPath, banks.Return)
	t.HandleFramed("GET /budgets/{id}/banks/{connection}", banks.Show)
	t.Handle("POST /budgets/{id}/banks/{connection}/link", banks.Link)
	t.Handle("POST /budgets/{id}/banks/{connection}/preview", banks.Preview)
	t.Handle("POST /budgets/{id}/banks/{connection}/fetch", banks.Fetch)
	t.Handle("POST /budgets/{id}/banks/{connection}/accounts", banks.ListAgain)
	t.HandleFramed("GET /budgets/{id}/banks/{connection}/disconnect", banks.AskDisconnect)
	t.Handle("POST /budgets/{id}/banks/{connection}/disconnect", banks.Disconnect)

	t.Handle("GET /budgets/{id}/to-approve", inbox.Show)

	t.Handle("GET /budgets/{id}/payees", payees.List)
	t.Handle("GET /budgets/{id}/payees/chosen", d.menuOf(payees.Chosen))
	t.Handle("GET /budgets/{id}/payees/{payee}/places", payees.Places)

	t.Handle("GET /budgets/{id}/tags", tags.List)
	t.Handle("GET /budgets/{id}/tags/suggest", tags.Suggest)

	t.HandleFramed("GET /budgets/{id}/rules", rules.List)
	t.Handle("GET /budgets/{id}/rules/new", rules.Form)
	t.Handle("GET /budgets/{id}/rules/{rule}", rules.Form)
	t.Handle("POST /budgets/{id}/rules/form", rules.Submit)

	t.Handle("GET /budgets/{id}/scheduled", scheduled.List)
	t.Handle("GET /budgets/{id}/scheduled/new", scheduled.Form)
	t.Handle("GET /budgets/{id}/scheduled/{scheduled}", scheduled.Form)
	t.HandleForm("POST /budgets/{id}/scheduled/form", maxLongForm, scheduled.Redraw)

	t.HandleFramed("GET /budgets/{id}/reports", reports.Front)
	t.Handle("GET /budgets/{id}/reports/{report}", reports.Show)
	t.Handle("GET /budgets/{id}/reports/filter/{report}", reports.Filter)
	t.Handle("GET /budgets/{id}/reports/categories/{category}", reports.Category)

	t.HandleFramed("GET /budgets/{id}/go", palette.Show(allFeatures()))
	t.Handle("GET /budgets/{id}/menu", d.menuOf(func(r *ui.Request) url.Values { return r.URL.Query() }))
	t.HandleForm("POST /budgets/{id}/do/{what}", maxLongForm, d.change)
	t.Handle("POST /budgets/{id}/undo", d.reverse((*app.App).Undo))
	t.Handle("POST /budgets/{id}/redo", d.reverse((*app.App).Redo))
	t.Handle("GET /budgets/{id}/events", followChanges)
	t.Handle("GET /budgets/{id}/offline", offline.Snapshot)
}
