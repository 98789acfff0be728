package cli

import (
	"fmt"
	"io"
	"strings"
	"time"
)

// bar is a progress bar, drawn only on a terminal.
type bar struct {
	w       io.Writer
	label   string
	total   int64 // bytes; 0 if unknown
	began   time.Time
	drawn   time.Time
	last    int64
	visible bool
}

// newBar returns a progress bar on w, which prints nothing if w is not a terminal.
func newBar(w io.Writer, label string, total int64) *bar {
	return &bar{w: w, label: label, total: total, began: time.Now(), visible: isTerminal(w)}
}

// at reports n processed bytes; it draws a few times a second.
func (b *bar) at(n int64) {
	b.last = n
	if !b.visible || time.Since(b.drawn) < 80*time.Millisecond {
		return
	}
	b.drawn = time.Now()
	fmt.Fprintf(b.w, "\r%s\x1b[K", b.line(n))
}

// done draws the final state, or removes the bar after a failure.
func (b *bar) done(ok bool) {
	switch {
	case !b.visible:
	case ok:
		fmt.Fprintf(b.w, "\r%s\x1b[K\n", b.line(b.last))
	default:
		fmt.Fprint(b.w, "\r\x1b[K")
	}
}

func (b *bar) line(n int64) string {
	text := fmt.Sprintf("%.1f MB   %.1f s", float64(n)/1e6, time.Since(b.began).Seconds())
	if b.total > 0 {
		return fmt.Sprintf("%-10s%s %s", b.label, filled(n, b.total), text)
	}
	return fmt.Sprintf("%-10s%s", b.label, text)
}

// progressWidth is the number of characters of the bar.
const progressWidth = 20

func filled(n, total int64) string {
	done := int(min(n*progressWidth/total, progressWidth))
	return strings.Repeat("█", done) + strings.Repeat("░", progressWidth-done)
}

// shortDuration formats a delay: "1 s", "2 min 30 s".
func shortDuration(d time.Duration) string {
	return strings.TrimSuffix(strings.NewReplacer("h", " h ", "m", " min ", "s", " s").Replace(d.Round(time.Second).String()), " 0 s")
}
