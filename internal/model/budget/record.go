package budget

// Record is a record with a number that is unique in its budget; a new record has the number 0.
type Record interface {
	Number() *int64
}

// RecordOf is the type of pointers to T, which is a type of records.
type RecordOf[T any] interface {
	*T
	Record
}

// Number returns the place of the number.
func (r *Account) Number() *int64 { return (*int64)(&r.No) }

// Number returns the place of the number.
func (r *AccountGroup) Number() *int64 { return (*int64)(&r.No) }

// Number returns the place of the number.
func (r *Group) Number() *int64 { return (*int64)(&r.No) }

// Number returns the place of the number.
func (r *Category) Number() *int64 { return (*int64)(&r.No) }

// Number returns the place of the number.
func (r *Payee) Number() *int64 { return (*int64)(&r.No) }

// Number returns the place of the number.
func (r *Location) Number() *int64 { return (*int64)(&r.No) }

// Number returns the place of the number.
func (r *Scheduled) Number() *int64 { return (*int64)(&r.No) }

// Number returns the place of the number.
func (r *Rule) Number() *int64 { return (*int64)(&r.No) }

// Number returns the place of the number.
func (r *SavedReport) Number() *int64 { return (*int64)(&r.No) }

// Number returns the place of the number.
func (r *SavedView) Number() *int64 { return (*int64)(&r.No) }

// Number returns the place of the number.
func (r *Receipt) Number() *int64 { return (*int64)(&r.No) }

// Number returns the place of the number.
func (r *Tag) Number() *int64 { return (*int64)(&r.No) }

// Number returns the place of the number.
func (r *Dismissed) Number() *int64 { return (*int64)(&r.No) }
