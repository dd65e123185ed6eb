import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { openStore } from '@giftcards/storage'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listen } from './listen.ts'
import { pages } from './pages.ts'
import { describeStartFailure, type StartFailure } from './start-failure.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'giftcards-start-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The failure of a start that throws this. */
async function failureOf(start: () => unknown): Promise<StartFailure> {
  try {
    await start()
  } catch (error) {
    return describeStartFailure(error)
  }
  throw new Error('It started')
}

const exit2 = (text: unknown): StartFailure => ({ exitCode: 2, text: text as string })
const openDatabase = (url: string) => () => openStore(url, { mode: 'sandbox' })
const listenOn = (host: string, port: number) => () => listen(() => undefined, { host, port })

describe('describeStartFailure', { meta: { rules: ['D12-10'] } }, () => {
  it('names pages that are not built', async () => {
    const docs = pathToFileURL(join(tmpdir(), 'no docs here/'))
    expect(await failureOf(() => pages(docs, ''))).toStrictEqual(
      exit2(`${fileURLToPath(docs)} does not exist: run npm run build first`),
    )
  })

  it('names a port that takes more rights', () => {
    const error = Object.assign(new Error('listen EACCES'), { code: 'EACCES', syscall: 'listen', port: 80 })
    expect(describeStartFailure(error)).toStrictEqual(
      exit2('Port 80 needs more rights: set PORT to a port above 1023'),
    )
  })

  it.each([
    ['an address of another machine', '203.0.113.7', 'EADDRNOTAVAIL'],
    ['a name that no machine has', 'nowhere.invalid', expect.stringMatching(/^E/)],
  ])('names a HOST that is %s', async (_what, host, code) => {
    const { exitCode, text } = await failureOf(listenOn(host, 0))
    const [, found] =
      /^The server cannot listen on HOST \((\w+)\): set HOST to an address of this machine$/.exec(text) ?? []
    expect([exitCode, found]).toStrictEqual([2, code])
  })

  it.each([
    ['without a scheme', 'marketplace.db', /the database URL must be sqlite:<path>/],
    ['with another scheme', 'mysql://root:hunter2@db.test/cards', /the database URL must be sqlite:<path>/],
    ['without a path', 'sqlite:', /the database URL names no file/],
  ])('names a DATABASE_URL %s, and no password', async (_what, url, sentence) => {
    const { exitCode, text } = await failureOf(openDatabase(url))
    expect(exitCode).toBe(2)
    expect(text).toMatch(sentence)
    expect(text).toMatch(/^DATABASE_URL: [^\n]+$/)
    expect(text).not.toContain('hunter2')
  })

  it('names a database that cannot be used or made, in one line', async () => {
    expect(await failureOf(openDatabase(`sqlite:${folder}`))).toStrictEqual(
      exit2(`DATABASE_URL: ${folder} cannot be used: it is a directory`),
    )
    const [loop, file] = [join(folder, 'loop.db'), join(folder, 'file')]
    symlinkSync(loop, loop)
    writeFileSync(file, '')
    for (const path of [loop, join(file, 'below.db'), join(file, 'further', 'below.db')]) {
      expect(await failureOf(openDatabase(`sqlite:${path}`))).toStrictEqual(
        exit2(expect.stringMatching(/^DATABASE_URL: \S+ cannot be used: [^\n]+$/)),
      )
    }
  })

  it('shows where a defect is', () => {
    const { exitCode, text } = describeStartFailure(new TypeError('broken'))
    expect(exitCode).toBe(1)
    expect(text).toMatch(/^TypeError: broken\n\s+at /)
    expect(describeStartFailure('broken')).toStrictEqual({ exitCode: 1, text: 'broken' })
  })
})
