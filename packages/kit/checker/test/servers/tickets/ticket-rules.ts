import type { Desk } from './desk.ts'
import { isEmail, isLabelName, isTime } from './forms.ts'
import { choice, flag, hours, list, map, nullOr, oneOf, record, text, whole, type Rule } from './rules.ts'

const int32 = { min: 1, max: 2 ** 31 - 1 }
const priorities = ['low', 'normal', 'high', 'urgent'] as const
const channels = ['email', 'phone', 'chat'] as const
const label = text({ form: isLabelName })
const time = text({ form: isTime })
const agent = record(
  { id: whole(int32), name: text({ min: 1, max: 40 }) },
  { required: ['id', 'name'], closed: true },
)

const emailChannel = record(
  { type: oneOf('email'), address: text({ max: 80, form: isEmail }) },
  { required: ['type', 'address'], closed: true },
)

const phoneChannel = (on: Desk['on']): Rule => {
  const callback = record(
    {
      at: on('accepts-callback-at-any-time') ? text({}) : time,
      window_minutes: whole({ min: 5, max: 120, step: on('accepts-odd-callback-window') ? 1 : 5 }),
    },
    { required: ['at', 'window_minutes'], closed: true },
  )
  return record(
    {
      type: oneOf('phone'),
      number: text({ form: (sent) => /^\+[0-9]{6,14}$/.test(sent) }),
      callback: on('rejects-null-callback') ? callback : nullOr(callback),
    },
    { required: ['type', 'number'], closed: true },
  )
}

const chatChannel = (on: Desk['on']): Rule => {
  const speakers = on('rejects-bot-in-transcript') ? ['customer', 'agent'] : ['customer', 'agent', 'bot']
  const line = record(
    { from: oneOf(...speakers), text: text({ min: 1, max: 140 }) },
    { required: on('accepts-line-without-speaker') ? ['text'] : ['from', 'text'], closed: true },
  )
  return record(
    { type: oneOf('chat'), transcript: list(line, { min: 1, max: 8 }) },
    { required: ['type', 'transcript'], closed: true },
  )
}

/** The rules for a new ticket. */
export const ticketRule = (on: Desk['on']): Rule =>
  record(
    {
      subject: text({
        min: on('rejects-shortest-subject') ? 4 : 3,
        max: on('accepts-long-subject') ? Infinity : 100,
      }),
      body: nullOr(text({ max: 500 })),
      priority: on('accepts-any-priority') ? text({}) : oneOf(...priorities),
      labels: list(label, { min: on('rejects-empty-labels') ? 1 : 0, max: 5, unique: true }),
      due_at: on('rejects-null-due-date') ? time : nullOr(time),
      estimate: hours({ above: on('accepts-zero-estimate') ? -1 : 0, max: 1000 }),
      assignee: nullOr(agent),
      watchers: list(on('accepts-watchers-as-text') ? anyWatcher : whole(int32), { max: 10, unique: true }),
      custom: map(
        on('accepts-numbers-as-custom-values')
          ? anyScalar
          : text({ max: on('accepts-long-custom-value') ? Infinity : 40 }),
        { max: 4 },
      ),
      access_code: text({ form: (sent) => /^[0-9]{4,8}$/.test(sent) }),
      channel: choice('type', {
        email: emailChannel,
        phone: phoneChannel(on),
        chat: chatChannel(on),
      } satisfies Record<(typeof channels)[number], Rule>),
    },
    {
      required: on('accepts-ticket-without-subject') ? ['channel'] : ['subject', 'channel'],
      closed: !on('overlooks-unknown-ticket-fields'),
    },
  )

const anyScalar: Rule = (value, at, faults) => {
  if (typeof value === 'object') faults[at] = 'must be a text'
}

const anyWatcher: Rule = (value, at, faults) => {
  if (typeof value !== 'string') whole(int32)(value, at, faults)
}

/** The rules for a change of a ticket. */
export const ticketPatchRule = (on: Desk['on']): Rule =>
  record(
    {
      subject: text({ min: 3, max: 100 }),
      body: nullOr(text({ max: 500 })),
      priority: oneOf(...(on('rejects-urgent-change') ? ['low', 'normal', 'high'] : priorities)),
      labels: list(label, { max: 5, unique: !on('accepts-same-label-twice') }),
      due_at: nullOr(time),
      assignee: nullOr(agent),
    },
    { closed: true, min: 1 },
  )

/** The rules for a comment; further properties are allowed, but not stored. */
export const commentRule = (on: Desk['on']): Rule =>
  record(
    {
      text: text({ min: 1, max: on('rejects-longest-comment') ? 299 : 300 }),
      is_internal: flag,
      mentions: list(whole(on('accepts-mention-of-zero') ? { ...int32, min: 0 } : int32), { max: 5 }),
    },
    { required: ['text'] },
  )

/** The rules for the end of a ticket. */
export const closeRule = record(
  { resolution: oneOf('fixed', 'duplicate', 'wont_fix'), note: text({ max: 200 }) },
  { closed: true },
)
