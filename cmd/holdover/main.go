// Command holdover brings a budget over from a budgeting service and keeps it.
package main

import (
	"os"
	_ "time/tzdata" // browsers say where they are, on machines without time zones too

	"holdover/internal/cli"
)

func main() { os.Exit(cli.Main(os.Args[1:])) }
