package api

import (
	"cmp"
	"context"
	"net/http"
	"reflect"

	"holdover/internal/app"
	"holdover/internal/app/tags"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
)

// Tags in notes, which the source does not have.

// Tag is a tag with its use.
type Tag struct {
	_                         struct{}    `additionalProperties:"true"`
	Name                      string      `json:"name" doc:"Without the sign #. It stands for the tag in paths, as case and accents do not count"`
	Color                     string      `json:"color" enum:"red,orange,yellow,lime,green,teal,blue,indigo,purple,pink"`
	ColorIsChosen             bool        `json:"color_is_chosen" doc:"Whether a user chose the color; else it follows from the name"`
	Description               string      `json:"description"`
	TransactionCount          int         `json:"transaction_count"`
	Amount                    money.Milli `json:"amount" doc:"Milliunits; the sum of the transactions, or of their parts that have the tag"`
	LastDate                  *civil.Date `json:"last_date" format:"date" doc:"Of the newest transaction"`
	ScheduledTransactionCount int         `json:"scheduled_transaction_count"`
	RuleCount                 int         `json:"rule_count"`
	Deleted                   bool        `json:"deleted"`
}

type TagList struct {
	Tags            []Tag `json:"tags" nullable:"false" doc:"By name"`
	ServerKnowledge int64 `json:"server_knowledge"`
}

type SavedTag struct {
	Tag             Tag   `json:"tag"`
	ServerKnowledge int64 `json:"server_knowledge"`
}

// SaveTag contains a program's values for a tag. An omitted member stays.
type SaveTag struct {
	Color       *string `json:"color,omitempty" nullable:"true" enum:"red,orange,yellow,lime,green,teal,blue,indigo,purple,pink" doc:"Null for the one that follows from the name"`
	Description *string `json:"description,omitempty" nullable:"true" maxLength:"500"`
}

func (*SaveTag) answered() reflect.Type { return reflect.TypeFor[Tag]() }

type PatchTag struct {
	Tag *SaveTag `json:"tag" required:"true"`
}

// SaveTagName contains a program's name for a tag.
type SaveTagName struct {
	Name *string `json:"name" required:"true" maxLength:"200"`
}

func (*SaveTagName) answered() reflect.Type { return reflect.TypeFor[Tag]() }

type PatchTagName struct {
	Tag *SaveTagName `json:"tag" required:"true"`
}

type TagPath struct {
	PlanPath
	Tag string `path:"tag_name"`
}

type tagWrite struct {
	TagPath
	Sent
}

func (a *api) registerTags() {
	const tag, all = "Tags", "/plans/{plan_id}/tags"
	const one = all + "/{tag_name}"
	get(a, "getTags", all, tag, "Holdover only: list the tags with their use", a.listTags)
	registerWrite(a, write{http.MethodPatch, "updateTag", one, tag, "Holdover only: set the color and the description of a tag"}, a.updateTag)
	registerWrite(a, write{http.MethodPatch, "renameTag", one + "/name", tag, "Holdover only: rename a tag in all notes"}, a.renameTag)
	registerBodylessWrite(a, write{http.MethodDelete, "deleteTag", one, tag, "Holdover only: remove a tag from all notes"}, a.deleteTag)
}

func (a *api) listTags(ctx context.Context, in *PlanPath) (out TagList, err error) {
	id, err := a.resolvePlanID(ctx, in.PlanID)
	if err != nil {
		return out, err
	}
	list, err := a.app.TagsOf(ctx, actorOf(ctx), id)
	if err != nil {
		return out, err
	}
	setETag(ctx, list.Budget.Knowledge)
	out.Tags, out.ServerKnowledge = iterutil.Map(list.Tags, TagOf), list.Budget.Knowledge
	return out, nil
}

// TagOf returns a tag as programs see it.
func TagOf(t tags.Tag) Tag {
	return Tag{
		Name: t.Name, Color: t.Colour, ColorIsChosen: t.OwnColour, Description: t.Description, TransactionCount: t.Uses, Amount: t.Sum, LastDate: some(t.Last),
		ScheduledTransactionCount: t.Scheduled, RuleCount: t.Rules,
	}
}

func (a *api) updateTag(ctx context.Context, in *tagWrite, body *PatchTag) (SavedTag, error) {
	return a.changeTag(ctx, &in.TagPath, in.Tag, func(name string) (app.ChangeResult, error) {
		return a.app.DescribeTag(ctx, actorOf(ctx), in.PlanID, name, body.Tag.Color, body.Tag.Description)
	})
}

func (a *api) renameTag(ctx context.Context, in *tagWrite, body *PatchTagName) (SavedTag, error) {
	return a.changeTag(ctx, &in.TagPath, *body.Tag.Name, func(name string) (app.ChangeResult, error) {
		return a.app.RenameTag(ctx, actorOf(ctx), in.PlanID, name, *body.Tag.Name)
	})
}

func (a *api) deleteTag(ctx context.Context, in *TagPath) (SavedTag, error) {
	return a.changeTag(ctx, in, in.Tag, func(name string) (app.ChangeResult, error) {
		return a.app.RemoveTag(ctx, actorOf(ctx), in.PlanID, name)
	})
}

// changeTag changes the tag in a path and returns it as it is afterwards under the name after. A tag that no record has any
// more is returned with its last values, as deleted.
func (a *api) changeTag(ctx context.Context, in *TagPath, after string, do func(name string) (app.ChangeResult, error)) (out SavedTag, err error) {
	before, err := a.app.TagNamed(ctx, actorOf(ctx), in.PlanID, in.Tag)
	if err != nil {
		return out, err
	}
	done, err := do(before.Name)
	if err != nil {
		return out, err
	}
	now, err := a.app.TagNamed(ctx, actorOf(ctx), in.PlanID, after)
	isDeleted := apperr.KindOf(err) == apperr.NotFound
	if isDeleted {
		now, err = before, nil
	}
	knowledge, knowledgeErr := a.app.Knowledge(ctx, actorOf(ctx), in.PlanID)
	out.Tag, out.ServerKnowledge = TagOf(now), max(knowledge, done.Change)
	out.Tag.Deleted = isDeleted
	return out, cmp.Or(err, knowledgeErr)
}
