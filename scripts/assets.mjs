// node scripts/assets.mjs
//
// Bundles the browser code: every .ts and .css file directly in internal/ui/assets becomes one file of the
// same name in internal/ui/dist, with what it imports from subfolders and npm packages inside. Other files
// there (icons, pictures) are copied as they are. The Go program embeds internal/ui/dist.
import { build } from 'esbuild';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const from = path.join(root, 'internal/ui/assets');
const to = path.join(root, 'internal/ui/dist');
const placeholder = 'README.txt'; // committed, so that go:embed has something to find

const isEntry = name => /\.(ts|css)$/.test(name) && !name.endsWith('.d.ts');

function files() {
  if (!fs.existsSync(from)) return [];
  return fs.readdirSync(from, { withFileTypes: true }).filter(f => f.isFile()).map(f => f.name);
}

function empty() {
  fs.mkdirSync(to, { recursive: true });
  for (const name of fs.readdirSync(to)) {
    if (name !== placeholder) fs.rmSync(path.join(to, name), { recursive: true });
  }
}

function copyTheRest() {
  for (const name of files()) {
    if (!isEntry(name) && !name.startsWith('tsconfig')) fs.copyFileSync(path.join(from, name), path.join(to, name));
  }
}

empty();
copyTheRest();
await build({
  absWorkingDir: root,
  entryPoints: files().filter(isEntry).map(name => path.join(from, name)),
  outdir: to,
  bundle: true,
  minify: true,
  format: 'esm',
  target: ['es2022', 'chrome120', 'firefox120', 'safari17'],
  loader: { '.svg': 'dataurl' },
  legalComments: 'eof', // the licences of bundled packages stay in the file
  logLevel: 'warning',
});
