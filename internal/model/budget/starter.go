package budget

// StarterGroup is a group of categories with which a new budget can start.
type StarterGroup struct {
	Name       string
	Categories []string
}

// StarterGroups returns the groups and categories with which a new budget can start.
func StarterGroups() []StarterGroup {
	return []StarterGroup{
		{"Bills", []string{"Rent", "Electricity", "Internet and phone", "Insurance"}},
		{"Everyday", []string{"Groceries", "Household", "Transport", "Eating out"}},
		{"Now and then", []string{"Clothes", "Health", "Gifts", "Repairs", "Holidays"}},
		{"Savings", []string{"Emergencies"}},
	}
}
