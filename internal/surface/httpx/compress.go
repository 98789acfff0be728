package httpx

import (
	"bytes"
	"net/http"
	"strings"
	"sync"

	"github.com/klauspost/compress/gzhttp"
	"github.com/klauspost/compress/gzip"
)

// compressed gzips responses of types that benefit from it. Event streams are not compressed, since each event must
// be sent immediately. Pages contain no secret that an attacker could guess from their compressed size: they have no
// tokens, since cross-origin changes are refused by their headers. The fastest level makes pages at most a fifteenth
// larger than the fourth and takes little more than half its time.
func compressed(next http.Handler) http.Handler {
	wrap, err := gzhttp.NewWrapper(gzhttp.CompressionLevel(gzip.BestSpeed), gzhttp.ContentTypes([]string{
		"text/html", "text/css", "text/javascript", "text/plain", "text/csv", "application/json", "image/svg+xml",
	}))
	if err != nil {
		panic(err) // the options are fixed and valid
	}
	return wrap(next)
}

// TakesGzip reports whether a request clearly accepts gzip: weighted encodings are left to the wrapper.
func TakesGzip(r *http.Request) bool {
	takes := strings.Join(r.Header.Values("Accept-Encoding"), ",")
	return strings.Contains(takes, "gzip") && !strings.Contains(takes, ";")
}

// Gzip compresses a response for caching, with the same level as all other responses.
func Gzip(text []byte) []byte {
	z := gzips.Get().(*gzip.Writer)
	defer gzips.Put(z)
	var out bytes.Buffer
	out.Grow(len(text) / 6)
	z.Reset(&out)
	_, _ = z.Write(text) // a buffer returns no errors
	_ = z.Close()
	return out.Bytes()
}

var gzips = sync.Pool{New: func() any {
	z, err := gzip.NewWriterLevel(nil, gzip.BestSpeed)
	if err != nil {
		panic(err) // the level is valid
	}
	return z
}}

// WriteGzipped responds with the output of Gzip.
func WriteGzipped(w http.ResponseWriter, contentType string, text []byte) error {
	w.Header().Set("Content-Type", contentType)
	w.Header().Set("Content-Encoding", "gzip")
	w.WriteHeader(http.StatusOK)
	_, err := w.Write(text)
	return err
}
