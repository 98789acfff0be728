package memory

// Numbers are the numbers of budgets that were asked for lately, by their ids.
type Numbers struct{ of *recent }

// mostNumbers is how many are known, at some 200 bytes each.
const mostNumbers = 20_000

// NewNumbers knows none yet.
func NewNumbers() *Numbers { return &Numbers{of: newRecent(mostNumbers)} }

// Put notes the number of a budget.
func (n *Numbers) Put(id string, no int64) { n.of.put(id, no, 1) }

// Get is the number of a budget, where it is known.
func (n *Numbers) Get(id string) (no int64, known bool) {
	no, known = n.of.get(id).(int64)
	return no, known
}
