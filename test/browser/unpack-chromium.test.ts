import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { neededLibraries } from './needed-libraries.ts'
import { unpackChromium } from './unpack-chromium.ts'

let cache: string
beforeEach(() => {
  cache = mkdtempSync(join(tmpdir(), 'unpack-chromium-'))
})
afterEach(() => rmSync(cache, { recursive: true }))

const filesBeside = (path: string): readonly string[] => readdirSync(dirname(path))

async function failHalfway(folder: string): Promise<void> {
  writeFileSync(join(folder, 'chromium'), 'half')
  throw new Error('The archive ends early')
}

describe('unpackChromium', () => {
  it('unpacks once, for every later call', async () => {
    let inflations = 0
    const inflate = async (folder: string): Promise<void> => {
      inflations += 1
      writeFileSync(join(folder, 'chromium'), '')
    }
    const first = await unpackChromium(cache, inflate)
    expect(await unpackChromium(cache, inflate)).toStrictEqual(first)
    expect(inflations).toBe(1)
    expect(filesBeside(first.executablePath)).toStrictEqual(['chromium', 'fonts.conf'])
  })

  it('gives two callers at once one whole folder', async () => {
    const bothStarted = Promise.withResolvers<void>()
    let started = 0
    const inflate = async (folder: string): Promise<void> => {
      writeFileSync(join(folder, 'chromium'), 'half')
      started += 1
      if (started === 2) bothStarted.resolve()
      await bothStarted.promise
      writeFileSync(join(folder, 'chromium'), 'whole')
    }
    const [first, second] = await Promise.all([
      unpackChromium(cache, inflate),
      unpackChromium(cache, inflate),
    ])
    expect(second).toStrictEqual(first)
    expect(readFileSync(first.executablePath, 'utf8')).toBe('whole')
    expect(filesBeside(dirname(first.executablePath))).toHaveLength(1)
  })

  it('leaves nothing where unpacking fails', async () => {
    await expect(unpackChromium(cache, failHalfway)).rejects.toThrow('The archive ends early')
    expect(readdirSync(join(cache, 'giftcards'))).toStrictEqual([])
  })

  it('needs no library but its own and those of Node', async () => {
    const { executablePath, env } = await unpackChromium()
    const own = readdirSync(env['LD_LIBRARY_PATH'] ?? '')
    const seen = new Set<string>()
    const visit = (file: string): void => {
      for (const library of neededLibraries(file).filter((name) => !seen.has(name))) {
        seen.add(library)
        if (own.includes(library)) visit(join(env['LD_LIBRARY_PATH'] ?? '', library))
      }
    }
    visit(executablePath)
    expect([...seen].filter((library) => !own.includes(library)).toSorted()).toStrictEqual([
      'ld-linux-x86-64.so.2',
      'libc.so.6',
      'libdl.so.2',
      'libgcc_s.so.1',
      'libm.so.6',
      'libpthread.so.0',
    ])
  })
})
