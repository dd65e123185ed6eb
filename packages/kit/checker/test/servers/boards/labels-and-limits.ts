import { emptyReply } from '../kernel/reply.ts'
import { Refusal, reply, type Call, type Handler, type Sent } from './office.ts'
import type { Label } from './store.ts'

const keyOf = ({ params, caller }: Call): string => {
  const { workspace_id, label_key = '' } = params
  if (!/^[a-z][a-z0-9-]{0,19}$/.test(label_key)) throw new Refusal(400, 'The key is wrong.')
  return [workspace_id, caller, label_key].join(' ')
}

const show = ({ params }: Call, label: Label): object => ({
  data: { type: 'labels', id: params.label_key, attributes: label },
})

export const getLabel: Handler = (call, { store }) => {
  const label = store.labels.get(keyOf(call))
  if (label === undefined) throw new Refusal(404, 'There is no such label.')
  return reply(200, show(call, label))
}

export const putLabel: Handler = (call, { store, on }) => {
  const key = keyOf(call)
  const before = store.labels.get(key)
  const { attributes } = (call.body as Sent<Partial<Label>>).data
  const hint = on('hints-stay') && before?.hint !== undefined ? { hint: before.hint } : {}
  const label = { weight: 1, ...hint, ...attributes } as Label
  store.labels.set(key, label)
  const isNew = (before === undefined && !on('labels-are-never-new')) || on('labels-are-always-new')
  return reply(isNew ? 201 : 200, show(call, label))
}

export const deleteLabel: Handler = (call, { store, on }) => {
  const isThere = store.labels.delete(keyOf(call))
  if (!isThere && !on('deleting-no-label-succeeds')) throw new Refusal(404, 'There is no such label.')
  return emptyReply()
}

const regions = ['north', 'south', 'east']

const limitsKeyOf = ({ params, caller }: Call, isOpen: boolean): string => {
  const { region = '' } = params
  if (!regions.includes(region) && !isOpen) throw new Refusal(404, 'There is no such region.')
  return `${caller} ${region}`
}

const showLimits = ({ params }: Call, values: object): object => ({
  data: { type: 'limits', id: params.region, attributes: { values } },
})

export const getLimits: Handler = (call, { store, on }) =>
  reply(200, showLimits(call, store.limits.get(limitsKeyOf(call, on('any-region-has-limits'))) ?? {}))

export const putLimits: Handler = (call, { store, on }) => {
  const key = limitsKeyOf(call, false)
  const { values } = (call.body as Sent<{ readonly values: Readonly<Record<string, string>> }>).data
    .attributes
  const kept = on('limits-pile-up') ? { ...store.limits.get(key), ...values } : values
  store.limits.set(key, kept)
  if (on('limits-are-the-same-everywhere'))
    for (const region of regions) store.limits.set(`${call.caller} ${region}`, kept)
  return reply(200, showLimits(call, kept))
}
