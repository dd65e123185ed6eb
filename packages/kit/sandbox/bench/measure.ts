import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { Agent, request as sendRequest, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'

// node bench/measure.ts [seconds]: creations, reads and pages over HTTP. The client has a process of its own, so two cores are in use.
const seconds = Number(process.argv[2] ?? 5)

/** Requests under way at once. */
const connections = 32

interface Usage {
  readonly cpuSeconds: number
  readonly heapBytes: number
}

for (const stateFile of [undefined, join(tmpdir(), `sandbox-bench-${process.pid}.db`)]) {
  const child = fork(join(import.meta.dirname, 'server.ts'), stateFile === undefined ? [] : [stateFile])
  const [{ url }] = (await once(child, 'message')) as [{ readonly url: string }]
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const ids: string[] = []
  let count = 0
  const create = async (): Promise<void> => {
    count += 1
    const body = { name: `Pet ${count}`, owner: { name: 'Kim', email: 'kim@example.com' }, tags: ['a', 'b'] }
    const { id } = JSON.parse(await send(agent, 'POST', `${url}/pets`, 201, JSON.stringify(body))) as {
      id: string
    }
    ids.push(id)
  }
  const read = async (): Promise<void> => {
    count += 1
    await send(agent, 'GET', `${url}/pets/${ids[count % ids.length] ?? ''}`, 200)
  }
  const page = async (): Promise<void> => {
    await send(agent, 'GET', `${url}/pets?limit=20`, 200)
  }
  console.log(stateFile === undefined ? 'In memory' : 'In a SQLite file')
  await run(create, 500)
  for (const [name, act] of [
    ['creations', create],
    ['reads', read],
    ['pages of 20', page],
  ] as const) {
    const before = await usageOf(child)
    const started = performance.now()
    const done = await runFor(act, seconds * 1000)
    const elapsed = (performance.now() - started) / 1000
    const after = await usageOf(child)
    const perSecond = Math.round(done / elapsed)
    const perCore = Math.round(done / (after.cpuSeconds - before.cpuSeconds))
    const heap = Math.round(after.heapBytes / 1e6)
    console.log(
      `  ${name}: ${perSecond} per second, ${perCore} per second of the server's CPU; heap ${heap} MB`,
    )
  }
  agent.destroy()
  child.disconnect()
  await once(child, 'exit')
  if (stateFile !== undefined) await rm(stateFile, { force: true })
}

async function usageOf(child: ChildProcess): Promise<Usage> {
  child.send('usage')
  const [usage] = (await once(child, 'message')) as [Usage]
  return usage
}

async function run(act: () => Promise<void>, times: number): Promise<void> {
  for (let index = 0; index < times; index += 1) await act()
}

async function runFor(act: () => Promise<void>, milliseconds: number): Promise<number> {
  const end = performance.now() + milliseconds
  let done = 0
  const work = async (): Promise<void> => {
    while (performance.now() < end) {
      await act()
      done += 1
    }
  }
  await Promise.all(Array.from({ length: connections }, work))
  return done
}

function send(agent: Agent, method: string, url: string, wanted: number, body?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers =
      body === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const request = sendRequest(url, { agent, method, headers }, (response: IncomingMessage) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      response.on('end', () => {
        if (response.statusCode === wanted) resolve(text)
        else reject(new Error(`${method} ${url}: ${response.statusCode} ${text.slice(0, 200)}`))
      })
    })
    request.on('error', reject).end(body)
  })
}
