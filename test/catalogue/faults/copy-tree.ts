import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative, sep } from 'node:path'
import process from 'node:process'

/** A copy of the repository for injecting faults. */
export interface TreeCopy {
  readonly folder: string
  remove(): void
}

/** Not copied: the Git history, output that tests do not read, and installed packages, which are linked. */
const leftOut = new Set(['.git', '.turbo', '.results', '.figures', '.data', 'node_modules'])

/**
 * Copies the working tree of `root` with all build output. Installed packages are links to those of `root`. Links between
 * workspaces lead to the copy, so every package and process loads the changed source.
 */
export function copyTree(root: string): TreeCopy {
  const folder = mkdtempSync(join(tmpdir(), 'catalogue-faults-'))
  cpSync(root, folder, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => source === root || !leftOut.has(basename(source)),
  })
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  // An interrupted run also removes its copy.
  process.once('exit', remove)
  for (const modules of findModuleFolders(root)) linkModules(modules, join(folder, relative(root, modules)))
  return { folder, remove }
}

function findModuleFolders(root: string): string[] {
  const workspaces = [
    'openapi',
    ...['apps', 'packages/kit', 'packages/giftcards', 'test'].flatMap(listFolders),
  ]
  return ['', 'test', ...workspaces]
    .map((workspace) => join(root, workspace, 'node_modules'))
    .filter(isFolder)

  function listFolders(parent: string): string[] {
    return readdirSync(join(root, parent)).map((name) => `${parent}/${name}`)
  }
}

/** Copies relative links between workspaces unchanged. Links everything else to the original. */
function linkModules(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  for (const name of readdirSync(from)) {
    const entry = join(from, name)
    if (name.startsWith('.vite')) continue
    if (lstatSync(entry).isSymbolicLink()) symlinkSync(readlinkSync(entry), join(to, name))
    else if (name.startsWith('@')) linkModules(entry, join(to, name))
    else symlinkSync(entry, join(to, name))
  }
}

function isFolder(path: string): boolean {
  return existsSync(path) && lstatSync(path).isDirectory()
}

/** Returns the workspace of a file. Both paths are relative to the root of the repository. */
export function workspaceOf(file: string): string {
  const [first = '', second = '', third = ''] = file.split(sep)
  if (first === 'packages') return join(first, second, third)
  return first === 'openapi' ? first : join(first, second)
}
