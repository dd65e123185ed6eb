import { openapiDocument } from '@giftcards/contract'
import { type Json, resolveReferences } from './resolve-references.ts'

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly schema: Json
}

interface Content {
  readonly content?: { readonly 'application/json'?: { readonly schema: Json } }
}

interface Operation {
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Content>>
}

/** The schemas of one operation as Fastify takes them, without references. */
export function toNativeSchemas(path: string, method: 'get' | 'post' | 'put' | 'delete'): object {
  const document = openapiDocument as unknown as Json
  const item = resolveReferences(openapiDocument.paths[path] as Json, document) as unknown as {
    readonly parameters?: readonly Parameter[]
  } & Readonly<Record<typeof method, Operation>>
  const operation = item[method]
  const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])]
  const place = (name: string, where: Parameter['in']) => {
    const here = parameters.filter((parameter) => parameter.in === where)
    return here.length === 0 ? {} : { [name]: toObjectSchema(here) }
  }
  const body = operation.requestBody?.content?.['application/json']?.schema
  return {
    ...place('params', 'path'),
    ...place('querystring', 'query'),
    ...place('headers', 'header'),
    ...(body === undefined ? {} : { body }),
    response: Object.fromEntries(
      Object.entries(operation.responses).flatMap(([status, { content }]) => {
        const schema = content?.['application/json']?.schema
        return schema === undefined ? [] : [[status, schema]]
      }),
    ),
  }
}

function toObjectSchema(parameters: readonly Parameter[]): object {
  // Node writes the names of headers in lower case.
  const nameOf = (parameter: Parameter): string =>
    parameter.in === 'header' ? parameter.name.toLowerCase() : parameter.name
  return {
    type: 'object',
    properties: Object.fromEntries(parameters.map((parameter) => [nameOf(parameter), parameter.schema])),
    required: parameters.filter(({ required }) => required).map(nameOf),
  }
}
