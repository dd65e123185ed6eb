import { beforeAll, describe, expect, it } from 'vitest'
import { startSuite } from '../service.ts'
import { createHostileApp, runHostile } from './run-hostile.ts'

const suite = startSuite()

describe('a hostile caller', () => {
  let url: string
  beforeAll(async () => {
    url = await suite.listen(await createHostileApp())
  })

  it('finds no fault of the server', async () => {
    const { statuses, accepted } = await runHostile(url, 3000, 1)
    expect([...statuses.keys()]).toStrictEqual(expect.arrayContaining([200, 400, 404, 405, 415]))
    expect([...accepted]).toStrictEqual(
      expect.arrayContaining([
        'application/json',
        'application/octet-stream',
        'application/vnd.api+json',
        'application/x-www-form-urlencoded',
        'multipart/form-data',
        'text/plain',
      ]),
    )
  })
})
