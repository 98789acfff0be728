package bankfile

import "slices"

// Question is a choice in reading a file that the file does not prove. The guess is in the file's mapping or style;
// the user confirms or corrects it.
type Question string

// The questions.
const (
	AskColumns Question = "columns" // which columns are the date, the payee and the amount
	AskSigns   Question = "signs"   // whether amounts without a minus are money out
	AskDates   Question = "dates"   // the order of day, month and year
	AskNumbers Question = "numbers" // which character is the decimal sign
	AskStates  Question = "states"  // whether rows with an unknown state are booked

	AskFarDates Question = "far-dates" // whether dates that are decades apart are right
	AskParts    Question = "parts"     // whether splits are read without parts if the parts do not add up
	AskRounding Question = "rounding"  // whether amounts with too many decimals are rounded
)

// ask adds a question unless it is in the list.
func ask(list []Question, q Question) []Question {
	if slices.Contains(list, q) {
		return list
	}
	return append(list, q)
}

// Doubts returns the questions that remain for a CSV file after the user has chosen its columns. The notation of
// dates and amounts and the sign remain questions until the user confirms them.
func Doubts(data []byte, m Mapping, o Options) []Question {
	if m.Validate() != nil {
		return nil
	}
	records, err := m.head(data)
	if err != nil {
		return nil
	}
	g := guess{o: o, m: m, records: records}
	g.m.asks = slices.DeleteFunc(slices.Clone(m.asks), func(q Question) bool { return q != AskColumns }) // the other questions are derived again from the chosen columns
	for _, r := range g.records[min(max(m.HeaderRows, 0), len(g.records)):] {
		if anyDate(r.cell(m.Date)) {
			g.rows = append(g.rows, r)
		}
	}
	if _, sure := GuessOrder(g.samples(m.Date), o.Hint.Order); !sure {
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
