import type { FormatLanguage } from './format-language.ts'

/** Years, months and days that the calendar has, of recent decades; leap days in a later pattern. */
const MONTH_DAY =
  '(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)'
const RECENT = '(?:19[7-9]\\d|20[0-2]\\d)'
const ANY_YEAR = '(?:000[1-9]|00[1-9]\\d|0[1-9]\\d\\d|[1-9]\\d{3})'
const LEAP_DAY = '(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:0[48]|[2468][048]|[13579][26])00)-02-29'
const DATE = `${RECENT}-${MONTH_DAY}`
const ANY_DATE = `(?:${ANY_YEAR}-${MONTH_DAY}|${LEAP_DAY})`

const CLOCK = '(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d'
const OFFSET = '(?:Z|[+-](?:0[1-9]|1[01]):(?:00|30))'
const ANY_OFFSET = '(?:Z|[+-](?:0\\d|1[0-3]):[0-5]\\d)'

/** Words that no reader of dates takes for one, be it as lenient as `Date.parse`: no digits, no names of months. */
const WORDS = '^(?!.*(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))[a-z]+(?:[ -][a-z]+)*$'

/** Dates, times and durations (RFC 3339; durations in its appendix A). */
export const dateTimeLanguages: Readonly<Record<string, FormatLanguage>> = {
  date: {
    taken: [`^${DATE}$`, `^${ANY_DATE}$`],
    envelope: '^\\d{4}-\\d{2}-\\d{2}$',
    refused: [
      WORDS,
      '^\\d{4}-(?:1[3-9]|[2-9]\\d)-\\d{2}$',
      '^\\d{4}-\\d{2}-(?:3[2-9]|[4-9]\\d)$',
      '^[^\\d]*$',
    ],
    blatant: ['not-a-date', 'tomorrow'],
    near: ['2023-13-01', '2023-01-32', '01/02/2023', '2023-1-2', '2023-02-30', '2023-02-29'],
  },
  time: {
    taken: [`^${CLOCK}Z$`, `^${CLOCK}(?:\\.\\d{1,3})?${OFFSET}$`, `^${CLOCK}(?:\\.\\d{1,9})?${ANY_OFFSET}$`],
    envelope: '^\\d{2}:\\d{2}:\\d{2}',
    refused: [WORDS, '^[^\\d]*$', '^[3-9]\\d:[6-9]\\d:[6-9]\\dZ$'],
    blatant: ['not-a-time', 'noon'],
    near: ['25:00:00Z', '12:60:00Z', '12:00:61Z', '12:00Z', '120000Z'],
  },
  'date-time': {
    taken: [
      `^${DATE}T${CLOCK}Z$`,
      `^${DATE}T${CLOCK}(?:\\.\\d{1,3})?${OFFSET}$`,
      `^${ANY_DATE}T${CLOCK}(?:\\.\\d{1,9})?${ANY_OFFSET}$`,
    ],
    envelope: '^\\d{4}-\\d{2}-\\d{2}.\\d{2}:\\d{2}:\\d{2}',
    refused: [
      WORDS,
      '^\\d{4}-(?:1[3-9]|[2-9]\\d)-\\d{2}T\\d{2}:\\d{2}:\\d{2}(?:\\.\\d+)?(?:Z|[+-]\\d{2}:\\d{2})$',
      '^[^\\d]*$',
    ],
    blatant: ['not-a-date-time', 'tomorrow at noon'],
    near: [
      '2023-13-01T00:00:00Z',
      '2023-01-01T25:00:00Z',
      '2023-01-32T00:00:00Z',
      '01/02/2023 10:00',
      '2023-01-01',
      '2023-02-30T00:00:00Z',
    ],
  },
  duration: {
    taken: [
      '^P(?:[1-9]\\d?D|T[1-9]\\d?[HMS])$',
      '^P(?:[1-9]\\d{0,2}D|(?:[1-9]\\d{0,2}D)?T(?:[1-9]\\d?H|[1-9]\\d?M|[1-9]\\d?S|[1-9]\\d?H[1-5]?\\dM|[1-9]\\d?M[1-5]?\\dS|[1-9]\\d?H[1-5]?\\dM[1-5]?\\dS))$',
      '^P(?:\\d+W|(?:\\d+Y(?:\\d+M(?:\\d+D)?)?|\\d+M(?:\\d+D)?|\\d+D)(?:T(?:\\d+H(?:\\d+M(?:\\d+S)?)?|\\d+M(?:\\d+S)?|\\d+S))?|T(?:\\d+H(?:\\d+M(?:\\d+S)?)?|\\d+M(?:\\d+S)?|\\d+S))$',
    ],
    envelope: '^P[\\dA-Z.,]+$',
    refused: ['^[a-oq-z]+(?:[ -][a-oq-z]+)*$', '^[^P\\d]*$'],
    blatant: ['not-a-duration', 'forever'],
    near: ['P', 'PT', 'P1', '1D', 'P1S', 'PT1D'],
  },
}
