import type { Json, JsonObject } from '../scripts/publish.ts'
import type { ApiDocument, OperationObject } from './api-document.ts'
import { clientSample } from './client-sample.ts'
import { curlSample } from './curl-sample.ts'
import { fetchSample } from './fetch-sample.ts'
import { type SampleRequest, toSampleRequest } from './sample-request.ts'

const methods: ReadonlySet<string> = new Set(['get', 'put', 'post', 'delete', 'patch'])

/**
 * A copy of a bundled document, `x-request` still in it, whose operations have `x-codeSamples`: curl, the TypeScript
 * client and plain fetch. Throws where an operation lacks the examples for it.
 */
export async function withSamples(document: JsonObject): Promise<JsonObject> {
  // The bundle was linted: it has the parts that an OpenAPI document has.
  const api = document as unknown as ApiDocument
  const paths = Object.entries(api.paths).map(async ([path, item]) => {
    const entries = Object.entries(item).map(async ([key, value]) => {
      if (!methods.has(key)) return [key, value as Json] as const
      const samples = await samplesOf(toSampleRequest(api, path, key, value as OperationObject))
      return [key, { ...(value as JsonObject), 'x-codeSamples': samples }] as const
    })
    return [path, Object.fromEntries(await Promise.all(entries))] as const
  })
  return { ...document, paths: Object.fromEntries(await Promise.all(paths)) }
}

async function samplesOf(request: SampleRequest): Promise<Json> {
  return [
    { lang: 'Shell', label: 'curl', source: await curlSample(request) },
    { lang: 'TypeScript', label: 'TypeScript client', source: await clientSample(request) },
    { lang: 'JavaScript', label: 'fetch', source: await fetchSample(request) },
  ]
}
