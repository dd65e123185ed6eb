import type { RouteEntry } from '../kernel/route-table.ts'
import type { Part } from '../kernel/part.ts'
import { resolvePart } from './read-document.ts'

/** A parameter as the server reads it. */
export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header' | 'cookie'
  readonly required: boolean
  readonly style: string
  readonly explode: boolean
  /** The value is JSON text. */
  readonly isJson: boolean
  readonly schemaPointer: string
  /** The schema, its own reference followed. */
  readonly schema: Part
}

/** An operation as the server reads it. */
export interface Operation {
  readonly id: string
  readonly parameters: readonly Parameter[]
  readonly body:
    { readonly required: boolean; readonly schemaPointers: ReadonlyMap<string, string> } | undefined
  readonly isSecured: boolean
  /** The operation refuses an `Accept` that it cannot meet. */
  readonly negotiates: boolean
}

const escape = (token: string): string => token.replaceAll('~', '~0').replaceAll('/', '~1')

const readParameter = (document: Part, at: string): Parameter => {
  const { part, pointer } = resolvePart(document, at)
  const isJson = part.content !== undefined
  const schemaPointer = isJson ? `${pointer}/content/application~1json/schema` : `${pointer}/schema`
  const style = part.style ?? (part.in === 'path' || part.in === 'header' ? 'simple' : 'form')
  return {
    name: part.name as string,
    in: part.in as unknown as Parameter['in'],
    required: (part.required as unknown) === true,
    style,
    explode: (part.explode as unknown as boolean | undefined) ?? style === 'form',
    isJson,
    schemaPointer,
    schema: resolvePart(document, schemaPointer).part,
  }
}

const readBody = (document: Part, at: string): Operation['body'] => {
  const { part, pointer } = resolvePart(document, at)
  return {
    required: (part.required as unknown) === true,
    schemaPointers: new Map(
      Object.keys(part.content as object).map((type) => [type, `${pointer}/content/${escape(type)}/schema`]),
    ),
  }
}

const readOperation = (document: Part, path: string, method: string): Operation => {
  const pathAt = `/paths/${escape(path)}`
  const at = `${pathAt}/${method}`
  const { part } = resolvePart(document, at)
  const parametersAt = (holder: string): string[] =>
    Object.keys(resolvePart(document, holder).part.parameters ?? []).map(
      (index) => `${holder}/parameters/${index}`,
    )
  return {
    id: part.operationId as string,
    parameters: [...parametersAt(pathAt), ...parametersAt(at)].map((pointer) =>
      readParameter(document, pointer),
    ),
    body: part.requestBody === undefined ? undefined : readBody(document, `${at}/requestBody`),
    isSecured: ((part.security ?? document.security) as unknown as readonly unknown[]).length > 0,
    negotiates: part.responses?.['406'] !== undefined,
  }
}

const methods = ['get', 'put', 'post', 'delete', 'patch']

/** The operations of the document, by path and method. */
export const readOperations = (document: Part): readonly RouteEntry<Operation>[] =>
  Object.entries(document.paths as unknown as Record<string, object>).map(([template, item]) => ({
    template,
    operations: new Map(
      methods
        .filter((method) => method in item)
        .map((method) => [method.toUpperCase(), readOperation(document, template, method)]),
    ),
  }))
