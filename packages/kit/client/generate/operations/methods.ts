import type { ApiMedia } from '@contract-kit/openapi'
import { isObject } from '@contract-kit/json-schema/json'
import { keywordOf, schemasAt } from '@contract-kit/json-schema/schemas'
import { behind, type Schema, schemaOf, valuesOf } from '../schemas/schema.ts'
import { membersOf } from '../schemas/shapes.ts'
import type { InputType } from './input-types.ts'
import type { OperationInput } from './inputs.ts'
import type { OperationObject } from '../options.ts'
import type { Idempotency, NamedOperation } from './operations.ts'
import type { OperationResults, ResultTypes } from './results.ts'
import { columns, toDocComment, toLiteral } from '../text.ts'

/** A method, with everything needed to write it. */
export interface Method {
  readonly operation: NamedOperation
  readonly idempotency: Idempotency
  readonly input: OperationInput
  readonly inputType: InputType | undefined
  readonly results: OperationResults
  readonly resultTypes: ResultTypes
  readonly errorCodes: readonly (readonly [status: string, codes: readonly string[]])[]
}

export interface MethodWords {
  readonly clientName: string
  /** A sentence for the doc comment of an operation, such as a link. */
  readonly note?: (operation: OperationObject) => string | undefined
}

/** Writes a member of the methods' interface: doc comment and signature. */
export function writeMethod(method: Method, words: MethodWords): string {
  const { described, path, method: httpMethod } = method.operation
  const note = words.note?.(described)
  const texts = [
    sentence(described.summary),
    described.description === described.summary ? '' : described.description,
    `\`${httpMethod} ${path}\`${note === undefined ? '' : `. ${note}`}`,
  ]
  const tags = [
    writeExample(method, words.clientName),
    throwsTag(method.errorCodes),
    described.deprecated === true ? '@deprecated' : '',
  ]
  const doc = toDocComment(
    texts,
    '  ',
    tags.filter((tag) => tag !== ''),
  )
  return [...doc, ...signature(method)].join('\n')
}

function sentence(text: string | undefined): string | undefined {
  return text === undefined || /[.!?]\s*$/.test(text) ? text : `${text.trim()}.`
}

function signature({ operation, idempotency, inputType, resultTypes }: Method): readonly string[] {
  const input = inputType === undefined ? [] : [`input${inputType.isOptional ? '?' : ''}: ${inputType.name}`]
  const options = `options?: ${idempotency === 'key' ? 'IdempotentCallOptions' : 'CallOptions'}`
  const result = `ApiCall<${resultTypes.data}, ${resultTypes.response}>`
  const line = `  ${operation.name}(${[...input, options].join(', ')}): ${result}`
  if (line.length <= columns) return [line]
  const head = [...input, options].map((parameter) => `    ${parameter},`)
  const last = `  ): ${result}`
  if (last.length <= columns) return [`  ${operation.name}(`, ...head, last]
  const parts = [resultTypes.data, resultTypes.response].map((part) => `    ${part}`)
  return [`  ${operation.name}(`, ...head, '  ): ApiCall<', parts.join(',\n'), '  >']
}

function throwsTag(codes: Method['errorCodes']): string {
  if (codes.length === 0) return ''
  const statuses = codes.map(([status, some]) => {
    // A no-break space keeps a status and its first code on one line.
    return [status, some.map((code) => `\`${code}\``).join(', ')].filter((part) => part !== '').join('\u00a0')
  })
  return `@throws {ApiError} ${statuses.join(' · ')}`
}

/** Writes a call with the first examples of the document; empty if a required value has no example. */
function writeExample({ operation, input, inputType, resultTypes }: Method, clientName: string): string {
  const start = `${resultTypes.data === 'void' ? '' : 'const data = '}await ${clientName}.${operation.name}(`
  if (inputType === undefined) return `@example\n${start})`
  const values = exampleInput(input)
  if (values === undefined) return ''
  const literal = values.size === 0 ? '' : toLiteral(Object.fromEntries(values), '', start.length + 7)
  return `@example\n${start}${literal})`
}

function exampleInput({ parameters, body, constants }: OperationInput): Map<string, unknown> | undefined {
  const values = new Map<string, unknown>()
  for (const { name, parameter, isRequired } of parameters) {
    if (!isRequired || constants.has(name)) continue
    values.set(name, exampleOf(parameter))
  }
  if (body !== undefined) {
    const value = body.kind === 'bytes' ? undefined : exampleOf(body.media)
    if (body.bodyIn === 'body') values.set('body', value)
    else if (isObject(value)) for (const [name, member] of Object.entries(value)) values.set(name, member)
    else return undefined
  }
  for (const name of constants.keys()) values.delete(name)
  return [...values.values()].includes(undefined) ? undefined : values
}

/** Returns the first example of a parameter, header or body, or a value built from the examples in its schema. */
export function exampleOf(part: Pick<ApiMedia, 'examples' | 'schema'>): unknown {
  const [first] = part.examples
  return first === undefined ? sampleOf(schemaOf(part)) : first.value
}

/** Builds a value from the examples in a schema; returns `undefined` if examples are missing. */
function sampleOf(schema: Schema, depth = 0): unknown {
  if (depth > 8) return undefined
  const [first] = schema
    .map(behind)
    .flatMap((node) => [
      keywordOf(node, 'example'),
      ...[keywordOf(node, 'examples')].flat(),
      ...(valuesOf([node]) ?? []),
      keywordOf(node, 'default'),
    ])
    .filter((value) => value !== undefined)
  if (first !== undefined) return first
  const members = membersOf(schema, 'request')
  if (members !== undefined) {
    const needed = [...members].filter(([, { isRequired }]) => isRequired)
    const entries = needed.map(([name, member]) => [name, sampleOf(member.schema, depth + 1)] as const)
    return entries.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(entries)
  }
  const [list] = schema.map(behind).filter((node) => keywordOf(node, 'type') === 'array')
  const item = list && sampleOf(schemasAt(list, 'items'), depth + 1)
  return item === undefined ? undefined : [item]
}

/** Writes the row of the operation table from which the client builds requests. */
export function writeRow({ operation, idempotency, input, results }: Method): string {
  const { parameters, body, constants } = input
  const places = parameters.map(({ name, place }) => [name, place])
  const row = {
    method: operation.method,
    path: operation.path,
    idempotency,
    ...(places.length > 0 && { parameters: Object.fromEntries(places) }),
    ...(constants.size > 0 && { constants: Object.fromEntries(constants) }),
    ...(body !== undefined && {
      contentType: body.contentType,
      bodyIn: body.bodyIn === 'members' && !body.isRequired ? 'optional members' : body.bodyIn,
    }),
    ...(body?.encoding !== undefined && { encoding: body.encoding }),
    ...(results.kind !== 'json' && { response: results.kind }),
    ...(results.isRedirect && { isRedirect: true }),
    ...(results.mayBeEmpty && { mayBeEmpty: true }),
    ...(results.accept !== undefined && { accept: results.accept }),
  }
  const start = `  ${operation.name}: `
  return `${start}${toLiteral(row, '  ', start.length + 1)},`
}
