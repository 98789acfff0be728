package web

// KnownPlanPage asks what becomes of a file whose plan is here already.
type KnownPlanPage struct {
	Frame
	File    string // its name
	Fault   *FaultText
	Budgets []KnownBudget
	Action  string // makes another budget of it
	Name    string // typed for that budget
}

// KnownBudget is a budget that came from the same plan.
type KnownBudget struct {
	Name string
	When string // "imported 3 November 2026"
	URL  string // what changed since
}

func (*KnownPlanPage) template() string { return "known" }
