package layering_test

import (
	"slices"
	"strings"
)

const (
	module   = "holdover"
	internal = module + "/internal/"
)

// layers lists the folders below internal, lowest first. A package belongs to the layer that its path begins with.
var layers = []string{"base", "model", "logic", "storage", "app", "surface"}

// pureLayer is the highest layer that may not use the clock, a database, the network or files.
const pureLayer = "logic"

// shared lists, by folder, the packages that every other package of that folder may import.
var shared = map[string][]string{
	"logic":           {"logic/envelope", "logic/schedule", "logic/target"},
	"storage":         {"storage/database", "storage/tempfile", "storage/publicnet"},
	"storage/store":   {"storage/store/tables"},
	"storage/bankapi": {"storage/bankapi"},
	"app":             {"app/users", "app/budgetsession", "app/pageframe"},
	"surface":         {"surface/httpx", "surface/ui"},
}

// siblings lists the other imports allowed within one layer: importer first, imported second.
var siblings = map[[2]string]bool{
	{"logic/journal", "logic/exporter"}:                true, // both write a budget from the same source
	{"model/conversion", "model/humanize"}:             true, // reports contain shortened texts of files
	{"logic/bankfile", "logic/matching"}:               true, // both derive the id of a bank row by the same rule
	{"logic/bankbudget", "logic/bankfile"}:             true, // it makes a budget from bank files
	{"logic/bankbudget", "logic/matching"}:             true, // its rows have the import ids of a later import
	{"logic/ynabcsv", "logic/exporter"}:                true, // both write the source that app reads
	{"logic/ynabcsv", "logic/bankfile"}:                true, // it reads dates and amounts in the notations of bank files
	{"logic/cleanup", "logic/rowindex"}:                true, // proposals for card debt read the columns of all rows
	{"logic/rowindex", "logic/tag"}:                    true, // notes are searched for tags
	{"logic/importer", "logic/tag"}:                    true, // tags in a file are checked like those that users enter
	{"logic/importer", "logic/rule"}:                   true, // rules in a file are checked like those that users enter
	{"storage/push", "storage/userstore"}:              true, // it sends to stored subscriptions
	{"storage/store", "storage/userstore"}:             true, // a new budget and its owner are written in one transaction
	{"logic/ynab4", "logic/matching"}:                  true, // import ids get the form of bank files
	{"logic/ynab4", "logic/rule"}:                      true, // the rules that rename payees stay within its limits
	{"storage/bankapi/budgetapi", "storage/sourceapi"}: true, // it is a client of the source
	{"storage/planfile", "storage/actualfile"}:         true, // it converts the files of all programs
	{"app/payees", "app/rules"}:                        true, // a payee's usual category may come from a rule
	{"app/rows", "app/payees"}:                         true, // a new row records where its payee was paid
	{"app/rows", "app/rules"}:                          true, // rules fill in fields that the user leaves empty
	{"app/banks", "app/bankimport"}:                    true, // fetched statements are imported like files
	{"app/bankimport", "app/rows"}:                     true, // a bank's row confirms an existing one
	{"app/bankimport", "app/rules"}:                    true, // rules rename the payees of bank rows
	{"app/schedules", "app/rows"}:                      true, // a schedule that falls due becomes a row
	{"app/offline", "app/payees"}:                      true,
	{"app/offline", "app/rows"}:                        true,
	{"app/registers", "app/rows"}:                      true,
	{"app/registers", "app/schedules"}:                 true, // a register lists the account's upcoming rows
	{"app/reminders", "app/banks"}:                     true, // a connection may need attention
	{"app/reminders", "app/rows"}:                      true,
	{"app/tags", "app/rows"}:                           true, // the limit of notes
	{"app/registers", "app/tags"}:                      true, // registers are filtered by tags
	{"app/reports", "app/tags"}:                        true, // reports name tags
	{"app/reports", "app/rows"}:                        true,
	{"app/reports", "app/schedules"}:                   true, // Upcoming includes scheduled rows
	{"surface/web/scheduled", "surface/web/register"}:  true, // a scheduled transaction uses the transaction form
	{"surface/web/inbox", "surface/web/register"}:      true, // rows to approve are drawn like rows of a register
	{"surface/web/banks", "surface/web/bankfile"}:      true, // fetched transactions are previewed like those of a file
	{"surface/cli/tokens", "surface/prompt"}:           true,
	{"surface/cli/signin", "surface/proxyauth"}:        true, // it reads the settings of the proxy
	{"surface/ui", "surface/proxyauth"}:                true, // the options of the pages contain the proxy
}

// layerOf returns the position of a package's layer, or -1 for a package outside the layers.
func layerOf(name string) int {
	first, _, _ := strings.Cut(name, "/")
	return slices.Index(layers, first)
}

// mayImport reports whether a package may import another package in the same layer.
func mayImport(name, other string) bool {
	if isBelow(other, name) || siblings[[2]string{name, other}] {
		return true
	}
	if assemblesProgram(name) {
		return true
	}
	for folder, packages := range shared {
		if isBelow(name, folder) && slices.Contains(packages, other) {
			return positionOf(packages, other) < positionOf(packages, name)
		}
	}
	return false
}

// positionOf returns a package's position among the shared packages of its folder. Shared packages may import earlier
// ones only.
func positionOf(packages []string, name string) int {
	if i := slices.Index(packages, name); i >= 0 {
		return i
	}
	return len(packages)
}

// assemblesProgram reports whether a package assembles the program from all surfaces.
func assemblesProgram(name string) bool { return name == "surface/cli" || name == "surface/server" }

// surfaceMayImport lists the packages of logic and storage that a surface may import, with the reason. Everything else
// of those layers reaches a surface through app.
var surfaceMayImport = map[[2]string]string{
	{"surface/api", "storage/store"}:                  "its lists are written while the records are read, however many there are",
	{"surface/api", "logic/exporter"}:                 "the exporter writes a budget in the source's shape",
	{"surface/api", "logic/moneymovement"}:            "amounts of the journal become movements while they are listed",
	{"surface/api", "storage/tempfile"}:               "a response is buffered in a temporary file for a slow client",
	{"surface/ui", "storage/tempfile"}:                "a download is buffered in a temporary file for a slow client",
	{"surface/ui", "logic/tag"}:                       "it draws the tags in notes",
	{"surface/ui", "storage/pending"}:                 "a request carries the key of its browser's pending uploads",
	{"surface/oauth", "logic/oauthgrant"}:             "it applies the rules of authorisation to its requests",
	{"surface/cli/banks", "storage/bankapi"}:          "it names the steps of connecting",
	{"surface/cli/banks", "storage/bankapi/demobank"}: "it connects the invented bank",
	{"surface/cli/tokens", "storage/sourceapi"}:       "it stores the tokens of the source in the keyring",
	{"surface/webtool", "storage/sourceapi"}:          "it is a client of the source and has no budgets",
	{"surface/web/banks", "storage/bankapi"}:          "it draws the steps of any provider",
	{"surface/web/banks", "storage/pending"}:          "a step of connecting waits for its browser",
	{"surface/web/tags", "logic/tag"}:                 "it offers the colours of tags and recognises a typed one",
	{"surface/web/reports", "logic/report"}:           "it draws every line of a report",
	{"surface/web/migration", "logic/cleanup"}:        "it draws every kind of proposal",
	{"surface/web/migration", "logic/verification"}:   "it draws a whole comparison with its causes",
	{"surface/web/migration", "storage/sourceapi"}:    "it lists the plans of a source",
	{"surface/web/migration", "storage/pending"}:      "it names the uploads that it stores",
	{"surface/web/bankfile", "storage/pending"}:       "it names the uploads that it stores",
	{"surface/web/bankfile", "logic/bankfile"}:        "users choose the role of each column and the style of dates",
	{"surface/web/loans", "logic/loan"}:               "it draws every payment of a repayment",
}

// unrestricted lists the surfaces and the packages without rules of the domain that the rule above does not concern.
func unrestricted(name, other string) bool {
	return assemblesProgram(name) || other == "logic/amountparse" || other == "logic/chart"
}

// outsideWorld lists the packages that base, model and logic may not import, including all packages below each path.
var outsideWorld = []string{
	"database", "io/ioutil", "log", "math/rand", "net", "os", "path/filepath", "plugin", "runtime/debug", "syscall", "testing",
	"github.com/jackc/pgx", "github.com/pressly/goose", "modernc.org/sqlite", "golang.org/x/sys",
}

// parsersBelowNet lists the packages below net that only parse text.
var parsersBelowNet = map[string]bool{"net/url": true, "net/mail": true, "net/netip": true, "net/textproto": true}

// clock lists the functions of package time that read the clock or wait for it.
var clock = map[string]bool{
	"Now": true, "Since": true, "Until": true, "Sleep": true, "After": true, "AfterFunc": true,
	"Tick": true, "NewTimer": true, "NewTicker": true, "Local": true, "LoadLocation": true,
}

// forTests reports whether only test files may import a package.
func forTests(path string) bool {
	name := strings.TrimPrefix(path, internal)
	return isBelow(name, "testing") || path == module+"/oracle" || strings.HasSuffix(path, "test") && strings.Contains(name, "/")
}

// isDevelopmentTool reports whether a package is a development tool that may import anything.
func isDevelopmentTool(path string) bool {
	for _, folder := range []string{"/bench", "/oracle", "/scripts"} {
		if isBelow(path, module+folder) {
			return true
		}
	}
	return forTests(path)
}

// command reports whether a package is the main package of a program.
func command(path string) bool { return strings.HasPrefix(path, module+"/cmd/") }

// isBelow reports whether path is root or a path below it.
func isBelow(path, root string) bool {
	rest, ok := strings.CutPrefix(path, root)
	return ok && (rest == "" || rest[0] == '/')
}
