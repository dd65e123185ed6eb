import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import type { JsonObject } from '../documents/json.ts'

export interface TypesOptions {
  /**
   * Whether read-only and write-only properties are marked by `$Read` and `$Write`, which openapi-fetch 0.17 reads; `false`
   * unless given. A server then sees the markers too.
   */
  readonly readWriteMarkers?: boolean
}

/**
 * The types of a bundled document by openapi-typescript, with one alias for each schema. A property with a default stays
 * optional, since a request may leave it out. A bare `type: object` takes any members, and one that
 * is closed takes none.
 */
export async function renderTypes(document: JsonObject, options: TypesOptions = {}): Promise<string> {
  const ast = await openapiTS(JSON.stringify(document), {
    defaultNonNullable: false,
    emptyObjectsUnknown: true,
    readWriteMarkers: options.readWriteMarkers === true,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    silent: true,
    transform: (schema) => (isAlwaysEmpty(schema) ? emptyObject() : undefined),
  })
  return astToString(ast)
}

/** Whether a schema says of itself that its objects have no members. */
function isAlwaysEmpty(schema: object): boolean {
  const { type, properties, patternProperties, additionalProperties, maxProperties, ...others } =
    schema as Readonly<Record<string, unknown>>
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
