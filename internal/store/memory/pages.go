package memory

// Pages are pages as they went out last, by all that they follow from besides the budget's last change.
type Pages struct{ entries *recent }

// PageKey is a sum over who asked for which page, how.
type PageKey [32]byte

// Change is a budget's last change: its number and when it was made, in milliseconds.
type Change struct{ Knowledge, Modified int64 }

type page struct {
	at   Change
	text []byte // not changed once it is here
}

// NewPages keeps what is together no larger than most, in bytes.
func NewPages(most int) *Pages { return &Pages{entries: newRecent(most)} }

// perPage is what a page takes besides its text, in bytes.
const perPage = 300

// Get is the page that was drawn when the budget's last change was this one; nil for none.
func (p *Pages) Get(key PageKey, at Change) []byte {
	if have, found := p.entries.get(key).(page); found && have.at == at {
		return have.text
	}
	return nil
}

// Put keeps a page.
func (p *Pages) Put(key PageKey, at Change, text []byte) {
	p.entries.put(key, page{at, text}, len(text)+perPage)
}
