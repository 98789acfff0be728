package memory

// Bounds are how much of budgets a store keeps in memory. All of it can be read again:
// less memory costs time where more budgets are looked at than it holds.
type Bounds struct {
	Rows     int // in the finder's indexes, at 60 to 100 bytes each
	Values   int // of computed figures, at eight bytes each
	Figures  int // of derived figures, at eight bytes each
	Lines    int // of orders, at some 100 bytes each
	Ages     int // at eight bytes each
	Records  int // in lists, at some 150 bytes each
	ToDo     int // budgets of which is known how many rows wait, at some 200 bytes each
	Pages    int // bytes of pages as they went out
	Payments int // bytes of card payments as they are stored; read they take thrice that
}

// BoundsOf divides so many MiB. What is kept takes less than half of them: as much is
// garbage until Go collects it, and SQLite has pages of the file.
func BoundsOf(mib int) Bounds {
	return Bounds{
		Rows: 2560 * mib, Values: 8192 * mib, Figures: 4096 * mib, Lines: 256 * mib, Ages: 4096 * mib, Records: 512 * mib,
		ToDo: 64 * mib, Payments: 4096 * mib, Pages: 48 << 10 * mib,
	}
}
