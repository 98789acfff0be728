// The service worker. It stores the offline page with its style sheet and script, shows it in place of pages that cannot be loaded,
// and sends the outbox when the connection returns. All other requests go to the server as without it.

import { clientsClaim } from 'workbox-core';
import { cleanupOutdatedCaches, getCacheKeyForURL, matchPrecache, precache } from 'workbox-precaching';
import { database } from './database';
import { showReminders } from './push';
import { send } from './sender';
import { syncStored } from './sync';

interface SyncEvent extends ExtendableEvent {
  tag: string;
}

declare const self: ServiceWorkerGlobalScope & {
  holdover: { build: string; files: { url: string; revision: string | null }[] }; // the server writes it in front of this script
};

// A new version takes over at once and deletes the files of the older one.
self.addEventListener('install', () => void self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.registration.navigationPreload?.enable() ?? Promise.resolve()));
clientsClaim();
cleanupOutdatedCaches();
precache(self.holdover.files);

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const isGet = request.method === 'GET';
  if (url.origin !== self.location.origin) return;
  if (isGet && request.mode === 'navigate') event.respondWith(page(event, request, url));
  else if (isGet && getCacheKeyForURL(url.href)) event.respondWith(matchPrecache(url.href).then((file) => file ?? fetch(request)));
  else if (request.method === 'POST' && url.pathname === '/share') event.respondWith(share(request));
});

// Pages

const ownPages = new Set(['/add', '/waiting']); // they are always the offline page, so they open at once
const shown = /^\/budgets\/[^/]+(\/accounts(\/[^/]+)?|\/to-approve|\/rows\/new)?$/; // pages that the offline page can show
const patience = 6000; // milliseconds
const shortPatience = 1000; // soon after a page could not be loaded
const remembered = 60_000;

let failedAt = Number.NEGATIVE_INFINITY; // when the last page could not be loaded

async function page(event: FetchEvent, request: Request, url: URL): Promise<Response> {
  const loading = load(event, request);
  const shell = () => matchPrecache('/offline');
  if (ownPages.has(url.pathname)) {
    event.waitUntil(loading);
    return (await shell()) ?? (await loading) ?? Response.error();
  }
  const response = await (shown.test(url.pathname) ? Promise.race([loading, wait(request)]) : loading);
  failedAt = response ? Number.NEGATIVE_INFINITY : Date.now();
  return response ?? (await shell()) ?? Response.error();
}

/** Loads a page from the server; undefined if the server cannot be reached, also if a proxy says so. */
async function load(event: FetchEvent, request: Request): Promise<Response | undefined> {
  try {
    const response: Response = (await event.preloadResponse) ?? (await fetch(request));
    const ofProxy = response.status >= 502 && response.status <= 504 && !response.headers.has('Content-Security-Policy');
    return ofProxy ? undefined : response;
  } catch {
    return undefined;
  }
}

function wait(request: Request): Promise<undefined> {
  const reloads = request.cache !== 'default'; // the user asked for the page of the server
  const soon = !reloads && Date.now() - failedAt < remembered;
  return new Promise((resolve) => setTimeout(() => resolve(undefined), soon ? shortPatience : patience));
}

// A file that another app shares: the offline page adds it to a new transaction. A page of another site can send one too, which
// the server would refuse; only the latest file is stored, so no site can fill the device.
async function share(request: Request): Promise<Response> {
  const form = await request.formData();
  const file = [...form.values()].find((value) => value instanceof File);
  const ofOtherSite = request.referrer.startsWith('http') && new URL(request.referrer).origin !== self.location.origin;
  if (file && !ofOtherSite) {
    const tx = (await database()).transaction('shared', 'readwrite');
    await tx.store.clear();
    await tx.store.put({ file, at: Date.now() });
    await tx.done;
  }
  return Response.redirect('/add?shared=1', 303);
}

// Background Sync, where it exists: the browser starts the worker when the connection returns, also without an open page.
self.addEventListener('sync' as 'message', (event) => {
  if ((event as unknown as SyncEvent).tag === 'outbox') (event as unknown as SyncEvent).waitUntil(sendAll());
});

/** Sends the outbox. An error makes the browser try again later. */
async function sendAll(): Promise<void> {
  const { stopped } = await send();
  await syncStored(0);
  if (stopped && stopped !== 'signed-out') throw new Error(`the outbox was not sent: ${stopped}`);
}

showReminders();
