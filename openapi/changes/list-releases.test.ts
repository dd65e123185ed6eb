import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { contractDocuments } from './contract-documents.ts'
import { listReleases } from './list-releases.ts'
import { versionOf } from './version-of.ts'

describe('listReleases', () => {
  it.each(Object.entries(contractDocuments))('gives every release its version: %s', (_name, { released }) => {
    const releases = listReleases(released)
    expect(releases.map(({ version }) => version)).toContain('1.0.0')
    expect(releases.map(({ document }) => versionOf(document))).toStrictEqual(
      releases.map(({ version }) => version),
    )
  })

  it('refuses a bundle that nobody dated', () => {
    const folder = mkdtempSync(join(tmpdir(), 'giftcards-releases-'))
    try {
      writeFileSync(join(folder, 'releases.yaml'), '[]')
      writeFileSync(join(folder, '1.1.0.yaml'), 'openapi: 3.1.1')
      expect(() => listReleases(folder)).toThrow('releases.yaml does not name 1.1.0.yaml')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
