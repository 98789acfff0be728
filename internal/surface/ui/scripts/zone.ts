// The current day is that of the browser's time zone, wherever the server is: pages start with its month and forms with its
// date.

/** Sends the browser's time zone to the server in a cookie. */
export function sayZone(): void {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!zone) return;
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is available over HTTPS only.
  document.cookie = `holdover_zone=${zone}; Path=/; Max-Age=34560000; SameSite=Lax${secure}`;
}
