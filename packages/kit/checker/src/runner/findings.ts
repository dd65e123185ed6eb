import type { CheckContractOptions } from '../core/check-options.ts'
import type {
  FindingPlace,
  OverlayAction,
  ReportedFinding,
  Reproduction,
  ShownRequest,
  ShownResponse,
} from '../core/check-result.ts'
import type { Check, Finding } from '../core/check.ts'
import { judgeShown, type PropertyRule } from '../core/evidence.ts'
import type { Case, Exchange } from '../core/exchange.ts'
import { percentDecode, type WireRequest } from '@contract-kit/openapi/wire'
import { maskHeaders, type MaskOptions, maskSecrets, maskText, maskUrl } from '../http/secrets.ts'
import { toCurl } from '../http/to-curl.ts'
import { BoundedCache } from '@contract-kit/json-schema/memo'
import { findAt, writeJson } from '@contract-kit/json-schema/json'
import type { ApiDocument } from '@contract-kit/openapi'
import type { Selection } from './plan-phases.ts'
import type { Credentials } from '../session/credentials.ts'
import type { RecordedFinding } from '../session/recorder.ts'
import { distinctActions, documentFix } from './document-fix.ts'
import type { PreparedRun } from './prepare-run.ts'
import { toShellScript } from './shell-script.ts'
import { pickGivers, shrinkHistory, shrinkShown } from './shrink-history.ts'

interface DescribeContext {
  readonly document: ApiDocument
  readonly baseUrl: string
  readonly seed: number
  readonly credentials: Credentials
  readonly checks: readonly Check[]
  readonly rules: readonly PropertyRule[]
  readonly mask: MaskOptions
}

/** Maximum length of schema fragments and bodies, in characters. */
const SHOWN = 400
const SHOWN_BODY = 2_000

/** Formats a recorded fault for reports, with only the necessary requests and masked credentials. */
export const describeFinding = (
  recorded: RecordedFinding,
  context: DescribeContext,
  places: readonly FindingPlace[] = [placeOf(recorded)],
  fix: readonly OverlayAction[] = documentFix(recorded.finding, recorded.exchange),
): ReportedFinding => {
  const entry = withNeededHistory(recorded, context)
  const { finding, title, severity, phase, scenario, exchange, shown, sent } = entry
  const { cause: _cause, ...described } = finding
  return {
    ...described,
    message: maskText(finding.message, context.mask),
    title,
    severity,
    phase,
    scenario,
    count: places.reduce((sum, place) => sum + place.count, 0),
    places: places.map((place) => ({ ...place, message: maskText(place.message, context.mask) })),
    schemaFragment: cut(maskText(fragmentOf(finding.pointer, context.document), context.mask), SHOWN),
    fix,
    reproduce: reproductionOf(entry, context),
    exchange,
    shown,
    sent,
  }
}

/** A fault with only the history that shows it. */
const withNeededHistory = (
  entry: RecordedFinding,
  { checks, rules }: Pick<DescribeContext, 'checks' | 'rules'>,
): RecordedFinding => {
  const { finding, exchange, shown } = entry
  if (exchange === undefined) return entry
  return shown === undefined
    ? { ...entry, exchange: shrinkHistory(exchange, isShownBy(finding, checks)) }
    : {
        ...entry,
        ...shrinkShown(exchange, shown, (fewer) =>
          rules.some((rule) => judgeShown(rule, fewer).some((found) => isSame(found, finding))),
        ),
      }
}

const isSame = (one: Finding, other: Finding): boolean =>
  one.check === other.check && one.key === other.key && one.message === other.message

const isShownBy =
  (finding: Finding, checks: readonly Check[]) =>
  (exchange: Exchange): boolean =>
    checks.some(
      ({ id, verify }) => id === finding.check && verify(exchange).some((found) => isSame(found, finding)),
    )

const fragmentOf = (pointer: string, document: ApiDocument): string => {
  const statement = pointer === '' ? undefined : findAt(document.raw, pointer)
  return statement === undefined ? '' : writeJson(statement)
}

const reproductionOf = (
  { finding, exchange, made, sent = exchange?.case }: RecordedFinding,
  run: DescribeContext,
): Reproduction => {
  // A recorded request went to its own server, and no run repeats it.
  const context = { ...run, baseUrl: sent?.recorded?.baseUrl ?? run.baseUrl }
  const replay = sent?.recorded === undefined ? `--seed ${context.seed} --replay '${finding.key}'` : ''
  const { seed } = context
  if (sent === undefined)
    return { curl: '', script: '', replay, seed, earlier: [], request: null, response: null }
  const story = exchange?.history ?? []
  const sequence = [...story.map((earlier) => earlier.case), sent]
  return {
    curl: sequence.map((step) => curlOf(step, context)).join('\n'),
    script: scriptOf([...(exchange ? pickGivers(exchange, made) : []), ...story], sent, exchange, context),
    replay,
    seed,
    earlier: story.map((step) => ({
      request: requestOf(withCredentials(step.case, context), context),
      response: responseOf(step, context),
    })),
    request: requestOf(withCredentials(sent, context), context),
    response: exchange === undefined ? null : responseOf(exchange, context),
  }
}

const scriptOf = (
  story: readonly Exchange[],
  sent: Case,
  exchange: Exchange | undefined,
  context: DescribeContext,
): string => {
  if (story.length === 0) return ''
  const steps = [
    ...story.map((step) => ({ sent: step.case, response: step.response })),
    { sent, response: exchange?.response },
  ]
  return toShellScript(
    steps.map((step) => ({ ...step, request: withCredentials(step.sent, context) })),
    context,
  )
}

const withCredentials = (sent: Case, { credentials }: DescribeContext): WireRequest => credentials.dress(sent)

const requestOf = (sent: WireRequest, { baseUrl, mask }: DescribeContext): ShownRequest => {
  const request = mask.showSecrets ? sent : maskSecrets(sent, mask.secretNames)
  return {
    method: request.method,
    url: maskText(`${maskUrl(baseUrl).replace(/\/+$/, '')}${request.target}`, mask),
    headers: tableOf(request.headers, mask),
    body: cut(maskText(textOf(request.body), mask), SHOWN_BODY),
  }
}

const responseOf = ({ response }: Exchange, { mask }: DescribeContext): ShownResponse => ({
  status: response.status,
  headers: tableOf(
    mask.showSecrets ? response.headers : maskHeaders(response.headers, mask.secretNames),
    mask,
  ),
  body: cut(maskText(response.text, mask), SHOWN_BODY),
})

const tableOf = (headers: WireRequest['headers'], mask: MaskOptions): Record<string, string> => {
  const shown: Record<string, string> = {}
  for (const [name, value] of headers) {
    const text = maskText(value, mask)
    shown[name] = shown[name] === undefined ? text : `${shown[name]}, ${text}`
  }
  return shown
}

const textOf = (body: WireRequest['body']): string =>
  typeof body === 'string' ? body : body === undefined ? '' : `<${body.length} bytes>`

/** Replaces a body that is too large to paste by its length; the replay sends it. */
const curlOf = (step: Case, context: DescribeContext): string => {
  const request = withCredentials(step, context)
  const { body = '' } = request
  const shown = body.length > SHOWN_BODY * 10 ? { ...request, body: `<${body.length} characters>` } : request
  return maskText(toCurl(context.baseUrl, shown, context.mask), context.mask)
}

const cut = (text: string, limit: number): string =>
  text.length <= limit ? text : `${text.slice(0, limit)}…`

/** Formats the findings of a run for reports. For a replay, only the requested one. */
export const reportedFindings = (
  { parts, document, baseUrl, seed, selection }: PreparedRun,
  { replay, showSecrets = false }: Pick<CheckContractOptions, 'replay' | 'showSecrets'>,
): readonly ReportedFinding[] => {
  const { recorder, credentials, checks, rules } = parts
  const mask = { showSecrets, secretNames: credentials.secretNames, secrets: credentials.secrets }
  const reported = recorder.list().filter(({ finding }) => isReported(finding, selection, replay))
  return [...Map.groupBy(reported, causeOf).values()].flatMap((group) => {
    const [first] = group
    const context = { document, baseUrl, seed, credentials, checks, rules, mask }
    return first === undefined
      ? []
      : [describeFinding(first, context, group.map(placeOf), distinctActions(group.flatMap(toFix)))]
  })
}

const toFix = ({ finding, exchange }: RecordedFinding): readonly OverlayAction[] =>
  documentFix(finding, exchange)

/** The number of reported findings. */
export const countReported = ({ parts, selection }: PreparedRun, replay: string | undefined): number =>
  new Set(
    parts.recorder
      .list()
      .filter(({ finding }) => isReported(finding, selection, replay))
      .map(causeOf),
  ).size

/** Operations that are only sent for others have no findings. */
const isReported = (
  { key, operationId }: Finding,
  { leftOut }: Selection,
  replay: string | undefined,
): boolean => (replay === undefined || key === replay) && !leftOut.some(({ id }) => id === operationId)

/**
 * Identifies the cause of a fault. A framework's error page on fifty paths, a faulty shared schema, and a router without 405 are one cause
 * each. One cause is one finding, however many places show it.
 */
const causeOf = ({ finding, exchange, sharedParts = [] }: RecordedFinding): string => {
  const { check, cause, pointer, key, operationId, message } = finding
  if (cause !== undefined) return `${check}\n${cause}`
  const status = exchange?.response.status ?? 0
  if (exchange !== undefined && operationId === null && sharedParts.includes('router'))
    return `${check}\n${pageOf(exchange)}`
  if (exchange !== undefined && status >= 400 && sharedParts.includes('error page'))
    return `${check}\n${pointerOf(pointer)}\n${pageOf(exchange)}`
  if (!pointer.startsWith('/components/')) return key
  // The sentence without its operation and status.
  const sentence = operationId === null ? message : message.replaceAll(operationId, '…')
  return `${check}\n${pointer}\n${sentence.replace(/^The \d{3} /, 'The ')}`
}

/** The pointer of a shared component; empty within an operation, so that equal faults of several operations match. */
const pointerOf = (pointer: string): string => (pointer.startsWith('/components/') ? pointer : '')

const pages = new BoundedCache<string>(200)

/** An error page without request details: path, media types, ids, numbers and times. */
const pageOf = ({
  response: { status, contentType = '', text },
  case: { request, path: template },
}: Exchange): string => {
  const [path = ''] = request.target.split('?')
  const types = request.headers.flatMap(([name, value]) =>
    /^(accept|content-type)$/.test(name) ? [value] : [],
  )
  const page = pages.get([contentType, template, request.target, ...types, text].join('\n'), () => {
    const routes = [template, template.replaceAll(/\{([^}]+)\}/g, ':$1')]
    const named = [request.target, path, percentDecode(path), ...routes, ...types]
      .filter((part) => part.length > 1)
      .toSorted((a, b) => b.length - a.length)
    const anonymous = named.reduce((rest, part) => rest.replaceAll(part, '{own}'), text.slice(0, 2_000))
    return `${contentType.split(';')[0]}\n${anonymous
      .replaceAll(/\b(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|TRACE|QUERY)\b/g, '{method}')
      .replaceAll(/[\da-f]{8,}(?:-[\da-f]{4,})*/gi, '{id}')
      .replaceAll(/\d+/g, '0')}`
  })
  return `${status}\n${page}`
}

/** A place where a cause is visible. */
const placeOf = ({ finding, sent, count }: RecordedFinding): FindingPlace => {
  const { operationId, key, message, pointer } = finding
  return {
    operationId,
    method: sent?.request.method ?? '',
    path: sent?.path ?? '',
    key,
    message,
    pointer,
    count,
  }
}
