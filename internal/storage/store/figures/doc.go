// Package figures stores monthly figures derived from the rows of a budget, each as a series: budgeted amounts and
// activity of categories, balances of accounts, figures of card envelopes. Writers of rows update them in packed
// form, so that reads never sum all rows.
//
// Start with Kind, Series and Set; lists.go converts them to the input of a sheet.
package figures
