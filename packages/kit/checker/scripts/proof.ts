/**
 * The whole proof, slower than a test may be: every seeded fault, and every conforming server and variant over many seeds.
 *
 * `node scripts/proof.ts [seeds=1]` writes docs/proof.md and test/proof/missed.json. Exit 1 where a fault is missed that was found
 * before, or where a correct server is accused.
 */
import { readFileSync, writeFileSync } from 'node:fs'
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

const missed = new Set<string>()
for (const [index, defect] of defects.entries()) {
  const { hits } = await runDefect(defect)
  if (hits.length === 0) missed.add(nameOf(defect))
  const told = hits.length === 0 ? 'MISSED' : hits.map(({ check }) => check).join(', ')
  say(`${index + 1}/${defects.length} ${defect.class} ${nameOf(defect)}: ${told}`)
}

interface Conforming {
  readonly server: string
  readonly id: string | undefined
}

const conforming: readonly Conforming[] = [
  ...[...servers.keys()].map((server) => ({ server, id: undefined })),
  ...variants,
]
let accused = 0
for (const { server, id } of conforming) {
  const definition = servers.get(server)
  if (definition === undefined) continue
  for (let seed = 1; seed <= seeds; seed += 1) {
    const result = await checkServer(definition, id, { seed, cases: 6 })
    accused += result.findings.length
    for (const { check, operationId, message } of result.findings)
      say(`FALSE ALARM ${server} ${id ?? 'correct'} seed ${seed}: ${check} on ${operationId}: ${message}`)
  }
  say(`${server} ${id ?? 'correct'}: ${seeds} seeds`)
}

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
