package guide

// Programs explains how to get the file of a budget from each source other than YNAB's API.
func Programs() []Way {
	return []Way{ynabTables(), ynab4(), actual(), bank(), others()}
}

func ynabTables() Way {
	return Way{
		ID: "ynab-export", Title: "YNAB's own export", When: "Without a token, in YNAB on the web: two tables, without targets and scheduled transactions.",
		Steps: []string{
			"Open the plan in YNAB in a browser and click its name at the top left.",
			"Choose Export Plan. The browser saves a ZIP file.",
			"Import that ZIP file here. It does not need to be unpacked.",
		},
		Notes: []string{"If the file does not show whether 03/04 is in March or April, or which currency it has, the import asks."},
	}
}

func ynab4() Way {
	return Way{
		ID: "ynab4", Title: "YNAB 4", When: "The program of 2012 that you install on a computer. Its budget is a folder whose name ends in .ynab4.",
		Steps: []string{
			"Open the budget in YNAB 4 on one computer and wait until it is synchronised, so that it contains the changes of your other devices. Then quit the program.",
			"Find the folder, such as Household~1A2B3C4D.ynab4. It is in Documents/YNAB on the computer, or in YNAB or Apps/YNAB in Dropbox.",
			"Windows: right-click the folder and choose Send to, then Compressed (zipped) folder. On Windows 11 it is Compress to ZIP file. macOS: hold Control, click it and choose Compress.",
			"Import the ZIP file here.",
		},
	}
}

func actual() Way {
	return Way{
		ID: "actual", Title: "Actual Budget", When: "The same steps on your own server and in the desktop program.",
		Steps: []string{
			"Open the budget in Actual and choose More, then Settings.",
			"Under Export choose Export data. The browser saves a ZIP file.",
			"Import that ZIP file here. It does not need to be unpacked.",
		},
		Notes: []string{"The export is never encrypted, even if the budget on the server is."},
	}
}

func bank() Way {
	return Way{
		ID: "bank", Title: "Your bank", When: "If you have no budget yet: the transactions of an account begin a new one.",
		Steps: []string{
			"Sign in at the bank in a browser and open the transactions of the account.",
			"Look for Download or Export, often a small arrow or below the list. Choose the longest period.",
			"Choose the first of these formats that the bank offers: OFX or QFX, CAMT.053, MT940, QIF, CSV.",
			"Import the file here. Further accounts are added to the budget, and their files are imported in each account.",
		},
	}
}

func others() Way {
	return Way{
		ID: "other-programs", Title: "GnuCash, Mint and others", When: "Programs that save transactions as CSV or QIF: import their files like those of a bank.",
		Steps: []string{
			"Mint has closed. Import the file transactions.csv that you saved before; Holdover reads its accounts and categories.",
			"Quicken, Microsoft Money, Banktivity and others: export an account as QIF, and import the file here.",
			"GnuCash: choose File, Export, Export Transactions to CSV. Select one account, and not the simple layout. Create a budget here, add the account and choose Import bank file in it.",
		},
	}
}
