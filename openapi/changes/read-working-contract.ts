import { readFileSync } from 'node:fs'
import type { JsonObject } from '../scripts/publish.ts'
import { type ContractName, contractDocuments } from './contract-documents.ts'

/** A document of the contract as it is now, bundled by `npm run build`. */
export function readWorkingContract(name: ContractName = 'openapi'): JsonObject {
  return JSON.parse(readFileSync(`${contractDocuments[name].bundle}.json`, 'utf8'))
}
