// The sender of the outbox. Windows and the service worker share it: a lock of the browser lets only one of them send at a time.

import { device, setDevice } from './database';
import { claim, refuse, settle } from './outbox';
import type { Fault, QueuedChange, Saved } from './queued';
import { sessionEnded } from './sync';

/** Why sending stopped before the end: nothing is lost, and all remaining entries wait. */
export type Stop = 'no-connection' | 'signed-out' | 'busy';

export interface Result {
  saved: number;
  stopped?: Stop;
  retryAfter: number; // seconds to wait before the next attempt; 0 if the server did not say
}

type Answer = { saved: Saved } | { fault: Fault; stop: boolean } | { stopped: Stop; reason: string; retryAfter?: number };

const patience = 30_000; // milliseconds until a request counts as lost
const patienceForFile = 300_000;

const relative = new Set(['transfer', 'move-to-category', 'cover']); // these add to a figure, so another change of it is no conflict

/** Sends the waiting entries of this browser's user in order of entry. Callers at the same time send one after the other. */
export function send(): Promise<Result> {
  return navigator.locks.request('holdover-outbox', sendAll);
}

async function sendAll(): Promise<Result> {
  const user = await device('user');
  const result: Result = { saved: 0, retryAfter: 0 };
  let reason = '';
  for (let entry = user && (await claim(user, 0)); entry; entry = result.stopped ? undefined : await claim(entry.user, entry.seq)) {
    const answer = await post(entry);
    if ('saved' in answer) {
      await settle(entry, answer.saved);
      result.saved++;
    } else if ('fault' in answer) {
      await refuse(entry, answer.fault);
      if (answer.stop) result.stopped = 'busy';
    } else {
      result.stopped = answer.stopped;
      result.retryAfter = answer.retryAfter ?? 0;
      reason = answer.reason;
      if (answer.stopped === 'signed-out') await sessionEnded();
    }
  }
  await setDevice('failure', reason);
  return result;
}

/** Sends one entry. */
async function post(entry: QueuedChange): Promise<Answer> {
  const url = `/budgets/${encodeURIComponent(entry.budget)}/${entry.file ? 'rows/with-receipt' : `do/${entry.what}`}`;
  const headers = { Accept: 'application/json', 'Holdover-Outbox': '1', 'Holdover-User': encodeURIComponent(entry.user) };
  try {
    const signal = AbortSignal.timeout(entry.file ? patienceForFile : patience);
    const response = await fetch(url, { method: 'POST', body: bodyOf(entry), headers, redirect: 'manual', cache: 'no-store', signal });
    return await read(response);
  } catch {
    return { stopped: 'no-connection', reason: '' };
  }
}

function bodyOf(entry: QueuedChange): FormData | URLSearchParams {
  const body = entry.file ? new FormData() : new URLSearchParams();
  for (const [name, value] of entry.fields) body.append(name, value);
  body.set('request', entry.key);
  if (entry.opened && !relative.has(entry.what)) body.set('opened', String(entry.opened));
  if (entry.own && body.has('opened')) body.set('own', entry.own.join(' '));
  if (entry.seen) body.set('seen', entry.seen);
  if (entry.file) (body as FormData).set('file', entry.file);
  return body;
}

/** Reads a response. One that Holdover has not written, such as the page of a hotel's network, changes nothing. */
async function read(response: Response): Promise<Answer> {
  const { status } = response;
  const answer = await contentOf(response);
  if (status === 401) return { stopped: 'signed-out', reason: '' };
  if (response.ok && isSaved(answer)) return { saved: answer };
  if (status === 429 || (status >= 502 && status <= 504)) return { stopped: 'busy', reason: '', retryAfter: Number(response.headers.get('Retry-After')) || 0 };
  if (status >= 400 && isFault(answer)) return { fault: answer, stop: status >= 500 };
  if (status === 413) return { fault: tooLarge, stop: false };
  return { stopped: 'no-connection', reason: `The response was not one of Holdover (status ${status}).` };
}

const contentOf = async (response: Response): Promise<unknown> =>
  response.headers.get('Content-Type')?.startsWith('application/json') ? response.json() : undefined;

const isSaved = (answer: unknown): answer is Saved => typeof (answer as Saved | undefined)?.change === 'number';
const isFault = (answer: unknown): answer is Fault => typeof (answer as Fault | undefined)?.message === 'string';

const tooLarge: Fault = { status: 413, code: 'too-large', message: 'The receipt is too large', hint: 'Save the transaction without it, or with a smaller picture', field: 'file', other: 0, guarded: 0 };
