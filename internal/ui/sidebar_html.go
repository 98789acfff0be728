package ui

import (
	"html/template"
	"strconv"
)

// The sidebar and the menu of the file stand on every page of a budget, and are written here: by templates they took a tenth
// of the time of a page. Every text goes through [HTMLWriter.Escape].

// HTML writes the sidebar.
func (bar *Sidebar) HTML(out *HTMLWriter) template.HTML {
	return out.Put(func(b *HTMLWriter) {
		b.Text("\n" + `<aside class="sidebar" id="sidebar" aria-label="Budget">
  <button class="file" popovertarget="file-menu" aria-haspopup="menu">
    <span class="file-name">`)
		b.Own(bar.BudgetName)
		b.Text("</span>")
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
		if len(bar.Kinds) == 0 {
			b.Text(`
    <p class="hint">No accounts yet.</p>
    `)
		}
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

// sidebarPages are the ways to the pages of the budget, a piece.
func (b *HTMLWriter) sidebarPages(bar *Sidebar) {
	b.Text(PieceBegins + `<ul class="pages" id="pages">
      `)
	b.sidebarPage(bar, OnBudgetScreen, bar.BudgetURL, "budget", "Budget")
	b.Text("</li>\n      ")
	b.sidebarPage(bar, OnReports, bar.ReportsURL, "reports", "Reports")
	b.Text("</li>\n      ")
	b.sidebarPage(bar, OnRegister, bar.RegisterURL, "accounts", "All accounts")
	for i := range bar.Waiting {
		b.badge(&bar.Waiting[i])
	}
	b.Text("</li>\n      ")
	if bar.ToApprove.Count != "" || bar.OnSection == OnInbox {
		b.sidebarPage(bar, OnInbox, bar.ToApprove.URL, "check", "To approve")
		b.badge(&bar.ToApprove)
		b.Text("</li>")
	}
	b.Text("\n      ")
	b.sidebarPage(bar, OnPayees, bar.PayeesURL, "payees", "Payees")
	b.Text("</li>\n      ")
	b.sidebarPage(bar, OnScheduled, bar.ScheduledURL, "scheduled", "Scheduled")
	b.badge(&bar.Due)
	b.Text("</li>\n      ")
	b.sidebarPage(bar, OnRules, bar.RulesURL, "rules", "Rules")
	b.Text(`</li>
    </ul>` + PieceEnds)
}

// sidebarPage begins the item of a page.
func (b *HTMLWriter) sidebarPage(bar *Sidebar, section Section, url, picture, label string) {
	b.Text("<li><a")
	b.Attribute("href", url)
	b.current(bar.OnSection == section)
	b.Text(">")
	b.Picture(picture)
	b.Text(label)
	b.Text("</a>")
}

func (b *HTMLWriter) current(is bool) {
	if is {
		b.Text(` aria-current="page"`)
	}
}

// badge is how many wait; nothing where none do.
func (b *HTMLWriter) badge(n *Badge) {
	if n.Count == "" {
		return
	}
	b.Text(`<a class="badge"`)
	b.Attribute("href", n.URL)
	b.Attribute("title", n.Label)
	b.Attribute("aria-label", n.Label)
	b.Text(">")
	b.Escape(n.Count)
	b.Text("</a>")
}

// sidebarKind is a heading with its accounts.
func (b *HTMLWriter) sidebarKind(i int, k *AccountKind) {
	b.Text(`
    <details class="kind"`)
	if !k.Folded {
		b.Text(" open")
	}
	b.Text(`>
      ` + PieceBegins + `<summary id="kind-`)
	b.Text(strconv.Itoa(i))
	b.Text(`">`)
	b.Picture("fold")
	b.Text("<span>")
	b.Escape(k.Title)
	b.Text("</span>")
	b.figure(k.Sum)
	b.Text("</summary>" + PieceEnds + `
      <ul>
        `)
	for i := range k.Accounts {
		b.sidebarAccount(&k.Accounts[i])
	}
	b.Text(`
      </ul>
    </details>
    `)
}

func (b *HTMLWriter) figure(f Figure) {
	b.Text(`<span class="fig `)
	b.Text(string(f.Sign))
	b.Text(`">`)
	b.Escape(f.Text)
	b.Text("</span>")
}

// sidebarAccount is an account, a piece.
func (b *HTMLWriter) sidebarAccount(a *AccountLink) {
	b.Text(PieceBegins + `<li id="bar-`)
	b.Escape(a.ID)
	b.Text(`"><a`)
	b.Attribute("href", a.URL)
	b.current(a.Current)
	b.Text(`><bdi class="name"`)
	b.Attribute("title", a.Name)
	b.Text(">")
	b.Escape(a.Name)
	b.Text("</bdi>")
	b.figure(a.Balance)
	b.Text("</a></li>" + PieceEnds + "\n        ")
}

func (b *HTMLWriter) sidebarFoot(bar *Sidebar) {
	b.Text(`
    <p class="accounts-foot">`)
	manage := "Overview"
	if bar.AddURL != "" {
		manage = "Manage"
		b.Text("<a")
		b.Attribute("href", bar.AddURL)
		b.current(bar.OnSection == OnNewAccount)
		b.Text(">")
		b.Picture("plus")
		b.Text("Add account</a>")
	}
	b.Text("<a")
	b.Attribute("href", bar.AccountsURL)
	b.current(bar.OnSection == OnAccounts)
	b.Text(">" + manage + "</a></p>")
}

// FileMenu writes what can be done with the file as a whole, and on a small screen the pages that the sidebar leads to.
func (bar *Sidebar) FileMenu(out *HTMLWriter) template.HTML {
	return out.Put(func(b *HTMLWriter) {
		b.Text(`
  <p class="menu-title">`)
		b.Own(bar.BudgetName)
		b.Text(`</p>
  <ul role="menu" aria-label="File">
    <li role="none"><a role="menuitem" href="/budgets">Switch file</a></li>
    <li role="none"><a role="menuitem" href="/import">Import file</a></li>
    `)
		if bar.ToApprove.Count != "" {
			b.fileMenuItem(` class="on-phone"`, bar.ToApprove.URL, bar.ToApprove.Count+" to approve", "")
		}
		due := "Scheduled"
		if bar.Due.Count != "" {
			due += ", " + bar.Due.Count + " due"
		}
		for _, item := range []struct{ class, url, label, more string }{
			{` class="on-phone"`, bar.PayeesURL, "Payees", ""},
			{` class="on-phone"`, bar.ScheduledURL, due, ""},
			{` class="on-phone"`, bar.RulesURL, "Rules", ""},
			{"", bar.HistoryURL, "History", ""},
			{"", bar.CardsURL, "Credit cards", ""},
			{"", bar.ReportURL, "Import report", ""},
			{"", bar.VerifyURL, "Verification", ""},
			{"", bar.CleanUpURL, "Clean-up", ""},
			{"", bar.NewerURL, "Update from YNAB", ""},
			{"", bar.DocumentURL, "Download", " download"},
			{"", bar.OriginalURL, "Download the original document", " download"},
		} {
			b.Text("\n    ")
			if item.url != "" {
				b.fileMenuItem(item.class, item.url, item.label, item.more)
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
	b.Text(`<li role="none"` + class + `><a role="menuitem"`)
	b.Attribute("href", url)
	b.Text(more + ">")
	b.Escape(label)
	b.Text("</a></li>")
}
