package exporter

// Omitted is data that a format cannot contain.
type Omitted struct {
	What  string `json:"what"` // in the plural, such as "targets"
	Count int    `json:"count"`
	Value string `json:"value,omitempty"` // the first one
}

// Omissions collects the data that a format cannot contain, in the order in which it is found.
type Omissions []Omitted

// Omit counts data that is not written; value names it.
func (o *Omissions) Omit(what, value string) {
	for i := range *o {
		if got := &(*o)[i]; got.What == what {
			got.Count++
			return
		}
	}
	*o = append(*o, Omitted{what, 1, value})
}
