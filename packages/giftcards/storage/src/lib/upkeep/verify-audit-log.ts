import { createHash } from 'node:crypto'
import { type AuditPlace, auditHash, genesisHash } from '../tables/audit-event.ts'
import type { Db } from '../tables/db.ts'

/** The result of verifying the audit log. */
export type AuditVerdict =
  | {
      readonly kind: 'sound'
      readonly rows: number
      /** Older rows, which are in archives. */
      readonly archivedRows: number
      readonly chains: number
      /** Over the last rows of all chains. If it is noted elsewhere, it shows later that no chain was cut off. */
      readonly hash: string
    }
  | { readonly kind: 'broken'; readonly at: AuditPlace; readonly reason: string }

/** The last row of a chain. */
interface Head extends AuditPlace {
  readonly hash: string
  /** The last row that was archived; `undefined` if none was. */
  readonly archived: { readonly position: number; readonly hash: string } | undefined
}

const pageSize = 500

/**
 * Walks every chain from its first row that is not archived to its head, a page at a time. Rows that are appended meanwhile are
 * left out.
 */
export async function verifyAuditLog(db: Db): Promise<AuditVerdict> {
  const stray = await findStray(db)
  if (stray !== undefined) return { kind: 'broken', at: stray, reason: 'no head knows of it' }
  const heads = createHash('sha256')
  let rows = 0
  let archivedRows = 0
  let chains = 0
  for await (const head of listHeads(db)) {
    const broken = await walkChain(db, head)
    if (broken !== undefined) return broken
    heads.update(`${JSON.stringify([head.chain, head.position, head.hash])}\n`)
    const archived = head.archived?.position ?? 0
    rows += head.position - archived
    archivedRows += archived
    chains += 1
  }
  return { kind: 'sound', rows, archivedRows, chains, hash: heads.digest('hex') }
}

/** Lists the heads of all chains, a page at a time. */
export async function* listHeads(db: Db): AsyncGenerator<Head> {
  for (let last: string | undefined = ''; last !== undefined;) {
    const page = await db
      .selectFrom('audit_heads')
      .leftJoin('audit_archives', 'audit_archives.chain', 'audit_heads.chain')
      .select([
        'audit_heads.chain as chain',
        'audit_heads.position as position',
        'audit_heads.hash as hash',
        'audit_archives.position as archived_position',
        'audit_archives.hash as archived_hash',
      ])
      .where('audit_heads.chain', '>', last)
      .orderBy('audit_heads.chain')
      .limit(pageSize)
      .execute()
    for (const { chain, position, hash, archived_position, archived_hash } of page) {
      const isArchived = archived_position !== null && archived_hash !== null
      const archived = isArchived ? { position: archived_position, hash: archived_hash } : undefined
      yield { chain, position, hash, archived }
    }
    last = page.at(-1)?.chain
  }
}

async function walkChain(db: Db, head: Head): Promise<AuditVerdict | undefined> {
  const { chain, archived = { position: 0, hash: genesisHash } } = head
  let { hash } = archived
  for (let { position } = archived; position < head.position;) {
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

/**
 * Finds a row behind the head of its chain, a row that was archived, or a row of a chain without a head. It is one statement, so
 * that it sees one snapshot.
 */
function findStray(db: Db): Promise<AuditPlace | undefined> {
  return db
    .selectFrom('audit_log')
    .leftJoin('audit_heads', 'audit_heads.chain', 'audit_log.chain')
    .leftJoin('audit_archives', 'audit_archives.chain', 'audit_log.chain')
    .select(['audit_log.chain', 'audit_log.position'])
    .where((eb) =>
      eb.or([
        eb('audit_heads.chain', 'is', null),
        eb('audit_log.position', '>', eb.ref('audit_heads.position')),
        eb('audit_log.position', '<=', eb.ref('audit_archives.position')),
      ]),
    )
    .orderBy('audit_log.chain')
    .orderBy('audit_log.position')
    .limit(1)
    .executeTakeFirst()
}
