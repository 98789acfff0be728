package api

import (
	"cmp"
	"context"
	"net/http"
	"reflect"

	"holdover/internal/app"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/ynabdoc"
)

// SaveCategory contains a program's values for a category.
type SaveCategory struct {
	Name                 *string       `json:"name,omitempty" maxLength:"200"`
	Note                 *string       `json:"note,omitempty" nullable:"true" maxLength:"5000"`
	CategoryGroupID      *string       `json:"category_group_id,omitempty" format:"uuid" maxLength:"100"`
	GoalTarget           **money.Milli `json:"goal_target,omitempty" nullable:"true" doc:"Milliunits; a category without target gets a monthly one. Null removes the target"`
	GoalTargetDate       *civil.Date   `json:"goal_target_date,omitempty" nullable:"true" format:"date"`
	GoalNeedsWholeAmount *bool         `json:"goal_needs_whole_amount,omitempty" doc:"Set aside the amount each time, or refill up to it"`
	GoalFrequency        *string       `json:"goal_frequency,omitempty" enum:"weekly,monthly,yearly"`

	GoalRule *ynabdoc.GoalRule `json:"goal_rule,omitempty" doc:"A goal without an amount, instead of goal_target. The type none removes it; a goal_target of null keeps it"`
}

func (*SaveCategory) answered() reflect.Type { return reflect.TypeFor[Category]() }

type PostCategory struct {
	Category *SaveCategory `json:"category" required:"true"`
}

type PatchCategory struct {
	Category *SaveCategory `json:"category" required:"true"`
}

// SaveMonthCategory contains a program's values for a category in a month.
type SaveMonthCategory struct {
	Budgeted *money.Milli `json:"budgeted" required:"true" doc:"Milliunits"`
}

func (*SaveMonthCategory) answered() reflect.Type { return reflect.TypeFor[Category]() }

// PatchMonthCategory is a category's amount in a month. Older programs send it as month_category.
type PatchMonthCategory struct {
	Category *SaveMonthCategory `json:"category,omitempty"`
	Older    *SaveMonthCategory `json:"month_category,omitempty" doc:"The older name of category"`
}

// SaveCategoryGroup contains a program's values for a category group.
type SaveCategoryGroup struct {
	Name *string `json:"name" required:"true" maxLength:"50"`
}

func (*SaveCategoryGroup) answered() reflect.Type { return reflect.TypeFor[CategoryGroup]() }

type WriteCategoryGroup struct {
	CategoryGroup *SaveCategoryGroup `json:"category_group" required:"true"`
}

type SavedCategory struct {
	Category        Category `json:"category"`
	ServerKnowledge int64    `json:"server_knowledge"`
}

type SavedCategoryGroup struct {
	CategoryGroup   CategoryGroup `json:"category_group"`
	ServerKnowledge int64         `json:"server_knowledge"`
}

type categoryWrite struct {
	CategoryPath
	Sent
}

type monthCategoryWrite struct {
	MonthPath
	CategoryID string `path:"category_id"`
	Sent
}

type groupWrite struct {
	PlanPath
	GroupID string `path:"category_group_id"`
	Sent
}

func (a *api) registerCategoryWrites() {
	const tag = "Categories"
	const category, month = "/plans/{plan_id}/categories/{category_id}", "/plans/{plan_id}/months/{month}/categories/{category_id}"
	const group = "/plans/{plan_id}/category_groups"
	registerWrite(a, write{http.MethodPost, "createCategory", "/plans/{plan_id}/categories", tag, "Create a category"}, a.createCategory)
	registerWrite(a, write{http.MethodPatch, "updateCategory", category, tag, "Change a category's name, note, group or target"}, a.updateCategory)
	registerWrite(a, write{http.MethodPatch, "updateMonthCategory", month, tag, "Assign money to a category in a month"}, a.updateMonthCategory)
	registerWrite(a, write{http.MethodPost, "createCategoryGroup", group, tag, "Create a category group"}, a.createGroup)
	registerWrite(a, write{http.MethodPatch, "updateCategoryGroup", group + "/{category_group_id}", tag, "Rename a category group"}, a.updateGroup)
}

func (s *SaveCategory) fields() app.CategoryFields {
	f := app.CategoryFields{Name: s.Name, Note: s.Note, Group: s.CategoryGroupID}
	if s.GoalTarget == nil && s.GoalTargetDate == nil && s.GoalNeedsWholeAmount == nil && s.GoalFrequency == nil && s.GoalRule == nil {
		return f
	}
	f.Target = &app.TargetFields{Date: s.GoalTargetDate, Whole: s.GoalNeedsWholeAmount, Frequency: textOf(s.GoalFrequency), Rule: s.GoalRule}
	if s.GoalTarget != nil {
		f.Target.Amount, f.Target.Remove = *s.GoalTarget, *s.GoalTarget == nil
	}
	return f
}

func (a *api) createCategory(ctx context.Context, in *planWrite, body *PostCategory) (out SavedCategory, err error) {
	for field, given := range map[string]*string{"name": body.Category.Name, "category_group_id": body.Category.CategoryGroupID} {
		if textOf(given) == "" {
			return out, apperr.New(apperr.Invalid, "%s is missing", field).AtField(field)
		}
	}
	_, category, err := a.app.CreateCategory(ctx, actorOf(ctx), in.PlanID, body.Category.fields())
	return a.savedCategory(ctx, in.PlanID, "current", category, err)
}

func (a *api) savedCategory(ctx context.Context, plan, month, category string, writeErr error) (SavedCategory, error) {
	return readAfterWrite(ctx, a, plan, writeErr, func(session *readSession, out *SavedCategory) (err error) {
		out.ServerKnowledge = session.Knowledge()
		out.Category, err = session.monthCategory(month, category)
		return err
	})
}

func (a *api) updateCategory(ctx context.Context, in *categoryWrite, body *PatchCategory) (SavedCategory, error) {
	fields := body.Category.fields()
	if err := a.incomeStays(ctx, in, &fields); err != nil {
		return SavedCategory{}, err
	}
	_, err := a.app.UpdateCategory(ctx, actorOf(ctx), in.PlanID, in.CategoryID, fields)
	return a.savedCategory(ctx, in.PlanID, "current", in.CategoryID, a.listedAlone(ctx, in.PlanID, in.CategoryID, err))
}

// incomeStays refuses another name and a target for an income category, which programs find by its name. The listed
// name is accepted, since the category may have another one here.
func (a *api) incomeStays(ctx context.Context, in *categoryWrite, f *app.CategoryFields) error {
	return a.readPlan(ctx, in.PlanID, func(session *readSession) error {
		c, err := session.CategoryByID(in.CategoryID)
		if err != nil || !c.Income {
			return nil //nolint:nilerr // the change reports it
		}
		listed, err := session.monthCategory("current", in.CategoryID)
		switch target := f.Target; {
		case err != nil:
			return err
		case f.Name != nil && *f.Name != listed.Name && *f.Name != c.Name:
			return apperr.New(apperr.Invalid, "%s is the income category of the budget and cannot be renamed", listed.Name).AtField("name").WithHint("leave out the name")
		case target != nil && (target.Amount != nil || target.Whole != nil || target.Frequency != "" || target.Rule != nil && target.Rule.Type != app.NoRule || target.Date != nil && *target.Date != 0):
			return apperr.New(apperr.Invalid, "%s is the income category of the budget and cannot have a target", listed.Name).AtField("goal_target").
				WithHint("set a target for a spending category")
		}
		f.Name = nil
		return nil
	})
}

// listedAlone explains that a listed category that cannot be found is internal to the source and cannot be written.
func (a *api) listedAlone(ctx context.Context, plan, category string, err error) error {
	if apperr.KindOf(err) != apperr.NotFound || fieldOf(err) != "" {
		return err
	}
	listed, lookErr := a.savedCategory(ctx, plan, "current", category, nil)
	if lookErr != nil {
		return err
	}
	return apperr.New(apperr.Invalid, "the category %s is stored as in YNAB and cannot be changed", listed.Category.Name).
		WithHint("To assign to a card's payment category, budget this plan's cards as envelopes, as YNAB does: on its page Credit cards (/budgets/%s/cards), or by the command holdover cards %s envelopes --apply", plan, plan)
}

func (a *api) updateMonthCategory(ctx context.Context, in *monthCategoryWrite, body *PatchMonthCategory) (out SavedCategory, err error) {
	given := cmp.Or(body.Category, body.Older)
	if given == nil {
		return out, apperr.New(apperr.Invalid, "category is missing").AtField("category")
	}
	m, err := monthNamed(in.Month, a.app.Today(ctx))
	if err != nil {
		return out, err
	}
	_, err = a.app.SetBudgeted(ctx, actorOf(ctx), in.PlanID, in.CategoryID, m, *given.Budgeted)
	return a.savedCategory(ctx, in.PlanID, in.Month, in.CategoryID, a.listedAlone(ctx, in.PlanID, in.CategoryID, err))
}

func (a *api) createGroup(ctx context.Context, in *planWrite, body *WriteCategoryGroup) (SavedCategoryGroup, error) {
	_, group, err := a.app.CreateGroup(ctx, actorOf(ctx), in.PlanID, *body.CategoryGroup.Name)
	return a.savedGroup(ctx, in.PlanID, group, err)
}

func (a *api) updateGroup(ctx context.Context, in *groupWrite, body *WriteCategoryGroup) (SavedCategoryGroup, error) {
	was, err := a.savedGroup(ctx, in.PlanID, in.GroupID, nil)
	listed := err == nil
	if listed && was.CategoryGroup.Internal {
		if *body.CategoryGroup.Name == was.CategoryGroup.Name {
			return was, nil
		}
		return was, apperr.New(apperr.Invalid, "the group %s is built in and cannot be renamed", was.CategoryGroup.Name).AtField("name").WithHint("rename another group")
	}
	_, err = a.app.RenameGroup(ctx, actorOf(ctx), in.PlanID, in.GroupID, *body.CategoryGroup.Name)
	if listed && apperr.KindOf(err) == apperr.NotFound {
		err = apperr.New(apperr.Invalid, "the group %s is stored as in YNAB and cannot be changed", was.CategoryGroup.Name).WithHint("rename another group")
	}
	return a.savedGroup(ctx, in.PlanID, in.GroupID, err)
}

func (a *api) savedGroup(ctx context.Context, plan, group string, writeErr error) (SavedCategoryGroup, error) {
	return readAfterWrite(ctx, a, plan, writeErr, func(session *readSession, out *SavedCategoryGroup) error {
		out.ServerKnowledge = session.Knowledge()
		lists, err := session.lists(session.today.Month())
		if err != nil {
			return err
		}
		for _, g := range lists.Groups() {
			if sameID(g.ID, group) {
				out.CategoryGroup = groupOf(g)
				return nil
			}
		}
		return noSuch("category group", group)
	})
}
