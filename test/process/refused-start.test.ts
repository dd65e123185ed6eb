import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, describe, expect, it } from 'vitest'
import { createRealKeys, demoKeys } from './sample-keys.ts'
import { createFolder, endProcesses, processTimeout, runProcess } from './start-process.ts'
import { takePort } from './take-port.ts'

afterEach(endProcesses)

/** What a server that cannot start leaves behind. */
async function refusal(env: Readonly<Record<string, string>>) {
  const { code, stderr } = await runProcess(env)
  return { code, stderr }
}

const exit2 = (sentence: string) => ({ code: 2, stderr: `${sentence}\n` })

describe('a wrong value', { ...processTimeout, meta: { rules: ['D12-10'] } }, () => {
  it.each([
    ['PORT', 'abc', 'PORT must be a whole number from 0 to 65535'],
    ['PORT', '65536', 'PORT must be a whole number from 0 to 65535'],
    ['MOCK_PORT', '-1', 'MOCK_PORT must be a whole number from 0 to 65535'],
    ['TOKEN_TTL_SECONDS', '0', 'TOKEN_TTL_SECONDS must be a whole number from 1 to 31536000'],
    ['CART_TTL_SECONDS', '1.5', 'CART_TTL_SECONDS must be a whole number from 1 to 31536000'],
    ['RATE_LIMIT_PER_MINUTE', '1e3', 'RATE_LIMIT_PER_MINUTE must be a whole number from 0 to 1000000'],
    [
      'CORS_ORIGINS',
      'shop.example.com',
      'CORS_ORIGINS must be web origins separated by commas, such as https://shop.example.com',
    ],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent'],
    ['JWT_PRIVATE_KEY', 'not-a-key', 'JWT_PRIVATE_KEY must be a P-256 private key in PEM'],
    ['CARD_DATA_KEY', 'c2hvcnQ=', 'CARD_DATA_KEY must be 32 bytes in base64'],
    [
      'HOST',
      '203.0.113.7',
      'HOST cannot be listened on (EADDRNOTAVAIL): set HOST to an address of this machine',
    ],
  ])('of %s (%s) is one line', async (name, value, sentence) => {
    expect(await refusal({ [name]: value })).toStrictEqual(exit2(sentence))
  })

  it('of a signing key on another curve is one line', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-384' })
    const JWT_PRIVATE_KEY = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    expect(await refusal({ JWT_PRIVATE_KEY })).toStrictEqual(
      exit2('JWT_PRIVATE_KEY must be a P-256 private key in PEM'),
    )
  })

  it('of NODE_ENV is one line', async () => {
    expect(await refusal({ NODE_ENV: 'prodution' })).toStrictEqual(
      exit2('NODE_ENV must be one of production, development, test'),
    )
  })

  it('of PORT that is in use is one line', async () => {
    const taken = await takePort()
    expect(await refusal({ PORT: String(taken.port) })).toStrictEqual(
      exit2(`Port ${taken.port} is in use: stop what listens there, or set PORT to another one`),
    )
    await taken.free()
  })

  it.each([
    ['without a scheme', 'marketplace.db', /the database URL must be sqlite:<path>/],
    ['with another scheme', 'mysql://root:hunter2@db.test/cards', /the database URL must be sqlite:<path>/],
    ['without a path', 'sqlite:', /the database URL names no file/],
  ])('of DATABASE_URL %s is one line', async (_case, DATABASE_URL, sentence) => {
    const { code, stderr } = await refusal({ DATABASE_URL })
    expect(code).toBe(2)
    expect(stderr).toMatch(sentence)
    expect(stderr).toMatch(/^DATABASE_URL: [^\n]+\n$/)
    expect(stderr).not.toContain('hunter2')
  })

  it('of DATABASE_URL that names a directory is one line', async () => {
    const folder = createFolder()
    expect(await refusal({ DATABASE_URL: `sqlite:${folder}` })).toStrictEqual(
      exit2(`DATABASE_URL: ${folder} cannot be used: it is a directory`),
    )
  })

  it('of DATABASE_URL that is no database is one line', async () => {
    const file = join(createFolder(), 'notes.txt')
    writeFileSync(
      file,
      'These are notes about gift cards, and nothing that a database would hold.\n'.repeat(99),
    )
    expect(await refusal({ DATABASE_URL: `sqlite:${file}` })).toStrictEqual(
      exit2(`DATABASE_URL: ${file} cannot be used: the database is not an SQLite database`),
    )
  })

  it("of DATABASE_URL that is another program's is one line", async () => {
    const file = join(createFolder(), 'other.db')
    const other = new DatabaseSync(file)
    other.exec('create table notes (text)')
    other.close()
    expect(await refusal({ DATABASE_URL: `sqlite:${file}` })).toStrictEqual(
      exit2(`DATABASE_URL: ${file} cannot be used: the database belongs to another program`),
    )
  })

  it('of DATABASE_URL that cannot be reached is one line', async () => {
    const folder = createFolder()
    const loop = join(folder, 'loop.db')
    symlinkSync(loop, loop)
    writeFileSync(join(folder, 'file'), '')
    mkdirSync(join(folder, 'empty'))
    for (const path of [loop, join(folder, 'file', 'below.db')]) {
      const { code, stderr } = await refusal({ DATABASE_URL: `sqlite:${path}` })
      expect(code).toBe(2)
      expect(stderr).toMatch(/^DATABASE_URL: \S+ cannot be used: [^\n]+\n$/)
    }
  })
})

describe('production mode', processTimeout, () => {
  it.each([
    ['JWT_PRIVATE_KEY', { CARD_DATA_KEY: createRealKeys().CARD_DATA_KEY }],
    ['CARD_DATA_KEY', { JWT_PRIVATE_KEY: createRealKeys().JWT_PRIVATE_KEY }],
  ])('does not start without %s', { meta: { rules: ['D12-16'] } }, async (name, keys) => {
    expect(await refusal({ NODE_ENV: 'production', ...keys })).toStrictEqual(
      exit2(`${name} is required in production mode`),
    )
  })

  it.each(['JWT_PRIVATE_KEY', 'CARD_DATA_KEY'] as const)(
    'does not start with the demo %s',
    { meta: { rules: ['D11-03'] } },
    async (name) => {
      const keys = { ...createRealKeys(), [name]: demoKeys[name] }
      expect(await refusal({ NODE_ENV: 'production', ...keys })).toStrictEqual(
        exit2(`${name} is the demo key, which production mode refuses`),
      )
    },
  )
})
