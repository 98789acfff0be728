package bankfile

import "slices"

// Question is something that a file does not prove about how it is to be read.
// The guess stands in the file's mapping or style; a person says whether it is right.
type Question string

// The questions.
const (
	AskColumns Question = "columns" // which columns are the date, the payee and the amount
	AskSigns   Question = "signs"   // whether amounts without a minus are money out
	AskDates   Question = "dates"   // the order of day, month and year
	AskNumbers Question = "numbers" // which sign stands before the decimals
	AskStates  Question = "states"  // whether what the file calls in a way that nobody knows is booked

	AskFarDates Question = "far-dates" // whether dates that are decades apart are right
	AskParts    Question = "parts"     // whether splits are read without parts, whose amounts do not make their sum
	AskRounding Question = "rounding"  // whether amounts finer than the currency's are rounded
)

// ask adds a question once.
func ask(list []Question, q Question) []Question {
	if slices.Contains(list, q) {
		return list
	}
	return append(list, q)
}

// Doubts are the questions about a CSV file that columns chosen by a person leave
// open: how dates and amounts are written and whether signs are turned stay asked
// until somebody says that they are right.
func Doubts(data []byte, m Mapping, o Options) []Question {
	if m.Validate() != nil {
		return nil
	}
	records, err := m.head(data)
	if err != nil {
		return nil
	}
	g := guess{o: o, m: m, records: records}
	g.m.asks = slices.DeleteFunc(slices.Clone(m.asks), func(q Question) bool { return q != AskColumns }) // the others are asked again of what was chosen
	for _, r := range g.records[min(max(m.HeaderRows, 0), len(g.records)):] {
		if anyDate(r.cell(m.Date)) {
			g.rows = append(g.rows, r)
		}
	}
	if _, sure := guessOrder(g.samples(m.Date), o.Hint.Order); !sure {
		g.m.asks = ask(g.m.asks, AskDates)
	}
	proven := m.Balance != 0 && g.balances(m) || g.proveByEnds()
	if !proven {
		samples := slices.Concat(g.samples(m.Amount), g.samples(m.Debit), g.samples(m.Credit), g.samples(m.Balance))
		if _, sure := guessDecimal(samples, o); !sure {
			g.m.asks = ask(g.m.asks, AskNumbers)
		}
		g.askSigns()
	}
	if g.perhapsCents() {
		g.m.asks = ask(g.m.asks, AskNumbers)
	}
	return g.m.asks
}
