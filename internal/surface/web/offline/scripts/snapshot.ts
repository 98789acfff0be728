// The snapshot of a budget for reading it without a connection: GET /budgets/{id}/offline. The server's type is in
// internal/app/offline. Amounts are milliunits as decimal text, as sums can exceed the integers that a number represents exactly.

/** The version of this format. A script that expects another version discards the stored snapshot. */
export const format = 1;

/** Returns the day of this device, as 2026-11-29. */
export const today = (): string => new Date().toLocaleDateString('sv-SE');

/** Returns the name of a visible category; undefined if the snapshot does not contain it. */
export const categoryNamed = (snapshot: Snapshot, id: string): string | undefined => snapshot.groups.flatMap((group) => group.categories).find((one) => one.id === id)?.name;

export interface Snapshot {
  format: number;
  budget: { id: string; name: string };
  currency: Currency;
  dateFormat: string; // such as 'DD.MM.YYYY'
  knowledge: number; // the budget's last change
  today: string; // 2026-11-29, in the browser's time zone
  at: string; // time of the server, RFC 3339
  mayChange: boolean;
  accounts: Account[]; // in display order, open ones
  accountGroups?: string[]; // the names of the account groups, in display order
  groups: Group[]; // in display order, visible ones
  months: Month[]; // this month and the next
  payees: Payee[]; // most recently used first
  lastAccount?: string; // to which this browser last added a transaction; perhaps of another budget
  rows: Row[]; // newest first: the latest of each account, and those to approve
  toApprove: number; // may exceed the number of unapproved rows here
}

export interface Currency {
  digits: number;
  point: string;
  group: string;
  symbol: string; // '' if amounts are shown without symbol
  symbolFirst: boolean;
}

export interface Account {
  id: string;
  name: string;
  onBudget: boolean;
  card: boolean; // a credit card
  balance: string;
  cleared: string;
  uncleared: string;
  group?: string; // the name of its group
}

export interface Group {
  id: string;
  name: string;
  income: boolean;
  cards: boolean; // card payment categories: they have figures, but no transaction can have them
  categories: { id: string; name: string }[];
}

export interface Month {
  month: string; // 2026-11
  toBudget: string;
  figures: Record<string, Figures>; // by category id
}

export interface Figures {
  budgeted: string;
  activity: string;
  balance: string;
}

export interface Payee {
  id: string;
  name: string;
  category: string; // the usual one, '' for none
  places: number[]; // latitude, longitude, latitude, longitude, …
}

export interface Row {
  id: string;
  account: string;
  date: string; // 2026-11-29
  amount: string; // spending is negative
  payee: string; // id, '' for none
  payeeName: string;
  transfer: string; // id of the other account, '' for none
  category: string; // id, '' for none
  notes: string;
  cleared: 'uncleared' | 'cleared' | 'reconciled';
  flag: string;
  approved: boolean;
  split: boolean; // it has parts; it is shown and can be deleted and approved, but not edited without a connection
  seen: string; // its fingerprint, sent back with an edit
}
