import { describe, expect, it } from 'vitest'
import { createMemoApi, memoDocument, memoKey } from '../../test/memo-api.ts'
import { checkContract } from './contract-run.ts'

/** The findings about a server whose every response is a 500 with `text` as its body. */
const shownOf = async (text: string, showSecrets = false): Promise<string> => {
  const { findings } = await checkContract({
    document: memoDocument,
    fetch: () => new Response(text, { status: 500, headers: { 'content-type': 'application/json' } }),
    headers: { 'x-key': memoKey },
    phases: ['examples'],
    showSecrets,
  })
  expect(findings.map(({ check }) => check)).toContain('not-a-server-error')
  return JSON.stringify(
    findings.map(({ message, schemaFragment, reproduce }) => ({ message, schemaFragment, reproduce })),
  )
}

/** Starts near the length limit of shown bodies, so it is cut. */
const cutThrough = (secret: string): string => `{"padding":"${'x'.repeat(1970)}","token":"${secret}"}`

describe('describeFinding', () => {
  it('masks the credentials of the run and those that an response hands out', async () => {
    const shown = await shownOf(`{"got":"${memoKey}","accessToken":"handed-out"}`)
    expect(shown).not.toContain(memoKey)
    expect(shown).not.toContain('handed-out')
    expect(shown).toContain('accessToken')
  })

  it('shows no beginning of a secret where the body is cut', async () => {
    expect(await shownOf(cutThrough('handed-out'))).not.toContain('handed')
    expect(await shownOf(cutThrough(memoKey))).not.toContain(memoKey.slice(0, 4))
  })

  it('shows everything when asked', async () => {
    expect(await shownOf(`{"got":"${memoKey}"}`, true)).toContain(memoKey)
  })

  it('tells what led to a fault, without what was refused on the way', async () => {
    const api = createMemoApi('deleted-stays')
    let posts = 0
    const fetch = async (request: Request): Promise<Response> => {
      if (request.method !== 'POST') return api.fetch(request)
      posts += 1
      // Every other creation is refused for a reason of the server's own.
      return posts % 2 === 0 ? new Response(null, { status: 400 }) : api.fetch(request)
    }
    const { findings } = await checkContract({
      document: memoDocument,
      fetch,
      reset: () => {
        api.reset()
        posts = 1
      },
      headers: { 'x-key': memoKey },
      phases: ['stateful'],
    })
    const { reproduce } = findings.find(({ check }) => check === 'use-after-delete') ?? {}
    const shown = reproduce?.earlier.map(({ request, response }) => `${request.method} ${response?.status}`)
    expect(shown?.at(-1)).toBe('DELETE 204')
    expect(shown).toContain('POST 201')
    expect(shown).not.toContain('POST 400')
    expect(reproduce?.curl.match(/^curl /gm)).toHaveLength((shown?.length ?? 0) + 1)
  })
})
