// Package bankapi defines how Holdover gets transactions from banks. A provider is a service that connects to banks; a
// connection is one user's access through it. The packages below implement providers. Pages and jobs know only this
// package, so a new provider needs no other change than its entry in the list of package app/banks.
//
// Start with Provider, then Connection.
package bankapi

import (
	"context"
	"net/http"
	"time"

	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/bankfile"
	"holdover/internal/model/budget"
)

// Kind identifies a provider. Its values are stored.
type Kind string

// Provider is a service that connects to banks. It is safe for concurrent use.
type Provider interface {
	// About describes the provider to users.
	About() About
	// Connect returns the next step of connecting, given the user's input to the step before. The first call has a zero
	// Input. Errors: Invalid with the name of the field for wrong input, and those of Connection.
	Connect(ctx context.Context, in Input) (Step, error)
	// Open returns the connection with a secret that Connect returned. It makes no request.
	Open(secret []byte) (Connection, error)
}

// Renewer is a provider that can renew a connection without asking again for everything.
type Renewer interface {
	// Renew returns the State of the Input that begins to renew the connection with a secret.
	Renew(secret []byte) (state []byte, err error)
}

// About describes a provider to users. Texts are plain sentences.
type About struct {
	Kind   Kind
	Name   string
	Covers string // countries and kinds of bank
	Costs  string
	Needs  []string // what the user has to do there first, one sentence each
	Page   string   // the address where the user does it, or ""
	// Ending says how the user ends the access there, if Connection.Disconnect cannot.
	Ending string
	// IsDemo reports that the provider is built in and its banks are invented. Pages do not offer it.
	IsDemo bool
}

// Step is a question to the user, a visit to the bank's page, or the end of connecting.
type Step struct {
	Title   string
	Text    string  // shown above the form, or ""
	Fields  []Field // the form; nil for a visit and for the end
	VisitTo string  // the https address of a page on which the user agrees; it returns to Input.ReturnTo
	State   []byte  // for the next call; it may contain secrets, and is stored encrypted
	// Secret is the access of the new connection, set at the end. Name is the connection's name for users.
	Secret []byte
	Name   string
}

// Field is a field of a form.
type Field struct {
	Name    string
	Label   string
	Hint    string
	Value   string
	Choices []Choice // of a list; nil for a text
	Secret  bool     // it is not shown while typed
	Long    bool     // it has several lines
	File    bool     // it may also be chosen as a file
}

// Choice is an entry of a list.
type Choice struct{ Value, Label string }

// Input is the user's input to a step.
type Input struct {
	State  []byte            // of the step
	Values map[string]string // by the names of fields; after a visit those of the query
	// ReturnTo is the address to which a visited page returns, and Visit the value of its parameter "state".
	ReturnTo string
	Visit    string
	// Language is the user's language in ISO 639-1, for the visited page.
	Language string
}

// Connection is one user's access to banks. Errors of all methods are *apperr.Error with one of the codes below where one
// fits, and never contain secrets. It is safe for concurrent use.
type Connection interface {
	// Accounts lists the bank accounts.
	Accounts(ctx context.Context) (Accounts, error)
	// Fetch returns the transactions of accounts. An error of one account is in its result; an error that concerns all of
	// them is returned.
	Fetch(ctx context.Context, wanted []Wanted) (Fetched, error)
	// Disconnect ends the access at the provider, if it offers that.
	Disconnect(ctx context.Context) error
}

// The codes of errors.
const (
	Reconnect apperr.Code = "bank-reconnect"  // the access has ended: the user has to connect again
	Unpaid    apperr.Code = "bank-unpaid"     // the provider wants to be paid
	TooOften  apperr.Code = "bank-too-often"  // the limit of requests is reached; apperr.Error.Retry may be set
	Down      apperr.Code = "bank-down"       // the provider or the bank cannot be reached or fails
	Malformed apperr.Code = "bank-malformed"  // the response cannot be read
	NoAccount apperr.Code = "bank-no-account" // the account is not in the connection any more
)

// Accounts is the content of a connection.
type Accounts struct {
	Accounts []Account
	// Messages are texts of the provider for the user, without markup.
	Messages []string
	// ConsentUntil is the time at which the user has to agree again; zero if there is none.
	ConsentUntil time.Time
}

// Account is a bank account.
type Account struct {
	Key      string // stays the same if the bank is connected again
	Handle   string // names it in requests of this connection
	Name     string
	Bank     string
	Number   string             // IBAN or another number, or ""
	Currency string             // ISO code, or the name of another currency
	Type     budget.AccountType // "" if unknown
	Balances []Balance
}

// Balance is a bank's balance.
type Balance struct {
	Kind   BalanceKind
	Amount money.Milli
	Date   civil.Date
}

// BalanceKind is the meaning of a balance. Its values are stored.
type BalanceKind string

// The kinds of balances.
const (
	Booked    BalanceKind = "booked"    // of the booked transactions
	Available BalanceKind = "available" // what can be spent, with pending transactions or credit
)

// Wanted asks for the transactions of an account.
type Wanted struct {
	Key    string
	Handle string
	From   civil.Date // the first day
	// ByPurchaseDate selects the day of the purchase instead of that of the booking, where the bank names it.
	ByPurchaseDate bool
	// Waiting reports that a user waits for the response, and UserIP and UserAgent describe the user's browser. Some banks
	// limit requests without a user.
	Waiting           bool
	UserIP, UserAgent string
}

// Fetched contains the results by Wanted.Key.
type Fetched struct {
	Statements map[string]Statement
	Messages   []string
}

// Statement contains the transactions of an account.
type Statement struct {
	// Statement contains the booked transactions. Its Closing is the booked balance, if the bank names it.
	bankfile.Statement
	Pending  []bankfile.Row // not booked yet; never imported
	Balances []Balance
	Err      error
}

// Options are what every provider gets.
type Options struct {
	Client *http.Client
	Now    func() time.Time
	// Zone is the time zone in which a moment becomes a day.
	Zone *time.Location
	// AllowPrivate allows unencrypted addresses and those of private networks. Client must allow them too.
	AllowPrivate bool
}
