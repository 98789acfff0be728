// Opened details stay open when the server renders their part of the page again.

/** Opens the details of a new part of the page that are open in the part that it replaces, in the order of both. */
export function keepDetails(now: ParentNode, next: ParentNode): void {
  const before = now.querySelectorAll('details');
  next.querySelectorAll('details').forEach((details, i) => (details.open ||= before[i]?.open ?? false));
}
