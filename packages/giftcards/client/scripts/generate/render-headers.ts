import {
  type ContractDocument,
  type HeaderObject,
  resolve,
  type ResponseObject,
} from './contract-document.ts'
import { type ListedOperation, listOperations } from './list-operations.ts'
import { toDocComment } from './to-doc-comment.ts'

/** Names of what is generated. */
export interface HeaderNames {
  readonly answers: string
  readonly errors: string
  readonly table: string
}

/**
 * The response headers of a document: an interface per success status with what that status always or sometimes
 * has, one for all errors together, and their names at run time. The generated types of the
 * contract know the names as well, but not which of them may be absent.
 */
export function renderHeaders(document: ContractDocument, names: HeaderNames): string {
  const operations = listOperations(document)
  const all = operations.flatMap((listed) => responsesOf(document, listed))
  const errors = all.filter(({ isSuccess }) => !isSuccess).flatMap(({ headers }) => headers)
  const every = byName(
    document,
    all.flatMap(({ headers }) => headers),
  )
  return [
    '/** The headers of each success, by operation and status. */',
    `export interface ${names.answers} {`,
    ...operations.flatMap((listed) => [
      `  ${listed.id}: {`,
      ...responsesOf(document, listed)
        .filter(({ isSuccess }) => isSuccess)
        .flatMap(({ status, headers }) => [
          `    ${status}: {`,
          ...render(document, headers, '      '),
          '    }',
        ]),
      '  }',
    ]),
    '}',
    '',
    '/** The headers an error may carry, but for a new token, which the client keeps to itself. */',
    `export interface ${names.errors} {`,
    ...render(document, errors.filter(([name]) => name !== 'authorization').map(toOptional), '  '),
    '}',
    '',
    '/** Every header that an answer may carry; 1 where its value is an integer. */',
    `export const ${names.table}: Readonly<Record<string, 0 | 1>> = {`,
    ...every.map(([name, header]) => `  '${name}': ${typeOf(document, header) === 'number' ? 1 : 0},`),
    '}',
    '',
  ].join('\n')
}

type Named = readonly [name: string, header: HeaderObject]

function toOptional([name, header]: Named): Named {
  return [name, { ...header, required: false }]
}

function responsesOf(document: ContractDocument, { operation }: ListedOperation) {
  return Object.entries(operation.responses).map(([status, reference]) => {
    const response: ResponseObject = resolve(document, reference)
    const headers = Object.entries(response.headers ?? {}).map(([name, header]): Named => [
      name.toLowerCase(),
      resolve(document, header),
    ])
    return { status, isSuccess: status.startsWith('2'), headers }
  })
}

/** Each name once, sorted; where two headers of one name differ, the texts of the first. */
function byName(document: ContractDocument, headers: readonly Named[]): readonly Named[] {
  const found = new Map<string, HeaderObject>()
  for (const [name, header] of headers) {
    const known = found.get(name)
    if (known !== undefined && typeOf(document, known) !== typeOf(document, header))
      throw new Error(`${name} has two types`)
    if (known === undefined) found.set(name, header)
  }
  return [...found].toSorted(([a], [b]) => a.localeCompare(b))
}

function render(document: ContractDocument, headers: readonly Named[], indent: string): readonly string[] {
  return byName(document, headers).flatMap(([name, header]) => [
    toDocComment([header.description], indent),
    `${indent}readonly '${name}'${header.required === true ? '' : '?'}: ${typeOf(document, header)}`,
  ])
}

function typeOf(document: ContractDocument, header: HeaderObject): string {
  const { type, const: constant, enum: values = [constant] } = resolve(document, header.schema)
  if (type === 'integer') return 'number'
  return values.every((value) => value === undefined)
    ? 'string'
    : values.map((value) => JSON.stringify(value)).join(' | ')
}
