package ynabdoc

import (
	"reflect"
	"strings"
	"unsafe"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
)

// The tables of all records. Amounts and dates without which money would be wrong are required; goals, debts, places
// and dates of schedules are minor: see the tags in types.go.
var (
	plans = tableOf((*Plan).core, objectOf[DateFormat]{dateFormats}, objectOf[CurrencyFormat]{currencyFormats},
		listOf[Account]{accounts}, listOf[Payee]{payees}, listOf[PayeeLocation]{payeeLocations}, listOf[CategoryGroup]{categoryGroups},
		listOf[Category]{categories}, listOf[Month]{months}, listOf[Transaction]{transactions}, listOf[Subtransaction]{subtransactions},
		listOf[ScheduledTransaction]{scheduledTransactions}, listOf[ScheduledSubtransaction]{scheduledSubtransactions})
	dateFormats    = tableOf((*DateFormat).core)
	accounts       = tableOf((*Account).core)
	payees         = tableOf((*Payee).core)
	payeeLocations = tableOf((*PayeeLocation).core)
	categoryGroups = tableOf((*CategoryGroup).core, listOf[Category]{categories})

	// categories is the plan's own list: its figures are those of one month and are repeated in months.
	categories      = tableOf((*Category).core)
	monthCategories = tableOf((*Category).core).requiring("budgeted")
	months          = tableOf((*Month).core, listOf[Category]{monthCategories})

	transactions    = tableOf((*Transaction).core, listOf[Subtransaction]{nestedSubtransactions})
	subtransactions = tableOf((*Subtransaction).core).requiring("transaction_id")
	// nestedSubtransactions are nested in their row and need not name it.
	nestedSubtransactions = tableOf((*Subtransaction).core)

	scheduledTransactions          = tableOf((*ScheduledTransaction).core, listOf[ScheduledSubtransaction]{nestedScheduledSubtransactions})
	scheduledSubtransactions       = tableOf((*ScheduledSubtransaction).core).requiring("scheduled_transaction_id")
	nestedScheduledSubtransactions = tableOf((*ScheduledSubtransaction).core)
)

var currencyFormats = newTable((*CurrencyFormat).core,
	field[CurrencyFormat]{name: "iso_code", at: func(r *CurrencyFormat) any { return &r.ISOCode }, rule: minor},
	field[CurrencyFormat]{name: "example_format", at: func(r *CurrencyFormat) any { return &r.ExampleFormat }, rule: minor},
	field[CurrencyFormat]{name: "decimal_digits", at: func(r *CurrencyFormat) any { return &r.DecimalDigits }, rule: minor},
	field[CurrencyFormat]{name: "decimal_separator", at: func(r *CurrencyFormat) any { return &r.DecimalSeparator }, rule: minor},
	field[CurrencyFormat]{name: "symbol_first", at: func(r *CurrencyFormat) any { return &r.SymbolFirst }, rule: minor},
	field[CurrencyFormat]{name: "group_separator", at: func(r *CurrencyFormat) any { return &r.GroupSeparator }, rule: minor},
	field[CurrencyFormat]{name: "currency_symbol", at: func(r *CurrencyFormat) any { return &r.CurrencySymbol }, rule: minor},
	field[CurrencyFormat]{name: "display_symbol", at: func(r *CurrencyFormat) any { return &r.DisplaySymbol }, rule: minor},
)

var rules = map[string]rule{"nullable": nullable, "optional": optional, "required": required, "minor": minor, "long": long}

// tableOf builds the table of a type from the tags of its fields, in their order: the member's name, then its rules,
// and its older name as was=NAME. nests are for the fields that contain records, in that order too.
func tableOf[T any](of func(*T) *shape, nests ...nest) *table[T] {
	var fields []field[T]
	for i := range reflect.TypeFor[T]().NumField() {
		of := reflect.TypeFor[T]().Field(i)
		tag, is := of.Tag.Lookup("plan")
		if !is {
			continue
		}
		words := strings.Split(tag, ",")
		f := field[T]{name: words[0], at: placeOf[T](of)}
		for _, word := range words[1:] {
			if was, is := strings.CutPrefix(word, "was="); is {
				f.alias = was
			} else if f.rule |= rules[word]; rules[word] == 0 {
				panic("plandoc: there is no rule " + word)
			}
		}
		if kind := of.Type.Kind(); kind == reflect.Slice || kind == reflect.Struct {
			f.nest, nests = nests[0], nests[1:]
		}
		fields = append(fields, f)
	}
	return newTable(of, fields...)
}

// placeOf returns a function that returns a pointer to a field. There are millions of records, for which package
// reflect is too slow.
func placeOf[T any](f reflect.StructField) func(*T) any {
	switch f.Type {
	case reflect.TypeFor[string]():
		return at[T, string](f.Offset)
	case reflect.TypeFor[bool]():
		return at[T, bool](f.Offset)
	case reflect.TypeFor[int]():
		return at[T, int](f.Offset)
	case reflect.TypeFor[money.Milli]():
		return at[T, money.Milli](f.Offset)
	case reflect.TypeFor[civil.Date]():
		return at[T, civil.Date](f.Offset)
	case reflect.TypeFor[civil.Month]():
		return at[T, civil.Month](f.Offset)
	}
	return func(r *T) any { return reflect.ValueOf(r).Elem().FieldByIndex(f.Index).Addr().Interface() }
}

func at[T, F any](offset uintptr) func(*T) any {
	return func(r *T) any { return (*F)(unsafe.Add(unsafe.Pointer(r), offset)) }
}

// isArray reports whether a member of a plan is one of its arrays.
func isArray(name string) bool {
	i, ok := plans.index[name]
	return ok && i >= 0 && plans.fields[i].nest != nil && plans.fields[i].nest.opens() == '['
}
