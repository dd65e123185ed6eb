import { describe, expect, it } from 'vitest'
import { openDocsSite } from '../../src/mcp/docs-pages.ts'
import { toObject } from '../../src/documents/json.ts'
import { createFolder } from '../project.ts'
import { connect, startShed, useTool } from './connect.ts'
import { shedDocument } from './shed-document.ts'

const site = {
  'llms.txt':
    '# Shed\n\n## Guides\n\n- [Lending](guides/lending.md): how to lend\n- [Reference](reference.md)\n- [Data](reference.json): no page\n',
  'guides/lending.md':
    '# Lending\n\nTake it home.\n\n## Late returns\n\nA fine is due after a week.\n\n### Waivers\n\nAsk.\n\n```sh\n# no heading\n```\n\n## Repairs\n\nYou break it, you mend it.\n',
  'reference.md':
    '# Reference\n\n## Lend a tool\n\n`POST /loans`, `lendTool`\n\n## Loan\n\nA loan of a tool.\n',
  'secret.env': 'hidden',
}

async function connectWithDocs(files: Readonly<Record<string, string>> = site) {
  const folder = await createFolder(files)
  return connect({ docs: await openDocsSite('.', folder) })
}

type Args = Readonly<Record<string, unknown>>

/** Returns the result of a tool if there is a site with these files. */
const useSite = async (name: string, args: Args, files?: Readonly<Record<string, string>>) =>
  useTool((await connectWithDocs(files)).client, name, args)

/** Returns the result of a tool if there is only the document. */
const useDocument = async (name: string, args?: Args, options?: Parameters<typeof connect>[0]) =>
  useTool((await connect(options)).client, name, args)

describe('the tools', () => {
  it('are four, and say which of them only read', async () => {
    const { client } = await connect()
    const { tools } = await client.listTools()
    const reads = { readOnlyHint: true, idempotentHint: true, openWorldHint: false }
    expect(tools.map(({ name, annotations }) => [name, annotations])).toStrictEqual([
      ['search_docs', reads],
      ['read_page', reads],
      ['read_operation', reads],
      [
        'call_operation',
        { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
      ],
    ])
    expect(client.getInstructions()).toContain(
      'Tool shed at http://127.0.0.1:9. Find the way with search_docs',
    )
  })

  it('say that calls only read, where nothing else is allowed', async () => {
    const { client } = await connect({ isReadOnly: true })
    const { tools } = await client.listTools()
    expect(tools.at(-1)?.annotations).toStrictEqual({
      readOnlyHint: true,
      idempotentHint: true,
      openWorldHint: true,
    })
  })
})

describe('read_operation', () => {
  it('lists every operation by tag', async () => {
    expect((await useDocument('read_operation')).text).toBe(
      [
        '## Tools',
        '- `listTools` GET /tools: List tools',
        '',
        '- `GET /tools/{tool-id}` Show a tool',
        '- `scrapTool` DELETE /tools/{tool-id} (deprecated)',
        '- `lendTool` POST /loans: Lend a tool',
        '- `addPhoto` POST /photos',
      ].join('\n'),
    )
  })

  it.each([
    [
      'Credentials: `memberCard` (an API key, sent in the header x-member) and `session` (a token, without its scheme).',
    ],
    ['## Body (required)\n\napplication/json, or application/x-www-form-urlencoded: {"$ref":"Loan"}'],
    ['Example: {"kind":"week","toolId":7}'],
    ['- 4XX: You have too many tools.'],
    ['## Schemas\n\nLoan: {"oneOf":'],
  ])('tells of a call: %s', async (part) => {
    expect((await useDocument('read_operation', { operationId: 'lendTool' })).text).toContain(part)
  })

  it('shows a schema that refers to itself once', async () => {
    const { text } = await useDocument('read_operation', { operationId: 'listTools' })
    expect(text).toContain('- `limit` (query): {"type":"integer","minimum":1}')
    expect(text).toContain('Headers: x-total')
    expect(text.match(/^Tool: /gm)).toHaveLength(1)
  })

  it.each(['GET /tools/{tool-id}', ' listTools '])('finds %s', async (operationId) => {
    expect((await useDocument('read_operation', { operationId })).isError).toBe(false)
  })

  it('names the operation nearest to an unknown one', async () => {
    expect(await useDocument('read_operation', { operationId: 'lend_tool' })).toStrictEqual({
      text: 'There is no operation "lend_tool"; did you mean lendTool? Call read_operation without an id for the list.',
      isError: true,
    })
  })

  it('leaves out what is too long to read', async () => {
    const properties = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [
        `member${index}`,
        { type: 'object', description: 'Words. '.repeat(60), $ref: `#/components/schemas/Part${index}` },
      ]),
    )
    const parts = Array.from({ length: 60 }, (_, index) => [
      `Part${index}`,
      { type: 'string', enum: [`part-${index} `.repeat(80)] },
    ])
    const schemas = { ...Object.fromEntries(parts), Loan: { type: 'object', properties }, Tool: {} }
    const components = { ...toObject(shedDocument['components']), schemas }
    const options = { document: { ...shedDocument, components } }
    const { text } = await useDocument('read_operation', { operationId: 'lendTool' }, options)
    expect(text.length).toBeLessThan(27_000)
    expect(text).toContain('Part0: {"type":"string","enum":["part-0 part-0')
    expect(text).toMatch(/\n\nNot shown, for length: Part\d+, .*Part59\.$/)
    expect(text).not.toContain('Words.')
  })

  it('reads QUERY, other methods and path items that are referred to', async () => {
    const responses = { 200: { description: 'OK' } }
    const document = {
      ...shedDocument,
      openapi: '3.2.0',
      paths: {
        '/tools': {
          query: { responses },
          additionalOperations: { COPY: { operationId: 'copyTools', responses } },
        },
        '/shared': { $ref: '#/components/pathItems/Shared' },
      },
      components: { pathItems: { Shared: { summary: 'Share', get: { responses } } } },
      security: [],
    }
    expect((await useDocument('read_operation', {}, { document })).text.split('\n')).toStrictEqual([
      '- `QUERY /tools`',
      '- `copyTools` COPY /tools',
      '- `GET /shared` Share',
    ])
  })

  it('names an operation that cannot be read, and serves the others', async () => {
    const paths = {
      ...toObject(shedDocument['paths']),
      '/lost': { get: { parameters: [{ in: 'sky' }], responses: {} } },
    }
    const { client, log } = await connect({ document: { ...shedDocument, paths } })
    const reason = expect.stringMatching(
      /^GET \/lost is left out: `in` at #\/paths\/~1lost\/get\/parameters\/0 must be /,
    )
    expect(log).toStrictEqual([reason])
    const { text, isError } = await useTool(client, 'read_operation', { operationId: 'GET /lost' })
    expect([text.startsWith('The operation "GET /lost" cannot be read: `in` at'), isError]).toStrictEqual([
      true,
      true,
    ])
    expect((await useTool(client, 'read_operation', { operationId: 'lendTool' })).isError).toBe(false)
  })

  it('says that there are no operations', async () => {
    const { text } = await useDocument('read_operation', {}, { document: { ...shedDocument, paths: {} } })
    expect(text).toBe('The document has no operations.')
  })

  it('lists a part of very many operations', async () => {
    const paths = Object.fromEntries(
      Array.from({ length: 400 }, (_, index) => [`/p${index}`, { get: { responses: {} } }]),
    )
    const { text } = await useDocument('read_operation', {}, { document: { ...shedDocument, paths } })
    expect(text.split('\n')).toHaveLength(152)
    expect(text).toContain('250 more operations are not listed: find them by search_docs.')
  })
})

describe('search_docs', () => {
  it('finds operations before the pages that mention them', async () => {
    const { text } = await useSite('search_docs', { query: 'how do I lend a tool?' })
    expect(text.split('\n')[0]).toBe('- operation `lendTool` POST /loans: Lend a tool')
    expect(text).toContain('- page [Reference: Loan](reference.md#loan) A loan of a tool.')
    expect(text).not.toContain('reference.md#lend-a-tool')
  })

  it('finds a section by its words', async () => {
    expect((await useSite('search_docs', { query: 'fine', limit: 1 })).text).toBe(
      '- page [Lending: Late returns](guides/lending.md#late-returns) A fine is due after a week.',
    )
  })

  it.each([
    [
      'what may be skipped after the rest',
      '## Guides\n\n- [One](one.md)\n\n## Optional\n\n- [Two](two.md)\n',
      ['A chisel, among many other things that can be lent here.', 'A chisel.'],
      'chisel',
      ['one.md', 'two.md'],
    ],
    [
      'what has every word before what has some',
      '- [One](one.md)\n- [Two](two.md)\n',
      ['A chisel, a chisel, a chisel.', 'A chisel, blunt, among many other things that can be lent here.'],
      'blunt chisel',
      ['two.md', 'one.md'],
    ],
  ])('finds %s', async (_title, map, [one, two], query, pages) => {
    const files = {
      'llms.txt': `# Shed\n\n${map}`,
      'one.md': `# One\n\n${one}\n`,
      'two.md': `# Two\n\n${two}\n`,
    }
    expect((await useSite('search_docs', { query }, files)).text.match(/\w+\.md/g)).toStrictEqual(pages)
  })

  it('searches the document itself where there is no site', async () => {
    expect((await useDocument('search_docs', { query: 'sunday' })).text).toBe(
      '- page [Tool shed: Opening hours](overview.md#opening-hours) Never on Sunday.',
    )
    expect((await useDocument('search_docs', { query: 'zeppelin' })).text).toMatch(/^Nothing was found\. Use/)
  })
})

describe('read_page', () => {
  it('reads a section with what is below it', async () => {
    expect((await useSite('read_page', { path: 'guides/lending.md#late-returns' })).text).toBe(
      '## Late returns\n\nA fine is due after a week.\n\n### Waivers\n\nAsk.\n\n```sh\n# no heading\n```',
    )
  })

  it('shows the sections of a long page', async () => {
    const long = `# Lending\n\n## One\n\n${'long '.repeat(8000)}\n\n## Two\n\nShort.\n`
    const path = 'guides/lending.md'
    const { text } = await useSite('read_page', { path }, { ...site, [path]: long })
    expect(text).toContain('- guides/lending.md#one\n- guides/lending.md#two')
  })

  it.each([
    ['guides/landing.md', 'There is no page "guides/landing.md"; did you mean guides/lending.md?'],
    [
      'guides/lending.md#late',
      'guides/lending.md has no section "late"; the known ones are late-returns, waivers, repairs.',
    ],
    ['../../etc/passwd.md', 'There is no page'],
    ['secret.env', 'There is no page'],
  ])('rejects %s', async (path, message) => {
    const { text, isError } = await useSite('read_page', { path })
    expect(isError).toBe(true)
    expect(text).toContain(message)
  })

  it('reads nothing outside of the URL of a site', async () => {
    const map = '# Shed\n\n- [Elsewhere](https://elsewhere.example/a.md)\n- [Above](../above.md)\n'
    const { url, received } = await startShed({ status: 200, body: map })
    const docs = await openDocsSite(url, '/')
    expect(await docs.pages()).toStrictEqual([])
    await expect(docs.page('../secret.md')).rejects.toThrow('There is no page "../secret.md"')
    await expect(docs.page('openapi.json')).rejects.toThrow('There is no page "openapi.json"')
    expect(received.map((request) => request.url)).toStrictEqual(['/v1/llms.txt'])
  })

  it('reads what the document says of itself where there is no site', async () => {
    const { text } = await useDocument('read_page', { path: 'overview.md' })
    expect(text).toContain('- `memberCard`: an API key, sent in the header x-member. Ask the warden.')
    expect((await useDocument('read_page', { path: 'index.md' })).text).toBe(
      'There is no page "index.md". The only page is overview.md.',
    )
  })
})
