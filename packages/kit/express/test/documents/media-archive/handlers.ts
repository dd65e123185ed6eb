import type { Handlers } from '../../../src/index.ts'

type None = {
  readonly path?: never
  readonly query?: never
  readonly header?: never
  readonly cookie?: never
}
type OfFile = Omit<None, 'path'> & { readonly path: { readonly fileId: string } }
type Headers<Own = unknown> = Own & { readonly [name: string]: unknown }
type Empty<Own = unknown> = { readonly headers: Headers<Own>; readonly content?: never }
type Content<Types> = { readonly headers: Headers; readonly content: Types }
type Json<Body> = Content<{ 'application/json': Body }>
type Upload = { title: string; rating?: number }

/** The operations of openapi.yaml that this needs, in the form that openapi-typescript gives them. */
export interface Operations {
  searchFiles: {
    parameters: Omit<None, 'query' | 'header'> & {
      query?: { tag?: string[]; ids?: number[] }
      header?: { 'X-Labels'?: string[] }
    }
    requestBody?: never
    responses: { 200: Json<{ tags: string[]; ids: number[]; labels: string[] }> }
  }
  uploadFile: {
    parameters: None
    requestBody: { content: { 'multipart/form-data': Upload & { image: string } } }
    responses: { 201: Json<Upload & { name: string; mediaType: string; bytes: number }> }
  }
  describeFiles: {
    parameters: None
    requestBody?: never
    responses: { 200: Content<{ 'text/plain': string }> }
  }
  writeFile: {
    parameters: OfFile
    requestBody: { content: { 'application/octet-stream': unknown } }
    responses: { 204: Empty }
  }
  headFile: {
    parameters: OfFile
    requestBody?: never
    responses: { 200: Empty<{ 'X-Size': number }>; 404: Empty }
  }
  previewFile: {
    parameters: OfFile
    requestBody?: never
    responses: { 200: Content<{ 'image/*': unknown }>; 404: Empty }
  }
  describeFile: { parameters: OfFile; requestBody?: never; responses: { 200: Json<{ fileId: string }> } }
  getFileByKey: { parameters: OfFile; requestBody?: never; responses: { 204: Empty } }
  getReport: {
    parameters: Omit<None, 'query'> & { query?: { format?: 'csv' | 'json' } }
    requestBody?: never
    responses: { 200: Content<{ 'application/json': { files: number }[]; 'text/csv': string }> }
  }
}

/** An archive whose files are kept for one test. */
export function createArchive(): Handlers<Operations> {
  const files = new Map<string, Uint8Array>()
  return {
    searchFiles: ({ query, headers }) => ({
      status: 200,
      body: { tags: query.tag ?? [], ids: query.ids ?? [], labels: headers['X-Labels'] ?? [] },
    }),
    uploadFile: ({ body, files: [file] }) => ({
      status: 201,
      body: {
        title: body.title,
        ...(body.rating === undefined ? {} : { rating: body.rating }),
        name: file?.name ?? '',
        mediaType: file?.mediaType ?? '',
        bytes: file?.bytes.byteLength ?? 0,
      },
    }),
    describeFiles: () => ({ status: 200, body: 'Search with GET, add with POST' }),
    headFile: ({ path }) => {
      const file = files.get(path.fileId)
      return file === undefined ? { status: 404 } : { status: 200, headers: { 'x-size': file.byteLength } }
    },
    writeFile: ({ path, body }) => {
      files.set(path.fileId, body)
      return { status: 204 }
    },
    previewFile: ({ path }) => {
      const file = files.get(path.fileId)
      return file === undefined ? { status: 404 } : { status: 200, mediaType: 'image/png', body: file }
    },
    describeFile: ({ path }) => ({ status: 200, body: { fileId: path.fileId } }),
    getFileByKey: () => ({ status: 204 }),
    getReport: ({ query }) =>
      query.format === 'csv'
        ? { status: 200, mediaType: 'text/csv', body: `files\n${files.size}\n` }
        : { status: 200, mediaType: 'application/json', body: [{ files: files.size }] },
  }
}
