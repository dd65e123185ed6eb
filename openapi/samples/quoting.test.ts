import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { clientSample } from './client-sample.ts'
import { curlSample } from './curl-sample.ts'
import { fetchSample } from './fetch-sample.ts'
import type { SampleRequest } from './sample-request.ts'
import { requestOf } from './tiny-document.fixture.ts'

/** Everything that means something to a shell, to JSON, to a template literal or to a URL. */
const hostile = `It's "quoted" \`id\` $(id) $HOME \${HOME} \\n \\ ! # ; & | % /../?x=1 * ~ <b> Käse ☕\u2028\nnext\ttab`
const request: SampleRequest = {
  ...requestOf('addBook'),
  path: { shelfId: hostile },
  query: { sort: hostile },
  headers: { 'Idempotency-Key': "it's $HOME `id`" },
  body: { title: hostile, nested: [{ "it's": '$HOME' }] },
}
const url = new URL(`http://127.0.0.1:3000/shelves/${encodeURIComponent(hostile)}/books`)
url.searchParams.set('sort', hostile)

/** Runs a module's text with what it imports or finds as variables given. */
async function run(source: string, variables: Readonly<Record<string, unknown>>): Promise<void> {
  const body = `return (async () => {${source.replace(/^import .*$/m, '')}})()`
  // oxlint-disable-next-line typescript/no-implied-eval -- A sample is there to be run.
  await (new Function(...Object.keys(variables), body)(...Object.values(variables)) as Promise<void>)
}

describe('a sample of hostile values', () => {
  it('says them in a shell', async () => {
    const source = await curlSample(request)
    const told = execFileSync(
      'bash',
      ['-c', `API=http://127.0.0.1:3000 TOKEN=t\ncurl() { printf '%s\\0' "$@"; }\n${source}`],
      {
        encoding: 'utf8',
      },
    ).split('\0')
    const [sentTo = ''] = told.filter((argument) => argument.startsWith('http'))
    expect(new URL(sentTo).href).toBe(url.href)
    expect(told).toContain("Idempotency-Key: it's $HOME `id`")
    expect(JSON.parse(told.at(told.indexOf('-d') + 1) ?? '')).toStrictEqual(request.body)
  })

  it('says them with fetch', async () => {
    const sent: unknown[] = []
    await run(await fetchSample(request), {
      baseUrl: 'http://127.0.0.1:3000',
      token: 't',
      fetch: async (to: string, { headers, body }: { headers: Record<string, string>; body: string }) => {
        sent.push(new URL(to).href, headers['Idempotency-Key'], JSON.parse(body))
        return Response.json({})
      },
    })
    expect(sent).toStrictEqual([url.href, "it's $HOME `id`", request.body])
  })

  it('says them to the client', async () => {
    const inputs: unknown[] = []
    const client = { addBook: async (input: unknown) => inputs.push(input) }
    await run(await clientSample(request), { createPartnerClient: () => client })
    expect(inputs).toStrictEqual([{ ...request.path, ...request.query, ...request.body }])
  })
})
