// Fills .cache/banks with the files of the corpus of bank files, and with the books used to measure the accuracy of guesses.
// They belong to others and are not part of this repository:
//
//     node scripts/bank-corpus.mjs [FOLDER]
//
// FOLDER contains existing clones, bare or not, as OWNER+NAME or OWNER/NAME; other repositories are cloned from GitHub. If a
// commit is not available, the newest is used and the file is reported.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const cache = join(root, ".cache");
const manifests = ["internal/logic/bankfile/testdata/corpus.json", "internal/app/testdata/books.json"];
const corpus = manifests.flatMap((name) => JSON.parse(readFileSync(join(root, name), "utf8")));
const clones = new Map();

const git = (...args) => execFileSync("git", args, { maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "pipe"] });

// cloneOf returns the git directory of a repository.
function cloneOf(repository) {
  if (!clones.has(repository)) clones.set(repository, found(repository) ?? cloned(repository));
  return clones.get(repository);
}

function found(repository) {
  const given = process.argv[2];
  if (!given) return undefined;
  const names = [repository.replace("/", "+"), repository];
  const inside = ["repo/.git", "repo", ".git", ""];
  return names.flatMap((name) => inside.map((end) => join(given, name, end))).find((at) => existsSync(join(at, "HEAD")));
}

function cloned(repository) {
  const at = join(cache, "bank-clones", repository);
  if (existsSync(at)) return at;
  try {
    git("clone", "--quiet", "--bare", "--filter=blob:none", `https://github.com/${repository}`, at);
  } catch (err) {
    console.error(`${repository} cannot be cloned: ${String(err.stderr).trim()}`);
    return undefined;
  }
  return at;
}

// textOf returns a file at its commit, or at the newest.
function textOf(file) {
  const clone = cloneOf(file.repository);
  for (const commit of clone ? [file.commit, "HEAD"] : []) {
    try {
      const text = git("-c", "safe.directory=*", `--git-dir=${clone}`, "show", `${commit}:${file.path}`);
      if (commit === "HEAD") console.error(`${file.repository}/${file.path}: not at ${file.commit}, the newest was taken`);
      return text;
    } catch {} // try the next commit
  }
  return undefined;
}

let there = 0;
for (const file of corpus) {
  const text = textOf(file);
  if (!text) {
    console.error(`${file.repository}/${file.path}: not found`);
    continue;
  }
  const at = join(cache, "banks", file.repository, file.path);
  mkdirSync(dirname(at), { recursive: true });
  writeFileSync(at, text);
  there++;
}
console.log(`${there} of ${corpus.length} files are below ${join(cache, "banks")}`);
