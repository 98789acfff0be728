// check.mjs checks the built site: every link within it has a target, also its part after #, and no page loads anything from
// another server. With --pictures every picture must exist.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const site = fileURLToPath(new URL('../.cache/site', import.meta.url));
const withPictures = process.argv.includes('--pictures');
const problems = [];

const filesEndingWith = (ending) => readdirSync(site, { recursive: true }).filter((file) => file.endsWith(ending));

const pages = new Map();
for (const file of filesEndingWith('.html')) {
  const html = readFileSync(join(site, file), 'utf8');
  pages.set(file, { html, ids: new Set([...html.matchAll(/\sid="([^"]*)"/g)].map((m) => m[1])) });
}

// target returns the file and the fragment to which a link in a page leads.
function target(page, href) {
  const { pathname, hash } = new URL(href, `http://site/${page}`);
  const path = decodeURIComponent(pathname.slice(1));
  return [path === '' || path.endsWith('/') ? `${path}index.html` : path, decodeURIComponent(hash.slice(1))];
}

const loads = /<(?:script|img|link|iframe|source|video|audio)\b[^>]*?\s(?:src|href)="([^"]*)"/g;
const isForeign = (address) => /^(?:https?:)?\/\//.test(address);

for (const [page, { html }] of pages) {
  for (const [, href] of html.matchAll(/<a\b[^>]*?\shref="([^"]*)"/g)) {
    if (/^[a-z]+:/.test(href)) continue;
    const [file, fragment] = target(page, href.replaceAll('&amp;', '&'));
    if (!existsSync(join(site, file))) problems.push(`${page}: the link ${href} has no target`);
    else if (fragment && pages.has(file) && !pages.get(file).ids.has(fragment)) problems.push(`${page}: the link ${href} has a target without #${fragment}`);
  }
  for (const [, address] of html.matchAll(loads)) {
    if (isForeign(address)) problems.push(`${page} loads ${address}`);
    else if (!address.startsWith('data:') && !existsSync(join(site, target(page, address)[0])) && (withPictures || !address.includes('/pictures/')))
      problems.push(`${page}: ${address} is missing`);
  }
}

for (const file of filesEndingWith('.css')) {
  for (const [, address] of readFileSync(join(site, file), 'utf8').matchAll(/(?:url\(|@import\s+)["']?([^"')]+)/g)) {
    if (isForeign(address)) problems.push(`${file} loads ${address}`);
  }
}

for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);
console.log(`${pages.size} pages in ${relative(dirname(dirname(site)), site)}: all links have targets, nothing is loaded from other servers`);
