import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openapiDocument } from '@giftcards/contract'
import { startPostgres } from '@giftcards/storage/testing'
import { openPartners, type Partner, seedDatabase } from './partners.ts'
import { fileOf, type Program, type RunningServer, startServer } from './processes.ts'

/** The servers that are compared. */
export const sideTitles = {
  'by-hand': 'The same duties by hand',
  sqlite: 'This server, SQLite',
  postgres: 'This server, PostgreSQL',
  prism: 'Prism, its log on',
} as const

/** The name of a server. */
export type SideName = keyof typeof sideTitles

/** A server and its customers. */
export interface Side {
  readonly name: SideName
  readonly program: Program
  readonly server: RunningServer
  readonly partners: readonly Partner[]
}

/** Keys of a deployment. A server in production mode logs each request. */
const keys = {
  NODE_ENV: 'production',
  JWT_PRIVATE_KEY: generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString(),
  CARD_DATA_KEY: randomBytes(32).toString('base64'),
}

/**
 * Runs `work` with the yardstick, the server on SQLite, and the requested others, each with the given number of customers.
 * Removes servers and data at the end.
 */
export async function withSides<Result>(
  others: readonly SideName[],
  customers: number,
  work: (byHand: Side, sqlite: Side, others: readonly Side[]) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'giftcards-bench-'))
  const closers: (() => Promise<void> | void)[] = [() => rmSync(folder, { recursive: true, force: true })]
  const open = async (name: SideName, program: Program, known?: readonly Partner[]): Promise<Side> => {
    const server = await startServer(program)
    closers.push(() => server.stop())
    return { name, program, server, partners: known ?? (await openPartners(server.url, customers)) }
  }
  try {
    const [url, copy, document] = [
      `sqlite:${join(folder, 'a.db')}`,
      join(folder, 'b.db'),
      join(folder, 'api.json'),
    ]
    await seedDatabase(url, customers)
    const sqlite = await open('sqlite', toProgram(url))
    const original = new DatabaseSync(join(folder, 'a.db'))
    original.prepare('vacuum into ?').run(copy)
    original.close()
    const handWritten = { file: fileOf('./by-hand.ts'), env: { ...keys, DATABASE_FILE: copy } }
    const byHand = await open('by-hand', handWritten, sqlite.partners)
    const opened: Side[] = []
    if (others.includes('postgres')) {
      // Commits wait for the disk, as in production.
      const postgres = await startPostgres({ isSynced: true })
      closers.push(() => postgres.remove())
      const database = await postgres.createDatabase('bench')
      await seedDatabase(database, customers)
      opened.push(await open('postgres', toProgram(database)))
    }
    if (others.includes('prism')) {
      writeFileSync(document, JSON.stringify(openapiDocument))
      const resolve = createRequire(import.meta.resolve('@giftcards/mock')).resolve
      const file = resolve('@stoplight/prism-cli/dist/index.js')
      opened.push(await open('prism', { file, args: ['mock', '--port', '0', document] }, sqlite.partners))
    }
    return await work(byHand, sqlite, opened)
  } finally {
    for (const close of closers.toReversed()) await close()
  }
}

/** The server of this project on a database. The limits are out of reach, and sessions and carts outlive the run. */
const toProgram = (databaseUrl: string): Program => ({
  file: fileOf('@giftcards/server/main'),
  env: {
    ...keys,
    ALLOW_SIMULATED_PAYMENTS: '1',
    DATABASE_URL: databaseUrl,
    PORT: '0',
    RATE_LIMIT_PER_MINUTE: '1000000',
    TOKEN_TTL_SECONDS: '86400',
    CART_TTL_SECONDS: '86400',
    TRUSTED_PROXIES: 'loopback',
  },
})
