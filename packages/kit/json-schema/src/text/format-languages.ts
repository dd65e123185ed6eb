import { findCustomFormat } from './custom-formats.ts'

/** Accepted and rejected texts of a format, as patterns that findLanguage can combine with others. */
interface FormatLanguage {
  /** Texts that every validator accepts: the plainest first, then texts for other lengths and patterns. */
  readonly accepted: readonly string[]
  /** Matches every text that any validator may accept, and more. */
  readonly envelope: string
  /** Texts that every validator rejects; empty for a format that many do not check. */
  readonly refused: readonly string[]
  /** Obviously wrong texts. */
  readonly blatant: readonly string[]
  /** Near misses, the clearest first. A check by pattern alone may accept some. */
  readonly near: readonly string[]
}

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

/** Words that no date parser accepts, not even `Date.parse`: no digits, no month names. */
const WORDS = '^(?!.*(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))[a-z]+(?:[ -][a-z]+)*$'

/** Dates, times and durations (RFC 3339; durations in its appendix A). */
const dateTimeLanguages: Readonly<Record<string, FormatLanguage>> = {
  date: {
    accepted: [`^${DATE}$`, `^${ANY_DATE}$`],
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
    accepted: [
      `^${CLOCK}Z$`,
      `^${CLOCK}(?:\\.\\d{1,3})?${OFFSET}$`,
      `^${CLOCK}(?:\\.\\d{1,9})?${ANY_OFFSET}$`,
    ],
    envelope: '^\\d{2}:\\d{2}:\\d{2}',
    refused: [WORDS, '^[^\\d]*$', '^[3-9]\\d:[6-9]\\d:[6-9]\\dZ$'],
    blatant: ['not-a-time', 'noon'],
    near: ['25:00:00Z', '12:60:00Z', '12:00:61Z', '12:00Z', '120000Z'],
  },
  'date-time': {
    accepted: [
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
    accepted: [
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

const TLD = '(?:com|org|net)'
const NAME = '[a-z][a-z0-9]{0,9}'
const LABEL = '[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?'
const HEX_GROUP = '[1-9a-f][0-9a-f]{0,3}'
const OCTET = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'

const email: FormatLanguage = {
  accepted: [
    `^[a-z][a-z0-9]{0,11}(?:\\.[a-z][a-z0-9]{0,7})?@${NAME}\\.${TLD}$`,
    `^(?!.*--)[A-Za-z](?:[A-Za-z0-9_+-]{0,62}[A-Za-z0-9])?@(?:${LABEL}\\.){1,2}[a-z]{2,61}$`,
    `^(?!.*--)[A-Za-z0-9](?:[A-Za-z0-9_+-]|\\.(?!\\.)){0,40}[A-Za-z0-9]@[A-Za-z0-9](?:[A-Za-z0-9-]{0,20}[A-Za-z0-9])?(?:\\.[A-Za-z][A-Za-z0-9]{1,20}){1,3}$`,
  ],
  envelope: '@',
  refused: ['^[a-z]+(?:[ -][a-z]+)*$', '^[^@]+$', '^[^@]*$', '^[a-z]*@+$', ' .* |@.*@.*@'],
  blatant: ['not-an-email', 'user.example.com'],
  near: ['@', 'user@', '@example.com', 'user name@example.com', 'user@exam ple.com', 'user@example..com'],
}

const hostname: FormatLanguage = {
  accepted: [
    `^(?:${NAME}\\.){1,2}${TLD}$`,
    `^${NAME}$`,
    `^(?!.*--)(?:${LABEL}\\.){0,3}[a-z](?:[a-z0-9-]{0,59}[a-z0-9])?$`,
  ],
  envelope: '^[^ !@#$%^&*()+={}|\\\\;:"\'<>,?/]+$',
  refused: [
    '^[a-z]+(?: [a-z]+)*!$',
    '^[a-z0-9.-]*[ !@#][a-z0-9 !@#.-]*$',
    '[ !@#$%^&*()+={}|\\\\;"<>,?]',
    '^-|-$|\\.\\.',
    '^$',
  ],
  blatant: ['not a host!', '@@'],
  near: [
    '-example.com',
    'example-.com',
    'exa mple.com',
    'example..com',
    '.example.com',
    `${'a'.repeat(64)}.com`,
  ],
}

/** Names and addresses of mail and of hosts (RFC 5321, 1123, 5890, 2673, 4291), and UUIDs (RFC 9562). */
const networkLanguages: Readonly<Record<string, FormatLanguage>> = {
  email,
  'idn-email': { ...email, accepted: [...email.accepted, `^[a-zäöüé][a-z0-9äöüé]{0,11}@${NAME}\\.${TLD}$`] },
  hostname,
  'idn-hostname': { ...hostname, accepted: [...hostname.accepted, `^[a-zäöüé][a-z0-9äöüé]{0,11}\\.${TLD}$`] },
  ipv4: {
    accepted: [`^${OCTET}(?:\\.${OCTET}){3}$`],
    envelope: '^\\d{1,3}(?:\\.\\d{1,3}){3}$',
    refused: ['^[a-z]+(?:[ -][a-z]+)*$', '^(?:[3-9]\\d\\d)(?:\\.[3-9]\\d\\d){3}$', '[a-zA-Z !@#]', '^$'],
    blatant: ['not-an-ip', 'localhost'],
    near: ['256.256.256.256', '1.2.3', '1.2.3.4.5', '1.2.3.a', '1.2.3.'],
  },
  ipv6: {
    accepted: [
      `^(?:2001:db8:${HEX_GROUP}:${HEX_GROUP}:${HEX_GROUP}:${HEX_GROUP}:${HEX_GROUP}:${HEX_GROUP}|2001:db8::${HEX_GROUP}|fe80::${HEX_GROUP}|::1)$`,
      `^(?:(?:${HEX_GROUP}:){7}${HEX_GROUP}|(?:${HEX_GROUP}:){1,2}(?::${HEX_GROUP}){1,4}|::(?:${HEX_GROUP}:){0,4}${HEX_GROUP}|(?:${HEX_GROUP}:){1,5}:)$`,
      '^(?:[0-9A-Fa-f]{1,4}:){7}[0-9A-Fa-f]{1,4}$',
    ],
    envelope: '^[\\dA-Fa-f:.]*:[\\dA-Fa-f:.]*$',
    refused: ['^[g-z]+(?:[ -][g-z]+)*$', '^[^:]*$', '[g-zG-Z !@#]'],
    blatant: ['not-an-ip', 'localhost'],
    near: ['2001:db8::zzzz', '1:2:3:4:5:6:7', '1::2::3', '12345::', '1.2.3.4', ':::'],
  },
  uuid: {
    accepted: [
      '^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$',
      '^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$',
      '^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[1-8][0-9A-Fa-f]{3}-[89ABab][0-9A-Fa-f]{3}-[0-9A-Fa-f]{12}$',
      '^[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$',
    ],
    envelope: '^[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$',
    refused: [
      '^[g-z]+(?:[ -][g-z]+)*$',
      '^[^-]*[g-zG-Z][^-]*$',
      '^[0-9a-f]{1,20}$',
      '[g-zG-Z !@#]',
      '^.{0,31}$',
      '^.{39,}$',
    ],
    blatant: ['not-a-uuid', '1'],
    near: [
      '123e4567-e89b-42d3-a456-42661417400',
      '123e4567-e89b-42d3-a456-4266141740000',
      '123e4567-e89b-42d3-a456-42661417400g',
      '123e4567e89b-42d3-a456-426614174000-',
    ],
  },
}

const HOST = '[a-z][a-z0-9]{0,9}\\.(?:com|org|net)'
const SEGMENTS = '(?:/[a-z0-9]{1,8}){0,3}'
const QUERY = '(?:\\?[a-z]{1,4}=[a-z0-9]{1,6})?'
const ADDRESS = `https?://${HOST}${SEGMENTS}${QUERY}`
const LONG_ADDRESS =
  'https?://[a-z][a-z0-9]*\\.[a-z]{2,10}(?:/[A-Za-z0-9_.~-]+)*/?(?:\\?[A-Za-z0-9=&_-]*)?(?:#[A-Za-z0-9_-]*)?'

/** Texts that no parser of references accepts: a bracketed address that never ends or is none. */
const BROKEN_HOST = '^https?://\\[[g-z]+(?: [g-z]+)*$'
/** Some validators accept the quotation mark among these. */
const FORBIDDEN = '[\\x00-\\x20<>"{}|\\\\^`\\x7f]'
const REFUSED = '[\\x00-\\x20<>{}|\\\\^`\\x7f]'

const uri: FormatLanguage = {
  accepted: [
    `^${ADDRESS}$`,
    `^${LONG_ADDRESS}$`,
    '^[a-z]{2,10}:[a-z0-9]+(?:[:.-][a-z0-9]+)*$',
    '^[a-z]:[a-z0-9]$',
  ],
  envelope: ':',
  refused: ['^[a-z]+(?: [a-z]+)+$', '^[a-z0-9]*$', '^[^:]*$', BROKEN_HOST, `^[^:]*${REFUSED}.*$`, REFUSED],
  blatant: ['not a uri', 'plain words'],
  near: [
    '://example.com',
    '//example.com/a',
    '/only/a/path',
    'http://exa mple.com',
    'http://[example',
    'http://example.com/%zz',
  ],
}

const reference: FormatLanguage = {
  accepted: [
    `^(?:(?:/[a-z0-9]{1,8}){1,3}${QUERY}|${ADDRESS})$`,
    `^(?:(?:/[A-Za-z0-9_.~-]+)+${QUERY}|${LONG_ADDRESS})$`,
    '^[a-z0-9]+$',
    '^$',
  ],
  envelope: `^(?:(?!${FORBIDDEN})[^])*$`,
  refused: [BROKEN_HOST, REFUSED],
  blatant: ['http://[not a host', 'http://[example'],
  near: ['a b', '\\\\server\\share', '/a<b>', '/%zz', 'http://exa mple.com'],
}

/** References and their kin (RFC 3986, 3987, 6570, 6901; draft-bhutton-relative-json-pointer-00). */
const referenceLanguages: Readonly<Record<string, FormatLanguage>> = {
  uri,
  'uri-reference': reference,
  iri: uri,
  'iri-reference': reference,
  'uri-template': {
    accepted: [
      '^(?:/[a-z]{1,8}(?:/\\{[a-z]{1,6}\\})?){1,2}(?:\\{\\?[a-z]{1,6}\\})?$',
      '^(?:/[a-z0-9]+|/\\{[a-z]+\\})+$',
      '^[a-z0-9]+$',
      '^$',
    ],
    envelope: '^(?:(?![\\x00-\\x20"<>])[^])*$',
    refused: ['^/?[a-z]*\\{[a-z]+$', '^[a-z0-9/]*[{][a-z0-9/]*$', '^[^{}]*[}][^}]*$', '[{][{]'],
    blatant: ['/{', '/a/{b'],
    near: ['/a}', '/{a{b}}', '/{}', '/{a b}', '/a b'],
  },
  'json-pointer': {
    accepted: ['^(?:/[a-z0-9]{1,8}){1,3}$', '^(?:/[A-Za-z0-9_.-]*)*$', '^(?:/(?:[^~/]|~[01])*)*$'],
    envelope: '^(?:/|$)',
    refused: ['^[a-z]+(?:[ -][a-z]+)*$', '^[^/#]', '~(?![01])'],
    blatant: ['not-a-pointer', 'a/b'],
    near: ['/a~2', '/a~', '#/a'],
  },
  'relative-json-pointer': {
    accepted: ['^(?:0|[1-9])(?:/[a-z0-9]{1,8}){0,3}$', '^(?:0|[1-9]\\d?)(?:#|(?:/[A-Za-z0-9_.-]*)*)$'],
    envelope: '^\\d',
    refused: ['^[a-z]+(?:[ -][a-z]+)*$', '^[^\\d]'],
    blatant: ['not-a-pointer', 'a/b'],
    near: ['/a', '01/a', '-1/a', '0/a~2', ''],
  },
}

const BASE64 = '(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?'

/** Expressions (ECMA-262) and base64 (RFC 4648, 4). */
const otherLanguages: Readonly<Record<string, FormatLanguage>> = {
  regex: {
    accepted: [
      '^\\^(?:[a-z0-9]|\\\\d|\\[a-z\\]|\\(x\\))(?:[+*?]?(?:[a-z0-9]|\\\\d|\\[a-z\\])){0,4}[+*?]?\\$$',
      '^(?:[a-z0-9][+*?]?)+$',
      '^[A-Za-z0-9 _-]*$',
    ],
    envelope: '',
    refused: ['^[a-z0-9]*\\($', '^[A-Za-z0-9 ]*[(\\[]$', '^[*?+][a-z0-9]*$', '^[^)[\\]\\\\]*[(][^)\\\\]*$'],
    blatant: ['(', '[a'],
    near: ['a)', '*a', 'a**', 'a{2,1}', '(?<a', '\\'],
  },
  byte: {
    accepted: ['^(?:[A-Za-z0-9]{4}){1,4}$', `^${BASE64}$`],
    envelope: '^[\\w+/=\\s-]*$',
    refused: ['^[a-z0-9]*[!*][a-z0-9!*]*$', '^[^]*[!*@][^]*$'],
    blatant: ['!not base64!', '***'],
    near: ['a', '=a==', 'ab=c'],
  },
}

const languages: ReadonlyMap<string, FormatLanguage> = new Map(
  Object.entries({ ...dateTimeLanguages, ...networkLanguages, ...referenceLanguages, ...otherLanguages }),
)

/** The names of all formats that restrict a text. */
export const textFormats: readonly string[] = [...languages.keys()]

/** The known facts about a format; undefined for one that does not restrict a text, such as `password` or `binary`. */
export const findFormatLanguage = (format: string): FormatLanguage | undefined =>
  languages.get(format) ?? findCustomFormat(format)?.language
