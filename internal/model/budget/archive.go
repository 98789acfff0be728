package budget

import (
	"time"

	"holdover/internal/base/civil"
)

// ArchiveNo is the number of an archive.
type ArchiveNo int64

// Archive describes the transactions before a day that were folded into starting balances. Its file, which the store
// has beside the record, contains them. Package archive of logic defines the file.
type Archive struct {
	No     ArchiveNo  `json:"no"`
	ID     string     `json:"id"`
	Before civil.Date `json:"before"` // the first day that is not archived, 1 January of a year
	At     time.Time  `json:"at"`
	Rows   int        `json:"rows"` // the number of archived transactions
	Size   int64      `json:"size"` // of the file, in bytes
	Sum    string     `json:"sum"`  // SHA-256 of the file, in hexadecimal
}

// Number returns the place of the number.
func (r *Archive) Number() *int64 { return (*int64)(&r.No) }
