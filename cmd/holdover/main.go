// Command holdover brings a budget over from a budgeting service and keeps it.
package main

import (
	"os"

	"holdover/internal/cli"
)

func main() { os.Exit(cli.Main(os.Args[1:])) }
