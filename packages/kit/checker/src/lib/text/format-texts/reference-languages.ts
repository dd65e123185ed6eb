import type { FormatLanguage } from './format-language.ts'

const HOST = '[a-z][a-z0-9]{0,9}\\.(?:com|org|net)'
const SEGMENTS = '(?:/[a-z0-9]{1,8}){0,3}'
const QUERY = '(?:\\?[a-z]{1,4}=[a-z0-9]{1,6})?'
const ADDRESS = `https?://${HOST}${SEGMENTS}${QUERY}`
const LONG_ADDRESS =
  'https?://[a-z][a-z0-9]*\\.[a-z]{2,10}(?:/[A-Za-z0-9_.~-]+)*/?(?:\\?[A-Za-z0-9=&_-]*)?(?:#[A-Za-z0-9_-]*)?'

/** What no reader of references takes: an address in brackets that never ends or is none. */
const BROKEN_HOST = '^https?://\\[[g-z]+(?: [g-z]+)*$'
/** Of these the quotation mark passes some checks. */
const FORBIDDEN = '[\\x00-\\x20<>"{}|\\\\^`\\x7f]'
const REFUSED = '[\\x00-\\x20<>{}|\\\\^`\\x7f]'

const uri: FormatLanguage = {
  taken: [
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
  taken: [
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
export const referenceLanguages: Readonly<Record<string, FormatLanguage>> = {
  uri,
  'uri-reference': reference,
  iri: uri,
  'iri-reference': reference,
  'uri-template': {
    taken: [
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
    taken: ['^(?:/[a-z0-9]{1,8}){1,3}$', '^(?:/[A-Za-z0-9_.-]*)*$', '^(?:/(?:[^~/]|~[01])*)*$'],
    envelope: '^(?:/|$)',
    refused: ['^[a-z]+(?:[ -][a-z]+)*$', '^[^/#]', '~(?![01])'],
    blatant: ['not-a-pointer', 'a/b'],
    near: ['/a~2', '/a~', '#/a'],
  },
  'relative-json-pointer': {
    taken: ['^(?:0|[1-9])(?:/[a-z0-9]{1,8}){0,3}$', '^(?:0|[1-9]\\d?)(?:#|(?:/[A-Za-z0-9_.-]*)*)$'],
    envelope: '^\\d',
    refused: ['^[a-z]+(?:[ -][a-z]+)*$', '^[^\\d]'],
    blatant: ['not-a-pointer', 'a/b'],
    near: ['/a', '01/a', '-1/a', '0/a~2', ''],
  },
}
