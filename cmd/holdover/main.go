// Command holdover imports a budget from a budgeting service and manages it.
package main

import (
	"os"
	_ "time/tzdata" // browsers send time zones, and some machines have no time zone data

	"holdover/internal/surface/cli"
)

func main() { os.Exit(cli.Main(os.Args[1:])) }
