import { checkContract, type CheckContractOptions, type CheckResult } from '@contract-kit/checker'
import type { Construct, Reply } from '../construct.ts'
import { serveConstruct } from './express.ts'
import { type Finding, judge, type Lab, silent, toResponse } from './lab.ts'

/** Checks a correct server, which must have no findings, and two faulty ones, which must have some. */
export async function probeChecker(construct: Construct, lab: Lab): Promise<Finding> {
  const { id, reply, wrong, wrongReply, credentials } = construct
  const check = async (response: Reply, isBlind: boolean): Promise<CheckResult> => {
    const { app } = await serveConstruct(construct, response)
    lab.serve(app)
    const options: CheckContractOptions = {
      document: construct.document,
      baseUrl: lab.url + construct.base,
      phases: ['examples', 'coverage'],
      identities: identitiesFor(credentials, construct),
      strictResponses: false,
    }
    return checkContract(isBlind ? { ...options, ...blind(reply) } : options)
  }
  const { findings, coverage, skipped } = await check(reply, false)
  const words = skipped.find(({ operationId }) => operationId === id)?.reason
  const other = coverage.byOperation.find(({ operationId }) => operationId === 'other')
  const others = findings.filter(({ operationId }) => operationId !== id)
  if ((other?.statuses['204'] ?? 0) === 0) return silent('other is not checked')
  if (words !== undefined)
    return others.length > 0 ? silent(`other: ${others[0]?.message}`) : { cell: 'named', words }
  const covered = coverage.byOperation.find(({ operationId }) => operationId === id)
  const alarm = findings[0] && `a false alarm: ${findings[0].check}: ${findings[0].message}`
  const successes = Object.keys(covered?.statuses ?? {}).filter((status) => status.startsWith('2'))
  return judge(
    alarm,
    successes.length === 0 && 'the operation never succeeded',
    wrong !== undefined &&
      (await check(reply, true)).findings.every(({ operationId }) => operationId !== id) &&
      'a server that takes every request has no finding',
    wrongReply !== undefined &&
      (await check(wrongReply, false)).findings.every(({ operationId }) => operationId !== id) &&
      'a wrong response is no finding',
  )
}

/** Responds to every request of the construct as if it were valid. */
const blind = (reply: Reply): Pick<CheckContractOptions, 'fetch'> => ({
  fetch: (request) => (new URL(request.url).pathname.endsWith('/other') ? fetch(request) : toResponse(reply)),
})

function identitiesFor(
  credentials: Construct['credentials'],
  { wire }: Construct,
): NonNullable<CheckContractOptions['identities']> {
  if (Object.keys(credentials).length === 0) return {}
  const { cookie, authorization, 'x-key': key } = wire.headers ?? {}
  const isQuery = wire.target.includes('key=')
  return {
    caller: {
      ...((key !== undefined || cookie !== undefined || isQuery) && { apiKey: { key: 'secret' } }),
      ...(authorization?.startsWith('Bearer') && { bearer: 'secret' }),
      ...(authorization?.startsWith('Basic') && { basic: { username: 'user', password: 'secret' } }),
    },
  }
}
