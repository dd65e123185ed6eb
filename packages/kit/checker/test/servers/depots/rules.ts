import { formats } from '../kernel/formats.ts'
import type { House, Problem } from './exchange.ts'

/** Notes what is wrong with a value. */
export type Rule = (value: unknown, field: string, problems: Problem[]) => void

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const hasFormat = (name: 'date' | 'date-time' | 'email' | 'uuid', text: string): boolean => {
  const format = formats[name]
  return format instanceof RegExp ? format.test(text) : (format?.(text) ?? false)
}

/** A rule for what passes a test. */
export const that =
  (isRight: (value: unknown) => boolean, problem: string): Rule =>
  (value, field, problems) => {
    if (!isRight(value)) problems.push({ field, problem })
  }

/** Length in characters, be they of one unit or two. */
const lengthOf = (sent: string): number => sent.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '.').length

/** A text between two lengths. */
export const text = (min: number, max: number, measure = lengthOf): Rule =>
  that(
    (value) => typeof value === 'string' && measure(value) >= min && measure(value) <= max,
    `must have ${min} to ${max} characters`,
  )

/** A text of a form. */
export const like = (form: RegExp): Rule =>
  that((value) => typeof value === 'string' && form.test(value), 'is not of the right form')

/** A text of a format. */
export const formatted = (name: Parameters<typeof hasFormat>[0]): Rule =>
  that((value) => typeof value === 'string' && hasFormat(name, value), `is no ${name}`)

/** One of some texts. */
export const among = (...texts: readonly string[]): Rule =>
  that((value) => typeof value === 'string' && texts.includes(value), `must be one of ${texts.join(', ')}`)

/** A number between two bounds, both included. */
export const number = (min: number, max: number): Rule =>
  that((value) => typeof value === 'number' && value >= min && value <= max, `must be ${min} to ${max}`)

/** A number above nothing and up to a bound. */
export const positive = (max: number): Rule =>
  that((value) => typeof value === 'number' && value > 0 && value <= max, `must be above 0 and up to ${max}`)

/** A whole number between two bounds, both included. */
export const whole = (min: number, max: number): Rule =>
  that((value) => Number.isInteger(value) && Number(value) >= min && Number(value) <= max, 'must be whole')

/** True or false. */
export const flag = that((value) => typeof value === 'boolean', 'must be true or false')

/** Anything at all. */
export const anything: Rule = () => undefined

/** All of some rules. */
export const all =
  (...rules: readonly Rule[]): Rule =>
  (value, field, problems) => {
    for (const rule of rules) rule(value, field, problems)
  }

/** Null, or what a rule asks for. */
export const orNull =
  (rule: Rule): Rule =>
  (value, field, problems) => {
    if (value !== null) rule(value, field, problems)
  }

/** One of two rules. */
export const either =
  (first: Rule, second: Rule): Rule =>
  (value, field, problems) => {
    const isFirst = findProblems(first, value).length === 0
    if (!isFirst) second(value, field, problems)
  }

/** A list of so many items. */
export const list =
  (rule: Rule, { min = 0, max = Infinity, isUnique = false }): Rule =>
  (value, field, problems) => {
    if (!Array.isArray(value)) problems.push({ field, problem: 'must be a list' })
    else if (value.length < min || value.length > max)
      problems.push({ field, problem: `must have ${min} to ${max} items` })
    else if (isUnique && new Set(value).size < value.length)
      problems.push({ field, problem: 'must not have an item twice' })
    else for (const [index, item] of value.entries()) rule(item, `${field}[${index}]`, problems)
  }

/** An object of some fields; a closed one has no others. */
export const record =
  (
    fields: Readonly<Record<string, Rule>>,
    {
      needs = [],
      isClosed = false,
      min = 0,
    }: { needs?: readonly string[]; isClosed?: boolean; min?: number },
  ): Rule =>
  (value, field, problems) => {
    if (!isObject(value)) return void problems.push({ field, problem: 'must be an object' })
    const at = (name: string): string => (field === '' ? name : `${field}.${name}`)
    for (const name of needs)
      if (!Object.hasOwn(value, name)) problems.push({ field: at(name), problem: 'is needed' })
    if (Object.keys(value).length < min) problems.push({ field, problem: 'must have something in it' })
    for (const [name, item] of Object.entries(value)) {
      if (Object.hasOwn(fields, name)) fields[name]?.(item, at(name), problems)
      else if (isClosed) problems.push({ field: at(name), problem: 'is not known' })
    }
  }

/** All faults of a value. */
export const findProblems = (rule: Rule, value: unknown): readonly Problem[] => {
  const problems: Problem[] = []
  rule(value, '', problems)
  return problems
}

/** Zones of a depot. */
export const zones = ['dry', 'cold', 'hazard'] as const

/** The form of a tag. */
export const tag = like(/^[a-z]{2,12}$/)

type On = House['on']

const hours = like(/^([01][0-9]|2[0-3]):[0-5][0-9]$/)

const utf8Length = (sent: string): number => new TextEncoder().encode(sent).length

/** The rules for a depot. */
export const depotRule = (on: On, operation: 'createDepot' | 'replaceDepot'): Rule => {
  const isNew = operation === 'createDepot'
  const until = isNew && on('accepts-closing-at-99') ? like(/^[0-9]{2}:[0-9]{2}$/) : hours
  const word = isNew && on('accepts-any-opening-word') ? text(0, Infinity) : among('always', 'onRequest')
  const capacity = whole(1, 100000)
  return record(
    {
      name: text(1, 60, isNew && on('name-measured-in-bytes') ? utf8Length : lengthOf),
      kind: among('hub', 'branch', 'locker'),
      country: like(/^[A-Z]{2}$/),
      address: record(
        { street: text(1, 80), city: text(1, 60), postalCode: like(/^[0-9]{4,5}$/) },
        { needs: ['street', 'city', 'postalCode'], isClosed: true },
      ),
      capacity: !isNew && on('accepts-capacity-as-text') ? either(like(/^[0-9]+$/), capacity) : capacity,
      isOpen: flag,
      openedOn: orNull(
        isNew && on('accepts-thirtieth-of-february')
          ? either(like(/^[0-9]{4}-[0-9]{2}-(0[1-9]|[12][0-9]|3[01])$/), formatted('date'))
          : formatted('date'),
      ),
      contactEmail: orNull(all(formatted('email'), text(0, 80))),
      features: list(among('cooling', 'hazmat', 'customs', 'crane'), {
        max: 4,
        isUnique: isNew || !on('replacing-accepts-feature-twice'),
      }),
      opening: either(word, record({ from: hours, to: until }, { needs: ['from', 'to'], isClosed: true })),
      alarmCode: like(/^[0-9]{4,8}$/),
      id: anything,
      createdAt: anything,
      updatedAt: anything,
    },
    { needs: ['name', 'kind', 'country', 'address', 'capacity'], isClosed: true },
  )
}

/** The rules for a shelf. */
export const shelfRule = (on: On): Rule =>
  record(
    {
      code: like(/^[A-Z]-[0-9]{2}$/),
      zone: among(...zones),
      maxLoadKg: positive(5000),
      levels: on('accepts-half-a-level') ? number(1, 12) : whole(1, 12),
      bay: record(
        { aisle: whole(1, on('accepts-any-aisle') ? Infinity : 120), side: among('left', 'right') },
        { needs: ['aisle'] },
      ),
    },
    { needs: ['code', 'zone', 'maxLoadKg'] },
  )

const name = all(text(1, 60), like(/\S/))
const phone = orNull(like(/^\+[0-9]{6,14}$/))
const ratio = (value: unknown): number => Number(value) / 0.01
const cents = that(
  (value) => Math.abs(Math.round(ratio(value)) - ratio(value)) <= 1e-7,
  'must be whole cents',
)
const money = orNull(all(number(0, 100000), cents))
const celsius = number(-40, 80)

const letterRule = (on: On): Rule =>
  record(
    {
      format: among('C4', 'C5', 'DL'),
      pages: whole(1, on('accepts-letter-of-any-pages') ? Infinity : 500),
      isRegistered: flag,
      recipient: record({}, { needs: on('letter-to-nobody') ? [] : ['name'] }),
    },
    { needs: ['format'] },
  )

const palletRule = (on: On): Rule =>
  record(
    {
      heightCm: whole(10, 260),
      loads: list(
        record(
          { item: text(1, 40), count: whole(1, 10000) },
          { needs: ['item', 'count'], isClosed: !on('accepts-odd-load') },
        ),
        { min: 1, max: 10 },
      ),
      isStackable: flag,
    },
    { needs: on('accepts-pallet-without-loads') ? ['heightCm'] : ['heightCm', 'loads'] },
  )

const liquidRule = (on: On): Rule =>
  record(
    {
      volumeL: on('accepts-no-volume') ? number(0, 1200) : positive(1200),
      hazard: orNull(
        record(
          {
            unNumber: like(/^UN[0-9]{4}$/),
            packingGroup: on('accepts-any-packing-group') ? text(0, Infinity) : among('I', 'II', 'III'),
          },
          { needs: ['unNumber'], isClosed: true },
        ),
      ),
      storeAt: either(
        celsius,
        record(
          { min: celsius, max: on('accepts-boiling-range') ? number(-40, Infinity) : celsius },
          { needs: ['min', 'max'], isClosed: true },
        ),
      ),
    },
    { needs: ['volumeL'] },
  )

/** The rules for a new parcel: those for all kinds, and those for its kind. */
export const parcelRule =
  (on: On): Rule =>
  (value, field, problems) => {
    const kind = isObject(value) ? value.kind : undefined
    const own = { letter: letterRule, pallet: palletRule, liquid: liquidRule }
    const isKnown = typeof kind === 'string' && Object.hasOwn(own, kind)
    if (!isKnown) return void problems.push({ field: 'kind', problem: 'must be letter, pallet or liquid' })
    parcelBaseRule(on, kind)(value, field, problems)
    own[kind as keyof typeof own](on)(value, field, problems)
  }

const parcelBaseRule = (on: On, kind: string): Rule => {
  const isLoose = kind === 'liquid' && on('liquid-forgets-the-base')
  const weight = positive(1000)
  return record(
    {
      label: text(
        1,
        isLoose ? Infinity : 80,
        on('label-measured-in-units') ? (sent) => sent.length : lengthOf,
      ),
      weightKg: on('accepts-weight-as-text') ? either(like(/^[0-9]+(\.[0-9]+)?$/), weight) : weight,
      fragile: on('accepts-fragile-as-text') ? either(among('true', 'false'), flag) : flag,
      recipient: record({ name, phone }, { needs: kind === 'letter' ? [] : ['name'], isClosed: true }),
      arrivedAt: formatted('date-time'),
      declaredValue: money,
      currency: among('EUR', 'NOK', 'CHF'),
      pickUpBy: orNull(formatted('date')),
      tags: list(tag, isLoose ? {} : { max: 4, isUnique: true }),
      releaseCode: like(/^[0-9]{5}$/),
    },
    { needs: ['label', 'weightKg', 'recipient'] },
  )
}

/** The rules for a change of a parcel. */
export const parcelPatchRule = (on: On): Rule =>
  record(
    {
      label: on('accepts-no-label') ? orNull(text(1, 80)) : text(1, 80),
      weightKg: positive(1000),
      fragile: flag,
      recipient: record({ name, phone }, { isClosed: true, min: 1 }),
      declaredValue: money,
      pickUpBy: orNull(formatted('date')),
      tags: list(tag, { max: on('change-accepts-fifth-tag') ? Infinity : 4, isUnique: true }),
    },
    { isClosed: true, min: 1 },
  )
