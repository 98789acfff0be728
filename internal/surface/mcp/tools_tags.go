package mcp

import (
	"context"

	"holdover/internal/app/pageframe"
)

type Tags struct {
	Count int      `json:"count"`
	Tags  []OneTag `json:"tags"`
}

type OneTag struct {
	Name         string `json:"name"`
	Description  string `json:"description,omitempty"`
	Color        string `json:"color"`
	Transactions int    `json:"transactions"`
	Sum          string `json:"sum"`
	Last         string `json:"last,omitempty" jsonschema:"the day of the newest transaction"`
}

type InTags struct {
	InBudget
	Limit Limit `json:"limit,omitempty" jsonschema:"how many to list, by name; 100 if omitted, which is the most"`
}

func (a *assistant) tags(ctx context.Context, b *pageframe.Budget, in InTags) (out Tags, err error) {
	list, err := a.App.TagsOf(ctx, a.who, b.ID)
	out.Count, out.Tags = len(list.Tags), []OneTag{}
	for _, t := range list.Tags[:min(len(list.Tags), in.Limit.or(mostRows))] {
		out.Tags = append(out.Tags, OneTag{t.Name, t.Description, t.Colour, t.Uses, amount(b, t.Sum), t.Last.String()})
	}
	return out, err
}

type InRenameTag struct {
	InBudget
	Tag  string `json:"tag" jsonschema:"its name, with or without #"`
	Name string `json:"name" jsonschema:"the new name"`
}

func (a *assistant) renameTag(ctx context.Context, b *pageframe.Budget, in InRenameTag) (ChangeResult, error) {
	done, err := a.App.RenameTag(ctx, a.who, b.ID, in.Tag, in.Name)
	return a.after(ctx, b, done, err, InMonth{}, "")
}
