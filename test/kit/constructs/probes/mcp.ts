import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { createMcpServer } from '@contract-kit/tools/mcp'
import { writeJson } from '@contract-kit/json-schema/json'
import type { Construct } from '../construct.ts'
import { type Finding, judge, type Lab, listen, silent } from './lab.ts'
import { differenceOf } from './wire.ts'

/** Numbers in tool arguments are doubles, so a body with more digits is sent as text. */
const exactly = (body: unknown): unknown =>
  writeJson(body) === JSON.stringify(JSON.parse(writeJson(body))) ? body : writeJson(body)

/** Connects an assistant, reads the operation and calls it. */
export async function probeMcp(construct: Construct, lab: Lab): Promise<Finding> {
  const { id, document, values, wire, reply, credentials, shows } = construct
  const { received, listener } = listen(reply)
  lab.serve(listener)
  const log: string[] = []
  const server = createMcpServer({
    document: document as never,
    baseUrl: lab.url + construct.base,
    isReadOnly: false,
    credentials,
    version: '1.0.0',
    log: (line) => void log.push(line),
  })()
  const client = new Client({ name: 'test', version: '1.0.0' })
  const [near, far] = InMemoryTransport.createLinkedPair()
  await Promise.all([server.connect(far), client.connect(near)])
  const use = async (name: string, args: Readonly<Record<string, unknown>>) => {
    const { content, isError } = await client.callTool({ name, arguments: args })
    return {
      text: content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n'),
      isError: isError === true,
    }
  }
  try {
    const { text: list } = await use('read_operation', {})
    if (!list.includes('`other`')) return silent('other is lost')
    const { text: description, isError } = await use('read_operation', { operationId: id })
    if (isError)
      return /cannot be read/.test(description) ? { cell: 'named', words: description } : silent(description)
    const { path, query, header, cookie, body, mediaType } = values
    const call = await use('call_operation', {
      operationId: id,
      parameters: { ...path, ...query, ...header, ...cookie },
      ...(body !== undefined && { body: exactly(body), mediaType }),
    })
    const [sent] = received
    if (sent === undefined)
      return /not sent(?:: |\. (?!Fix))/.test(call.text)
        ? { cell: 'named', words: call.text }
        : silent(call.text)
    return judge(
      differenceOf(wire, sent),
      call.isError && call.text,
      call.text.includes('violations') && `calls a right response wrong: ${call.text}`,
      shows.find((word) => !(description + list).includes(word)) &&
        `does not show ${shows.join(', ')}: ${description}`,
    )
  } finally {
    await client.close()
  }
}
