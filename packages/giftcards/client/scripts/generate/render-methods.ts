import { type ContractDocument, type Reference, resolve, type SchemaObject } from './contract-document.ts'
import { type ListedOperation, listOperations } from './list-operations.ts'
import { readConstant } from './read-constant.ts'
import { toDocComment } from './to-doc-comment.ts'

/** Names by which the generated interface knows its types. */
export interface MethodNames {
  /** Name of the interface. */
  readonly interfaceName: string
  /** What it is, for its doc. */
  readonly subject: string
  /** Generic types over an operationId, and the module under `src/lib` that has them. */
  readonly input: string
  readonly data: string
  readonly answer: string
  readonly module: string
}

/** The client's methods as an interface, one per operation, each with the words of the contract. */
export function renderMethods(document: ContractDocument, names: MethodNames): string {
  const operations = listOperations(document)
  const isKeyed = operations.some((listed) => optionsOf(listed) === 'CheckoutOptions')
  return [
    `import type { CallOptions${isKeyed ? ', CheckoutOptions' : ''} } from '../lib/call-options.ts'`,
    "import type { ClientCall } from '../lib/client-call.ts'",
    `import type { ${names.answer}, ${names.data}, ${names.input} } from '../lib/${names.module}'`,
    '',
    `/** ${names.subject} */`,
    `export interface ${names.interfaceName} {`,
    operations.map((listed) => toMethod(document, listed, names)).join('\n\n'),
    '}',
    '',
  ].join('\n')
}

function toMethod(
  document: ContractDocument,
  listed: ListedOperation,
  { input, data, answer }: MethodNames,
): string {
  const { id, operation } = listed
  const options = `options?: ${optionsOf(listed)}`
  const result = `ClientCall<${data}<'${id}'>, ${answer}<'${id}'>>`
  const mark = requiresInput(document, listed) ? '' : '?'
  const parameters = takesInput(listed) ? `input${mark}: ${input}<'${id}'>, ${options}` : options
  const paragraphs = [`${operation.summary}.`, operation.description, sourceOf(listed)]
  return `${toDocComment(paragraphs, '  ')}\n  ${id}(${parameters}): ${result}`
}

function takesInput({ parameters, operation }: ListedOperation): boolean {
  const places = ['path', 'query']
  return operation.requestBody !== undefined || parameters.some((parameter) => places.includes(parameter.in))
}

/** Whether the input has a member that a caller must give; what has one value only is filled in. */
function requiresInput(document: ContractDocument, { parameters, operation }: ListedOperation): boolean {
  const body = operation.requestBody?.content['application/json'].schema
  return (
    parameters.some(({ in: place, required, schema }) => {
      if (place === 'query') return required === true && readConstant(document, schema) === undefined
      return place === 'path'
    }) ||
    (body !== undefined && requiresMember(document, body))
  )
}

function requiresMember(document: ContractDocument, reference: SchemaObject | Reference): boolean {
  const { required = [], properties = {}, oneOf } = resolve(document, reference)
  if (oneOf !== undefined) return oneOf.every((variant) => requiresMember(document, variant))
  return required.some((name) => {
    const property = properties[name]
    return property === undefined || readConstant(document, property) === undefined
  })
}

function optionsOf({ parameters }: ListedOperation): string {
  return parameters.some(({ name }) => name === 'Idempotency-Key') ? 'CheckoutOptions' : 'CallOptions'
}

function sourceOf({ method, path, operation }: ListedOperation): string {
  const source = operation['x-source'] ?? 'decision'
  const section = source.startsWith('spec ')
    ? `Section ${source.slice(5)} of the specification`
    : sources[source]
  if (section === undefined) throw new Error(`${operation.operationId} has the unknown source ${source}`)
  return `\`${method.toUpperCase()} ${path}\`. ${section}.`
}

const sources: Readonly<Record<string, string>> = {
  extension: 'An extension: the specification names the operation without its shape',
  decision: 'Decided here: the specification is silent',
}
