package httpx

import (
	"encoding/json"
	"net/http"
)

// WriteJSON writes a response as JSON. It fails only if the client has disconnected.
func WriteJSON(w http.ResponseWriter, status int, body any) error {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	return json.NewEncoder(w).Encode(body)
}
