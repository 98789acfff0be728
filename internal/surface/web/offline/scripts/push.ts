// Reminders in the service worker: a push message becomes a notification, which opens its page.

declare const self: ServiceWorkerGlobalScope;

/** The content of a push message: Notice in internal/app/reminders. */
interface Notice {
  title: string;
  body: string;
  url: string;
  tag: string; // a later notice with the tag replaces it
  badge?: number; // the number of transactions to approve
}

/** Shows push messages. The worker must call it while it is loaded. */
export function showReminders(): void {
  self.addEventListener('push', (event) => {
    event.waitUntil(show((event.data?.json() as Notice | undefined) ?? { title: 'Holdover', body: '', url: '/', tag: 'holdover' }));
  });
  self.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(open(String(event.notification.data ?? '/')));
  });
}

async function show(notice: Notice): Promise<void> {
  const badge = notice.badge === undefined ? undefined : navigator.setAppBadge?.(notice.badge).catch(() => undefined);
  await self.registration.showNotification(notice.title, { body: notice.body, tag: notice.tag, data: notice.url });
  await badge;
}

/** Opens a page of Holdover in one of its windows, or in a new one. */
async function open(path: string): Promise<void> {
  const url = new URL(path, self.location.origin);
  if (url.origin !== self.location.origin) return;
  const [window] = await self.clients.matchAll({ type: 'window' });
  const there = await window?.navigate(url.href).catch(() => null);
  if (there) await there.focus();
  else await self.clients.openWindow(url.href);
}
