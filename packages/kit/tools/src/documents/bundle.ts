import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { stringify } from 'yaml'
import { InputError } from '../input-error.ts'
import { type Json, type JsonObject, nodeAt, toObject } from './json.ts'
import { runRedocly } from './redocly.ts'

/** A document in one piece. */
export interface Bundle {
  /** With everything that the sources say. */
  readonly full: JsonObject
  /** Without the extensions that only the repository reads. */
  readonly published: JsonObject
}

/**
 * Bundles a document by `redocly bundle`: references to files become references into `components`. Named examples are put in
 * place, under the names that their operation gives them. Throws an InputError with what Redocly says of a document that
 * cannot be bundled.
 */
export async function bundleDocument(
  source: string,
  internalExtensions: readonly string[] = [],
): Promise<Bundle> {
  if (!existsSync(source)) throw new InputError(`The document ${source} does not exist.`)
  const scratch = await mkdtemp(join(tmpdir(), 'contract-bundle-'))
  try {
    const output = join(scratch, 'bundle.json')
    const run = await runRedocly(['bundle', source, '--output', output], dirname(source))
    if (run.exitCode !== 0 || !existsSync(output)) {
      throw new InputError(
        `The document ${source} cannot be bundled:\n${readReason(run.stderr || run.stdout)}`,
      )
    }
    const bundled = JSON.parse(await readFile(output, 'utf8')) as JsonObject
    const full = putOperationsInPlace(putExamplesInPlace(bundled))
    return { full, published: omitExtensions(full, internalExtensions) }
  } finally {
    await rm(scratch, { recursive: true })
  }
}

/** What Redocly says of a document, without its progress. Redocly does not say which field is missing, so this adds it. */
function readReason(text: string): string {
  return text
    .replaceAll(/^bundling .*\.\.\.$/gm, '')
    .replaceAll(/^Something went wrong when processing .*$/gm, '')
    .replace(
      'Unsupported specification',
      'It is not an OpenAPI document: it has no field such as "openapi: 3.1.0".',
    )
    .trim()
}

/**
 * Writes a bundle into a folder as `<name>.yaml` and `<name>.json`; with internal extensions also as `<name>.full.json`.
 * Returns the paths.
 */
export async function writeBundle(
  folder: string,
  name: string,
  { full, published }: Bundle,
): Promise<readonly string[]> {
  await mkdir(folder, { recursive: true })
  const texts: Readonly<Record<string, string>> = {
    [`${name}.yaml`]: toYaml(published),
    [`${name}.json`]: toJson(published),
    ...(JSON.stringify(full) !== JSON.stringify(published) && { [`${name}.full.json`]: toJson(full) }),
  }
  const paths = Object.entries(texts).map(async ([file, text]) => {
    const path = join(folder, file)
    await writeFile(path, text)
    return path
  })
  return Promise.all(paths)
}

/** A document as YAML, without aliases and without folded lines. */
export function toYaml(document: JsonObject): string {
  return stringify(document, { aliasDuplicateObjects: false, lineWidth: 0 })
}

function toJson(document: JsonObject): string {
  return `${JSON.stringify(document, null, 2)}\n`
}

const examplePrefix = '#/components/examples/'

/**
 * The bundler names components of examples after their file alone, and numbers the clashes. In place, an example has the name
 * that its operation gives it, which is also the one that the mock and the docs look up.
 */
function putExamplesInPlace(document: JsonObject): JsonObject {
  const { components } = document
  if (components === undefined) return document
  const { examples, ...others } = toObject(components)
  const replaced = mapObjects({ ...document, components: others }, (object) => {
    const reference = object['$ref']
    return typeof reference === 'string' && reference.startsWith(examplePrefix)
      ? toObject(toObject(examples)[reference.slice(examplePrefix.length)])
      : undefined
  })
  return toObject(replaced)
}

/** A document without the extensions that only the repository reads. */
export function omitExtensions(document: JsonObject, extensions: readonly string[]): JsonObject {
  return omitKeys(document, new Set(extensions))
}

/** Operations that are references inside the document, which OpenAPI does not know and tools differ about, become their targets. */
function putOperationsInPlace(document: JsonObject): JsonObject {
  const paths = Object.entries(toObject(document['paths'])).map(([path, item]) => [
    path,
    Object.fromEntries(
      Object.entries(toObject(item)).map(([key, value]) => [key, followLocal(document, value, new Set())]),
    ),
  ])
  return document['paths'] === undefined ? document : { ...document, paths: Object.fromEntries(paths) }
}

function followLocal(document: JsonObject, node: Json, seen: Set<string>): Json {
  const { $ref } = toObject(node)
  if (typeof $ref !== 'string' || !$ref.startsWith('#/') || seen.has($ref)) return node
  const target = nodeAt(document, $ref)
  return target === undefined ? node : followLocal(document, target, seen.add($ref))
}

function omitKeys(node: JsonObject, keys: ReadonlySet<string>): JsonObject {
  if (keys.size === 0) return node
  const kept = Object.entries(node).filter(([key]) => !keys.has(key))
  const mapped = kept.map(([key, value]) => [key, omitIn(value, keys)] as const)
  return Object.fromEntries(mapped)
}

function omitIn(node: Json, keys: ReadonlySet<string>): Json {
  if (Array.isArray(node)) return node.map((item) => omitIn(item, keys))
  return node !== null && typeof node === 'object' ? omitKeys(node, keys) : node
}

/** The value with each object replaced by what `replace` gives for it; undefined goes into the object. */
function mapObjects(node: Json, replace: (object: JsonObject) => JsonObject | undefined): Json {
  if (Array.isArray(node)) return node.map((item) => mapObjects(item, replace))
  if (node === null || typeof node !== 'object') return node
  const replaced = replace(node)
  if (replaced !== undefined) return replaced
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, mapObjects(value, replace)]))
}
