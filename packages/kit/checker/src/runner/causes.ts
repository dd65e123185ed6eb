import type { FindingPlace } from '../core/check-result.ts'
import type { Exchange } from '../core/exchange.ts'
import { BoundedCache } from '../json-schema/base/bounded-cache.ts'
import type { RecordedFinding } from '../session/recorder.ts'

/** Checks of an error response which say the same wherever one error page is sent. */
const OF_ERROR_PAGES = new Set([
  'status-code-conformance',
  'content-type-conformance',
  'error-body-conformance',
  'response-schema-conformance',
  'response-headers-conformance',
  'undocumented-properties',
  'leaked-internals',
  'missing-www-authenticate',
  'not-a-server-error',
  'not-acceptable-valid-accept',
  'content-negotiation',
  'payload-refused-without-payload',
  'unsupported-method',
])

/** Checks of methods and paths that no operation declares: how a server answers them is decided once, for all of its paths. */
const OF_THE_ROUTER = new Set([
  'unsupported-method',
  'allow-header-conformance',
  'head-mismatch',
  'hidden-route',
])

/**
 * The cause of a fault. A framework's error page on fifty paths, a faulty schema that many operations share and a router that knows no
 * 405 are one cause each; what one cause shows at several places is one finding.
 */
export const causeOf = ({ finding, exchange }: RecordedFinding): string => {
  const { check, cause, pointer, key, operationId, message } = finding
  if (cause !== undefined) return `${check}\n${cause}`
  const status = exchange?.answer.status ?? 0
  if (exchange !== undefined && operationId === null && OF_THE_ROUTER.has(check))
    return `${check}\n${pageOf(exchange)}`
  if (exchange !== undefined && status >= 400 && OF_ERROR_PAGES.has(check))
    return `${check}\n${pointerOf(pointer)}\n${pageOf(exchange)}`
  if (!pointer.startsWith('/components/')) return key
  // The sentence without the operation and the status that it is about.
  const sentence = operationId === null ? message : message.replaceAll(operationId, '…')
  return `${check}\n${pointer}\n${sentence.replace(/^The \d{3} /, 'The ')}`
}

/** A statement that operations share has a place of its own; one of an operation stands for what every operation says. */
const pointerOf = (pointer: string): string => (pointer.startsWith('/components/') ? pointer : '')

const pages = new BoundedCache<string>(200)

/** An error page without what it says of its own request: the path, media types, ids, numbers and times. */
const pageOf = ({
  answer: { status, contentType = '', text },
  case: { request, path: template },
}: Exchange): string => {
  const [path = ''] = request.target.split('?')
  const types = request.headers.flatMap(([name, value]) =>
    /^(accept|content-type)$/.test(name) ? [value] : [],
  )
  const page = pages.get([contentType, template, request.target, ...types, text].join('\n'), () => {
    const routes = [template, template.replaceAll(/\{([^}]+)\}/g, ':$1')]
    const named = [request.target, path, safeDecode(path), ...routes, ...types]
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

const safeDecode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Where a cause shows. */
export const placeOf = ({ finding, sent, count }: RecordedFinding): FindingPlace => {
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
