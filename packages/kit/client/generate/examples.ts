import { readApi } from './api.ts'
import type { GenerateOptions } from './options.ts'
import { exampleOf, type Method } from './operations/methods.ts'
import { type DeclaredResponse, hasNamedExamples } from './operations/results.ts'
import { writeJson } from '@contract-kit/json-schema/json'
import type { ApiDocument } from '@contract-kit/openapi'
import { columns, importLines, quote, quoteKey, toDocComment, toLiteral } from './text.ts'

/** An example response of an operation. */
interface ResponseExample {
  readonly name: string
  readonly status: number
  /** The required headers of the response, by lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

/**
 * Generates a module with the response examples of a document, for a fake API. The module contains the examples, the status of
 * each example by name, and the body type of each status. So an example with an invalid body does not compile, unless
 * `skipUnsupported` accepts it.
 */
export function generateExamples(document: unknown, options: GenerateOptions = {}): string {
  const { document: api, types, methods } = readApi(document, options)
  const read = methods.map((method) => ({
    method,
    ...readExamples(api, method, options.errorCodeHeader),
  }))
  const bodies = read.flatMap(({ method }) => bodiesMember(method))
  const imports = namesIn(bodies.join('\n'), types.declarations.names)
  const missing = read.flatMap(({ method, missing: statuses }) =>
    statuses.map((status) => `${method.operation.name} ${status}`),
  )
  const type = 'ApiExamples<ExampleStatuses, ResponseBodies>'
  const [declaration, end] =
    options.skipUnsupported === true ? ['', ` as unknown as ${type}`] : [`: ${type}`, '']
  return [
    ...(options.banner === undefined ? [] : [`// ${options.banner.replaceAll('\n', '\n// ')}`]),
    "import type { ApiExamples } from '@contract-kit/client/testing'",
    ...(imports.length === 0 ? [] : importLines(imports, options.clientModule ?? './api.ts')),
    '',
    '/** The status of each example, by operation and name. */',
    'export interface ExampleStatuses {',
    ...read.map(({ method, examples }) => statusesMember(method.operation.name, examples)),
    '}',
    '',
    '/** The body of each response, by operation and status. */',
    'export interface ResponseBodies {',
    ...bodies,
    '}',
    '',
    ...toDocComment(
      [
        'Every operation with its example responses.',
        missing.length === 0 ? '' : `The document has no example of these: ${missing.join(', ')}.`,
      ],
      '',
    ),
    `export const examples${declaration} = {`,
    ...read.flatMap(({ method, examples }) => exampleLines(method, examples)),
    `}${end}`,
    '',
  ].join('\n')
}

function readExamples(document: ApiDocument, { results }: Method, errorCodeHeader: string | undefined) {
  const declared = [...results.successes, ...results.errors]
  const all = declared.map((response) => ({
    response,
    examples: examplesOf(
      document,
      response,
      statusOf(response, results.successes),
      errorCodeHeader?.toLowerCase(),
    ),
  }))
  const flat = all.flatMap(({ examples }) => examples)
  const names = flat.map(({ name }) => name)
  const examples = flat.map((example) => {
    const isRepeated = names.indexOf(example.name) < names.lastIndexOf(example.name)
    return { ...example, name: isRepeated ? `${example.name}_${example.status}` : example.name }
  })
  const missing = all.filter((one) => one.examples.length === 0).map(({ response }) => response.status)
  return { examples: [...new Map(examples.map((example) => [example.name, example])).values()], missing }
}

/** Returns the status for a range: 200 for `2XX`, 400 for `4XX`. `default` is 500, or 200 if it is the success. */
function statusOf({ status }: DeclaredResponse, successes: readonly DeclaredResponse[]): number {
  if (status === 'default') return successes.some((success) => success.status === 'default') ? 200 : 500
  return Number(status.replaceAll(/[xX]/g, '0'))
}

function examplesOf(
  document: ApiDocument,
  response: DeclaredResponse,
  status: number,
  errorCodeHeader: string | undefined,
): readonly ResponseExample[] {
  const { media, kind } = response
  const headers = requiredHeaders(response)
  if (kind === 'none' || media === undefined)
    return [{ name: `status${status}`, status, headers, body: undefined }]
  const isNamed = hasNamedExamples(document, media)
  const found = isNamed ? media.examples : media.examples.slice(0, 1)
  // Bytes and text without an example get an empty body. JSON gets none, because invented data would mislead.
  if (found.length === 0 && kind !== 'json') return [{ name: `status${status}`, status, headers, body: '' }]
  return found.map(({ name, value: body }) => {
    const isCode = isNamed && found.length > 1 && errorCodeHeader !== undefined && errorCodeHeader in headers
    return {
      name: isNamed ? name : `status${status}`,
      status,
      headers: isCode ? { ...headers, [errorCodeHeader]: name } : headers,
      body: kind === 'json' ? body : toText(body),
    }
  })
}

function toText(body: unknown): string {
  return typeof body === 'string' ? body : writeJson(body)
}

function requiredHeaders({ headers: declared, contentType }: DeclaredResponse): Record<string, string> {
  const isUsual = contentType === undefined || contentType === 'application/json'
  const headers = declared.flatMap((header) => {
    const value = exampleOf(header)
    return header.required && value !== undefined ? [[header.name.toLowerCase(), toText(value)]] : []
  })
  return { ...(isUsual ? {} : { 'content-type': contentType }), ...Object.fromEntries(headers) }
}

function statusesMember(name: string, examples: readonly ResponseExample[]): string {
  const members = examples.map((example) => `${quoteKey(example.name)}: ${example.status}`)
  const line = members.length === 0 ? `  ${name}: {}` : `  ${name}: { ${members.join('; ')} }`
  if (line.length <= columns) return line
  return [`  ${name}: {`, ...members.map((member) => `    ${member}`), '  }'].join('\n')
}

function bodiesMember({ operation, results, resultTypes }: Method): readonly string[] {
  const byStatus = new Map<number, Set<string>>()
  for (const [response, type] of resultTypes.bodies) {
    const status = statusOf(response, results.successes)
    // The fake API sends text and bytes as a string.
    const body = response.kind === 'json' ? type : response.kind === 'none' ? 'undefined' : 'string'
    byStatus.set(status, (byStatus.get(status) ?? new Set()).add(body))
  }
  const members = [...byStatus].map(([status, bodies]) => `    ${status}: ${[...bodies].join(' | ')}`)
  return [`  ${operation.name}: {`, ...members, '  }']
}

function exampleLines({ operation }: Method, examples: readonly ResponseExample[]): readonly string[] {
  const { name, method, path } = operation
  const lines = examples.map(({ name: key, ...value }) => {
    const start = `      ${quoteKey(key)}: `
    return `${start}${toLiteral(value, '      ', start.length + 1)},`
  })
  const head = [`  ${name}: {`, `    method: ${quote(method)},`, `    path: ${quote(path)},`]
  return lines.length === 0
    ? [...head, '    examples: {},', '  },']
    : [...head, '    examples: {', ...lines, '    },', '  },']
}

/** Returns the names that occur in the text of types. */
function namesIn(text: string, names: readonly string[]): readonly string[] {
  const code = text.replaceAll(/'(?:[^'\\]|\\.)*'|\/\*\*.*?\*\//gs, '')
  const used = new Set(code.match(/[\p{ID_Start}_$][\p{ID_Continue}$]*/gu))
  return names.filter((name) => used.has(name))
}
