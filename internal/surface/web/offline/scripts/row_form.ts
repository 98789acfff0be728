// The form of a transaction: a new one, one of the snapshot, or one in the outbox that the server has refused.

import { dropForm } from '../../../ui/scripts/drafts';
import { inWords, type Here, nearest, toKeep } from '../../../ui/scripts/place';
import { position, refused } from '../../../ui/scripts/position';
import { newRequestKey } from '../../../ui/scripts/request_key';
import { database, device, setDevice } from './database';
import { labelled, make, named, option } from './dom';
import { dateIn, fieldOf, type Present, type PresentRow, referenced } from './figures';
import { labelOf } from './labels';
import { figure, parse } from './money';
import { amend } from './outbox';
import type { QueuedChange } from './queued';
import { today } from './snapshot';
import { categories } from './view_accounts';
import { accountName, categoryName, type Context, dateText, pageOf, put } from './context';
import { keypad } from './keypad';

/** The values of the form. */
interface Values {
  account: string;
  date: string;
  direction: string;
  amount: string;
  payee: string;
  payeeRef: string;
  category: string; // id
  notes: string;
  cleared: string;
  flag: string;
}

/** Which transaction the form is for. */
export interface Subject {
  row?: PresentRow;
  entry?: QueuedChange; // that needs attention
  file?: File; // shared by another app
}

const blank = async (b: Present): Promise<Values> => {
  const last = await device('account');
  const account = b.snapshot.accounts.find(({ id }) => id === last) ?? b.snapshot.accounts.find(({ onBudget }) => onBudget) ?? b.snapshot.accounts[0];
  return { account: account?.id ?? '', date: today(), direction: 'out', amount: '', payee: '', payeeRef: '', category: '', notes: '', cleared: 'uncleared', flag: '' };
};

function ofRow(b: Present, row: PresentRow): Values {
  const milli = BigInt(row.amount);
  const payee = row.transfer ? `Transfer: ${accountName(b, row.transfer)}` : row.payeeName;
  const ref = row.transfer ? `account:${row.transfer}` : row.payee;
  return {
    account: row.account, date: row.date, direction: milli > 0n ? 'in' : 'out', amount: figure(milli < 0n ? -milli : milli, b.snapshot.currency),
    payee, payeeRef: ref && `${ref}=${payee}`, category: row.category, notes: row.notes, cleared: row.cleared, flag: row.flag,
  };
}

function ofEntry(b: Present, entry: QueuedChange): Values {
  const field = (name: string) => fieldOf(entry, name);
  return {
    account: field('account'), date: dateIn(b.snapshot.dateFormat, field('date')), direction: field('direction'), amount: field('amount'), payee: field('payee'), payeeRef: field('payee-ref'),
    category: field('category-ref').split('=')[0]!, notes: field('notes'), cleared: field('cleared'), flag: field('flag'),
  };
}

/** Draws the form. `done` is called after it was saved in the outbox. */
export async function rowForm(c: Context, b: Present, subject: Subject, done: (entry: QueuedChange | undefined) => void): Promise<HTMLFormElement> {
  const start = subject.entry ? ofEntry(b, subject.entry) : subject.row ? ofRow(b, subject.row) : await blank(b);
  const isNew = !subject.row && (!subject.entry || subject.entry.what === 'add-row');
  const known = choices(b);
  let here: Here | undefined;

  const amount = make('input', { type: 'text', name: 'amount', inputmode: 'decimal', autocomplete: 'off', class: 'offline-amount', 'aria-label': 'Amount', value: start.amount, placeholder: figure(0n, b.snapshot.currency) });
  const direction = make('select', { name: 'direction', 'aria-label': 'Out or in' }, option('out', '− Out', start.direction || 'out'), option('in', '+ In', start.direction));
  const payee = make('input', { type: 'text', name: 'payee', autocomplete: 'off', maxlength: '200', dir: 'auto', list: 'offline-payees', value: start.payee });
  const account = make('select', { name: 'account' }, ...b.snapshot.accounts.map(({ id, name }) => option(id, name, start.account)));
  if (start.account && !b.snapshot.accounts.some(({ id }) => id === start.account)) account.append(option(start.account, accountName(b, start.account), start.account));
  const category = categories(b, start.category);
  const format = b.snapshot.dateFormat;
  const date = make('input', { type: 'text', name: 'date', value: start.date && dateText(b, start.date), autocomplete: 'off', inputmode: 'numeric', placeholder: dateText(b, today()), 'data-date': format, 'data-iso': start.date });
  const day = () => dateIn(format, date.value);
  const notes = make('input', { type: 'text', name: 'notes', autocomplete: 'off', maxlength: '500', dir: 'auto', value: start.notes });
  // As in a form of the server: how the budget was when the user saw it, or the key with which the transaction is added once.
  const opened = make('input', { type: 'hidden', name: 'opened', value: String(b.snapshot.knowledge) });
  const request = make('input', { type: 'hidden', name: 'request', value: newRequestKey() });
  const receipt = make('input', { type: 'file', name: 'receipt', accept: 'image/*,application/pdf', capture: 'environment' });
  const list = make('datalist', { id: 'offline-payees' }, ...known.map(({ text }) => make('option', { value: text })));

  /** Returns the payee or the account whose name is entered, as the form's field "payee-ref". */
  const chosenRef = (): string => {
    const found = known.find(({ text }) => text === payee.value);
    return (payee.value === start.payee && start.payeeRef) || (found ? `${found.ref}=${found.text}` : '');
  };
  const choose = (text: string) => {
    payee.value = text;
    payee.dispatchEvent(new Event('change', { bubbles: true }));
  };
  const chips = make('div', { class: 'offline-chips', role: 'group', 'aria-label': 'Payees' }, ...b.snapshot.payees.slice(0, 6).map(({ name }) => chip(name, '', () => choose(name))));
  const near = make('div', { class: 'offline-chips near', role: 'group', 'aria-label': 'Payees near here', hidden: true });
  payee.addEventListener('change', () => {
    const found = known.find(({ text }) => text === payee.value);
    if (found?.category && !category.value) category.value = found.category;
    for (const button of chips.parentElement?.querySelectorAll('.offline-chips button') ?? []) button.setAttribute('aria-pressed', String((button as HTMLElement).dataset['name'] === payee.value));
  });
  const offered = isNew && b.snapshot.mayChange && offerNear(b, near, choose, (found) => (here = found));
  if (isRecent(lastHere)) await offered; // so that the form, if it is drawn again, has them at once

  const shared = subject.file ?? subject.entry?.file;
  const attached = make('p', { class: 'hint' }, shared && `Receipt: ${shared.name}`);
  receipt.addEventListener('change', () => (attached.textContent = receipt.files?.[0] ? `Receipt: ${receipt.files[0].name}` : ''));
  const about = named(summary());
  const fault = make('p', { class: 'fault-message', role: 'alert' });
  const form = make('form', { class: `offline-form${isNew ? ' new' : ''}`, novalidate: true, method: 'post', action: pageOf(b, '/offline'), 'data-draft': subject.row?.id ?? subject.entry?.key ?? 'new' },
    isNew ? request : opened,
    make('div', { class: 'offline-amount-line' }, direction, amount),
    near, isNew && chips, list,
    labelled('Payee', payee),
    make('details', { class: 'offline-more', open: !isNew },
      make('summary', {}, about),
      labelled('Category', category), labelled('Account', account), labelled('Date', date), labelled('Notes', notes),
      (isNew || subject.entry?.file !== undefined) && labelled('Receipt', receipt, 'A photo or a PDF file')),
    attached, fault,
    isNew && keypad(amount, b.snapshot.currency),
    make('p', { class: 'actions offline-save' }, make('button', { class: 'button primary' }, 'Save')),
  );
  for (const event of ['input', 'change']) {
    form.addEventListener(event, () => {
      category.disabled = !mayHaveCategory();
      about.textContent = summary(); // replacing the element would lose the tap on it that ends the typing
    });
  }
  category.disabled = !mayHaveCategory();

  /** Reports whether the transaction can have a category: it is on budget, and no transfer to another account on budget. */
  function mayHaveCategory(): boolean {
    const onBudget = (id: string) => b.snapshot.accounts.find((one) => one.id === id)?.onBudget;
    const other = /^account:(.*)$/.exec(referenced(chosenRef(), payee.value))?.[1] ?? '';
    return onBudget(account.value) !== false && !onBudget(other);
  }
  function summary(): string {
    return [(mayHaveCategory() && categoryName(b, category.value)) || 'No category', accountName(b, account.value), day() === today() ? 'today' : day() ? dateText(b, day()) : 'no date'].join(' · ');
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    fault.textContent = '';
    const entered = parse(amount.value, b.snapshot.currency, BigInt(subject.row?.amount ?? 0));
    const wrong = entered === undefined ? amount : day() ? undefined : date;
    if (wrong || entered === undefined) {
      fault.textContent = wrong === date ? `The date is missing. Write it like ${dateText(b, today())}.` : amount.value.trim() ? 'The amount cannot be read. Write it like 12.50 or 12.50+3, without separators between thousands.' : 'The amount is missing. Write it like 12.50 or 12.50+3.';
      wrong!.focus();
      return;
    }
    void save(entered);
  });

  async function save(entered: bigint): Promise<void> {
    const ref = chosenRef();
    const isNegative = direction.value === 'out';
    const chosen = mayHaveCategory() ? category.value : '';
    const fields: Record<string, string> = {
      ...(subject.row && { row: subject.row.id }), account: account.value, date: day(), cleared: start.cleared, flag: start.flag,
      payee: payee.value, 'payee-ref': ref, category: categoryName(b, chosen), 'category-ref': chosen ? `${chosen}=${categoryName(b, chosen)}` : '',
      notes: notes.value, direction: entered < 0n ? (isNegative ? 'in' : 'out') : direction.value, amount: figure(entered < 0n ? -entered : entered, b.snapshot.currency),
    };
    const place = isNew && here && day() === today() ? toKeep(placed(b), ref, payee.value, here, Date.now()) : '';
    if (place) fields['here'] = place;
    const file = receipt.files?.[0] ?? shared;
    await setDevice('account', account.value);
    if (subject.entry) {
      const row = subject.entry.fields.find(([name]) => name === 'row');
      const standing = b.snapshot.rows.find(({ id }) => id === row?.[1]); // the user has seen it
      const all = [...(row ? [row] : []), ...Object.entries(fields)];
      await amend(subject.entry.seq, { fields: all, label: labelOf(subject.entry.what, all), opened: Number(opened.value), seen: standing?.seen ?? subject.entry.seen, ...(file && { file }) });
      dropForm(form);
      done(subject.entry);
      return;
    }
    const what = subject.row ? 'edit-row' : 'add-row';
    const entry = await put(c, b, { what, record: subject.row ? `row ${subject.row.id}` : '', fields, seen: subject.row?.seen ?? '', opened: Number(opened.value), ...(isNew && { key: request.value }), ...(file && { file }) });
    dropForm(form);
    if (subject.file) await (await database()).clear('shared');
    done(entry);
  }
  return form;
}

/** Returns the payees and accounts that the form offers, by their texts. */
function choices(b: Present): { ref: string; text: string; category: string }[] {
  return [
    ...b.snapshot.payees.map(({ id, name, category }) => ({ ref: id, text: name, category })),
    ...b.snapshot.accounts.map(({ id, name }) => ({ ref: `account:${id}`, text: `Transfer: ${name}`, category: '' })),
  ];
}

function chip(name: string, distance: string, press: () => void): HTMLButtonElement {
  return make('button', { type: 'button', class: 'button', 'data-name': name, 'aria-pressed': 'false', click: press }, named(name), distance !== '' && make('span', { class: 'has' }, ` ${distance}`));
}

let lastHere: Here | undefined;

const isRecent = (here: Here | undefined): here is Here => here !== undefined && Date.now() - here.at < 60_000;

const placed = (b: Present) => b.snapshot.payees.map(({ id, name, places }) => ({ ref: id, text: name, at: places }));

/** Offers the payees near the device, if the user has allowed the position on this device. */
async function offerNear(b: Present, place: HTMLElement, choose: (text: string) => void, found: (here: Here) => void): Promise<void> {
  if (!(await device('near')) || (await refused())) return;
  const here = isRecent(lastHere) ? lastHere : await position();
  if (typeof here === 'string') return;
  lastHere = here;
  found(here);
  const near = nearest(placed(b), here);
  place.append(...near.map(({ text, metres }) => chip(text, inWords(metres), () => choose(text))));
  place.hidden = near.length === 0;
}

