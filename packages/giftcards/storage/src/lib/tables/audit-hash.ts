import { hash } from 'node:crypto'

/** A place in the audit log: the chain, and the position in it, which begins at 1. */
export interface AuditPlace {
  readonly chain: string
  readonly position: number
}

/** What stands before the first row of every chain. */
export const genesisHash = '0'.repeat(64)

/** The hash of a row: of the row before it, its place, and its content as stored (decision 0017). */
export function auditHash(previousHash: string, { chain, position }: AuditPlace, content: string): string {
  // As JSON, so that no two rows are made of the same bytes.
  const text = JSON.stringify([previousHash, chain, position, content])
  return hash('sha256', text)
}
