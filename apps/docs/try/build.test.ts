import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { buildTryPage } from './build.ts'

const folder = mkdtempSync(join(tmpdir(), 'try-page-'))
const read = (name: string): string => readFileSync(join(folder, name), 'utf8')

let environmentAfterwards: string | undefined
beforeAll(async () => {
  vi.stubEnv('NODE_ENV', undefined)
  await buildTryPage(folder)
  environmentAfterwards = process.env['NODE_ENV']
  vi.unstubAllEnvs()
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('buildTryPage', () => {
  it('writes the page, one script and one style', () => {
    expect(readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()).toEqual([
      'try-page',
      join('try-page', 'try.css'),
      join('try-page', 'try.js'),
      'try.html',
    ])
  })

  it('loads files of the site alone', () => {
    const loaded = Array.from(
      read('try.html').matchAll(/<(?:script|link)\b[^>]*\b(?:src|href)="([^"]+)"/g),
      ([, address]) => address ?? '',
    )
    expect(loaded.toSorted()).toEqual([
      'assets/icon.svg',
      'assets/site.css',
      'assets/site.js',
      'try-page/try.css',
      'try-page/try.js',
    ])
    expect(read('try-page/try.css')).not.toMatch(/url\(|@import/)
    expect(read('try-page/try.js')).not.toMatch(/\bimport\(/)
  })

  it('runs no text as code', () => {
    expect(read('try-page/try.js')).not.toMatch(/\beval\(|\bnew Function\b|[^.\w]Function\(/)
  })

  it('keeps nothing in the browser', () => {
    expect(read('try-page/try.js')).not.toMatch(/localStorage|sessionStorage|indexedDB|document\.cookie/)
  })

  it('leaves the process no environment', () => {
    expect(environmentAfterwards).toBeUndefined()
  })

  it('stays below 64 kB', () => {
    expect(gzipSync(read('try-page/try.js')).length).toBeLessThan(64_000)
  })
})
