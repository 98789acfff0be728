// A change that waits in this browser until the server has saved it. It is the form that a page would send to
// /budgets/{id}/do/NAME, so the server applies the same rules to it.

export interface QueuedChange {
  seq: number; // the order of entry; the key in IndexedDB
  key: string; // the form's field "request", 32 hexadecimal digits: the server makes the change once
  user: string; // the name of the user who entered it
  budget: string;
  what: string; // the name of the change, such as 'add-row'
  fields: [name: string, value: string][]; // of the form, without "request" and "opened"
  opened: number; // the budget's last change that the user saw: the form's field "opened"
  own?: number[]; // later changes that waited before this one: the form's field "own". They are no conflict
  seen: string; // the fingerprint of the edited row, '' for others: the form's field "seen"
  record: string; // what it changes: 'row ID', 'cell CATEGORY MONTH' or ''. Changes of one record depend on each other
  other?: string; // of an edit of a transfer: the record of its other side, which changes too
  label: string; // for people, such as 'Bakery −3.20'
  file?: File; // a receipt
  at: number; // when it was entered, in milliseconds
  attempts: number; // how often it was sent; the server may have saved it if this is not 0
  fault?: Fault; // set if it needs attention: it is not sent again before the user decides
}

/** The response of the server to a change that it refused. */
export interface Fault {
  status: number;
  code: string; // 'changed-meanwhile' is a conflict that the user can override
  message: string;
  hint: string;
  field: string;
  other: number; // of a conflict: the number of the other change, 0 if it is not known
  guarded: number; // reconciled transactions that the change would touch; sending "even" as 1 confirms
}

/** The response of the server to a change that it saved. */
export interface Saved {
  change: number; // its number in the journal, 0 if nothing changed
  label: string;
  repeated: boolean; // an earlier request with this key saved it
  seen: string; // the present fingerprint of the row that was added or edited, '' otherwise or if repeated
}

export type State = 'waiting' | 'saved' | 'attention';
