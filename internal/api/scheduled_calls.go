package api

import (
	"holdover/internal/budget"
	"holdover/internal/store"
)

// ScheduledList is what is yet to come.
type ScheduledList struct {
	Scheduled       []ScheduledTransaction `json:"scheduled_transactions" nullable:"false"`
	ServerKnowledge int64                  `json:"server_knowledge"`
}

// OneScheduled is a scheduled transaction alone.
type OneScheduled struct {
	Scheduled ScheduledTransaction `json:"scheduled_transaction"`
}

type scheduledIn struct {
	PlanPath
	ID string `path:"scheduled_transaction_id"`
}

func (l *look) listScheduled(in *sinceIn, out *ScheduledList) (err error) {
	out.ServerKnowledge = l.Knowledge()
	out.Scheduled, err = l.scheduledSince(in.Since)
	return err
}

func (l *look) scheduledSince(knowledge int64) ([]ScheduledTransaction, error) {
	c, err := l.changedSince(knowledge, store.KindScheduled)
	if err != nil {
		return nil, err
	}
	all, err := l.Scheduled()
	if err != nil {
		return nil, err
	}
	return since(&c, all, func(r *budget.Scheduled) int64 { return int64(r.No) }, l.scheduled, func(s *ScheduledTransaction) { s.Deleted = true })
}

func (l *look) oneScheduled(in *scheduledIn, out *OneScheduled) error {
	s, err := l.ScheduledByID(in.ID)
	out.Scheduled = l.scheduled(&s)
	return err
}
