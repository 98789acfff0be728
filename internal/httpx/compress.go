package httpx

import (
	"net/http"

	"github.com/klauspost/compress/gzhttp"
)

// compressed gzips answers of the kinds that shrink. Streams of events are left
// alone: each event has to leave at once. Pages carry no secret that a guesser
// could learn from their compressed size: there are no tokens in them, since
// cross-origin changes are refused by their headers. The fastest level makes pages
// at most a fifteenth larger than the fourth and takes little more than half its time.
func compressed(next http.Handler) http.Handler {
	wrap, err := gzhttp.NewWrapper(gzhttp.CompressionLevel(1), gzhttp.ContentTypes([]string{
		"text/html", "text/css", "text/javascript", "text/plain", "text/csv", "application/json", "image/svg+xml",
	}))
	if err != nil {
		panic(err) // of fixed, valid options
	}
	return wrap(next)
}
