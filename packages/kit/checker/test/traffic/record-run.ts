import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import type { CheckResult } from '../../src/index.ts'
import type { SeenExchange } from '../../src/traffic/seen-exchange.ts'
import { TrafficJudge } from '../../src/traffic/traffic-judge.ts'
import { checkServer } from '../proof/check-server.ts'
import { type ServerDefect, serverOf } from '../servers/all-servers.ts'
import { openServer } from '../servers/kernel/open-server.ts'
import type { ServerDefinition } from '../servers/kernel/test-server.ts'

type Options = Parameters<typeof checkServer>[2]

const bodyOf = async (message: Request | Response) => {
  const body = new Uint8Array(await message.clone().arrayBuffer())
  return body.length === 0 ? ('none' as const) : body
}

/** What a run of the checker sends to a server of ours, and what comes back. */
export const recordRun = async (
  definition: ServerDefinition,
  deviation: string | undefined,
  options: Options = {},
): Promise<readonly SeenExchange[]> => {
  const server = openServer(definition, deviation === undefined ? {} : { deviation })
  const seen: SeenExchange[] = []
  await checkServer(definition, deviation, {
    fetch: async (request) => {
      const requestBody = await bodyOf(request)
      const response = await server.fetch(request)
      seen.push({
        method: request.method,
        url: request.url,
        requestHeaders: [...request.headers],
        requestBody,
        status: response.status,
        responseHeaders: [...response.headers],
        responseBody: await bodyOf(response),
        sentAt: 0,
        elapsedMs: 1,
      })
      return response
    },
    reset: () => server.reset(),
    ...options,
  })
  return seen
}

/** What a run on the operation to blame sends to a server with a fault. */
export const recordDefect = (defect: ServerDefect): Promise<readonly SeenExchange[]> => {
  const definition = serverOf(defect.server)
  const { operationId, path } = defect
  const { paths } = parse(readFileSync(definition.documentUrl, 'utf8')) as { readonly paths: object }
  const include = [operationId ?? path].filter((name) => name !== undefined)
  const isDocumented = operationId !== null || (path !== undefined && Object.hasOwn(paths, path))
  return recordRun(definition, defect.id, {
    cases: 2,
    ...(operationId === null ? { phases: ['coverage'] as const } : {}),
    ...(isDocumented ? { include } : {}),
  })
}

/** The path of the document of a server. */
export const documentOf = ({ documentUrl }: ServerDefinition): string => fileURLToPath(documentUrl)

/** The verdict on exchanges with a server of ours. */
export const judgeRun = async (
  definition: ServerDefinition,
  exchanges: readonly SeenExchange[],
): Promise<CheckResult> => {
  const judge = await TrafficJudge.open({ document: documentOf(definition), basePath: definition.basePath })
  for (const seen of exchanges) judge.see(seen)
  return judge.result()
}
