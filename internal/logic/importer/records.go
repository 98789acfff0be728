package importer

import (
	"reflect"

	"holdover/internal/base/iterutil"
)

// kindOf defines how the records of an array are imported.
type kindOf[T any, No ~int64] struct {
	array string
	kind  string // user-facing, such as account
	about func(*T) about
	// how is the state in which a deleted record is imported if a live one refers to it: closed or kept. Empty if it
	// never is.
	how string
	// unfit returns why a live record cannot be imported, or "".
	unfit func(*T) string
	// add imports the record; named is false if its id was taken, so that nothing can refer to it.
	add func(r *T, no No, id string, named bool)
}

type about struct {
	id, name string
	deleted  bool
}

// addAll imports the records of an array, in its order. If several have the same id, the first live one keeps it.
func addAll[T any, No ~int64](im *importing, of kindOf[T, No], list []T) {
	count, ids := im.notes.count(of.array), newIDs[No](len(list), im.opts.NewID)
	live := make(map[string]bool, len(list))
	for i := range list {
		if a := of.about(&list[i]); !a.deleted {
			live[a.id] = true
		}
	}
	first := make(map[string]*T, len(list))
	for r := range iterutil.Pointers(list) {
		a := of.about(r)
		if a.deleted && (of.how == "" || !im.rows.used[a.id] || live[a.id] || first[a.id] != nil) {
			count.skip(wasDeleted)
			continue
		}
		if of.unfit != nil {
			if why := of.unfit(r); why != "" {
				count.skip(why)
				continue
			}
		}
		twin := first[a.id]
		if twin != nil && reflect.DeepEqual(r, twin) {
			count.merge(sameAgain)
			continue
		}
		count.keep()
		no, id, repeated := ids.next(a.id)
		if repeated {
			im.repeated(of.kind, a.id, id)
		}
		if twin == nil {
			first[a.id] = r
		}
		if a.deleted {
			im.notes.Revived = append(im.notes.Revived, Revived{of.kind, id, a.name, of.how})
		}
		of.add(r, no, id, twin == nil)
	}
}

func (im *importing) repeated(kind, id, now string) {
	im.notes.warn("repeated-id", "Several records have the same id; all but the first got a new one.", "%s %s is now %s", kind, id, now)
}
