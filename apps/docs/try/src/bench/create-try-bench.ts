import type { OpenApiDocument } from '@giftcards/contract'
import { computed, effect, signal } from '@preact/signals'
import type { Outcome } from '../answer/outcome.ts'
import { sendRequest } from '../answer/send-request.ts'
import type { Operation } from '../contract/operation.ts'
import { readOperations } from '../contract/read-operations.ts'
import { formFields } from '../request/form-fields.ts'
import { publishedAppId } from '../request/sandbox-triggers.ts'
import { type Target, type TargetKind, toAddress, usualAddresses } from '../request/target.ts'
import { toRequest } from '../request/to-request.ts'
import { isUsable } from '../session/kept-token.ts'
import type { NextStep } from '../values/next-steps.ts'
import { type Draft, emptyDraft } from './draft.ts'
import type { Exchange } from './exchange.ts'
import { fillForm } from './fill-form.ts'
import { type IdempotencyKey, isSpent } from './idempotency-key.ts'
import { createServiceMemories } from './service-memories.ts'

/** The application ID: what is typed there holds for every operation. */
const appField = 'header.x-cc-app'

/** What the bench takes from its surroundings. */
export interface TryBenchOptions {
  readonly document: OpenApiDocument
  /** The origin of the page, where the sandbox is looked for. */
  readonly pageOrigin: string
  readonly fetch: typeof fetch
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly newKey: () => string
}

/** The whole state of the page and everything that can be done on it. It lives in memory alone. */
export type TryBench = ReturnType<typeof createTryBench>

/** Makes the state of a page that has sent nothing yet. */
export function createTryBench(options: TryBenchOptions) {
  const { document, now, newKey } = options
  const operations = readOperations(document)
  const kind = signal<TargetKind>('sandbox')
  const addresses = signal(usualAddresses(options.pageOrigin))
  const target = computed<Target>(() => ({
    kind: kind.value,
    address: toAddress(addresses.value[kind.value]),
  }))
  const memories = createServiceMemories(operations, now)
  const memory = computed(() => memories.at(target.value.address))
  const operationId = signal(operations[0]?.id ?? '')
  const drafts = signal<Readonly<Record<string, Draft>>>({})
  const appId = signal<string>(publishedAppId)
  const key = signal<IdempotencyKey>({ value: newKey(), sentWith: undefined })
  const exchanges = signal<readonly Exchange[]>([])
  const shown = signal<Exchange | undefined>(undefined)
  const inFlight = signal<AbortController | undefined>(undefined)

  const getOperation = (id: string): Operation => {
    const found = operations.find((operation) => operation.id === id)
    if (found === undefined) throw new Error(`The contract has no operation ${id}`)
    return found
  }

  const fill = (operation: Operation, draft: Draft) => {
    const fields = formFields(operation, kind.value)
    const form = fillForm(operation, fields, draft, {
      operations,
      remembered: memory.value.remembered,
      token: memory.value.token?.token,
      appId: appId.value,
      idempotencyKey: key.value.value,
    })
    return { fields, form, request: toRequest(target.value.address, operation, fields, form) }
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
    const takesKey = filled.value.fields.some(({ control }) => control === 'key')
    if (takesKey && isSpent(key.value, filled.value.form.body)) renewKey()
  })

  async function perform(sent: Operation, sentDraft: Draft): Promise<Outcome> {
    const { fields, form, request } = fill(sent, sentDraft)
    const destination = target.value
    const controller = new AbortController()
    inFlight.value = controller
    const outcome = await sendRequest(request, { fetch: options.fetch, now, signal: controller.signal })
    inFlight.value = undefined
    if (fields.some(({ control, id }) => control === 'key' && form.values[id] === key.value.value)) {
      key.value = { ...key.value, sentWith: form.body }
    }
    const exchange: Exchange = {
      id: exchanges.value.length + 1,
      target: destination,
      operation: sent,
      draft: { ...sentDraft, typed: form.values, body: form.body },
      outcome,
    }
    memories.learn(destination.address, sent, form.token, outcome)
    exchanges.value = [exchange, ...exchanges.value]
    shown.value = exchange
    return outcome
  }

  const openSession = (): Promise<Outcome> => perform(getOperation('createSession'), emptyDraft)

  return {
    document,
    operations,
    kind,
    addresses,
    target,
    memory,
    operation,
    draft,
    filled,
    exchanges,
    shown,
    inFlight,
    now,
    renewKey,
    openSession,
    /** Shows an operation with the draft it was left with; an unknown name changes nothing. */
    select(id: string): void {
      if (operations.some((one) => one.id === id)) operationId.value = id
    },
    setAddress(address: string): void {
      addresses.value = { ...addresses.value, [kind.value]: address }
    },
    /** Types into a field. */
    setValue(fieldId: string, value: string): void {
      if (fieldId === appField) appId.value = value
      else setDraft({ typed: { ...draft.value.typed, [fieldId]: value } })
    },
    setBody: (body: string): void => setDraft({ body }),
    setTokenChoice: (tokenChoice: Draft['tokenChoice']): void => setDraft({ tokenChoice }),
    chooseExample: (exampleName: string): void => setDraft({ exampleName, body: undefined }),
    /** Forgets what was typed for this operation. */
    startAgain: (): void => setDraft(emptyDraft),
    /** Replaces the key, a typed one too. */
    newIdempotencyKey(): void {
      renewKey()
      const { 'header.Idempotency-Key': _, ...typed } = draft.value.typed
      setDraft({ typed })
    },
    send: (): Promise<Outcome> => perform(operation.value, draft.value),
    /** Stops waiting for the answer. */
    cancel(): void {
      inFlight.value?.abort()
    },
    /** Logs in with one of the contract's examples, in a new session where there is none to use. */
    async logIn(exampleName: string): Promise<void> {
      if (!isUsable(memory.value.token, now())) {
        const outcome = await openSession()
        if (outcome.kind === 'none' || outcome.status >= 400) return
      }
      await perform(getOperation('login'), { ...emptyDraft, exampleName })
    },
    /** Shows the form of a next step, filled in. */
    follow(step: NextStep): void {
      operationId.value = step.operationId
      const { fields, form } = fill(operation.value, emptyDraft)
      const typed = fields.flatMap(({ id, name }): [string, string][] => {
        const value = step.values[name]
        return value === undefined || value === form.values[id] ? [] : [[id, value]]
      })
      const body = step.body === undefined ? undefined : JSON.stringify(step.body, null, 2)
      setDraft({ ...emptyDraft, typed: Object.fromEntries(typed), body })
    },
    /** Shows an earlier request as it was sent, and its answer. */
    load(exchange: Exchange): void {
      kind.value = exchange.target.kind
      addresses.value = { ...addresses.value, [exchange.target.kind]: exchange.target.address }
      operationId.value = exchange.operation.id
      const { [appField]: typedAppId, ...typed } = exchange.draft.typed
      appId.value = typedAppId ?? appId.value
      setDraft({ ...exchange.draft, typed })
      shown.value = exchange
    },
  }
}
