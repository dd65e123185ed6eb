import { describe, expect, it } from 'vitest'
import { createRig, type ExchangeDraft } from '../../test/create-exchange.ts'
import { createMemoApi, memoDocument, memoKey } from '../../test/memo-api.ts'
import { runScript } from '../../test/run-script.ts'
import { checkContract } from './contract-run.ts'
import { toShellScript } from './shell-script.ts'

const mask = { showSecrets: false, secretNames: ['x-key'], secrets: ['k-0123456789'] }

describe('a script of a finding', () => {
  it('shows the fault again on another server', async () => {
    const [first, second] = [createMemoApi('deleted-stays'), createMemoApi('deleted-stays')]
    const [one, other] = [await first.listen(), await second.listen()]
    const headers = { 'x-key': memoKey }
    const { findings } = await checkContract({ document: memoDocument, baseUrl: one.url, headers })
    const script = findings.find(({ check }) => check === 'use-after-delete')?.reproduce.script ?? ''
    expect(script).not.toContain(memoKey)
    expect(script).toMatch(/^MEMO_ID=\$\(curl .* \| jq -r \.id\)$/m)
    expect(script).toMatch(/"\$URL\/memos\/\$MEMO_ID"/)
    const printed = await runScript(script, { URL: other.url, X_KEY: memoKey })
    await Promise.all([one.close(), other.close()])
    expect(printed).toMatch(/^HTTP\/1\.1 200 [^]*"id":"m1"/)
  })

  it('makes what the request names, where something else had made it', async () => {
    const [first, second] = [createMemoApi('title-is-a-number'), createMemoApi('title-is-a-number')]
    const other = await second.listen()
    const { findings } = await checkContract({
      document: memoDocument,
      fetch: first.fetch,
      headers: { 'x-key': memoKey },
      phases: ['coverage'],
      include: ['getMemo'],
    })
    const { script = '' } = findings.find(({ operationId }) => operationId === 'getMemo')?.reproduce ?? {}
    expect(script).toMatch(/^# 1\. createMemo returned 201$/m)
    expect(script).toMatch(/^# 2\. getMemo returned 200$/m)
    const printed = await runScript(script, { URL: other.url, X_KEY: memoKey })
    await other.close()
    expect(printed).toMatch(/^HTTP\/1\.1 200 [^]*"id":"m1","title":\d/)
  })

  it('asks for the credentials', async () => {
    const { findings } = await checkContract({
      document: memoDocument,
      baseUrl: 'http://memos.test',
      fetch: createMemoApi('deleted-stays').fetch,
      headers: { 'x-key': memoKey },
      phases: ['stateful'],
    })
    const { script = '' } = findings.find(({ check }) => check === 'use-after-delete')?.reproduce ?? {}
    await expect(runScript(script)).rejects.toThrow('Set X_KEY to the credentials.')
  })
})

const ref = (name: string, where = 'path') => ({
  name,
  in: where,
  required: where === 'path',
  schema: { type: 'string' },
})
const body = { content: { 'application/json': { schema: {} } } }
const ok = { 200: { description: 'Fine.', ...body } }
const document = {
  paths: {
    '/shops': { post: { operationId: 'addShop', requestBody: body, responses: ok } },
    '/shops/{shopId}/pets': {
      parameters: [ref('shopId')],
      post: { operationId: 'addPet', requestBody: body, responses: ok },
      get: { operationId: 'listPets', parameters: [ref('after', 'query')], responses: ok },
    },
    '/pets/{id}': {
      parameters: [ref('id')],
      put: { operationId: 'putPet', requestBody: body, responses: ok },
    },
  },
}
const exchange = await createRig(document)

const scriptOf = (...drafts: readonly ExchangeDraft[]): string =>
  toShellScript(
    drafts.map((draft) => {
      const { case: sent, response } = exchange(draft)
      return { sent, request: sent.request, response }
    }),
    { baseUrl: 'http://pets.test/v1/', mask },
  )

const send = (...headers: [string, string][]): ExchangeDraft => ({
  operation: 'addShop',
  request: { method: 'POST', target: '/shops?api_key=q1', headers, body: undefined },
  status: 200,
})

const join = (password: string): ExchangeDraft => ({
  operation: 'addShop',
  body: { password },
  status: 201,
})

describe('toShellScript', () => {
  it('takes several values from one response', () => {
    const script = scriptOf(
      {
        operation: 'addShop',
        body: {},
        status: 201,
        json: { shops: [{ id: 7, 'clerk-id': 'clerk-0815' }] },
      },
      {
        operation: 'addPet',
        path: { shopId: 7 },
        body: { clerk: 'clerk-0815', age: 7 },
        status: 201,
        json: {},
      },
    )
    expect(script).toBe(`#!/bin/sh
URL=\${URL:-http://pets.test/v1}
# 1. addShop returned 201
RESPONSE=$(curl -sS "$URL/shops" -H 'accept: application/json' -H 'content-type: application/json' --data-raw '{}')
SHOP_ID=$(printf '%s\\n' "$RESPONSE" | jq -r '.shops[0].id')
CLERK=$(printf '%s\\n' "$RESPONSE" | jq -r '.shops[0]["clerk-id"]')
# 2. addPet returned 201
curl -sS -i "$URL/shops/$SHOP_ID/pets" -H 'accept: application/json' -H 'content-type: application/json' --data-raw '{"clerk":"'"$CLERK"'","age":7}'`)
  })

  it('takes an id from Location and a tag from ETag', async () => {
    const headers = { location: 'http://pets.test/v1/pets/p-1', etag: '"e1"' }
    const script = scriptOf(
      { operation: 'addPet', path: { shopId: 's' }, body: {}, status: 201, headers, text: '' },
      {
        operation: 'putPet',
        path: { id: 'p-1' },
        request: { target: '/pets/p-1', headers: [['if-match', '"e1"']], method: 'PUT', body: undefined },
        status: 200,
      },
    )
    expect(script).toContain(`ID=$(printf '%s\\n' "$RESPONSE" | tr -d '\\r' | sed -n 's|^[Ll]`)
    expect(script).toContain(`-X PUT "$URL/pets/$ID" -H "if-match: $ETAG"`)
    // The commands with a canned server response in place of curl.
    const curl = `curl() { case "$*" in *PUT*) printf '%s %s' "$ID" "$ETAG";; *) printf 'HTTP/1.1 201 Created\\r\\nLOCATION: /v1/pets/p-2\\r\\nEtag: "e2"\\r\\n\\r\\n';; esac; }`
    expect(await runScript(script.replace('#!/bin/sh', curl))).toBe('p-2 "e2"')
  })

  it('leaves what the client chose as it is', () => {
    const id = 'chosen-by-the-client'
    const script = scriptOf(
      { operation: 'putPet', path: { id }, body: {}, status: 200, json: { id } },
      { operation: 'listPets', path: { shopId: 's' }, query: { after: id }, status: 200, json: [] },
    )
    expect(script).toContain(`"$URL/shops/s/pets?after=${id}"`)
    expect(script).not.toContain('jq')
  })

  it('takes no common word for an id', () => {
    const script = scriptOf(
      { operation: 'addShop', body: {}, status: 201, json: { binding: 'hardcover' } },
      { operation: 'addShop', body: { binding: 'hardcover' }, status: 201, json: {} },
    )
    expect(script).toContain(`--data-raw '{"binding":"hardcover"}'`)
  })

  it('gives a shell none of its own names to lose', () => {
    const script = scriptOf(
      { operation: 'addShop', body: {}, status: 201, json: { path: 'path-of-a-shop-on-the-corner' } },
      { operation: 'addShop', body: { path: 'path-of-a-shop-on-the-corner' }, status: 201, json: {} },
    )
    expect(script).toContain('\nPATH_2=$(curl')
  })

  it('leaves a password of a body to the person who runs the script', async () => {
    const script = scriptOf(join('made-up-1'), join('made-up-2'))
    expect(script).not.toContain('made-up')
    expect(script.match(/^: .*$/gm)).toHaveLength(2)
    const curl = `curl() { printf '%s' "$*"; }`
    expect(
      await runScript(script.replace('#!/bin/sh', curl), { PASSWORD: 'long-one', PASSWORD_2: 'p' }),
    ).toContain('{"password":"p"}')
  })

  it('names each credential', () => {
    const script = scriptOf(
      send(['authorization', 'Bearer t1'], ['cookie', 'a=1; b=2']),
      send(['authorization', 'Bearer t2']),
    )
    expect(script.match(/^: .*$/gm)).toHaveLength(4)
    expect(script).toContain(`"authorization: Bearer $TOKEN" -H "cookie: $COOKIE"`)
    expect(script).toContain(`"$URL/shops?api_key=$API_KEY" -H "authorization: Bearer $TOKEN_2"`)
    expect(script).not.toMatch(/t1|t2|q1|a=1/)
  })
})
