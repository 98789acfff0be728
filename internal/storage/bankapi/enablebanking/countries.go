package enablebanking

import (
	"slices"

	"holdover/internal/storage/bankapi"
)

// covered lists the countries with banks at the service, by name.
var covered = []bankapi.Choice{
	{Value: "AT", Label: "Austria"},
	{Value: "BE", Label: "Belgium"},
	{Value: "BG", Label: "Bulgaria"},
	{Value: "HR", Label: "Croatia"},
	{Value: "CY", Label: "Cyprus"},
	{Value: "CZ", Label: "Czechia"},
	{Value: "DK", Label: "Denmark"},
	{Value: "EE", Label: "Estonia"},
	{Value: "FI", Label: "Finland"},
	{Value: "FR", Label: "France"},
	{Value: "DE", Label: "Germany"},
	{Value: "GR", Label: "Greece"},
	{Value: "HU", Label: "Hungary"},
	{Value: "IS", Label: "Iceland"},
	{Value: "IE", Label: "Ireland"},
	{Value: "IT", Label: "Italy"},
	{Value: "LV", Label: "Latvia"},
	{Value: "LI", Label: "Liechtenstein"},
	{Value: "LT", Label: "Lithuania"},
	{Value: "LU", Label: "Luxembourg"},
	{Value: "MT", Label: "Malta"},
	{Value: "NL", Label: "Netherlands"},
	{Value: "NO", Label: "Norway"},
	{Value: "PL", Label: "Poland"},
	{Value: "PT", Label: "Portugal"},
	{Value: "RO", Label: "Romania"},
	{Value: "SK", Label: "Slovakia"},
	{Value: "SI", Label: "Slovenia"},
	{Value: "ES", Label: "Spain"},
	{Value: "SE", Label: "Sweden"},
}

func countries() []bankapi.Choice { return slices.Clone(covered) }

func countryName(value string) string {
	if i := slices.IndexFunc(covered, func(c bankapi.Choice) bool { return c.Value == value }); i >= 0 {
		return covered[i].Label
	}
	return value
}
