import type { JsonObject } from '../scripts/publish.ts'

/** A contract of a few lines: `paths` and `components` in a document of version 1.0.0. */
export function tinyContract(paths: JsonObject, components: JsonObject = {}): JsonObject {
  return {
    openapi: '3.1.1',
    info: { title: 'Tiny', version: '1.0.0' },
    servers: [{ url: 'http://127.0.0.1' }],
    paths,
    components,
  }
}
