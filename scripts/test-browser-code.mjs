// node scripts/test-browser-code.mjs
//
// Bundles internal/ui/assets/tests/*.test.mjs with the TypeScript that they import, and runs them with node --test.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const from = path.join(root, 'internal/ui/assets/tests');
const to = path.join(root, '.cache/browser-code-tests');

const tests = fs.readdirSync(from).filter((name) => name.endsWith('.test.mjs'));
if (tests.length === 0) throw new Error(`there are no tests in ${from}`);
fs.rmSync(to, { recursive: true, force: true });
await build({
  absWorkingDir: root,
  entryPoints: tests.map((name) => path.join(from, name)),
  outdir: to,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  format: 'esm',
  platform: 'node',
  sourcemap: 'inline',
  logLevel: 'warning',
});
const run = spawnSync(process.execPath, ['--test', '--enable-source-maps', ...tests.map((name) => path.join(to, name))], { stdio: 'inherit' });
process.exitCode = run.status ?? 1;
