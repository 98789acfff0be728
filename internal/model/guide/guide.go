// Package guide explains how to get the plan document out of YNAB (the ways, their steps and commands to copy) and the
// files of other programs, and how a budget can keep its credit cards. The help of the command line and the pages show the same data.
//
// Start with Ways.
package guide

// Way is one way to get the file of a budget.
type Way struct {
	ID       string // a stable name for links
	Title    string
	When     string // one sentence: when to choose it
	Steps    []string
	Commands []Command
	Notes    []string
}

// Command is something to copy into a terminal.
type Command struct {
	System   string // "macOS and Linux", "Windows", "any"
	Text     string
	AsksYNAB bool // unless --source names another
}

// API is YNAB's public base address.
const API = "https://api.ynab.com/v1"

// Token explains how to get a personal access token, which every way except the web tool needs.
func Token() []string {
	return []string{
		"Sign in to YNAB in a browser and open Account Settings, then Developer Settings.",
		"Under Personal Access Tokens choose New Token, enter the account's password and choose Generate.",
		"Copy the whole token from the top of the page. It is shown once. The shortened, partly hidden form in the table below does not work.",
		"Keep it like a password. It can be revoked on the same page; if it is lost, generate another.",
	}
}

// Ways returns the ways to get the file, the easiest first.
func Ways() []Way {
	return []Way{tool(), webTool(), pages(), curl()}
}

func tool() Way {
	return Way{
		ID: "export", Title: "holdover export", When: "The shortest way, on the computer that runs Holdover.",
		Steps: []string{
			"Open a terminal. The program does not start with a double click.",
			"Run the command, paste the token when asked and choose the plan.",
			"The file is in the Downloads folder, named after the plan and the time.",
		},
		Commands: []Command{{System: "any", Text: "holdover export", AsksYNAB: true}},
		Notes:    []string{"The token is remembered in the system's keyring for next time; holdover export --forget removes it."},
	}
}

func webTool() Way {
	return Way{
		ID: "webtool", Title: "A web tool", When: "Nothing to install: a page that asks YNAB for permission and gives you the file.",
		Steps: []string{
			"Open the address of the tool that you got from its host.",
			"Choose Connect, sign in at YNAB and allow reading.",
			"Choose the plan and download it.",
		},
		Notes: []string{"Web tools are run by other people. If one cannot be reached, or shows an authorisation restriction from YNAB, use one of the other ways."},
	}
}

func pages() Way {
	return Way{
		ID: "api-pages", Title: "YNAB's API pages", When: "Only with a browser, using a token.",
		Steps: []string{
			"Open https://api.ynab.com/v1 in a browser.",
			"Choose Authorize and paste the token as the Bearer token.",
			"Under Plans open List plans, choose Try it out and Execute, and copy the id of the plan.",
			"Open Get a plan, choose Try it out, paste the id, choose Execute and then Download.",
		},
	}
}

func curl() Way {
	return Way{
		ID: "curl", Title: "curl", When: "Two commands, with a token, on any system.",
		Steps: []string{
			"List the plans and copy the id of the one you want.",
			"Get that plan and save it to a file.",
		},
		Commands: []Command{
			{System: "macOS and Linux", Text: `curl -H "Authorization: Bearer TOKEN" ` + API + "/plans"},
			{System: "macOS and Linux", Text: `curl -H "Authorization: Bearer TOKEN" ` + API + "/plans/PLAN_ID -o plan.json"},
			{System: "Windows", Text: `curl.exe -H "Authorization: Bearer TOKEN" ` + API + "/plans"},
			{System: "Windows", Text: `curl.exe -H "Authorization: Bearer TOKEN" ` + API + "/plans/PLAN_ID -o plan.json"},
		},
		Notes: []string{
			"On Windows write curl.exe. In PowerShell, curl alone can be another program and answers: Cannot bind parameter 'Headers'.",
			"Files written with PowerShell's > also work.",
		},
	}
}
