import { generateClient, type GenerateOptions } from '../../generate/index.ts'

/** JSON data of a document. */
type Data = Readonly<Record<string, unknown>>

/** Creates a document with the given paths and schemas. */
export function documentOf(paths: Data, schemas: Data = {}, openapi = '3.1.0'): Data {
  return { openapi, info: { title: 'Tiny', version: '1' }, paths, components: { schemas } }
}

/** Returns a JSON body with the given schema. */
export function json(schema: unknown): Data {
  return { content: { 'application/json': { schema } } }
}

/** Creates a document with `GET /things`, whose response has the given schema. */
export function reading(schema: unknown, schemas: Data = {}, openapi?: string): Data {
  return documentOf({ '/things': { get: operation('readThings', { 200: json(schema) }) } }, schemas, openapi)
}

/** Creates a document with `POST /things`, whose request body has the given schema. */
export function writing(schema: unknown, schemas: Data = {}, openapi?: string): Data {
  const requestBody = { required: true, ...json(schema) }
  const post = { ...operation('writeThings', { 204: {} }), requestBody }
  return documentOf({ '/things': { post } }, schemas, openapi)
}

/** Creates a document with `GET /things` and the given parameters. Path parameters are appended to the path. */
export function withParameters(parameters: readonly Data[]): Data {
  const get = { ...operation('findThings', { 204: {} }), parameters }
  return documentOf({ [pathWith('/things', parameters)]: { get } })
}

/** Returns a path with a placeholder for each path parameter. */
export function pathWith(start: string, parameters: readonly Data[]): string {
  const inPath = parameters.filter((parameter) => parameter['in'] === 'path')
  return [start, ...inPath.map(({ name }) => `{${String(name)}}`)].join('/')
}

export function operation(operationId: string, responses: Data): Data {
  return { operationId, responses }
}

/** Returns the text of the generated module. */
export function generate(document: Data, options?: GenerateOptions): string {
  return generateClient(document, options).text
}

/** Returns the declaration of one name, without its doc comment. */
export function declarationOf(text: string, name: string): string {
  const start = new RegExp(`^export (?:interface|type|const) ${name}\\b`, 'm').exec(text)?.index
  if (start === undefined) return `no declaration of ${name}`
  const end = text.indexOf('\n\n', start)
  return text.slice(start, end === -1 ? undefined : end).trimEnd()
}

/** Returns the table of operations, starting at one operation, on one line. */
export function rowOf(text: string, name: string): string {
  const table = declarationOf(text, 'operations').replaceAll(/\s+/g, ' ').replaceAll(', }', ' }')
  return table.slice(table.indexOf(` ${name}: {`))
}

/** Returns the declaration of a method, without its doc comment, on one line. */
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

/** Returns the lines of a method's doc comment. */
export function docOf(text: string, name: string): readonly string[] {
  const end = new RegExp(`^  ${name}\\(`, 'm').exec(text)?.index ?? 0
  const start = text.lastIndexOf('  /**', end)
  return text
    .slice(start, end)
    .split('\n')
    .map((line) => line.replace(/^ +(\/\*\*|\*\/|\*) ?/, ''))
    .filter((line) => line !== '')
}
