// The number on the icon of the installed app: the transactions to approve of the budget that is shown.

/** Sets the number when a page is shown and when it is left, as it may have changed in between. */
export function badgeApp(): void {
  if (!('setAppBadge' in navigator)) return;
  addEventListener('load', set);
  document.addEventListener('visibilitychange', set);
}

function set(): void {
  const pages = document.querySelector('#pages');
  if (pages) void navigator.setAppBadge(Number(pages.querySelector('a[href$="/to-approve"] + .badge')?.textContent?.replaceAll(/\D/g, '') ?? 0)).catch(() => undefined);
  else if (location.pathname === '/sign-in') void navigator.clearAppBadge().catch(() => undefined);
}
