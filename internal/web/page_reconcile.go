package web

// ReconcileBar compares an account with its bank, above the rows. All of its
// state is in the page's address.
type ReconcileBar struct {
	URL      string  // where the bank's balance is told: the register itself
	Kept     []Field // what else the address says
	LeaveURL string
	Bank     string // as typed
	On       string // the statement's day, ISO
	Faults   FieldFaults
	Result   *ReconcileResult // nil until the bank's balance is known
}

// ReconcileResult is what a comparison comes to.
type ReconcileResult struct {
	Cleared, Bank, Missing Figure
	Agrees                 bool
	Uncleared              string // "3 rows are not cleared"; empty where all are
	UnclearedURL           string
	Hint                   *Suspicion
	Action                 string // where the reconciliation is sent
	Hidden                 []Field
	Adjustment             string        // the amount of an adjustment, with its sign
	Categories             []OptionGroup // of the adjustment; none off budget
}

// Suspicion is rows that would explain what is missing, with what can be done
// about them.
type Suspicion struct {
	Text   string
	Action string
	Hidden []Field
	Button string
}
