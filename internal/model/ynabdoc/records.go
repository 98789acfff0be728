package ynabdoc

// Has reports whether a field, by its name in the file, has a value. An absent or null field has none, though its Go
// value is zero. In a record made from scratch, nullable fields have a value unless they are zero.
//
// AlwaysWrite makes Encode write the named fields even if they are zero: a goal of 0, an age of money of 0 days.
//
// LeaveOut makes Encode write a record made from scratch without the named fields, which must be zero: figures that a
// converted file does not have.
func (r *Plan) Has(field string) bool                 { return plans.has(r, field) }
func (r *DateFormat) Has(field string) bool           { return dateFormats.has(r, field) }
func (r *CurrencyFormat) Has(field string) bool       { return currencyFormats.has(r, field) }
func (r *Account) Has(field string) bool              { return accounts.has(r, field) }
func (r *Payee) Has(field string) bool                { return payees.has(r, field) }
func (r *PayeeLocation) Has(field string) bool        { return payeeLocations.has(r, field) }
func (r *CategoryGroup) Has(field string) bool        { return categoryGroups.has(r, field) }
func (r *Category) Has(field string) bool             { return categories.has(r, field) }
func (r *Month) Has(field string) bool                { return months.has(r, field) }
func (r *Transaction) Has(field string) bool          { return transactions.has(r, field) }
func (r *Subtransaction) Has(field string) bool       { return subtransactions.has(r, field) }
func (r *ScheduledTransaction) Has(field string) bool { return scheduledTransactions.has(r, field) }

func (r *ScheduledSubtransaction) Has(field string) bool {
	return scheduledSubtransactions.has(r, field)
}

func (r *Account) AlwaysWrite(fields ...string)       { accounts.alwaysWrite(r, fields) }
func (r *CategoryGroup) AlwaysWrite(fields ...string) { categoryGroups.alwaysWrite(r, fields) }
func (r *Category) AlwaysWrite(fields ...string)      { categories.alwaysWrite(r, fields) }
func (r *Month) AlwaysWrite(fields ...string)         { months.alwaysWrite(r, fields) }
func (r *Transaction) AlwaysWrite(fields ...string)   { transactions.alwaysWrite(r, fields) }
func (r *ScheduledTransaction) AlwaysWrite(fields ...string) {
	scheduledTransactions.alwaysWrite(r, fields)
}

func (r *Account) LeaveOut(fields ...string)  { accounts.leaveOut(r, fields) }
func (r *Category) LeaveOut(fields ...string) { categories.leaveOut(r, fields) }
func (r *Month) LeaveOut(fields ...string)    { months.leaveOut(r, fields) }

// Given returns the value of a category's field, or nil if it has none.
func Given[T any](r *Category, field string, value T) *T {
	if !r.Has(field) {
		return nil
	}
	return &value
}

// Record is an element of one of the plan's arrays.
type Record interface {
	put(w *Writer) error
}

func (r *Account) put(w *Writer) error       { return put(w, "accounts", accounts, r) }
func (r *Payee) put(w *Writer) error         { return put(w, "payees", payees, r) }
func (r *PayeeLocation) put(w *Writer) error { return put(w, "payee_locations", payeeLocations, r) }

func (r *CategoryGroup) put(w *Writer) error { return put(w, "category_groups", categoryGroups, r) }

func (r *Category) put(w *Writer) error    { return put(w, "categories", categories, r) }
func (r *Month) put(w *Writer) error       { return put(w, "months", months, r) }
func (r *Transaction) put(w *Writer) error { return put(w, "transactions", transactions, r) }

func (r *Subtransaction) put(w *Writer) error { return put(w, "subtransactions", subtransactions, r) }

func (r *ScheduledTransaction) put(w *Writer) error {
	return put(w, "scheduled_transactions", scheduledTransactions, r)
}

func (r *ScheduledSubtransaction) put(w *Writer) error {
	return put(w, "scheduled_subtransactions", scheduledSubtransactions, r)
}

func put[T any](w *Writer, array string, of *table[T], r *T) error {
	if array != w.array {
		return w.fail("a record of %q cannot be written into %q", array, w.array)
	}
	of.write(w, r)
	return w.flush(flushAt)
}
