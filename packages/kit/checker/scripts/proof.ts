/**
 * Runs the whole proof, which is too slow for a test: every seeded fault, and every correct server and variant over many seeds. Shares the
 * work among as many processes as there are cores.
 *
 * Usage: `node scripts/proof.ts [seeds=1]`. Writes docs/proof.md and test/proof/missed.json. Exits with 1 if it misses a fault that was
 * found before, or reports a fault of a correct server.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { format, resolveConfig } from 'prettier'
import { defects, type ServerDefect, servers, variants } from '../test/servers/all-servers.ts'
import { checkServer } from '../test/proof/check-server.ts'
import { defectClasses } from '../test/proof/defect-classes.ts'
import { runDefect } from '../test/proof/run-defect.ts'

const missedFile = new URL('../test/proof/missed.json', import.meta.url)
const pageFile = new URL('../docs/proof.md', import.meta.url)

const seeds = Number(process.argv[2] ?? 1)
const say = (text: string): void => void process.stdout.write(`${text}\n`)
const nameOf = ({ server, id }: { readonly server: string; readonly id: string }): string => `${server} ${id}`

/** The result of one piece of the proof: a fault and the checks that found it, or the findings about a correct server. */
interface Told {
  readonly fault?: string
  readonly found?: readonly string[]
  readonly alarms?: readonly string[]
  readonly line: string
}

const conforming: readonly { readonly server: string; readonly id?: string }[] = [
  ...[...servers.keys()].map((server) => ({ server })),
  ...variants,
]

const tryFault = async (defect: ServerDefect): Promise<Told> => {
  const { hits } = await runDefect(defect)
  const found = hits.map(({ check }) => check)
  const outcome = found.length === 0 ? 'MISSED' : found.join(', ')
  return { fault: nameOf(defect), found, line: `${defect.class} ${nameOf(defect)}: ${outcome}` }
}

const tryConforming = async ({ server, id }: (typeof conforming)[number], seed: number): Promise<Told> => {
  const definition = servers.get(server)
  if (definition === undefined) throw new Error(`There is no server ${server}.`)
  const { findings } = await checkServer(definition, id, { seed, cases: 6 })
  const name = `${server} ${id ?? 'correct'}, seed ${seed}`
  const alarms = findings.map(
    ({ check, operationId, message }) => `FALSE ALARM ${name}: ${check} on ${operationId}: ${message}`,
  )
  return { alarms, line: [`${name}: ${findings.length === 0 ? 'silent' : 'accused'}`, ...alarms].join('\n') }
}

const work: readonly (() => Promise<Told>)[] = [
  ...defects.map((defect) => () => tryFault(defect)),
  ...conforming.flatMap((one) =>
    Array.from({ length: seeds }, (_, index) => () => tryConforming(one, index + 1)),
  ),
]

const [part, parts] = process.argv.slice(3).map(Number)
if (part !== undefined && parts !== undefined) {
  const send = promisify((told: Told, sent: (error: Error | null) => void) => process.send?.(told, sent))
  for (const [index, task] of work.entries()) if (index % parts === part) await send(await task())
  process.exit()
}

const missed = new Set<string>()
let accused = 0
let done = 0
const note = ({ fault, found = [], alarms = [], line }: Told): void => {
  if (fault !== undefined && found.length === 0) missed.add(fault)
  accused += alarms.length
  say(`${(done += 1)}/${work.length} ${line}`)
}
const processes = Array.from({ length: availableParallelism() }, (_, index) =>
  fork(fileURLToPath(import.meta.url), [String(seeds), String(index), String(availableParallelism())]),
)
await Promise.all(
  processes.map(async (process) => {
    process.on('message', (told) => note(told as Told))
    const [code] = (await once(process, 'exit')) as [number | null]
    if (code !== 0) throw new Error(`A process of the proof ended with ${code}.`)
  }),
)

/** How many of some faults are found: `7/9`. */
const share = (some: readonly ServerDefect[]): string =>
  some.length === 0 ? '' : `${some.filter((defect) => !missed.has(nameOf(defect))).length}/${some.length}`

const ids = [...servers.keys()]
const row = (title: string, some: readonly ServerDefect[]): string =>
  `| ${[title, share(some), ...ids.map((id) => share(some.filter(({ server }) => server === id)))].join(' | ')} |`

const first = defects.filter(({ class: number }) => defectClasses[number] === undefined)
const page = `# What is found, and what is not

Written by \`npm run proof\`: every [seeded fault](../test/servers) of seven servers, seed 1. A fault is found where a finding names it on
the operation to blame.

| faults of | all | ${ids.map((id) => `\`${id}\``).join(' | ')} |
| --- | --- | ${ids.map(() => '---').join(' | ')} |
${row('the first three servers, 37 classes', first)}
${Object.entries(defectClasses)
  .map(([number, meaning]) =>
    row(
      meaning,
      defects.filter((defect) => defect.class === number),
    ),
  )
  .join('\n')}
${row('**all**', defects)}

False alarms: ${accused} on ${servers.size} correct servers and with ${variants.length} liberties that a correct server may take.

What is not found is listed in [missed.json](../test/proof/missed.json). A test holds that it grows no longer.
`
const options = await resolveConfig(pageFile)
writeFileSync(pageFile, await format(page, { ...options, parser: 'markdown' }))

const before = new Set(JSON.parse(readFileSync(missedFile, 'utf8')) as readonly string[])
const lost = [...missed].filter((name) => !before.has(name))
writeFileSync(missedFile, `${JSON.stringify([...missed].toSorted(), null, 2)}\n`)

for (const name of lost) say(`NO LONGER FOUND ${name}`)
say(
  `${defects.length} faults, ${missed.size} missed; ${conforming.length} conforming servers, ${accused} false alarms`,
)
process.exitCode = lost.length + accused === 0 ? 0 : 1
