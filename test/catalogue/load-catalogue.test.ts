import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { findBrokenPointers } from './find-broken-pointers.ts'
import { catalogueFolder, loadCatalogue } from './load-catalogue.ts'

const scratch = mkdtempSync(join(tmpdir(), 'catalogue-'))
afterAll(() => rmSync(scratch, { recursive: true }))

describe('loadCatalogue', () => {
  it('reads the catalogue without a problem', () => {
    const rules = loadCatalogue().flatMap((section) => section.rules)
    expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length)
    expect(rules.filter(({ id }) => !id.startsWith('D')).length).toBeGreaterThan(200)
  })

  it('points at places that the contract has', () => {
    const bundle = join(catalogueFolder, '../dist/openapi.full.json')
    const document: unknown = JSON.parse(readFileSync(bundle, 'utf8'))
    expect(findBrokenPointers(loadCatalogue(), document)).toEqual([])
  })

  it('throws every problem of a broken catalogue', () => {
    writeFileSync(join(scratch, '1-x.yaml'), 'section: 1')
    writeFileSync(join(scratch, '2-x.yaml'), 'title: 2')
    expect(() => loadCatalogue(scratch)).toThrow(/^1-x\.yaml: .*\n(.*\n)*2-x\.yaml: .*/)
  })
})
