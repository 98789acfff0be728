package store

import (
	"fmt"
	"slices"

	"holdover/internal/budget"
	"holdover/internal/database"
	"holdover/internal/fault"
)

// Receipts are all receipts of the budget, the oldest first.
func (v *View) Receipts() ([]budget.Receipt, error) { return listed(v, &receipts, KindReceipt) }

// ReceiptsOf are a transaction's receipts, the oldest first.
func (v *View) ReceiptsOf(tx budget.TxNo) ([]budget.Receipt, error) {
	return database.List(v.q, receipts.scan, receipts.selectText()+" AND tx = $2 ORDER BY "+receipts.order, v.no, int64(tx))
}

// ReceiptByID is the receipt with an id. Fault: NotFound.
func (v *View) ReceiptByID(id string) (budget.Receipt, error) {
	return readByID(v, &receipts, id, "receipt")
}

// ReceiptBytes are how many bytes the budget keeps for receipts, those of deleted ones too: an undo wants them.
func (v *View) ReceiptBytes() (n int64, err error) {
	_, err = v.q.One("SELECT CAST(coalesce(sum(length(chunk)), 0) AS BIGINT) FROM receipt_data WHERE budget = $1", []any{v.no}, &n)
	return n, err
}

// ReceiptData are the bytes of a receipt. Fault: NotFound.
func (v *View) ReceiptData(r *budget.Receipt) ([]byte, error) {
	data := make([]byte, 0, r.Size)
	err := v.q.Each("SELECT chunk FROM receipt_data WHERE budget = $1 AND sum = $2 ORDER BY seq", []any{v.no, r.Sum}, func(rows database.Row) error {
		var chunk []byte
		err := rows.Scan(&chunk)
		data = append(data, chunk...)
		return err
	})
	if err == nil && int64(len(data)) != r.Size {
		err = fault.New(fault.NotFound, "the receipt %q is not whole any more", r.Name).WithHint("an earlier backup has it")
	}
	return data, err
}

// PutReceipt writes a receipt. Its bytes are kept by KeepReceiptData.
func (w *Writer) PutReceipt(r *budget.Receipt) error { return putNumbered(w, KindReceipt, &r.No, r) }

// DeleteReceipt deletes a receipt. Its bytes stay for an undo.
func (w *Writer) DeleteReceipt(no budget.ReceiptNo) error { return w.drop(KindReceipt, int64(no)) }

// KeepReceiptData keeps bytes under their hash, once.
func (w *Writer) KeepReceiptData(sum string, data []byte) error {
	var one int64
	if found, err := w.q.One("SELECT 1 FROM receipt_data WHERE budget = $1 AND sum = $2 LIMIT 1", []any{w.no, sum}, &one); err != nil || found {
		return err
	}
	seq := int64(0)
	for chunk := range slices.Chunk(data, chunkSize) {
		if _, err := w.q.Exec("INSERT INTO receipt_data (budget, sum, seq, chunk) VALUES ($1, $2, $3, $4)", w.no, sum, seq, chunk); err != nil {
			return err
		}
		seq++
	}
	return nil
}

// deleteReceiptsLeft deletes the receipts of transactions that are gone, in the same change: whatever brings the transactions back
// brings them back.
func (w *Writer) deleteReceiptsLeft() error {
	if len(w.left) == 0 {
		return nil
	}
	all, err := w.Receipts()
	for i := range all {
		if err == nil && w.left[all[i].Tx] {
			err = w.DeleteReceipt(all[i].No)
		}
	}
	return err
}

func (w *Writer) receiptWritten(_, new *budget.Receipt) error {
	if new != nil {
		w.refers(KindTransaction, int64(new.Tx))
	}
	return nil
}

// verifyReceipts says what is wrong with receipts, and the last of their numbers.
func (v *View) verifyReceipts() (found []string, last int64, err error) {
	all, err := v.Receipts()
	for i := range all {
		r := &all[i]
		last = max(last, int64(r.No))
		t, err := v.transaction(r.Tx)
		if err != nil {
			return nil, 0, err
		}
		if t == nil {
			found = append(found, fmt.Sprintf("the receipt %q is of transaction %d, which is not there", r.Name, r.Tx))
		}
		var size int64
		if _, err := v.q.One("SELECT CAST(coalesce(sum(length(chunk)), 0) AS BIGINT) FROM receipt_data WHERE budget = $1 AND sum = $2", []any{v.no, r.Sum}, &size); err != nil {
			return nil, 0, err
		}
		if size != r.Size {
			found = append(found, fmt.Sprintf("the receipt %q has %d bytes, and says %d", r.Name, size, r.Size))
		}
	}
	return found, last, err
}
