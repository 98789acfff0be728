package plandoc

var transactions = newTable((*Transaction).core,
	field[Transaction]{name: "id", at: func(r *Transaction) any { return &r.ID }, rule: required},
	field[Transaction]{name: "date", at: func(r *Transaction) any { return &r.Date }, rule: required},
	field[Transaction]{name: "amount", at: func(r *Transaction) any { return &r.Amount }, rule: required},
	field[Transaction]{name: "memo", at: func(r *Transaction) any { return &r.Memo }, rule: nullable | long},
	field[Transaction]{name: "cleared", at: func(r *Transaction) any { return &r.Cleared }},
	field[Transaction]{name: "approved", at: func(r *Transaction) any { return &r.Approved }},
	field[Transaction]{name: "flag_color", alias: "flag", at: func(r *Transaction) any { return &r.FlagColor }, rule: nullable | minor},
	field[Transaction]{name: "flag_name", at: func(r *Transaction) any { return &r.FlagName }, rule: nullable},
	field[Transaction]{name: "account_id", at: func(r *Transaction) any { return &r.AccountID }, rule: required},
	field[Transaction]{name: "payee_id", at: func(r *Transaction) any { return &r.PayeeID }, rule: nullable},
	field[Transaction]{name: "category_id", at: func(r *Transaction) any { return &r.CategoryID }, rule: nullable},
	field[Transaction]{name: "transfer_account_id", at: func(r *Transaction) any { return &r.TransferAccountID }, rule: nullable},
	field[Transaction]{name: "transfer_transaction_id", at: func(r *Transaction) any { return &r.TransferTransactionID }, rule: nullable},
	field[Transaction]{name: "matched_transaction_id", at: func(r *Transaction) any { return &r.MatchedTransactionID }, rule: nullable},
	field[Transaction]{name: "import_id", at: func(r *Transaction) any { return &r.ImportID }, rule: nullable},
	field[Transaction]{name: "import_payee_name", at: func(r *Transaction) any { return &r.ImportPayeeName }, rule: nullable},
	field[Transaction]{name: "import_payee_name_original", at: func(r *Transaction) any { return &r.ImportPayeeNameOriginal }, rule: nullable},
	field[Transaction]{name: "debt_transaction_type", at: func(r *Transaction) any { return &r.DebtTransactionType }, rule: nullable | minor},
	field[Transaction]{name: "deleted", at: func(r *Transaction) any { return &r.Deleted }},
	field[Transaction]{
		name: "subtransactions", at: func(r *Transaction) any { return &r.Subtransactions },
		nest: listOf[Subtransaction]{nestedSubtransactions}, rule: optional,
	},
)

// A part that stands inside its row need not say which row it belongs to.
var (
	subtransactions       = subtransactionTable(required)
	nestedSubtransactions = subtransactionTable(0)
)

func subtransactionTable(parent rule) *table[Subtransaction] {
	return newTable((*Subtransaction).core,
		field[Subtransaction]{name: "id", at: func(r *Subtransaction) any { return &r.ID }, rule: required},
		field[Subtransaction]{name: "transaction_id", at: func(r *Subtransaction) any { return &r.TransactionID }, rule: parent},
		field[Subtransaction]{name: "amount", at: func(r *Subtransaction) any { return &r.Amount }, rule: required},
		field[Subtransaction]{name: "memo", at: func(r *Subtransaction) any { return &r.Memo }, rule: nullable | long},
		field[Subtransaction]{name: "payee_id", at: func(r *Subtransaction) any { return &r.PayeeID }, rule: nullable},
		field[Subtransaction]{name: "payee_name", at: func(r *Subtransaction) any { return &r.PayeeName }, rule: nullable},
		field[Subtransaction]{name: "category_id", at: func(r *Subtransaction) any { return &r.CategoryID }, rule: nullable},
		field[Subtransaction]{name: "category_name", at: func(r *Subtransaction) any { return &r.CategoryName }, rule: nullable},
		field[Subtransaction]{name: "transfer_account_id", at: func(r *Subtransaction) any { return &r.TransferAccountID }, rule: nullable},
		field[Subtransaction]{name: "transfer_transaction_id", at: func(r *Subtransaction) any { return &r.TransferTransactionID }, rule: nullable},
		field[Subtransaction]{name: "deleted", at: func(r *Subtransaction) any { return &r.Deleted }},
	)
}

var scheduledTransactions = newTable((*ScheduledTransaction).core,
	field[ScheduledTransaction]{name: "id", at: func(r *ScheduledTransaction) any { return &r.ID }, rule: required},
	field[ScheduledTransaction]{name: "date_first", at: func(r *ScheduledTransaction) any { return &r.DateFirst }, rule: minor},
	field[ScheduledTransaction]{name: "date_next", alias: "date", at: func(r *ScheduledTransaction) any { return &r.DateNext }, rule: minor},
	field[ScheduledTransaction]{name: "frequency", at: func(r *ScheduledTransaction) any { return &r.Frequency }, rule: minor},
	field[ScheduledTransaction]{name: "amount", at: func(r *ScheduledTransaction) any { return &r.Amount }, rule: required},
	field[ScheduledTransaction]{name: "memo", at: func(r *ScheduledTransaction) any { return &r.Memo }, rule: nullable | long},
	field[ScheduledTransaction]{
		name: "flag_color", alias: "flag", at: func(r *ScheduledTransaction) any { return &r.FlagColor },
		rule: nullable | minor,
	},
	field[ScheduledTransaction]{name: "flag_name", at: func(r *ScheduledTransaction) any { return &r.FlagName }, rule: nullable},
	field[ScheduledTransaction]{name: "account_id", at: func(r *ScheduledTransaction) any { return &r.AccountID }, rule: required},
	field[ScheduledTransaction]{name: "payee_id", at: func(r *ScheduledTransaction) any { return &r.PayeeID }, rule: nullable},
	field[ScheduledTransaction]{name: "category_id", at: func(r *ScheduledTransaction) any { return &r.CategoryID }, rule: nullable},
	field[ScheduledTransaction]{name: "transfer_account_id", at: func(r *ScheduledTransaction) any { return &r.TransferAccountID }, rule: nullable},
	field[ScheduledTransaction]{name: "deleted", at: func(r *ScheduledTransaction) any { return &r.Deleted }},
	field[ScheduledTransaction]{
		name: "subtransactions", at: func(r *ScheduledTransaction) any { return &r.Subtransactions },
		nest: listOf[ScheduledSubtransaction]{nestedScheduledSubtransactions}, rule: optional,
	},
)

var (
	scheduledSubtransactions       = scheduledSubtransactionTable(required)
	nestedScheduledSubtransactions = scheduledSubtransactionTable(0)
)

func scheduledSubtransactionTable(parent rule) *table[ScheduledSubtransaction] {
	type sub = ScheduledSubtransaction
	return newTable((*sub).core,
		field[sub]{name: "id", at: func(r *sub) any { return &r.ID }, rule: required},
		field[sub]{name: "scheduled_transaction_id", at: func(r *sub) any { return &r.ScheduledTransactionID }, rule: parent},
		field[sub]{name: "amount", at: func(r *sub) any { return &r.Amount }, rule: required},
		field[sub]{name: "memo", at: func(r *sub) any { return &r.Memo }, rule: nullable | long},
		field[sub]{name: "payee_id", at: func(r *sub) any { return &r.PayeeID }, rule: nullable},
		field[sub]{name: "payee_name", at: func(r *sub) any { return &r.PayeeName }, rule: nullable},
		field[sub]{name: "category_id", at: func(r *sub) any { return &r.CategoryID }, rule: nullable},
		field[sub]{name: "category_name", at: func(r *sub) any { return &r.CategoryName }, rule: nullable},
		field[sub]{name: "transfer_account_id", at: func(r *sub) any { return &r.TransferAccountID }, rule: nullable},
		field[sub]{name: "deleted", at: func(r *sub) any { return &r.Deleted }},
	)
}
