import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { writeJson } from '@contract-kit/json-schema/json'
import {
  findLostReferences,
  findVersionFault,
  hideData,
  visitReferences,
  type WrittenReference,
} from '@contract-kit/openapi/source'
import { InputError } from '../input-error.ts'
import { type Json, type JsonObject, isObject, nodeAt, toObject } from './json.ts'
import { type Digits, mapDigits, parseSource, restoreData } from './source-data.ts'
import { toYaml } from './yaml.ts'

/** A document in one piece. */
export interface Bundle {
  /** With everything that the sources say. */
  readonly full: JsonObject
  /** Without the extensions that only the repository reads. */
  readonly published: JsonObject
  /** The digits of numbers as the sources write them; places are the same in both. */
  readonly digits: Digits
}

/**
 * Bundles a document: references to files become references into `components`, by Redocly. A document of one file without settings of
 * Redocly beside it is a bundle already. Named examples are put in place, under the names that their operation gives them. Throws an
 * InputError that says why a document cannot be bundled.
 */
export async function bundleDocument(
  source: string,
  internalExtensions: readonly string[] = [],
): Promise<Bundle> {
  if (!existsSync(source)) throw new InputError(`The document ${source} does not exist.`)
  try {
    const bundled = readWhole(source, await readFile(source, 'utf8')) ?? (await runBundler(source))
    const { document, digits } = restoreData(putOperationsInPlace(putExamplesInPlace(sortFields(bundled))))
    const full = toObject(document)
    return { full, published: omitExtensions(full, internalExtensions), digits }
  } catch (error) {
    if (error instanceof RangeError) throw new InputError(`The document ${source} is nested too deeply.`)
    if (error instanceof Error && 'syscall' in error)
      throw new InputError(`The document ${source} cannot be read: ${error.message}.`)
    throw error
  }
}

/** The document of a source that refers to no other file, its data hidden; undefined if it does, or Redocly has settings for it. */
function readWhole(source: string, text: string): JsonObject | undefined {
  if (settingsNames.some((name) => existsSync(join(dirname(source), name)))) return undefined
  const root = parseSource(text, `The document ${source}`)
  const fault = findVersionFault(root) && findVersionFault(restoreData(root).document)
  if (fault !== undefined || !isObject(root))
    throw new InputError(`The document ${source} cannot be bundled:\n- ${fault}`)
  const { href } = pathToFileURL(source)
  const references: WrittenReference[] = []
  visitReferences(root, href, { reference: (reference) => void references.push(reference) })
  if (references.some(({ uri, isText, base }) => isText || (uri !== href && base === href))) return undefined
  const lost = findLostReferences(references, new Map([[href, root]]))
  if (lost.length > 0)
    throw new InputError(
      `The document ${source} cannot be bundled:\n${lost
        .map(({ text: written, pointer }) => `- The reference ${written} at #${pointer} leads nowhere.`)
        .join('\n')}`,
    )
  hideData(root, href, new Set())
  return root
}

/** Redocly reads files of these names beside a document. */
const settingsNames = ['redocly.yaml', 'redocly.yml']

async function runBundler(source: string): Promise<JsonObject> {
  // Loaded late, because it takes longer than all the rest.
  const { bundleByRedocly } = await import('./bundle-by-redocly.ts')
  return bundleByRedocly(source)
}

/** The fields of a document in the order in which Redocly writes them, which is that of the specification; others follow. */
function sortFields(document: JsonObject): JsonObject {
  const known = document['swagger'] === undefined ? fields : swaggerFields
  const names = [...known.filter((name) => document[name] !== undefined), ...Object.keys(document)]
  return Object.fromEntries([...new Set(names)].map((name) => [name, document[name] as Json]))
}

const fields =
  'openapi $self info jsonSchemaDialect servers security tags externalDocs paths webhooks x-webhooks components'.split(
    ' ',
  )
const swaggerFields =
  'swagger info host basePath schemes consumes produces security tags externalDocs paths definitions parameters responses securityDefinitions'.split(
    ' ',
  )

/**
 * Writes a bundle into a folder as `<name>.yaml` and `<name>.json`; with internal extensions also as `<name>.full.json`.
 * Returns the paths.
 */
export async function writeBundle(
  folder: string,
  name: string,
  { full, published, digits }: Bundle,
): Promise<readonly string[]> {
  await mkdir(folder, { recursive: true })
  const [json, fullJson] = [toJson(published, digits), toJson(full, digits)]
  const texts: Readonly<Record<string, string>> = {
    [`${name}.yaml`]: toYaml(published, digits),
    [`${name}.json`]: json,
    ...(fullJson !== json && { [`${name}.full.json`]: fullJson }),
  }
  const paths = Object.entries(texts).map(async ([file, text]) => {
    const path = join(folder, file)
    await writeFile(path, text)
    return path
  })
  return Promise.all(paths)
}

/** A document as JSON, with the digits of its numbers. */
export function toJson(document: JsonObject, digits: Digits = new Map()): string {
  return `${writeJson(mapDigits(document, digits, rawNumber), 2)}\n`
}

/** A number that JSON writes as given (`JSON.rawJSON` of ES2025, which the library of TypeScript does not have yet). */
const rawNumber = (digits: string): unknown =>
  (JSON as unknown as { readonly rawJSON: (text: string) => unknown }).rawJSON(digits)

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
