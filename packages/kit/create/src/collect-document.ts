import { readFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parse } from 'yaml'
import { CreateError } from './create-error.ts'

/** A document with the files that it refers to. */
export interface CollectedDocument {
  /** Texts by their paths, relative to the folder that has them all. */
  readonly files: ReadonlyMap<string, string>
  /** The path of the file to begin from. */
  readonly entry: string
  readonly document: Readonly<Record<string, unknown>>
  readonly notes: readonly string[]
}

/** No document is in more files than this; what is has a mistake. */
const maximumFiles = 2000

/**
 * Reads an OpenAPI 3 document from a path or a URL, and every file that it refers to relatively. Throws a CreateError that says
 * what is wrong: it is not there, it cannot be read, it is not an OpenAPI 3 document.
 */
export async function collectDocument(place: string): Promise<CollectedDocument> {
  const entry = /^https?:\/\//i.test(place) ? new URL(place) : pathToFileURL(resolve(place))
  const texts = new Map<string, string>()
  const notes: string[] = []
  const document = await read(entry, place)
  assertOpenApi(document.value, place)
  texts.set(entry.href, document.text)
  const queue = [{ url: entry, value: document.value }]
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    for (const reference of referencesIn(next.value)) {
      const url = toFile(reference, next.url)
      if (url === undefined || texts.has(url.href) || texts.size > maximumFiles) continue
      if (url.protocol !== entry.protocol || url.host !== entry.host) {
        notes.push(`${reference} is kept as it is: it is on another host.`)
        continue
      }
      const found = await read(url, reference)
      texts.set(url.href, found.text)
      queue.push({ url, value: found.value })
    }
  }
  const root = commonFolder([...texts.keys()])
  const toPath = (href: string): string => decodeURIComponent(href.slice(root.length))
  return {
    files: new Map([...texts].map(([href, text]) => [toPath(href), text])),
    entry: toPath(entry.href),
    document: document.value as Readonly<Record<string, unknown>>,
    notes,
  }
}

async function read(url: URL, name: string): Promise<{ readonly text: string; readonly value: unknown }> {
  const text = url.protocol === 'file:' ? await readLocal(url, name) : await download(url)
  try {
    return { text, value: parse(text, { logLevel: 'error', maxAliasCount: -1 }) as unknown }
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
    throw new CreateError(`${name} is neither JSON nor YAML: ${reason.replace(/[.:]?\s*$/, '')}.`)
  }
}

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

function assertOpenApi(value: unknown, name: string): void {
  const { openapi, swagger } = (value ?? {}) as { readonly openapi?: unknown; readonly swagger?: unknown }
  if (typeof openapi === 'string' && /^3\.[012]/.test(openapi)) return
  if (swagger !== undefined)
    throw new CreateError(
      `${name} is a Swagger 2 document; convert it to OpenAPI 3 first, for example with swagger2openapi.`,
    )
  throw new CreateError(`${name} is not an OpenAPI 3 document: it has no field "openapi: 3.x".`)
}

function referencesIn(node: unknown): readonly string[] {
  if (Array.isArray(node)) return node.flatMap(referencesIn)
  if (node === null || typeof node !== 'object') return []
  return Object.entries(node).flatMap(([key, value]) =>
    key === '$ref' && typeof value === 'string' ? [value] : referencesIn(value),
  )
}

/** The file that a reference leads to; undefined for a place in the same file. */
function toFile(reference: string, base: URL): URL | undefined {
  if (reference.startsWith('#') || !URL.canParse(reference, base.href)) return undefined
  const url = new URL(reference, base.href)
  url.hash = ''
  return url
}

function commonFolder(hrefs: readonly string[]): string {
  const [first = '', ...others] = hrefs.map((href) => href.slice(0, href.lastIndexOf('/') + 1))
  return others.reduce((folder, other) => {
    let common = folder
    while (!other.startsWith(common)) common = common.slice(0, common.lastIndexOf('/', common.length - 2) + 1)
    return common
  }, first)
}

/** Values of a document for the files of the template. */
export function describeDocument({ document, entry }: CollectedDocument): Readonly<Record<string, string>> {
  const { title = 'API' } = (document['info'] ?? {}) as { readonly title?: string }
  const words = title.replaceAll(/\s+/g, ' ').trim()
  return {
    title: words,
    document:
      basename(entry)
        .replace(/\.\w+$/, '')
        .replaceAll(/[^\w.-]/g, '-') || 'openapi',
    source: `openapi/${entry}`,
    basePath: basePathOf(document),
    headers: JSON.stringify(credentialsOf(document)),
  }
}

/** The path below which the first server of the document has its operations: `/api/v1`. */
function basePathOf(document: Readonly<Record<string, unknown>>): string {
  const [server] = (document['servers'] ?? []) as readonly Server[]
  const { url = '/', variables = {} } = server ?? {}
  const filled = url.replaceAll(/\{([^{}]+)\}/g, (_place, name: string) => variables[name]?.default ?? '')
  return new URL(filled, 'http://server.invalid').pathname.replace(/\/+$/, '')
}

interface Server {
  readonly url?: string
  readonly variables?: Readonly<Record<string, { readonly default?: string }>>
}

/** Headers with a credential of the documented form for each security scheme that is sent in one. */
function credentialsOf(document: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const { securitySchemes = {} } = (document['components'] ?? {}) as { readonly securitySchemes?: object }
  const headers = Object.values(securitySchemes).flatMap(
    (scheme: SecurityScheme): readonly (readonly [string, string])[] => {
      const { type, in: place, name = '', scheme: kind = 'bearer' } = scheme
      if (type === 'apiKey') {
        if (place === 'cookie') return [['cookie', `${name}=test`]]
        return place === 'header' ? [[name.toLowerCase(), 'test']] : []
      }
      // A user name and a password, "test:test" (RFC 7617).
      return [['authorization', type === 'http' && kind === 'basic' ? 'Basic dGVzdDp0ZXN0' : 'Bearer test']]
    },
  )
  return Object.fromEntries(headers)
}

interface SecurityScheme {
  readonly type?: string
  readonly in?: string
  readonly name?: string
  readonly scheme?: string
}
