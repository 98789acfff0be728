package ynabdoc

import "io"

// Encode writes an equal document under a leading key ("plan" or "budget") or, with "", in its original layout.
func (doc *Document) Encode(w io.Writer, leadingKey string) error {
	l := layout{key: leadingKey, wrapped: doc.Wrapped, beside: doc.Beside, outer: doc.Outer}
	if leadingKey == "" {
		l.key = doc.LeadingKey
	}
	out := newWriter(w, l)
	if err := out.Begin(&doc.Plan); err != nil {
		return err
	}
	for i, f := range plans.fields {
		if isArray(f.name) {
			plans.writeField(out, &doc.Plan, i)
		}
		if err := out.flush(flushAt); err != nil {
			return err
		}
	}
	if !doc.HasServerKnowledge {
		return out.end(nil)
	}
	return out.End(doc.ServerKnowledge)
}
