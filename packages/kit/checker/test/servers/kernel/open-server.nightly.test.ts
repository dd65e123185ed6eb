import { describe, expect, test } from 'vitest'
import { library } from '../library/library-server.ts'
import { copy, seeded } from '../library/samples.ts'
import { openServer } from './open-server.ts'

const headers = { ...library.credentials, 'content-type': 'application/json' }

describe('openServer', () => {
  test('shares one state between both entrances', async () => {
    const server = openServer(library)
    const wire = await server.listen()
    const body = JSON.stringify(copy)
    const made = await fetch(`${wire.url}/books/${seeded.book}/copies`, { method: 'POST', headers, body })
    const read = await server.fetch(new Request(`${server.url}/books/${seeded.book}/copies`))
    await wire.close()
    expect(await read.json()).toEqual([await made.json()])
  })

  test('answers alike over the wire and in the process', async () => {
    const server = openServer(library)
    const wire = await server.listen()
    const far = await fetch(`${wire.url}/books?tag=seed|geese&limit=1`)
    server.reset()
    const near = await server.fetch(new Request(`${server.url}/books?tag=seed|geese&limit=1`))
    await wire.close()
    expect([near.status, await near.text()]).toEqual([far.status, await far.text()])
    for (const [name, value] of near.headers) expect(far.headers.get(name)).toBe(value)
  })

  test('carries a status outside of HTTP', async () => {
    const server = openServer(library, { deviation: 'missing-author-answers-799' })
    const wire = await server.listen()
    const near = await server.fetch(new Request(`${server.url}/authors/${seeded.book}`))
    const far = await fetch(`${wire.url}/authors/${seeded.book}`)
    await wire.close()
    expect([near.status, far.status]).toEqual([799, 799])
  })

  test('knows nothing outside of its base path', async () => {
    const server = openServer(library)
    expect((await server.fetch(new Request('http://library.test/books'))).status).toBe(404)
  })
})
