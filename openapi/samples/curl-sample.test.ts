import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { curlSample } from './curl-sample.ts'
import { requestOf } from './tiny-document.fixture.ts'

describe('curlSample', () => {
  it('names the host and the token where they come from', async () => {
    expect(await curlSample(requestOf('open'))).toBe(`API=http://127.0.0.1:3000

curl -i -X POST "$API/session" -H 'x-cc-app: demo-app'
# From now on TOKEN is the header "authorization" of this answer.
`)
  })

  it('leaves optional parameters out unless the example has them', async () => {
    expect(await curlSample(requestOf('listBooks'))).toBe(`SHELF_ID=7

curl "$API/shelves/$SHELF_ID/books?kind=all&sort=a+b" \\
  -H 'x-cc-app: demo-app' \\
  -H "Authorization: Bearer $TOKEN"
`)
  })

  it('keeps a body from the shell', async () => {
    const source = await curlSample(requestOf('addBook'))
    const echoed = execFileSync('bash', ['-c', `curl() { printf '%s\\n' "\${@: -1}"; }\n${source}`], {
      encoding: 'utf8',
    })
    expect(JSON.parse(echoed)).toStrictEqual({ action: 'add', title: "Nobody's `Book` ${HOME}", pages: 120 })
    expect(source).toContain("-H 'Idempotency-Key: purchase-42'")
  })

  it('sends no partner headers to a control', async () => {
    expect(await curlSample(requestOf('dropShelf'))).toBe(`SHELF_ID=7

curl -X DELETE "$API/__sandbox/shelves/$SHELF_ID"
`)
  })
})
