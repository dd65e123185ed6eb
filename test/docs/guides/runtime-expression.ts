/** A response as a runtime expression reads it. */
export interface ReadResponse {
  readonly headers: Headers
  readonly text: string
}

/** The value that a runtime expression of OpenAPI names in a response, as text. Throws where there is none. */
export function evaluateExpression({ headers, text }: ReadResponse, expression: string): string {
  const header = /^\$response\.header\.(.+)$/.exec(expression)?.[1]
  const pointer = /^\$response\.body#\/(.+)$/.exec(expression)?.[1]
  const body: unknown = pointer === undefined ? undefined : JSON.parse(text)
  const value =
    header === undefined
      ? pointer?.split('/').reduce((part, name) => (isObject(part) ? part[name] : undefined), body)
      : headers.get(header)
  if (typeof value !== 'string' && typeof value !== 'number')
    throw new Error(`The response has no ${expression}: ${text}`)
  return String(value)
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
