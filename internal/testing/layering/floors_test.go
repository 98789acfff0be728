package layering_test

import "strings"

const (
	module = "holdover"
	rooms  = module + "/internal/"
)

// floors is where each package under internal stands. A new package gets its line here first.
var floors = map[string]int{
	// values
	"money": 0, "cal": 0, "fault": 0, "packed": 0, "place": 0, "words": 1, "each": 0, "keylock": 0, "lru": 0,
	// nouns
	"budget": 1, "plandoc": 1, "auth": 1, "guide": 1, "sample": 1, "plot": 1, "typed": 1,
	// pure rules
	"envelope": 2, "importer": 2, "exporter": 2, "verification": 2, "cleanup": 2, "anonymise": 2,
	"report": 2, "receipt": 2, "cardway": 2, "schedule": 2, "bankfile": 2, "auth/grant": 2, "ledger": 2, "rule": 2, "reimport": 2, "target": 2, "finder": 2, "matching": 2, "movement": 2,
	// outside
	"database": 3, "store": 3, "peoplestore": 3, "sourceapi": 3, "spool": 3, "waiting": 3,
	"store/tables": 3, "store/aside": 3, "store/blob": 3, "store/figures": 3, "store/cache": 3, "store/index": 3, "store/background": 3, "store/backup": 3,
	// use cases
	"people": 4, "app/access": 4, "app/frame": 4, "app/payees": 4, "app/rows": 4, "app/schedules": 4, "app/registers": 4, "app/reports": 4, "app/bring": 4, "app/rules": 4, "app/bankimport": 4, "app": 4,
	// surfaces
	"httpx": 5, "api": 5, "mcp": 5, "oauth": 5, "ui": 5, "web": 5, "prompt": 5, "webtool": 5,
	"web/budget": 5, "web/register": 5, "web/scheduled": 5, "web/accounts": 5, "web/payees": 5, "web/bankfile": 5, "web/bring": 5, "web/settings": 5,
	"web/files": 5, "web/rules": 5, "web/reports": 5, "web/inbox": 5,
	// composition
	"server": 6, "cli": 6, "cli/tokens": 6,
}

// neighbours are the imports allowed on one floor: importer first, imported second.
var neighbours = map[[2]string]bool{
	{"store", "database"}:              true,
	{"peoplestore", "database"}:        true,
	{"waiting", "database"}:            true,
	{"store", "peoplestore"}:           true, // a new budget has an owner, in the same transaction
	{"store", "spool"}:                 true,
	{"sourceapi", "spool"}:             true,
	{"app", "people"}:                  true,
	{"app/access", "people"}:           true,
	{"app/frame", "people"}:            true,
	{"app/frame", "app/access"}:        true,
	{"app/payees", "people"}:           true,
	{"app/payees", "app/access"}:       true,
	{"app/payees", "app/frame"}:        true,
	{"app/payees", "app/rules"}:        true, // what a payee's rows usually are, a rule may tell
	{"app/rows", "people"}:             true,
	{"app/rows", "app/access"}:         true,
	{"app/rows", "app/frame"}:          true,
	{"app/rows", "app/payees"}:         true, // a new row keeps where its payee was paid
	{"app/rows", "app/rules"}:          true, // what a person leaves open of a new row, a rule may tell
	{"app", "app/rows"}:                true,
	{"app/schedules", "people"}:        true,
	{"app/schedules", "app/access"}:    true,
	{"app/schedules", "app/frame"}:     true,
	{"app/schedules", "app/rows"}:      true, // a schedule becomes a row
	{"app", "app/schedules"}:           true,
	{"app/bring", "people"}:            true,
	{"app/bring", "app/access"}:        true,
	{"app/rules", "people"}:            true,
	{"app/rules", "app/access"}:        true,
	{"app/bankimport", "people"}:       true,
	{"app/bankimport", "app/access"}:   true,
	{"app/bankimport", "app/rules"}:    true, // they say what comes in as what
	{"app", "app/bankimport"}:          true,
	{"app/registers", "people"}:        true,
	{"app/registers", "app/access"}:    true,
	{"app/registers", "app/frame"}:     true,
	{"app/registers", "app/rows"}:      true,
	{"app/registers", "app/schedules"}: true, // what comes in the account
	{"app", "app/registers"}:           true,
	{"app/reports", "people"}:          true,
	{"app/reports", "app/access"}:      true,
	{"app/reports", "app/frame"}:       true,
	{"app/reports", "app/rows"}:        true,
	{"app/reports", "app/schedules"}:   true, // what is coming, beyond rows of later days
	{"app", "app/reports"}:             true,
	{"app", "app/rules"}:               true,
	{"app", "app/payees"}:              true,
	{"app", "app/frame"}:               true,
	{"app", "app/access"}:              true,
	{"app", "app/bring"}:               true,
	{"bankfile", "matching"}:           true, // ids of rows are made and known in one place
	{"web/scheduled", "web/register"}:  true, // a scheduled transaction has the form of a transaction
	{"web/inbox", "web/register"}:      true, // what waits reads as in a register
	{"cli", "server"}:                  true, // the command serve starts it
	{"cli", "cli/tokens"}:              true, // the commands that fetch from a source ask for its token once
	{"cleanup", "finder"}:              true, // it asks the columns of rows, however many they are

	{"store", "store/tables"}:            true,
	{"store", "store/aside"}:             true,
	{"store", "store/blob"}:              true,
	{"store", "store/figures"}:           true,
	{"store", "store/cache"}:             true,
	{"store", "store/index"}:             true,
	{"store", "store/background"}:        true,
	{"store", "store/backup"}:            true,
	{"store/tables", "database"}:         true,
	{"store/aside", "database"}:          true,
	{"store/aside", "spool"}:             true,
	{"store/aside", "store/tables"}:      true,
	{"store/blob", "database"}:           true,
	{"store/blob", "spool"}:              true,
	{"store/figures", "database"}:        true,
	{"store/figures", "store/tables"}:    true,
	{"store/index", "database"}:          true,
	{"store/index", "store/tables"}:      true,
	{"store/background", "database"}:     true,
	{"store/background", "store/tables"}: true,
	{"store/backup", "database"}:         true,
}

// beside reports whether a package may import one of its own floor. All surfaces are made of httpx and ui; package web holds
// its rooms together.
func beside(name, other string) bool {
	surface := floors[name] == floors["web"] && name != "httpx"
	arithmetic := (other == "envelope" || other == "target" || other == "schedule") && floors[name] == floors["envelope"] // they stand half a floor lower: one carry rule for all
	return arithmetic || neighbours[[2]string{name, other}] || surface && (other == "httpx" || other == "ui" && name != "ui") || name == "web" && within(other, "web")
}

// nearRules are the surfaces that may know a store or rules by name; for all others app hands out what they need.
var nearRules = map[[2]string]string{
	{"api", "store"}:              "its lists are written from a look at the records as they are read, as many as there are",
	{"api", "exporter"}:           "a budget in the source's shape is what the exporter writes",
	{"api", "movement"}:           "the journal's amounts become movements as they are listed",
	{"api", "spool"}:              "an answer waits in a spool for a slow client",
	{"ui", "spool"}:               "so does a download",
	{"web/reports", "report"}:     "it draws every line of a report",
	{"oauth", "auth/grant"}:       "the rules of authorisation are about what its requests say",
	{"webtool", "sourceapi"}:      "it has no budgets and no app: it is a client of the source",
	{"web/bring", "cleanup"}:      "it draws every kind, action and choice of a proposal",
	{"web/bring", "verification"}: "it draws the whole of a comparison, cause by cause",
	{"web/bring", "sourceapi"}:    "it lists the plans of a source",
	{"ui", "waiting"}:             "a request knows the place of its browser",
	{"web/bring", "waiting"}:      "it names what it lets wait, which is its own",
	{"web/bankfile", "waiting"}:   "it names what it lets wait, which is its own",
	{"web/bankfile", "bankfile"}:  "people choose every role of a column and every style of a date",
}

// nearComplaint says why a surface may not know a package, nothing when it may.
func nearComplaint(name, other string) string {
	below := floors[other] == pureFloor || floors[other] == pureFloor+1 // the rules, and what is outside
	if floors[name] == floors["web"] && below && nearRules[[2]string{name, other}] == "" {
		return name + " is a surface and imports " + other + ": app hands out what surfaces need of the store and the rules"
	}
	return ""
}

// pureFloor is the highest floor that knows no clock, database, network or file.
const pureFloor = 2

// outsideWorld lists what packages up to pureFloor may not import, with all that lies below each path.
var outsideWorld = []string{
	"database", "io/ioutil", "log", "math/rand", "net", "os", "path/filepath", "plugin", "runtime/debug", "syscall", "testing",
	"github.com/jackc/pgx", "github.com/pressly/goose", "modernc.org/sqlite", "golang.org/x/sys",
}

// netWithoutNetwork lists the packages below net that only take text apart.
var netWithoutNetwork = map[string]bool{"net/url": true, "net/mail": true, "net/netip": true, "net/textproto": true}

// clock lists the functions of package time that read the clock or wait for it.
var clock = map[string]bool{
	"Now": true, "Since": true, "Until": true, "Sleep": true, "After": true, "AfterFunc": true,
	"Tick": true, "NewTimer": true, "NewTicker": true, "Local": true, "LoadLocation": true,
}

// forTests are packages that test files alone may import.
var forTests = map[string]bool{
	rooms + "testkit":               true,
	rooms + "people/peopletest":     true,
	rooms + "auth/authtest":         true,
	rooms + "database/databasetest": true,
	rooms + "app/apptest":           true,
	rooms + "browsertest":           true,
	rooms + "browsertest/walk":      true,
	rooms + "browsertest/preview":   true,
	rooms + "web/webtest":           true,
	rooms + "exporter/exportertest": true,
	rooms + "cleanup/cleanuptest":   true,
	rooms + "sourcetest":            true,
	rooms + "layering":              true,
	module + "/oracle":              true, // testkit and the tools use it too
}

// tool reports whether a package is a program or package that is not part of the product and may import anything.
func tool(path string) bool {
	for _, folder := range []string{"/bench", "/oracle", "/scripts"} {
		if within(path, module+folder) {
			return true
		}
	}
	return forTests[path]
}

// command reports whether a package is a program of the product.
func command(path string) bool { return strings.HasPrefix(path, module+"/cmd/") }

// within reports whether path is root or lies below it.
func within(path, root string) bool {
	return path == root || strings.HasPrefix(path, root+"/")
}
