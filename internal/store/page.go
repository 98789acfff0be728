package store

// page is how a chunk is cut out of all rows chosen, which go by their dates and numbers.
type page struct{ beyond, direction, limit string }

// cut is the end of a statement that gives the page, with the columns of a table.
func (p *page) cut(table string) string {
	return p.after(table) + " ORDER BY " + table + "date" + p.direction + ", " + table + "no" + p.direction + p.limit
}

func (p *page) after(table string) string {
	if p.beyond == "" {
		return ""
	}
	return " AND (" + table + "date, " + table + "no)" + p.beyond
}
