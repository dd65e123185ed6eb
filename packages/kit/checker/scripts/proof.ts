/**
 * The whole proof, slower than a test may be: every seeded fault with a full run, every conforming server and variant over many seeds.
 * `node scripts/proof.ts [seeds=100]`; exit 1 where a fault is missed or a correct server is accused.
 */
import { defects, servers, variants } from '../test/servers/all-servers.ts'
import { checkServer } from '../test/proof/check-server.ts'
import { judgeDefect } from '../test/proof/judge-defect.ts'

const seeds = Number(process.argv[2] ?? 100)
const say = (text: string): void => void process.stdout.write(`${text}\n`)
let requests = 0
let missed = 0
let elsewhere = 0

for (const defect of defects) {
  const definition = servers.get(defect.server)
  if (definition === undefined) continue
  const result = await checkServer(definition, defect.id, { seed: 1, ...defect.settings })
  requests += result.requests
  const { hits, others } = judgeDefect(defect, result)
  const strays = others.filter(({ operationId }) => operationId !== defect.operationId)
  elsewhere += strays.length
  if (hits.length === 0) missed += 1
  const told = hits.length === 0 ? 'MISSED' : hits.map(({ check }) => check).join(', ')
  const also =
    strays.length === 0
      ? ''
      : `; also ${strays.map(({ check, operationId }) => `${check} on ${operationId}`).join(', ')}`
  say(`${defect.class} ${defect.server} ${defect.id}: ${told}${also}`)
}

const correct = [...[...servers.keys()].map((server) => ({ server, id: undefined })), ...variants]
let accused = 0
for (const { server, id } of correct) {
  const definition = servers.get(server)
  if (definition === undefined) continue
  const runs = id === undefined ? seeds : Math.max(1, Math.round(seeds / 10))
  for (let seed = 1; seed <= runs; seed += 1) {
    const result = await checkServer(definition, id, { seed })
    requests += result.requests
    accused += result.findings.length
    for (const { check, operationId, message } of result.findings)
      say(`FALSE ALARM ${server} ${id ?? 'correct'} seed ${seed}: ${check} on ${operationId}: ${message}`)
  }
  say(`${server} ${id ?? 'correct'}: ${runs} seeds`)
}

say(
  `${defects.length} faults, ${missed} missed, ${elsewhere} findings on other operations; ${correct.length} conforming servers, ${accused} false alarms; ${requests.toLocaleString('en')} requests`,
)
process.exitCode = missed + accused === 0 ? 0 : 1
