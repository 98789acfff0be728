// node scripts/assets.mjs
//
// Bundles the browser code into internal/surface/ui/dist: the script of all pages (internal/surface/web/app.ts), that of the offline page
// and the service worker, each with all scripts and npm packages that it imports, and the style sheet
// internal/surface/ui/assets/app.css, each as one file. Pictures in internal/surface/ui/assets are copied unchanged. The Go
// program embeds internal/surface/ui/dist. The folders of the npm packages in the bundle are listed in .cache/bundled-packages.json.
import { build } from 'esbuild';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const from = path.join(root, 'internal/surface/ui/assets');
const to = path.join(root, 'internal/surface/ui/dist');
const placeholder = 'README.txt'; // committed, as go:embed needs at least one file

function empty() {
  fs.mkdirSync(to, { recursive: true });
  for (const name of fs.readdirSync(to)) {
    if (name !== placeholder) fs.rmSync(path.join(to, name), { recursive: true });
  }
}

// The icon-*.png were rendered once from icon.svg by Chromium (--screenshot --window-size=512,512
// --default-background-color=00000000); icon-180.png and icon-maskable-*.png without its round corners, as home screens round the
// corners themselves.
function copyPictures() {
  for (const name of fs.readdirSync(from)) {
    if (/\.(svg|png)$/.test(name)) fs.copyFileSync(path.join(from, name), path.join(to, name));
  }
}

empty();
copyPictures();
const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: [
    { in: 'internal/surface/web/app.ts', out: 'app' },
    { in: 'internal/surface/web/offline/scripts/page.ts', out: 'offline' },
    { in: 'internal/surface/web/offline/scripts/worker.ts', out: 'worker' },
    { in: 'internal/surface/ui/assets/app.css', out: 'app' },
  ],
  outdir: to,
  bundle: true,
  minify: true,
  format: 'esm',
  target: ['es2022', 'chrome120', 'firefox120', 'safari17'],
  loader: { '.svg': 'dataurl' },
  define: { 'process.env.NODE_ENV': '"production"' }, // Workbox logs in development only
  legalComments: 'eof', // the licences of bundled packages stay in the file
  logLevel: 'warning',
  metafile: true,
});

// A release lists the npm packages that are part of the program: those of which the bundle contains at least one file.
const inputs = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.entries(inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0));
const packages = new Set(inputs.flatMap(([file]) => file.match(/^node_modules\/(@[^/]+\/)?[^/]+/)?.[0] ?? []));
fs.mkdirSync(path.join(root, '.cache'), { recursive: true });
fs.writeFileSync(path.join(root, '.cache/bundled-packages.json'), `${JSON.stringify([...packages].sort())}\n`);
