package budgetsession

import (
	"holdover/internal/base/civil"
	"holdover/internal/model/budget"
)

// MarkScheduleEntered moves a schedule to its next date and records the date until which it was entered, which an undo does
// not revert.
func (e *ChangeTx) MarkScheduleEntered(s *budget.Scheduled, until, next civil.Date) error {
	if err := e.Entered(s.No, until); err != nil {
		return err
	}
	return e.MoveSchedule(s, next)
}

// MoveSchedule moves a schedule to its next date. It deletes one without a next date.
func (e *ChangeTx) MoveSchedule(s *budget.Scheduled, next civil.Date) error {
	if next == 0 {
		return e.Remove(s)
	}
	s.DateNext = next
	return e.Put(s)
}
