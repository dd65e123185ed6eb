import { generateClient, type GenerateOptions } from '../../generate/index.ts'

/** JSON data, as a document has it. */
type Data = Readonly<Record<string, unknown>>

/** A document with the given paths and schemas. */
export function documentOf(paths: Data, schemas: Data = {}, openapi = '3.1.0'): Data {
  return { openapi, info: { title: 'Tiny', version: '1' }, paths, components: { schemas } }
}

/** A JSON body with the given schema. */
export function json(schema: unknown): Data {
  return { content: { 'application/json': { schema } } }
}

/** `GET /things`, whose response has the given schema. */
export function reading(schema: unknown, schemas: Data = {}, openapi?: string): Data {
  return documentOf({ '/things': { get: operation('readThings', { 200: json(schema) }) } }, schemas, openapi)
}

/** `POST /things`, whose request body has the given schema. */
export function writing(schema: unknown, schemas: Data = {}, openapi?: string): Data {
  const requestBody = { required: true, ...json(schema) }
  const post = { ...operation('writeThings', { 204: {} }), requestBody }
  return documentOf({ '/things': { post } }, schemas, openapi)
}

/** `GET /things`, with the given parameters; those of the path follow. */
export function withParameters(parameters: readonly Data[]): Data {
  const get = { ...operation('findThings', { 204: {} }), parameters }
  return documentOf({ [pathWith('/things', parameters)]: { get } })
}

/** A path with a place for each path parameter. */
export function pathWith(start: string, parameters: readonly Data[]): string {
  const inPath = parameters.filter((parameter) => parameter['in'] === 'path')
  return [start, ...inPath.map(({ name }) => `{${String(name)}}`)].join('/')
}

export function operation(operationId: string, responses: Data): Data {
  return { operationId, responses }
}

/** The generated module without the interface of the methods. */
export function generate(document: Data, options?: GenerateOptions): string {
  return generateClient(document, options).text
}

/** The declaration of one name, without its doc comment. */
export function declarationOf(text: string, name: string): string {
  const start = new RegExp(`^export (?:interface|type|const) ${name}\\b`, 'm').exec(text)?.index
  if (start === undefined) return `no declaration of ${name}`
  const end = text.indexOf('\n\n', start)
  return text.slice(start, end === -1 ? undefined : end).trimEnd()
}

/** The table of operations from one operation on, as one line. */
export function rowOf(text: string, name: string): string {
  const table = declarationOf(text, 'operations').replaceAll(/\s+/g, ' ').replaceAll(', }', ' }')
  return table.slice(table.indexOf(` ${name}: {`))
}

/** The method's declaration, without its doc comment, as one line. */
export function methodOf(text: string, name: string): string {
  const start = new RegExp(`^  ${name}\\(`, 'm').exec(text)?.index ?? 0
  const [lines = ''] = text.slice(start).split(/\n(?:\n|\})/)
  return lines
    .replaceAll(/\s+/g, ' ')
    .replaceAll('( ', '(')
    .replaceAll(', )', ')')
    .replaceAll('< ', '<')
    .replaceAll(' >', '>')
    .trim()
}

/** The lines of a method's doc comment. */
export function docOf(text: string, name: string): readonly string[] {
  const end = new RegExp(`^  ${name}\\(`, 'm').exec(text)?.index ?? 0
  const start = text.lastIndexOf('  /**', end)
  return text
    .slice(start, end)
    .split('\n')
    .map((line) => line.replace(/^ +(\/\*\*|\*\/|\*) ?/, ''))
    .filter((line) => line !== '')
}
