import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openapiDocument, operationTable } from '@giftcards/contract'
import { findBrokenPointers } from './find-broken-pointers.ts'
import { catalogueFolder, loadCatalogue } from './load-catalogue.ts'
import { resolvePointer } from './resolve-pointer.ts'

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

  it('says of each operation and each error code what it is for', () => {
    const rules = loadCatalogue().flatMap((section) => section.rules)
    const places = rules.flatMap(({ where }) => (Array.isArray(where) ? where : []))
    const operations = Object.values(operationTable).map(
      ({ path, method }) => `#/paths/${path.replaceAll('/', '~1')}/${method}`,
    )
    const { 'x-extensible-enum': codes } = resolvePointer(
      openapiDocument,
      '#/components/schemas/ErrorCode',
    ) as { readonly 'x-extensible-enum': readonly string[] }
    expect(operations.filter((place) => !places.some((one) => one.startsWith(place)))).toEqual([])
    expect(codes.filter((code) => !rules.some(({ statement }) => statement.includes(code)))).toEqual([])
  })

  it('names the fields that the contract has, wherever it says that they are all', () => {
    const stated = loadCatalogue()
      .flatMap((section) => section.rules)
      .flatMap(({ id, statement, where }) => {
        const [, list] = / has exactly (.*?)(?:, each of its stated type)?\.$/.exec(statement) ?? []
        const fields = list?.replaceAll(/\(.*?\)|at times|\band\b|strings/g, ' ').match(/\w+/g)
        return fields && Array.isArray(where) ? [{ id, fields, schema: where[0] }] : []
      })
    expect(stated.length).toBeGreaterThan(10)
    for (const { id, fields, schema = '' } of stated) {
      const { properties } = resolvePointer(openapiDocument, schema) as { readonly properties: object }
      expect([id, fields.toSorted()]).toStrictEqual([id, Object.keys(properties).toSorted()])
    }
  })

  it('throws every problem of a broken catalogue', () => {
    writeFileSync(join(scratch, '1-x.yaml'), 'section: 1')
    writeFileSync(join(scratch, '2-x.yaml'), 'title: 2')
    expect(() => loadCatalogue(scratch)).toThrow(/^1-x\.yaml: .*\n(.*\n)*2-x\.yaml: .*/)
  })
})
