package ynabdoc

// interner stores equal strings once: a plan contains each payee, category and month many times. It forgets all when
// it has mostInterned strings, so that its memory is the same for any file.
type interner map[string]string

const (
	mostInterned    = 1 << 13
	longestInterned = 128 // bytes
)

// of returns b as a string.
func (in interner) of(b []byte) string {
	if s, known := in[string(b)]; known {
		return s
	}
	s := string(b)
	if len(s) <= longestInterned {
		if len(in) == mostInterned {
			clear(in)
		}
		in[s] = s
	}
	return s
}
