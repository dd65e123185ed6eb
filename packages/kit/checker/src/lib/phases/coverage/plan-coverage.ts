import type { ApiDocument, ApiOperation } from '../../document/api-document.ts'
import type { Exchange } from '../../run/exchange.ts'
import { makeCase } from '../../run/make-case.ts'
import { DraftSender } from '../draft-sender.ts'
import type { WorkContext, WorkItem } from '../work-item.ts'
import { authCases } from './auth-cases.ts'
import { bodyCases } from './body-cases.ts'
import { hiddenPathCases } from './hidden-path-cases.ts'
import { mediaCases } from './media-cases.ts'
import { parameterCases } from './parameter-cases.ts'
import { optionsCase, undeclaredMethodCases } from './undeclared-method-cases.ts'

const phase = 'coverage'

/** The deterministic scenarios: every operation in the order given, then every path's methods, then the paths that nobody declared. */
export const planCoverage = (
  document: ApiDocument,
  operations: readonly ApiOperation[],
  isWhole: boolean,
): readonly WorkItem[] => {
  const paths = [...new Set(operations.map(({ path }) => path))]
  return [
    ...operations.map((operation): WorkItem => ({ phase, operation, subject: operation.id, needsReset: false, run: (context) => coverOperation(context, operation) })),
    ...paths.map((path): WorkItem => ({ phase, operation: undefined, subject: path, needsReset: false, run: (context) => coverMethods(context, path) })),
    ...(isWhole ? [{ phase, operation: undefined, subject: 'undeclared paths', needsReset: false, run: (context: WorkContext) => coverHiddenPaths(context, document) } as const] : []),
  ] // prettier-ignore
}

const coverOperation = async (context: WorkContext, operation: ApiOperation): Promise<void> => {
  const request = await context.working.find(phase, operation)
  if (request === undefined) return context.skip(operation.id, 'its schemas allow no request')
  const sender = new DraftSender(context, phase, operation, request.values)
  for (const cases of [parameterCases, bodyCases, authCases]) {
    for (const draft of cases(operation)) await sender.send(draft)
  }
  // One media type refused shows that the server looks at them: whether it accepts another is judged by that.
  const tried: Exchange[] = []
  for (const draft of mediaCases(operation)) {
    const exchange = await sender.send(draft, [...tried])
    if (exchange !== undefined && exchange.answer.status >= 400) tried.push(exchange)
  }
}

/** Where GET works, its address is known to exist: what is said of other methods there is said of the method. */
const coverMethods = async (context: WorkContext, path: string): Promise<void> => {
  const declared = context.document.paths.get(path) ?? []
  const get = declared.find(({ method }) => method === 'GET')
  const got = get && (await sendWorking(context, get))
  const works = got !== undefined && got.answer.status < 300
  const target = works ? got.case.request.target : await targetOf(context, path)
  if (target === undefined) return
  const history = works ? [got] : []
  if (works)
    await coverHead(
      context,
      got,
      declared.find(({ method }) => method === 'HEAD'),
    )
  for (const sent of [
    ...optionsCase(path, declared, target),
    ...undeclaredMethodCases(path, declared, target),
  ]) {
    await context.session.send(sent, history)
  }
}

/** HEAD is GET without a body (RFC 9110, section 9.3.2): both are asked, one after the other, whether HEAD is declared or not. */
const coverHead = async (
  context: WorkContext,
  got: Exchange,
  operation: ApiOperation | undefined,
): Promise<void> => {
  const { case: sent } = got
  await context.session.send(
    {
      ...sent,
      operation,
      scenario: 'head_of_get',
      target: { ...sent.target, location: 'method', name: 'HEAD', keyword: 'method' },
      values: undefined,
      request: { ...sent.request, method: 'HEAD' },
    },
    [got],
  )
}

const sendWorking = async (context: WorkContext, operation: ApiOperation): Promise<Exchange | undefined> => {
  const request = await context.working.find(phase, operation)
  if (request === undefined) return undefined
  const { pointer, documentUri } = operation
  const target = { location: 'operation', name: '', keyword: '', pointer, documentUri } as const
  const sent = makeCase(
    phase,
    operation,
    { scenario: 'default_positive_test', mode: 'positive', target, values: request.values },
    request.boundTo,
  )
  return sent && context.session.send(sent)
}

/** An address of a path that is known to exist, without a query. */
const targetOf = async (context: WorkContext, path: string): Promise<string | undefined> => {
  const [operation] = context.document.paths.get(path) ?? []
  if (operation === undefined) return undefined
  const request = await context.working.find(phase, operation)
  const { pointer, documentUri } = operation
  const target = { location: 'operation', name: '', keyword: '', pointer, documentUri } as const
  const sent =
    request && makeCase(phase, operation, { scenario: '', mode: 'positive', target, values: request.values })
  return sent?.request.target.split('?')[0]
}

const coverHiddenPaths = async (context: WorkContext, document: ApiDocument): Promise<void> => {
  const targets = new Map<string, string>()
  for (const path of document.paths.keys()) {
    const target = await targetOf(context, path)
    if (target !== undefined) targets.set(path, target)
  }
  let unlikely: Exchange | undefined
  for (const sent of hiddenPathCases(document, targets)) {
    const exchange = await context.session.send(sent, unlikely === undefined ? [] : [unlikely])
    unlikely ??= exchange
  }
}
