package store

// bounds are how much of budgets a store keeps in memory. All of it can be read again:
// less memory costs time where more budgets are looked at than it holds.
type bounds struct {
	rows     int // in the finder's indexes, at 60 to 100 bytes each
	values   int // of computed figures, at eight bytes each
	figures  int // of derived figures, at eight bytes each
	lines    int // of orders, at some 100 bytes each
	ages     int // at eight bytes each
	records  int // in lists, at some 150 bytes each
	toDo     int // budgets of which is known how many rows wait, at some 200 bytes each
	payments int // bytes of card payments as they are stored; read they take thrice that
}

// boundsOf divides so many MiB. What is kept takes less than half of them: as much is
// garbage until Go collects it, and SQLite has pages of the file.
func boundsOf(mib int) bounds {
	return bounds{
		rows: 2560 * mib, values: 8192 * mib, figures: 4096 * mib, lines: 256 * mib, ages: 4096 * mib, records: 256 * mib,
		toDo: 64 * mib, payments: 4096 * mib,
	}
}
