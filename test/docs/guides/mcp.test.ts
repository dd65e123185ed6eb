import { spawn } from 'node:child_process'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { repositoryRoot } from '@giftcards/test-harness'
import { describe, expect, it } from 'vitest'
import { sandbox } from '../site.ts'
import { getGuide } from './guides.ts'

interface ServerSettings {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** Returns the server that the guide adds to an assistant's settings, with the address of the sandbox of these tests. */
function readSettings(): ServerSettings {
  const [block] = getGuide('mcp').blocks.filter(({ language }) => language === 'json')
  const { mcpServers } = JSON.parse((block?.code ?? '').replaceAll('http://127.0.0.1:3000', sandbox.url)) as {
    readonly mcpServers: Readonly<Record<string, ServerSettings>>
  }
  const [settings] = Object.values(mcpServers)
  if (settings === undefined) throw new Error('The guide has no server')
  return settings
}

const initialize = {
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1.0.0' } },
}
const call = (name: string, args: object) => ({ method: 'tools/call', params: { name, arguments: args } })

/** Sends requests one after another to the command of the package, started as by npx, and returns the results. */
async function ask({ args, env }: ServerSettings, requests: readonly object[]): Promise<readonly string[]> {
  const begin = args.indexOf('@contract-kit/tools') + 1
  const program = join(repositoryRoot, 'node_modules/.bin/contract')
  const server = spawn(process.execPath, [program, ...args.slice(begin)], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const results: string[] = []
  const send = (): void => {
    const request = requests[results.length]
    if (request === undefined) server.stdin.end()
    else server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: results.length, ...request })}\n`)
  }
  send()
  for await (const line of createInterface(server.stdout)) {
    results.push(line)
    send()
  }
  return results
}

describe('the guide on MCP', () => {
  it('has npx install the command from the sandbox', async () => {
    const { command, args } = readSettings()
    const [yes, registry = '', name = ''] = args
    expect([command, yes]).toStrictEqual(['npx', '--yes'])
    const [option, address = ''] = registry.split('=')
    expect(option).toBe('--@contract-kit:registry')
    const response = await fetch(`${address}${name.replace('/', '%2f')}`)
    expect(await response.json()).toMatchObject({ name })
  })

  it('gives an assistant the docs and the sandbox', async () => {
    const [, tools = '', found, opened] = await ask(readSettings(), [
      initialize,
      { method: 'tools/list' },
      call('search_docs', { query: 'idempotency' }),
      call('call_operation', { operationId: 'createSession' }),
    ])
    const names = Array.from(tools.matchAll(/"name":"(\w+)"/g), ([, name]) => name)
    const told = Array.from(getGuide('mcp').markdown.matchAll(/^\| `(\w+)`/gm), ([, name]) => name)
    expect(told).toStrictEqual(names)
    expect(found).toContain('guides/checkout-by-each-method.md')
    expect(opened).toContain('access_token')
  })
})
