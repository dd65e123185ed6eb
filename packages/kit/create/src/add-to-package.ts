import { existsSync } from 'node:fs'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { isAbsolute, join, relative, resolve } from 'node:path'
import { type CollectedDocument, collectDocument } from './collect-document.ts'
import { CreateError } from './create-error.ts'
import { extendManifest, parseManifest } from './manifest.ts'
import type { CreatedProject, CreateOptions } from './project.ts'
import { copyDocument, fillIn, templates } from './templates.ts'

/**
 * Adds the kit to a package: a configuration, missing scripts and dependencies, and a first contract if there is no document. If the
 * input is wrong, throws a CreateError that says what to change, and writes nothing.
 */
export async function addToPackage({
  folder,
  name,
  openapi,
  tarballs,
}: CreateOptions): Promise<CreatedProject> {
  if (name !== undefined) throw new CreateError('The package already has a name; omit --name.')
  assertAbsent(folder, [...configNames, ...generated])
  const manifest = await readFile(join(folder, 'package.json'), 'utf8')
  const { text, keptScripts } = await extendManifest(manifest, tarballs && resolve(tarballs))
  const found = openapi ?? documentNames.map((file) => join(folder, file)).find((path) => existsSync(path))
  const document = found === undefined ? undefined : await readDocument(folder, found)
  if (document?.isInPlace === false)
    assertAbsent(
      folder,
      [...document.files.keys()].map((path) => `openapi/${path}`),
    )

  // In a package without `"type": "module"`, only `.mjs` is an ES module.
  const config = parseManifest(manifest).type === 'module' ? 'contract.config.ts' : 'contract.config.mjs'
  const template = join(templates, document === undefined ? 'huts' : 'openapi')
  const settings = await readFile(join(template, 'contract.config.ts'), 'utf8')
  await writeFile(join(folder, config), fillIn(settings, document?.values ?? {}))
  await writeFile(join(folder, 'package.json'), text)
  const copied = document?.isInPlace === false ? await copyDocument(folder, document) : []
  if (document === undefined) await cp(join(template, firstContract), join(folder, firstContract))
  return {
    folder,
    isNew: false,
    files: [config, 'package.json', ...copied, ...(document === undefined ? [firstContract] : [])].toSorted(),
    notes: [
      ...(document?.notes ?? []),
      ...keptScripts.map(
        (script) =>
          `The script ${script} was kept; "npx @contract-kit/tools ${script}" runs the one of the kit.`,
      ),
    ],
  }
}

const configNames = [
  'contract.config.ts',
  'contract.config.js',
  'contract.config.mjs',
  'contract.config.json',
]

/** The output of `contract gen`. */
const generated = ['openapi', 'document', 'client'].map((name) => `src/generated/${name}.ts`)

const firstContract = 'openapi/openapi.yaml'

/** The default path of the document in a package. */
const documentNames = ['', 'openapi/'].flatMap((place) =>
  ['yaml', 'yml', 'json'].map((extension) => `${place}openapi.${extension}`),
)

/** Reads the document. A document inside the package stays where it is. */
async function readDocument(
  folder: string,
  place: string,
): Promise<CollectedDocument & { readonly isInPlace: boolean }> {
  const document = await collectDocument(place)
  const source = relative(folder, resolve(place)).replaceAll('\\', '/')
  const isInPlace = existsSync(place) && !source.startsWith('../') && !isAbsolute(source)
  return { ...document, isInPlace, values: { ...document.values, ...(isInPlace && { source }) } }
}

function assertAbsent(folder: string, paths: readonly string[]): void {
  const present = paths.find((path) => existsSync(join(folder, path)))
  if (present !== undefined) throw new CreateError(`${present} already exists; remove or rename it first.`)
}
