import { dirname, relative, resolve } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import {
  BaseResolver,
  bundle,
  type Config,
  type Document,
  findConfig,
  isAbsoluteUrl,
  isSupportedExtension,
  loadConfig,
  type NormalizedProblem,
  type ResolveConfig,
  type Source,
} from '@redocly/openapi-core'
import { findAt, isObject, type Json } from '@contract-kit/json-schema/json'
import { findNamedReferences, type NamedReferences } from '@contract-kit/openapi'
import { hideData } from '@contract-kit/openapi/source'
import { InputError } from '../input-error.ts'
import { listComponents, nameComponents } from './component-names.ts'
import type { JsonObject } from './json.ts'
import { parseSource } from './source-data.ts'

/**
 * Bundles a document of several files with Redocly and the settings beside it. Data and numbers are marked for `restoreData`.
 * Throws an InputError with Redocly's message if the document cannot be bundled.
 */
export async function bundleByRedocly(source: string): Promise<JsonObject> {
  const folder = dirname(source)
  try {
    const configPath = findConfig(folder) ?? ''
    const config = await loadConfig({ configPath })
    const run = async (resolver: SourceResolver) => {
      const { bundle: bundled, problems } = await bundle({
        ref: source,
        config: config.forAlias(aliasOf(source, folder, config)),
        externalRefResolver: resolver,
        componentRenamingConflicts: 'off',
      })
      const mistakes = problems.filter(({ severity, ignored }) => severity === 'error' && ignored !== true)
      return { bundled, mistakes, given: resolver.components }
    }
    const first = new SourceResolver(config.resolve)
    let { bundled, mistakes, given } = await run(first)
    if (first.hasNames || mistakes.length > 0) {
      const named = await findNamedReferences(source)
      if (named.size > 0)
        ({ bundled, mistakes, given } = await run(new SourceResolver(config.resolve, named)))
    }
    if (mistakes.length > 0)
      throw new InputError(mistakes.map((problem) => `- ${describe(problem, folder)}`).join('\n'))
    if (!isObject(bundled.parsed)) throw new InputError('- It is not an object.')
    nameComponents(bundled.parsed, given)
    const { components, ...others } = bundled.parsed
    // Redocly adds an empty one.
    return isObject(components) && Object.keys(components).length === 0 ? others : bundled.parsed
  } catch (error) {
    // Redocly throws plain errors, a sentence each, for unreadable input. All others are defects.
    if (
      !(error instanceof Error) ||
      !['Error', 'InputError', 'ResolveError', 'DocumentError'].includes(error.constructor.name)
    )
      throw error
    throw new InputError(`The document ${source} cannot be bundled:\n${error.message}`)
  }
}

/** The name of a document in the settings, which may have a section for it. */
export const aliasOf = (source: string, folder: string, { resolvedConfig: { apis = {} } }: Config) =>
  Object.entries(apis).find(([, { root }]) => resolve(folder, root) === source)?.[0]

const describe = ({ message, location: [place] }: NormalizedProblem, folder: string): string => {
  if (place === undefined) return message
  const { absoluteRef } = place.source
  const file = isAbsoluteUrl(absoluteRef) ? absoluteRef : relative(folder, absoluteRef)
  return `${message} at ${file}${place.pointer ?? ''}`
}

/** Reads files like the kit: keeps the digits of numbers, leaves data unchanged, and resolves references by name. */
export class SourceResolver extends BaseResolver {
  readonly #referred = new Set<string>()
  readonly #named: NamedReferences
  readonly #isMarked: boolean
  /** Whether a file has references by name, which Redocly does not support. */
  hasNames = false
  /** References to the components of the document itself. */
  readonly components = new Set<string>()

  /** Without marks, numbers stay as Redocly parses them. */
  constructor(settings: ResolveConfig, named: NamedReferences = new Map(), isMarked = true) {
    super(settings)
    this.#named = named
    this.#isMarked = isMarked
  }

  /** A reference is a URI, in which a space is `%20`; the path of the document itself is none. */
  override resolveExternalRef(base: string | null, reference: string): string {
    const isPath = base !== null && !isAbsoluteUrl(base) && !isAbsoluteUrl(reference)
    return super.resolveExternalRef(base, isPath ? percentDecode(reference) : reference)
  }

  override parseDocument(source: Source, isRoot = false): Document {
    const { absoluteRef, body, mimeType = '' } = source
    const isUrl = isAbsoluteUrl(absoluteRef)
    const isText = !isSupportedExtension(isUrl ? new URL(absoluteRef).pathname : absoluteRef)
    if (isText && !isRoot && !/json|yaml|openapi/.test(mimeType)) return super.parseDocument(source, isRoot)
    const url = isUrl ? absoluteRef : pathToFileURL(absoluteRef).href
    const parsed = this.#isMarked
      ? parseSource(body, isUrl ? absoluteRef : relative(process.cwd(), absoluteRef))
      : (super.parseDocument(source, isRoot).parsed as Json)
    hideData(parsed, url, this.#referred)
    for (const { pointer, key, plain } of this.#named.get(url) ?? []) {
      const holder = findAt(parsed, pointer)
      if (isObject(holder)) holder[key] = plain
    }
    this.hasNames ||= /\$(?:id|self|anchor)\b/.test(body)
    if (isRoot) for (const { reference } of listComponents(parsed)) this.components.add(reference)
    return { source, parsed }
  }
}

const percentDecode = (reference: string): string => {
  try {
    return decodeURIComponent(reference)
  } catch {
    return reference
  }
}
