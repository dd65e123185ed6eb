import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { createResolver, operationsOf } from '@contract-kit/openapi'
import { hideData } from '@contract-kit/openapi/source'
import { parseJson, writeJson } from '@contract-kit/json-schema/json'
import { nameDeepReferences } from './deep-references.ts'
import { setChoicesApart, widenIndexes } from './repair-types.ts'
import { type Digits, mapDigits } from '../documents/source-data.ts'
import { type Json, type JsonObject, isObject, toObject, toPointer } from '../documents/json.ts'

export interface TypesOptions {
  /**
   * Whether to mark read-only and write-only properties with `$Read` and `$Write`, which openapi-fetch 0.17 supports. Server code
   * then sees the markers too. Default: `false`.
   */
  readonly readWriteMarkers?: boolean
}

/**
 * The types of a bundled document by openapi-typescript, with one alias for each schema. A property with a default stays
 * optional, since a request may leave it out. A bare `type: object` takes any members, and one that
 * is closed takes none.
 */
export async function renderTypes(
  document: JsonObject,
  options: TypesOptions = {},
  digits: Digits = new Map(),
): Promise<string> {
  const marked = toObject(mapDigits(document, digits, markShown))
  const named = nameOnce(marked)
  // openapi-typescript follows a `$ref` in examples, defaults, constants and extensions, too.
  hideData(named, 'memory:/openapi.json')
  const readable = setChoicesApart(nameDeepReferences(pointMappings(named)))
  const types = await openapiTS(writeJson(readable), {
    defaultNonNullable: false,
    emptyObjectsUnknown: true,
    readWriteMarkers: options.readWriteMarkers === true,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    silent: true,
    transform: (schema) => (isAlwaysEmpty(schema) ? emptyObject() : undefined),
  })
  const ast = widenIndexes(types)
  return (
    repairAliases(astToString(ast), ast, marked)
      .replaceAll(/"?\uE000([-+.\deE]+)"?/g, '$1')
      // Comments have the mark itself, and literals have it escaped.
      .replaceAll(/(?:\uE000|\\uE000)(?=\$ref)/g, '')
  )
}

/**
 * The types with an alias of its own for each schema. openapi-typescript gives one to `pet` and `Pet` together, hides a type that it uses
 * behind a schema of that name, such as `Record`, and begins names with digits.
 */
function repairAliases(text: string, ast: readonly ts.Node[], document: JsonObject): string {
  const alias = /^export type (.+) = components\['schemas'\]\['(.+)'\];\n/gm
  const names = new Map(Array.from(text.matchAll(alias), ([, name = '', key = '']) => [key, name]))
  const usedNames = new Set(
    Array.from(
      text.replaceAll(alias, '').matchAll(/^(?:export )?(?:type|interface) ([\w$]+)/gm),
      ([, name = '']) => name,
    ),
  )
  const visit = (node: ts.Node): void => {
    if (ts.isTypeReferenceNode(node) && ts.isIdentifier(node.typeName)) usedNames.add(node.typeName.text)
    ts.forEachChild(node, visit)
  }
  ast.forEach(visit)
  const lines = Object.keys(toObject(toObject(document['components'])['schemas'])).map((key) => {
    const words = key
      .split(/[^\p{ID_Continue}]+/u)
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    const plain = (names.get(key) ?? words.join('')).replace(/^\P{ID_Start}/u, '_$&')
    let name = plain
    for (let number = 2; usedNames.has(name); number += 1) name = `${plain}${number}`
    usedNames.add(name)
    return `export type ${name} = components['schemas'][${quoteText(key)}];\n`
  })
  const start = text.search(alias)
  return start === -1 ? text : text.slice(0, start) + lines.join('') + text.slice(start).replaceAll(alias, '')
}

function quoteText(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}

/** Removes repeated operationIds, which openapi-typescript rejects. Other readers name those operations by path. */
function nameOnce(document: JsonObject): JsonObject {
  const seen = new Set<string>()
  const nameItem = (pathItem: Json): void => {
    for (const operation of operationsOf(toObject(pathItem)).values()) {
      const named = operation as { operationId?: Json }
      const { operationId } = named
      if (typeof operationId !== 'string' || seen.has(operationId)) delete named.operationId
      else seen.add(operationId)
      for (const callback of Object.values(toObject(operation['callbacks'])))
        Object.values(toObject(callback)).forEach(nameItem)
    }
  }
  // A bundle may have one object at two places.
  const named = toObject(parseJson(writeJson(document)))
  const { paths, webhooks, components } = named
  for (const items of [paths, webhooks, toObject(components)['pathItems']])
    Object.values(toObject(items)).forEach(nameItem)
  return named
}

/** Restores digits of defaults and examples in comments, which openapi-typescript would round. Types use doubles. */
const markShown = (digits: string, pointer: string): Json =>
  /\/(?:default|example|examples\/\d+)(?:\/|$)/.test(pointer) ? `\uE000${digits}` : Number(digits)

/**
 * The document with each discriminator's mapping as references. A mapping may also give the bare name of a schema
 * (OpenAPI 3.1.1, 4.8.25), which openapi-typescript takes for a file. An entry that leads nowhere is left out.
 */
function pointMappings(document: JsonObject): JsonObject {
  const schemas = toObject(toObject(document['components'])['schemas'])
  const { targetOf } = createResolver(document)
  const toTarget = (target: Json): readonly Json[] => {
    if (typeof target !== 'string') return []
    if (Object.hasOwn(schemas, target)) return [toPointer(['components', 'schemas', target])]
    return target.startsWith('#/') && targetOf(target) !== undefined ? [target] : []
  }
  const visit = (node: Json): Json => {
    if (Array.isArray(node)) return node.map(visit)
    if (!isObject(node)) return node
    const visited = Object.entries(node).map(([key, value]) => [key, visit(value)] as const)
    const { discriminator } = node
    if (!isObject(discriminator) || !isObject(discriminator['mapping'])) return Object.fromEntries(visited)
    const entries = Object.entries(discriminator['mapping'])
    const mapping = entries.flatMap(([value, target]) => toTarget(target).map((one) => [value, one] as const))
    return {
      ...Object.fromEntries(visited),
      discriminator: { ...discriminator, mapping: Object.fromEntries(mapping) },
    }
  }
  return toObject(visit(document))
}

/** Whether a schema explicitly allows no members. */
function isAlwaysEmpty(schema: object): boolean {
  const { type, properties, patternProperties, additionalProperties, maxProperties, ...others } = Object(
    schema,
  ) as Readonly<Record<string, unknown>>
  if (type !== 'object' || ['allOf', 'anyOf', 'oneOf'].some((keyword) => keyword in others)) return false
  const isClosed =
    additionalProperties === false && properties === undefined && patternProperties === undefined
  return isClosed || maxProperties === 0
}

/** `Record<string, never>` */
function emptyObject(): ts.TypeNode {
  const keywords = [ts.SyntaxKind.StringKeyword, ts.SyntaxKind.NeverKeyword] as const
  return ts.factory.createTypeReferenceNode(
    'Record',
    keywords.map((keyword) => ts.factory.createKeywordTypeNode(keyword)),
  )
}
