/** A media type object of a bundled document, and the JSON pointer to it. */
export interface FoundMediaType {
  operationId: string
  /** `request`, or the status of the response. */
  part: string
  pointer: string
  examples: Record<string, { value: unknown; 'x-request'?: unknown }>
  schema: { $ref?: string }
}

interface Body {
  $ref?: string
  content?: Record<string, { examples?: FoundMediaType['examples']; schema: { $ref?: string } }>
}

interface Operation {
  operationId: string
  requestBody?: Body
  responses: Record<string, Body>
}

/** The parts of a bundled document that carry bodies. */
export interface BundledDocument {
  paths: Record<string, Record<string, Operation>>
  components: Record<string, Record<string, object>>
}

const methods = ['get', 'put', 'post', 'delete', 'patch']

/** Returns every request and response body of the operations in the document. Follows references to responses. */
export function mediaTypesOf(document: BundledDocument): FoundMediaType[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => methods.includes(method))
      .flatMap(([method, { operationId, requestBody, responses }]) => {
        const at = `#/paths/${encode(path)}/${method}`
        const request: [string, string, Body][] = requestBody
          ? [['request', `${at}/requestBody`, requestBody]]
          : []
        const answers = Object.entries(responses).map(([status, body]): [string, string, Body] => [
          status,
          `${at}/responses/${status}`,
          body,
        ])
        const bodies = [...request, ...answers]
        return bodies.flatMap(([part, pointer, body]) => inBody(document, operationId, part, pointer, body))
      }),
  )
}

function inBody(
  document: BundledDocument,
  operationId: string,
  part: string,
  pointer: string,
  body: Body,
): FoundMediaType[] {
  const [, , kind = '', name = ''] = body.$ref?.split('/') ?? []
  const resolved: Body = body.$ref ? (document.components[kind]?.[name] ?? {}) : body
  return Object.entries(resolved.content ?? {}).map(([mediaType, { examples = {}, schema }]) => ({
    operationId,
    part,
    pointer: `${body.$ref ?? pointer}/content/${encode(mediaType)}`,
    examples,
    schema,
  }))
}

function encode(key: string): string {
  return encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))
}
