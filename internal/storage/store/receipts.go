package store

import (
	"fmt"

	"holdover/internal/base/apperr"
	"holdover/internal/model/budget"
	"holdover/internal/storage/database"
	"holdover/internal/storage/store/blob"
	"holdover/internal/storage/store/tables"
)

// Receipts returns all receipts of the budget, oldest first.
func (v *ReadTx) Receipts() ([]budget.Receipt, error) {
	return listed(v, &tables.Receipts, KindReceipt)
}

// ReceiptsOf returns a transaction's receipts, oldest first.
func (v *ReadTx) ReceiptsOf(tx budget.TxNo) ([]budget.Receipt, error) {
	return database.List(v.q, tables.Receipts.Scan, tables.Receipts.Select()+" AND tx = $2 ORDER BY no", v.no, int64(tx))
}

// ReceiptByID returns the receipt with an id. Error: NotFound.
func (v *ReadTx) ReceiptByID(id string) (budget.Receipt, error) {
	return readByID(v, &tables.Receipts, id, "receipt")
}

// ReceiptBytes returns the number of bytes of the budget's stored receipts. It includes deleted receipts, which an
// undo needs.
func (v *ReadTx) ReceiptBytes() (int64, error) { return blob.AllReceipts(v.q, v.no) }

// ReceiptData returns the bytes of a receipt. Error: NotFound.
func (v *ReadTx) ReceiptData(r *budget.Receipt) ([]byte, error) {
	data, err := blob.Receipt(v.q, v.no, r.Sum, r.Size)
	if err == nil && int64(len(data)) != r.Size {
		err = apperr.New(apperr.NotFound, "the receipt %q is not whole any more", r.Name).WithHint("an earlier backup has it")
	}
	return data, err
}

// KeepReceiptData stores the bytes of a receipt under their hash, unless they are stored already. They stay when the
// receipt is deleted, for an undo.
func (w *WriteTx) KeepReceiptData(sum string, data []byte) error {
	return blob.KeepReceipt(w.q, w.no, sum, data)
}

// deleteReceiptsLeft deletes the receipts of deleted transactions in the same change, so that an undo restores both.
func (w *WriteTx) deleteReceiptsLeft() error {
	if len(w.left) == 0 {
		return nil
	}
	all, err := w.Receipts()
	for i := range all {
		if err == nil && w.left[all[i].Tx] {
			err = w.Remove(&all[i])
		}
	}
	return err
}

// verifyReceipts returns the errors found in the receipts.
func (v *ReadTx) verifyReceipts() (found []string, err error) {
	all, err := v.Receipts()
	for i := range all {
		r := &all[i]
		t, err := tables.Transaction(v.q, v.no, r.Tx)
		if err != nil {
			return nil, err
		}
		if t == nil {
			found = append(found, fmt.Sprintf("the receipt %q is of transaction %d, which is not there", r.Name, r.Tx))
		}
		size, err := blob.ReceiptSize(v.q, v.no, r.Sum)
		if err != nil {
			return nil, err
		}
		if size != r.Size {
			found = append(found, fmt.Sprintf("the receipt %q has %d bytes, and says %d", r.Name, size, r.Size))
		}
	}
	return found, err
}
