package cache

// Bounds are the limits of a store's caches. Everything can be read again: with less memory, reads take longer when
// more budgets are in use than fit.
type Bounds struct {
	Rows  int // in rowindex's indexes, of 60 to 100 bytes each
	Bytes int // of everything else
}

// BoundsOf returns the bounds for a process that may use a number of MiB. They sum to less than half of it, because
// garbage takes as much until Go collects it, and SQLite caches pages of the file.
func BoundsOf(mib int) Bounds { return Bounds{Rows: 2560 * mib, Bytes: 288 << 10 * mib} }
