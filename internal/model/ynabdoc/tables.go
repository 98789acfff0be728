package ynabdoc

import (
	"reflect"
	"strings"
	"unsafe"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
)

// The tables of all records, by the tags in types.go. Two of their rules are independent: a record that is not deleted
// must have its required fields, and a minor field, such as a goal or a place, may have a value of another type.
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
// and its older name as was=NAME. nests are for the fields that contain records, in that order too. It panics on an
// error in the tags or nests, when the program starts.
func tableOf[T any](shapeOf func(*T) *shape, nests ...nest) *table[T] {
	var fields []field[T]
	for i := range reflect.TypeFor[T]().NumField() {
		goField := reflect.TypeFor[T]().Field(i)
		tag, tagged := goField.Tag.Lookup("plan")
		if !tagged {
			continue
		}
		words := strings.Split(tag, ",")
		f := field[T]{name: words[0], at: pointerTo[T](goField)}
		for _, word := range words[1:] {
			if olderName, isAlias := strings.CutPrefix(word, "was="); isAlias {
				f.alias = olderName
				continue
			}
			r, known := rules[word]
			if !known {
				panic("ynabdoc: there is no rule " + word)
			}
			f.rule |= r
		}
		if kind := goField.Type.Kind(); kind == reflect.Slice || kind == reflect.Struct {
			if len(nests) == 0 {
				panic("ynabdoc: there is no nest for the field " + goField.Name)
			}
			f.nest, nests = nests[0], nests[1:]
		}
		fields = append(fields, f)
	}
	if len(nests) > 0 {
		panic("ynabdoc: there are more nests than fields that contain records in " + reflect.TypeFor[T]().Name())
	}
	return newTable(shapeOf, fields...)
}

// pointerTo returns a function that returns a pointer to a field of a record. It is called for each field of millions
// of records, for which package reflect is too slow: the usual types are found by their offset in the record instead.
func pointerTo[T any](f reflect.StructField) func(*T) any {
	switch f.Type {
	case reflect.TypeFor[string]():
		return atOffset[T, string](f.Offset)
	case reflect.TypeFor[bool]():
		return atOffset[T, bool](f.Offset)
	case reflect.TypeFor[int]():
		return atOffset[T, int](f.Offset)
	case reflect.TypeFor[money.Milli]():
		return atOffset[T, money.Milli](f.Offset)
	case reflect.TypeFor[civil.Date]():
		return atOffset[T, civil.Date](f.Offset)
	case reflect.TypeFor[civil.Month]():
		return atOffset[T, civil.Month](f.Offset)
	}
	return func(r *T) any { return reflect.ValueOf(r).Elem().FieldByIndex(f.Index).Addr().Interface() }
}

// atOffset returns pointerTo's function for a field of type F. It is safe because offset and F are those that reflect
// reported for a field of T.
func atOffset[T, F any](offset uintptr) func(*T) any {
	return func(r *T) any { return (*F)(unsafe.Add(unsafe.Pointer(r), offset)) }
}

// isArray reports whether a member of a plan is one of its arrays.
func isArray(name string) bool {
	i, ok := plans.index[name]
	return ok && i >= 0 && plans.fields[i].nest != nil && plans.fields[i].nest.opens() == '['
}
