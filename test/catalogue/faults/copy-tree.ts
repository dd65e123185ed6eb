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

/** A copy of the repository in which files may be broken. */
export interface TreeCopy {
  readonly folder: string
  remove(): void
}

/** Written by runs, not read by tests. */
const leftOut = new Set(['.git', '.turbo', '.results', '.figures', '.data', 'node_modules'])

/**
 * Copies the working tree of `root` with everything that is built. Installed packages are links to those of `root`. The links of
 * the workspaces lead to the copy, so every package and every process loads the broken source.
 */
export function copyTree(root: string): TreeCopy {
  const folder = mkdtempSync(join(tmpdir(), 'catalogue-faults-'))
  cpSync(root, folder, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => source === root || !leftOut.has(basename(source)),
  })
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  // A run that is interrupted leaves nothing behind.
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

/** A link between workspaces is relative, and keeps its text. Anything else becomes a link to the original. */
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

/** The workspace of a file, both from the root of the repository. */
export function workspaceOf(file: string): string {
  const [first = '', second = '', third = ''] = file.split(sep)
  if (first === 'packages') return join(first, second, third)
  return first === 'openapi' ? first : join(first, second)
}
