import { deepStrictEqual } from 'node:assert/strict'
import { cpus, loadavg, release, totalmem, type } from 'node:os'
import process from 'node:process'
import { callsOf, compareCalls } from './client.ts'
import { type LoadRequest, sendLoad, works } from './load.ts'
import { type RunningServer, startServer } from './processes.ts'
import { type Side, type SideName, sideTitles, withSides } from './sides.ts'

/** The parts of the bench. */
export const parts = ['requests', 'start', 'client'] as const

/** The name of a part. */
export type Part = (typeof parts)[number]

/** The options of a run. */
export interface BenchOptions {
  readonly parts: readonly Part[]
  /** Servers to measure in addition to the yardstick and the server on SQLite. */
  readonly others: readonly SideName[]
  /** Connections, each with one request in flight and its own customer. */
  readonly connections: number
  /** Requests in a turn. */
  readonly requests: number
  /** Rounds. Every side has one turn in each, so that changes of the machine's speed affect all alike. */
  readonly rounds: number
  /** Warm-up rounds, in which code is compiled. */
  readonly warmUp: number
  /** Client calls in a round. */
  readonly calls: number
  readonly onStep: (text: string) => void
}

/** The medians of the rounds for one subject. */
export type Figures = Readonly<Record<string, string | number>>

/** Measures the parts, one after another. Rejects if a server fails, or if the yardstick responds differently. */
export async function runBench(options: BenchOptions) {
  const { others, connections, requests, rounds } = options
  const [loadAtStart] = loadavg()
  const found: Partial<Record<Part, readonly Figures[]>> = {}
  options.onStep('start servers, log customers in')
  await withSides(others, connections, async (byHand, sqlite, more) => {
    await compareResponses(byHand, sqlite)
    const sides = [byHand, sqlite, ...more]
    if (options.parts.includes('requests')) found.requests = await measureRequests(options, sides)
    if (options.parts.includes('start')) found.start = await measureStart(options, sides)
    if (options.parts.includes('client')) found.client = await measureClient(options, sqlite)
  })
  return {
    measuredAt: new Date().toISOString(),
    machine: {
      cpu: cpus()[0]?.model.trim(),
      cores: cpus().length,
      memoryBytes: totalmem(),
      system: `${type()} ${release()}`,
      node: process.version,
      loadAtStart,
      loadAtEnd: loadavg()[0],
    },
    size: { connections, requests, rounds },
    titles: sideTitles,
    ...found,
  }
}

/** Verifies that the yardstick responds like the server on a copy of the data. */
async function compareResponses(byHand: Side, { server, partners }: Side): Promise<void> {
  const all = Object.values(works).flatMap((toRequests) => partners.flatMap((partner) => toRequests(partner)))
  for (const request of all)
    deepStrictEqual(await respond(byHand.server.url, request), await respond(server.url, request))
}

async function respond(url: string, { path, ...init }: LoadRequest): Promise<unknown> {
  const response = await fetch(url + path, init)
  const body: unknown = await response.json()
  if (!response.ok) throw new Error(`${init.method} ${path} got ${response.status}: ${JSON.stringify(body)}`)
  return body
}

/** A subject: its name, and a function that measures it once. */
interface Turn<Name, Numbers> {
  readonly name: Name
  readonly take: () => Promise<Numbers>
}

/** Runs all turns, round after round. Returns each with its measurements, by round. */
async function takeTurns<Name, Numbers>(
  title: string,
  turns: readonly Turn<Name, Numbers>[],
  { rounds, warmUp, onStep }: BenchOptions,
): Promise<readonly { readonly name: Name; readonly seen: readonly Numbers[] }[]> {
  const taken = turns.map((turn) => ({ ...turn, seen: [] as Numbers[] }))
  for (let round = 1 - warmUp; round <= rounds; round += 1) {
    onStep(`${title}: ${round > 0 ? `round ${round} of ${rounds}` : 'warm-up'}`)
    for (const { take, seen } of taken) {
      const numbers = await take()
      if (round > 0) seen.push(numbers)
    }
  }
  return taken
}

/** Measures the cost of a request on each server, and its ratio to the yardstick in the same round. */
async function measureRequests(options: BenchOptions, sides: readonly Side[]): Promise<readonly Figures[]> {
  const turns = Object.entries(works).flatMap(([work, toRequests]) =>
    sides.map(({ name: side, server, partners }) => {
      const lists = partners.map((partner) => toRequests(partner))
      return { name: { work, side }, take: () => sendTurn(server, lists, options.requests) }
    }),
  )
  const taken = await takeTurns('requests', turns, options)
  return taken.map(({ name, seen }, index) => {
    // The yardstick is the first side of each work.
    const yardstick = taken[index - (index % sides.length)]?.seen
    const ratios = seen.map(({ cpuUs }, round) => cpuUs / (yardstick?.[round]?.cpuUs ?? 0))
    return { ...name, ...medians(seen), timesByHand: median(ratios) }
  })
}

/** Sends the requests of a turn, and measures their cost. */
async function sendTurn(server: RunningServer, lists: readonly (readonly LoadRequest[])[], requests: number) {
  const before = await server.usage()
  const figures = await sendLoad(server.url, lists, requests)
  const after = await server.usage()
  return { cpuUs: (after.cpuUs - before.cpuUs) / requests, ...figures }
}

/** Measures the time from the start of a server process to the end of its first response, and its memory when idle. */
async function measureStart(options: BenchOptions, sides: readonly Side[]): Promise<readonly Figures[]> {
  const turns = sides.map(({ name: side, program, partners }) => ({
    name: { side },
    async take() {
      const [request] = partners.flatMap((partner) => works['Fetch the cart'](partner))
      const began = performance.now()
      const server = await startServer(program)
      if (request !== undefined) await respond(server.url, request)
      const readyMs = performance.now() - began
      const { rssBytes } = await server.usage()
      await server.stop()
      return { readyMs, idleMb: rssBytes / 1e6 }
    },
  }))
  const taken = await takeTurns('start', turns, { ...options, warmUp: 0 })
  return taken.map(({ name, seen }) => ({ ...name, ...medians(seen) }))
}

/** Measures the cost of a call by the client, compared with bare openapi-fetch. */
async function measureClient(options: BenchOptions, { server, partners }: Side): Promise<readonly Figures[]> {
  const turns = partners.slice(0, 1).map((partner) => {
    const calls = callsOf(server.url, partner)
    return { name: {}, take: () => compareCalls(calls, options.calls) }
  })
  const taken = await takeTurns('client', turns, options)
  return taken.map(({ seen }) => medians(seen))
}

/** The median of each number. */
function medians(list: readonly Readonly<Record<string, number>>[]): Figures {
  const keys = Object.keys(list[0] ?? {})
  return Object.fromEntries(keys.map((key) => [key, median(list.map((numbers) => numbers[key] ?? 0))]))
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2
}
