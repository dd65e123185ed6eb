import type { Handlers } from '../../../src/index.ts'
import type { operations } from './generated/openapi.ts'

/** An archive whose files are kept for one test. */
export function createArchive(): Handlers<operations> {
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
