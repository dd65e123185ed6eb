import { type ClientMethod, listClientMethods } from '@contract-kit/client/generate'
import type { SampleClientConfig } from '../config/config.ts'
import type { ApiDocument } from '@contract-kit/openapi'
import { findReferenced, keywordOf, type SchemaNode, schemasAt } from '@contract-kit/json-schema/schemas'
import { isObject } from '../documents/json.ts'
import { quoteScript, scriptSyntax, toLiteral } from './literals.ts'
import type { SampleRequest } from './sample-request.ts'

/** The methods of a generated client by `GET /path`. */
export type ClientMethods = ReadonlyMap<string, ClientMethod>

/** Reads the method names of the generated client. Throws a `GenerateError` if it does not support the document. */
export function readClientMethods(
  { raw }: ApiDocument,
  ignoreParameters: readonly string[] = [],
): ClientMethods {
  const methods = listClientMethods(raw, { ignoreParameters })
  return new Map(methods.map((method) => [`${method.method} ${method.path}`, method]))
}

/**
 * The request with a client by `@contract-kit/client`, as a whole module: the client and one call. The sample omits
 * values that the contract fixes, and values that the client adds.
 */
export function clientSample(
  request: SampleRequest,
  { name, parameters: members, bodyIn, constants }: ClientMethod,
  client: SampleClientConfig,
): string {
  const { parameters, body, baseUrl, isForHeaders, isAuthenticated } = request
  const values = members.flatMap(({ member, in: place, name: parameter }) =>
    parameters
      .filter((one) => one.in === place && one.name === parameter)
      .map(({ value }) => [member, value] as const),
  )
  const bodyMembers =
    body === undefined
      ? []
      : Object.entries(bodyIn === 'members' && isObject(body.value) ? body.value : { body: body.value })
  const input = Object.fromEntries(
    [...values, ...bodyMembers].filter(([member]) => !constants.includes(member)),
  )
  const needsSession = isAuthenticated && !isForHeaders
  const options = { baseUrl, ...client.options, ...(needsSession && client.sessionOptions) }
  const variable = client.name ?? 'client'
  const start = `const ${variable} = ${client.create}(`
  const result = request.response === 'none' ? '' : `const ${toResultPattern(request.responseSchema)} = `
  const call = `${result}await ${variable}.${name}(`
  const argument = Object.keys(input).length === 0 ? '' : toLiteral(input, scriptSyntax, '', call.length + 1)
  const lines = [
    `import { ${client.create} } from ${quoteScript(client.module)}`,
    '',
    `${start}${toLiteral(options, scriptSyntax, '', start.length + 1)})`,
    '',
    `${call}${argument})`,
  ]
  return `${lines.join('\n')}\n`
}

/**
 * The pattern for the result of a sample. It is `{ trip }` if every variant wraps the same single object.
 * Otherwise it is the name of the schema in lower case, or `result` if that name adds nothing.
 */
function toResultPattern(schema: SchemaNode | undefined): string {
  if (schema === undefined) return 'result'
  const declared = schemasAt(behind(schema), 'oneOf')
  const [first = [], ...others] = (declared.length === 0 ? [schema] : declared).map(requiredOf)
  const always = first.filter((member) => others.every((required) => required.includes(member)))
  const [only] = always
  if (always.length === 1 && only !== undefined && isName(only)) return `{ ${only} }`
  const reference = keywordOf(schema, '$ref')
  const name = typeof reference === 'string' ? (reference.split('/').at(-1) ?? '') : ''
  const lower = name.charAt(0).toLowerCase() + name.slice(1)
  return !isName(lower) || name.endsWith('Result') ? 'result' : lower
}

function requiredOf(schema: SchemaNode): readonly string[] {
  const required = keywordOf(behind(schema), 'required')
  return Array.isArray(required) ? required.map(String) : []
}

/** The schema after its references. */
function behind(schema: SchemaNode): SchemaNode {
  const target = findReferenced(schema)
  return target === undefined ? schema : behind(target)
}

const reserved = new Set([
  'client',
  'class',
  'default',
  'delete',
  'new',
  'return',
  'function',
  'package',
  'import',
  'export',
  'enum',
  'case',
  'in',
  'with',
])

function isName(text: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(text) && !reserved.has(text)
}
