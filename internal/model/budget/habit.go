package budget

// LastChoicePredictor predicts a recurring choice: the category of a payee, the payee of a bank's text. It predicts the first
// choice and changes only when two of the last three choices agree on another, so that a single exception changes
// nothing. The zero value is ready to use.
type LastChoicePredictor[N comparable] struct {
	last  [3]N // newest first
	usual N
	sure  bool
}

// Add adds a choice. It ignores the zero value.
func (h *LastChoicePredictor[N]) Add(n N) {
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

// Predict returns the prediction, or the zero value without any choice.
func (h *LastChoicePredictor[N]) Predict() N { return h.usual }

// IsCertain reports whether two of the last three choices agree, or there was only one.
func (h *LastChoicePredictor[N]) IsCertain() bool { return h.sure }
