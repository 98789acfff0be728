package mcp

import (
	"context"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"holdover/internal/app"
	"holdover/internal/app/pageframe"
	"holdover/internal/model/humanize"
)

// archiving registers the tools for a fresh start and for archived years.
func (a *assistant) archiving(server *sdk.Server, write func(name, text string) *sdk.Tool) {
	preview := &sdk.Tool{
		Name: "preview_archive", Description: "What archiving the transactions before a year would do; nothing is changed.",
		Annotations: &sdk.ToolAnnotations{ReadOnlyHint: true, OpenWorldHint: new(false)},
	}
	add(a, server, preview, inBudget(a, a.previewArchive))
	archives := write("archive_years", "Fold the transactions before a year into starting balances. Preview it first.")
	archives.Annotations.DestructiveHint = new(true)
	add(a, server, archives, inBudget(a, a.archiveYears))
	add(a, server, write("bring_back_years", "Bring back the years that were archived last."), inBudget(a, a.bringBackYears))
	add(a, server, &sdk.Tool{
		Name: "fresh_start", Description: "Create a budget with the accounts and categories of another one, without its transactions. The other budget stays as it is.",
		Annotations: &sdk.ToolAnnotations{DestructiveHint: new(false), OpenWorldHint: new(false)},
	}, inBudget(a, a.freshStart))
}

type InArchive struct {
	InBudget
	Year int `json:"year" jsonschema:"the transactions before 1 January of this year are archived"`
}

// ArchivePreview is what archiving would do.
type ArchivePreview struct {
	Years    []int             `json:"years" jsonschema:"the years that can be chosen"`
	Archived int               `json:"archived" jsonschema:"how many transactions become starting balances"`
	Remain   int               `json:"remain" jsonschema:"how many transactions the budget has afterwards"`
	Stay     []string          `json:"stay,omitempty" jsonschema:"how many earlier transactions stay, and why"`
	Accounts []ArchivedAccount `json:"accounts"`
}

type ArchivedAccount struct {
	Account   string `json:"account"`
	Archived  int    `json:"archived"`
	Cleared   string `json:"cleared" jsonschema:"the starting balance of cleared transactions"`
	Uncleared string `json:"uncleared"`
}

func (a *assistant) previewArchive(ctx context.Context, b *pageframe.Budget, in InArchive) (out ArchivePreview, err error) {
	p, err := a.App.PreviewArchive(ctx, a.who, b.ID, in.Year)
	out = ArchivePreview{Years: append([]int{}, p.Years...), Archived: p.Rows, Remain: p.Left, Accounts: []ArchivedAccount{}}
	for _, why := range app.ArchiveReasons() {
		if n := p.Stays[why.Reason]; n > 0 {
			out.Stay = append(out.Stay, humanize.Count(n)+" "+why.Words)
		}
	}
	for _, acc := range p.Accounts {
		out.Accounts = append(out.Accounts, ArchivedAccount{acc.Name, acc.Rows, amount(b, acc.Cleared), amount(b, acc.Uncleared)})
	}
	return out, err
}

func (a *assistant) archiveYears(ctx context.Context, b *pageframe.Budget, in InArchive) (ChangeResult, error) {
	done, err := a.App.ArchiveYears(ctx, a.who, b.ID, in.Year)
	return a.after(ctx, b, done, err, InMonth{}, "")
}

func (a *assistant) bringBackYears(ctx context.Context, b *pageframe.Budget, _ InBudget) (ChangeResult, error) {
	done, err := a.App.BringBack(ctx, a.who, b.ID, nil)
	return a.after(ctx, b, done, err, InMonth{}, "")
}

type InFreshStart struct {
	InBudget
	Name          string `json:"name,omitempty" jsonschema:"of the new budget; if omitted, the old name with the month"`
	WithoutPayees bool   `json:"without_payees,omitempty" jsonschema:"take only the payees of scheduled transactions and rules"`
}

// FreshStart is the budget that a fresh start created.
type FreshStart struct {
	ID       string `json:"id"`
	Name     string `json:"name"`
	Accounts int    `json:"accounts"`
}

func (a *assistant) freshStart(ctx context.Context, b *pageframe.Budget, in InFreshStart) (FreshStart, error) {
	made, err := a.App.FreshStart(ctx, a.who, b.ID, app.FreshStartEntry{Name: in.Name, Payees: !in.WithoutPayees})
	return FreshStart{made.ID, made.Name, made.Accounts}, err
}
