package server

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"holdover/internal/surface/web"
	"holdover/internal/testing/testkit"
)

// TestNginxSkipsAStoppedMachine: each request for a stopped machine took a minute.
func TestNginxSkipsAStoppedMachine(t *testing.T) {
	certificate, key := selfSigned(t)
	t.Setenv("SSL_CERT_FILE", certificate)
	address := freeAddress(t)
	_, backend := runningAs(t, Config{Pages: web.Options{BehindProxy: true}, Public: "https://" + address})
	client := &http.Client{Timeout: 20 * time.Second}
	startNginx(t, address, certificate, key, "server 127.0.0.1:8585;", "server 127.0.0.1:"+testkit.SilentPort(t)+"; server "+strings.TrimPrefix(backend, "http://")+";")
	for range 12 { // one of the requests is for the stopped process
		answer, err := client.Get("https://" + address + "/sign-in")
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode >= http.StatusInternalServerError {
			t.Error(answer.Status)
		}
	}
}
