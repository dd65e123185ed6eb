import { openapiDocument, operationTable } from '@giftcards/contract'
import { sandboxDocument, sandboxOperationTable } from '@giftcards/contract/sandbox'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { closeSchemas } from './close-schemas.ts'

/** A response of a server: its status, headers and text. */
export interface ReceivedAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

interface ResponseObject {
  readonly headers?: Record<
    string,
    { readonly required?: boolean; readonly $ref?: string; readonly schema?: object }
  >
  readonly content?: Record<string, { readonly schema?: object }>
}

/** Headers that an operation must declare: those with `x-`, except the security headers that any response may have. */
const undeclared =
  /^x-(?!content-type-options|dns-prefetch-control|download-options|frame-options|permitted-cross|xss)/

/**
 * Returns how a response violates the contract: status, content type, required and undeclared headers, and the body against
 * the closed schema. Empty if it conforms. This detects violations that response validation inside a server cannot.
 */
export function checkExchange(operationId: string, answer: ReceivedAnswer): readonly string[] {
  const found = findResponse(operationId, answer.status)
  if (found === undefined) return [`${operationId} does not declare status ${answer.status}`]
  const { response, document, pointer } = found
  return [
    ...headerProblems(document, response, answer.headers),
    ...bodyProblems(document, response, pointer, answer),
  ].map((problem) => `${operationId} ${answer.status}: ${problem}`)
}

const documents = {
  partner: createChecker(openapiDocument, operationTable),
  sandbox: createChecker(sandboxDocument, sandboxOperationTable),
} as const

type Checker = ReturnType<typeof createChecker>

function createChecker(document: object, table: Readonly<Record<string, { method: string; path: string }>>) {
  const closed = closeSchemas(document as never) as object
  const ajv = new Ajv2020({ strict: false, allErrors: true, ownProperties: true })
  // ajv-formats is CommonJS: its default export is the function.
  ;(addFormats as unknown as (instance: Ajv2020) => void)(ajv)
  ajv.addSchema(closed, 'document')
  const compiled = new Map<string, ValidateFunction>()
  return {
    document: closed,
    table,
    validator(pointer: string): ValidateFunction {
      const known = compiled.get(pointer) ?? ajv.compile({ $ref: `document${pointer}` })
      compiled.set(pointer, known)
      return known
    },
  }
}

function findResponse(operationId: string, status: number) {
  const document = Object.hasOwn(documents.partner.table, operationId) ? documents.partner : documents.sandbox
  const operation = document.table[operationId]
  if (operation === undefined) throw new Error(`No operation ${operationId}`)
  const pointer = `#/paths/${escapePointer(operation.path)}/${operation.method}/responses/${status}`
  const resolved = resolve(document.document, pointer)
  return resolved && { document, response: resolved.value as ResponseObject, pointer: resolved.pointer }
}

function headerProblems({ document }: Checker, response: ResponseObject, headers: Headers): string[] {
  const declared = new Map(
    Object.entries(response.headers ?? {}).map(([name, header]) => [
      name.toLowerCase(),
      (header.$ref === undefined ? header : resolve(document, header.$ref)?.value) as { required?: boolean },
    ]),
  )
  const missing = [...declared].filter(([name, { required }]) => required === true && !headers.has(name))
  const surplus = [...headers.keys()].filter((name) => undeclared.test(name) && !declared.has(name))
  return [
    ...missing.map(([name]) => `required header ${name} is missing`),
    ...surplus.map((name) => `header ${name} is not declared`),
  ]
}

function bodyProblems(
  checker: Checker,
  response: ResponseObject,
  pointer: string,
  answer: ReceivedAnswer,
): string[] {
  if (response.content?.['application/json'] === undefined)
    return answer.text === '' ? [] : ['a body is not declared']
  const type = answer.headers.get('content-type') ?? 'none'
  if (!/^application\/json(; charset=utf-8)?$/.test(type)) return [`content type ${type} is not declared`]
  const validate = checker.validator(`${pointer}/content/application~1json/schema`)
  if (validate(JSON.parse(answer.text))) return []
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `body${instancePath} ${message} ${JSON.stringify(params)}`,
  )
}

function resolve(document: object, pointer: string): { value: unknown; pointer: string } | undefined {
  const value = pointer
    .slice(2)
    .split('/')
    .reduce<unknown>(
      (part, token) => (part as Record<string, unknown> | undefined)?.[unescapePointer(token)],
      document,
    )
  const reference = (value as { $ref?: string } | undefined)?.$ref
  if (reference !== undefined) return resolve(document, reference)
  return value === undefined ? undefined : { value, pointer }
}

const escapePointer = (token: string): string => token.replaceAll('~', '~0').replaceAll('/', '~1')
const unescapePointer = (token: string): string =>
  decodeURIComponent(token.replaceAll('~1', '/').replaceAll('~0', '~'))
