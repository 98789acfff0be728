package budget

import "time"

// ReceiptNo is the number of a receipt.
type ReceiptNo int64

// Receipt is a picture or document attached to a transaction. Its type is determined from its content, never from its
// name.
type Receipt struct {
	No     ReceiptNo `json:"no"`
	ID     string    `json:"id"`
	Tx     TxNo      `json:"tx"`
	Name   string    `json:"name"`  // the name of its file
	Media  string    `json:"media"` // such as image/jpeg
	Size   int64     `json:"size"`  // in bytes
	Width  int       `json:"width,omitempty"`
	Height int       `json:"height,omitempty"`
	Sum    string    `json:"sum"` // the hash of its bytes, which is also their key in storage
	At     time.Time `json:"at"`  // when it was added
}
