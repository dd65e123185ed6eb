/** The parts of the bundled contract that the fake is made from. */
export interface ExampleDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly components: {
    readonly responses: Readonly<Record<string, ResponseObject>>
    readonly headers: Readonly<Record<string, HeaderObject>>
  }
}

interface Reference {
  readonly $ref: string
}

interface ResponseObject {
  readonly headers?: Readonly<Record<string, HeaderObject | Reference>>
  readonly content?: Readonly<
    Record<string, { readonly examples?: Readonly<Record<string, { readonly value: unknown }>> }>
  >
}

interface HeaderObject {
  readonly required?: boolean
  readonly example?: unknown
}

interface OperationObject {
  readonly operationId: string
  readonly responses: Readonly<Record<string, ResponseObject | Reference>>
}

/** One operation with its answers as the examples show them. */
export interface OperationExamples {
  readonly operationId: string
  readonly method: string
  readonly path: string
  /** In document order; names are unique within the operation. */
  readonly examples: readonly NamedExample[]
}

/** One answer of an operation: its example body and the headers its status must carry. */
export interface NamedExample {
  readonly name: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

const methods = ['get', 'put', 'post', 'delete', 'patch'] as const

/**
 * Every operation with every response example, in document order. A required header has the value of its own example;
 * but where a status has several examples, each is named after the code that it is given as `x-error-code`.
 */
export function readExamples(document: ExampleDocument): OperationExamples[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method]
      return isOperation(operation) ? [toOperationExamples(document, path, method, operation)] : []
    }),
  )
}

function toOperationExamples(
  document: ExampleDocument,
  path: string,
  method: string,
  { operationId, responses }: OperationObject,
): OperationExamples {
  const examples = Object.entries(responses).flatMap(([status, response]) => {
    const { headers = {}, content = {} } = resolve(document.components.responses, response)
    const named = Object.entries(content['application/json']?.examples ?? {})
    return named.map(([name, { value }]) => ({
      name,
      status: Number(status),
      headers: requiredHeaders(document, headers, named.length > 1 ? name : undefined),
      body: value,
    }))
  })
  const names = new Set(examples.map(({ name }) => name))
  if (names.size < examples.length) throw new Error(`${operationId} has two examples of one name`)
  if (!examples.some(({ status }) => status < 300)) throw new Error(`${operationId} has no success example`)
  return { operationId, method: method.toUpperCase(), path, examples }
}

function requiredHeaders(
  { components }: ExampleDocument,
  headers: NonNullable<ResponseObject['headers']>,
  code: string | undefined,
): Record<string, string> {
  const required = Object.entries(headers)
    .map(([name, header]) => [name.toLowerCase(), resolve(components.headers, header)] as const)
    .filter(([, header]) => header.required === true)
  return Object.fromEntries(
    required.map(([name, { example }]) => [
      name,
      name === 'x-error-code' ? (code ?? String(example)) : String(example),
    ]),
  )
}

function resolve<Part extends object>(parts: Readonly<Record<string, Part>>, part: Part | Reference): Part {
  if (!('$ref' in part)) return part
  const found = parts[part.$ref.slice(part.$ref.lastIndexOf('/') + 1)]
  if (found === undefined) throw new Error(`${part.$ref} leads nowhere`)
  return found
}

function isOperation(value: unknown): value is OperationObject {
  return typeof value === 'object' && value !== null && 'operationId' in value
}
