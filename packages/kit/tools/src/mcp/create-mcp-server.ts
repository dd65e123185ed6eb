import { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { writeJson } from '@contract-kit/json-schema/json'
import type { Json, JsonObject } from '../documents/json.ts'
import { readApi } from '../documents/read-api.ts'
import { callOperation, type CallTarget } from './call-operation.ts'
import { describeOperation, listAsMarkdown } from './describe-operation.ts'
import { type DocsSite, readSection } from './docs-pages.ts'
import { toOverviewPage } from './overview-page.ts'
import { findOperation, listMcpOperations, ToolInputError } from './operations.ts'
import { createSearchIndex, type SearchHit, type SearchIndex } from './search-index.ts'

/** Options of an MCP server. */
export interface McpServerOptions extends CallTarget {
  /** A bundled OpenAPI 3 document. */
  readonly document: JsonObject
  /** The documentation pages. Without them, search covers operations and the document's own description. */
  readonly docs?: DocsSite | undefined
  /** The version of this package. */
  readonly version: string
}

/** The most results of a search. */
const maxResults = 20

/** Annotations of read-only tools. */
const readOnly = { readOnlyHint: true, idempotentHint: true, openWorldHint: false } as const

/**
 * Returns a factory of MCP servers with four tools: search the documentation, read a page, read an operation, call
 * an operation. Mistakes of the assistant are returned as tool errors that say how to fix them.
 */
export function createMcpServer(options: McpServerOptions): () => McpServer {
  const { docs, version, baseUrl, isReadOnly, log } = options
  const document = readApi(options.document)
  for (const { id, reason } of document.unread) log(`${id} is left out: ${reason}`)
  const operations = listMcpOperations(document)
  const overview = toOverviewPage(document)
  let index: Promise<SearchIndex> | undefined
  const openIndex = async (): Promise<SearchIndex> =>
    createSearchIndex(operations, docs === undefined ? [overview] : await docs.pages())

  return () => {
    const server = new McpServer(
      { name: 'contract-mcp', title: overview.title, version },
      {
        instructions: `${overview.title}${baseUrl === undefined ? '' : ` at ${baseUrl}`}. Find the way with search_docs, read an operation before you call it, then use call_operation.`,
      },
    )
    server.registerTool(
      'search_docs',
      {
        title: 'Search the documentation',
        description: 'Finds operations and documentation pages by words.',
        inputSchema: z.object({
          query: z.string().min(1),
          limit: z.int().min(1).max(maxResults).default(8),
        }),
        annotations: readOnly,
      },
      async ({ query, limit }) =>
        toResult(async () => {
          index ??= openIndex()
          return toResults((await index)(query, limit))
        }),
    )
    server.registerTool(
      'read_page',
      {
        title: 'Read a page',
        description: 'Reads a documentation page as Markdown. With an anchor, one section of it.',
        inputSchema: z.object({ path: z.string().describe('From search_docs: guides/errors.md#retries') }),
        annotations: readOnly,
      },
      async ({ path }) =>
        toResult(async () => {
          const [file = '', anchor = ''] = path.split('#')
          const page = docs === undefined || file === overview.path ? overview : await docs.page(file)
          if (page.path !== file)
            throw new ToolInputError(`There is no page "${file}". The only page is ${overview.path}.`)
          return readSection(page, anchor)
        }),
    )
    server.registerTool(
      'read_operation',
      {
        title: 'Read an operation',
        description:
          'Describes one operation: parameters, credentials, body, example, responses. Without an id, lists all operations.',
        inputSchema: z.object({ operationId: z.string().optional() }),
        annotations: readOnly,
      },
      async ({ operationId }) =>
        toResult(async () =>
          operationId === undefined
            ? listAsMarkdown(operations)
            : describeOperation(document, findOperation(document, operations, operationId)),
        ),
    )
    server.registerTool(
      'call_operation',
      {
        title: 'Call an operation',
        description:
          'Validates a request against the contract, sends it, and returns status, headers and body as JSON. An invalid request is not sent.',
        inputSchema: z.object({
          operationId: z.string(),
          parameters: z
            .record(z.string(), z.unknown())
            .optional()
            .describe('Path, query and header parameters by name'),
          body: z.unknown().optional(),
          credentials: z.record(z.string(), z.string()).optional().describe('By security scheme'),
          mediaType: z.string().optional().describe('Of the body; JSON by default'),
        }),
        annotations: isReadOnly
          ? { ...readOnly, openWorldHint: true }
          : { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
      },
      async ({ operationId, parameters, body, credentials, mediaType }) =>
        toResult(async () => {
          const operation = findOperation(document, operations, operationId)
          const values = {
            // Tool arguments are JSON.
            parameters: parameters as JsonObject | undefined,
            body: body as Json | undefined,
            credentials,
            mediaType,
          }
          return writeJson(await callOperation(document, operation, values, options))
        }),
    )
    return server
  }
}

/** The result of a tool. Returns an error that the assistant can fix as text. */
async function toResult(run: () => Promise<string>) {
  try {
    return { content: [{ type: 'text' as const, text: await run() }] }
  } catch (error) {
    if (!(error instanceof ToolInputError)) throw error
    return { content: [{ type: 'text' as const, text: error.message }], isError: true }
  }
}

function toResults(hits: readonly SearchHit[]): string {
  if (hits.length === 0)
    return 'Nothing was found. Use other words, or read_operation without an id for a list.'
  return hits
    .map(({ kind, address, title, excerpt }) =>
      kind === 'operation'
        ? `- operation \`${address}\` ${excerpt}`
        : `- page [${title}](${address}) ${excerpt}`,
    )
    .join('\n')
}

/** The first server of a document with an absolute URL, its variables at their defaults. */
export function readBaseUrl(document: JsonObject): string | undefined {
  return readApi(document).servers.find(({ url }) => /^https?:/.test(url))?.url
}
