import type { FormatLanguage } from './format-language.ts'

const BASE64 = '(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?'

/** Expressions (ECMA-262) and base64 (RFC 4648, 4). */
export const otherLanguages: Readonly<Record<string, FormatLanguage>> = {
  regex: {
    taken: [
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
    taken: ['^(?:[A-Za-z0-9]{4}){1,4}$', `^${BASE64}$`],
    envelope: '^[\\w+/=\\s-]*$',
    refused: ['^[a-z0-9]*[!*][a-z0-9!*]*$', '^[^]*[!*@][^]*$'],
    blatant: ['!not base64!', '***'],
    near: ['a', '=a==', 'ab=c'],
  },
}
