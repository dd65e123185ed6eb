import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { parse } from 'yaml'
import { selectDocuments } from '../config/load-config.ts'
import { bundleDocument } from '../documents/bundle.ts'
import { type JsonObject, toObject, toText } from '../documents/json.ts'
import { InputError } from '../input-error.ts'
import { openDocsSite } from '../mcp/docs-pages.ts'
import type { VerbContext, VerbDescription } from './verb.ts'

interface McpFlags {
  readonly url?: string
  readonly docs?: string
  readonly readOnly?: boolean
  readonly credential?: readonly string[]
}

export const mcp: VerbDescription<McpFlags> = {
  example: 'contract mcp openapi.yaml --url http://127.0.0.1:3000 --docs dist/docs',
  options: (command) =>
    command
      .option('--url <baseUrl>', 'base URL for calls; default: the first server of the document')
      .option('--docs <place>', 'folder or URL of a documentation site with an llms.txt')
      .option('--read-only', 'allow only GET and HEAD calls')
      .option(
        '--credential <scheme=variable...>',
        'security scheme, and the environment variable that holds its credential',
      ),
  async run(names, { url, docs, readOnly, credential, config }, context) {
    const { cwd, env } = context.terminal
    // Loaded lazily: the SDK takes as long to load as all other modules.
    const { serveStdio } = await import('@modelcontextprotocol/server/stdio')
    const { createMcpServer, readBaseUrl } = await import('../mcp/create-mcp-server.ts')
    const [name = ''] = names
    const document = /^https?:\/\//.test(name)
      ? await fetchDocument(name)
      : await bundleFirst(names, config, context)
    if (!toText(document['openapi']).startsWith('3.'))
      throw new InputError(`${name || 'The document'} must be OpenAPI 3.`)
    const baseUrl = url === undefined ? readBaseUrl(document) : readUrl(url)
    const handle = serveStdio(
      createMcpServer({
        document,
        baseUrl,
        isReadOnly: readOnly === true,
        credentials: readCredentials(credential ?? [], env, schemesOf(document)),
        docs: docs === undefined ? undefined : await openDocsSite(docs, cwd),
        version: readVersion(),
        log: (text) => context.progress(text),
      }),
      { onerror: (error) => context.progress(error.message) },
    )
    context.progress(
      baseUrl === undefined
        ? 'MCP server on stdio; calls need --url, because the document names no server'
        : `MCP server on stdio; calls go to ${baseUrl}`,
    )
    const waiting = new AbortController()
    const { signal } = waiting
    await Promise.race([
      once(process.stdin, 'close', { signal }),
      once(process, 'SIGINT', { signal }),
      once(process, 'SIGTERM', { signal }),
    ])
    waiting.abort()
    await handle.close()
    process.stdin.destroy()
    return { passed: true, text: '', data: { ended: true } }
  },
}

/** A published, self-contained document. */
async function fetchDocument(url: string): Promise<JsonObject> {
  const response = await fetch(url, { signal: AbortSignal.timeout(30_000) }).catch(() => undefined)
  if (response?.ok !== true)
    throw new InputError(`${url} cannot be read: ${response?.status ?? 'no response'}.`)
  try {
    return toObject(parse(await response.text()))
  } catch {
    throw new InputError(`${url} must be YAML or JSON.`)
  }
}

async function bundleFirst(
  names: readonly string[],
  config: string | undefined,
  context: VerbContext,
): Promise<JsonObject> {
  const { documents } = await selectDocuments(context.terminal.cwd, names, config)
  const [document] = documents
  if (document === undefined) throw new InputError('The configuration has no document.')
  if (documents.length > 1)
    context.progress(`Using ${document.name}, the first of ${documents.length} documents`)
  return (await bundleDocument(document.source)).published
}

function readUrl(text: string): string {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text))
    throw new InputError(`--url must be an http or https URL, not "${text}".`)
  return text
}

const schemesOf = (document: JsonObject): readonly string[] =>
  Object.keys(toObject(toObject(document['components'])['securitySchemes']))

/** Reads secrets from the environment, because every process can read command-line arguments. */
function readCredentials(
  given: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  schemes: readonly string[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    given.map((text) => {
      const [scheme = '', variable = ''] = text.split('=')
      if (variable === '') throw new InputError(`--credential must be <scheme>=<variable>, not "${text}".`)
      if (!schemes.includes(scheme))
        throw new InputError(
          `There is no security scheme ${scheme}; the document has ${schemes.join(', ') || 'none'}.`,
        )
      const value = env[variable]
      if (value === undefined || value === '')
        throw new InputError(`The environment variable ${variable} of the credential ${scheme} is not set.`)
      return [scheme, value]
    }),
  )
}

function readVersion(): string {
  const manifest = readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')
  return (JSON.parse(manifest) as { readonly version: string }).version
}
