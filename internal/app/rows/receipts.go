package rows

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"time"
	"unicode"

	"holdover/internal/app/budgetsession"
	"holdover/internal/app/pageframe"
	"holdover/internal/app/users"
	"holdover/internal/base/apperr"
	"holdover/internal/logic/receipt"
	"holdover/internal/model/budget"
	"holdover/internal/model/humanize"
	"holdover/internal/storage/store"
)

// Receipt is a picture or document attached to a transaction.
type Receipt struct {
	ID, Name, Media string
	Size            int64
	Width, Height   int
	Shown           bool // every browser shows it as a picture
}

// Receipts contains a transaction's receipts.
type Receipts struct {
	pageframe.Frame
	Row      Row
	Receipts []Receipt // the oldest first
	Used     int64     // bytes that the budget keeps for receipts
}

// The limits of receipts. MaxReceipt is the maximum size of one in bytes.
const (
	MaxReceipt       = receipt.MaxSize
	MaxReceiptsOfRow = 10
	MaxReceiptBytes  = 1 << 30 // of a budget, including deleted ones
	maxReceiptName   = 100
)

func (rs *Rows) RowReceipts(ctx context.Context, who users.Actor, id, row string) (r Receipts, err error) {
	err = pageframe.View(ctx, rs.access, who, id, &r.Frame, func(v *store.ReadTx) error {
		t, err := ByID(v, row)
		if err != nil {
			return err
		}
		names, err := NamesIn(v)
		if err != nil {
			return err
		}
		if r.Row, err = names.Row(&t, NewOtherSides(v)); err != nil {
			return err
		}
		all, err := v.ReceiptsOf(t.No)
		for i := range all {
			r.Receipts = append(r.Receipts, receiptView(&all[i]))
		}
		if err == nil {
			r.Used, err = v.ReceiptBytes()
		}
		return err
	})
	return r, err
}

func receiptView(r *budget.Receipt) Receipt {
	return Receipt{ID: r.ID, Name: r.Name, Media: r.Media, Size: r.Size, Width: r.Width, Height: r.Height, Shown: receipt.Shown(r.Media)}
}

// ReceiptEntry is a file to attach to a transaction.
type ReceiptEntry struct {
	Name string
	Data []byte
}

// AddReceipt attaches a file to a transaction, without the place and time in a picture; see package receipt. It
// returns an Invalid error for an unsupported file or too many receipts, and NotFound.
func (rs *Rows) AddReceipt(ctx context.Context, who users.Actor, id, row, name string, data []byte) (budgetsession.ChangeResult, error) {
	return rs.with(ctx, who, id, "add-receipt", row, func(e *budgetsession.ChangeTx, t *budget.Transaction) error {
		kept, err := addReceipt(e, t.No, &ReceiptEntry{name, data}, rs.access.Now())
		if err != nil {
			return err
		}
		text, err := TextOf(e, t)
		e.Say("Added the receipt %s to %s", kept, text)
		return err
	})
}

// addReceipt attaches a file to a transaction, and returns its name.
func addReceipt(e *budgetsession.ChangeTx, tx budget.TxNo, entry *ReceiptEntry, at time.Time) (name string, err error) {
	file, err := receipt.Read(entry.Data)
	if err != nil {
		return "", err
	}
	if err := roomForReceipt(e, tx, int64(len(file.Data))); err != nil {
		return "", err
	}
	hash := sha256.Sum256(file.Data)
	kept := budget.Receipt{
		ID: budgetsession.NewID(), Tx: tx, Name: receiptName(entry.Name, file.Media), Media: file.Media, Size: int64(len(file.Data)), Width: file.Width, Height: file.Height,
		Sum: hex.EncodeToString(hash[:]), At: at.UTC(),
	}
	if err := e.KeepReceiptData(kept.Sum, file.Data); err != nil {
		return "", err
	}
	return kept.Name, e.Put(&kept)
}

// roomForReceipt refuses more than there may be.
func roomForReceipt(e *budgetsession.ChangeTx, tx budget.TxNo, size int64) error {
	has, err := e.ReceiptsOf(tx)
	if err != nil {
		return err
	}
	used, err := e.ReceiptBytes()
	if err != nil {
		return err
	}
	return receiptFits(len(has), used, size)
}

// receiptFits returns an Invalid error if the transaction has too many receipts or the budget too many bytes.
func receiptFits(has int, used, size int64) error {
	switch {
	case has >= MaxReceiptsOfRow:
		return apperr.New(apperr.Invalid, "the transaction already has %s", humanize.Number(MaxReceiptsOfRow, "receipt", "receipts")).Of("file").WithHint("remove one first")
	case used+size > MaxReceiptBytes:
		return apperr.New(apperr.Invalid, "the budget already has 1 GB of receipts, including removed ones").Of("file").WithHint("use smaller images")
	}
	return nil
}

// receiptName returns the name of a receipt: its file's name without folders, valid on every system.
func receiptName(name, media string) string {
	name = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) || r == unicode.ReplacementChar || strings.ContainsRune(`"<>|*?:/\`, r) {
			return -1
		}
		return r
	}, name)
	if long := []rune(name); len(long) > maxReceiptName {
		name = string(long[len(long)-maxReceiptName:]) // its end has the extension
	}
	if name = strings.Trim(name, " ./"); name == "" {
		_, kind, _ := strings.Cut(media, "/")
		return "receipt." + kind
	}
	return name
}

// receiptByID looks up a receipt.
func receiptByID(v *store.ReadTx, own string) (budget.Receipt, error) {
	r, err := v.ReceiptByID(own)
	if apperr.KindOf(err) == apperr.NotFound {
		err = apperr.Gone("receipt").WithHint("it may have been removed, or its transaction deleted")
	}
	return r, err
}

// RemoveReceipt removes a receipt. An undo restores it.
func (rs *Rows) RemoveReceipt(ctx context.Context, who users.Actor, id, own string) (budgetsession.ChangeResult, error) {
	return budgetsession.ChangeOne(ctx, rs.access, who, id, "remove-receipt", own, receiptByID, func(e *budgetsession.ChangeTx, r *budget.Receipt) error {
		t, err := e.Transaction(r.Tx)
		if err != nil {
			return err
		}
		text, err := TextOf(e, &t)
		e.Say("Removed the receipt %s from %s", r.Name, text)
		if err != nil {
			return err
		}
		return e.Remove(r)
	})
}

// ReceiptFile returns a receipt with its bytes.
func (rs *Rows) ReceiptFile(ctx context.Context, who users.Actor, id, own string) (r Receipt, data []byte, err error) {
	err = rs.access.ReadTx(ctx, who, id, func(v *store.ReadTx) error {
		kept, err := receiptByID(v, own)
		if err != nil {
			return err
		}
		r = receiptView(&kept)
		data, err = v.ReceiptData(&kept)
		return err
	})
	return r, data, err
}

// MoveReceipts moves the receipts of a deleted transaction to the remaining one.
func MoveReceipts(e *budgetsession.ChangeTx, from, to budget.TxNo) error {
	all, err := e.ReceiptsOf(from)
	for i := range all {
		if err == nil {
			all[i].Tx = to
			err = e.Put(&all[i])
		}
	}
	return err
}
