import { pick, type House } from './exchange.ts'
import type { Fields, Parcel } from './store.ts'

const told = [
  'kind',
  'label',
  'weightKg',
  'fragile',
  'recipient',
  'arrivedAt',
  'declaredValue',
  'currency',
  'pickUpBy',
  'tags',
] as const

/** Fields that only one kind of parcel has. */
export const ofKind: Readonly<Record<string, readonly string[]>> = {
  letter: ['format', 'pages', 'isRegistered'],
  pallet: ['heightCm', 'loads', 'isStackable'],
  liquid: ['volumeL', 'hazard', 'storeAt'],
}

const handlingCents: Readonly<Record<string, number>> = { letter: 235, pallet: 2490, liquid: 3105 }

const chargesOf = (fields: Fields, on: House['on'], operation: string): Fields => {
  const handling = handlingCents[String(fields.kind)] ?? 0
  // In cents: 1.5 % are 15 thousandths, and half a cent goes up.
  const insurance = Math.floor((Math.round(Number(fields.declaredValue ?? 0) * 100) * 15 + 500) / 1000)
  const total =
    operation === 'listParcels' && on('listed-total-lacks-insurance') ? handling : handling + insurance
  const isFloat = operation === 'getParcel' && on('charges-are-floats')
  return {
    handling: handling / 100,
    insurance: isFloat ? (Number(fields.declaredValue ?? 0) / 100) * 1.5 : insurance / 100,
    total: total / 100,
    currency: fields.currency,
  }
}

type Operation = 'listParcels' | 'createParcel' | 'getParcel' | 'updateParcel'

/** A parcel as it is returned. */
export const tellParcel = (parcel: Parcel, { on }: House, operation: Operation): Fields => {
  const { id, shelfId, status, fields, documentCount, createdAt, updatedAt } = parcel
  const isListed = operation === 'listParcels'
  const unset = on('nothing-is-told-as-null') ? { declaredValue: null, pickUpBy: null } : {}
  return {
    id: isListed && on('listed-ids-are-text') ? String(id) : id,
    shelfId,
    ...unset,
    ...pick(fields, [...told, ...(ofKind[String(fields.kind)] ?? [])]),
    ...(isListed && on('release-code-is-listed') ? pick(fields, ['releaseCode']) : {}),
    ...(operation === 'getParcel' && on('fragile-is-not-told-again') && fields.fragile === false
      ? { fragile: undefined }
      : {}),
    status: fields.statusSent ?? status,
    documentCount,
    charges: fields.chargesSent ?? chargesOf(fields, on, operation),
    createdAt,
    updatedAt,
  }
}

/** Milliseconds of a time; a leap second counts as the one before it. */
export const toMs = (time: string): number => Date.parse(time.toUpperCase().replace(/:60/, ':59'))

/** The changes that PostgreSQL and old code make to a text. */
const keepLabel = (label: string, on: House['on']): string => {
  if (on('emoji-become-question-marks')) return label.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '?')
  if (on('label-ends-at-null')) return label.split('\0')[0] || label
  return on('labels-are-normalised') ? label.normalize('NFC') : label
}

const keepRecipient = (recipient: Fields, on: House['on']): Fields => {
  const name = String(recipient.name)
  if (on('direction-marks-are-lost'))
    return { ...recipient, name: name.replaceAll(/[\u200e\u200f]/g, '') || name }
  return on('recipients-are-trimmed') ? { ...recipient, name: name.trim() } : recipient
}

const keepTime = (time: string, on: House['on']): string => {
  if (on('arrival-loses-its-offset')) return time.replace(/[+-]\d\d:\d\d$/, 'Z')
  if (on('arrival-loses-milliseconds')) return time.replace(/\.\d+/, '')
  const ms = toMs(time)
  if (on('times-are-told-in-oslo') && !Number.isNaN(ms))
    return `${new Date(ms + 2 * 3_600_000).toISOString().slice(0, -1)}+02:00`
  return time
}

const dayBefore = (day: string): string => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)

const fromText = (sent: Fields): Fields => ({
  weightKg: Number(sent.weightKg),
  ...(sent.fragile === undefined ? {} : { fragile: sent.fragile === true || sent.fragile === 'true' }),
})

/** The fields of a new parcel, with defaults for what was not sent. */
export const keepParcel = (sent: Fields, { store, on }: House): Fields => {
  const { declaredValue: value, pickUpBy: day } = sent
  const own = pick(sent, [...told, 'releaseCode', ...(ofKind[String(sent.kind)] ?? [])])
  const { weightKg } = sent
  return {
    fragile: on('new-parcels-are-fragile'),
    arrivedAt: store.now(),
    currency: 'EUR',
    tags: [],
    ...(sent.kind === 'letter' ? { isRegistered: false } : {}),
    ...(sent.kind === 'pallet' ? { isStackable: true } : {}),
    ...own,
    ...fromText(sent),
    ...(on('weights-to-the-gram')
      ? { weightKg: Math.max(0.001, Math.round(Number(weightKg) * 1000) / 1000) }
      : {}),
    ...(typeof sent.label === 'string' ? { label: keepLabel(sent.label, on) } : {}),
    ...(sent.recipient === undefined ? {} : { recipient: keepRecipient(sent.recipient as Fields, on) }),
    ...(typeof sent.arrivedAt === 'string' ? { arrivedAt: keepTime(sent.arrivedAt, on) } : {}),
    ...(typeof value === 'number' && on('cents-are-lost') ? { declaredValue: Math.trunc(value) } : {}),
    ...(on('everything-costs-euros') ? { currency: 'EUR' } : {}),
    ...(day === null && on('null-becomes-a-word') ? { pickUpBy: 'null' } : {}),
    ...(typeof day === 'string' && on('pick-up-a-day-early') ? { pickUpBy: dayBefore(day) } : {}),
    ...(on('charges-taken-from-body') && 'charges' in sent ? { chargesSent: sent.charges } : {}),
    ...(on('status-taken-from-body') && 'status' in sent ? { statusSent: sent.status } : {}),
  }
}
