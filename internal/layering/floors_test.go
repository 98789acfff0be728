package layering_test

import "strings"

const (
	module = "holdover"
	rooms  = module + "/internal/"
)

// floors is where each package under internal stands. A new package gets its line here first.
var floors = map[string]int{
	// values
	"money": 0, "cal": 0, "fault": 0,
	// nouns
	"budget": 1, "plandoc": 1, "auth": 1, "guide": 1, "sample": 1,
	// pure rules
	"envelope": 2, "importer": 2, "exporter": 2, "reconcile": 2, "cleanup": 2, "anonymise": 2,
	"schedule": 2, "bankfile": 2, "auth/grant": 2, "register": 2, "reimport": 2, "finder": 2,
	// outside
	"store": 3, "sourceapi": 3,
	// use cases
	"app": 4,
	// surfaces
	"httpx": 5, "api": 5, "oauth": 5, "web": 5, "prompt": 5, "webtool": 5,
	// composition
	"server": 6, "cli": 6,
}

// neighbours are the imports allowed on one floor: importer first, imported second.
var neighbours = map[[2]string]bool{
	{"api", "httpx"}:     true,
	{"oauth", "httpx"}:   true,
	{"web", "httpx"}:     true,
	{"webtool", "httpx"}: true,
	{"cli", "server"}:    true, // the command serve starts it
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
	rooms + "testkit":     true,
	rooms + "browsertest": true,
	rooms + "sourcetest":  true,
	rooms + "layering":    true,
	module + "/oracle":    true, // testkit and the tools use it too
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
