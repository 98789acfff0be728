package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"regexp"
)

// counted matches a test's output line with the number of statements of a request.
var counted = regexp.MustCompile(`: (.+): (\d+) statements in (\d+) ways, at most (\d+) in \d+`)

// compareStatements counts the statements that requests send to PostgreSQL once the caches are filled.
func compareStatements(ctx context.Context, b *bench) error {
	logf("statements of requests")
	output, err := b.goTest(ctx, []string{"HOLDOVER_REQUIRE_POSTGRES=1"}, "-count=1", "-v", "-run", "^(TestStatementsOfARequest|TestCallsSendFewStatements)$", "./internal/surface/web", "./internal/surface/api")
	if err != nil {
		return err
	}
	fmt.Print("\nWhat a request asks PostgreSQL, beginnings and ends of transactions included; some statements go together: a way is one to the server and back\n\n")
	t := newTable("request", "statements", "ways", "at most")
	for text := range bytes.Lines(output) {
		if found := counted.FindStringSubmatch(string(text)); found != nil {
			t.row(found[1:]...)
		}
	}
	return t.print(os.Stdout)
}
