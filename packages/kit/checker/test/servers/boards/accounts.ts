import { callers } from './callers.ts'
import { assertId, Refusal, reply, type Call, type Handler, type Office, type Sent } from './office.ts'
import type { Profile } from './store.ts'

const accountOf = (caller: string): string =>
  Object.values(callers).find(({ name }) => name === caller)?.account ?? ''

export const getMe: Handler = ({ caller }) => {
  const default_account_id = accountOf(caller)
  const attributes = { name: caller, default_account_id }
  return reply(200, { data: { type: 'users', id: caller.toLowerCase(), attributes } })
}

const readAccount = ({ params, caller, operation }: Call, { on, store }: Office): string => {
  const { account_id = '' } = params
  const isOpen = on('profiles-of-others-can-be-read') && operation === 'get_profile'
  const isKnown = store.profiles.has(account_id)
  if (account_id === accountOf(caller) || (isOpen && isKnown)) return account_id
  if (isKnown && on('things-of-others-are-forbidden')) throw new Refusal(403, 'It is of somebody else.')
  throw new Refusal(404, 'There is no such account.')
}

const show = (id: string, attributes: object): object => ({ data: { type: 'profiles', id, attributes } })

export const getProfile: Handler = (call, office) => {
  const id = readAccount(call, office)
  return reply(200, show(id, office.store.profiles.get(id) ?? {}))
}

export const updateProfile: Handler = (call, office) => {
  const { store, on } = office
  const id = readAccount(call, office)
  assertId(call, id)
  const sent = (call.body as Sent<Partial<Profile>>).data.attributes
  if (on('empty-changes-crash') && Object.keys(sent).length === 0) throw new Error('Nothing to set.')
  const before = store.profiles.get(id) as Profile
  const base = on('changes-forget-the-locale') ? { ...before, locale: 'en' } : before
  const changed = { ...base, ...sent }
  store.profiles.set(id, changed)
  return reply(200, show(id, changed))
}

export const createPayout: Handler = (call, office) => {
  const { store, on } = office
  readAccount(call, office)
  const { amount, reference } = (call.body as Sent<{ readonly amount: string; readonly reference: string }>)
    .data.attributes
  const attributes = {
    amount: on('payouts-are-told-as-numbers') ? Number(amount) : amount,
    reference,
    created_at: store.now(),
  }
  const data = { type: 'payouts', id: store.nextId('payout'), attributes }
  return reply(201, { data })
}

export const getStatus: Handler = () =>
  reply(200, { data: { type: 'statuses', id: 'now', attributes: { healthy: true } } })
