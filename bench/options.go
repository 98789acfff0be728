package main

import (
	"flag"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// options are the flags of the command.
type options struct {
	sizes     []int         // transactions per plan
	runs      int           // of each program at each size; the median counts
	only      string        // the one comparison to run, empty for all
	peer      bool          // whether the peer is measured
	peerMax   int           // the largest size for the peer
	peerLimit time.Duration // the time limit of a run of the peer
	packages  []string      // the packages with the Go benchmarks to run
}

func parseOptions(args []string) (options, error) {
	var o options
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	sizes := flags.String("sizes", "1000,10000,50000,100000", "transactions per generated plan")
	full := flags.Bool("full", false, "add a plan of 1000000 transactions")
	flags.IntVar(&o.runs, "runs", 5, "runs of each program at each size, of which the median counts; fewer where they take long")
	flags.StringVar(&o.only, "only", "", "run one comparison alone: import, editing, serving, register, screen, painted, reports, growth, households or go")
	flags.BoolVar(&o.peer, "peer", true, "measure the peer too")
	flags.IntVar(&o.peerMax, "peer-max", 50_000, "the largest plan that the peer is given")
	flags.DurationVar(&o.peerLimit, "peer-limit", 3*time.Minute, "how long one run of the peer may take")
	packages := flags.String("packages", "./internal/...", "whose Go benchmarks to run")
	if err := flags.Parse(args); err != nil {
		return options{}, err
	}
	for text := range strings.SplitSeq(*sizes, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(text))
		if err != nil || n < 1 {
			return options{}, fmt.Errorf("-sizes: %q is not a number of transactions", text)
		}
		o.sizes = append(o.sizes, n)
	}
	if *full {
		o.sizes = append(o.sizes, 1_000_000)
	}
	if o.runs < 1 {
		return options{}, fmt.Errorf("-runs %d: one or more", o.runs)
	}
	slices.Sort(o.sizes)
	o.packages = strings.Fields(*packages)
	return o, nil
}

func (o options) wants(comparison string) bool { return o.only == "" || o.only == comparison }
