import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';

const repository = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

const icon = `data:image/svg+xml,${encodeURIComponent(readFileSync(repository('internal/surface/ui/assets/icon.svg'), 'utf8'))}`;

const pages = (folder, titles) => Object.entries(titles).map(([page, text]) => ({ text, link: folder + page }));

const guide = [
  {
    text: 'Start',
    items: pages('/guide/', {
      install: 'Install',
      'first-budget': 'Your first budget',
      'coming-from': 'How to get your file',
      'from-ynab': 'Coming from YNAB',
      everyday: 'Everyday use',
      banks: 'Connect a bank',
      loans: 'Loans',
      'older-years': 'Fresh start and older years',
      phones: 'Phones',
      'sign-in': 'Signing in',
      'identity-providers': 'Identity providers and proxies',
      leaving: 'Leaving',
      questions: 'Questions and problems',
    }).concat(pages('/', { comparison: 'Holdover, Actual and YNAB' })),
  },
  {
    text: 'Hosting',
    items: pages('/guide/', {
      hosting: 'Hosting',
      proxy: 'Behind a proxy, with TLS',
      settings: 'Settings',
      backups: 'Backup and restore',
      upgrades: 'Upgrades',
      monitoring: 'Metrics and logs',
      security: 'Security',
      'large-installations': 'Large installations',
      'web-tool': 'The web tool',
    }),
  },
  {
    text: 'Programs',
    items: pages('/guide/', { api: 'API', assistants: 'AI assistants', commands: 'Commands' }),
  },
];

const developers = [
  {
    text: 'For developers',
    items: pages('/', {
      architecture: 'Architecture',
      map: 'Where is …?',
      glossary: 'Glossary',
      security: 'Security requirements',
      costs: 'Costs',
      measurements: 'Measurements',
      'public-files': 'Public files',
      contributing: 'Contributing',
      releasing: 'Releasing',
      changes: 'Changes',
    }),
  },
  { text: 'Decisions', collapsed: true, items: [{ text: 'About decisions', link: '/decisions/' }, ...decisions()] },
];

// decisions lists the decision records, titled as their first lines are.
function decisions() {
  const folder = repository('docs/decisions/');
  return readdirSync(folder)
    .filter((file) => /^\d/.test(file))
    .map((file) => ({ text: readFileSync(folder + file, 'utf8').split('\n', 1)[0].slice(2), link: `/decisions/${file.slice(0, -3)}` }));
}

// siteAddress returns the address in the site for a link to a file. CONTRIBUTING.md and CHANGELOG.md are outside of docs: pages
// of the site include them, so links to them and from them are not relative to those pages.
const siteAddress = (href) =>
  href
    .replace(/^(\.\.\/)*CONTRIBUTING\.md/, '/contributing')
    .replace(/^(\.\.\/)*CHANGELOG\.md/, '/changes')
    .replace(/^docs\//, '/')
    .replace(/decisions\/README\.md/, 'decisions/');

// adaptPages is a plugin of the Markdown parser. It rewrites links, and makes indented code look like fenced code, which has a
// frame that scrolls.
function adaptPages(md) {
  md.core.ruler.push('adapt-pages', ({ tokens }) => {
    for (const token of tokens) {
      if (token.type === 'code_block') Object.assign(token, { type: 'fence', tag: 'code', info: 'txt', markup: '```' });
      for (const child of token.children ?? []) {
        const href = child.attrGet('href');
        if (href) child.attrSet('href', siteAddress(href));
      }
    }
  });
}

export default defineConfig({
  title: 'Holdover',
  description: 'A self-hosted envelope budget that imports a whole budget from YNAB and verifies every figure.',
  lang: 'en-GB',
  outDir: '../.cache/site',
  cacheDir: '../.cache/vitepress',
  rewrites: { 'decisions/README.md': 'decisions/index.md' },
  head: [['link', { rel: 'icon', href: icon }]],
  markdown: { config: adaptPages },
  vite: {
    publicDir: repository('.cache/site-public'),
    // Pictures are made by a program of their own and may be missing.
    define: { __PICTURES__: existsSync(repository('.cache/site-public/pictures')) },
  },
  themeConfig: {
    logo: { src: icon, alt: '' },
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Guide', link: '/guide/install', activeMatch: '^/guide/' },
      { text: 'For developers', link: '/architecture', activeMatch: '^/(architecture|map|glossary|security|costs|measurements|public-files|contributing|releasing|changes|decisions)' },
    ],
    sidebar: { '/guide/': guide, '/': developers },
    docFooter: { prev: 'Previous', next: 'Next' },
  },
});
