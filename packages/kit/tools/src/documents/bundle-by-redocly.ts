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
  type Source,
} from '@redocly/openapi-core'
import { isObject } from '@contract-kit/json-schema/json'
import { hideData } from '@contract-kit/openapi/source'
import { InputError } from '../input-error.ts'
import type { JsonObject } from './json.ts'
import { parseSource } from './source-data.ts'

/**
 * Bundles a document of several files by Redocly, with the settings beside it. Data and numbers are marked, as `restoreData` takes them.
 * Throws an InputError with what Redocly says of a document that cannot be bundled.
 */
export async function bundleByRedocly(source: string): Promise<JsonObject> {
  const folder = dirname(source)
  try {
    const configPath = findConfig(folder) ?? ''
    const config = await loadConfig({ configPath })
    const { bundle: bundled, problems } = await bundle({
      ref: source,
      config: config.forAlias(aliasOf(source, folder, config)),
      externalRefResolver: new SourceResolver(config.resolve),
      componentRenamingConflicts: 'off',
    })
    const mistakes = problems.filter(({ severity, ignored }) => severity === 'error' && ignored !== true)
    if (mistakes.length > 0)
      throw new InputError(mistakes.map((problem) => `- ${describe(problem, folder)}`).join('\n'))
    if (!isObject(bundled.parsed)) throw new InputError('- It is not an object.')
    const { components, ...others } = bundled.parsed
    // Redocly adds an empty one.
    return isObject(components) && Object.keys(components).length === 0 ? others : bundled.parsed
  } catch (error) {
    // Redocly throws plain errors for what it cannot read, each a sentence; all others are faults.
    if (
      !(error instanceof Error) ||
      !['Error', 'InputError', 'ResolveError'].includes(error.constructor.name)
    )
      throw error
    throw new InputError(`The document ${source} cannot be bundled:\n${error.message}`)
  }
}

/** The name of a document in the settings, which may have some for it alone. */
const aliasOf = (source: string, folder: string, { resolvedConfig: { apis = {} } }: Config) =>
  Object.entries(apis).find(([, { root }]) => resolve(folder, root) === source)?.[0]

const describe = ({ message, location: [place] }: NormalizedProblem, folder: string): string => {
  if (place === undefined) return message
  const { absoluteRef } = place.source
  const file = isAbsoluteUrl(absoluteRef) ? absoluteRef : relative(folder, absoluteRef)
  return `${message} at ${file}${place.pointer ?? ''}`
}

/** Reads files as the kit does: numbers keep their digits, and data is left alone. */
class SourceResolver extends BaseResolver {
  readonly #referred = new Set<string>()

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
    const parsed = parseSource(body, isUrl ? absoluteRef : relative(process.cwd(), absoluteRef))
    hideData(parsed, isUrl ? absoluteRef : pathToFileURL(absoluteRef).href, this.#referred)
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
