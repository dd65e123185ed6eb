import type { ApiOperation } from '../../document/api-document.ts'
import { essenceOf } from '../../document/find-response.ts'
import { isJsonType } from '../../run/is-json-type.ts'
import type { CaseTarget } from '../../run/exchange.ts'
import type { WireRequest } from '../../wire/wire-request.ts'
import type { ScenarioDraft } from '../case-draft.ts'

/** A type that no API documents. */
const UNKNOWN_TYPE = 'application/x-undocumented'

/** Bytes: more than the limits usual for JSON. */
const OVERSIZE = 4 * 1024 * 1024

/** Bodies that are not what their media type says, media types the document does not name, and answers it cannot give. */
export const mediaCases = (operation: ApiOperation): readonly ScenarioDraft[] => [
  ...brokenSyntax(operation),
  ...unknownContentType(operation),
  ...oversized(operation),
  unacceptable(operation),
]

const targetOf = ({ body, pointer, documentUri }: ApiOperation, keyword: string): CaseTarget => ({
  location: 'media',
  name: '',
  keyword,
  pointer: body?.pointer ?? pointer,
  documentUri: body?.documentUri ?? documentUri,
})

const brokenSyntax = (operation: ApiOperation): ScenarioDraft[] => {
  if (operation.body?.media.some(({ contentType }) => isJsonType(contentType)) !== true) return []
  const breakages = [
    ['malformed_json', () => '{"unfinished": '],
    ['trailing_text', (body: string) => `${body} x`],
  ] as const
  return breakages.map(([scenario, breakText]) => ({
    scenario,
    mode: 'negative',
    target: targetOf(operation, 'syntax'),
    apply: asItIs,
    alter: (request: WireRequest): WireRequest =>
      typeof request.body === 'string' ? { ...request, body: breakText(request.body) } : request,
  }))
}

const unknownContentType = (operation: ApiOperation): ScenarioDraft[] => {
  const documented = operation.body?.media.map((media) => essenceOf(media.contentType)) ?? []
  if (operation.body === undefined || documented.includes('*/*') || documented.includes('application/*'))
    return []
  return [UNKNOWN_TYPE, ...(documented.some((type) => type.startsWith('text/')) ? [] : ['text/plain'])].map(
    (contentType) => ({
      scenario: 'unsupported_content_type',
      mode: 'negative',
      target: targetOf(operation, 'contentType'),
      apply: asItIs,
      alter: (request: WireRequest): WireRequest =>
        request.body === undefined ? request : replaceHeader(request, 'content-type', contentType),
    }),
  )
}

/** Where 413 is documented: the same JSON with more blanks around it than anyone takes. */
const oversized = (operation: ApiOperation): ScenarioDraft[] => {
  const isJson = operation.body?.media.some(({ contentType }) => isJsonType(contentType)) === true
  if (!isJson || !operation.responses.has('413')) return []
  return [
    {
      scenario: 'oversized_body',
      mode: 'negative',
      target: targetOf(operation, 'size'),
      apply: asItIs,
      alter: (request) =>
        typeof request.body === 'string'
          ? { ...request, body: request.body + ' '.repeat(OVERSIZE) }
          : request,
    },
  ]
}

const unacceptable = (operation: ApiOperation): ScenarioDraft => ({
  scenario: 'unacceptable_accept',
  mode: 'negative',
  target: {
    ...targetOf(operation, 'accept'),
    pointer: operation.pointer,
    documentUri: operation.documentUri,
  },
  apply: asItIs,
  alter: (request) => replaceHeader(request, 'accept', UNKNOWN_TYPE),
})

const asItIs: ScenarioDraft['apply'] = (working) => working

const replaceHeader = (request: WireRequest, name: string, value: string): WireRequest => ({
  ...request,
  headers: [...request.headers.filter(([other]) => other !== name), [name, value]],
})
