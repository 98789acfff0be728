package database

import "github.com/gofrs/flock"

// turn is whose it is to write to a file, where several processes do. Left to themselves they would each ask SQLite now and
// then whether the file is free, ever less often: some would wait for seconds, and the file for all of them. The system wakes
// who waits here.
//
// There are two doors. Who has passed the first is the next one to pass the second, so that who has just written cannot be
// before those who wait. It is a matter of order alone: what keeps writes apart is SQLite's own lock, and where a file system
// knows no such locks, or nothing can be written beside the file, nobody waits.
type turn struct{ next, now *flock.Flock }

// The doors are empty files beside the database.
const (
	nextDoor = "-next"
	nowDoor  = "-turn"
)

func turnAt(path string) *turn { return &turn{flock.New(path + nextDoor), flock.New(path + nowDoor)} }

// comes takes the turn and gives what is closed when it has come, or nil where it has at once. A process waits for it once at
// a time.
func (t *turn) comes() <-chan struct{} {
	if t == nil || t.isFree() {
		return nil
	}
	came := make(chan struct{})
	go func() {
		defer close(came)
		_ = t.next.Lock() // where it is not the next one already
		_ = t.now.Lock()
		_ = t.next.Unlock()
	}()
	return came
}

// isFree takes the turn where nobody has it and nobody waits for it, or nobody can. Who is not let in stays before the door
// that is closed.
func (t *turn) isFree() bool {
	isNext, err := t.next.TryLock()
	if err != nil || !isNext {
		return err != nil
	}
	isNow, err := t.now.TryLock()
	if !isNow && err == nil {
		return false
	}
	_ = t.next.Unlock()
	return true
}

// passes on the turn.
func (t *turn) passes() {
	if t != nil {
		_ = t.now.Unlock()
	}
}
