import { type ClientMethod, listClientMethods } from '@contract-kit/client/generate'
import type { SampleClientConfig } from '../config/config.ts'
import { isObject, type Json, type JsonObject, toObject } from '../documents/json.ts'
import { quoteScript, scriptSyntax, toLiteral } from './literals.ts'
import { resolveObject } from './sample-document.ts'
import type { SampleRequest } from './sample-request.ts'

/** The methods of a generated client by `GET /path`. */
export type ClientMethods = ReadonlyMap<string, ClientMethod>

/** Reads what the generated client calls its methods. Throws a `GenerateError` if it cannot express the document. */
export function readClientMethods(
  document: JsonObject,
  ignoreParameters: readonly string[] = [],
): ClientMethods {
  const methods = listClientMethods(document, { ignoreParameters })
  return new Map(methods.map((method) => [`${method.method} ${method.path}`, method]))
}

/**
 * The request with a client by `@contract-kit/client`, as a whole module: the client and one call of it. The sample leaves
 * out values that the contract fixes, and values that the client adds by itself.
 */
export function clientSample(
  document: JsonObject,
  request: SampleRequest,
  { name, parameterNames, bodyIn, constants }: ClientMethod,
  client: SampleClientConfig,
): string {
  const { parameters, body, baseUrl, isForHeaders, isAuthenticated } = request
  const values = parameterNames.flatMap((parameter) => {
    const value = parameters.get(parameter)
    return value === undefined ? [] : [[parameter, value] as const]
  })
  const bodyValue = toBodyValue(request)
  const bodyMembers =
    body === undefined
      ? []
      : Object.entries(bodyIn === 'members' && isObject(bodyValue) ? bodyValue : { body: bodyValue })
  const input = Object.fromEntries(
    [...values, ...bodyMembers].filter(([member]) => !constants.includes(member)),
  )
  const needsSession = isAuthenticated && !isForHeaders
  const options = { baseUrl, ...client.options, ...(needsSession && client.sessionOptions) }
  const variable = client.name ?? 'client'
  const start = `const ${variable} = ${client.create}(`
  const result =
    request.response === 'none' ? '' : `const ${toResultPattern(document, request.responseSchema)} = `
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

function toBodyValue({ body }: SampleRequest): Json {
  switch (body?.kind) {
    case 'json':
      return body.value
    case 'text':
      return body.text
    case 'form':
      return Object.fromEntries(body.pairs)
    case 'multipart':
      return Object.fromEntries(body.parts.map(({ name, value }) => [name, value]))
    default:
      return null
  }
}

/**
 * The pattern for the result of a sample. It is `{ trip }` if every variant wraps the one thing that it always has.
 * Otherwise it is the name of the schema in lower case, or `result` if that name adds nothing.
 */
function toResultPattern(document: JsonObject, schema: Json | undefined): string {
  const { oneOf } = resolveObject(document, schema)
  const variants = Array.isArray(oneOf) ? oneOf : schema === undefined ? [] : [schema]
  const [first = [], ...others] = variants.map((variant) => {
    const { required } = resolveObject(document, variant)
    return Array.isArray(required) ? required.map(String) : []
  })
  const always = first.filter((member) => others.every((required) => required.includes(member)))
  const [only] = always
  if (always.length === 1 && only !== undefined && isName(only)) return `{ ${only} }`
  const { $ref } = toObject(schema)
  const name = typeof $ref === 'string' ? ($ref.split('/').at(-1) ?? '') : ''
  const lower = name.charAt(0).toLowerCase() + name.slice(1)
  return !isName(lower) || name.endsWith('Result') ? 'result' : lower
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
