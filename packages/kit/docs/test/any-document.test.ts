import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { parseJson } from '@contract-kit/json-schema/json'
import { openDocument } from '@contract-kit/openapi/open'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { showResponse } from '../browser/try-it/response/describe.ts'
import { createSecrets } from '../browser/try-it/response/secrets.ts'
import { createTryIt, type TryIt } from '../browser/try-it/state.ts'
import { buildSite, type SiteSummary } from '../src/index.ts'
import type { TryData } from '../src/site/try-page.ts'

const folder = mkdtempSync(join(tmpdir(), 'docs-any-'))
afterAll(() => rmSync(folder, { recursive: true }))

const build = (name: string): Promise<SiteSummary> =>
  buildSite({
    outDir: join(folder, name),
    documents: [{ document: join(import.meta.dirname, 'documents', `${name}.yaml`) }],
  })
const read = (site: string, file: string): string => readFileSync(join(folder, site, file), 'utf8')

/** Reads the state of a built try-it page like its script does. */
function openBuilt(site: string): TryIt {
  const context: { tryItData?: string } = {}
  runInNewContext(read(site, 'assets/try-data.js'), context)
  const data = parseJson(context.tryItData ?? '') as unknown as TryData
  return createTryIt({
    ...data,
    document: openDocument(data.document),
    pageUrl: 'http://docs.test/try.html',
    now: () => 0,
    newKey: () => 'key',
    authorize: () => Promise.resolve(undefined),
    redirectUri: 'http://docs.test/try.html',
    fetch: () => Promise.resolve(new Response()),
  })
}

describe('a document of OpenAPI 3.2', () => {
  let site: SiteSummary
  beforeAll(async () => {
    site = await build('harbors-3.2')
  })

  it('has its new operations on every page', () => {
    for (const name of ['QUERY /harbors', 'COPY /harbors']) {
      expect(read('harbors-3.2', 'index.md')).toContain(`| \`${name}\` |`)
      expect(read('harbors-3.2', 'reference.md')).toContain(`\`${name}\`, `)
    }
    expect(read('harbors-3.2', 'reference.md')).toContain('Query string: `application/json` object')
    expect(read('harbors-3.2', 'reference.html')).toContain('href="#/other/copyharbor"')
    expect(read('harbors-3.2', 'reference.postman_collection.json')).toContain('"method":"COPY"')
    expect(openBuilt('harbors-3.2').operations.map(({ method }) => method)).toStrictEqual([
      'QUERY',
      'COPY',
      'PUT',
    ])
  })

  it('names the operations that cannot be read, and has all others', () => {
    expect(site.notes).toStrictEqual([
      expect.stringContaining('reference.html: the operation listMoorings cannot be read: The reference #/'),
      expect.stringContaining('reference.html: the operation addMooring cannot be read: The reference #/'),
      expect.stringContaining(
        'reference.html: the query string of findHarbors (`in: querystring`) is shown, but',
      ),
    ])
    expect(read('harbors-3.2', 'index.md')).not.toContain('listMoorings')
  })

  it('refers to schemas by names that are decoded once', () => {
    const markdown = read('harbors-3.2', 'reference.md')
    expect(markdown).toContain('Body: `application/json` `near/far`')
    expect(markdown).toContain('Body: `application/json` `near%2Ffar`')
  })

  it('keeps every digit of its numbers', () => {
    for (const file of ['reference.json', 'reference.yaml', 'assets/try-data.js'])
      expect(read('harbors-3.2', file)).toContain('9223372036854775807')
    expect(read('harbors-3.2', 'reference.postman_collection.json')).toMatch(
      /id=9007199254740993.*\\"depth\\": 9007199254740995|\\"depth\\": 9007199254740995.*id=9007199254740993/,
    )
    const tryIt = openBuilt('harbors-3.2')
    expect(tryIt.filled.value.form.body).toBe('{\n  "depth": 9007199254740995\n}')
    tryIt.select('copyHarbor')
    expect(tryIt.filled.value.request.url).toBe('https://harbors.example.com/harbors?id=9007199254740993')
  })

  it('keeps every digit of a response', () => {
    const { document, operations } = openBuilt('harbors-3.2')
    const [find] = operations
    if (find === undefined) throw new Error('The document has an operation')
    const text = '{"depth":9007199254740995}'
    const response = {
      kind: 'response',
      status: 200,
      headers: [],
      text,
      body: parseJson(text),
      bytes: undefined,
      durationMs: 1,
    } as const
    expect(showResponse(find, response, createSecrets(document, {}), false).text).toContain(
      ': 9007199254740995\n',
    )
  })
})

describe('a document of Swagger 2.0', () => {
  it('is documented as OpenAPI 3.0', async () => {
    const { warnings } = await build('buoys-2.0')
    expect(warnings).toStrictEqual([])
    expect(read('buoys-2.0', 'index.md')).toContain('| `https://buoys.example.com/v1` |')
    expect(read('buoys-2.0', 'index.md')).toContain('| `key` | API key in the header `X-Key` |')
    expect(read('buoys-2.0', 'reference.md')).toContain('Body: `application/json` `Buoy`')
    expect(JSON.parse(read('buoys-2.0', 'reference.json'))).toMatchObject({ openapi: '3.0.4' })
    const { request } = openBuilt('buoys-2.0').filled.value
    expect(request).toMatchObject({
      method: 'POST',
      url: 'https://buoys.example.com/v1/buoys?tags=a',
      body: { kind: 'text', text: '{\n  "name": "Bell"\n}' },
    })
  })
})
