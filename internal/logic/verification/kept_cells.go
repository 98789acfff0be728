package verification

import (
	"bytes"
	"errors"
	"slices"

	"holdover/internal/base/money"
	"holdover/internal/model/ynabdoc"
)

// keptCells contains the categories of a document's months. Most of the text of a category is the same in every
// month, so each distinct text is stored once, as in the document, and the figures are stored separately. Reading the
// months as JSON took nine tenths of a comparison.
type keptCells struct {
	Said    []byte    // a document with the distinct categories of the months, without figures
	Of      [][]int32 // by month, the indexes of its categories in Said
	Figures []int64   // those of one category of one month after another, monthlyFigures each (see monthly)
}

// monthlyFigures is the number of figures that a month has of a category.
const monthlyFigures = 8

// monthly returns a category's figures in a month.
func monthly(c *ynabdoc.Category) [monthlyFigures]int64 {
	return [...]int64{
		int64(c.Budgeted), int64(c.Activity), int64(c.Balance), int64(c.GoalUnderFunded), int64(c.GoalOverallFunded), int64(c.GoalOverallLeft),
		int64(c.GoalPercentage), int64(c.GoalMonthsToBudget),
	}
}

// setMonthly sets a category's figures in a month.
func setMonthly(c *ynabdoc.Category, of [monthlyFigures]int64) {
	c.Budgeted, c.Activity, c.Balance = money.Milli(of[0]), money.Milli(of[1]), money.Milli(of[2])
	c.GoalUnderFunded, c.GoalOverallFunded, c.GoalOverallLeft = money.Milli(of[3]), money.Milli(of[4]), money.Milli(of[5])
	c.GoalPercentage, c.GoalMonthsToBudget = int(of[6]), int(of[7])
}

// keepCells packs the categories of months.
func keepCells(months []ynabdoc.Month) (keptCells, error) {
	k := keptCells{Of: make([][]int32, len(months))}
	at := map[ynabdoc.Category]int32{}
	said := ynabdoc.Document{LeadingKey: "plan"}
	for i := range months {
		k.Of[i] = make([]int32, len(months[i].Categories))
		for j, c := range months[i].Categories {
			figures := monthly(&c)
			k.Figures = append(k.Figures, figures[:]...)
			setMonthly(&c, [monthlyFigures]int64{})
			no, known := at[c]
			if !known {
				no = int32(len(at))
				at[c] = no
				said.Plan.Categories = append(said.Plan.Categories, c)
			}
			k.Of[i][j] = no
		}
	}
	var text bytes.Buffer
	err := said.Encode(&text, "plan")
	k.Said = text.Bytes()
	return k, err
}

// errCells reports that the stored figures of a document are damaged.
var errCells = errors.New("what was kept of the months does not fit together")

// into restores the categories in the months.
func (k *keptCells) into(months []ynabdoc.Month) error {
	doc, err := ynabdoc.Decode(bytes.NewReader(k.Said))
	if err != nil {
		return err
	}
	said, figures := doc.Plan.Categories, k.Figures
	if len(k.Of) != len(months) || len(figures) != monthlyFigures*len(slices.Concat(k.Of...)) {
		return errCells
	}
	for i, of := range k.Of {
		months[i].Categories = make([]ynabdoc.Category, len(of))
		for j, no := range of {
			if int(no) >= len(said) || no < 0 {
				return errCells
			}
			c := &months[i].Categories[j]
			*c = said[no]
			setMonthly(c, [monthlyFigures]int64(figures))
			figures = figures[monthlyFigures:]
		}
	}
	return nil
}
