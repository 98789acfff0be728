package migration

import (
	"holdover/internal/app/budgetsession"
	"holdover/internal/base/iterutil"
	"holdover/internal/logic/cleanup"
	"holdover/internal/logic/envelope"
	"holdover/internal/model/budget"
)

// putNames writes the new names and groups. A name chosen by the user must be valid; the group is changed first,
// since the name must be free there.
func (c *cleaning) putNames(changes *cleanup.Changes) error {
	for i := range changes.PutGroups {
		g := changes.PutGroups[i]
		o, err := c.Outline()
		if err != nil {
			return err
		}
		if g, err = o.RenameGroup(g.No, g.Name); err != nil {
			return err
		}
		if err := c.Put(&g); err != nil {
			return err
		}
	}
	return iterutil.Each(changes.PutCategories, c.putCategory)
}

func (c *cleaning) putCategory(put budget.Category) error {
	was, err := c.Category(put.No)
	if err != nil {
		return err
	}
	name := put.Name
	put.Name = was.Name
	if err := c.Put(&put); err != nil || name == was.Name {
		return err
	}
	o, err := c.Outline()
	if err != nil {
		return err
	}
	if put, err = o.RenameCategory(put.No, name); err != nil {
		return err
	}
	return c.Put(&put)
}

// merge merges categories like deleting one with a receiver.
func (c *cleaning) merge(changes *cleanup.Changes) error {
	for _, m := range changes.Merges {
		if err := c.deleteInto(m.From, m.Into); err != nil {
			return err
		}
		if err := c.SetRollovers(m.Into, m.Rollovers); err != nil {
			return err
		}
		into, err := c.Category(m.Into)
		if err != nil {
			return err
		}
		into.Note = m.Note
		if err := c.Put(&into); err != nil {
			return err
		}
	}
	return nil
}

func (c *cleaning) remove(changes *cleanup.Changes) error {
	if err := iterutil.Each(changes.RemoveCategories, func(no budget.CategoryNo) error { return c.deleteInto(no, 0) }); err != nil {
		return err
	}
	for _, no := range changes.RemoveGroups {
		o, err := c.Outline()
		if err != nil {
			return err
		}
		d, err := o.DeleteGroup(no, 0, envelope.Contents{})
		if err != nil {
			return err
		}
		if err := c.Delete(d); err != nil {
			return err
		}
	}
	return nil
}

func (c *cleaning) deleteInto(no, into budget.CategoryNo) error {
	o, err := c.Outline()
	if err != nil {
		return err
	}
	holds, err := budgetsession.Contents(&c.ReadTx, []budget.CategoryNo{no, into})
	if err != nil {
		return err
	}
	d, err := o.DeleteCategory(no, into, holds)
	if err != nil {
		return err
	}
	return c.Delete(d)
}
