import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'
import { parseDocumentText } from '@contract-kit/openapi/source'
import { type JsonObject, toObject, toText } from '../documents/json.ts'
import type { Digits } from '../documents/source-data.ts'
import { toYaml } from '../documents/yaml.ts'
import { InputError } from '../input-error.ts'
import { compareDocuments } from './compare-documents.ts'
import type { Policies } from './policies.ts'
import { judgeVersion, type Versioning } from './versions.ts'

/** A released version of a document. */
export interface Release {
  /** `info.version`. */
  readonly version: string
  /** The day of the release, `2026-11-25`. */
  readonly date: string
  /** A sentence about the release, for readers. */
  readonly note: string
  /** The published bundle. */
  readonly document: JsonObject
}

type Note = Omit<Release, 'document'>

const isNote = (value: unknown): value is Note =>
  Object.keys(toObject(value)).toSorted().join(' ') === 'date note version' &&
  Object.values(toObject(value)).every((text) => typeof text === 'string')

/**
 * The released versions in a folder, oldest first: `releases.yaml` with version, date and note of each, and `<version>.yaml`
 * beside it. Empty if there is no such folder. Throws an InputError if bundles and notes do not match.
 */
export async function readReleases(folder: string): Promise<readonly Release[]> {
  const notes = await readNotes(folder)
  const names = existsSync(folder) ? await readdir(folder) : []
  const bundles = names.filter((name) => name.endsWith('.yaml') && name !== 'releases.yaml')
  const undated = bundles.filter((name) => !notes.some(({ version }) => `${version}.yaml` === name))
  if (undated.length > 0)
    throw new InputError(`${join(folder, 'releases.yaml')} does not name ${undated.join(', ')}.`)
  return Promise.all(
    notes.map(async (note) => {
      const file = join(folder, `${note.version}.yaml`)
      if (!existsSync(file)) throw new InputError(`The release ${file} is missing.`)
      return { ...note, document: toObject(parseDocumentText(await readFile(file, 'utf8'), file)) }
    }),
  )
}

async function readNotes(folder: string): Promise<readonly Note[]> {
  const file = join(folder, 'releases.yaml')
  if (!existsSync(file)) return []
  const notes: unknown = parse(await readFile(file, 'utf8')) ?? []
  if (!Array.isArray(notes) || !notes.every(isNote))
    throw new InputError(`${file} must be a list of version, date and note.`)
  return notes
}

/** The `info.version` of a document; empty if it has none. */
export function versionOf({ info }: JsonObject): string {
  return toText(toObject(info)['version'])
}

/** The release to make, and the policies for its check. */
export interface NewRelease {
  /** The folder of releases. */
  readonly folder: string
  /** The bundle to publish. */
  readonly document: JsonObject
  /** The digits of its numbers. */
  readonly digits?: Digits
  /** `2026-11-25`. */
  readonly date: string
  /** A sentence for readers. */
  readonly note: string
  readonly versioning: Versioning
  readonly policies: Partial<Policies>
}

/**
 * Adds a bundle to the releases, under its `info.version`. Rejects, with a sentence, a version that is already released or does
 * not reflect the changes. Then it writes nothing.
 */
export async function writeRelease(release: NewRelease): Promise<readonly string[]> {
  const { folder, document, digits, date, note, versioning, policies } = release
  const version = versionOf(document)
  if (version === '') return ['The document has no info.version.']
  const releases = await readReleases(folder)
  if (releases.some((other) => other.version === version))
    return [`Version ${version} is released already; raise info.version.`]
  const last = releases.at(-1)
  if (last !== undefined) {
    const changes = compareDocuments(last.document, document, policies)
    const problems = judgeVersion(versioning, last.version, version, changes)
    if (problems.length > 0) return problems
  }
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, `${version}.yaml`), toYaml(document, digits))
  const notes = [...(await readNotes(folder)), { version, date, note }]
  await writeFile(join(folder, 'releases.yaml'), stringify(notes, { singleQuote: true, lineWidth: 0 }))
  return []
}
