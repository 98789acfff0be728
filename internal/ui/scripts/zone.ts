// The browser's day is the person's, wherever the server is: pages begin with today's month and forms with
// today's date.

/** Tells the server by a cookie in which time zone the browser is. */
export function sayZone(): void {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!zone) return;
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is there on encrypted lines alone.
  document.cookie = `holdover_zone=${zone}; Path=/; Max-Age=34560000; SameSite=Lax${secure}`;
}
