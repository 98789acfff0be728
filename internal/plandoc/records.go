package plandoc

// Has tells whether a field, by its name in the file, has a value there. A field
// that was absent or null has none, though its Go value reads as zero. Of a
// record made from scratch, nullable fields have a value unless they are zero.
//
// Give makes Encode write the named fields even where they are zero: a goal of
// nothing, an age of money of no days.
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

func (r *Account) Give(fields ...string)              { accounts.give(r, fields) }
func (r *CategoryGroup) Give(fields ...string)        { categoryGroups.give(r, fields) }
func (r *Category) Give(fields ...string)             { categories.give(r, fields) }
func (r *Month) Give(fields ...string)                { months.give(r, fields) }
func (r *Transaction) Give(fields ...string)          { transactions.give(r, fields) }
func (r *ScheduledTransaction) Give(fields ...string) { scheduledTransactions.give(r, fields) }

// Given is what a field of a category has, nil where the field has no value.
func Given[T any](r *Category, field string, value T) *T {
	if !r.Has(field) {
		return nil
	}
	return &value
}

// Record is an element of one of the plan's arrays.
type Record interface {
	array() string
	write(w *Writer)
}

func (r *Account) array() string                 { return "accounts" }
func (r *Payee) array() string                   { return "payees" }
func (r *PayeeLocation) array() string           { return "payee_locations" }
func (r *CategoryGroup) array() string           { return "category_groups" }
func (r *Category) array() string                { return "categories" }
func (r *Month) array() string                   { return "months" }
func (r *Transaction) array() string             { return "transactions" }
func (r *Subtransaction) array() string          { return "subtransactions" }
func (r *ScheduledTransaction) array() string    { return "scheduled_transactions" }
func (r *ScheduledSubtransaction) array() string { return "scheduled_subtransactions" }

func (r *Account) write(w *Writer)                 { accounts.write(w, r) }
func (r *Payee) write(w *Writer)                   { payees.write(w, r) }
func (r *PayeeLocation) write(w *Writer)           { payeeLocations.write(w, r) }
func (r *CategoryGroup) write(w *Writer)           { categoryGroups.write(w, r) }
func (r *Category) write(w *Writer)                { categories.write(w, r) }
func (r *Month) write(w *Writer)                   { months.write(w, r) }
func (r *Transaction) write(w *Writer)             { transactions.write(w, r) }
func (r *Subtransaction) write(w *Writer)          { subtransactions.write(w, r) }
func (r *ScheduledTransaction) write(w *Writer)    { scheduledTransactions.write(w, r) }
func (r *ScheduledSubtransaction) write(w *Writer) { scheduledSubtransactions.write(w, r) }
