package ui

import (
	"html/template"
	"strconv"
)

// The sidebar and the file menu are part of every page of a budget. They are written in Go because templates took a
// tenth of the time of a page. All text is escaped with [HTMLWriter.Escape].

// HTML writes the sidebar.
func (bar *Sidebar) HTML(out *HTMLWriter) template.HTML {
	return out.WriteFrom(func(b *HTMLWriter) {
		b.Text("\n"+`<aside class="sidebar" id="sidebar" aria-label="Budget">
  <button class="file" popovertarget="file-menu" aria-haspopup="menu">
    <span class="file-name"><bdi>{}</bdi></span>`, bar.BudgetName)
		b.Picture("down")
		b.Text(`
  </button>
  <nav aria-label="Pages of this budget">
    `)
		b.sidebarPages(bar)
		b.Text(`
  </nav>
  <nav class="accounts" aria-label="Accounts">
    `)
		for i := range bar.Kinds {
			b.sidebarKind(i, &bar.Kinds[i])
		}
		b.If(len(bar.Kinds) == 0, `
    <p class="hint">No accounts yet.</p>
    `)
		b.sidebarFoot(bar)
		b.Text(`
  </nav>
  <p class="sidebar-foot"><a href="/settings">`)
		b.Picture("gear")
		b.Text(`Settings</a></p>
</aside>
`)
	})
}

// sidebarPages writes the links to the pages of the budget as a piece.
func (b *HTMLWriter) sidebarPages(bar *Sidebar) {
	b.Text(PieceBegins + `<ul class="pages" id="pages">`)
	for _, page := range []struct {
		on                  Section
		url, picture, label string
		waiting             []Badge
	}{
		{OnBudgetScreen, bar.Base, "budget", "Budget", nil},
		{OnReports, bar.To("reports"), "reports", "Reports", nil},
		{OnRegister, bar.Account(AllAccounts), "accounts", "All accounts", bar.Waiting},
		{OnInbox, bar.ToApprove.URL, "check", "To approve", []Badge{bar.ToApprove}},
		{OnPayees, bar.To("payees"), "payees", "Payees", nil},
		{OnScheduled, bar.To("scheduled"), "scheduled", "Scheduled", []Badge{bar.Due}},
		{OnRules, bar.To("rules"), "rules", "Rules", nil},
	} {
		b.Text("\n      ")
		if page.on == OnInbox && bar.ToApprove.Count == "" && bar.OnSection != OnInbox {
			continue
		}
		b.Text(`<li><a href="{}"`, page.url)
		b.current(bar.OnSection == page.on)
		b.Text(">")
		b.Picture(page.picture)
		b.Text(page.label + "</a>")
		for _, n := range page.waiting {
			b.If(n.Count != "", `<a class="badge" href="{}" title="{}" aria-label="{}">{}</a>`, n.URL, n.Label, n.Label, n.Count)
		}
		b.Text("</li>")
	}
	b.Text(`
    </ul>` + PieceEnds)
}

func (b *HTMLWriter) current(is bool) { b.If(is, ` aria-current="page"`) }

// sidebarKind writes a heading with its accounts.
func (b *HTMLWriter) sidebarKind(i int, k *AccountKind) {
	b.Text(`
    <details class="kind"`)
	b.If(!k.Folded, " open")
	b.Text(`>
      `+PieceBegins+`<summary id="kind-{}">`, strconv.Itoa(i))
	b.Picture("fold")
	b.Text(`<span>{}</span><span class="fig {}">{}</span></summary>`+PieceEnds+`
      <ul>
        `, k.Title, string(k.Sum.Sign), k.Sum.Text)
	for _, a := range k.Accounts { // each a piece
		b.Text(PieceBegins+`<li id="bar-{}"><a href="{}"`, a.ID, a.URL)
		b.current(a.Current)
		b.Text(`><bdi class="name" title="{}">{}</bdi><span class="fig {}">{}</span></a></li>`+PieceEnds+"\n        ",
			a.Name, a.Name, string(a.Balance.Sign), a.Balance.Text)
	}
	b.Text(`
      </ul>
    </details>
    `)
}

func (b *HTMLWriter) sidebarFoot(bar *Sidebar) {
	b.Text(`
    <p class="accounts-foot">`)
	manage := "Overview"
	if bar.MayAdd {
		manage = "Manage"
		b.Text(`<a href="{}"`, bar.NewAccount(""))
		b.current(bar.OnSection == OnNewAccount)
		b.Text(">")
		b.Picture("plus")
		b.Text("Add account</a>")
	}
	b.Text(`<a href="{}"`, bar.To("accounts"))
	b.current(bar.OnSection == OnAccounts)
	b.Text(">" + manage + "</a></p>")
}

// FileMenu writes the actions on the budget as a whole, and on a small screen the links of the sidebar.
func (bar *Sidebar) FileMenu(out *HTMLWriter) template.HTML {
	return out.WriteFrom(func(b *HTMLWriter) {
		b.Text(`
  <p class="menu-title"><bdi>{}</bdi></p>
  <ul role="menu" aria-label="File">
    <li role="none"><a role="menuitem" href="/budgets">Switch file</a></li>
    <li role="none"><a role="menuitem" href="/import">Import file</a></li>
    `, bar.BudgetName)
		if bar.ToApprove.Count != "" {
			b.fileMenuItem(` class="on-phone"`, bar.ToApprove.URL, bar.ToApprove.Count+" to approve", "")
		}
		due := "Scheduled"
		if bar.Due.Count != "" {
			due += ", " + bar.Due.Count + " due"
		}
		for _, item := range []struct {
			class, page, label, more string
			ofFile                   bool // it is about the imported file
		}{
			{` class="on-phone"`, "payees", "Payees", "", false},
			{` class="on-phone"`, "scheduled", due, "", false},
			{` class="on-phone"`, "rules", "Rules", "", false},
			{"", "history", "History", "", false},
			{"", "cards", "Credit cards", "", false},
			{"", "report", "Import report", "", true},
			{"", "verification", "Verification", "", true},
			{"", "clean-up", "Clean-up", "", true},
			{"", "newer-file", "Update from YNAB", "", true},
			{"", "document", "Download", " download", false},
			{"", "original", "Download the original document", " download", true},
		} {
			b.Text("\n    ")
			if bar.Imported || !item.ofFile {
				b.fileMenuItem(item.class, bar.To(item.page), item.label, item.more)
			}
		}
		b.Text(`
    <li role="none"><a role="menuitem" href="/settings">Settings</a></li>
    <li role="none" class="apart"><a role="menuitem" href="/budgets">Close file</a></li>
  </ul>
  `)
	})
}

func (b *HTMLWriter) fileMenuItem(class, url, label, more string) {
	b.Text(`<li role="none"`+class+`><a role="menuitem" href="{}"`+more+`>{}</a></li>`, url, label)
}
