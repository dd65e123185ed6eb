import { createServer, type Socket } from 'node:net'
import { once } from 'node:events'
import type { StoreMode } from '@giftcards/marketplace'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openPostgresStore, StoreOpenError } from '../../index.ts'
import { sharedPostgres, temporaryDatabase } from '../testing/shared-postgres.ts'

describe('openPostgresStore, refused', () => {
  it.each<[string, () => Promise<string>, RegExp]>([
    [
      'a host that is not known',
      async () => 'postgres://ada:hunter2@nowhere.invalid:5432/cards',
      /^postgres:\/\/\*{3}@nowhere\.invalid:5432\/cards cannot be used: its host is unknown; check the name in the URL$/,
    ],
    [
      'a port where nothing listens',
      async () => 'postgres://ada:hunter2@127.0.0.1:1/cards',
      /cannot be used: nothing listens there; check host and port/,
    ],
    [
      'a wrong password',
      () => urlWith({ password: 'hunter2' }),
      /cannot be used: the server rejects the user or the password$/,
    ],
    [
      'a database that is not there',
      () => urlWith({ pathname: '/nothing' }),
      /cannot be used: the server has no database of that name; create it first$/,
    ],
    [
      'a server that wants encryption',
      () => urlWith({ pathname: '/encrypted' }),
      /requires an encrypted connection; add \?sslmode=verify-full to the URL$/,
    ],
    [
      'a server that has no encryption',
      () => urlWith({ search: '?sslmode=verify-full' }),
      /the server offers no encryption; remove sslmode from the URL$/,
    ],
  ])('names %s', async (_what, createUrl, sentence) => {
    expect(await refusal(await createUrl())).toMatch(sentence)
  })
  it.each([
    ['ahead of', 31_000],
    ['behind', -31_000],
  ])(
    'names a clock %s that of the database in production mode',
    { meta: { rules: ['D14-36'] } },
    async (how, aheadMs) => {
      const url = await temporaryDatabase('production')
      const openAt = (ms: number) =>
        openPostgresStore({ url, mode: 'production', now: () => Date.now() + ms })
      await expect(openAt(aheadMs)).rejects.toThrow(
        new RegExp(`the clock of this machine is 3[012] seconds ${how} the clock of the database; set both`),
      )
      await (await openAt(0)).close()
    },
  )

  it('reports a host that does not respond', async () => {
    const { port } = await listen()
    const message = await refusal(`postgres://ada:hunter2@127.0.0.1:${port}/cards?password=hunter2`, 300)
    expect(message).toBe(
      `postgres://***@127.0.0.1:${port}/cards cannot be used: its host does not respond; check host, port and firewalls`,
    )
  })

  it('names the settings that a pooler rejects', async () => {
    const { port, sent } = await startStrictPooler()
    const message = await refusal(`postgres://ada:hunter2@127.0.0.1:${port}/cards`)
    const settings = (await sent).filter((name) => !knownToPgBouncer.has(name))
    expect(message).toBe(
      `postgres://***@127.0.0.1:${port}/cards cannot be used: a pooler in between rejects the settings of the connection; ` +
        `set its ignore_startup_parameters = ${settings.join(', ')} (unsupported startup parameter: ${settings[0]})`,
    )
  })

  it('reports a user without the right to create tables', async () => {
    const postgres = await sharedPostgres()
    const name = new URL(await temporaryDatabase()).pathname.slice(1)
    await postgres.query('postgres', `create role guest login password 'hunter2'`)
    onTestFinished(async () => void (await postgres.query('postgres', 'drop role guest')))
    const url = await urlWith({ pathname: `/${name}`, username: 'guest', password: 'hunter2' })
    expect(await refusal(url)).toMatch(
      /the user may not create tables there \(permission denied for schema public\)$/,
    )
  })

  it('takes a database in which an extension has views for an empty one', async () => {
    const { url } = await databaseWith('create view figures as select 1 as figure')
    const store = await openPostgresStore({ url, mode: 'sandbox' })
    await expect(store.ping()).resolves.toBeUndefined()
    await store.close()
  })

  it('leaves nothing of a migration that fails', async () => {
    // The name of its last table is used by another kind of relation.
    const { url, query } = await databaseWith('create sequence clock_setting')
    expect(await refusal(url)).toMatch(/cannot be used: relation "clock_setting" already exists$/)
    const tables = await query(`select 1 from information_schema.tables where table_schema = 'public'`)
    expect(tables).toHaveLength(0)
  })
})

/** The one line of a refusal; it never shows the password. */
async function refusal(url: string, connectTimeoutMs = 20_000): Promise<string> {
  const opened = openPostgresStore({ url, connectTimeoutMs, mode: 'sandbox' })
  const error: unknown = await opened.catch((reason: unknown) => reason)
  if (!(error instanceof StoreOpenError))
    throw new TypeError('It opened, or failed otherwise', { cause: error })
  expect(error.message).not.toMatch(/hunter2|pass%2Fword|\n/)
  return error.message
}

async function urlWith(parts: Partial<Pick<URL, 'pathname' | 'username' | 'password' | 'search'>>) {
  const url = new URL((await sharedPostgres()).url('postgres'))
  return Object.assign(url, parts).href
}

async function databaseWith(statement: string, mode?: StoreMode) {
  const url = await temporaryDatabase(mode)
  const postgres = await sharedPostgres()
  const query = (text: string) => postgres.query(new URL(url).pathname.slice(1), text)
  await query(statement)
  return { url, query }
}

/** The parameters that PgBouncer accepts by default (its documentation, `ignore_startup_parameters`). */
const knownToPgBouncer = new Set(['user', 'database', 'application_name', 'client_encoding'])

/** A port that rejects the first setting that PgBouncer does not know, as PgBouncer does. */
async function startStrictPooler(): Promise<{
  readonly port: number
  /** The names of the settings that the first connection sends. */
  readonly sent: Promise<readonly string[]>
}> {
  const first = Promise.withResolvers<readonly string[]>()
  const { port } = await listen((socket) => {
    socket.once('data', (message: Buffer) => {
      // The length and the protocol version, then alternating names and values, each NUL-terminated.
      const texts = message.subarray(8).toString().split('\0').slice(0, -2)
      const names = texts.filter((_, index) => index % 2 === 0)
      first.resolve(names)
      const rejected = names.find((name) => !knownToPgBouncer.has(name)) ?? ''
      const fields = `SFATAL\0VFATAL\0C08P01\0Munsupported startup parameter: ${rejected}\0\0`
      const length = Buffer.alloc(4)
      length.writeUInt32BE(fields.length + length.length)
      socket.end(Buffer.concat([Buffer.from('E'), length, Buffer.from(fields)]))
    })
  })
  return { port, sent: first.promise }
}

/** A port that accepts connections, and sends nothing by default. */
async function listen(
  welcome: (socket: Socket) => void = () => undefined,
): Promise<{ readonly port: number }> {
  const server = createServer(welcome)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('A TCP server has a port')
  return { port: address.port }
}
