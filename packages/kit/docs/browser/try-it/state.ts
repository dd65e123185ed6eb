import { computed, effect, signal } from '@preact/signals'
import { writeJson } from '@contract-kit/json-schema/json'
import type { ApiDocument } from '@contract-kit/openapi/open'
import { listOperations, type Operation } from '../../src/openapi/operations.ts'
import type { TryData } from '../../src/site/try-page.ts'
import type { TryItOptions } from '../../src/try-it-options.ts'
import {
  type AppliedCredentials,
  applyCredential,
  type Credential,
  listSchemes,
  namesOf,
  type SecurityScheme,
} from './auth/credentials.ts'
import {
  type AuthorizationWindow,
  requestClientToken,
  requestUserToken,
  type TokenResult,
} from './auth/oauth.ts'
import { isUsable } from './auth/session.ts'
import { createMemories } from './memory.ts'
import { type Draft, emptyDraft, fillForm, toFormFields } from './request/form.ts'
import { toRequest } from './request/request.ts'
import { createSecrets, mask } from './response/secrets.ts'
import { type Outcome, sendRequest } from './response/send.ts'
import { fillServer, listServers, toAbsolute, toAddress, toOrigin } from './servers.ts'
import type { NextStep } from './values/next-steps.ts'

/** The dependencies of the page. */
export interface TryItSurroundings extends AuthorizationWindow {
  readonly document: ApiDocument
  readonly samples: TryData['samples']
  readonly options: TryItOptions
  /** The URL of the page, the base for relative server URLs. */
  readonly pageUrl: string
  readonly fetch: typeof fetch
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly newKey: () => string
}

/** A request sent from this page, and its outcome. */
export interface Exchange {
  /** Counts from 1. */
  readonly id: number
  readonly server: number
  readonly address: string
  readonly isMock: boolean
  readonly operation: Operation
  /** All fields as sent, except the credentials. */
  readonly draft: Draft
  readonly outcome: Outcome
}

/** The state of the page and its actions. It exists only in memory. */
export type TryIt = ReturnType<typeof createTryIt>

/** The props that all components share. */
export interface TryItProps {
  readonly tryIt: TryIt
}

/** Creates the state of a page that has not sent any requests. */
export function createTryIt(surroundings: TryItSurroundings) {
  const { document, samples, options, now, newKey } = surroundings
  const { session } = options
  const operations = listOperations(document).filter(({ isWebhook }) => !isWebhook)
  const schemes = listSchemes(document, operations)
  const secrets = createSecrets(document, options)
  const servers = listServers(document, options, surroundings.pageUrl)

  const serverIndex = signal(0)
  const typedAddresses = signal<Readonly<Record<number, string>>>({})
  const variables = signal<Readonly<Record<number, Readonly<Record<string, string>>>>>({})
  const server = computed(() => servers[serverIndex.value] ?? getFirst(servers))
  const address = computed(
    () =>
      typedAddresses.value[serverIndex.value] ??
      fillServer(server.value, variables.value[serverIndex.value] ?? {}),
  )

  const origin = computed(() => toOrigin(toAddress(address.value)))
  const memories = createMemories({ operations, schemes, options, origin, now })
  const { memory } = memories

  const operationId = signal(operations[0]?.id ?? '')
  const drafts = signal<Readonly<Record<string, Draft>>>({})
  const key = signal<IdempotencyKey>({ value: newKey(), sentWith: undefined })
  const exchanges = signal<readonly Exchange[]>([])
  const shown = signal<Exchange | undefined>(undefined)
  const inFlight = signal<AbortController | undefined>(undefined)

  const getOperation = (id: string): Operation => {
    const found = operations.find((operation) => operation.id === id)
    if (found === undefined) throw new Error(`The document has no operation ${id}`)
    return found
  }

  const applyCredentials = (operation: Operation, draft: Draft, isMasked: boolean): AppliedCredentials => {
    const requirement = operation.security[draft.requirement] ?? operation.security[0]
    const names = requirement === undefined ? [] : namesOf(requirement)
    const applied = schemes
      .filter(({ name }) => names.includes(name))
      .map((scheme) => {
        const choice = draft.choices[scheme.name] ?? 'stored'
        return applyCredential(scheme, memories.getCredential(scheme.name), choice, isMasked)
      })
    return {
      headers: applied.flatMap(({ headers = [] }) => headers),
      query: applied.flatMap(({ query = [] }) => query),
      cookies: applied.flatMap(({ cookies = [] }) => cookies),
    }
  }

  const addressOf = (operation: Operation): string => {
    const isOwn = server.value.isDeclared && typedAddresses.value[serverIndex.value] === undefined
    const [own] = operation.servers ?? []
    return own !== undefined && isOwn
      ? toAbsolute(own.url, `${toAddress(address.value)}/`)
      : toAddress(address.value)
  }

  const fill = (operation: Operation, draft: Draft) => {
    const fields = toFormFields(operation, draft, server.value)
    const form = fillForm(operation, fields, draft, {
      samples,
      operations,
      remembered: memory.value.remembered,
      idempotencyKey: key.value.value,
    })
    const build = (isMasked: boolean) => {
      const hide = (values: Readonly<Record<string, string>>, nameOf: (id: string) => string) =>
        Object.fromEntries(
          Object.entries(values).map(([id, value]) => [
            id,
            isMasked && value !== '' && secrets.isSecret(nameOf(id)) ? mask : value,
          ]),
        )
      const shownForm = {
        ...form,
        values: hide(form.values, (id) => id.slice(id.indexOf('.') + 1)),
        parts: hide(form.parts, (name) => name),
      }
      const credentials = applyCredentials(operation, draft, isMasked)
      return toRequest(addressOf(operation), operation, fields, shownForm, credentials)
    }
    return { fields, form, request: build(false), maskedRequest: build(true) }
  }

  const operation = computed(() => getOperation(operationId.value))
  const draft = computed(() => drafts.value[operationId.value] ?? emptyDraft)
  const filled = computed(() => fill(operation.value, draft.value))
  const setDraft = (changes: Partial<Draft>): void => {
    drafts.value = { ...drafts.value, [operationId.value]: { ...draft.value, ...changes } }
  }
  const renewKey = (): void => {
    key.value = { value: newKey(), sentWith: undefined }
  }

  effect(() => {
    const takesKey = operations.length > 0 && filled.value.fields.some(({ control }) => control === 'key')
    if (takesKey && isSpent(key.value, filled.value.form.body)) renewKey()
  })

  async function perform(sent: Operation, sentDraft: Draft): Promise<Outcome> {
    const { fields, form, request } = fill(sent, sentDraft)
    const destination = { server: serverIndex.value, address: address.value, isMock: server.value.isMock }
    const sentTo = { origin: origin.value, token: memory.value.token?.token }
    const controller = new AbortController()
    inFlight.value = controller
    const outcome = await sendRequest(request, { fetch: surroundings.fetch, now, signal: controller.signal })
    inFlight.value = undefined
    if (fields.some(({ control, id }) => control === 'key' && form.values[id] === key.value.value)) {
      key.value = { ...key.value, sentWith: form.body }
    }
    const { values, body, parts } = form
    const exchange: Exchange = {
      id: exchanges.value.length + 1,
      ...destination,
      operation: sent,
      draft: { ...sentDraft, typed: values, body, parts },
      outcome,
    }
    if (outcome.kind === 'response') {
      const wasSent = request.headers.some(
        ([, value]) => sentTo.token !== undefined && value.endsWith(sentTo.token),
      )
      memories.learn(sentTo.origin, sent, outcome, { token: wasSent ? sentTo.token : undefined, values })
    }
    exchanges.value = [exchange, ...exchanges.value]
    shown.value = exchange
    return outcome
  }

  /** Gets a token by OAuth 2.0 and stores it; returns a message for the user. */
  async function getToken(
    scheme: SecurityScheme,
    flowName: 'clientCredentials' | 'authorizationCode',
  ): Promise<string> {
    const flow = scheme.flows[flowName]
    if (flow === undefined) return 'The document has no such flow.'
    const askedFrom = origin.value
    const credential = memories.getCredential(scheme.name)
    const base = `${toAddress(address.value)}/`
    const tokenUrl = toAbsolute(flow.tokenUrl, base)
    const result: TokenResult =
      flowName === 'clientCredentials'
        ? await requestClientToken(credential, tokenUrl, surroundings.fetch)
        : await requestUserToken(
            credential,
            { authorizationUrl: toAbsolute(flow.authorizationUrl, base), tokenUrl },
            surroundings,
          )
    if ('problem' in result) return result.problem
    memories.setCredential(scheme.name, { token: result.token }, askedFrom)
    return result.seconds === undefined
      ? 'The token is stored.'
      : `The token is stored, and expires in ${result.seconds} s.`
  }

  const openSession = (): Promise<Outcome> =>
    perform(getOperation(session?.open.operationId ?? ''), emptyDraft)

  return {
    document,
    options,
    operations,
    schemes,
    secrets,
    servers,
    serverIndex,
    server,
    address,
    variables,
    memory,
    operation,
    draft,
    filled,
    exchanges,
    shown,
    inFlight,
    now,
    openSession,
    getCredential: memories.getCredential,
    setCredential: (name: string, changes: Partial<Credential>): void =>
      memories.setCredential(name, changes),
    getToken,
    renewKey,
    /** Shows an operation with its draft; ignores an unknown id. */
    select(id: string): void {
      if (operations.some((one) => one.id === id)) operationId.value = id
    },
    chooseServer: (index: number): void => void (serverIndex.value = index),
    setAddress(typed: string): void {
      typedAddresses.value = { ...typedAddresses.value, [serverIndex.value]: typed }
    },
    /** Sets a variable of the server and discards a typed address. */
    setVariable(name: string, value: string): void {
      const index = serverIndex.value
      const { [index]: _, ...others } = typedAddresses.value
      typedAddresses.value = others
      variables.value = { ...variables.value, [index]: { ...variables.value[index], [name]: value } }
    },
    /** Sets the value of a field. */
    setValue(fieldId: string, value: string): void {
      setDraft({ typed: { ...draft.value.typed, [fieldId]: value } })
    },
    setDraft,
    setBody: (body: string): void => setDraft({ body }),
    chooseExample: (exampleName: string): void => setDraft({ exampleName, body: undefined }),
    /** Selects the media type of the body and resets the example, the body and `Content-Type`. */
    chooseMediaType(mediaType: string): void {
      const { 'header.Content-Type': _, ...typed } = draft.value.typed
      setDraft({ mediaType, exampleName: undefined, body: undefined, typed })
    },
    /** Discards the draft of this operation. */
    startAgain: (): void => setDraft(emptyDraft),
    /** Replaces the key, even if it was typed. */
    newIdempotencyKey(): void {
      renewKey()
      const keys = filled.value.fields.filter(({ control }) => control === 'key').map(({ id }) => id)
      const typed = Object.entries(draft.value.typed).filter(([id]) => !keys.includes(id))
      setDraft({ typed: Object.fromEntries(typed) })
    },
    send: (): Promise<Outcome> => perform(operation.value, draft.value),
    /** Cancels the pending request. */
    cancel(): void {
      inFlight.value?.abort()
    },
    /** Signs in with an example of the document. Opens a new session first if there is no usable token. */
    async signIn({
      operationId: id,
      example,
    }: {
      readonly operationId: string
      readonly example: string
    }): Promise<void> {
      if (!isUsable(memory.value.token, now())) {
        const outcome = await openSession()
        if (outcome.kind === 'none' || outcome.status >= 400) return
      }
      await perform(getOperation(id), { ...emptyDraft, exampleName: example })
    },
    /** Shows the form of a next step with its values filled in. */
    follow(step: NextStep): void {
      operationId.value = step.operationId
      const { fields, form } = fill(operation.value, emptyDraft)
      const typed = fields.flatMap(({ id, name }): [string, string][] => {
        const value = step.values[name]
        return value === undefined || value === form.values[id] ? [] : [[id, value]]
      })
      const body = step.body === undefined ? undefined : writeJson(step.body, 2)
      setDraft({ ...emptyDraft, typed: Object.fromEntries(typed), body })
    },
    /** Restores an earlier request and its response. */
    load(exchange: Exchange): void {
      serverIndex.value = exchange.server
      if (exchange.address !== address.value) {
        typedAddresses.value = { ...typedAddresses.value, [exchange.server]: exchange.address }
      }
      operationId.value = exchange.operation.id
      setDraft(exchange.draft)
      shown.value = exchange
    },
  }
}

function getFirst<Item>([first]: readonly Item[]): Item {
  if (first === undefined) throw new Error('There is no server to send requests to')
  return first
}

/** The idempotency key for the next request that uses one. */
interface IdempotencyKey {
  readonly value: string
  /** The last request body sent with the key; undefined before the first use. */
  readonly sentWith: string | undefined
}

/** Whether the key was sent with a different body: the server would reject it. */
const isSpent = (key: IdempotencyKey, body: string): boolean =>
  key.sentWith !== undefined && key.sentWith !== body

/** Returns a random UUID (RFC 9562, version 4). `crypto.randomUUID` is available only in secure contexts. */
export function createRandomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = Array.from(bytes, (byte, index) => {
    const value = index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte
    return value.toString(16).padStart(2, '0')
  }).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
