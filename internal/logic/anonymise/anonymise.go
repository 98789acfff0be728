// Package anonymise turns a plan document into one that can be shared when asking for help: names, memos and places
// are replaced, and amounts are multiplied.
//
// It keeps everything that determines how a document behaves: references, dates, types, deleted and hidden flags,
// equal names, and names with a meaning for the source. All amounts are multiplied by the same whole number, so that
// every sum, split, transfer and month figure that was right stays right, and every wrong one stays wrong; only the
// remainders of targets are rounded again. Proportions are preserved: figures are hidden from a glance, not from
// analysis.
//
// Start with Document.
package anonymise

import (
	"strconv"
	"strings"

	"holdover/internal/base/apperr"
	"holdover/internal/base/money"
	"holdover/internal/model/ynabdoc"
)

// Document replaces private data in doc in place. factor multiplies every amount; one between MinFactor and MaxFactor
// keeps figures plausible.
func Document(doc *ynabdoc.Document, factor int64) error {
	if factor < 1 {
		return apperr.New(apperr.Internal, "amounts cannot be multiplied by %d", factor)
	}
	d := &disguise{factor: money.Milli(factor), names: newNames(&doc.Plan)}
	doc.Beside, doc.Outer = nil, nil
	doc.Odd = nil
	d.plan(&doc.Plan)
	return d.tooLarge
}

// The range of the random factors.
const (
	MinFactor = 11
	MaxFactor = 89
)

type disguise struct {
	factor   money.Milli
	step     money.Milli // the currency's smallest amount, 0 if the document has none
	names    *names
	tooLarge error
}

// scale multiplies amounts.
func (d *disguise) scale(amounts ...*money.Milli) {
	for _, a := range amounts {
		if a.Abs() > money.TotalLimit/d.factor {
			d.tooLarge = apperr.New(apperr.Invalid, "an amount in the plan is too large to be multiplied").
				WithHint("without --anonymise the plan can be exported as it is")
			return
		}
		*a *= d.factor
	}
}

// text replaces the user's own texts. Empty texts remain empty.
func text(words ...*string) {
	for _, w := range words {
		if *w != "" {
			*w = "text"
		}
	}
}

// importID keeps equal import ids equal. The source's own form contains the amount: "YNAB:-12340:2026-01-31:1".
func (d *disguise) importID(id *string) {
	if *id == "" {
		return
	}
	parts := strings.Split(*id, ":")
	if len(parts) == 4 && parts[0] == "YNAB" {
		if n, err := strconv.ParseInt(parts[1], 10, 64); err == nil {
			amount := money.Milli(n)
			d.scale(&amount)
			parts[1] = strconv.FormatInt(int64(amount), 10)
			*id = strings.Join(parts, ":")
			return
		}
	}
	*id = d.names.imports.of(*id)
}
