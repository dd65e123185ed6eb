import { emptyReply, jsonReply, withHeaders, type Reply } from '../kernel/reply.ts'
import { webhookRule } from './bodies.ts'
import { basePath, refuseUnknown, type Call, type Farm, type Handler } from './farm.ts'
import { once, readJson } from './read-request.ts'
import type { Webhook } from './store.ts'

const toldWebhook = ({ owner: _owner, secret: _secret, ...webhook }: Webhook): object => webhook

const findWebhook = (
  { params, caller }: Call,
  farm: Farm,
  { ofAnyone = false }: { readonly ofAnyone?: boolean } = {},
): Webhook => {
  const webhook = farm.store.webhooks.get((params.webhookId ?? '').toLowerCase())
  if (webhook === undefined) return refuseUnknown(false, farm)
  if (webhook.owner !== caller.account && !ofAnyone) return refuseUnknown(true, farm)
  return webhook
}

const webhookFrom = (sent: Partial<Webhook>, id: string, owner: string, { store, on }: Farm): Webhook => ({
  isActive: true,
  retries: 3,
  ...(sent as Pick<Webhook, 'url' | 'events' | 'secret'>),
  ...(on('header-values-are-trimmed') && sent.headers !== undefined
    ? {
        headers: Object.fromEntries(
          Object.entries(sent.headers).map(([name, value]) => [name, value.trim()]),
        ),
      }
    : {}),
  id,
  owner,
  createdAt: store.now(),
})

const place = (id: string): string => `${basePath}/webhooks/${id}`

export const createWebhook: Handler = (call, farm) => {
  const { store, on } = farm
  const create = (): Reply => {
    const sent = readJson(call, farm, webhookRule(on, { isNew: true })) as Partial<Webhook>
    const initial = on('webhooks-begin-inactive') ? { isActive: false, ...sent } : sent
    const webhook = webhookFrom(initial, store.nextId('9'), call.caller.account, farm)
    store.webhooks.set(webhook.id, webhook)
    const location = on('webhook-location-is-of-the-first')
      ? place([...store.webhooks.keys()][0] ?? '')
      : place(webhook.id)
    return withHeaders(jsonReply(201, toldWebhook(webhook)), { location })
  }
  return on('repeated-key-makes-a-second-webhook') ? create() : once(call, farm, create)
}

export const getWebhook: Handler = (call, farm) => {
  const webhook = findWebhook(call, farm)
  const { secret } = webhook
  return jsonReply(
    200,
    farm.on('secret-is-told') ? { ...toldWebhook(webhook), secret } : toldWebhook(webhook),
  )
}

const findOrRevive = (call: Call, farm: Farm): Webhook | undefined => {
  const id = (call.params.webhookId ?? '').toLowerCase()
  if (farm.on('put-revives-a-webhook') && !farm.store.webhooks.has(id)) return undefined
  return findWebhook(call, farm, { ofAnyone: farm.on('webhooks-of-others-are-replaced') })
}

export const replaceWebhook: Handler = (call, farm) => {
  const { store, on } = farm
  const known = findOrRevive(call, farm)
  const sent = readJson(call, farm, webhookRule(on, { isNew: false })) as Partial<Webhook>
  const knownId = known?.id ?? (call.params.webhookId ?? '').toLowerCase()
  const id = on('put-makes-a-second-webhook') ? store.nextId('9') : knownId
  const fresh = webhookFrom(sent, id, known?.owner ?? call.caller.account, farm)
  const kept: Partial<Webhook> = {
    ...(known === undefined || on('put-renews-creation-time') ? {} : { createdAt: known.createdAt }),
    ...(on('put-keeps-the-old-filter') && known?.filter !== undefined && sent.filter === undefined
      ? { filter: known.filter }
      : {}),
    ...(on('put-keeps-old-retries') && known !== undefined && sent.retries === undefined
      ? { retries: known.retries }
      : {}),
    ...(on('put-adds-headers') && known?.headers !== undefined
      ? { headers: { ...known.headers, ...sent.headers } }
      : {}),
  }
  const retries = (kept.retries ?? fresh.retries) + (on('put-counts-retries-up') ? 1 : 0)
  const replaced = { ...fresh, ...kept, retries }
  store.webhooks.set(id, replaced)
  return jsonReply(200, toldWebhook(replaced))
}

export const deleteWebhook: Handler = (call, farm) => {
  const webhook = findWebhook(call, farm)
  farm.store.webhooks.delete(webhook.id)
  return farm.on('deletions-tell-what-is-gone') ? jsonReply(200, toldWebhook(webhook)) : emptyReply()
}
