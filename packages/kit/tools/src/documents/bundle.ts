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

/** A bundled document. */
export interface Bundle {
  /** Including internal extensions. */
  readonly full: JsonObject
  /** Without internal extensions. */
  readonly published: JsonObject
  /** The source digits of numbers; places are the same in both. */
  readonly digits: Digits
}

/**
 * Bundles a document: Redocly converts references to files to references into `components`. A single file without Redocly
 * settings beside it is already a bundle. Named examples are inlined under the names in their operation. Throws an
 * InputError with the reason if a document cannot be bundled.
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

/** The document of a self-contained source, with its data hidden; undefined if it refers to other files or has Redocly settings. */
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
  // Loaded lazily, because it takes longer than all other modules.
  const { bundleByRedocly } = await import('./bundle-by-redocly.ts')
  return bundleByRedocly(source)
}

/** The fields of a document in the order of the specification, as Redocly writes them; others follow. */
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
 * Inlines examples. The bundler names example components after their file and numbers clashes. Inlined, an example has the name
 * in its operation, which the mock and the docs look up.
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

/** A document without internal extensions. */
export function omitExtensions(document: JsonObject, extensions: readonly string[]): JsonObject {
  return omitKeys(document, new Set(extensions))
}

/** Inlines operations that are references, which OpenAPI does not define and tools treat differently. */
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

/** Replaces each object by the result of `replace`; on undefined, descends into the object. */
function mapObjects(node: Json, replace: (object: JsonObject) => JsonObject | undefined): Json {
  if (Array.isArray(node)) return node.map((item) => mapObjects(item, replace))
  if (node === null || typeof node !== 'object') return node
  const replaced = replace(node)
  if (replaced !== undefined) return replaced
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, mapObjects(value, replace)]))
}
