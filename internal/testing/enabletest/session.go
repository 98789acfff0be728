package enabletest

import (
	"cmp"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// unattended is the number of reads of an account and a day without a user.
const unattended = 4

// authorize makes a session of a code.
func (s *Server) authorize(w http.ResponseWriter, r *http.Request) {
	var in struct {
		Code string `json:"code"`
	}
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		s.fail(w, http.StatusUnprocessableEntity, "WRONG_REQUEST_PARAMETERS")
		return
	}
	v, ok := s.codes[in.Code]
	if !ok {
		s.fail(w, http.StatusBadRequest, "WRONG_AUTHORIZATION_CODE")
		return
	}
	delete(s.codes, in.Code)
	session := &Session{ID: uuid(), Status: Authorized, Until: v.until, Language: v.language, bank: v.bank, uids: map[string]string{}}
	s.sessions = append(s.sessions, session)
	accounts := []map[string]any{}
	for i := range s.Accounts {
		a := &s.Accounts[i]
		out := map[string]any{
			"uid": nil, "identification_hash": text(a.Hash), "identification_hashes": []string{a.Hash}, "currency": a.Currency, "cash_account_type": cmp.Or(a.Type, "CACC"),
			"name": text(a.Name), "details": text(a.Details), "product": text(a.Product), "usage": "PRIV", "psu_status": "Account Holder",
			"account_id": map[string]any{"iban": text(a.IBAN), "other": nil},
		}
		if a.Other != "" {
			out["account_id"] = map[string]any{"iban": nil, "other": map[string]any{"identification": a.Other, "scheme_name": "BBAN", "issuer": nil}}
		}
		if !a.IsClosed {
			uid := uuid()
			session.uids[uid], out["uid"] = a.Hash, uid
		}
		accounts = append(accounts, out)
	}
	s.write(w, http.StatusOK, map[string]any{
		"session_id": session.ID, "accounts": accounts, "aspsp": map[string]any{"name": v.bank.Name, "country": v.bank.Country}, "psu_type": "personal",
		"access": map[string]any{"valid_until": v.until.UTC().Format(time.RFC3339Nano)},
	})
}

func (s *Server) find(id string) *Session {
	i := slices.IndexFunc(s.sessions, func(x *Session) bool { return x.ID == id })
	if i < 0 {
		return nil
	}
	session := s.sessions[i]
	if session.Status == Authorized && !session.Until.After(s.Now()) {
		session.Status = Expired
	}
	return session
}

func (s *Server) session(w http.ResponseWriter, r *http.Request) {
	session := s.find(r.PathValue("id"))
	if session == nil {
		s.fail(w, http.StatusNotFound, "SESSION_DOES_NOT_EXIST")
		return
	}
	uids, data := []string{}, []map[string]any{}
	for uid, hash := range session.uids {
		uids = append(uids, uid)
		data = append(data, map[string]any{"uid": uid, "identification_hash": hash, "identification_hashes": []string{hash}})
	}
	s.write(w, http.StatusOK, map[string]any{
		"status": session.Status, "accounts": uids, "accounts_data": data, "aspsp": map[string]any{"name": session.bank.Name, "country": session.bank.Country},
		"psu_type": "personal", "psu_id_hash": "x", "created": "2026-01-01T00:00:00Z", "access": map[string]any{"valid_until": session.Until.UTC().Format(time.RFC3339Nano)},
	})
}

func (s *Server) deleteSession(w http.ResponseWriter, r *http.Request) {
	session := s.find(r.PathValue("id"))
	if session == nil {
		s.fail(w, http.StatusNotFound, "SESSION_DOES_NOT_EXIST")
		return
	}
	if s.refuses(w, session) {
		return
	}
	session.Status = Closed
	s.write(w, http.StatusOK, map[string]any{"message": "OK"})
}

// refuses responds if a session has ended.
func (s *Server) refuses(w http.ResponseWriter, session *Session) bool {
	if session.Status == Authorized {
		return false
	}
	s.fail(w, http.StatusUnauthorized, session.Status+"_SESSION")
	return true
}

// read returns the account of a request for data, or responds with an error.
func (s *Server) read(w http.ResponseWriter, r *http.Request, kind string) (*Account, *Session) {
	for _, session := range s.sessions {
		hash, ok := session.uids[r.PathValue("uid")]
		if !ok {
			continue
		}
		i := slices.IndexFunc(s.Accounts, func(a Account) bool { return a.Hash == hash })
		switch {
		case s.find(session.ID) == nil || s.refuses(w, session):
		case i < 0:
			s.fail(w, http.StatusBadRequest, "ASPSP_ACCOUNT_NOT_ACCESSIBLE")
		case s.misses(w, r, session.bank) || s.exceeds(w, r, hash+" "+kind):
		default:
			return &s.Accounts[i], session
		}
		return nil, nil
	}
	s.fail(w, http.StatusNotFound, "ACCOUNT_DOES_NOT_EXIST")
	return nil, nil
}

// misses responds if a request has some of the headers about the user, but not all that the bank requires.
func (s *Server) misses(w http.ResponseWriter, r *http.Request, bank Bank) bool {
	hasOne := false
	for name := range r.Header {
		hasOne = hasOne || strings.HasPrefix(name, "Psu-")
	}
	for _, name := range bank.Headers {
		if hasOne && r.Header.Get(name) == "" {
			s.fail(w, http.StatusUnprocessableEntity, "PSU_HEADER_NOT_PROVIDED")
			return true
		}
	}
	return false
}

// exceeds responds if the reads without a user exceed the limit of the day. Further pages of a read do not count.
func (s *Server) exceeds(w http.ResponseWriter, r *http.Request, kind string) bool {
	if r.Header.Get("Psu-Ip-Address") != "" || r.URL.Query().Has("continuation_key") {
		return false
	}
	kind += s.Now().UTC().Format(time.DateOnly)
	if s.reads[kind]++; s.reads[kind] > unattended {
		s.fail(w, http.StatusTooManyRequests, "ASPSP_RATE_LIMIT_EXCEEDED")
		return true
	}
	return false
}

func (s *Server) balances(w http.ResponseWriter, r *http.Request) {
	a, _ := s.read(w, r, "balances")
	if a == nil {
		return
	}
	all := []map[string]any{}
	for _, b := range a.Balances {
		all = append(all, map[string]any{
			"name": b.Type, "balance_type": b.Type, "balance_amount": map[string]any{"amount": b.Amount, "currency": a.Currency},
			"reference_date": text(b.Date), "last_change_date_time": text(b.Changed),
		})
	}
	s.write(w, http.StatusOK, map[string]any{"balances": all})
}

func (s *Server) transactions(w http.ResponseWriter, r *http.Request) {
	a, session := s.read(w, r, "transactions")
	if a == nil {
		return
	}
	q := r.URL.Query()
	if s.Transactions != nil {
		if _, err := w.Write([]byte(s.Transactions(q.Get("continuation_key")))); err != nil {
			s.t.Log(err) // the client is gone
		}
		return
	}
	from, today := q.Get("date_from"), s.Now().UTC().Format(time.DateOnly)
	switch {
	case from > today:
		s.fail(w, http.StatusUnprocessableEntity, "DATE_FROM_IN_FUTURE")
		return
	case session.bank.Days > 0 && from < s.Now().UTC().AddDate(0, 0, -session.bank.Days).Format(time.DateOnly):
		s.fail(w, http.StatusUnprocessableEntity, "WRONG_TRANSACTIONS_PERIOD")
		return
	}
	all := []map[string]any{}
	add := func(from string, list []Transaction, status string) {
		if asked := q.Get("transaction_status"); asked != "" && asked != status {
			return
		}
		for _, x := range list {
			if x.Date == "" || x.Date >= from {
				all = append(all, x.json(status))
			}
		}
	}
	add(from, a.Booked, "BOOK")
	add(from, a.Pending, "PDNG")
	s.write(w, http.StatusOK, s.pageOf(all, q.Get("continuation_key")))
}

// pageOf returns the page of a key.
func (s *Server) pageOf(all []map[string]any, key string) map[string]any {
	size := s.PageSize
	if size == 0 {
		size = max(1, len(all))
	}
	number, _ := strconv.Atoi(strings.TrimPrefix(key, "page-"))
	rest := all[min(number*size, len(all)):]
	page := map[string]any{"transactions": rest, "continuation_key": nil}
	if len(rest) > size {
		page["transactions"], page["continuation_key"] = rest[:size], "page-"+strconv.Itoa(number+1)
	}
	if s.RepeatsLastPage && len(rest) <= size {
		page["continuation_key"] = "page-" + strconv.Itoa(number)
	}
	return page
}
