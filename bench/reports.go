package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strings"
)

// The limits for the duration and size of a report's page.
const (
	firstReportLimit = 500 // ms after a start
	reportLimit      = 50  // ms after it
	reportWeight     = 60  // kB over the wire
)

// compareReports requests the page of each report over twenty years: in Holdover in a budget of a million
// transactions and in one of editSize, in the peer the same figures, without a page, in the latter.
func compareReports(ctx context.Context, b *bench) error {
	logf("plan of %s transactions", short(registerSize))
	large, err := b.repo.Plan(strings.Fields(registerShape)...)
	if err != nil {
		return err
	}
	small, err := b.generatedPlan(editSize)
	if err != nil {
		return err
	}
	million, err := b.reportPages(ctx, large, registerSize)
	if err != nil {
		return err
	}
	ours, err := b.reportPages(ctx, small.path, editSize)
	if err != nil {
		return err
	}
	var peer struct{ MS map[string]float64 } // for the figures of reports
	missing := b.peerTimes(ctx, "actual-reports.mjs", &peer)
	fmt.Printf("\nPages of reports over all months: ms on the server, first after a start and the middle one of twenty after it; kB over the wire."+
		" The peer's figures are those of the same report without a page, %s transactions\n\n", short(editSize))
	t := newTable("report", "first, "+short(registerSize), "processors", "median", "p95", "processors", "kB", "limits", "median, "+short(editSize), "peer, "+short(editSize), "peer / ours")
	over := 0
	for i, is := range million {
		limits := fmt.Sprintf("%d, %d, %d kB", firstReportLimit, reportLimit, reportWeight)
		// The page of all reports renders each of them.
		if front := is.name == "front"; is.first > firstReportLimit || is.median > reportLimit && !front || is.weight > reportWeight {
			limits += ", over"
			over++
		}
		small, theirs := ours[i].median, none
		if peer.MS[is.name] > 0 {
			theirs = decimals(peer.MS[is.name], 0)
		}
		t.row(is.name, decimals(is.first, 0), decimals(is.firstWork, 0), decimals(is.median, 1), decimals(is.p95, 1), decimals(is.work, 1), decimals(is.weight, 1), limits, decimals(small, 1), theirs, ratio(peer.MS[is.name], small))
		b.results.add("reports", is.name, registerSize, figure{Seconds: is.median / 1000, Runs: 20})
	}
	if err := t.print(os.Stdout); err != nil {
		return err
	}
	fmt.Printf("\n%d over a limit\n", over)
	if missing != nil {
		fmt.Printf("Without the peer: %v\n", missing)
	}
	return nil
}

// reportPage is the duration of a report's page in milliseconds, and its size in kB.
type reportPage struct {
	name                       string
	first, median, p95, weight float64
	firstWork, work            float64 // of the processors
}

func (b *bench) reportPages(ctx context.Context, plan string, size int) (pages []reportPage, err error) {
	logf("reports of %s transactions", short(size))
	output, err := b.pageBenchmark(ctx, "BenchmarkReports", "./internal/surface/web/reports", "HOLDOVER_REPORT_PLAN="+plan)
	if err != nil {
		return nil, err
	}
	for text := range bytes.Lines(output) {
		if name, is, ok := benchLine("BenchmarkReports/", string(text)); ok {
			pages = append(pages, reportPage{name, is["first-ms"], is["median-ms"], is["p95-ms"], is["wire-kB"], is["first-cpu-ms"], is["cpu-ms"]})
		}
	}
	return pages, nil
}
