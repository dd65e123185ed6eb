import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { listReleases } from './list-releases.ts'
import { tinyContract } from './tiny-contract.fixture.ts'
import { writeRelease } from './write-release.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'giftcards-releases-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Releases a tiny contract of one path, and gives what was said against it. */
function release(version: string, path: string) {
  const paths = { [path]: { get: { responses: { 200: { description: 'A' } } } } }
  const bundle = join(folder, 'bundle')
  writeFileSync(`${bundle}.yaml`, stringify({ ...tinyContract(paths), info: { title: 'Tiny', version } }))
  return writeRelease({
    source: 'tiny.yaml',
    bundle,
    released: folder,
    date: '2026-01-15',
    note: `Version ${version}: the path ${path}.`,
  })
}

describe('writeRelease', () => {
  it('adds the bundle, the date and the note', () => {
    expect(release('1.0.0', '/a')).toStrictEqual([])
    expect(release('2.0.0', '/b')).toStrictEqual([])
    expect(listReleases(folder)).toMatchObject([
      {
        version: '1.0.0',
        date: '2026-01-15',
        note: 'Version 1.0.0: the path /a.',
        document: { paths: { '/a': {} } },
      },
      {
        version: '2.0.0',
        date: '2026-01-15',
        note: 'Version 2.0.0: the path /b.',
        document: { paths: { '/b': {} } },
      },
    ])
  })

  it('refuses a version that is out', () => {
    release('1.0.0', '/a')
    expect(release('1.0.0', '/a')).toStrictEqual([
      'Version 1.0.0 is released already; raise info.version in tiny.yaml.',
    ])
  })

  it('refuses what the gate refuses, and writes nothing', () => {
    release('1.0.0', '/a')
    expect(release('1.1.0', '/b')[0]).toMatch(/or make it version 2\.0\.0\.$/)
    expect(listReleases(folder).map(({ version }) => version)).toStrictEqual(['1.0.0'])
  })
})
