package httpx

import "net/http"

// countingWriter remembers the status and counts the bytes for the log.
type countingWriter struct {
	http.ResponseWriter
	code  int
	bytes int64
	begun func() // called with the first byte of the answer's header, if set
}

func (w *countingWriter) WriteHeader(code int) {
	w.begin(code)
	w.ResponseWriter.WriteHeader(code)
}

func (w *countingWriter) Write(b []byte) (int, error) {
	w.begin(http.StatusOK)
	n, err := w.ResponseWriter.Write(b)
	w.bytes += int64(n)
	return n, err
}

func (w *countingWriter) begin(code int) {
	if w.code != 0 {
		return
	}
	if w.code = code; w.begun != nil {
		w.begun()
	}
}

// Flush sends what there is. That the client has left is noticed elsewhere.
func (w *countingWriter) Flush() { _ = http.NewResponseController(w.ResponseWriter).Flush() }

// Unwrap lets http.ResponseController reach the connection.
func (w *countingWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func (w *countingWriter) status() int {
	if w.code == 0 {
		return http.StatusOK
	}
	return w.code
}
