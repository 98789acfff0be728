package simplefin

import (
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
	"time"

	"holdover/internal/base/apperr"
	"holdover/internal/storage/bankapi"
)

// accountSet is the content of the responses to one fetch.
type accountSet struct {
	accounts    []account
	connections []connectionInfo // of version 2
	problems    []problem

	start, end time.Time // the window of the next response
	rows       int
	bytes      int
}

// account is a bank account with its transactions.
type account struct {
	id, name   string
	connection string // the id of its connection in version 2
	org        string // the bank's name in version 1
	currency   string
	balance    text
	available  text
	balanceAt  text
	booked     []transaction
	pending    []transaction
	refused    []string         // why transactions are left out
	seen       map[seenKey]bool // the booked transactions with an id
}

// seenKey identifies a transaction that is in several responses. The id alone is not enough: some servers use one twice.
type seenKey struct{ id, posted, amount, description string }

// connectionInfo is a user's connection to a bank at the server.
type connectionInfo struct {
	ID      text `json:"conn_id"`
	Name    text `json:"name"`
	OrgName text `json:"org_name"`
}

// problem is an error for the user. Version 1 has the message only.
type problem struct {
	Code       text `json:"code"`
	Message    text `json:"msg"`
	Connection text `json:"conn_id"`
	Account    text `json:"account_id"`
}

// UnmarshalJSON reads a text or an object.
func (p *problem) UnmarshalJSON(data []byte) error {
	if len(data) > 0 && data[0] != '{' {
		return p.Message.UnmarshalJSON(data)
	}
	type object problem
	return json.Unmarshal(data, (*object)(p))
}

// text is a JSON string or number as text. Servers differ in the type of ids, times and amounts. Other values are "".
type text string

// UnmarshalJSON reads a string, a number or another value.
func (t *text) UnmarshalJSON(data []byte) error {
	*t = ""
	switch {
	case len(data) == 0:
	case data[0] == '"':
		return json.Unmarshal(data, (*string)(t))
	case data[0] == '-' || data[0] >= '0' && data[0] <= '9':
		*t = text(data)
	}
	return nil
}

// read adds a response to the set. Transactions are decoded one by one, so the memory for too many is bounded.
func (s *accountSet) read(body io.Reader) error {
	d := json.NewDecoder(body)
	if err := eachMember(d, func(member string) error {
		switch member {
		case "errors", "errlist":
			return eachElement(d, func() error {
				var p problem
				err := d.Decode(&p)
				s.addProblem(p)
				return err
			})
		case "connections":
			return eachElement(d, func() error {
				var c connectionInfo
				err := d.Decode(&c)
				s.connections = append(s.connections, c)
				return err
			})
		case "accounts":
			return s.readAccounts(d)
		}
		return skip(d)
	}); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("the response has text after its end")
	}
	return nil
}

// addProblem adds a problem that is not known yet.
func (s *accountSet) addProblem(p problem) {
	if p.Message == "" {
		p.Message = p.Code
	}
	if p.Message == "" {
		return
	}
	i := slices.IndexFunc(s.problems, func(known problem) bool {
		return known.Message == p.Message && (known == p || known.Code == "" || p.Code == "") // servers send the errors of both versions
	})
	switch {
	case i < 0 && len(s.problems) < mostMessages:
		s.problems = append(s.problems, p)
	case i >= 0 && p.Code != "":
		s.problems[i] = p
	}
}

// readAccounts reads the accounts of a response. An account of an earlier response gets more transactions.
func (s *accountSet) readAccounts(d *json.Decoder) error {
	var ids []string
	return eachElement(d, func() error {
		a, err := s.readAccount(d)
		if err != nil {
			return err
		}
		known := slices.IndexFunc(s.accounts, func(other account) bool { return other.id == a.id })
		switch {
		case a.id == "":
			s.addProblem(problem{Message: text("SimpleFIN sent an account without an id, which cannot be used: " + a.name + ".")})
		case slices.Contains(ids, a.id):
			s.addProblem(problem{Message: text("SimpleFIN sent two accounts with the same id. Only the first can be used, not " + a.name + ".")})
		case known < 0:
			s.accounts = append(s.accounts, a)
		default:
			s.accounts[known].add(a)
		}
		ids = append(ids, a.id)
		return nil
	})
}

// add adds the transactions of a later response, and takes its other values.
func (a *account) add(later account) {
	for _, t := range later.booked {
		if key := t.key(); t.ID == "" || !a.seen[key] {
			a.booked = append(a.booked, t)
			a.seen[key] = true
		}
	}
	later.booked, later.seen = a.booked, a.seen
	later.refused = append(a.refused, later.refused...)
	*a = later
}

// readAccount reads an account.
func (s *accountSet) readAccount(d *json.Decoder) (account, error) {
	a := account{seen: map[seenKey]bool{}}
	var org struct{ Name, Domain text }
	var id, name, connection, connectionName, currency text
	err := eachMember(d, func(member string) error {
		switch member {
		case "id":
			return d.Decode(&id)
		case "name":
			return d.Decode(&name)
		case "conn_id":
			return d.Decode(&connection)
		case "conn_name":
			return d.Decode(&connectionName)
		case "currency":
			return d.Decode(&currency)
		case "balance":
			return d.Decode(&a.balance)
		case "available-balance":
			return d.Decode(&a.available)
		case "balance-date":
			return d.Decode(&a.balanceAt)
		case "org":
			return d.Decode(&org)
		case "transactions":
			return eachElement(d, func() error { return s.readTransaction(d, &a) })
		}
		return skip(d)
	})
	a.id, a.connection, a.currency = string(id), string(connection), currencyName(string(currency))
	a.name = bankapi.Text(string(name), mostName)
	if a.name == "" {
		a.name = "Account " + bankapi.Text(a.id, mostName)
	}
	for _, bank := range []text{org.Name, org.Domain, connectionName} {
		if a.org == "" {
			a.org = bankapi.Text(string(bank), mostName)
		}
	}
	return a, err
}

// readTransaction reads a transaction of an account.
func (s *accountSet) readTransaction(d *json.Decoder, a *account) error {
	if s.rows++; s.rows > bankapi.MostRows {
		return bankapi.TooMuch(name)
	}
	var raw json.RawMessage
	if err := d.Decode(&raw); err != nil {
		return err
	}
	var t transaction
	if err := json.Unmarshal(raw, &t); err != nil {
		a.refused = append(a.refused, "it does not have the form of the protocol")
		return nil
	}
	switch err := t.parse(); {
	case err != nil:
		a.refused = append(a.refused, err.Error())
	case t.isPending:
		a.pending = append(a.pending, t)
	case t.ID == "" && !s.inWindow(t.postedAt):
		// A transaction at the edge of two windows may be in both responses, and has no id to recognise it.
	case t.ID == "" || !a.seen[t.key()]:
		a.booked = append(a.booked, t)
		a.seen[t.key()] = true
	}
	return nil
}

// inWindow reports whether a time is in the requested window.
func (s *accountSet) inWindow(at time.Time) bool {
	return !at.Before(s.start) && (s.end.IsZero() || at.Before(s.end))
}

// eachMember calls do for each member of an object, which do reads. null is an empty object.
func eachMember(d *json.Decoder, do func(member string) error) error {
	return each(d, '{', func() error {
		member, err := d.Token()
		if err != nil {
			return err
		}
		return do(member.(string)) // the decoder returns errors for other members
	})
}

// eachElement calls do for each element of an array, which do reads. null is an empty array.
func eachElement(d *json.Decoder, do func() error) error { return each(d, '[', do) }

func each(d *json.Decoder, start json.Delim, do func() error) error {
	switch token, err := d.Token(); {
	case err != nil:
		return err
	case token == nil:
		return nil
	case token != start:
		return errors.New("the response has a value of another type than the protocol says")
	}
	for d.More() {
		if err := do(); err != nil {
			return err
		}
	}
	_, err := d.Token()
	return err
}

// skip reads any value.
func skip(d *json.Decoder) error {
	var value json.RawMessage
	return d.Decode(&value)
}

// bank returns the name of an account's bank.
func (s *accountSet) bank(a *account) string {
	if a.org != "" {
		return a.org
	}
	return s.connectionName(a.connection)
}

// connectionName returns the name of the bank of a connection, or "".
func (s *accountSet) connectionName(id string) string {
	for _, c := range s.connections {
		if id != "" && string(c.ID) == id {
			if c.OrgName != "" {
				return bankapi.Text(string(c.OrgName), mostName)
			}
			return bankapi.Text(string(c.Name), mostName)
		}
	}
	return ""
}

// ended returns an error if the server says that the whole access has ended.
func (s *accountSet) ended() error {
	for _, p := range s.problems {
		if p.Code == "gen.auth" && len(s.accounts) == 0 {
			return bankapi.Ended(name)
		}
	}
	return nil
}

// signIn returns the error of an account if the bank wants the user to sign in at the server.
func (s *accountSet) signIn(a *account) error {
	for _, p := range s.problems {
		if p.Code == "con.auth" && (p.Account != "" && string(p.Account) == a.id || p.Account == "" && p.Connection != "" && string(p.Connection) == a.connection) {
			return apperr.New(apperr.Unavailable, "SimpleFIN gets nothing from the bank: %s", strings.TrimRight(bankapi.Message(string(p.Message)), ".")).WithCode(bankapi.Down).
				WithHint("sign in at the SimpleFIN Bridge and connect the bank there again; here nothing has to be changed")
		}
	}
	return nil
}

// messages returns the server's messages to the user, and which transactions are left out.
func (s *accountSet) messages() (out []string) {
	for _, p := range s.problems {
		message := bankapi.Message(string(p.Message))
		if bank := s.connectionName(string(p.Connection)); bank != "" && !strings.Contains(strings.ToLower(message), strings.ToLower(bank)) {
			message = bank + ": " + message
		}
		if message != "" {
			out = append(out, message)
		}
	}
	for i := range s.accounts {
		out = append(out, s.accounts[i].leftOut()...)
	}
	return out
}
