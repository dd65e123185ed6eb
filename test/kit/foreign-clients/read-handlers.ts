import type { OpenApiDocument } from '@contract-kit/express'

/** The input of a handler. */
export interface Handled {
  /** The client method that sent it. */
  readonly method: string
  readonly path: unknown
  readonly query: unknown
  readonly headers: unknown
  readonly cookies: unknown
  readonly body: unknown
}

interface MediaType {
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, { readonly value?: unknown }>>
}

interface Response {
  readonly $ref?: string
  readonly headers?: Readonly<Record<string, { readonly required?: boolean; readonly example?: unknown }>>
  readonly content?: Readonly<Record<string, MediaType>>
}

interface OperationObject {
  readonly operationId?: string
  readonly responses: Readonly<Record<string, Response>>
}

const verbs = ['get', 'put', 'post', 'delete', 'patch', 'head']

/**
 * Creates a handler for every operation of a document, which records its input and responds with the first success example.
 * The served document has no webhooks and no `security`: webhooks are never called, and the client is tested without
 * credentials.
 */
export function readHandlers(document: OpenApiDocument, record: (call: Handled) => void) {
  const { webhooks: _, security: __, ...served } = document as OpenApiDocument & Record<string, unknown>
  const paths = Object.entries(document.paths as Readonly<Record<string, Readonly<Record<string, unknown>>>>)
  const handlers = Object.fromEntries(
    paths.flatMap(([path, item]) =>
      verbs
        .filter((verb) => item[verb] !== undefined)
        .map((verb) => {
          const { operationId = `${verb.toUpperCase()} ${path}`, responses } = item[verb] as OperationObject
          const handle = (input: Omit<Handled, 'method'>) => {
            record({ ...input, method: toMethodName(operationId) })
            return toResponse(document, responses)
          }
          return [operationId, handle]
        }),
    ),
  )
  return { handlers: handlers as never, document: served as OpenApiDocument }
}

/** Returns the method name that the generator uses. */
const toMethodName = (operationId: string): string =>
  operationId
    .replace(/^[A-Z]+/, (word) => word.toLowerCase())
    .replaceAll(/[^a-zA-Z]+(\w|$)/g, (_whole, letter: string) => letter.toUpperCase())

function toResponse(document: OpenApiDocument, responses: Readonly<Record<string, Response>>): object {
  const [status = '', declared = {}] = Object.entries(responses).find(([key]) => key.startsWith('2')) ?? []
  const { content = {}, headers = {} } = follow(document, declared)
  const required = Object.entries(headers).filter(([, header]) => header.required)
  const answer = {
    status: Number(status),
    headers: Object.fromEntries(required.map(([name, { example }]) => [name.toLowerCase(), example])),
  }
  const [mediaType, media] = Object.entries(content)[0] ?? []
  if (mediaType === undefined || media === undefined) return answer
  const example = media.example ?? Object.values(media.examples ?? {})[0]?.value
  const body = example ?? new TextEncoder().encode('bytes')
  return {
    ...answer,
    mediaType,
    body: mediaType.startsWith('text/event') ? new TextEncoder().encode(body as string) : body,
  }
}

function follow(document: OpenApiDocument, response: Response): Response {
  if (response.$ref === undefined) return response
  const keys = response.$ref.slice(2).split('/')
  return keys.reduce<unknown>((found, key) => (found as Record<string, unknown>)[key], document) as Response
}
