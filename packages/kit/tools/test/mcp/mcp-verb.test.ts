import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { join } from 'node:path'
import process from 'node:process'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { describe, expect, it } from 'vitest'
import { createFolder, runContract, shedFiles } from '../project.ts'
import { startShed, useTool } from './connect.ts'

const secured = {
  ...shedFiles,
  'openapi.yaml': `${shedFiles['openapi.yaml']}  securitySchemes:
    card: { type: apiKey, in: header, name: x-card }
security: [{ card: [] }]
`,
}

/** Starts the command line as an assistant does. */
async function start(cwd: string, args: readonly string[]) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(import.meta.dirname, '../../src/cli.ts'), ...args],
    cwd,
    stderr: 'pipe',
    env: { PATH: process.env['PATH'] ?? '', SHED_CARD: 'card-7788' },
  })
  const log = text(transport.stderr as Readable)
  const client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect(transport)
  return { client, log }
}

/** Returns the arguments after the package name in the configuration of docs/mcp.md. */
async function readArguments(): Promise<readonly string[]> {
  const page = await readFile(join(import.meta.dirname, '../../docs/mcp.md'), 'utf8')
  const [, config = ''] = /```json\n(\{\n {2}"mcpServers"[^`]+)```/.exec(page) ?? []
  const { mcpServers } = JSON.parse(config) as {
    readonly mcpServers: { readonly shed: { readonly args: readonly string[]; readonly env: object } }
  }
  const [name, ...args] = mcpServers.shed.args
  expect([name, Object.keys(mcpServers.shed.env)]).toStrictEqual(['@contract-kit/tools', ['SHED_CARD']])
  return args
}

describe('contract mcp', () => {
  it('serves a document of several files over stdio, as docs/mcp.md configures it', async () => {
    const headers = { 'Content-Type': 'application/json' }
    const shed = await startShed({ status: 200, headers, body: '{"tool-id":7,"name":"Saw"}' })
    const folder = await createFolder({
      ...secured,
      'openapi.yaml': secured['openapi.yaml'].replaceAll('card:', 'memberCard:'),
      'site/llms.txt': '# Shed\n\n- [Saws](saws.md)\n',
      'site/saws.md': '# Saws\n\nKeep them dry.\n',
    })
    const local: Readonly<Record<string, string>> = {
      'https://docs.shed.example': 'site',
      'https://api.shed.example': shed.url,
    }
    const args = (await readArguments()).map((arg) => local[arg] ?? arg)
    const { client, log } = await start(folder, args)
    expect(client.getInstructions()).toContain(`Tool shed at ${shed.url}.`)
    const search = await useTool(client, 'search_docs', { query: 'dry' })
    const operation = await useTool(client, 'read_operation', { operationId: 'show-tool' })
    const lookUp = { operationId: 'show-tool', parameters: { 'tool-id': 7 } }
    const called = await useTool(client, 'call_operation', lookUp)
    await client.close()

    expect(search.text).toBe('- page [Saws](saws.md) Keep them dry.')
    expect(operation.text).toContain('GET /tools/{tool-id}: Show a tool')
    expect(JSON.parse(called.text)).toMatchObject({ status: 200, body: { 'tool-id': 7, name: 'Saw' } })
    expect(shed.received).toMatchObject([{ url: '/v1/tools/7', headers: { 'x-card': 'card-7788' } }])
    expect((await log).split('\n')).toStrictEqual([
      `MCP server on stdio; calls go to ${shed.url}`,
      expect.stringMatching(/^GET \/tools\/\{tool-id\} 200 \d+ ms$/),
      '',
    ])
  })

  // A document at a URL is not bundled first, which saves a second.
  it.each([
    [['--url', 'shed.example'], '--url must be an http or https URL, not "shed.example".'],
    [['--docs', 'nowhere'], 'nowhere has no llms.txt'],
    [['--credential', 'card'], '--credential must be <scheme>=<variable>, not "card".'],
    [['--credential', 'key=X'], 'There is no security scheme key; the document has card.'],
    [['--credential', 'card=X'], 'The environment variable X of the credential card is not set.'],
  ])('rejects %j', async (args, message) => {
    const document = {
      openapi: '3.0.3',
      info: { title: 'Saws', version: '1' },
      components: { securitySchemes: { card: { type: 'apiKey', in: 'header', name: 'x-card' } } },
    }
    const { url } = await startShed({ status: 200, body: JSON.stringify(document) })
    const { code, stdout, stderr } = await runContract('/', 'mcp', url, ...args)
    expect([code, stdout]).toStrictEqual([2, ''])
    expect(stderr).toContain(message)
  })

  it('rejects a URL that holds no document', async () => {
    const { url } = await startShed({ status: 404 })
    expect(await runContract('/', 'mcp', url)).toStrictEqual({
      code: 2,
      stdout: '',
      stderr: `${url} cannot be read: 404.\n`,
    })
  })

  it('rejects a document that is no OpenAPI 3', async () => {
    const folder = await createFolder({
      'swagger.yaml': 'swagger: "2.0"\ninfo: { title: Old, version: "1" }\npaths: {}\n',
    })
    const { code, stderr } = await runContract(folder, 'mcp', 'swagger.yaml')
    expect(code).toBe(2)
    expect(stderr).toMatch(/must be OpenAPI 3\.\n$/)
  })
})
