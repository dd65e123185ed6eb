import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import process from 'node:process'
import { InputError } from '../input-error.ts'
import { bundleDocument } from './bundle.ts'
import type { JsonObject } from './json.ts'

/**
 * Bundles the base of a comparison. `base` is a file, a URL, a file of a git revision (`main:openapi.yaml`), or a revision
 * alone (`main`) with the document at the same path. Throws an InputError that names the missing file or revision.
 */
export async function readBase(cwd: string, base: string, source: string): Promise<JsonObject> {
  const file = resolve(cwd, base)
  if (existsSync(file)) return (await bundleDocument(file)).published
  const folder = await mkdtemp(join(tmpdir(), 'contract-base-'))
  try {
    const found = /^https?:/i.test(base)
      ? await download(base, folder)
      : await checkOut(cwd, base, source, folder)
    return (await bundleDocument(found)).published
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function download(url: string, folder: string): Promise<string> {
  const file = join(folder, 'base')
  try {
    const response = await fetch(url)
    if (!response.ok) throw new Error(`its status is ${response.status}`)
    await writeFile(file, await response.text())
  } catch (error) {
    const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error
    throw new InputError(
      `${url} cannot be read: ${reason instanceof Error ? reason.message : String(reason)}.`,
    )
  }
  return file
}

/** Extracts the files of a revision that a document may refer to. Leaves the repository and its index unchanged. */
async function checkOut(cwd: string, base: string, source: string, folder: string): Promise<string> {
  const [revision = '', path] = base.split(/:(.*)/s)
  const index = join(folder, 'index')
  const git = (args: readonly string[], at = cwd, input = '') => runGit(args, at, input, index)
  // git would parse a leading dash as an option.
  const commit = revision.startsWith('-')
    ? undefined
    : await git(['rev-parse', '--verify', '--quiet', `${revision}^{commit}`])
  if (commit === undefined) throw new InputError(`There is no file, no URL and no git revision ${revision}.`)
  const requestedPath = path ?? basename(source)
  const prefix =
    path === undefined
      ? await git(['rev-parse', '--show-prefix'], dirname(source))
      : /^\.\.?\//.test(path)
        ? await git(['rev-parse', '--show-prefix'])
        : ''
  const file = join(prefix?.trim() ?? '', requestedPath)
  const list = (await git(['ls-tree', '-r', '-z', '--full-tree', '--name-only', commit.trim()])) ?? ''
  const files = list.split('\0').filter((name) => /\.(?:ya?ml|json|md)$/i.test(name) || name === file)
  if (!files.includes(file)) throw new InputError(`The git revision ${revision} has no file ${file}.`)
  const top = (await git(['rev-parse', '--show-toplevel']))?.trim() ?? cwd
  await git(['read-tree', commit.trim()], top)
  await git(['checkout-index', '-q', '-z', '--stdin', `--prefix=${folder}/tree/`], top, files.join('\0'))
  return join(folder, 'tree', file)
}

/** The output of git; undefined if it fails. */
async function runGit(
  args: readonly string[],
  cwd: string,
  input: string,
  index: string,
): Promise<string | undefined> {
  return await new Promise((settle) => {
    const env = { ...process.env, GIT_INDEX_FILE: index }
    const child = execFile('git', args, { cwd, env, maxBuffer: 2 ** 28 }, (error, stdout) =>
      settle(error === null ? stdout : undefined),
    )
    child.stdin?.on('error', () => {}).end(input)
  })
}
