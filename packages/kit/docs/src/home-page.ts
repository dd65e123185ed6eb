import { findAt } from '@contract-kit/json-schema/json'
import type { ApiDocument } from '@contract-kit/openapi'
import type { Tokens } from 'marked'
import { type JsonObject, toList, toObject, toText } from './openapi/json.ts'
import type { Operation } from './openapi/operations.ts'
import { titleOf } from './openapi/read-document.ts'
import type { Insert } from './options.ts'
import { readMarkdown } from './site/markdown.ts'
import { toMarkdownCell, toMarkdownCode, toMarkdownTable, toMarkdownText } from './site/text.ts'

/** A document of the site with its operations and the page of its reference. */
export interface DocumentPage {
  readonly document: ApiDocument
  readonly operations: readonly Operation[]
  /** `reference.html`. */
  readonly path: string
  readonly label: string
}

/** The anchor of an operation on the page of its reference. */
export function toOperationAddress(page: string, { id }: Operation): string {
  return `${page}#operation/${encodeURIComponent(id)}`
}

/** The bundled document beside its page: `reference.json`. */
export function toDocumentPath(page: string, format: 'json' | 'yaml'): string {
  return page.replace(/html$/, format)
}

/**
 * The home page of a site, as Markdown, from its first document: description, servers, authentication, operations. `notes` is
 * Markdown that follows the prose.
 */
export function toHomeMarkdown(documents: readonly DocumentPage[], notes: string): string {
  const [first] = documents
  if (first === undefined) return ''
  const { title, summary, description, version, license } = toObject(first.document.raw['info'])
  const facts = [
    toText(version) === '' ? [] : [`Version ${toMarkdownText(toText(version))}`],
    toText(toObject(license)['name']) === ''
      ? []
      : [`License ${toMarkdownText(toText(toObject(license)['name']))}`],
  ].flat()
  const sections = [
    ['Servers', toServers(first)],
    ['Authentication', toAuthentication(first)],
    ...documents.flatMap((page): [string, string][] => [
      [page === first ? 'Operations' : `Operations: ${toMarkdownText(page.label)}`, toOperations(page)],
      [page === first ? 'Webhooks' : `Webhooks: ${toMarkdownText(page.label)}`, toWebhooks(page)],
    ]),
  ] as const
  return [
    `# ${toMarkdownText(toText(title)) || titleOf(first.document)}`,
    toMarkdownText(toText(summary)),
    // One level lower, to distinguish them from sections of the site.
    lowerHeadings(toText(description)),
    facts.length > 0 ? `${facts.join('. ')}.` : '',
    notes,
    ...sections.flatMap(([heading, text]) => (text === '' ? [] : [`## ${heading}`, text])),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

/** The built-in inserts: parts of the first document, for guides and the home page. */
export function toBuiltInInserts(first: DocumentPage): Readonly<Record<string, Insert>> {
  return {
    operations: (root) => toOperations({ ...first, path: root + first.path }),
    servers: () => toServers(first),
    authentication: () => toAuthentication(first),
    webhooks: (root) => toWebhooks({ ...first, path: root + first.path }),
  }
}

/** The heading of operations without a tag, if others have one. */
const untagged = 'Other'

/** The operations as tables, one for each tag where there are several. */
function toOperations(page: DocumentPage): string {
  const operations = page.operations.filter(({ isWebhook }) => !isWebhook)
  const byTag = Map.groupBy(operations, ({ tag }) => tag)
  if (byTag.size < 2) return operations.length === 0 ? '' : toOperationTable(page, operations)
  const descriptions = new Map(
    toList(page.document.raw['tags']).map((tag) => [
      toText(toObject(tag)['name']),
      toText(toObject(tag)['description']),
    ]),
  )
  return Array.from(byTag, ([tag, ofTag]) =>
    [
      `### ${toMarkdownText(tag) || untagged}`,
      firstParagraph(descriptions.get(tag) ?? ''),
      toOperationTable(page, ofTag),
    ]
      .filter((part) => part !== '')
      .join('\n\n'),
  ).join('\n\n')
}

function toOperationTable(page: DocumentPage, operations: readonly Operation[]): string {
  return toMarkdownTable(
    ['Operation', 'Request', 'Summary'],
    operations.map((operation) => {
      const request = `${operation.method} ${operation.path}`
      return [
        `[${toMarkdownCode(operation.id)}](${toOperationAddress(page.path, operation)})`,
        toMarkdownCode(request),
        operation.summary === request ? '' : toMarkdownText(operation.summary),
      ]
    }),
  )
}

function toWebhooks(page: DocumentPage): string {
  const webhooks = page.operations.filter(({ isWebhook }) => isWebhook)
  if (webhooks.length === 0) return ''
  return toMarkdownTable(
    ['Webhook', 'Method', 'Summary'],
    webhooks.map((webhook) => [
      `[${toMarkdownCode(webhook.path)}](${toOperationAddress(page.path, webhook)})`,
      webhook.method,
      toMarkdownText(webhook.summary),
    ]),
  )
}

function toServers({ document }: DocumentPage): string {
  const servers = toList(document.raw['servers']).map(toObject)
  if (servers.length === 0) return ''
  return toMarkdownTable(
    ['Server', 'Description'],
    servers.map((server) => {
      const variables = Object.entries(toObject(server['variables'])).map(([name, declared]) => {
        const { default: preset, enum: choices } = toObject(declared)
        const values = toList(choices).map((choice) => toMarkdownCode(toText(choice)))
        return `${toMarkdownCode(`{${name}}`)} is ${values.length > 0 ? values.join(' or ') : toMarkdownCode(toText(preset))}`
      })
      return [
        toMarkdownCode(toText(server['url'])),
        [toMarkdownCell(toText(server['description'])), ...variables]
          .filter((text) => text !== '')
          .join('; '),
      ]
    }),
  )
}

function toAuthentication({ document }: DocumentPage): string {
  if (document.securitySchemes.size === 0) return ''
  return toMarkdownTable(
    ['Scheme', 'How', 'Description'],
    Array.from(document.securitySchemes, ([name, { pointer }]) => {
      const scheme = toObject(findAt(document.raw, pointer))
      return [
        toMarkdownCode(name),
        describeScheme(scheme),
        toMarkdownCell(firstParagraph(toText(scheme['description']))),
      ]
    }),
  )
}

/** How credentials are sent (OpenAPI 3.1, Security Scheme Object), as Markdown. */
function describeScheme(scheme: JsonObject): string {
  const type = toText(scheme['type'])
  switch (type) {
    case 'apiKey':
      return `API key in the ${toText(scheme['in'])}${scheme['in'] === 'query' ? ' parameter' : ''} ${toMarkdownCode(toText(scheme['name']))}`
    case 'http': {
      const name = toText(scheme['scheme']).toLowerCase()
      if (name === 'basic') return 'User name and password, HTTP Basic'
      const format = toText(scheme['bearerFormat'])
      return name === 'bearer'
        ? `Bearer token${format === '' ? '' : `, ${toMarkdownText(format)}`}`
        : `HTTP ${toMarkdownText(name)}`
    }
    case 'oauth2': {
      const flows = Object.keys(toObject(scheme['flows'])).map(
        (flow) => flowNames[flow] ?? toMarkdownText(flow),
      )
      return `OAuth 2.0: ${flows.join(', ')}`
    }
    case 'openIdConnect':
      return `OpenID Connect: ${toMarkdownCode(toText(scheme['openIdConnectUrl']))}`
    case 'mutualTLS':
      return 'A client certificate'
    default:
      return toMarkdownText(type)
  }
}

const flowNames: Readonly<Record<string, string>> = {
  clientCredentials: 'client credentials',
  authorizationCode: 'authorization code',
  implicit: 'implicit',
  password: 'password',
}

/** Headings in it become paragraphs. */
function firstParagraph(markdown: string): string {
  return (markdown.trim().split(/\n\s*\n/)[0] ?? '').replace(/^#+\s+/, '')
}

function lowerHeadings(markdown: string): string {
  return readMarkdown(markdown.trim())
    .map((token) => {
      if (token.type !== 'heading') return token.raw
      const { depth, text } = token as Tokens.Heading
      return `${'#'.repeat(Math.min(depth + 1, 6))} ${text.replaceAll('\n', ' ')}\n\n`
    })
    .join('')
    .trim()
}
