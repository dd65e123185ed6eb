import { keywordOf } from '@contract-kit/json-schema/schemas'
import { toPascalCase } from '../names.ts'
import type { SchemaTypes } from '../schemas/schema-types.ts'
import { behind } from '../schemas/schema.ts'
import { keysOf, type Members, membersOf } from '../schemas/shapes.ts'
import {
  intersectionOf,
  memberLines,
  type MemberText,
  tight,
  type Type,
  typeDeclaration,
  unionOf,
} from '../schemas/type-text.ts'
import { toDocComment } from '../text.ts'
import type { InputBody, InputParameter, OperationInput } from './inputs.ts'
import type { NamedOperation } from './operations.ts'

/** The input type of a method. */
export interface InputType {
  readonly name: string
  /** Whether a call may omit the whole input. */
  readonly isOptional: boolean
}

/** The state shared while the parts of an input are written. */
interface Writing {
  readonly types: SchemaTypes
  readonly operation: NamedOperation
  readonly input: OperationInput
  /** The prefix of the type names. */
  readonly base: string
}

/** Declares the type of an input. Returns `undefined` if the operation has no input. */
export function writeInput(
  types: SchemaTypes,
  operation: NamedOperation,
  input: OperationInput,
): InputType | undefined {
  const { parameters, body, constants } = input
  if (parameters.length === 0 && body === undefined) return undefined
  const writing = { types, operation, input, base: toPascalCase(operation.name) }
  const texts = parameters.map((one) => parameterText(types, one, constants))
  const isFree = parameters.every(({ name, isRequired }) => !isRequired || constants.has(name))
  if (body?.bodyIn === 'members') return writeFlat(writing, body, texts, isFree)
  const all = body === undefined ? texts : [...texts, bodyText(writing, body)]
  return { name: declareInput(writing, all), isOptional: isFree && body?.isRequired !== true }
}

/** Declares an input with the members of the body next to the parameters. */
function writeFlat(
  writing: Writing,
  body: InputBody,
  texts: readonly MemberText[],
  isFree: boolean,
): InputType {
  const { types, operation, input, base } = writing
  const { constants } = input
  const { schema, kind, isRequired } = body
  const members = membersOf(schema, 'request')
  const needs =
    members === undefined || [...members].some(([key, one]) => one.isRequired && !constants.has(key))
  const isOptional = isFree && !(isRequired && needs)
  const isAllOrNothing = !isRequired && needs && texts.length > 0
  const isReference = schema.some((node) => keywordOf(node, '$ref') !== undefined)
  const hasConstants = members !== undefined && [...members.keys()].some((key) => constants.has(key))

  if (members !== undefined && !isAllOrNothing && (!isReference || hasConstants || kind === 'form')) {
    const mode = kind === 'form' ? 'form' : 'request'
    const own = types.memberTexts(withOptional(members, constants), mode, '  ')
    return { name: declareInput(writing, [...texts, ...own]), isOptional }
  }
  const bodyType = bodyTypeOf(writing, body)
  if (texts.length === 0) {
    const isNamed = bodyType.text === `${base}Input`
    return { name: isNamed ? bodyType.text : declareInput(writing, bodyType), isOptional }
  }
  if (members !== undefined && !isAllOrNothing) {
    return { name: declareInput(writing, texts, bodyType.text), isOptional }
  }
  const parameters = types.declarations.claim(`${base}Parameters`, operation.title)
  types.declarations.add(
    [
      ...toDocComment([`The parameters of \`${operation.name}\`.`], ''),
      ...interfaceLines(parameters, texts),
    ].join('\n'),
  )
  const absent = types.declarations.absent(keysOf(schema, 'request') ?? [])
  const choice = isAllOrNothing ? unionOf([bodyType, absent]) : bodyType
  return { name: declareInput(writing, intersectionOf([choice, tight(parameters)])), isOptional }
}

/** Declares the input as an interface with the given members, or as the given type. */
function declareInput(
  { types, operation, base }: Writing,
  content: readonly MemberText[] | Type,
  extended?: string,
): string {
  const name = types.declarations.claim(`${base}Input`, operation.title)
  const lines = 'text' in content ? [typeDeclaration(name, content)] : interfaceLines(name, content, extended)
  types.declarations.add([...toDocComment([`The input of \`${operation.name}\`.`], ''), ...lines].join('\n'))
  return name
}

function interfaceLines(name: string, members: readonly MemberText[], extended?: string): readonly string[] {
  const heading = extended === undefined ? name : `${name} extends ${extended}`
  return [`export interface ${heading} {`, ...memberLines(members), '}']
}

function parameterText(
  types: SchemaTypes,
  { name, parameter, schema, isDeprecated, isRequired }: InputParameter,
  constants: ReadonlyMap<string, unknown>,
): MemberText {
  const { description } = parameter
  const said = { ...(description !== '' && { description }), ...(isDeprecated && { deprecated: true }) }
  const member = { schema, isRequired: isRequired && !constants.has(name) }
  return types.memberText(name, member, 'request', '  ', said)
}

function bodyText(writing: Writing, body: InputBody): MemberText {
  const { kind, isRequired, contentType } = body
  const doc = toDocComment([`The request body, sent as ${contentType}.`], '  ')
  const type =
    kind === 'bytes'
      ? tight('Blob | ArrayBuffer | Uint8Array')
      : kind === 'text'
        ? tight('string')
        : bodyTypeOf(writing, body)
  return { doc, text: isRequired ? `  body: ${type.text}` : `  body?: ${type.text} | undefined` }
}

function bodyTypeOf({ types, operation, base }: Writing, { schema, kind }: InputBody): Type {
  const words = { title: operation.title, text: `The request body of \`${operation.name}\`.` }
  // Only fields of a form can be files.
  if (kind === 'form') return types.shorten(`${base}Body`, schema.map(behind), 'form', words)
  return types.shorten(`${base}Body`, schema, 'request', words)
}

function withOptional(members: Members, constants: ReadonlyMap<string, unknown>): Members {
  return new Map(
    [...members].map(([name, { schema, isRequired }]) => [
      name,
      { schema, isRequired: isRequired && !constants.has(name) },
    ]),
  )
}
