import { createHash } from 'node:crypto'
import { type AuditPlace, auditHash, genesisHash } from '../tables/audit-hash.ts'
import type { Db } from '../tables/db.ts'

/** What a walk over the audit log found. */
export type AuditVerdict =
  | {
      readonly kind: 'sound'
      readonly rows: number
      readonly chains: number
      /** Over the last rows of all chains: written down elsewhere, it shows later that none was cut off. */
      readonly hash: string
    }
  | { readonly kind: 'broken'; readonly at: AuditPlace; readonly reason: string }

interface Head extends AuditPlace {
  readonly hash: string
}

const pageSize = 500

/** Walks every chain from its first row to its head, a page at a time; what is appended meanwhile is left out. */
export async function verifyAuditLog(db: Db): Promise<AuditVerdict> {
  const stray = await findStray(db)
  if (stray !== undefined) return { kind: 'broken', at: stray, reason: 'no head knows of it' }
  const heads = createHash('sha256')
  let rows = 0
  let chains = 0
  for await (const head of listHeads(db)) {
    const broken = await walkChain(db, head)
    if (broken !== undefined) return broken
    heads.update(`${JSON.stringify([head.chain, head.position, head.hash])}\n`)
    rows += head.position
    chains += 1
  }
  return { kind: 'sound', rows, chains, hash: heads.digest('hex') }
}

async function* listHeads(db: Db): AsyncGenerator<Head> {
  for (let last: string | undefined = ''; last !== undefined;) {
    const page: readonly Head[] = await db
      .selectFrom('audit_heads')
      .selectAll()
      .where('chain', '>', last)
      .orderBy('chain')
      .limit(pageSize)
      .execute()
    yield* page
    last = page.at(-1)?.chain
  }
}

async function walkChain(db: Db, head: Head): Promise<AuditVerdict | undefined> {
  const { chain } = head
  let hash = genesisHash
  for (let position = 0; position < head.position;) {
    const page = await db
      .selectFrom('audit_log')
      .selectAll()
      .where('chain', '=', chain)
      .where('position', '>', position)
      .where('position', '<=', head.position)
      .orderBy('position')
      .limit(pageSize)
      .execute()
    if (page.length === 0) return broken({ chain, position: position + 1 }, 'it is missing')
    for (const row of page) {
      position += 1
      const at = { chain, position }
      if (row.position !== position) return broken(at, 'it is missing')
      hash = auditHash(hash, at, row.content)
      if (row.hash !== hash) return broken(at, 'its hash does not fit')
    }
  }
  return hash === head.hash
    ? undefined
    : broken({ chain, position: head.position }, 'the head of its chain does not fit')
}

const broken = (at: AuditPlace, reason: string): AuditVerdict => ({ kind: 'broken', at, reason })

/** A row behind the head of its chain, or of a chain without a head. One statement, so that it sees one moment. */
function findStray(db: Db): Promise<AuditPlace | undefined> {
  return db
    .selectFrom('audit_log')
    .leftJoin('audit_heads', 'audit_heads.chain', 'audit_log.chain')
    .select(['audit_log.chain', 'audit_log.position'])
    .where((eb) =>
      eb.or([
        eb('audit_heads.chain', 'is', null),
        eb('audit_log.position', '>', eb.ref('audit_heads.position')),
      ]),
    )
    .orderBy('audit_log.chain')
    .orderBy('audit_log.position')
    .limit(1)
    .executeTakeFirst()
}
