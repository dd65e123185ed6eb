import { checkExchange } from './check-exchange.ts'

/** The parts of a request. An absent part is not sent. */
export interface RequestParts {
  readonly method: string
  /** Includes the query. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** A string is sent unchanged, any other value as JSON. */
  readonly body?: unknown
}

/** A response, with the parts that tests use most. */
export interface Exchange {
  readonly status: number
  readonly headers: Headers
  /** The parsed JSON, or the text if it is not JSON. */
  readonly body: unknown
  readonly text: string
  /** The `x-error-code` header. */
  readonly code: string | null
  /** The messages of an error body; empty on success. */
  readonly messages: readonly string[]
}

/** Sends one request. */
export async function send(
  baseUrl: string,
  { method, path, headers, body }: RequestParts,
): Promise<Exchange> {
  const response = await fetch(baseUrl + path, {
    method: method.toUpperCase(),
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  const parsed = parse(text)
  const messages = (parsed as { message?: unknown } | undefined)?.message
  return {
    status: response.status,
    headers: response.headers,
    body: parsed,
    text,
    code: response.headers.get('x-error-code'),
    messages: Array.isArray(messages) ? messages : [],
  }
}

/** Sends a request to an operation and throws if the response violates the contract. */
export async function sendChecked(
  operationId: string,
  baseUrl: string,
  parts: RequestParts,
): Promise<Exchange> {
  const exchange = await send(baseUrl, parts)
  const problems = checkExchange(operationId, exchange)
  if (problems.length > 0) throw new Error(`${problems.join('\n')}\nbody: ${exchange.text}`)
  return exchange
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
