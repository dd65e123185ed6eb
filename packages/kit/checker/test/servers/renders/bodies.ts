import { formats } from '../kernel/formats.ts'
import type { Farm } from './farm.ts'
import {
  choice,
  firstWith,
  flag,
  lengthOf,
  list,
  map,
  nullOr,
  number,
  oneOf,
  record,
  text,
  whole,
  type Rule,
} from './rules.ts'

type On = Farm['on']

const has =
  (format: 'date-time' | 'uuid' | 'uri') =>
  (sent: string): boolean => {
    const rule = formats[format]
    return rule instanceof RegExp ? rule.test(sent) : (rule?.(sent) ?? false)
  }

/** Whether a text is an id. */
export const isId = has('uuid')

/** Whether a text is a day and time with an offset. */
export const isTime = has('date-time')

/** Whether a text may be a tag. */
export const isTag = (sent: string): boolean => /^[a-z][a-z0-9-]{0,19}$/.test(sent)

/** The states of a render. */
export const events = ['render.queued', 'render.done', 'render.failed', 'render.cancelled'] as const

const time = text({ form: isTime })
const tag = text({ form: isTag })
const id = text({ form: isId })
const tags = list(tag, { max: 8, unique: true })
const priority = whole({ min: 0, max: 100 })
const moneyOf = (amount: RegExp): Rule =>
  record(
    { amount: text({ form: (sent) => amount.test(sent) }), currency: oneOf('EUR', 'USD') },
    { required: ['amount', 'currency'] },
  )
const money = moneyOf(/^(0|[1-9][0-9]{0,6})\.[0-9]{2}$/)
const looseMoney = moneyOf(/^(0|[1-9][0-9]{0,6})\.[0-9]{1,2}$/)
const maxHours = number({ above: 0, max: 500 })
const maxNodes = whole({ min: 1, max: 64 })
const target = list(number({ min: -1000, max: 1000 }), { min: 3, max: 3 })

const nameRule = (on: On): Rule =>
  text({ min: 1, max: 80, measure: on('names-are-counted-in-utf-16') ? (sent) => sent.length : lengthOf })

const cameraRule = (on: On): Rule =>
  firstWith(
    [
      'focalLength',
      record({ focalLength: number({ min: 8, max: 1200 }), target }, { required: ['focalLength'] }),
    ],
    [
      'scale',
      record(
        { scale: number({ above: on('accepts-scale-of-zero') ? -1 : 0, max: 1000 }), target },
        { required: ['scale'] },
      ),
    ],
  )

const isCalendarBlind = (sent: string): boolean => isTime(sent.replace(/-(29|30|31)(?=[Tt])/, '-28'))

/** The rules for a new scene. */
export const sceneRule = (on: On): Rule =>
  record(
    {
      name: nameRule(on),
      description: nullOr(text({ max: 500 })),
      tags,
      priority: on('accepts-null-priority') ? nullOr(priority) : priority,
      camera: cameraRule(on),
      limits: record({ maxHours, maxNodes }),
      budget: on('refuses-null-budget')
        ? money
        : nullOr(on('budgets-may-have-one-digit') ? looseMoney : money),
      deadline: nullOr(on('accepts-30-february') ? text({ form: isCalendarBlind }) : time),
      isArchived: flag,
      unlockCode: text({ form: (sent) => /^[0-9]{6}$/.test(sent) }),
      // Only returned; sent by clients which send back what they read.
      id,
      owner: text({}),
      content: nullOr(
        record(
          {
            size: whole({ min: 0, max: 65_536 }),
            sha256: text({ form: (sent) => /^[0-9a-f]{64}$/.test(sent) }),
          },
          { required: ['size', 'sha256'] },
        ),
      ),
      revision: whole({ min: 1, max: Infinity }),
      createdAt: time,
      updatedAt: time,
    },
    { required: ['name', 'camera'] },
  )

/** The rules for a change of a scene. */
export const scenePatchRule = (on: On): Rule =>
  record(
    {
      name: text({ min: 1, max: 80 }),
      description: nullOr(text({ max: 500 })),
      tags,
      priority,
      limits: nullOr(record({ maxHours: nullOr(maxHours), maxNodes: nullOr(maxNodes) })),
      budget: nullOr(money),
      deadline: nullOr(time),
      isArchived: on('truth-as-text') ? truthInWords : flag,
    },
    { min: on('accepts-empty-change') ? 0 : 1 },
  )

const truthInWords: Rule = (value, pointer) =>
  value === 'true' || value === 'false' ? [] : flag(value, pointer)

const side = whole({ min: 1, max: 16_384 })
const frame = whole({ min: 0, max: 400 })

const outputRule = (on: On): Rule =>
  choice('kind', {
    still: record(
      { kind: oneOf('still'), format: oneOf('png', 'exr'), width: side, height: side },
      { required: on('accepts-still-of-no-height') ? ['format', 'width'] : ['format', 'width', 'height'] },
    ),
    animation: record(
      {
        kind: oneOf('animation'),
        first: frame,
        last: frame,
        fps: number({ above: 0, max: on('accepts-animation-at-any-speed') ? Infinity : 240 }),
      },
      { required: ['first', 'last', 'fps'] },
    ),
    layers: record(
      {
        kind: oneOf('layers'),
        layers: list(text({ min: 1, max: 30 }), { min: 1, max: 6, unique: !on('accepts-layer-twice') }),
      },
      { required: ['layers'] },
    ),
  })

/** The rules for a render. */
export const renderRule = (on: On): Rule =>
  record(
    {
      label: nullOr(text({ max: on('accepts-long-label') ? Infinity : 60 })),
      requestedBy: text({ min: 1, max: 40 }),
      output: outputRule(on),
      quality: oneOf('draft', 'standard', 'final'),
      samples: whole({ min: 16, max: 4096, step: 16 }),
    },
    { required: ['output', 'requestedBy'] },
  )

/** The rules for a webhook, new or replaced. */
export const webhookRule = (on: On, { isNew }: { readonly isNew: boolean }): Rule =>
  record(
    {
      url: text({
        max: 200,
        form: (sent) => has('uri')(sent) && /^https:\/\/[a-z0-9][a-z0-9.-]*(:[0-9]{1,5})?(\/|$)/.test(sent),
      }),
      events: list(oneOf(...events), {
        min: on('replaces-with-no-events') && !isNew ? 0 : 1,
        max: 4,
        unique: true,
      }),
      filter: record(
        { sceneId: id, tag: on('accepts-any-tag-in-filter') && isNew ? text({}) : tag },
        { min: on('accepts-empty-filter') && !isNew ? 0 : 1 },
      ),
      headers: map(
        (name) => (on('accepts-any-header-name') && isNew) || /^X-[A-Za-z-]{1,30}$/.test(name),
        text({ max: 100 }),
        3,
      ),
      isActive: flag,
      retries: whole({ min: 0, max: 10 }),
      secret: text({ min: 12, max: 64 }),
      // Only returned.
      id,
      createdAt: time,
    },
    { required: ['url', 'events', 'secret'] },
  )

/** The rules for a batch of changes. */
export const batchRule = (on: On): Rule => {
  const item = choice('op', {
    archive: record(
      { op: oneOf('archive'), sceneId: id },
      { required: ['sceneId'], open: on('overlooks-more-in-archive-item') },
    ),
    tag: record({ op: oneOf('tag'), sceneId: id, tag }, { required: ['sceneId', 'tag'] }),
    reprioritize: record(
      {
        op: oneOf('reprioritize'),
        sceneId: id,
        priority: whole({ min: 0, max: on('accepts-high-priority-in-batch') ? 1000 : 100 }),
      },
      { required: ['sceneId', 'priority'] },
    ),
  })
  const min = on('crashes-on-empty-batch') ? 0 : 1
  return record({ items: list(item, { min, max: 20 }) }, { required: ['items'] })
}
