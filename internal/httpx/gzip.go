package httpx

import (
	"net/http"
	"strings"
	"sync"

	"github.com/klauspost/compress/gzip"
)

// compressed gzips answers of the kinds that shrink. Streams of events are left
// alone: each event has to leave at once. Pages carry no secret that a guesser
// could learn from their compressed size: there are no tokens in them, since
// cross-origin changes are refused by their headers.
func compressed(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !acceptsGzip(r) || r.Method == http.MethodHead {
			next.ServeHTTP(w, r)
			return
		}
		zw := &gzipWriter{ResponseWriter: w}
		defer zw.close()
		next.ServeHTTP(zw, r)
	})
}

func acceptsGzip(r *http.Request) bool {
	for part := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		name, weight, _ := strings.Cut(strings.TrimSpace(part), ";")
		if name == "gzip" && strings.ReplaceAll(weight, " ", "") != "q=0" {
			return true
		}
	}
	return false
}

var compressible = map[string]bool{
	"text/html": true, "text/css": true, "text/javascript": true, "text/plain": true, "text/csv": true,
	"application/json": true, "image/svg+xml": true,
}

var gzipPool = sync.Pool{New: func() any {
	zw, _ := gzip.NewWriterLevel(nil, 4) // a fixed, valid level: it cannot fail
	return zw
}}

// gzipWriter decides at the first byte, when the headers are known.
type gzipWriter struct {
	http.ResponseWriter
	decided bool
	zw      *gzip.Writer
}

func (w *gzipWriter) WriteHeader(status int) {
	w.decide(status)
	w.ResponseWriter.WriteHeader(status)
}

func (w *gzipWriter) Write(b []byte) (int, error) {
	if !w.decided {
		if w.Header().Get("Content-Type") == "" {
			w.Header().Set("Content-Type", http.DetectContentType(b))
		}
		w.decide(http.StatusOK)
	}
	if w.zw != nil {
		return w.zw.Write(b)
	}
	return w.ResponseWriter.Write(b)
}

func (w *gzipWriter) decide(status int) {
	if w.decided || status < 200 {
		return
	}
	w.decided = true
	h := w.Header()
	kind, _, _ := strings.Cut(h.Get("Content-Type"), ";")
	if !compressible[kind] {
		return
	}
	h.Add("Vary", "Accept-Encoding")
	bodiless := status == http.StatusNoContent || status == http.StatusNotModified || status == http.StatusPartialContent
	if bodiless || h.Get("Content-Encoding") != "" || h.Get("Content-Range") != "" {
		return
	}
	h.Del("Content-Length")
	h.Set("Content-Encoding", "gzip")
	w.zw = gzipPool.Get().(*gzip.Writer)
	w.zw.Reset(w.ResponseWriter)
}

// FlushError sends what there is; http.ResponseController finds it.
func (w *gzipWriter) FlushError() error {
	if w.zw != nil {
		if err := w.zw.Flush(); err != nil {
			return err
		}
	}
	return http.NewResponseController(w.ResponseWriter).Flush()
}

// Unwrap lets http.ResponseController reach the connection.
func (w *gzipWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func (w *gzipWriter) close() {
	if w.zw == nil {
		return
	}
	_ = w.zw.Close() // the connection is gone when this fails; there is nobody left to tell
	w.zw.Reset(nil)
	gzipPool.Put(w.zw)
}
