import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSite } from '@contract-kit/docs'
import type { OpenApiDocument } from '@contract-kit/express'
import { type ApiDocument, findResponse, openDocument } from '@contract-kit/openapi'
import { findRoute } from '@contract-kit/openapi/wire'
import { startSandbox } from '@contract-kit/sandbox'
import { runCollection, type RunRequest } from '@giftcards/test-harness/postman'
import { bundle } from '../sandbox-documents/check-document.ts'
import { documentNamed } from '../sandbox-documents/documents.ts'

/**
 * Runs the collection of a document on its sandbox. The clock of the sandbox is frozen, so no job finishes by chance.
 * Returns the names of requests without a documented success.
 */
export async function runDocument(name: string): Promise<readonly string[]> {
  const bundled = await bundle(documentNamed(name))
  const document = openDocument(bundled)
  const collection = await readCollection(bundled)
  const server = await startSandbox({ document: bundled, port: 0 })
  try {
    server.sandbox.clock.set(Date.now(), true)
    const requests = await runCollection(collection, { baseUrl: server.url })
    if (requests.length < document.operations.length)
      throw new Error(`Only ${requests.length} requests were sent.`)
    return requests.flatMap((request) =>
      isDocumentedSuccess(document, server.url, request) ? [] : [request.name],
    )
  } finally {
    await server.close()
  }
}

/** Returns the collection from the site of a document, with well-formed credentials. */
async function readCollection(document: OpenApiDocument): Promise<object> {
  const { securitySchemes } = openDocument(document)
  const auth = Object.fromEntries(Array.from(securitySchemes.keys(), (name) => [name, { value: 'demo' }]))
  const outDir = await mkdtemp(join(tmpdir(), 'postman-'))
  try {
    await buildSite({ documents: [{ document }], outDir, tryIt: { auth } })
    return JSON.parse(await readFile(join(outDir, 'reference.postman_collection.json'), 'utf8')) as object
  } finally {
    await rm(outDir, { recursive: true })
  }
}

/** Whether a response is a success, and a documented one if the operation documents any. */
function isDocumentedSuccess(
  document: ApiDocument,
  baseUrl: string,
  { method, url, status = 0 }: RunRequest,
) {
  if (status < 200 || status > 299) return false
  const { pathname } = new URL(`http://sandbox.test${url.slice(baseUrl.length)}`)
  const operation = findRoute(document, pathname)?.operations.find((one) => one.method === method)
  if (operation === undefined) return false
  const hasSuccess = [...operation.responses.keys()].some((key) => key.startsWith('2'))
  return !hasSuccess || findResponse(operation, status) !== undefined
}
