import { type ApiDocument, type ApiOperation, loadDocument } from '@contract-kit/openapi'
import { createExchange } from '../src/core/exchange.ts'
import type {
  ReadResponse,
  AuthMode,
  CaseTarget,
  CheckSettings,
  Exchange,
  OtherIdentity,
  PhaseName,
} from '../src/core/exchange.ts'
import { readResponse } from '../src/core/exchange.ts'
import { type Json, writeJson } from '@contract-kit/json-schema/json'
import { type RequestValues, serializeRequest, type WireRequest } from '@contract-kit/openapi/wire'

/** The target of a case that is about no part of its operation. */
export const noTarget: CaseTarget = {
  location: 'operation',
  name: '',
  keyword: '',
  pointer: '',
  documentUri: '',
}

/** An exchange in short: the request and the response. Omitted parts have ordinary values. */
export interface ExchangeDraft {
  /** operationId; left out for an undeclared method or path, which `request` then tells. */
  readonly operation?: string
  readonly path?: Readonly<Record<string, Json>>
  readonly query?: Readonly<Record<string, Json>>
  readonly header?: Readonly<Record<string, Json>>
  readonly cookie?: Readonly<Record<string, Json>>
  /** Sent by the first media type of the operation. */
  readonly body?: Json
  /** Changes the request that the values make. */
  readonly request?: Partial<WireRequest>
  /** The template filed under, if no operation is declared; the target by default. */
  readonly template?: string
  /** The phase that sent it; `coverage` by default. */
  readonly phase?: PhaseName
  readonly mode?: 'positive' | 'negative'
  readonly auth?: AuthMode
  readonly authScheme?: string
  readonly identity?: OtherIdentity
  readonly target?: Partial<CaseTarget>
  readonly mayBeRejected?: boolean
  readonly boundTo?: Readonly<Record<string, string>>
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  /** A response of `application/json`, unless `headers` says otherwise. */
  readonly json?: unknown
  readonly text?: string
  readonly bytes?: Uint8Array
  readonly elapsedMs?: number
  readonly history?: readonly Exchange[]
  readonly settings?: Partial<CheckSettings>
}

/** Makes exchanges with the API of one document, as the runner would, but without a server. */
export const createRig = async (document: object): Promise<(draft: ExchangeDraft) => Exchange> => {
  const loaded = await loadDocument({ openapi: '3.1.0', info: { title: 'Test', version: '1' }, ...document })
  return (draft) => toExchange(loaded, draft)
}

const toExchange = (document: ApiDocument, draft: ExchangeDraft): Exchange => {
  const operation = document.operations.find(({ id }) => id === draft.operation)
  if (operation === undefined && draft.operation !== undefined)
    throw new Error(`There is no operation ${draft.operation}.`)
  const values = operation && toValues(operation, draft)
  const bare: WireRequest = { method: 'GET', target: '/', headers: [], body: undefined }
  const made = operation === undefined || values === undefined ? bare : serializeRequest(operation, values)
  const request = { ...made, ...draft.request }
  const target: CaseTarget = { ...noTarget, documentUri: document.uri, ...draft.target }
  const sent = {
    phase: draft.phase ?? 'coverage',
    operation,
    path: draft.template ?? operation?.path ?? request.target,
    scenario: 'test',
    mode: draft.mode ?? 'positive',
    target,
    values,
    request,
    auth: draft.auth ?? 'given',
    ...(draft.authScheme === undefined ? {} : { authScheme: draft.authScheme }),
    ...(draft.identity === undefined ? {} : { identity: draft.identity }),
    ...(draft.mayBeRejected === undefined ? {} : { mayBeRejected: draft.mayBeRejected }),
    ...(draft.boundTo === undefined ? {} : { boundTo: draft.boundTo }),
  } as const
  const settings = {
    strictResponses: true,
    maxResponseTimeMs: undefined,
    policies: new Map(),
    ...draft.settings,
  }
  return createExchange(document, sent, toResponse(draft), draft.history ?? [], settings)
}

const toValues = (operation: ApiOperation, draft: ExchangeDraft): RequestValues => {
  const contentType = operation.body?.media[0]?.contentType ?? 'application/json'
  return {
    path: draft.path ?? {},
    query: draft.query ?? {},
    header: draft.header ?? {},
    cookie: draft.cookie ?? {},
    body: draft.body === undefined ? undefined : { contentType, value: draft.body },
  }
}

/** The response of a draft, read as the runner reads it. */
export const toResponse = ({
  status,
  headers = {},
  json,
  text,
  bytes,
  elapsedMs = 1,
}: Pick<ExchangeDraft, 'status' | 'headers' | 'json' | 'text' | 'bytes' | 'elapsedMs'>): ReadResponse => {
  const written = text ?? (json === undefined ? '' : writeJson(json))
  const type = json === undefined ? {} : { 'content-type': 'application/json' }
  const all = Object.entries({ ...type, ...headers }).filter(([, value]) => value !== '')
  return readResponse({ status, headers: all, body: bytes ?? new TextEncoder().encode(written), elapsedMs })
}
