import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { collectDocument } from './collect-document.ts'
import { CreateError } from './create-error.ts'
import { renderManifest } from './manifest.ts'

export { CreateError } from './create-error.ts'

/** The project to create, and its sources. */
export interface CreateOptions {
  /** Absent or empty. */
  readonly folder: string
  /** The name of the package; that of the folder unless given. */
  readonly name?: string
  /** A folder with the tarballs of the kit; without it the registry has them. */
  readonly tarballs?: string
  /** An OpenAPI document to begin from, a path or a URL; without it the project is the Trail Huts. */
  readonly openapi?: string
}

export interface CreatedProject {
  /** Absolute. */
  readonly folder: string
  /** Relative to the folder, sorted. */
  readonly files: readonly string[]
  /** Facts that the owner may not expect. */
  readonly notes: readonly string[]
}

const templates = join(import.meta.dirname, '../templates')

/** Creates a project. Throws a CreateError that says what to change, before anything is written. */
export async function createProject(options: CreateOptions): Promise<CreatedProject> {
  const folder = resolve(options.folder)
  await assertEmpty(folder)
  const name = toPackageName(options.name ?? basename(folder))
  const manifest = await renderManifest({
    name,
    isFromDocument: options.openapi !== undefined,
    ...(options.tarballs !== undefined && { tarballs: resolve(options.tarballs) }),
  })
  const collected = options.openapi === undefined ? undefined : await collectDocument(options.openapi)

  await mkdir(folder, { recursive: true })
  await cp(join(templates, 'shared'), folder, { recursive: true })
  await cp(join(templates, collected === undefined ? 'huts' : 'openapi'), folder, { recursive: true })
  // npm leaves files of these names out of packages, or reads them there.
  await rename(join(folder, 'gitignore'), join(folder, '.gitignore'))
  await rename(join(folder, 'github'), join(folder, '.github'))
  await writeFile(join(folder, 'package.json'), manifest)
  const { notes } = collected ?? { notes: [] }
  if (collected !== undefined) {
    for (const [path, text] of collected.files) {
      const file = join(folder, 'openapi', path)
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, text)
    }
    await fillIn(folder, { name, ...collected.values })
  }
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return { folder, files: files.map((file) => file.slice(folder.length + 1)).toSorted(), notes }
}

async function assertEmpty(folder: string): Promise<void> {
  if (!existsSync(folder)) return
  if (!(await stat(folder)).isDirectory()) throw new CreateError(`${folder} is a file; name a folder.`)
  const [present] = await readdir(folder)
  if (present !== undefined)
    throw new CreateError(`${folder} is not empty; name an empty folder, or a new one.`)
}

/** A name that npm accepts: lower case, without what means something in a URL. */
function toPackageName(name: string): string {
  const cleaned = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9._~@/-]+/g, '-')
    .replaceAll(/^[._-]+|-+$/g, '')
  if (cleaned === '') throw new CreateError(`"${name}" is not a name for a package; give one with --name.`)
  return cleaned
}

/** Puts what is known of the document into the files of the template that have places for it. */
async function fillIn(folder: string, values: Readonly<Record<string, string>>): Promise<void> {
  for (const file of ['contract.config.ts', 'test/contract.test.ts', 'README.md']) {
    const text = await readFile(join(folder, file), 'utf8')
    const filled = text.replaceAll(/\{\{(\w+)\}\}/g, (_place, key: string) => values[key] ?? '')
    await writeFile(join(folder, file), filled)
  }
}
