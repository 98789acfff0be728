// Forms of ordinary pages that got no response: those that can wait are put into the outbox.

import { device } from './database';
import { labelOf, rowsOf } from './labels';
import { enqueue, entries, type NewChange, sameRecord } from './outbox';
import { snapshotOf } from './sync';

const canWait = new Set(['add-row', 'edit-row', 'delete-rows', 'budgeted', 'transfer', 'move-to-category', 'cover', 'approve-row', 'categorise-row', 'rows-approve', 'mark-cleared']);
const ofPage = new Set(['request', 'opened', 'seen', 'back', 'after', 'menu', 'file']); // fields that are no values of the change

type Body = URLSearchParams | FormData;

const machine = 'the command line'; // the user of a server without sign-in

/** Returns the user of the page; '' if it has none. */
export const pageUser = (): string => document.body.dataset['user'] ?? (document.body.dataset['live'] ? machine : '');

/** Reports whether a form can wait in the outbox. */
export function mayWait(action: string, body: Body): boolean {
  return changeOf(action) !== undefined && !body.get('matching'); // the transactions of a search are others later
}

function changeOf(action: string): { budget: string; what: string } | undefined {
  const [, budget, last] = /^\/budgets\/([^/]+)\/(?:do|rows)\/([^/]+)$/.exec(new URL(action, location.href).pathname) ?? [];
  const what = last === 'with-receipt' ? 'add-row' : last;
  return budget && what && canWait.has(what) ? { budget: decodeURIComponent(budget), what } : undefined;
}

/** Puts a form into the outbox. Returns false if it cannot wait, or if the device stores nothing. */
export async function store(action: string, body: Body): Promise<boolean> {
  const change = await queuedOf(action, body).catch(() => undefined);
  if (!change) return false;
  void navigator.storage?.persist?.(); // so that the browser does not delete it to make room
  return enqueue(change).then(() => true, () => false);
}

/** Puts a form into the outbox if an earlier change of its record waits there. */
export async function storeBehindOthers(action: string, body: Body): Promise<boolean> {
  const change = await queuedOf(action, body).catch(() => undefined);
  return change !== undefined && (await entries()).some((entry) => sameRecord(entry, change)) && store(action, body);
}

async function queuedOf(action: string, body: Body): Promise<NewChange | undefined> {
  const of = changeOf(action);
  const user = pageUser();
  if (!of || !user || !mayWait(action, body) || (await device('enabled')) === false) return undefined;
  const fields = [...body].filter(([name]) => !ofPage.has(name)).map(([name, value]): [string, string] => [name, String(value)]);
  const file = body.get('file');
  return {
    ...of,
    user,
    fields,
    key: String(body.get('request') ?? ''),
    opened: of.what === 'add-row' ? 0 : Number(body.get('opened') || document.body.dataset['knowledge'] || 0),
    seen: String(body.get('seen') ?? ''),
    record: recordOf(of.what, fields),
    label: labelOf(of.what, fields, (await snapshotOf(of.budget))?.snapshot),
    ...(file instanceof File && file.size > 0 && { file }),
  };
}

function recordOf(what: string, fields: [string, string][]): string {
  const get = (name: string) => fields.find(([field]) => field === name)?.[1] ?? '';
  if (what === 'budgeted') return `cell ${get('category')} ${get('month')}`;
  const rows = rowsOf(fields);
  return rows.length === 1 ? `row ${rows[0]}` : '';
}
