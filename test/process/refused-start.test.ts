import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, describe, expect, it } from 'vitest'
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
  it('of a setting is one line', async () => {
    expect(await refusal({ PORT: 'abc' })).toStrictEqual(exit2('PORT must be a whole number from 0 to 65535'))
  })

  it('of HOST that is no address of this machine is one line', async () => {
    expect(await refusal({ HOST: '203.0.113.7' })).toStrictEqual(
      exit2('HOST cannot be listened on (EADDRNOTAVAIL): set HOST to an address of this machine'),
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
  it('does not start without its keys', { meta: { rules: ['D12-16'] } }, async () => {
    expect(await refusal({ NODE_ENV: 'production' })).toStrictEqual(
      exit2('JWT_PRIVATE_KEY is required in production mode'),
    )
  })
})
