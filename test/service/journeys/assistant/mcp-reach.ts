import { join } from 'node:path'
import process from 'node:process'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { repositoryRoot } from '@giftcards/test-harness'
import type { KnownOperation, Reach, Task } from './buy-card.ts'

/** The command at the path where `npm ci` links it. */
const command = join(repositoryRoot, 'node_modules/.bin/contract')

/** An assistant that knows only the tools of `contract mcp`. */
export class McpReach implements Reach {
  readonly client = new Client({ name: 'assistant', version: '1.0.0' })
  readonly #partner: Task['partner']
  #token = ''

  constructor(partner: Task['partner']) {
    this.#partner = partner
  }

  /** Starts the server as `llms.txt` of the documentation describes. */
  async open(url: string): Promise<void> {
    const args = [command, 'mcp', `${url}/docs/reference.json`, '--docs', `${url}/docs`, '--url', url]
    await this.client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }))
  }

  /** Returns the text of a tool's result. Throws the text if it is an error. */
  async use(name: string, args: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const { content, isError } = await this.client.callTool({ name, arguments: args })
    const text = content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n')
    if (isError === true) throw new Error(text)
    return text
  }

  async *findPages(goal: string): AsyncIterable<string> {
    const results = await this.use('search_docs', { query: goal })
    for (const [, path] of results.matchAll(/^- page \[.*?\]\((\S+?)\)/gm))
      yield await this.use('read_page', { path })
  }

  async listOperations(): Promise<readonly KnownOperation[]> {
    const list = await this.use('read_operation')
    return Array.from(
      list.matchAll(/^- `(\S+)` ([A-Z]+) (\S+?):? /gm),
      ([, id = '', method = '', path = '']) => ({ id, method, path }),
    )
  }

  async call({ operation, parameters, body }: Parameters<Reach['call']>[0]): Promise<unknown> {
    const text = await this.use('read_operation', { operationId: operation.id })
    const result = JSON.parse(
      await this.use('call_operation', {
        operationId: operation.id,
        parameters: { ...readOnlyChoices(text), ...parameters },
        credentials: this.#credentialsFor(text),
        ...(body !== undefined && { body }),
      }),
    ) as {
      readonly status: number
      readonly headers: Readonly<Record<string, string>>
      readonly body?: unknown
    }
    if (result.status >= 300) throw new Error(JSON.stringify(result))
    this.#token = result.headers['authorization'] ?? this.#token
    return result.body
  }

  /** Returns the partner's application as the API key, and the token that the API issued. */
  #credentialsFor(description: string): Readonly<Record<string, string>> {
    const [line = ''] = /^Credentials: .*$/m.exec(description) ?? []
    return Object.fromEntries(
      Array.from(line.matchAll(/`(\w+)` \((an API key|a token)/g), ([, name = '', kind]) => [
        name,
        kind === 'a token' ? this.#token : this.#partner.appId,
      ]),
    )
  }
}

/** Returns the required query parameters that allow only one value. */
function readOnlyChoices(description: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Array.from(
      description.matchAll(/^- `(\S+)` \(query, required\): .*"enum":\["([^"]+)"\]/gm),
      ([, name = '', value = '']) => [name, value],
    ),
  )
}
