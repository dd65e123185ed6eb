import ts from 'typescript'
import { createResolver } from '@contract-kit/openapi'
import { type Json, type JsonObject, isObject, toObject } from '../documents/json.ts'

/**
 * The document with choices where openapi-typescript reads them right. An `anyOf` stands apart from what an object says beside it, for which
 * it takes one more alternative. A choice with a discriminator that `allOf` extends is a choice of one, else it takes it for a parent of
 * which only the common properties are left.
 */
export function setChoicesApart(document: JsonObject): JsonObject {
  const { follow } = createResolver(document)
  const extended = (part: Json): Json => {
    if (!isObject(part) || !('$ref' in part)) return part
    const target = toObject(follow(part))
    return 'discriminator' in target && ('oneOf' in target || 'anyOf' in target) ? { oneOf: [part] } : part
  }
  const visit = (node: Json): Json => {
    if (Array.isArray(node)) return node.map(visit)
    if (!isObject(node)) return node
    const { anyOf, allOf, ...others } = Object.fromEntries(
      Object.entries(node).map(([key, value]) => [key, visit(value)]),
    )
    const rest = {
      ...others,
      ...(allOf !== undefined && { allOf: Array.isArray(allOf) ? allOf.map(extended) : allOf }),
    }
    if (!Array.isArray(anyOf) || !Object.keys(rest).some((key) => ofObjects.has(key)))
      return { ...rest, ...(anyOf !== undefined && { anyOf }) }
    const [stated, words] = [true, false].map((isStated) =>
      Object.fromEntries(Object.entries(rest).filter(([key]) => statements.has(key) === isStated)),
    )
    return { ...words, allOf: [stated ?? {}, { anyOf }] }
  }
  return toObject(visit(document))
}

const ofObjects: ReadonlySet<string> = new Set(['properties', 'additionalProperties', 'allOf'])

/** The places that openapi-typescript generates types for. */
const statements: ReadonlySet<string> = new Set([
  'type',
  'nullable',
  'properties',
  'required',
  'additionalProperties',
  'patternProperties',
  'allOf',
  'oneOf',
])

/** The types, with further properties of the types of the named ones, too. openapi-typescript writes an intersection that no value fits. */
export function widenIndexes(nodes: readonly ts.Node[]): ts.Node[] {
  const { transformed } = ts.transform(
    [...nodes],
    [
      (context) => {
        const visit = (node: ts.Node): ts.Node => {
          const visited = ts.visitEachChild(node, visit, context)
          return ts.isIntersectionTypeNode(visited) ? widenIndex(visited) : visited
        }
        return visit
      },
    ],
  )
  return transformed
}

/** `{ a: number } & { [key: string]: string }` as `{ a: number } & { [key: string]: string | number }`. */
function widenIndex(node: ts.IntersectionTypeNode): ts.Node {
  const { factory } = ts
  const members = node.types.flatMap((type) => (ts.isTypeLiteralNode(type) ? [...type.members] : []))
  const properties = members.filter(ts.isPropertySignature)
  if (properties.length === 0 || !members.some(ts.isIndexSignatureDeclaration)) return node
  const isOptional = properties.some(({ questionToken }) => questionToken !== undefined)
  const named = properties.flatMap(({ type }) => (type === undefined ? [] : [type]))
  const more = isOptional ? [factory.createKeywordTypeNode(ts.SyntaxKind.UndefinedKeyword)] : []
  return factory.createIntersectionTypeNode(
    node.types.map((type) =>
      ts.isTypeLiteralNode(type)
        ? factory.createTypeLiteralNode(
            type.members.map((member) =>
              ts.isIndexSignatureDeclaration(member) && member.type.kind !== ts.SyntaxKind.UnknownKeyword
                ? factory.createIndexSignature(
                    member.modifiers,
                    member.parameters,
                    factory.createUnionTypeNode([member.type, ...named, ...more]),
                  )
                : member,
            ),
          )
        : type,
    ),
  )
}
