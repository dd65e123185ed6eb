import type { OperationId } from '@giftcards/contract'
import { contractExamples } from './generated/contract-examples.ts'

/** The operation that a request is for, with its path parameters. */
export interface FoundOperation {
  readonly operationId: OperationId
  readonly path: Readonly<Record<string, string>>
}

const routes = Object.entries(contractExamples).map(([operationId, { method, path }]) => ({
  operationId: operationId as OperationId,
  method,
  pattern: new RegExp(`${path.replaceAll('.', '\\.').replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
}))

/** Finds the operation of a method and URL path, whatever prefix the base URL adds; throws naming an unknown one. */
export function findOperation(method: string, pathname: string): FoundOperation {
  for (const { operationId, method: expected, pattern } of routes) {
    const match = method === expected ? pattern.exec(pathname) : null
    if (match) return { operationId, path: decoded(match.groups ?? {}) }
  }
  throw new Error(`The contract has no operation for ${method} ${pathname}`)
}

function decoded(groups: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]))
}
