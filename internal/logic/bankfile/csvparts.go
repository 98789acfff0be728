package bankfile

// parts collects the statements of a CSV file: one for each account and currency that its columns name.
type parts struct {
	m     Mapping
	at    map[[2]string]int
	whole []part
}

type part struct {
	Statement
	balances []string // after each row
}

func newParts(m Mapping) *parts {
	return &parts{m: m, at: map[[2]string]int{}}
}

func (p *parts) add(rec record, row Row) {
	key := [2]string{tidy(rec.cell(p.m.Account)), tidy(rec.cell(p.m.Currency))}
	i, known := p.at[key]
	if !known {
		i = len(p.whole)
		p.at[key] = i
		p.whole = append(p.whole, part{Statement: Statement{Account: key[0], Currency: key[1]}})
	}
	s := &p.whole[i]
	s.Rows, s.balances = append(s.Rows, row), append(s.balances, rec.cell(p.m.Balance))
}

func (p *parts) statements() []Statement {
	if len(p.whole) == 0 {
		return make([]Statement, 1)
	}
	all := make([]Statement, len(p.whole))
	for i := range p.whole {
		all[i] = p.whole[i].Statement
		all[i].Closing = p.m.closing(all[i].Rows, p.whole[i].balances)
	}
	return all
}
