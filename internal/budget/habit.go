package budget

// Habit is what is chosen again and again: the category of a payee, the payee of
// a bank's text. It begins with what was chosen first, and changes only when two
// of the last three choices agree on another: a single exception is none. The zero
// Habit is ready.
type Habit[N comparable] struct {
	last  [3]N // the newest first
	usual N
	sure  bool
}

// See notes a choice, after all those before it. None is no choice.
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

// Usual is what is chosen as a rule; none where nothing was.
func (h *Habit[N]) Usual() N { return h.usual }

// Sure says that two of the last three choices agree, or that there was one alone.
func (h *Habit[N]) Sure() bool { return h.sure }
