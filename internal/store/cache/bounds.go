package cache

// Bounds are how much a store caches of budgets. Everything can be read again, so less memory costs time when more budgets are in
// use than fit.
type Bounds struct {
	Rows  int // in the finder's indexes, of 60 to 100 bytes each
	Bytes int // of everything else
}

// BoundsOf returns the bounds of a process that may use some MiB. They come to less than half of it: as much is garbage until Go
// collects it, and SQLite caches pages of the file.
func BoundsOf(mib int) Bounds { return Bounds{Rows: 2560 * mib, Bytes: 288 << 10 * mib} }
