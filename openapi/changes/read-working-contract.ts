import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonObject } from '../scripts/publish.ts'

/** The contract as it is now, bundled by `npm run build`, or another bundle in JSON. */
export function readWorkingContract(file = join(import.meta.dirname, '../dist/openapi.json')): JsonObject {
  return JSON.parse(readFileSync(file, 'utf8'))
}
