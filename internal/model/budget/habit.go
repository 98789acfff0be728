package budget

// Habit predicts a recurring choice: the category of a payee, the payee of a bank's text. It predicts the first
// choice and changes only when two of the last three choices agree on another, so that a single exception changes
// nothing. The zero value is ready to use.
type Habit[N comparable] struct {
	last  [3]N // newest first
	usual N
	sure  bool
}

// See adds a choice. It ignores the zero value.
func (h *Habit[N]) See(n N) {
	var none N
	if n == none {
		return
	}
	h.last = [3]N{n, h.last[0], h.last[1]}
	h.sure = true
	switch a, b, c := h.last[0], h.last[1], h.last[2]; {
	case a == b || a == c:
		h.usual = a
	case b == c && b != none:
		h.usual = b
	case h.usual == none:
		h.usual = n
	default:
		h.sure = false
	}
}

// Usual returns the prediction, or the zero value without any choice.
func (h *Habit[N]) Usual() N { return h.usual }

// Sure reports whether two of the last three choices agree, or there was only one.
func (h *Habit[N]) Sure() bool { return h.sure }
