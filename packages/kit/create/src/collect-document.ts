import { readFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Json } from '@contract-kit/json-schema/json'
import { type ApiDocument, openDocument } from '@contract-kit/openapi/open'
import {
  DocumentError,
  findLostReferences,
  findVersionFault,
  parseDocumentText,
  visitReferences,
  type WrittenReference,
} from '@contract-kit/openapi/source'
import { CreateError } from './create-error.ts'

/** A document and the files that it refers to. */
export interface CollectedDocument {
  /** File contents by path, relative to their common folder. */
  readonly files: ReadonlyMap<string, string>
  /** Values that the templates take from the document. */
  readonly values: Readonly<Record<string, string>>
  readonly notes: readonly string[]
}

/** The most files of one document. More of them are assumed to be a mistake. */
const maximumFiles = 2000

/**
 * Reads an OpenAPI 3 or Swagger 2.0 document from a path or a URL, and every file that it refers to by a relative reference. Throws a
 * CreateError if the document is missing, cannot be read, or would be rejected by `contract gen`.
 */
export async function collectDocument(place: string): Promise<CollectedDocument> {
  const entry = /^https?:\/\//i.test(place) ? new URL(place) : pathToFileURL(resolve(place))
  const texts = new Map([[entry.href, await read(entry, place)]])
  const documents = new Map([[entry.href, parse(texts.get(entry.href) ?? '', place)]])
  const root = documents.get(entry.href) ?? null
  const fault = findVersionFault(root)
  if (fault !== undefined) throw unbundled(place, [fault])
  const notes: string[] = []
  const all: WrittenReference[] = []
  const referred = new Set<string>()
  // The map grows while it is walked.
  for (const [href, document] of documents) {
    const references: WrittenReference[] = []
    visitReferences(document, href, { reference: (one) => void references.push(one) }, referred)
    all.push(...references)
    for (const { uri, base, isText, text } of references) {
      // References relative to an `$id` are resolved within its document.
      if (base !== href || texts.has(uri) || !URL.canParse(uri) || texts.size > maximumFiles) continue
      const url = new URL(uri)
      if (url.protocol !== entry.protocol || url.host !== entry.host) {
        notes.push(`${text} is kept as it is: it is on another host.`)
        continue
      }
      texts.set(uri, await read(url, text))
      if (!isText) documents.set(uri, parse(texts.get(uri) ?? '', text))
    }
  }
  const lost = findLostReferences(all, documents).map(
    ({ text, pointer }) => `The reference ${text} at #${pointer} leads nowhere.`,
  )
  if (lost.length > 0) throw unbundled(place, lost)
  const folder = commonFolder([...texts.keys()])
  const toPath = (href: string): string => decodeURIComponent(href.slice(folder.length))
  return {
    files: new Map([...texts].map(([href, text]) => [toPath(href), text])),
    values: describe(root as object, toPath(entry.href)),
    notes: [...new Set(notes)],
  }
}

/** The error that `contract gen` reports for such a document. */
const unbundled = (place: string, reasons: readonly string[]): CreateError =>
  new CreateError(
    `The document ${place} cannot be bundled:${reasons.map((reason) => `\n- ${reason}`).join('')}`,
  )

const parse = (text: string, name: string): Json => explained(() => parseDocumentText(text, name))

function explained<Result>(read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    throw error instanceof DocumentError ? new CreateError(error.message) : error
  }
}

const read = (url: URL, name: string): Promise<string> =>
  url.protocol === 'file:' ? readLocal(url, name) : download(url)

async function readLocal(url: URL, name: string): Promise<string> {
  try {
    return await readFile(fileURLToPath(url), 'utf8')
  } catch {
    throw new CreateError(`The file ${name} cannot be read; check that it exists.`)
  }
}

async function download(url: URL): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.timeout(60_000) }).catch((error: unknown) => {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    throw new CreateError(
      `${url.href} cannot be reached: ${cause instanceof Error ? cause.message : String(cause)}.`,
    )
  })
  if (!response.ok)
    throw new CreateError(`${url.href} cannot be downloaded: its status is ${response.status}.`)
  return response.text()
}

function commonFolder(hrefs: readonly string[]): string {
  const [first = '', ...others] = hrefs.map((href) => href.slice(0, href.lastIndexOf('/') + 1))
  return others.reduce((folder, other) => {
    let common = folder
    while (!other.startsWith(common)) common = common.slice(0, common.lastIndexOf('/', common.length - 2) + 1)
    return common
  }, first)
}

function describe(root: object, entry: string): Readonly<Record<string, string>> {
  const { title, servers, securitySchemes } = explained(() => openDocument(root))
  return {
    title: title.replaceAll(/\s+/g, ' ').trim() || 'API',
    document:
      basename(entry)
        .replace(/\.\w+$/, '')
        .replaceAll(/[^\w.-]/g, '-') || 'openapi',
    source: `openapi/${entry}`,
    basePath: servers[0]?.basePath ?? '',
    identity: toLiteral(toIdentity(securitySchemes)),
  }
}

/** Escapes JSON for a quoted string literal. */
const toLiteral = (value: object): string =>
  JSON.stringify(value)
    .replaceAll('\\', String.raw`\u005c`)
    .replaceAll("'", String.raw`\u0027`)

/**
 * The checker's credentials: `test` for every security scheme. A request has one `Authorization` header: where schemes
 * need different ones, it is a bearer token.
 */
function toIdentity(schemes: ApiDocument['securitySchemes']): object {
  const keys = [...schemes].filter(([, { type }]) => type === 'apiKey').map(([name]) => [name, 'test'])
  const others = [...schemes.values()].filter(({ type }) => type !== 'apiKey' && type !== 'mutualTLS')
  return {
    ...(keys.length > 0 && { apiKey: Object.fromEntries(keys) }),
    ...(others.some(({ scheme }) => scheme !== 'basic')
      ? { bearer: 'test' }
      : others.length > 0 && { basic: { username: 'test', password: 'test' } }),
  }
}
