// node scripts/test-browser-code.mjs
//
// Bundles each *.test.mjs with its imports and runs them with node --test. A test is in the folder of the script that it tests.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const to = path.join(root, '.cache/browser-code-tests');

const tests = fs.readdirSync(path.join(root, 'internal'), { recursive: true }).filter((name) => name.endsWith('.test.mjs'));
if (tests.length === 0) throw new Error('there are no tests of the browser code');
fs.rmSync(to, { recursive: true, force: true });
await build({
  absWorkingDir: root,
  entryPoints: tests.map((name) => path.join('internal', name)),
  outdir: to,
  outbase: 'internal',
  outExtension: { '.js': '.mjs' },
  bundle: true,
  format: 'esm',
  platform: 'node',
  sourcemap: 'inline',
  logLevel: 'warning',
});
const run = spawnSync(process.execPath, ['--test', '--enable-source-maps', ...tests.map((name) => path.join(to, name))], { stdio: 'inherit' });
process.exitCode = run.status ?? 1;
