import { join } from 'node:path'
import process from 'node:process'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { describe, expect, it, onTestFinished } from 'vitest'
import { foreignDocuments, root, toSource } from './documents.ts'

const documents = foreignDocuments.filter(({ name }) => ['github', 'figma', 'security'].includes(name))

/** Starts `contract mcp` with the document of another API. Returns a function that calls a tool and returns its text. */
async function start(source: string) {
  const client = new Client({ name: 'test', version: '1.0.0' })
  const args = [join(root, 'node_modules/.bin/contract'), 'mcp', source]
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }))
  onTestFinished(() => client.close())
  return async (name: string, given: Readonly<Record<string, unknown>> = {}): Promise<string> => {
    const { content } = await client.callTool({ name, arguments: given })
    return content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n')
  }
}

describe('contract mcp', () => {
  it.each(documents)('reads the operations of $title', async (document) => {
    const use = await start(toSource(document))
    const list = await use('read_operation')
    const ids = Array.from(list.matchAll(/^- `([^`]+)` /gm), ([, id = '']) => id)
    expect(ids.length).toBeGreaterThan(10)
    const texts = await Promise.all(ids.map((operationId) => use('read_operation', { operationId })))
    expect(texts.filter((text, index) => !text.startsWith(`# ${ids[index]}\n`))).toStrictEqual([])
    expect(Math.max(...texts.map(({ length }) => length))).toBeLessThan(60_000)
    expect(await use('search_docs', { query: ids[0] })).toContain(`- operation \`${ids[0]}\``)
  })
})
