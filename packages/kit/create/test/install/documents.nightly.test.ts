import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { install } from './installed-project.ts'

describe('a document in another style', () => {
  const documents = join(import.meta.dirname, '../documents')
  const styles = [
    ['parcels.json', '/parcels', { 'x-desk-key': 'test' }],
    ['library/library.yaml', '/loans/l-1', { authorization: 'Bearer test' }],
    ['weather.yaml', '/archive/v5/readings', {}],
    ['ferries.yaml', '/v1/ferries', { 'x-harbor-key': 'test' }],
  ] as const
  const runs = (['node-24', 'node-22'] as const).flatMap((runtime) =>
    styles.map((style) => [runtime, ...style] as const),
  )

  it.each(runs)('on %s, %s becomes a server that keeps it', async (runtime, document, path, headers) => {
    const project = await install(runtime, '--openapi', join(documents, document))
    await project.npm('run', 'typecheck')
    expect(await project.npm('test')).toMatch(/Tests .*\d passed/)
    const url = await project.serve('start')
    expect((await fetch(url + path, { headers })).status).toBe(200)
  })
})
