import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { addToPackage } from './add-to-package.ts'
import { collectDocument } from './collect-document.ts'
import { CreateError } from './create-error.ts'
import { renderManifest } from './manifest.ts'
import type { CreatedProject, CreateOptions } from './project.ts'
import { copyDocument, fillIn, templates } from './templates.ts'

export { CreateError } from './create-error.ts'
export type { CreatedProject, CreateOptions } from './project.ts'

/**
 * Creates a project, or adds the kit to the package in the folder. If the input is wrong, throws a CreateError that says what to change,
 * and writes nothing.
 */
export async function createProject(options: CreateOptions): Promise<CreatedProject> {
  const folder = resolve(options.folder)
  if (existsSync(join(folder, 'package.json'))) return addToPackage({ ...options, folder })
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
  // npm excludes or interprets files of these names in a package, so templates use others.
  await rename(join(folder, 'gitignore'), join(folder, '.gitignore'))
  await rename(join(folder, 'github'), join(folder, '.github'))
  await writeFile(join(folder, 'package.json'), manifest)
  const { notes } = collected ?? { notes: [] }
  if (collected !== undefined) {
    await copyDocument(folder, collected)
    for (const file of ['contract.config.ts', 'test/contract.test.ts', 'README.md']) {
      const path = join(folder, file)
      await writeFile(path, fillIn(await readFile(path, 'utf8'), collected.values))
    }
  }
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return { folder, isNew: true, files: files.map((file) => file.slice(folder.length + 1)).toSorted(), notes }
}

async function assertEmpty(folder: string): Promise<void> {
  if (!existsSync(folder)) return
  if (!(await stat(folder)).isDirectory()) throw new CreateError(`${folder} is a file; name a folder.`)
  const [present] = await readdir(folder)
  if (present !== undefined)
    throw new CreateError(
      `${folder} is not empty, and has no package.json; name a new folder, or one of a package.`,
    )
}

/** A name that npm accepts: lower case, without characters that are special in a URL. */
function toPackageName(name: string): string {
  const cleaned = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9._~@/-]+/g, '-')
    .replaceAll(/^[._-]+|-+$/g, '')
  if (cleaned === '') throw new CreateError(`"${name}" is not a valid package name; set one with --name.`)
  return cleaned
}
